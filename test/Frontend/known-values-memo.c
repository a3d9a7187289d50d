// Questions about what compilers know of called functions are answered once for each function and depth: without that,
// each chain of calls below is followed three times at each step.
// RUN: timeout 60 tilepipe-cc %s -o %t.c -Rpass=tilepipe 2>&1 | FileCheck %s

double f0(double x)
{
    return x + 1;
}
#define NEXT(F, G) double F(double x) { return G(x * 0.5) + G(x + 0.25) * G(x - 1.0); }
NEXT(f1, f0)
NEXT(f2, f1)
NEXT(f3, f2)
NEXT(f4, f3)
NEXT(f5, f4)
NEXT(f6, f5)
NEXT(f7, f6)
NEXT(f8, f7)
NEXT(f9, f8)
NEXT(f10, f9)
NEXT(f11, f10)
NEXT(f12, f11)
NEXT(f13, f12)
NEXT(f14, f13)
NEXT(f15, f14)
NEXT(f16, f15)
NEXT(f17, f16)
NEXT(f18, f17)
NEXT(f19, f18)
NEXT(f20, f19)
NEXT(f21, f20)
NEXT(f22, f21)
NEXT(f23, f22)
NEXT(f24, f23)
NEXT(f25, f24)
NEXT(f26, f25)
NEXT(f27, f26)
NEXT(f28, f27)
NEXT(f29, f28)
NEXT(f30, f29)
NEXT(f31, f30)
NEXT(f32, f31)
NEXT(f33, f32)
NEXT(f34, f33)
NEXT(f35, f34)
NEXT(f36, f35)
NEXT(f37, f36)
NEXT(f38, f37)
NEXT(f39, f38)
NEXT(f40, f39)

void fill(int n, int m, double A[n][m])
{
    // CHECK: :[[@LINE+1]]:5: remark: loop nest of depth 2 parallelized
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            A[i][j] = f40(A[i - 1][j]) + A[i][j - 1];
}
