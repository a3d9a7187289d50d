/* report.h - the end of a program that is asked for statistics. */
#ifndef TP_REPORT_H
#define TP_REPORT_H

#include "report/text.h"
#include "settings/settings.h"

/* Bytes that came from a rank when the program touched them. */
typedef struct tp_brought {
  long long pieces, bytes;
} tp_brought;

/* What arrays that stay on ranks have moved; docs/Runtime.md says what each is. */
typedef struct tp_data_counts {
  const char *why; /* they may not stay, null: they may */
  long long starts, home, ranks, border, foreseen, faults, fetched, returned, surveys, touched;
  long long away; /* -1: not known */
  double protecting;
  const tp_brought *brought; /* by rank, null: nothing */
} tp_data_counts;

/* The process starts: what is asked for of the whole program is printed even if no region is called. library: the name of
   the one whose runtime this is, null: the program's. rank: which process of mpirun's this is, where each runs the
   program, else 0. */
void tp_report_start(const char *library, int rank);
/* A region is decided under this setting: what it asks for is printed when the program ends, once.
   threads: that a rank may use, 0: not known. */
void tp_report_at_exit(const tp_forms *forms, int threads);
/* 1: the handler reports when a signal ends the program. */
int tp_report_handles(void (*handler)(int));

/* Arrays may stay: `read` says what has moved. away: 1: it may look at what is away, too. */
void tp_report_with_data(void (*read)(tp_data_counts *out, int away));

/* --- for the files of this folder --- */

typedef struct tp_program {
  const char *name;
  double seconds;
  int signal;                 /* that ended it, 0: none */
  int rank;                   /* as in tp_report_start */
  int ranks, threads;         /* threads: of each rank, 0: not known */
  const char *alone;          /* why ranks are not used although there are several, null */
  const tp_data_counts *data; /* null: no array might stay */
} tp_program;

/* Host of a rank. */
const char *tp_report_host(int rank);

/* line.c: the line of a region, and of arrays that stay, without its end; "": there is none. */
struct tp_region_record;
void tp_line_region(const struct tp_region_record *r, tp_text *out);
void tp_line_data(const tp_data_counts *d, tp_text *out);

/* table.c; ranks: 1: with a line for each. */
void tp_table(const tp_program *p, int ranks, tp_text *out);

/* document.c */
void tp_document(const tp_program *p, tp_text *out);

#endif
