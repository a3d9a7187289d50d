/* sn - neutrons in a box by discrete ordinates (Sn): three dimensions, one energy group.
 *
 *   sn deck.txt [cells]         see data/tank.txt; cells per dimension instead of the deck's
 *
 * Level-symmetric directions, diamond differences, isotropic scattering, vacuum outside. Source
 * iteration: the scattering source follows from the last flux, then the angular flux is swept from
 * each of the eight corners through the box, in all directions of that octant. Prints the iterations,
 * the balance of particles and the flux along the middle of the box. Weights add up to 1.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATERIALS 16
#define DIRECTIONS 6 /* of an octant, at most */

struct material {
    char name[32];
    double total, scattering, source;
};

/* What the deck says; the directions of an octant, c* = 2 |cosine| / cell width; cells' data. */
struct problem {
    int nx, ny, nz, levels, iterations, materials, directions;
    double size[3], tolerance, volume;
    struct material material[MATERIALS];
    double cx[DIRECTIONS], cy[DIRECTIONS], cz[DIRECTIONS], weight[DIRECTIONS];
    double *total, *scattering, *external;
};

static void *allocate(size_t count)
{
    double *p = calloc(count, sizeof *p);
    if (!p) {
        fprintf(stderr, "sn: no memory for %zu values\n", count);
        exit(1);
    }
    return p;
}

static int find_material(const struct problem *p, const char *name)
{
    for (int m = 0; m < p->materials; m++)
        if (strcmp(p->material[m].name, name) == 0)
            return m;
    return -1;
}

/* The cells whose centre is inside are given the material. */
static int paint(struct problem *p, int m, const double from[3], const double to[3])
{
    if (m < 0 || p->nx == 0)
        return 0;
    if (!p->total) {
        size_t cells = (size_t)p->nx * p->ny * p->nz;
        p->total = allocate(cells);
        p->scattering = allocate(cells);
        p->external = allocate(cells);
    }
    for (int i = 0; i < p->nx; i++)
        for (int j = 0; j < p->ny; j++)
            for (int k = 0; k < p->nz; k++) {
                double x = (i + 0.5) * p->size[0] / p->nx;
                double y = (j + 0.5) * p->size[1] / p->ny;
                double z = (k + 0.5) * p->size[2] / p->nz;
                if (x >= from[0] && x < to[0] && y >= from[1] && y < to[1] && z >= from[2]
                    && z < to[2]) {
                    p->total[(i * p->ny + j) * p->nz + k] = p->material[m].total;
                    p->scattering[(i * p->ny + j) * p->nz + k] = p->material[m].scattering;
                    p->external[(i * p->ny + j) * p->nz + k] = p->material[m].source;
                }
            }
    return 1;
}

/* One line of the deck; 0 where it makes no sense. */
static int read_line(struct problem *p, const char *line, int cells)
{
    struct material *m = &p->material[p->materials];
    double from[3], to[3];
    char word[32], name[32];

    if (sscanf(line, "%31s", word) != 1 || word[0] == '#')
        return 1;
    if (strcmp(word, "cells") == 0) {
        if (p->nx > 0 || sscanf(line, "%*s%d%d%d", &p->nx, &p->ny, &p->nz) != 3)
            return 0;
        if (cells > 0)
            p->nx = p->ny = p->nz = cells;
        return p->nx > 0 && p->ny > 0 && p->nz > 0 && p->nx <= 1000 && p->ny <= 1000 && p->nz <= 1000;
    }
    if (strcmp(word, "size") == 0)
        return sscanf(line, "%*s%lf%lf%lf", &p->size[0], &p->size[1], &p->size[2]) == 3
            && p->size[0] > 0.0 && p->size[1] > 0.0 && p->size[2] > 0.0;
    if (strcmp(word, "levels") == 0)
        return sscanf(line, "%*s%d", &p->levels) == 1;
    if (strcmp(word, "iterate") == 0)
        return sscanf(line, "%*s%d%lf", &p->iterations, &p->tolerance) == 2;
    if (strcmp(word, "material") == 0)
        return p->materials++ < MATERIALS - 1
            && sscanf(line, "%*s%31s%lf%lf%lf", m->name, &m->total, &m->scattering, &m->source) == 4
            && m->total > 0.0 && m->scattering >= 0.0 && m->scattering <= m->total;
    return strcmp(word, "zone") == 0
        && sscanf(line, "%*s%31s%lf%lf%lf%lf%lf%lf", name, &from[0], &to[0], &from[1], &to[1],
                  &from[2], &to[2]) == 7
        && paint(p, find_material(p, name), from, to);
}

