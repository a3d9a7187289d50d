/* pmi.c - see pmi.h.
 *
 * A launcher hands each process a socket and names its descriptor, or names an address. An address is not tried: the
 * server takes the first connection for the process. The kernel is asked itself, for the C library's names may be the
 * program's own. */
#include "process/pmi.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

tp_pmi tp_pmi_look(void) {
  const char *text = getenv("PMI_FD");
  char byte;
  if (!text)
    return getenv("PMI_PORT") ? TP_PMI_SERVES : TP_PMI_NONE;
  long got = syscall(SYS_recvfrom, atoi(text), &byte, 1, MSG_PEEK | MSG_DONTWAIT, NULL, NULL);
  if (got < 0 && (errno == EBADF || errno == ENOTSOCK))
    return TP_PMI_ABSENT;
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR)) ? TP_PMI_SERVES : TP_PMI_ENDED;
}

const char *tp_pmi_job(void) {
  static char name[64];
  char path[48];
  const char *text = getenv("PMI_FD");
  if (!text)
    return getenv("PMI_PORT");
  /* The kernel numbers its sockets. */
  snprintf(path, sizeof path, "/proc/self/fd/%d", atoi(text));
  long length = syscall(SYS_readlinkat, AT_FDCWD, path, name, sizeof name - 1);
  if (length <= 0)
    return NULL;
  name[length] = 0;
  return name;
}
