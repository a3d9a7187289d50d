/* worth.h - whether it pays to leave arrays on ranks (TILEPIPE_DATA=auto). Plain data; the caller has the clock.
 *
 * Each plan gathers a few times first, which tells what that takes. Then arrays stay as long as what starts save is more
 * than what the program's touches cost in between. */
#ifndef TP_WORTH_H
#define TP_WORTH_H

enum { TP_WORTH_PLANS = 64, TP_WORTH_CALLS = 3, TP_WORTH_REST = 32 };

typedef struct tp_worth {
  struct {
    long long plan; /* 0: none */
    int calls;      /* that gathered */
    double least;   /* seconds of one */
  } known[TP_WORTH_PLANS];
  int next;       /* place for the next plan */
  double balance; /* seconds saved, less those spent */
  int rest;       /* starts that gather before it is tried again */
  int tries;      /* that did not pay */
} tp_worth;

/* Before a start of a plan: 1: its arrays stay. */
int tp_worth_stays(tp_worth *w, long long plan);
/* Behind it: the seconds that moving took, before and after its tiles. */
void tp_worth_ran(tp_worth *w, long long plan, int stayed, double seconds);
/* Fetching what the program touched, or giving an array up, has taken so long. */
void tp_worth_spent(tp_worth *w, double seconds);

#endif
