// Components of a vector are no work for several processors: they would share each line of a cache.
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s

// What a line of points leaves in `line` is overwritten by the next one: only components do not wait for each other.
void components(int n, double (*restrict u)[n][5], double (*restrict line)[5]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop not parallelized: only the 5 iterations of an innermost loop could run on several processors; declare arrays that each iteration of an outer loop fills again inside of that loop [tp-not-worth]
  for (int j = 1; j < n; j++) {
    for (int i = 0; i < n; i++)
      for (int m = 0; m < 5; m++)
        line[i][m] = u[j][i][m] * 0.5;
    for (int i = 0; i < n; i++)
      for (int m = 0; m < 5; m++)
        u[j][i][m] -= line[n - 1 - i][m];
  }
}

// One statement: its tiles have no conditions inside, and its points may take long.
void steps(int n, double (*restrict x)[4]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'steps'
  for (int t = 0; t < n; t++)
    for (int m = 0; m < 4; m++)
      x[0][m] = x[0][m] * 0.5 + 1.0;
}

// Lines that do not wait for each other are work enough, whatever they have inside.
void lines(int n, double (*restrict u)[n][5]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 3 parallelized as region 'lines'
  for (int j = 0; j < n; j++)
    for (int i = 1; i < n; i++)
      for (int m = 0; m < 5; m++)
        u[j][i][m] -= u[j][i - 1][m];
}

// Three pictures, each of them whole.
void pictures(int n, double u[3][2000]) {
  // CHECK: :[[@LINE+1]]:3: remark: loop nest of depth 2 parallelized as region 'pictures'
  for (int c = 0; c < 3; c++)
    for (int i = 1; i < 2000; i++)
      u[c][i] -= u[c][i - 1];
}
