/* The main thread ends by pthread_exit, and another one goes on. */
#include <pthread.h>
#include <stdio.h>

static double A[120][130];

static void nest(void) {
  for (int i = 1; i < 120; i++)
    for (int j = 1; j < 130; j++)
      A[i][j] = 0.5 * A[i - 1][j] + 0.25 * A[i][j - 1] + 0.125 * A[i][j] + 1;
  printf("%.17g\n", A[119][129]);
}

static void *goes_on(void *main_thread) {
  pthread_join(*(pthread_t *)main_thread, NULL);
  nest();
  return NULL;
}

int main(void) {
  static pthread_t mine, other;
  nest();
  mine = pthread_self();
  pthread_create(&other, NULL, goes_on, &mine);
  pthread_exit(NULL);
}
