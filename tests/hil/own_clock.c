/* A kernel that is an ordinary process lives by the clocks of the machine under it. Where that machine has other work
 * too, the guest's seconds would be too short to work in, by a share that changes all the time. Preloaded, this gives
 * the guest a clock that stands still while it wants to work and is made to wait: the machine's clock, less the time
 * that the kernel's process and those that it traces have waited for a processor (the second number in
 * /proc/PID/schedstat). Only one of them ever wants to work, for the guest has one processor, so these times add up.
 *
 * A timer then rings too soon at worst; the guest looks at its clock and sets it once more. HIL_SLOW makes seconds
 * longer by a whole number besides, for what the machine does not tell, such as a host of its own that is busy.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NS 1000000000LL
#define LOOK_NS 4000000LL /* So seldom it is looked at who waited; a longer wait ends with a look. */
#define MOST 1024
#define BEHIND_NS 20000000LL /* Waits of two at once are counted twice; for that the clock never stands longer than this. */

typedef struct {
  int pid;
  int file;
  long long waited_ns;
  int seen;
} process;

static process known[MOST];
static int count;

static long long slow(void) {
  static long long factor;
  if (factor == 0) {
    const char *said = getenv("HIL_SLOW");
    factor = said != NULL && atoll(said) > 0 ? atoll(said) : 1;
  }
  return factor;
}

static long long to_ns(const struct timespec *t) { return t->tv_sec * NS + t->tv_nsec; }

static struct timespec to_timespec(long long ns) {
  struct timespec t = {.tv_sec = ns / NS, .tv_nsec = ns % NS};
  return t;
}

/* Straight from the kernel: the C library's own would be the one below. */
static long long real_ns(clockid_t clock) {
  struct timespec t;
  syscall(SYS_clock_gettime, clock, &t);
  return to_ns(&t);
}

/* How much longer a process has waited since it was last looked at; -1 where it is gone. */
static long long waited(process *one) {
  char text[128];
  ssize_t length = pread(one->file, text, sizeof text - 1, 0);
  if (length <= 0) return -1;
  text[length] = 0;
  long long ran, now;
  if (sscanf(text, "%lld %lld", &ran, &now) != 2) return -1;
  long long more = now - one->waited_ns;
  one->waited_ns = now;
  return more;
}

static void meet(int pid) {
  for (int i = 0; i < count; i++) {
    if (known[i].pid == pid) {
      known[i].seen = 1;
      return;
    }
  }
  if (count == MOST) return;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/schedstat", pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  process met = {.pid = pid, .file = file, .seen = 1};
  known[count++] = met;
}

/* How long all together have waited since the last look. */
static long long all_waited(void) {
  static char text[16384], path[64];
  int self = getpid();
  for (int i = 0; i < count; i++) known[i].seen = 0;
  meet(self);
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", self, self);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = 0;
    for (char *at = text, *end; *at != 0; at = end) {
      long pid = strtol(at, &end, 10);
      if (end == at) break;
      meet((int)pid);
    }
  }
  long long sum = 0;
  for (int i = count - 1; i >= 0; i--) {
    long long more = known[i].seen ? waited(&known[i]) : -1;
    if (more >= 0) {
      sum += more;
    } else {
      close(known[i].file);
      known[i] = known[--count];
    }
  }
  return sum;
}

/* The guest's own time since its first look at a clock; never less than it was. In the middle of it no signal may come:
 * the guest's handlers may leave for another thread of its kernel, and come back when that one has had its time.
 */
static long long own_ns(void) {
  static long long looked_real, looked_own, last;
  unsigned long all = ~0UL, before;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
  long long now = real_ns(CLOCK_MONOTONIC);
  if (looked_real == 0) {
    looked_real = now;
    all_waited();
  }
  if (now - looked_real >= LOOK_NS) {
    looked_own += now - looked_real - all_waited();
    if (looked_own < last - BEHIND_NS) looked_own = last - BEHIND_NS;
    looked_real = now;
  }
  long long own = looked_own + (now - looked_real);
  if (own > last) last = own;
  own = last;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
  return own;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  static long long begun[2];
  if (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME) return (int)syscall(SYS_clock_gettime, clock, t);
  long long own = own_ns();
  /* From the first look on, so that the date is right and only its pace is the guest's own. */
  long long *from = &begun[clock == CLOCK_MONOTONIC];
  if (*from == 0) *from = real_ns(clock) - own / slow();
  *t = to_timespec(*from + own / slow());
  return 0;
}

int timer_gettime(timer_t timer, struct itimerspec *left) {
  static int (*real)(timer_t, struct itimerspec *);
  if (real == NULL) real = (int (*)(timer_t, struct itimerspec *))dlsym(RTLD_NEXT, "timer_gettime");
  int result = real(timer, left);
  left->it_interval = to_timespec(to_ns(&left->it_interval) / slow());
  left->it_value = to_timespec(to_ns(&left->it_value) / slow());
  return result;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *wanted, struct itimerspec *old) {
  static int (*real)(timer_t, int, const struct itimerspec *, struct itimerspec *);
  if (real == NULL) {
    real = (int (*)(timer_t, int, const struct itimerspec *, struct itimerspec *))dlsym(RTLD_NEXT, "timer_settime");
  }
  /* This kernel asks for spans, never for moments. */
  struct itimerspec longer = {
      .it_interval = to_timespec(to_ns(&wanted->it_interval) * slow()),
      .it_value = to_timespec(to_ns(&wanted->it_value) * slow()),
  };
  return real(timer, flags, &longer, old);
}
