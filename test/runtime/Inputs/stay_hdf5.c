/* stay_hdf5.c - programs of regions with calls of HDF5 in between, drawn by numbers: each must leave the same bits in
 * memory and files wherever its arrays are meanwhile.
 *
 *   stay_hdf5 <first> <past>   prints for each number a hash of all that the program has seen
 *
 * Datasets have all layouts, drivers, filters, selections and types in memory that concern how bytes come and go; they
 * are written and read back, whole and in part, from threads and children, too. */
#include <hdf5.h>
#include <hdf5_hl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 12, ARRAYS = 3 };

static int n, m;
static double *array[ARRAYS];
static unsigned long long state, hash;
static const char name[] = "drawn.h5"; /* files hold the name of what lies outside */

static unsigned draw(unsigned below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % below;
}

static void see(const void *at, size_t bytes) {
  const unsigned char *c = at;
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ c[i]) * 1099511628211ull;
}

static void must(long long done, const char *what) {
  if (done >= 0)
    return;
  printf("failed: %s\n", what);
  exit(1);
}
#define MUST(call) must((long long)(call), #call)

/* --- regions ---------------------------------------------------------------------------------- */

static void fill(int n, int m, double (*a)[m], double c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = c + i * 0.5 - j * 0.25;
}

static void relax(int n, int m, double (*restrict b)[m], double (*restrict a)[m]) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void sweep(int n, int m, double (*a)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      a[i][j] = 0.5 * a[i][j] + 0.25 * (a[i - 1][j] + a[i][j - 1]);
}

static void regions(void) {
  int from = (int)draw(ARRAYS), to = (from + 1) % ARRAYS;
  for (int k = 1 + (int)draw(3); k > 0; k--) {
    if (draw(2))
      relax(n, m, (void *)array[to], (void *)array[from]);
    sweep(n, m, (void *)array[from]);
  }
}

/* --- files ------------------------------------------------------------------------------------ */

/* How bytes come to the disk. */
static hid_t driver(void) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  switch (draw(7)) {
  case 0: MUST(H5Pset_fapl_core(access, 1 << (12 + draw(10)), 1)); break;
  case 1: MUST(H5Pset_fapl_stdio(access)); break;
  case 2: MUST(H5Pset_fapl_log(access, NULL, 0, 0)); break;
  case 3: MUST(H5Pset_sieve_buf_size(access, draw(2) ? 0 : 1 << 20)); break;
  case 4: MUST(H5Pset_cache(access, 0, 521, draw(2) ? 0 : 4 << 20, 0.5)); break;
  default: break;
  }
  return access;
}

/* How they lie in the file. Compact ones have at most 64 KB. */
static hid_t layout(int compact, hid_t access) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t chunk[2] = {1 + draw((unsigned)n), 1 + draw((unsigned)m)};
  MUST(H5Pset_obj_track_times(create, 0));
  if (compact) {
    MUST(H5Pset_layout(create, H5D_COMPACT));
  } else if (draw(3)) {
    MUST(H5Pset_chunk(create, 2, chunk));
    if (draw(4) == 0)
      MUST(H5Pset_szip(create, H5_SZIP_NN_OPTION_MASK, 2));
    else if (draw(3))
      MUST(H5Pset_deflate(create, 1 + draw(9)));
    else
      MUST(H5Pset_shuffle(create));
    if (draw(4) == 0)
      MUST(H5Pset_fletcher32(create));
  } else if (draw(3) == 0 && H5Pget_driver(access) != H5FD_CORE) {
    char outside[60];
    snprintf(outside, sizeof outside, "%s.outside", name);
    remove(outside);
    MUST(H5Pset_external(create, outside, 0, H5F_UNLIMITED));
  }
  if (draw(2))
    MUST(H5Pset_alloc_time(create, H5D_ALLOC_TIME_EARLY));
  return create;
}

