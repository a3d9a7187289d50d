/* worth.h - whether it pays to leave arrays on ranks (TILEPIPE_DATA=auto). Plain data; the caller has the clock.
 *
 * Starts of regions gather first, which tells what that takes. An attempt is made for all of them, for regions share
 * arrays: from then on arrays stay. There are two ways to it:
 * - A survey behind a call tells what the program touches of its arrays before the next one, and a plan for arrays that stay
 *   predicts the rest. The attempt comes when calls so far would have saved twice what moving the arrays takes.
 * - When starts have taken many times as long as moving their arrays there and back would.
 * Arrays stay as long as starts save more than the program's touches cost. Else all gather again, until the next attempt. */
#ifndef TP_WORTH_H
#define TP_WORTH_H

enum { TP_WORTH_STARTS = 64, TP_WORTH_CALLS = 3 };

typedef struct tp_worth_start {
  long long start;   /* 0: none */
  long long calls;   /* that gathered */
  double least;      /* seconds of one */
  int round;         /* in which its price was counted */
  int moves;         /* its arrays move in each call */
  double price;      /* seconds to move its arrays there and back */
  int attempt, runs; /* 1 and the round of the last one that it ran in, 0: none; its runs then */
  double staying;    /* seconds of one, the least but for the first */
  int surveyed;
  double touched;    /* seconds that the program's touches behind a call would take */
  double predicted;  /* seconds of a call whose arrays stay, 0: not known yet */
} tp_worth_start;

typedef struct tp_worth {
  tp_worth_start known[TP_WORTH_STARTS];
  int next;        /* place for the next start */
  int staying;     /* 1: arrays stay */
  int must;        /* whatever that costs: they have no room elsewhere */
  double seconds;  /* of starts since all gather */
  double price;    /* of an attempt: seconds to move the arrays of these starts there and back */
  double balance;  /* of the attempt: seconds saved, less those spent */
  int round;       /* times that it was given up */
} tp_worth;

/* Before a start: 1: its arrays stay. at_once: the first attempt waits for no reason. */
int tp_worth_stays(tp_worth *w, long long start, int at_once);
/* 1: it has run, or was declined. */
int tp_worth_knows(const tp_worth *w, long long start);
/* Arrays stay from now on, those of all starts. */
void tp_worth_must_stay(tp_worth *w);
/* Behind it: its seconds, and those that moving its arrays there and back takes. moves: they were moved. calls: so many
   like it, most of which nobody looked at. */
void tp_worth_ran(tp_worth *w, long long start, int stayed, double seconds, double price, int moves, long long calls);
/* Fetching what the program touched, or giving an array up, has taken so long. */
void tp_worth_spent(tp_worth *w, double seconds);

/* 1: the program's touches behind this call of a start are to be surveyed. */
int tp_worth_wants_survey(const tp_worth *w, long long start);
/* Part of the arrays' bytes that was touched. */
void tp_worth_surveyed(tp_worth *w, long long start, double part);
/* 1: it is to be predicted what a call takes whose arrays stay. */
int tp_worth_wants_prediction(const tp_worth *w, long long start);
/* In seconds; 0: no plan for it gains. */
void tp_worth_predicted(tp_worth *w, long long start, double seconds);

#endif
