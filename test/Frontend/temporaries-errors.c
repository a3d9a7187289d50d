// Static numbers whose value may pass from one function to another.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

void unseen(void);
static double begins, behind, below, pointed, often, size, called;
static double *pointer = &pointed;
double everywhere;

void leaves_begins(int n, double (*u)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'begins' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      begins = 1.0 / u[i][j];
      u[i][j] = begins;
    }
}
double reads_begins(int yes) {
  if (yes)
    begins = 1;
  return begins;
}

static void leaves_behind(int n, double (*u)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'behind' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      behind = 1.0 / u[i][j];
      u[i][j] = behind;
    }
}
double reads_behind(int n, double (*u)[n]) {
  behind = 0;
  leaves_behind(n, u);
  return behind;
}

// Who knows whom an unseen function calls.
void leaves_below(int n, double (*u)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'below' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      below = 1.0 / u[i][j];
      u[i][j] = below;
    }
}
double reads_below(void) {
  below = 3;
  unseen();
  return below;
}

double through_pointer(int n, double (*u)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'pointed' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      pointed = 1.0 / u[i][j];
      u[i][j] = pointed;
    }
  return *pointer;
}

void other_files(int n, double (*u)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'everywhere' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      everywhere = 1.0 / u[i][j];
      u[i][j] = everywhere;
    }
}

// Of one iteration, but not of the next one.
void carried(int n, double (*u)[n]) {
  often = 0;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'often' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      u[i][j] += often;
      often = u[i][j];
    }
}

// In the size of a type: there the graph of the function does not show it.
void in_type(int n, double (*u)[n]) {
  double (*rows)[(int)size + 1] = (double (*)[(int)size + 1])u;
  rows[0][0] = 1;
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}}'size' is declared outside the nest and written in it{{.*}} [tp-scalar-written]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      size = 1.0 / u[i][j];
      u[i][j] = size;
    }
}

// A function that the nest calls means the variable of the file.
static void stores(double *to, double x) {
  called = x;
  *to = called;
}
void calls(int n, double (*u)[n], double (*f)[n]) {
  // CHECK: :[[@LINE+1]]:3: remark: {{.*}} [tp-{{impure-call|scalar-written}}]
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      called = 1.0 / u[i][j];
      stores(&f[i][j], called);
    }
}
