/* launch.h - what started this process: mpirun, another launcher of ranks, or nobody. */
#ifndef TP_LAUNCH_H
#define TP_LAUNCH_H

/* 1: a launcher that is still there started this process as one of several ranks, as far as the
   environment tells, and nobody has taken this place among them yet. 0: no; *why says why although
   the environment speaks of ranks (static storage), or is left alone. -1: a mistake, which *why
   names. */
int tp_launch_ranks(const char **why);

/* The number that the launcher gave this process, -1: it does not say. */
int tp_launch_rank(void);

/* Tasks of an srun step that no server joins: each is a process of its own. 0: none, or one. */
int tp_launch_copies(void);

/* Programs that this program starts shall leave its ranks alone. */
void tp_launch_mark(void);

/* After MPI has started with `ranks` processes: remembers that this process has the place. Answers what is wrong
   when the launcher spoke of more than MPI has found (static storage), or null. */
const char *tp_launch_taken(int ranks);

#endif
