/* descriptors.h - files that MPI has open, which a program may close as daemons do. */
#ifndef TP_DESCRIPTORS_H
#define TP_DESCRIPTORS_H

/* After MPI has started: remembers those that MPI's threads wait on. */
void tp_descriptors_keep(void);

/* 1: none of them is open any more; MPI would wait for ever. */
int tp_descriptors_lost(void);

#endif
