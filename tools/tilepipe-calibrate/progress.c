/* progress.c - a bar on stderr, drawn at most ten times a second. */
#include "calibrate.h"

#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 40 };

static int shown, drawn;
static double begin, last;

void progress_start(int force) {
  shown = force || isatty(STDERR_FILENO);
  begin = tp_now();
}

void progress_show(double part, const char *what) {
  double now = tp_now();
  if (!shown || (drawn && now - last < 0.1))
    return;
  last = now;
  drawn = 1;
  int full = (int)(part * WIDTH);
  fprintf(stderr, "\r[%.*s%*s] %3d %% %4.0f s  %-36.36s", full,
          "########################################", WIDTH - full, "", (int)(100 * part), now - begin,
          what);
  fflush(stderr);
}

void progress_end(void) {
  last = 0;
  progress_show(1, "");
  if (drawn)
    fputc('\n', stderr);
}
