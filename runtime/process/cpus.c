/* cpus.c - how many CPUs this process may use at a time, where somebody said less than the kernel's mask. */
#include "process/cpus.h"

#include "process/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

/* The first bytes of a file as a text; 0: it cannot be read. */
static int text_of(const char *path, char *text, size_t size) {
  int file = tp_system_open(path, O_RDONLY | O_NONBLOCK);
  long bytes = file < 0 ? -1 : tp_system_read(file, text, size - 1);
  if (file >= 0)
    tp_system_close(file);
  if (bytes <= 0)
    return 0;
  text[bytes] = 0;
  return 1;
}

/* CPUs that one group grants, 0: as many as there are. */
static double granted(const char *folder) {
  char path[MOST + 64], text[64];
  double quota = 0, period = 0;
  snprintf(path, sizeof path, "%s/cpu.max", folder); /* "50000 100000", "max 100000" */
  if (text_of(path, text, sizeof text))
    return sscanf(text, "%lf %lf", &quota, &period) == 2 && quota > 0 && period > 0 ? quota / period : 0;
  snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
  if (!text_of(path, text, sizeof text) || (quota = atof(text)) <= 0) /* -1 */
    return 0;
  snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
  return text_of(path, text, sizeof text) && (period = atof(text)) > 0 ? quota / period : 0;
}

/* The least that a group and those around it grant. In a container the group's own path may lie outside of what is
   mounted: then the root is the container's. */
static double least_granted(const char *mount, const char *group, double least) {
  char path[MOST];
  if (snprintf(path, sizeof path, "%s%s", mount, group) >= (int)sizeof path)
    return least;
  for (size_t root = strlen(mount);;) {
    double here = granted(path);
    if (here > 0 && (least == 0 || here < least))
      least = here;
    char *slash = strrchr(path, '/');
    if (!slash || slash < path + root)
      return least;
    *slash = 0;
  }
}

/* 1: the list "cpu,cpuacct" names the controller. */
static int names_cpu(const char *list, size_t length) {
  for (const char *at = list, *end = list + length; at < end;) {
    size_t n = strcspn(at, ",:");
    if (n == 3 && strncmp(at, "cpu", 3) == 0)
      return 1;
    at += n + 1;
  }
  return 0;
}

int tp_cpus_quota(const char *mounts, const char *groups) {
  double least = 0;
  char mount[MOST], group[MOST];
  for (const char *line = groups; *line; line += strcspn(line, "\n"), line += *line != 0) {
    const char *list = strchr(line, ':'), *path = list ? strchr(list + 1, ':') : NULL;
    size_t end = strcspn(line, "\n");
    if (!path || path > line + end || path[1] != '/')
      continue;
    size_t length = (size_t)(line + end - (path + 1));
    if (length >= sizeof group)
      continue;
    memcpy(group, path + 1, length);
    group[length] = 0;
    if (strcmp(group, "/") == 0)
      *group = 0;
    int is_second = path == list + 1; /* "0::/path": version 2 */
    if (!is_second && !names_cpu(list + 1, (size_t)(path - list - 1)))
      continue;
    snprintf(mount, sizeof mount, "%s%s", mounts, is_second ? "" : "/cpu");
    least = least_granted(mount, group, least);
  }
  return least <= 0 ? 0 : least < 1 ? 1 : (int)least;
}

int tp_cpus_of_container(void) {
  static int known, answer; /* the same for every thread that comes first */
  char groups[MOST];
  if (!known) {
    answer = text_of("/proc/self/cgroup", groups, sizeof groups) ? tp_cpus_quota("/sys/fs/cgroup", groups) : 0;
    known = 1;
  }
  return answer;
}

int tp_cpus_of_task(void) {
  const char *text = getenv("SLURM_CPUS_PER_TASK");
  int count = text ? atoi(text) : 0;
  return count > 0 ? count : 0;
}
