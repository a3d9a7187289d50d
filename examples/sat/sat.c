/* sat - means and deviations over boxes of a picture, from summed-area tables.
 *
 *   sat [-z zoom] picture.pgm [column row width height] ...
 *
 * Reads a grey picture (PGM, P2 or P5, up to 65535 levels); with -z each pixel becomes zoom x zoom.
 * sum[i][j] and square[i][j] are the sums over all pixels above row i and left of column j, so any
 * box takes four of them. Prints mean and standard deviation of the whole picture, of the boxes
 * asked for, and of that box a tenth of the picture wide which deviates most.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    int width, height, levels;
    unsigned short *pixels;
};

struct box {
    int column, row, width, height;
};

static void fail(const char *name, const char *why)
{
    fprintf(stderr, "sat: %s: %s\n", name, why);
    exit(1);
}

/* The next number of a heading or of a P2 file; # begins a comment. -1 where there is none. */
static int read_number(FILE *in)
{
    int c, value;

    while ((c = getc(in)) == '#' || isspace(c))
        if (c == '#')
            while ((c = getc(in)) != '\n' && c != EOF)
                ;
    ungetc(c, in);
    return fscanf(in, "%d", &value) == 1 ? value : -1;
}

static int read_pixel(FILE *in, int binary, int levels)
{
    if (!binary)
        return read_number(in);
    int value = getc(in);
    if (levels > 255 && value != EOF) {
        int low = getc(in);
        value = low == EOF ? EOF : value * 256 + low;
    }
    return value;
}

static struct picture read_pgm(const char *name)
{
    struct picture p;
    char magic[3] = "";
    FILE *in = fopen(name, "rb");

    if (!in) {
        perror(name);
        exit(1);
    }
    if (fscanf(in, "%2s", magic) != 1 || (strcmp(magic, "P2") != 0 && strcmp(magic, "P5") != 0))
        fail(name, "neither P2 nor P5");
    p.width = read_number(in);
    p.height = read_number(in);
    p.levels = read_number(in);
    if (p.width < 1 || p.height < 1 || p.width > 100000000 / p.height || p.levels < 1
        || p.levels > 65535)
        fail(name, "not a picture's size and number of levels");
    int binary = magic[1] == '5';
    if (binary)
        getc(in); /* one white space ends the heading */
    size_t count = (size_t)p.width * p.height;
    p.pixels = malloc(count * sizeof *p.pixels);
    if (!p.pixels)
        fail(name, "no memory");
    for (size_t k = 0; k < count; k++) {
        int value = read_pixel(in, binary, p.levels);
        if (value < 0 || value > p.levels)
            fail(name, "a pixel is missing or too bright");
        p.pixels[k] = (unsigned short)value;
    }
    fclose(in);
    return p;
}

static struct picture enlarge(const struct picture *p, int zoom)
{
    struct picture large = {p->width * zoom, p->height * zoom, p->levels, NULL};
    size_t row = (size_t)large.width;

    large.pixels = malloc(row * large.height * sizeof *large.pixels);
    if (!large.pixels)
        fail("enlarged picture", "no memory");
    for (int i = 0; i < p->height; i++) {
        unsigned short *first = large.pixels + i * zoom * row;
        for (size_t j = 0; j < row; j++)
            first[j] = p->pixels[(size_t)i * p->width + j / zoom];
        for (int copy = 1; copy < zoom; copy++)
            memcpy(first + copy * row, first, row * sizeof *first);
    }
    return large;
}

static void accumulate(const struct picture *p, long (*sum)[p->width + 1],
                       long (*square)[p->width + 1])
{
    int width = p->width;

    for (int i = 1; i <= p->height; i++)
        for (int j = 1; j <= p->width; j++) {
            long value = p->pixels[(size_t)(i - 1) * width + j - 1];
            sum[i][j] = value + sum[i - 1][j] + sum[i][j - 1] - sum[i - 1][j - 1];
            square[i][j] = value * value + square[i - 1][j] + square[i][j - 1] - square[i - 1][j - 1];
        }
}

