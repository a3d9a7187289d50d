/* lost.c - arrays stay on ranks while the program rests (rest), goes on (work), or touches them (touch); says "first" when
 * they do. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 1000 };
static double grid[N][N], next[N][N];

static void step(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
}

static void turn_back(void) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      grid[i][j] = next[i][j] + 1;
}

/* Here and there, so that each touch is a fault of its own. */
static void touch(void) {
  volatile double sum = 0;
  for (int i = 1; i < N; i++)
    sum += grid[i * 377 % N][5] + next[i * 613 % N][5];
}

static void own(int number) {
  (void)number;
  static const char text[] = "handled\n";
  if (write(1, text, sizeof text - 1) > 0)
    _exit(3);
}

int main(int count, char **words) {
  const char *how = count > 1 ? words[1] : "rest";
  struct sigaction before;
  step();
  turn_back();
  if (strcmp(how, "own") == 0) {
    signal(SIGTERM, own);
  } else {
    sigaction(SIGTERM, NULL, &before);
    printf("caught=%d\n", before.sa_handler != SIG_DFL);
  }
  printf("first\nresting\n");
  fflush(stdout);
  for (int k = 0; k < 1000000; k++)
    if (strcmp(how, "work") == 0) {
      step();
      turn_back();
    } else if (strcmp(how, "touch") == 0) {
      step();
      turn_back();
      touch();
    } else {
      sleep(1);
    }
  printf("%f\n", grid[N / 2][N / 2]);
  return 0;
}
