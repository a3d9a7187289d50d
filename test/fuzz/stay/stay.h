/* stay.h - programs of several regions with code of the host program in between, drawn by numbers: each must leave the
 * same bits wherever its arrays are meanwhile (TILEPIPE_DATA).
 *
 * Arrays are static or come from malloc and its like, also where others were before. Regions see them in one, two and three
 * dimensions. In between they are swapped, copied, sorted, printed, written to files and read back, and touched in a few
 * places or everywhere, by threads, children and handlers of signals, too. */
#ifndef STAY_H
#define STAY_H

#include <stddef.h>

enum { SLOTS = 5, SN = 220, SM = 150 };

/* A matrix that the program has allocated. */
typedef struct slot {
  double *p;
  int n, m;
} slot;

extern slot slots[SLOTS];
extern double fixed[SN][SM];
extern float single[SN * SM];
extern unsigned long long hash;
extern unsigned last; /* what was drawn */

/* --- stay.c --- */

/* Of the program's number alone. */
unsigned draw(unsigned below);
double value(void);
/* The program has seen so many bytes. */
void see(const void *at, size_t bytes);

/* --- slots.c --- */

slot *any(void);
long count(const slot *s);
/* Two of one shape; 0: there are none. */
int same_shape(slot **a, slot **b);
/* Memory for a new matrix, or other memory for the one that is there. */
void fresh(slot *s);
void resized(slot *s);
void let_go(slot *s);

/* --- what a step does: each draws one of several --- */

void matrix_region(void); /* regions.c */
void time_loop(void);
void space_region(void);   /* spaces.c: other dimensions, several statements */
void number_region(void);  /* numbers.c: arrays of other types, members of structures */
void numbers_begin(void);
void numbers_see(void);
void memory_step(void);    /* memory.c: what computes and copies */
void file_step(void);      /* files.c: what the kernel reads and writes */
int files_begin(void);
void interruption(void);   /* interruptions.c: threads, children, handlers of signals */
void interruptions_begin(void);

#endif
