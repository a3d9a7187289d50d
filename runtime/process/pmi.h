/* pmi.h - the server of a launcher that speaks PMI: MPICH's mpiexec, Slurm's srun --mpi=pmi2. */
#ifndef TP_PMI_H
#define TP_PMI_H

typedef enum tp_pmi {
  TP_PMI_NONE,   /* the environment names none */
  TP_PMI_ABSENT, /* it names a descriptor that this process does not have */
  TP_PMI_ENDED,  /* the server is done with this process: a program before has used it, or the launcher has ended */
  TP_PMI_SERVES  /* it is there, as far as that can be told */
} tp_pmi;

tp_pmi tp_pmi_look(void);

/* Tells servers of different jobs apart, the same for a program and what it starts; null: there is none. Static storage. */
const char *tp_pmi_job(void);

#endif