/* The sum over rows i to i + height - 1 and columns j to j + width - 1. */
static long box(int width, long (*table)[width + 1], struct box b)
{
    return table[b.row + b.height][b.column + b.width] - table[b.row][b.column + b.width]
         - table[b.row + b.height][b.column] + table[b.row][b.column];
}

static void mean_and_deviation(int width, long (*sum)[width + 1], long (*square)[width + 1],
                               struct box b, double *mean, double *deviation)
{
    double count = (double)b.width * b.height;

    *mean = box(width, sum, b) / count;
    double variance = box(width, square, b) / count - *mean * *mean;
    *deviation = variance > 0.0 ? sqrt(variance) : 0.0;
}

/* Of the boxes of side x side pixels, half overlapping, the one with the largest deviation. */
static struct box liveliest(const struct picture *p, long (*sum)[p->width + 1],
                            long (*square)[p->width + 1], int side)
{
    struct box best = {0, 0, side, side};
    double most = -1.0, mean, deviation;
    int step = side > 1 ? side / 2 : 1;

    for (int i = 0; i + side <= p->height; i += step)
        for (int j = 0; j + side <= p->width; j += step) {
            struct box b = {j, i, side, side};
            mean_and_deviation(p->width, sum, square, b, &mean, &deviation);
            if (deviation > most) {
                most = deviation;
                best = b;
            }
        }
    return best;
}

static void print_box(const struct picture *p, long (*sum)[p->width + 1],
                      long (*square)[p->width + 1], struct box b)
{
    double mean, deviation;

    mean_and_deviation(p->width, sum, square, b, &mean, &deviation);
    printf("%5d x %-5d at %5d, %-5d  mean %10.4f  deviation %10.4f\n", b.width, b.height, b.column,
           b.row, mean, deviation);
}

/* The boxes among the arguments, four numbers each, in pixels; whole is the picture. */
static void print_boxes(int count, char **words, const struct picture *p, long (*sum)[p->width + 1],
                        long (*square)[p->width + 1])
{
    struct box whole = {0, 0, p->width, p->height};
    int smaller = p->width < p->height ? p->width : p->height;

    print_box(p, sum, square, whole);
    for (int k = 0; k + 4 <= count; k += 4) {
        struct box b = {atoi(words[k]), atoi(words[k + 1]), atoi(words[k + 2]), atoi(words[k + 3])};
        if (b.column < 0 || b.row < 0 || b.width < 1 || b.height < 1 || b.width > p->width - b.column
            || b.height > p->height - b.row)
            fail(words[k], "this box is not inside the picture");
        print_box(p, sum, square, b);
    }
    printf("liveliest:\n");
    print_box(p, sum, square, liveliest(p, sum, square, smaller > 10 ? smaller / 10 : 1));
}

int main(int argc, char **argv)
{
    int zoom = 1;

    if (argc > 2 && strcmp(argv[1], "-z") == 0) {
        zoom = atoi(argv[2]);
        argc -= 2;
        argv += 2;
    }
    if (argc < 2 || argc % 4 != 2 || zoom < 1 || zoom > 1000) {
        fprintf(stderr, "usage: sat [-z zoom] picture.pgm [column row width height] ...\n");
        return 1;
    }

    struct picture file = read_pgm(argv[1]), p = enlarge(&file, zoom);
    free(file.pixels);
    long (*sum)[p.width + 1] = malloc(sizeof(long[p.height + 1][p.width + 1]));
    long (*square)[p.width + 1] = malloc(sizeof(long[p.height + 1][p.width + 1]));
    if (!sum || !square)
        fail(argv[1], "no memory");
    for (int i = 0; i <= p.height; i++)
        sum[i][0] = square[i][0] = 0;
    for (int j = 0; j <= p.width; j++)
        sum[0][j] = square[0][j] = 0;
    accumulate(&p, sum, square);
    print_boxes(argc - 2, argv + 2, &p, sum, square);
    free(square);
    free(sum);
    free(p.pixels);
    return 0;
}
