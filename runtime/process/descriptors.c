/* descriptors.c - see descriptors.h.
 *
 * MPI's threads wait on event queues, which it keeps until its end, whatever connections come and go. A number that
 * was closed may be another file's by now. */
#include "process/descriptors.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { QUEUES = 32 };

static int queue[QUEUES], queues;

static int is_queue(int descriptor) {
  static const char name[] = "anon_inode:[eventpoll]";
  char path[64], target[64];
  snprintf(path, sizeof path, "/proc/thread-self/fd/%d", descriptor); /* the main thread may have ended */
  ssize_t size = readlink(path, target, sizeof target);
  return size == sizeof name - 1 && memcmp(target, name, (size_t)size) == 0;
}

void tp_descriptors_keep(void) {
  struct dirent *entry;
  DIR *open_files = opendir("/proc/thread-self/fd");
  while (open_files && (entry = readdir(open_files)) && queues < QUEUES)
    if (atoi(entry->d_name) > 2 && is_queue(atoi(entry->d_name)))
      queue[queues++] = atoi(entry->d_name);
  if (open_files)
    closedir(open_files);
}

int tp_descriptors_lost(void) {
  int left = 0;
  for (int i = 0; i < queues && !left; i++)
    left = is_queue(queue[i]);
  return queues > 0 && !left;
}
