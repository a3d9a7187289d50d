/* cgroup.c - memory limits of versions 1 and 2, of every group from this process's up to the root. */
#include "ranks/cgroup.h"

#include <stdio.h>
#include <string.h>

/* What a version calls its files. */
typedef struct version {
  const char *folder, *limit, *used, *reclaimable;
} version;

static const version one = {"/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
static const version two = {"", "memory.max", "memory.current", "inactive_file"};

/* Number behind `name` at the beginning of a line, -1: none. name "": of the first line. */
static double number_in(const char *folder, const char *file_name, const char *name) {
  char path[4300], line[256];
  double value = -1;
  size_t length = strlen(name);
  snprintf(path, sizeof path, "%s/%s", folder, file_name);
  FILE *file = fopen(path, "re");
  while (file && value < 0 && fgets(line, sizeof line, file))
    if (strncmp(line, name, length) == 0 && (length == 0 || line[length] == ' ') &&
        sscanf(line + length, "%lf", &value) != 1)
      value = -1;
  if (file)
    fclose(file);
  return value;
}

static double free_in(const char *folder, const version *v) {
  double limit = number_in(folder, v->limit, ""), used = number_in(folder, v->used, "");
  if (limit < 0 || limit > 1e18 || used < 0) /* "max"; version 1 has a huge number for it */
    return -1;
  double back = number_in(folder, "memory.stat", v->reclaimable), left = limit - used + (back > 0 ? back : 0);
  return left > 0 ? left : 0;
}

/* The group at `path` and those above. In a container the path may be the host's, and the root its own group. */
static double least_above(const char *root, const version *v, char *path) {
  char folder[4200];
  double least = -1;
  for (;;) {
    snprintf(folder, sizeof folder, "%.2000s%s%.2000s", root, v->folder, path);
    double here = free_in(folder, v);
    if (here >= 0 && (least < 0 || here < least))
      least = here;
    char *last = strrchr(path, '/');
    if (!last)
      return least;
    *last = 0;
  }
}

/* "4:cpu,memory:/a/b" (version 1), "0::/a/b" (version 2). */
double tp_cgroup_free(const char *groups, const char *root) {
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
    int is_two = *controllers == 0, is_memory = 0;
    for (char *word = strtok(controllers, ","); word; word = strtok(NULL, ","))
      is_memory |= strcmp(word, "memory") == 0;
    double here = is_two ? least_above(root, &two, path) : is_memory ? least_above(root, &one, path) : -1;
    if (here >= 0 && (least < 0 || here < least))
      least = here;
  }
  if (file)
    fclose(file);
  return least;
}
