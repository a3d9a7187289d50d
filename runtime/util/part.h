/* part.h - which threads work for the run that is under way. The program has others, which handle its signals. */
#ifndef TP_PART_H
#define TP_PART_H

/* A run begins: no thread has a part in it yet. */
void tp_part_begin(void);
/* The calling thread has one. */
void tp_part_take(void);
/* 1: it has. For handlers of signals, too. */
int tp_part_is_taken(void);

#endif