static void read_deck(struct problem *p, const char *name, int cells)
{
    char line[256];
    FILE *in = fopen(name, "r");

    if (!in) {
        perror(name);
        exit(1);
    }
    for (int number = 1; fgets(line, sizeof line, in); number++)
        if (!read_line(p, line, cells)) {
            fprintf(stderr, "%s:%d: cannot use %s", name, number, line);
            exit(1);
        }
    fclose(in);
    for (int c = 0; p->total && c < p->nx * p->ny * p->nz; c++)
        if (p->total[c] == 0.0) {
            fprintf(stderr, "%s: the zones leave a part of the box empty\n", name);
            exit(1);
        }
    if (!p->total || p->size[0] == 0.0 || p->iterations < 1) {
        fprintf(stderr, "%s: cells, size, levels, iterate, material and zone are needed\n", name);
        exit(1);
    }
}

/* The level-symmetric directions of an octant: their three levels, counted from 0, add up to
 * levels / 2 - 1. */
static void set_directions(struct problem *p)
{
    static const double cosine[3][4] = {{0.3500212, 0.8688903},
                                        {0.2666355, 0.6815076, 0.9261808},
                                        {0.2182179, 0.5773503, 0.7867958, 0.9511897}};
    static const double weight[3][4] = {{0.0, 1.0}, /* by the largest level */
                                        {0.0, 0.1572071, 0.1761263},
                                        {0.0, 0.0925926, 0.0907407, 0.1209877}};
    int set = p->levels / 2 - 2, last = p->levels / 2 - 1;
    double sum = 0.0;

    if (p->levels != 4 && p->levels != 6 && p->levels != 8) {
        fprintf(stderr, "sn: levels can be 4, 6 and 8\n");
        exit(1);
    }
    for (int a = 0; a <= last; a++)
        for (int b = 0; a + b <= last; b++) {
            int c = last - a - b, d = p->directions++;
            int largest = a > b ? (a > c ? a : c) : (b > c ? b : c);
            p->cx[d] = 2.0 * cosine[set][a] * p->nx / p->size[0];
            p->cy[d] = 2.0 * cosine[set][b] * p->ny / p->size[1];
            p->cz[d] = 2.0 * cosine[set][c] * p->nz / p->size[2];
            p->weight[d] = weight[set][largest];
            sum += 8.0 * p->weight[d];
        }
    for (int d = 0; d < p->directions; d++)
        p->weight[d] /= sum;
}

/* A cell in one direction: what enters through three faces and what starts inside gives the mean
 * angular flux, and that what leaves. fx, fy and fz hold the faces between this cell and the next. */
#define CELL                                                                                       \
    {                                                                                              \
        double in = p->cx[d] * fx[d][j][k] + p->cy[d] * fy[d][i][k] + p->cz[d] * fz[d][i][j];      \
        double psi = (source[i][j][k] + in) / (total[i][j][k] + p->cx[d] + p->cy[d] + p->cz[d]);   \
        flux[i][j][k] += p->weight[d] * psi;                                                       \
        fx[d][j][k] = 2.0 * psi - fx[d][j][k];                                                     \
        fy[d][i][k] = 2.0 * psi - fy[d][i][k];                                                     \
        fz[d][i][j] = 2.0 * psi - fz[d][i][j];                                                     \
    }

static void sweep_right(const struct problem *p, int up_y, int up_z, int nx, int ny, int nz,
                        double (*total)[ny][nz], double (*source)[ny][nz], double (*flux)[ny][nz],
                        double (*fx)[ny][nz], double (*fy)[nx][nz], double (*fz)[nx][ny])
{
    if (up_y && up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = 0; i < nx; i++)
                for (int j = 0; j < ny; j++)
                    for (int k = 0; k < nz; k++)
                        CELL
    if (up_y && !up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = 0; i < nx; i++)
                for (int j = 0; j < ny; j++)
                    for (int k = nz - 1; k >= 0; k--)
                        CELL
    if (!up_y && up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = 0; i < nx; i++)
                for (int j = ny - 1; j >= 0; j--)
                    for (int k = 0; k < nz; k++)
                        CELL
    if (!up_y && !up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = 0; i < nx; i++)
                for (int j = ny - 1; j >= 0; j--)
                    for (int k = nz - 1; k >= 0; k--)
                        CELL
}

static void sweep_left(const struct problem *p, int up_y, int up_z, int nx, int ny, int nz,
                       double (*total)[ny][nz], double (*source)[ny][nz], double (*flux)[ny][nz],
                       double (*fx)[ny][nz], double (*fy)[nx][nz], double (*fz)[nx][ny])
{
    if (up_y && up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = nx - 1; i >= 0; i--)
                for (int j = 0; j < ny; j++)
                    for (int k = 0; k < nz; k++)
                        CELL
    if (up_y && !up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = nx - 1; i >= 0; i--)
                for (int j = 0; j < ny; j++)
                    for (int k = nz - 1; k >= 0; k--)
                        CELL
    if (!up_y && up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = nx - 1; i >= 0; i--)
                for (int j = ny - 1; j >= 0; j--)
                    for (int k = 0; k < nz; k++)
                        CELL
    if (!up_y && !up_z)
        for (int d = 0; d < p->directions; d++)
            for (int i = nx - 1; i >= 0; i--)
                for (int j = ny - 1; j >= 0; j--)
                    for (int k = nz - 1; k >= 0; k--)
                        CELL
}

