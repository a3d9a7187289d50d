// Names inside of a nest that start with tp_ would mean something else in emitted code.
// RUN: tilepipe-cc %s -o %t.c -Rpass=tilepipe -Rpass-missed=tilepipe 2>&1 | FileCheck %s
double a[200][200], tp_mine[200][200];
int tp_first_size = 3;
#define HIDDEN tp_first_size

void array(void)
{
    // CHECK: :[[@LINE+1]]:5: remark: loop not parallelized: names that start with 'tp_' are the emitted code's: 'tp_mine'; rename it [tp-reserved-name]
    for (int i = 1; i < 200; i++)
        for (int j = 1; j < 200; j++)
            tp_mine[i][j] = tp_mine[i - 1][j] * .5;
}

void scalar(void)
{
    // CHECK: :[[@LINE+1]]:5: remark: {{.*}} 'tp_first_size'; rename it [tp-reserved-name]
    for (int i = 1; i < 200; i++)
        for (int j = 1; j < 200; j++)
            a[i][j] = a[i - 1][j] * HIDDEN;
}

void iterator(void)
{
    // CHECK: :[[@LINE+1]]:5: remark: {{.*}} 'tp_s'; rename it [tp-reserved-name]
    for (int tp_s = 1; tp_s < 200; tp_s++)
        for (int j = 1; j < 200; j++)
            a[tp_s][j] = a[tp_s - 1][j] * 2;
}

void other(int stp_s)
{
    // CHECK: :[[@LINE+1]]:5: remark: {{.*}} region 'other'
    for (int i = 1; i < 200; i++)
        for (int j = 1; j < 200; j++)
            a[i][j] = a[i - 1][j] * stp_s;
}
