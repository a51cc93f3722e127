/* A kernel that is an ordinary process lives by the clocks of the machine under it, so a busy machine makes a guest
 * whose seconds are too short to work in. Preloaded, this makes them HIL_SLOW times longer: all that passes in the
 * guest passes as on a machine that has that much more time for it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

#define NS 1000000000LL

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

int clock_gettime(clockid_t clock, struct timespec *t) {
  static int (*real)(clockid_t, struct timespec *);
  static long long begun[2];
  if (real == NULL) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, t);
  if (result == 0 && (clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME)) {
    /* From the first look on, so that the date is right and only its pace is slow. */
    long long *from = &begun[clock == CLOCK_MONOTONIC];
    if (*from == 0) *from = to_ns(t);
    *t = to_timespec(*from + (to_ns(t) - *from) / slow());
  }
  return result;
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