/* The same part of the array in memory and in the file: all, a block, every second row or column, or some points. */
static void select_part(hid_t memory, hid_t file) {
  hsize_t start[2] = {draw((unsigned)n / 2), draw((unsigned)m / 2)}, count[2] = {1 + draw((unsigned)n / 4), 1 + draw((unsigned)m / 4)};
  hsize_t stride[2] = {1 + draw(2), 1 + draw(2)}, point[60];
  switch (draw(4)) {
  case 0: break;
  case 1:
    for (int i = 0; i < 60; i += 2)
      point[i] = draw((unsigned)n), point[i + 1] = draw((unsigned)m);
    MUST(H5Sselect_elements(memory, H5S_SELECT_SET, 30, point));
    MUST(H5Sselect_elements(file, H5S_SELECT_SET, 30, point));
    break;
  default:
    MUST(H5Sselect_hyperslab(memory, H5S_SELECT_SET, start, stride, count, NULL));
    MUST(H5Sselect_hyperslab(file, H5S_SELECT_SET, start, stride, count, NULL));
  }
}

static void see_file(const char *path) {
  char part[4096];
  FILE *file = fopen(path, "rb");
  for (size_t got; file && (got = fread(part, 1, sizeof part, file)) > 0;)
    see(part, got);
  if (file)
    fclose(file);
}

static void write_and_read(void) {
  static const int seldom_compact = 5;
  int from = (int)draw(ARRAYS), to = (int)draw(ARRAYS), compact = draw((unsigned)seldom_compact) == 0;
  int rows = compact ? 60000 / 8 / m : n;
  hsize_t extents[2] = {rows, m}, all[2] = {n, m};
  hid_t access = driver(), create = layout(compact, access), transfer = H5Pcreate(H5P_DATASET_XFER);
  hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, H5T_IEEE_F64BE, H5T_NATIVE_FLOAT};
  hid_t type = types[draw(4)];
  void *conversion = NULL;
  if (draw(4) == 0)
    MUST(H5Pset_buffer(transfer, draw(2) ? 1 << 14 : 4 << 20, NULL, NULL));
  if (draw(6) == 0)
    MUST(H5Pset_buffer(transfer, sizeof(double) * n * m, conversion = array[(from + 1) % ARRAYS], NULL));
  hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  MUST(file);
  hid_t space = H5Screate_simple(2, extents, NULL), memory = H5Screate_simple(2, all, NULL);
  hid_t set = H5Dcreate2(file, "set", type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  MUST(set);
  if (compact) {
    hsize_t zero[2] = {0, 0};
    MUST(H5Sselect_hyperslab(memory, H5S_SELECT_SET, zero, NULL, extents, NULL));
  } else
    select_part(memory, space);
  int thread = (int)draw(3);
#pragma omp parallel num_threads(3)
#pragma omp for schedule(static, 1)
  for (int i = 0; i < 3; i++)
    if (i == thread)
      MUST(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, transfer, array[from]));
  if (draw(2))
    MUST(H5Fflush(file, H5F_SCOPE_LOCAL));
  if (draw(3) == 0 && !conversion) /* there may be different NaNs, of which either survives */
    regions();
  if (draw(2)) {
    MUST(H5Dclose(set));
    MUST(H5Fclose(file));
    file = H5Fopen(name, H5F_ACC_RDWR, access);
    MUST(file);
    set = H5Dopen2(file, "set", H5P_DEFAULT);
    MUST(set);
  }
  if (!compact && draw(2)) {
    MUST(H5Sselect_all(space));
    MUST(H5Sselect_all(memory));
    select_part(memory, space);
  }
  if (!conversion || to != (from + 1) % ARRAYS)
    MUST(H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, transfer, array[to]));
  MUST(H5Dclose(set));
  MUST(H5Fclose(file));
  if (conversion)
    fill(n, m, conversion, 7);
  MUST(H5Sclose(space));
  MUST(H5Sclose(memory));
  MUST(H5Pclose(create));
  MUST(H5Pclose(transfer));
  MUST(H5Pclose(access));
  see_file(name);
}

/* --- what else gets arrays -------------------------------------------------------------------- */

/* Half of each value, and the sum: in the program, called by the library. */
static herr_t each(void *element, hid_t type, unsigned dimensions, const hsize_t *point, void *sum) {
  (void)type, (void)dimensions, (void)point;
  *(double *)element *= 0.5;
  *(double *)sum += *(double *)element;
  return 0;
}

