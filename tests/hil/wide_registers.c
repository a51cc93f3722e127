/* Lets a User Mode Linux with room for 2696 bytes of a process's vector registers run where a processor has more.
 *
 * A kernel takes the registers of a traced process back only whole. What the guest's kernel has no room for is kept
 * as the process has it: these are the tiles of AMX, which nothing in the guest may use without asking for them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>

typedef long (*ptrace_call)(int, pid_t, void *, void *);

static ptrace_call outer;
static char whole[1 << 16]; /* not on the stack, which is a kernel's; it has one processor */

__attribute__((constructor)) static void begin(void) { outer = (ptrace_call)dlsym(RTLD_NEXT, "ptrace"); }

long ptrace(enum __ptrace_request request, ...) {
  va_list rest;
  va_start(rest, request);
  pid_t process = va_arg(rest, pid_t);
  void *address = va_arg(rest, void *);
  void *data = va_arg(rest, void *);
  va_end(rest);

  int asked = (request == PTRACE_GETREGSET || request == PTRACE_SETREGSET) && address == (void *)NT_X86_XSTATE;
  if (!asked) return outer(request, process, address, data);

  struct iovec *wanted = data, all = {whole, sizeof whole};
  long result = outer(PTRACE_GETREGSET, process, address, &all);
  if (result != 0) return result;
  if (all.iov_len <= wanted->iov_len) return outer(request, process, address, data);
  if (request == PTRACE_SETREGSET) {
    memcpy(whole, wanted->iov_base, wanted->iov_len);
    return outer(PTRACE_SETREGSET, process, address, &all);
  }
  memcpy(wanted->iov_base, whole, wanted->iov_len);
  return 0;
}
