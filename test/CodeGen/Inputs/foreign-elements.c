// Runs the tile functions of TRANSLATED (foreign-elements.c) on one box, step by step. A trap after
// each instruction changes all bytes that the box does not write, and looks whether somebody else has.
#define _GNU_SOURCE
#include TRANSLATED
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 1024 };
static unsigned char *Memory;
static int IsForeign[BYTES];
static volatile unsigned char Mark;
static volatile int Lost, Steps;
static int AllStored, HasFailed;

static void mark(unsigned char Value) {
  for (int I = 0; I < BYTES; I++)
    if (IsForeign[I])
      Memory[I] = Value;
  Mark = Value;
}

static void look(void) {
  for (int I = 0; I < BYTES; I++)
    Lost |= IsForeign[I] && Memory[I] != Mark;
}

static void step(int Signal) {
  (void)Signal;
  Steps++;
  look();
  mark(Mark + 1);
}

/// What tiles only read, and what they write besides the array that is looked at.
static union {
  unsigned char Bytes[BYTES];
  short Shorts[BYTES / 8][4];
  struct vector Vectors[100];
} In;
static union {
  int Ints[4];
  float Floats[4];
  double Doubles[4][32];
} Other;
static union {
  unsigned char Bytes[BYTES];
  double Doubles[4][32];
} Out;
static double Read[4][32];

typedef void tile(const tp_box *Box, const void *Args);

static int areForeign(int First, int Count) {
  for (int I = First; I < First + Count; I++)
    if (!IsForeign[I])
      return 0;
  return 1;
}

/// Tile on the box, whose stores go to Bytes bytes at Written. Rows of so many bytes belong to one tile at a time.
static void checkRows(const char *Name, tile *Tile, tp_box Box, const void *Args, void *Written, int Bytes, int Row) {
  unsigned char Start[BYTES], First[BYTES];
  Memory = Written;
  for (int I = 0; I < Bytes; I++)
    Start[I] = I * 37 % 101;
  memcpy(Memory, Start, Bytes);
  Tile(&Box, Args);
  memcpy(First, Memory, Bytes);
  for (int I = 0; I < Bytes; I++)
    Memory[I] = Start[I] ^ 0x55;
  Tile(&Box, Args);
  int Stored = 0;
  for (int I = 0; I < BYTES; I++) {
    IsForeign[I] = I < Bytes && First[I] == Start[I] && Memory[I] == (Start[I] ^ 0x55);
    Stored += I < Bytes && !IsForeign[I];
  }
  for (int R = 0; R < BYTES; R += Row)
    if (!areForeign(R, Row))
      memset(IsForeign + R, 0, Row * sizeof *IsForeign);
  Lost = Steps = 0;
  mark(0);
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | 0x100);
  Tile(&Box, Args);
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~0x100ull);
  look();
  AllStored += Stored;
  if (Steps == 0 || Lost)
    printf("%s, box %lld..%lld x %lld..%lld: %s\n", Name, Box.tp_lo[0], Box.tp_hi[0], Box.tp_lo[1],
           Box.tp_hi[1], Lost ? "stores elements of others" : "nothing traced");
  HasFailed |= Steps == 0 || Lost;
}

static void check(const char *Name, tile *Tile, tp_box Box, const void *Args, void *Written, int Bytes) {
  checkRows(Name, Tile, Box, Args, Written, Bytes, 1);
}

/// All tile functions on rows [1, 1 + Rows) and columns [First, First + Count).
static void checkAll(int Rows, int First, int Count) {
  tp_box Box = {{1, First}, {1 + Rows, First + Count}}, Exchanged = {{First, 1}, {First + Count, 1 + Rows}};
  struct tp_box_args B = {.n = 100, .tp_base_sum = Other.Ints, .tp_base_out = Out.Bytes, .tp_base_in = In.Bytes};
  struct tp_planes_args P = {.n = 100, .tp_base_out = Out.Bytes, .tp_base_in = In.Shorts};
  struct tp_vectors_args V = {
      .n = 100, .tp_base_sum = Other.Floats, .tp_base_out = Out.Bytes, .tp_base_in = In.Vectors};
  struct tp_narrow_args N = {.n = 100, .tp_base_A = Out.Bytes};
  struct tp_ahead_args A = {
      .n = 4, .tp_base_A = Out.Doubles, .tp_base_B = Other.Doubles};
  check("box", tp_box_tile, Box, &B, Out.Bytes, 60);
  check("planes", tp_planes_tile, Exchanged, &P, Out.Bytes, 160);
  check("vectors", tp_vectors_tile, Box, &V, Out.Bytes, 240);
  checkRows("ahead", tp_ahead_tile, (tp_box){{1, 1 + First}, {1 + Rows % 3, 1 + First + Count}}, &A, Out.Bytes,
            sizeof Out.Doubles, sizeof *Out.Doubles);
  struct tp_sums_args S = {.n = 8, .m = 128, .tp_base_y = Read, .tp_base_x = Out.Doubles};
  struct tp_apart_args T = {.n = 4, .tp_base_u = Out.Doubles, .tp_base_v = Read};
  struct tp_lines_args L = {.n = 4, .m = 29, .tp_base_u = Out.Doubles, .tp_base_v = Read};
  struct tp_unrolled_args U = {.n = 12, .tp_base_in = Read, .tp_base_out = Out.Doubles};
  check("sums", tp_sums_tile, (tp_box){{0, 1 + First}, {1 + Rows, 1 + First + Count}}, &S, Out.Bytes, sizeof Out.Doubles);
  struct tp_neighbours_args G = {.n = 31, .tp_base_u = Out.Doubles, .tp_base_v = Read};
  struct tp_interlaced_args I = {.n = 4, .m = 12, .tp_base_u = Out.Doubles, .tp_base_v = Read};
  struct tp_waiting_args W = {.n = 4, .m = 29, .tp_base_u = Out.Doubles, .tp_base_v = Read};
  check("neighbours", tp_neighbours_tile, Box, &G, Out.Bytes, sizeof Out.Doubles);
  check("apart", tp_apart_tile, (tp_box){{1, First}, {1 + Rows % 3, 1 + First + Count}}, &T, Out.Bytes,
        sizeof Out.Doubles);
  checkRows("lines", tp_lines_tile, (tp_box){{1, First}, {1 + Rows % 3, 1 + First + Count}}, &L, Out.Bytes, sizeof Out.Doubles,
            sizeof *Out.Doubles);
  check("unrolled", tp_unrolled_tile, Box, &U, Out.Bytes, sizeof Out.Doubles);
  if (First > 0) {
    check("narrow", tp_narrow_tile, Box, &N, Out.Bytes, 160);
    check("narrow jammed", tp_narrow_jam, Box, &N, Out.Bytes, 160);
  }
}

int main(void) {
  signal(SIGTRAP, step);
  for (int I = 0; I < BYTES; I++)
    In.Bytes[I] = I * 59 % 113;
  for (int I = 0; I < 128; I++)
    Read[I / 32][I % 32] = 1.0 / (3 + I);
  for (int Rows = 1; Rows < 7; Rows++)
    for (int First = 0; First < 3; First++)
      for (int Count = 1; Count < 4 - First; Count++)
        checkAll(Rows, First, Count);
  return HasFailed || AllStored == 0;
}
