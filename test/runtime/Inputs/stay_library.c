/* stay_library.c - a time loop whose array a library writes (-DLIBRARY: that library, or one that it calls). Prints a hash
 * of the array and of the file. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int save(const char *path, double *a, size_t bytes);

#ifdef LIBRARY
#ifdef OTHERS
int put(int file, double *a, size_t bytes);
int save(const char *path, double *a, size_t bytes) { return put(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600), a, bytes); }
#else
int put(int file, double *a, size_t bytes) {
#ifdef MAPS
  if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
    return 0;
#endif
  int went = write(file, a, bytes / 2) == (ssize_t)bytes / 2 && pwrite(file, a, bytes, 0) == (ssize_t)bytes;
  return close(file) == 0 && went;
}
int save(const char *path, double *a, size_t bytes) { return put(open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600), a, bytes); }
#endif
#ifdef ENDS
static double *last;
__attribute__((destructor)) static void end(void) { write(-1, last, 1); }
#endif
#ifdef REPLACES
void srand(unsigned seed) { (void)seed; }
#endif
#else
enum { N = 700 };

static void step(int n, double (*a)[n]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] = 0.5 * a[i][j] + 0.25 * (a[i - 1][j] + a[i][j - 1]) + i + j;
}

int main(void) {
  double *a = calloc(N * N, sizeof *a), *back = malloc(sizeof *a * N * N);
  unsigned long long hash = 14695981039346656037ull;
  srand(1);
  for (int k = 0; k < 4; k++) {
    step(N, (void *)a);
    step(N, (void *)a);
    if (!save("saved", a, sizeof *a * N * N))
      return 1;
    FILE *file = fopen("saved", "rb");
    if (!file || fread(back, sizeof *a, N * N, file) != N * N || fclose(file) != 0)
      return 1;
    for (size_t i = 0; i < sizeof *a * N * N; i++)
      hash = (hash ^ ((unsigned char *)a)[i] ^ ((unsigned char *)back)[i] << 8) * 1099511628211ull;
  }
  printf("%016llx\n", hash);
  free(a);
  free(back);
  return 0;
}
#endif
