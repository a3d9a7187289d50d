// Functions whose definition in this file may not be the one that runs.
//
// RUN: tilepipe-cc %s -fPIC -DCALLED=plain --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: tilepipe-cc %s -fPIC -DCALLED=written --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: tilepipe-cc %s -DCALLED=weakened --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s --check-prefix=WEAK
// RUN: tilepipe-cc %s -DASSEMBLER -DCALLED=plain --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASSEMBLER
// RUN: tilepipe-cc %s -DCALLED=fabs --tp-stop-after=frontend -Rpass-missed=tilepipe -o /dev/null 2>&1 | FileCheck %s --check-prefix=RENAMED
// What nothing replaces.
// RUN: tilepipe-cc %s -DCALLED=plain --tp-require --tp-stop-after=frontend -o /dev/null
// RUN: tilepipe-cc %s -fPIE -DCALLED=plain --tp-require --tp-stop-after=frontend -o /dev/null
// RUN: tilepipe-cc %s -fPIC -fno-semantic-interposition -DCALLED=plain --tp-require --tp-stop-after=frontend -o /dev/null
// RUN: tilepipe-cc %s -fPIC -fvisibility=hidden -DCALLED=plain --tp-require --tp-stop-after=frontend -o /dev/null
// RUN: tilepipe-cc %s -fPIC -DCALLED=own --tp-require --tp-stop-after=frontend -o /dev/null
// RUN: tilepipe-cc %s -fPIC -DCALLED=inlined --tp-require --tp-stop-after=frontend -o /dev/null
#ifdef ASSEMBLER
__asm__(".weak plain");
#endif
double fabs(double) __asm__("of_ours");
double plain(double x) { return x / 2; }
double weakened(double x) { return x / 2; }
#pragma weak weakened
static double own(double x) { return x / 2; }
extern inline double inlined(double x) { return x / 2; }
static double area;
double written(double x) { area = x; return area / 2; }

// SHARED: remark: loop not parallelized: call of '{{plain|written}}', which may be replaced when the program starts (-fPIC); declare it static, or hidden: {{.*}}[tp-impure-call]
// WEAK: remark: loop not parallelized: call of 'weakened', which is a weak symbol: {{.*}}[tp-impure-call]
// ASSEMBLER: remark: loop not parallelized: call of 'plain', which the file's assembler may replace; declare it static: {{.*}}[tp-impure-call]
// RENAMED: remark: loop not parallelized: call of 'fabs': its definition is not in this file: {{.*}}[tp-unknown-call]
void nest(double (*A)[100]) {
  for (int i = 1; i < 100; i++)
    for (int j = 1; j < 100; j++)
      A[i][j] = CALLED(A[i - 1][j]);
}
