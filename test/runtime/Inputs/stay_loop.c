/* stay_loop.c - a time loop of calls, between which the program touches little. Prints a hash of all that it sees. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef WRITES
#include <unistd.h>
#endif
#if defined THREADS || defined LEAVES
#include <pthread.h>
#endif
#ifdef THREADS
static void *nothing(void *at) { return at; }
#endif
#ifdef HANDLES
static void handle(int number) { (void)number; }
#endif

enum { N = 1000 };

static void begin(int n, double (*a)[n]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i * 3 % 17 + j % 5;
}

static void step(int n, double (*restrict b)[n], double (*restrict a)[n]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static unsigned long long hash;

static void see(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  hash = (hash ^ bits) * 1099511628211ull;
}

int main(int count, char **words) {
  int calls = count > 1 ? atoi(words[1]) : 10;
  double *a = malloc(sizeof *a * N * N), *b = malloc(sizeof *b * N * N), *swap;
  begin(N, (void *)a);
  begin(N, (void *)b);
  for (int k = 0; k < calls; k++) {
    step(N, (void *)b, (void *)a);
    swap = a;
    a = b;
    b = swap;
    a[N / 3 * N + 7] += k;
    see(a[N / 2 * N + k]);
  }
  for (int i = 0; i < N * N; i++)
    see(a[i]);
#ifdef HANDLES
  signal(SIGUSR1, handle);
#endif
#ifdef THREADS
  pthread_t thread;
  if (pthread_create(&thread, NULL, nothing, NULL) == 0)
    pthread_join(thread, NULL);
#endif
#ifdef WRITES
  if (write(STDOUT_FILENO, "", 0) != 0)
    return 1;
#endif
  printf("%016llx\n", hash);
#ifdef LEAVES
  pthread_exit(NULL);
#endif
  free(a);
  free(b);
  return 0;
}
