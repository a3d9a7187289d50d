/* files.c - see stay.h. What the kernel reads from arrays and writes into them, at odd places and in pieces. */
#include "stay.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static FILE *file;
static int raw; /* another one, without a stream */

int files_begin(void) {
  FILE *other = tmpfile();
  file = tmpfile();
  raw = other ? fileno(other) : -1;
  return file && other;
}

/* By three kinds of calls; answers the bytes. */
static size_t written_and_read(unsigned kind, char *from, char *to, size_t bytes) {
  int f = raw;
  size_t half = bytes / 3;
  off_t at = (off_t)(bytes % 977);
  struct iovec out[3] = {{from, half}, {from, 0}, {from + half, bytes - half}};
  struct iovec in[2] = {{to, bytes - half}, {to + (bytes - half), half}};
  ssize_t wrote, got;
  lseek(f, at, SEEK_SET);
  wrote = kind == 0 ? write(f, from, bytes) : kind == 1 ? pwrite(f, from, bytes, at)
                                            : kind == 2 ? writev(f, out, 3) : pwritev(f, out, 3, at);
  lseek(f, at, SEEK_SET);
  got = kind == 0 ? read(f, to, bytes) : kind == 1 ? pread(f, to, bytes, at)
                                       : kind == 2 ? readv(f, in, 2) : preadv(f, in, 2, at);
  return wrote == got && got >= 0 ? (size_t)got : 0;
}

/* Two arrays at once: what both had goes to the other. */
static size_t exchanged(char *x, char *y, size_t bytes) {
  struct iovec out[2] = {{x, bytes}, {y, bytes}}, in[2] = {{y, bytes}, {x, bytes}};
  ssize_t wrote = pwritev(raw, out, 2, 0), got = preadv(raw, in, 2, 0);
  return wrote == got && got >= 0 ? (size_t)got / 2 : 0;
}

static size_t by_stream(char *from, char *to, size_t bytes) {
  rewind(file);
  size_t wrote = fwrite(from, 1, bytes, file);
  rewind(file);
  size_t got = fread(to, 1, bytes, file);
  rewind(file);
  return wrote == got ? got : 0;
}

/* In small pieces, which go through the stream's buffer. */
static size_t by_pieces(char *from, char *to, size_t bytes) {
  size_t piece = 1 + draw(3000), all = 0;
  rewind(file);
  for (size_t i = 0; i < bytes; i += piece)
    fwrite(from + i, 1, piece < bytes - i ? piece : bytes - i, file);
  rewind(file);
  for (size_t i = 0; i < bytes; i += piece)
    all += fread(to + i, 1, piece < bytes - i ? piece : bytes - i, file);
  rewind(file);
  return all;
}

/* Numbers as text, read right into the array. */
static void as_text(slot *a, slot *b, long at) {
  long n = count(b);
  rewind(file);
  for (long i = 0; i < 40; i++)
    fprintf(file, "%.17g\n", a->p[(at + i * 371) % count(a)]);
  rewind(file);
  for (long i = 0; i < 40; i++)
    hash += (unsigned)fscanf(file, "%lf", &b->p[(at + i * 563) % n]);
  rewind(file);
}

void file_step(void) {
  slot *a = any(), *b = any();
  size_t all = (size_t)count(a) * sizeof(double), room = (size_t)count(b) * sizeof(double);
  size_t at = draw((unsigned)all), to = draw((unsigned)room), bytes = 1 + draw((unsigned)(all - at));
  if (draw(3) == 0) { /* whole elements, else bytes anywhere */
    at = at / 8 * 8;
    bytes = (bytes + 7) / 8 * 8;
  }
  to = to / 8 * 8 + at % 8; /* numbers stay numbers */
  bytes = bytes < room - to ? bytes : room - to;
  char *from = (char *)a->p + at, *into = (char *)b->p + to;
  last = 300 + draw(8);
  if (last == 307)
    as_text(a, b, (long)at);
  else if (last == 306 && a == b)
    see(from, bytes);
  else if ((last < 304   ? written_and_read(last - 300, from, into, bytes)
            : last == 304 ? by_stream(from, into, bytes)
            : last == 305 ? by_pieces(from, into, bytes)
                          : exchanged(from, into, bytes)) != bytes)
    hash++;
}
