#include <math.h>
#include <stdio.h>

double field[400][400];
void fill(int n);

int main(void)
{
    fill(400);
    return printf("%.17g\n", sqrt(field[399][399])) < 0;
}
