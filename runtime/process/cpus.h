/* cpus.h - limits on CPUs besides the kernel's mask. */
#ifndef TP_CPUS_H
#define TP_CPUS_H

/* Whole CPUs that the control groups of a process grant, nested ones included; at least 1, and 0: no limit. mounts: where
   they are mounted ("/sys/fs/cgroup"); groups: what /proc/self/cgroup says. Versions 1 and 2. */
int tp_cpus_quota(const char *mounts, const char *groups);

/* The same for this process. */
int tp_cpus_of_container(void);
/* What Slurm gave each task (SLURM_CPUS_PER_TASK), 0: it says nothing. */
int tp_cpus_of_task(void);

#endif
