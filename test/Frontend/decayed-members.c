// An array member that is converted to a pointer has its structure's address taken: the start asks whether the nest
// stores to a copied structure. The subscript of an element takes no address.
//
// RUN: tilepipe-cc %s --tp-stop-after=frontend --tp-print-after=frontend -Rpass-missed=tilepipe \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

struct small { double v[8], w; };
struct outer { struct small in[2]; double m[2][4]; };
struct view { double *data; };
void fill(double *v);

// CHECK-LABEL: nest of_parameter in of_parameter at
// CHECK: capture struct small s = s (body) (reachable)
void of_parameter(struct small s) {
  double *p = s.v;
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.v[2];
}
// CHECK-LABEL: nest of_static in of_static at
// CHECK: capture struct small s = s (body) (reachable)
void of_static(void) {
  static struct small s;
  static double *p = s.v;
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.w;
}
// CHECK-LABEL: nest in_initializers in in_initializers at
// CHECK: capture struct outer s = s (body) (reachable)
void in_initializers(struct outer s) {
  struct view t = {s.in[1].v};
  double *p = t.data;
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.in[1].w;
}
// CHECK-LABEL: nest of_rows in of_rows at
// CHECK: capture struct outer s = s (body) (reachable)
void of_rows(struct outer s) {
  double(*p)[4] = s.m;
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[1][j] = 0.5 * p[0][j] + s.in[1].w;
}
// CHECK-LABEL: nest of_one_row in of_one_row at
// CHECK: capture struct outer s = s (body) (reachable)
void of_one_row(struct outer s) {
  double *p = s.m[1];
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.in[1].w;
}
// CHECK-LABEL: nest dereferenced in dereferenced at
// CHECK: capture struct small s = s (body) (reachable)
void dereferenced(struct small s) {
  double *p = &*s.v;
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.w;
}
// CHECK-LABEL: nest passed in passed at
// CHECK: capture struct small s = s (body) (reachable)
void passed(struct small s, double *p) {
  fill(s.v);
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.w;
}
// CHECK-LABEL: nest assembled in assembled at
// CHECK: capture struct small s = s (body) (reachable)
void assembled(struct small s) {
  double *p;
  __asm__("lea %1, %0" : "=r"(p) : "m"(s));
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.w;
}
// A called function has its own copy of the structure, and writes it.
// CHECK-LABEL: nest in_callee in in_callee at
// CHECK: read {{.*}}s.v[o0]
// CHECK-NOT: write {{.*}}s.v
static double changed(struct small s, double x) {
  double *p = s.v;
  p[2] = x;
  return s.v[2] + s.w;
}
void in_callee(struct small s, double *p) {
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = changed(s, p[j]);
}
// CHECK-LABEL: nest elements_only in elements_only at
// CHECK: capture struct outer s = s (body){{$}}
void elements_only(struct outer s, double *p) {
  s.m[1][2] = s.in[0].v[3] + sizeof s.m;
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 4; j++)
      p[j] = 0.5 * p[j] + s.m[1][2] + s.in[1].v[1];
}
