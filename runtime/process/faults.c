/* faults.c - see faults.h. */
#include "process/faults.h"

#include "process/process.h"

#include <signal.h>
#include <stddef.h>

static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
enum { FAULTS = sizeof faults / sizeof *faults };

static struct sigaction kept[FAULTS];
static struct sigaction arithmetic; /* before the program's main */

void tp_faults_keep(void) {
  for (int i = 0; i < FAULTS; i++)
    sigaction(faults[i], NULL, &kept[i]);
}

void tp_faults_restore(void) {
  for (int i = 0; i < FAULTS; i++)
    sigaction(faults[i], &kept[i], NULL);
  sigaction(SIGFPE, NULL, &arithmetic);
}

/* sa_handler and sa_sigaction share their place. A sanitizer's handler is there before the program. */
static int handles_arithmetic(void) {
  struct sigaction now;
  return sigaction(SIGFPE, NULL, &now) == 0 && now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN &&
         now.sa_handler != arithmetic.sa_handler;
}

int tp_ranks_allowed(void) { return tp_here.ranks > 1 && handles_arithmetic() ? 1 : tp_here.ranks; }
