/* openmp.h - what OpenMP itself says. A program compiled without OpenMP may have functions of its own by these
   names, which answer for one thread. */
#ifndef TP_OPENMP_H
#define TP_OPENMP_H

int tp_omp_thread_num(void);
int tp_omp_num_threads(void);
int tp_omp_max_threads(void);

#endif
