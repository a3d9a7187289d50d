/* cgroup.c - reading the files of control groups. */
#include "process/cgroup.h"

#include <stdio.h>
#include <string.h>

/* What a group grants by itself, -1: no limit. */
typedef double limit_of(const char *folder, int is_second);

/* The number behind `name` at the beginning of a line, and the one behind that; -1: none. name "": of the first line. */
static double number_in(const char *folder, const char *file_name, const char *name, double *next) {
  char path[4300], line[256];
  double value = -1;
  size_t length = strlen(name);
  snprintf(path, sizeof path, "%s/%s", folder, file_name);
  FILE *file = fopen(path, "re");
  while (file && value < 0 && fgets(line, sizeof line, file))
    if (strncmp(line, name, length) == 0 && (length == 0 || line[length] == ' ') &&
        sscanf(line + length, "%lf %lf", &value, next) < 1)
      value = -1;
  if (file)
    fclose(file);
  return value;
}

static double free_in(const char *folder, int is_second) {
  double unused, limit = number_in(folder, is_second ? "memory.max" : "memory.limit_in_bytes", "", &unused);
  double used = number_in(folder, is_second ? "memory.current" : "memory.usage_in_bytes", "", &unused);
  if (limit < 0 || limit > 1e18 || used < 0) /* "max"; version 1 has a huge number for it */
    return -1;
  double back = number_in(folder, "memory.stat", is_second ? "inactive_file" : "total_inactive_file", &unused);
  double left = limit - used + (back > 0 ? back : 0);
  return left > 0 ? left : 0;
}

/* "50000 100000", "max 100000"; version 1 has a file for each, and -1. */
static double cpus_in(const char *folder, int is_second) {
  double unused, period = 0, quota = number_in(folder, is_second ? "cpu.max" : "cpu.cfs_quota_us", "", &period);
  if (!is_second)
    period = number_in(folder, "cpu.cfs_period_us", "", &unused);
  return quota > 0 && period > 0 ? quota / period : -1;
}

static double least_of(double a, double b) { return b >= 0 && (a < 0 || b < a) ? b : a; }

/* The group at `path` and those above. In a container the path may be the host's, and the root its own group. */
static double least_above(const char *root, const char *controller, char *path, limit_of *of) {
  char folder[4200];
  double least = -1;
  for (;;) {
    snprintf(folder, sizeof folder, "%.2000s%s%s%.2000s", root, controller ? "/" : "", controller ? controller : "", path);
    least = least_of(least, of(folder, !controller));
    char *last = strrchr(path, '/');
    if (!last)
      return least;
    *last = 0;
  }
}

/* "4:cpu,memory:/a/b" (version 1), "0::/a/b" (version 2). */
static double least_in(const char *groups, const char *root, const char *controller, limit_of *of) {
  char line[4096];
  double least = -1;
  FILE *file = fopen(groups, "re");
  while (file && fgets(line, sizeof line, file)) {
    char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path)
      continue;
    *path++ = 0;
    path[strcspn(path, "\n")] = 0;
    controllers++;
    int is_second = *controllers == 0, is_ours = 0;
    for (char *rest, *word = strtok_r(controllers, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
      is_ours |= strcmp(word, controller) == 0;
    if (is_second || is_ours)
      least = least_of(least, least_above(root, is_second ? NULL : controller, path, of));
  }
  if (file)
    fclose(file);
  return least;
}

double tp_cgroup_free(const char *groups, const char *root) { return least_in(groups, root, "memory", free_in); }

int tp_cgroup_cpus(const char *groups, const char *root) {
  double least = least_in(groups, root, "cpu", cpus_in);
  return least < 0 ? 0 : least < 1 ? 1 : (int)least;
}
