/* faults.h - signals that a thread causes itself, and whose handlers get them. */
#ifndef TP_FAULTS_H
#define TP_FAULTS_H

/* Around the start of MPI, which puts handlers of its own in place of those that are there: they report where the
   program crashed, and in a program whose memory is damaged they may never end. */
void tp_faults_keep(void);
void tp_faults_restore(void);

/* Ranks that a region may use now: one while the program handles SIGFPE by itself, for its handler is not there on
   other ranks. */
int tp_ranks_allowed(void);

#endif
