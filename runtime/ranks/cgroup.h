/* cgroup.h - limits on memory that a container or a batch system sets. */
#ifndef TP_CGROUP_H
#define TP_CGROUP_H

/* Bytes that the control groups of this process can still get, the least over all of them up to the root, -1: no limit
   is known. groups: "/proc/self/cgroup"; root: "/sys/fs/cgroup", where version 2 is mounted, and version 1's
   controllers below. What the kernel can take back (inactive pages of files) counts as free. */
double tp_cgroup_free(const char *groups, const char *root);

#endif
