/* checkpoint - heat in a plate of two metals, step by step, with a copy of the temperatures in a file every so many steps.
 *
 *   checkpoint [n steps every [raw|hdf5 file]]     1200 points a side, 40 steps, no file by default
 *
 * The left edge is held at 100 degrees, the others at 0. `raw` writes the points of one copy behind the other, `hdf5` a
 * dataset "step<number>" for each (build with -DWITH_HDF5 and the flags of `pkg-config hdf5`). Prints a few temperatures
 * whenever it writes, and at the end; on stderr the seconds of steps and copies.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef WITH_HDF5
#include <hdf5.h>
#endif

static void begin(int n, double (*T)[n], double (*next)[n], double (*flow)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            T[i][j] = j == 0 ? 100.0 : 0.0;
            next[i][j] = j == 0 ? 100.0 : 0.0;
            flow[i][j] = (i / 40 + j / 60) % 2 == 0 ? 0.24 : 0.06; /* tiles of copper and of iron */
        }
}

static void step(int n, double (*restrict next)[n], double (*restrict T)[n], double (*restrict flow)[n])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[i][j] = T[i][j] + flow[i][j] * (T[i - 1][j] + T[i + 1][j] + T[i][j - 1] + T[i][j + 1] - 4.0 * T[i][j]);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void show(int n, double (*T)[n], int number)
{
    printf("step %5d  near %.17g  quarter %.17g\n", number, T[n / 2][1], T[n / 4][n / 4]);
}

/* 1: the temperatures are in the file. */
static int write_raw(FILE *file, int n, double (*T)[n])
{
    return fwrite(T, sizeof *T, n, file) == (size_t)n;
}

#ifdef WITH_HDF5
static int write_hdf5(hid_t file, int n, double (*T)[n], int number)
{
    char name[20];
    hsize_t extents[2] = {n, n};
    hid_t space = H5Screate_simple(2, extents, NULL), how = H5Pcreate(H5P_DATASET_CREATE), set;
    int written;

    snprintf(name, sizeof name, "step%d", number);
    H5Pset_obj_track_times(how, 0); /* the same run leaves the same file */
    set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, how, H5P_DEFAULT);
    written = set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, T) >= 0;
    written = set >= 0 && H5Dclose(set) >= 0 && written;
    H5Pclose(how);
    H5Sclose(space);
    return written;
}
#endif

int main(int argc, char **argv)
{
    int n = argc > 3 ? atoi(argv[1]) : 1200;
    int steps = argc > 3 ? atoi(argv[2]) : 40;
    int every = argc > 3 ? atoi(argv[3]) : 10;
    const char *way = argc == 6 ? argv[4] : "";
    FILE *raw = NULL;
    int written = 1;

    if ((argc != 1 && argc != 4 && argc != 6) || n < 3 || steps < 0 || every < 1
        || (argc == 6 && strcmp(way, "raw") != 0 && strcmp(way, "hdf5") != 0)) {
        fprintf(stderr, "usage: checkpoint [n steps every [raw|hdf5 file]], n at least 3\n");
        return 1;
    }
    if (strcmp(way, "raw") == 0 && !(raw = fopen(argv[5], "wb"))) {
        perror(argv[5]);
        return 1;
    }
#ifdef WITH_HDF5
    hid_t hdf5 = -1;
    if (strcmp(way, "hdf5") == 0 && (hdf5 = H5Fcreate(argv[5], H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) < 0)
        return 1;
#else
    if (strcmp(way, "hdf5") == 0) {
        fprintf(stderr, "checkpoint: built without HDF5\n");
        return 1;
    }
#endif

    double (*T)[n] = malloc(sizeof(double[n][n])), (*next)[n] = malloc(sizeof(double[n][n]));
    double (*flow)[n] = malloc(sizeof(double[n][n]));
    if (!T || !next || !flow) {
        fprintf(stderr, "checkpoint: no memory for three times %d x %d points\n", n, n);
        return 1;
    }
    begin(n, T, next, flow);
    double start = now(), copies = 0.0;
    for (int number = 1; number <= steps; number++) {
        step(n, next, T, flow);
        double (*swap)[n] = T;
        T = next;
        next = swap;
        if (number % every == 0) {
            show(n, T, number);
            double before = now();
            if (raw)
                written = write_raw(raw, n, T) && written;
#ifdef WITH_HDF5
            if (hdf5 >= 0)
                written = write_hdf5(hdf5, n, T, number) && written;
#endif
            copies += now() - before;
        }
    }
    fprintf(stderr, "%d steps: %.6f s, %d copies: %.6f s\n", steps, now() - start - copies, steps / every, copies);
    show(n, T, steps);
    if (raw && fclose(raw) != 0)
        written = 0;
#ifdef WITH_HDF5
    if (hdf5 >= 0 && H5Fclose(hdf5) < 0)
        written = 0;
#endif
    if (!written)
        fprintf(stderr, "checkpoint: %s is not complete\n", argv[5]);
    free(T);
    free(next);
    free(flow);
    return !written;
}
