/* Compilers tell themselves apart in many ways; each nest writes what gcc and Clang read differently. */
#include <stdio.h>
#if __has_builtin(__builtin_bitreverse32)
#define WHO 1
#else
#define WHO 2
#endif
#ifdef __clang__
#define IS_CLANG 1
#else
#define IS_CLANG 0
#define IS_GCC 1
#endif
#if IS_CLANG
#define TWO 1
#else
#define TWO 2
#endif
#ifdef IS_GCC
#define THREE 2
#else
#define THREE 1
#endif
#ifdef __clang__
enum { FOUR = 1 };
#else
enum { FOUR = 2 };
#endif
#define HAS(x) __has_builtin(x)
#if HAS(__builtin_bitreverse32)
#define FIVE 1
#else
#define FIVE 2
#endif
static double a[100][100];
void f1(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j += WHO)
      a[i][j] = a[i - 1][j] + 1;
}
void f2(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j += TWO)
      a[i][j] = a[i - 1][j] + 1;
}
void f3(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j += THREE)
      a[i][j] = a[i - 1][j] + 1;
}
void f4(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j += FOUR)
      a[i][j] = a[i - 1][j] + 1;
}
void f5(int n) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j += FIVE)
      a[i][j] = a[i - 1][j] + 1;
}
static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < 100 * 100; i++)
    sum += (&a[0][0])[i];
  printf("%s %g\n", name, sum);
}
int main(void) {
  f1(100), show("f1");
  f2(100), show("f2");
  f3(100), show("f3");
  f4(100), show("f4");
  f5(100), show("f5");
}
