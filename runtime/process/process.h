/* process.h - what this process is among the ranks. */
#ifndef TP_PROCESS_H
#define TP_PROCESS_H

#include "comm/transport.h"
#include "plan/plan.h"

typedef struct tp_process {
  int ranks, rank;         /* 1, 0 without mpirun */
  tp_transport *transport; /* null: regions use threads only */
  const char *alone;       /* why ranks are not used although mpirun started several, null */
  _Atomic int confined;    /* the program has limited its system calls: regions decline */
  int hosts;
  int one_clock;           /* all ranks read the same clock */
  struct tp_timeline *timeline; /* of this rank, null: rank 0 is not asked for a trace */
  int threads;             /* a rank may use, the least over the ranks */
  int same_cpus;           /* ranks have the same CPU features and libc */
  int *host_of;
  int *process_of;         /* of each rank, its process as this one numbers processes, 0: it cannot see it; null without ranks */
  char (*host_name)[64];   /* by its number, as in host_of; null without ranks */
  char *host_names;        /* of all ranks, in order, each once, separated by commas; null without ranks */
  int transports;          /* 1 << TP_TRANSPORT_*: those that work here besides messages */
  const char *why_not[TP_TRANSPORT_SHM + 1]; /* by transport */
} tp_process;

extern tp_process tp_here;

/* Number of threads that a rank may use now. */
int tp_threads_allowed(void);

/* Position of r in the program's table of regions, -1: not there (a shared library's). */
int tp_region_number(const tp_region *r);
const tp_region *tp_region_numbered(int number);
int tp_region_count(void);

/* Ends the program with one line "tilepipe: <text>" and the code; all ranks go. Runs the program's
   exit handlers as its own exit would. */
__attribute__((noreturn)) void tp_end_program(int code, const char *text);

/* 1: this process is rank 0 of several and has not left them. */
int tp_has_ranks(void);
/* Lets the other ranks end and leaves MPI, when this process is about to be another program, or one that ranks cannot reach.
   Regions then use threads, and `why` (static storage) is what statistics say about it. */
void tp_release_ranks(const char *why);
/* The program has closed files of MPI's: ends it with a line that says so. */
__attribute__((noreturn)) void tp_leave_without_mpi(void);

/* --- interposition.c --- */

/* The threads that are there now, but for the main one, are no threads of the program. */
void tp_threads_are_ours(void);
/* Nor is this one, by its number. */
void tp_threads_add_ours(int thread);
/* 1: the caller is one of them. */
int tp_thread_is_ours(void);
/* 1: a thread of the program blocks the signal. */
int tp_threads_block(int signal);

/* --- machine.c: facts that ranks compare --- */

typedef struct tp_facts {
  unsigned long long binary;   /* file of the program */
  unsigned long long regions;  /* descriptors */
  unsigned long long settings;
  unsigned long long cpu;      /* features that libm looks at, libc version */
  unsigned long long binding;  /* cores of this rank's binding */
  char boot[40];               /* the kernel's own name for its run: containers of one machine share it; "": unknown */
  int cores, threads;          /* in the binding, within the container's quota; OMP_NUM_THREADS or 0 */
  int most;                    /* CPUs of this task by Slurm's word, 0: none */
  int threaded;                /* tp_p2p_threads */
  int traces;                  /* a trace is asked for here */
  int process;                 /* this process's number, */
  unsigned long long numbering; /* and the namespace in which it is one; 0: unknown */
  char shaping[TP_SETTING_COUNT][64]; /* texts behind the hash of settings, for the message */
  char program[128], host[64];  /* the file, its end if it is long; where this rank runs */
  char bad[256];               /* why this rank's environment does not parse, "": it does */
} tp_facts;

void tp_facts_read(tp_facts *out);

/* --- binary.c: facts about the executable --- */

/* Hash of build id, or else of what is not written. */
unsigned long long tp_binary_hash(void);
/* 1: the program, or a library that it is linked with, refers to MPI_Init or its kin. */
int tp_binary_uses_mpi(void);
/* names.c: a function or variable of the program by the name of a function of the C library's, which other libraries
   would take for it; null: there is none. */
const char *tp_binary_own_name(void);
/* 1: this code is part of the main program, not of a shared library. */
int tp_binary_is_main(void);
/* The name of the file of the shared library that this code is part of, without its folder; null: it is the main
   program's. */
const char *tp_binary_library(void);

#endif
