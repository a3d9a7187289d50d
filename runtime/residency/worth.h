/* worth.h - whether it pays to leave arrays on ranks (TILEPIPE_DATA=auto). Plain data; the caller has the clock.
 *
 * Starts of regions gather first, which tells what that takes. When they have taken many times as long as moving their
 * arrays there and back would, an attempt: from then on arrays stay, of all starts, for regions share arrays. They stay as
 * long as starts save more than the program's touches cost. Else all gather again, until the next attempt. */
#ifndef TP_WORTH_H
#define TP_WORTH_H

enum { TP_WORTH_STARTS = 64, TP_WORTH_CALLS = 3 };

typedef struct tp_worth {
  struct {
    long long start; /* 0: none */
    int calls;       /* that gathered */
    double least;    /* seconds of one */
    int round;       /* in which its price was counted */
  } known[TP_WORTH_STARTS];
  int next;        /* place for the next start */
  int staying;     /* 1: arrays stay */
  double seconds;  /* of starts since all gather */
  double price;    /* of an attempt: seconds to move the arrays of these starts there and back */
  double balance;  /* of the attempt: seconds saved, less those spent */
  int round;       /* times that it was given up */
} tp_worth;

/* Before a start: 1: its arrays stay. calls: 0, or its arrays move in each of its calls, so that an attempt moves no more:
   the first one comes after so many. */
int tp_worth_stays(tp_worth *w, long long start, int calls);
/* Behind it: its seconds, and those that moving its arrays there and back takes. */
void tp_worth_ran(tp_worth *w, long long start, int stayed, double seconds, double price);
/* Fetching what the program touched, or giving an array up, has taken so long. */
void tp_worth_spent(tp_worth *w, double seconds);

#endif
