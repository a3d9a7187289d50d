/* Included by called.c and called_elsewhere.c: each file has its own copy of the function and of its region. */
static double from_header(double x)
{
    double t[30][40];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            t[i][j] = x + i * 0.25 + j;
    for (int i = 1; i < 30; i++)
        for (int j = 1; j < 40; j++)
            t[i][j] = t[i - 1][j] * 0.5 + t[i][j - 1] * 0.25;
    return t[29][39];
}
