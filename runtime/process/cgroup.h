/* cgroup.h - limits that a container or a batch system sets, by control groups of versions 1 and 2: the least over a
 * process's groups and those around them. groups: "/proc/self/cgroup"; root: "/sys/fs/cgroup", where version 2 is mounted,
 * and version 1's controllers below. */
#ifndef TP_CGROUP_H
#define TP_CGROUP_H

/* Bytes that the groups can still get, -1: no limit is known. What the kernel can take back (inactive pages of files)
   counts as free. */
double tp_cgroup_free(const char *groups, const char *root);

/* Whole CPUs; at least 1, and 0: no limit. */
int tp_cgroup_cpus(const char *groups, const char *root);

#endif