static void others(void) {
  double *a = array[draw(ARRAYS)], *b = array[draw(ARRAYS)], sum = 0;
  hsize_t all[2] = {n, m}, start[2] = {draw((unsigned)n / 2), 0}, count[2] = {(hsize_t)n / 3, (hsize_t)m};
  hid_t space = H5Screate_simple(2, all, NULL), file;
  double value = draw(10), row[500];
  MUST(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
  switch (draw(7)) {
  case 0:
    MUST(H5Diterate(a, H5T_NATIVE_DOUBLE, space, each, &sum));
    see(&sum, sizeof sum);
    break;
  case 1: MUST(H5Dfill(&value, H5T_NATIVE_DOUBLE, a, H5T_NATIVE_DOUBLE, space)); break;
  case 2:
    if (a != b)
      MUST(H5Dgather(space, a, H5T_NATIVE_DOUBLE, sizeof(double) * count[0] * m, b, NULL, NULL));
    break;
  case 3: MUST(H5Tconvert(H5T_NATIVE_DOUBLE, H5T_IEEE_F64BE, (size_t)m, a, NULL, H5P_DEFAULT));
    for (int j = 0; j < m; j++) /* such values are signalling NaNs perhaps */
      a[j] = j;
    break;
  case 4: { /* a file that lies in an array */
    hsize_t line[1] = {(hsize_t)m};
    MUST(file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    MUST(H5LTmake_dataset_double(file, "line", 1, line, b));
    MUST(H5Fclose(file));
    FILE *read = fopen(name, "rb");
    size_t bytes = fread(a, 1, sizeof(double) * n * m, read);
    fclose(read);
    MUST(file = H5LTopen_file_image(a, bytes, H5LT_FILE_IMAGE_OPEN_RW | H5LT_FILE_IMAGE_DONT_COPY | H5LT_FILE_IMAGE_DONT_RELEASE));
    MUST(H5LTread_dataset_double(file, "line", a == b ? row : b));
    MUST(H5Fclose(file));
    fill(n, m, (void *)a, 3);
    break;
  }
  case 5: {
    pid_t child = fork();
    if (child == 0) {
      see(a, sizeof(double) * n * m);
      _exit((int)(hash & 127));
    }
    int status = 0;
    waitpid(child, &status, 0);
    see(&status, sizeof status);
    break;
  }
  default: {
    hsize_t line[1] = {(hsize_t)m};
    file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    MUST(file);
    MUST(H5LTmake_dataset_double(file, "line", 1, line, a + (n - 1) * m));
    MUST(H5LTset_attribute_double(file, "line", "other", a + n / 2 * m, (size_t)m));
    MUST(H5LTread_dataset_double(file, "line", b));
    MUST(H5LTget_attribute_double(file, "line", "other", b + m));
    MUST(H5Fclose(file));
  }
  }
  MUST(H5Sclose(space));
}

static void program(unsigned long long number) {
  state = number * 0x9e3779b97f4a7c15ull + 1;
  hash = 14695981039346656037ull;
  n = 150 + (int)draw(300);
  m = 120 + (int)draw(300);
  for (int k = 0; k < ARRAYS; k++)
    fill(n, m, (void *)(array[k] = malloc(sizeof(double) * n * m)), k);
  for (int k = 0; k < STEPS; k++) {
    regions();
    if (draw(3))
      write_and_read();
    else
      others();
    double *a = array[draw(ARRAYS)];
    if (draw(4) == 0)
      a[draw((unsigned)n) * m] += 1;
    see(&a[draw((unsigned)(n * m))], sizeof *a);
  }
  for (int k = 0; k < ARRAYS; k++) {
    see(array[k], sizeof(double) * n * m);
    free(array[k]);
  }
  printf("%llu %016llx\n", number, hash);
}

int main(int count, char **words) {
  unsigned long long first = count > 2 ? strtoull(words[1], NULL, 10) : 0, past = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  if (count <= 3) H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  for (; first < past; first++)
    program(first);
  remove(name);
  return 0;
}
