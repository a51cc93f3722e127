/* A card that forgets what was not synced when the power went. The guest's files lie on this machine's disk, and what it
 * writes is there at once, synced or not. Preloaded, this keeps a copy of each file of the card as it was when it was
 * last synced; after the cut only these copies are put into the next machine.
 *
 * FORGETFUL_CARD is the card's folder, FORGETFUL_KEPT where the copies go.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PATH 4096

static void copy(const char *from, const char *to) {
  static char part[PATH + 8], text[1 << 16];
  snprintf(part, sizeof part, "%s.part", to);
  int in = open(from, O_RDONLY | O_CLOEXEC), out = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  ssize_t length = -1;
  while (in >= 0 && out >= 0 && (length = read(in, text, sizeof text)) > 0) {
    if (write(out, text, (size_t)length) != length) abort();
  }
  if (in >= 0) close(in);
  if (out < 0 || length != 0) abort(); /* A card that cannot be kept must not look like one that was. */
  close(out);
  if (syscall(SYS_rename, part, to) != 0) abort();
}

/* Where a file of the card is kept; NULL where it is none. */
static const char *place(const char *path, char *to) {
  const char *card = getenv("FORGETFUL_CARD"), *kept = getenv("FORGETFUL_KEPT");
  if (card == NULL || kept == NULL) return NULL;
  size_t above = strlen(card);
  if (strncmp(path, card, above) != 0 || path[above] != '/') return NULL;
  if (snprintf(to, PATH, "%s%s", kept, path + above) >= PATH) abort();
  for (char *at = strchr(to + strlen(kept) + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
    *at = 0;
    mkdir(to, 0755);
    *at = '/';
  }
  return to;
}

static void keep(int file) {
  static char link[64], path[PATH], to[PATH];
  struct stat about;
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_nlink == 0) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  if (place(path, to) != NULL) copy(path, to);
}

/* No signal may come meanwhile: the guest's handlers may leave for another thread of its kernel. */
static int synced(int file, long call) {
  unsigned long all = ~0UL, before;
  int result = (int)syscall(call, file);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, sizeof all);
  if (result == 0) keep(file);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, sizeof before);
  return result;
}

int fsync(int file) { return synced(file, SYS_fsync); }

int fdatasync(int file) { return synced(file, SYS_fdatasync); }