/* What leaves through the faces, as they are after a sweep. */
static double leakage(const struct problem *p, const double *fx, const double *fy, const double *fz)
{
    double sum = 0.0;

    for (int d = 0; d < p->directions; d++) {
        double w = 0.5 * p->weight[d] * p->volume;
        for (int c = 0; c < p->ny * p->nz; c++)
            sum += w * p->cx[d] * *fx++;
        for (int c = 0; c < p->nx * p->nz; c++)
            sum += w * p->cy[d] * *fy++;
        for (int c = 0; c < p->nx * p->ny; c++)
            sum += w * p->cz[d] * *fz++;
    }
    return sum;
}

/* All octants, from dark outside; returns the particles that leave. */
static double sweep(const struct problem *p, double *source, double *flux, double *fx, double *fy,
                    double *fz)
{
    int nx = p->nx, ny = p->ny, nz = p->nz;
    double lost = 0.0;

    memset(flux, 0, sizeof(double[nx][ny][nz]));
    for (int octant = 0; octant < 8; octant++) {
        memset(fx, 0, p->directions * sizeof(double[ny][nz]));
        memset(fy, 0, p->directions * sizeof(double[nx][nz]));
        memset(fz, 0, p->directions * sizeof(double[nx][ny]));
        (octant & 4 ? sweep_left : sweep_right)(p, !(octant & 2), !(octant & 1), nx, ny, nz,
                                                (void *)p->total, (void *)source, (void *)flux,
                                                (void *)fx, (void *)fy, (void *)fz);
        lost += leakage(p, fx, fy, fz);
    }
    return lost;
}

/* The source in every cell from the last flux; then the flux. Returns the number of iterations. */
static int iterate(const struct problem *p, double *flux, double *lost, double *change)
{
    int cells = p->nx * p->ny * p->nz, n = 0;
    double *source = allocate(cells), *last = allocate(cells);
    double *fx = allocate((size_t)p->directions * p->ny * p->nz);
    double *fy = allocate((size_t)p->directions * p->nx * p->nz);
    double *fz = allocate((size_t)p->directions * p->nx * p->ny);

    do {
        double most = 0.0;
        memcpy(last, flux, cells * sizeof *flux);
        for (int c = 0; c < cells; c++)
            source[c] = p->external[c] + p->scattering[c] * flux[c];
        *lost = sweep(p, source, flux, fx, fy, fz);
        *change = 0.0;
        for (int c = 0; c < cells; c++) {
            most = fmax(most, fabs(flux[c]));
            *change = fmax(*change, fabs(flux[c] - last[c]));
        }
        *change = most > 0.0 ? *change / most : 0.0;
        n++;
    } while (n < p->iterations && *change > p->tolerance);
    free(fz);
    free(fy);
    free(fx);
    free(last);
    free(source);
    return n;
}

static void print_result(const struct problem *p, const double *flux, double lost)
{
    int cells = p->nx * p->ny * p->nz;
    double made = 0.0, absorbed = 0.0;

    for (int c = 0; c < cells; c++) {
        made += p->volume * p->external[c];
        absorbed += p->volume * (p->total[c] - p->scattering[c]) * flux[c];
    }
    printf("source      %.10g\nabsorbed    %.10g\nleakage     %.10g\n", made, absorbed, lost);
    printf("balance     %.2e\n", (made - absorbed - lost) / (made > 0.0 ? made : 1.0));
    printf("flux along the middle, from x = 0:\n");
    for (int i = 0; i < 8; i++) {
        int x = (2 * i + 1) * p->nx / 16;
        printf("  %8.3f  %.10g\n", (x + 0.5) * p->size[0] / p->nx,
               flux[(x * p->ny + p->ny / 2) * p->nz + p->nz / 2]);
    }
}

int main(int argc, char **argv)
{
    struct problem p = {0};
    int cells = argc > 2 ? atoi(argv[2]) : 0;

    if (argc < 2 || argc > 3 || (argc > 2 && (cells < 1 || cells > 1000))) {
        fprintf(stderr, "usage: sn deck.txt [cells], from 1 to 1000 cells\n");
        return 1;
    }
    read_deck(&p, argv[1], cells);
    set_directions(&p);
    p.volume = p.size[0] * p.size[1] * p.size[2] / ((double)p.nx * p.ny * p.nz);
    printf("%d x %d x %d cells, %d directions\n", p.nx, p.ny, p.nz, 8 * p.directions);

    double *flux = allocate((size_t)p.nx * p.ny * p.nz), lost, change;
    int n = iterate(&p, flux, &lost, &change);
    printf("%s after %d iterations, last change %.2e\n",
           change > p.tolerance ? "not converged" : "converged", n, change);
    print_result(&p, flux, lost);
    free(flux);
    free(p.external);
    free(p.scattering);
    free(p.total);
    return 0;
}
