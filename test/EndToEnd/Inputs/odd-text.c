/* odd-text.c - nests whose text is legal and seldom written so: spliced lines, trigraphs, digraphs, macros that end a
   nest or are its keywords. Compiled with -trigraphs. */
#include <stdio.h>

static double A[70][90];
#define SUM A[i - 1][j] * 0.5 + A[i][j - 1] * 0.25

static void comment_continued(void) {
  for (int i = 1; i < 70; i++)
    for (int j = 1; j < 90; j++)
      A[i][j] += SUM // this comment goes on \
      ; A[0][0] = 7;
      ;
  A[1][1] += 1;
}

static void comment_by_trigraph(void) {
  for (int i = 1; i < 70; i++)
    for (int j = 1; j < 90; j++)
      A[i][j] += SUM // this comment goes on ??/
      ; A[0][0] = 7;
      ;
  A[1][1] += 2;
}

static void spliced_comment(void) {
  for (int i = 1; i < 70; i++)
    for (int j = 1; j < 90; j++)
      A[i][j] += SUM /\
* ; A[0][0] = 7; *\
/ ;
  A[1][1] += 3;
}

static int before; ??/
static void spliced_tokens(void) {
  fo\
r (int i = 1; i < 7??/
0; i+\
+) <% for (int j = 1; j < 90; j++) <% A<:i:>??(j??) += SUM \
; ??> %>
  A[1][1] += 4;
}

static void digraph_directives(void) {
#pragma tilepipe off
%:if 1
  for (int i = 1; i < 70; i++)
    for (int j = 1; j < 90; j++)
      A[i][j] += SUM;
%:endif
  for (int i = 1; i < 70; i++)
??=if 0 /* more
  lines */
    for (int j = 1; j < 9; j++)
%:  else // more \
    lines
    for (int j = 1; j < 90; j++)
#endif
      A[i][j] += SUM;
}

#define AND_MORE A[i][j - 1]; A[0][0] += 1
#define TWO_STATEMENTS A[i][j] += SUM; A[0][0] += 1;
#define ONE_STATEMENT A[i][j] += A[i - 1][j] + A[i][j - 1];
static void ends_in_macro(void) {
  int i = 1, j = 1;
  for (i = 1; i < 70; i++)
    for (j = 1; j < 89; j++)
      A[i][j] += A[i - 1][j] + AND_MORE;
  i = j = 1;
  for (i = 1; i < 70; i++)
    for (j = 1; j < 89; j++)
      TWO_STATEMENTS
  for (i = 1; i < 70; i++)
    for (j = 1; j < 89; j++)
      ONE_STATEMENT
  A[1][1] += 5;
}

#define LOOP for
#define AGAIN LOOP
#define OPEN (
#define integer int
#define when if
#define otherwise else
#define begin {
#define end }
static void keywords(void) {
  LOOP (integer i = 1; i < 70; i++)
    AGAIN OPEN integer j = 1; j < 90; j++) begin
      when (A[i][j] > 3) A[i][j] -= SUM; otherwise A[i][j] += SUM;
    end
  A[1][1] += 6;
}

static void own_keyword(void) {
#define WALK for
  WALK (int i = 1; i < 70; i++)
    WALK (int j = 1; j < 90; j++)
      A[i][j] += SUM;
#undef WALK
#define WALK if
  A[1][1] += 7;
}

int main(void) {
  for (int k = 0; k < 70 * 90; k++)
    A[k / 90][k % 90] = k * 7 % 17;
  comment_continued();
  comment_by_trigraph();
  spliced_comment();
  spliced_tokens();
  digraph_directives();
  ends_in_macro();
  keywords();
  own_keyword();
  double sum = before;
  for (int k = 0; k < 70 * 90; k++)
    sum = sum * 0.999 + A[k / 90][k % 90];
  printf("%a\n", sum);
  return 0;
}
