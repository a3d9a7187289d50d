/* dtw - dynamic time warping of two recordings of an accelerometer.
 *
 *   dtw first.csv second.csv [samples]
 *
 * A file has a heading, then lines "time,x,y,z"; both series are interpolated to the same number of
 * samples (6000 by default) over their own duration. D[i][j] is the least sum of distances over all
 * ways to bring the first i samples in line with the first j of the other. Prints the distance, the
 * end and the length of the best path, and where in the second recording the first one would end if
 * the rest of the second were left out.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct series {
    int count, room;
    double *t, *x, *y, *z;
};

static double *resize(double *p, int count)
{
    p = realloc(p, count * sizeof *p);
    if (!p) {
        fprintf(stderr, "dtw: no memory for %d samples\n", count);
        exit(1);
    }
    return p;
}

static void append(struct series *s, double t, double x, double y, double z)
{
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->t = resize(s->t, s->room);
        s->x = resize(s->x, s->room);
        s->y = resize(s->y, s->room);
        s->z = resize(s->z, s->room);
    }
    s->t[s->count] = t;
    s->x[s->count] = x;
    s->y[s->count] = y;
    s->z[s->count++] = z;
}

static struct series read_csv(const char *name)
{
    struct series s = {0};
    char line[256];
    double t, x, y, z;
    FILE *in = fopen(name, "r");

    if (!in) {
        perror(name);
        exit(1);
    }
    for (int number = 1; fgets(line, sizeof line, in); number++)
        if (sscanf(line, "%lf,%lf,%lf,%lf", &t, &x, &y, &z) == 4
            && (s.count == 0 || t > s.t[s.count - 1])) {
            append(&s, t, x, y, z);
        } else if (number > 1) {
            fprintf(stderr, "%s:%d: not of the form time,x,y,z with increasing time\n", name, number);
            exit(1);
        }
    fclose(in);
    if (s.count < 2) {
        fprintf(stderr, "%s: at least two samples are needed\n", name);
        exit(1);
    }
    return s;
}

/* count samples at equal intervals, linear between those measured. */
static struct series resample(const struct series *s, int count)
{
    struct series r = {0};
    int k = 0;

    for (int i = 0; i < count; i++) {
        double t = s->t[0] + (s->t[s->count - 1] - s->t[0]) * i / (count - 1);
        while (k < s->count - 2 && s->t[k + 1] <= t)
            k++;
        double f = (t - s->t[k]) / (s->t[k + 1] - s->t[k]);
        append(&r, t, s->x[k] + f * (s->x[k + 1] - s->x[k]), s->y[k] + f * (s->y[k + 1] - s->y[k]),
               s->z[k] + f * (s->z[k + 1] - s->z[k]));
    }
    return r;
}

/* Subtracts the mean: the resting sensor shows gravity, and how it was worn differs. */
static void centre(int count, double *v)
{
    double mean = 0.0;

    for (int i = 0; i < count; i++)
        mean += v[i] / count;
    for (int i = 0; i < count; i++)
        v[i] -= mean;
}

static double min3(double a, double b, double c)
{
    double least = a < b ? a : b;
    return least < c ? least : c;
}

static void warp(const struct series *a, const struct series *b, int m, double (*D)[m + 1])
{
    int n = a->count;

    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            double dx = a->x[i - 1] - b->x[j - 1];
            double dy = a->y[i - 1] - b->y[j - 1];
            double dz = a->z[i - 1] - b->z[j - 1];
            D[i][j] = sqrt(dx * dx + dy * dy + dz * dz)
                    + min3(D[i - 1][j - 1], D[i - 1][j], D[i][j - 1]);
        }
}

static int path_length(int i, int j, int m, double (*D)[m + 1])
{
    int length = 1;

    for (; i > 1 || j > 1; length++) {
        double up = D[i - 1][j], left = D[i][j - 1], diagonal = D[i - 1][j - 1];
        if (diagonal <= up && diagonal <= left) {
            i--;
            j--;
        } else if (up <= left) {
            i--;
        } else {
            j--;
        }
    }
    return length;
}

static void release(struct series *s)
{
    free(s->t);
    free(s->x);
    free(s->y);
    free(s->z);
}

int main(int argc, char **argv)
{
    int samples = argc > 3 ? atoi(argv[3]) : 6000;

    if (argc < 3 || argc > 4 || samples < 2) {
        fprintf(stderr, "usage: dtw first.csv second.csv [samples], at least 2 samples\n");
        return 1;
    }

    struct series s[2];
    for (int k = 0; k < 2; k++) {
        struct series raw = read_csv(argv[1 + k]);
        s[k] = resample(&raw, samples);
        printf("%s: %d samples in %.2f s\n", argv[1 + k], raw.count, raw.t[raw.count - 1] - raw.t[0]);
        release(&raw);
        centre(samples, s[k].x);
        centre(samples, s[k].y);
        centre(samples, s[k].z);
    }

    int n = s[0].count, m = s[1].count, end = 1;
    double (*D)[m + 1] = malloc(sizeof(double[n + 1][m + 1]));
    if (!D) {
        fprintf(stderr, "dtw: no memory for %d x %d cells\n", n, m);
        return 1;
    }
    for (int i = 1; i <= n; i++)
        D[i][0] = INFINITY;
    for (int j = 1; j <= m; j++)
        D[0][j] = INFINITY;
    D[0][0] = 0.0;
    warp(&s[0], &s[1], m, D);

    for (int j = 2; j <= m; j++)
        if (D[n][j] < D[n][end])
            end = j;
    printf("distance %.12g\npath of %d pairs ends at %d of the first, %d of the second\n", D[n][m],
           path_length(n, m, m, D), n, m);
    printf("left open, it ends at %d of the second (%.3f s), distance %.12g\n", end, s[1].t[end - 1],
           D[n][end]);
    free(D);
    release(&s[0]);
    release(&s[1]);
    return 0;
}
