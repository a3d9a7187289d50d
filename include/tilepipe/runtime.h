/* tilepipe/runtime.h - what emitted code and user programs see of the tilepipe runtime.
 *
 * Emitted code includes this file in the middle of a user's file. Therefore it includes nothing,
 * every name in it starts with tp_ or TP_ or is reserved (a user's macros cannot meet it; those that
 * hide __attribute__ are not so rare, hence __attribute), and every function is declared weak: an
 * object linked without the runtime links, and its loops run sequentially.
 * It is C89 as gcc and clang know it, since the user may ask for -std=c89.
 *
 * Notation: j is a point of the iteration domain, h_d the integer row d of the tiling, a box the
 * set { j : lo_d <= h_d . j < hi_d }. A tile is such a box. All sizes are bytes, all times seconds.
 */
#ifndef TILEPIPE_RUNTIME_H
#define TILEPIPE_RUNTIME_H

/* The runtime was compiled with the usual layout. Clang expands macros in this pragma. */
#pragma push_macro("push")
#pragma push_macro("pop")
#undef push
#undef pop
#pragma pack(push)
#pragma pack()
#pragma GCC visibility push(default)

#ifdef __cplusplus
extern "C" {
#endif

#define TP_ABI 22       /* layout version of tp_region; checked when a region starts */
#define TP_DIMS 5       /* most dimensions of a region */
#define TP_SMALL 512    /* regions of fewer points are not worth a call */
#define TP_SMALL_LIGHT 2048 /* the same of single loops of few operations: starting threads takes longer than all */
#define TP_LENGTH 4096  /* extents count as no more in the test in front of a region: products stay below 2^63 */

#ifdef TP_RUNTIME /* the runtime's own files: strong, so that they pull each other from the archive */
#define TP_WEAK
#else
#define TP_WEAK __attribute((__weak__))
#endif
/* A program that has a function of the name gets its own. */
#define TP_PUBLIC __attribute((__weak__))
/* The name that the linker knows: a program may have a tp_begin or tp_first of its own. */
#define TP_LINKED(tp_x) __asm__("__" #tp_x)

/* A function whose calls compilers must not reason about. gcc 12 rewrites the address of a store such as
   A[2*i][2*j] beyond its own recognition, takes the function for one without effects and drops the
   calls. Aligned, so that the speed of a short loop does not hang on what stands before it.
   Tiles of other threads share the arrays: -Ofast must not make conditional stores unconditional. (From
   gcc 12 on the attribute keeps all other options. A second one of its kind would replace the first.) */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#define TP_WITHOUT(tp_pass) \
  __attribute((__noipa__, __aligned__(64), __optimize__("no-allow-store-data-races", tp_pass)))
#elif defined(__GNUC__) && !defined(__clang__)
#define TP_WITHOUT(tp_pass) __attribute((__noipa__, __aligned__(64)))
#else
#define TP_WITHOUT(tp_pass) __attribute((__noinline__, __aligned__(64)))
#endif
#define TP_OPAQUE TP_WITHOUT("no-allow-store-data-races")

/* The same where elements lie between two stores to one array, in one iteration or in neighbouring rows.
   gcc 12 may read and store these elements as well, and they may be another thread's. */
#define TP_STORES_APART TP_WITHOUT("no-predictive-commoning")
#define TP_ROWS_APART TP_WITHOUT("no-loop-unroll-and-jam")
/* Both, for loops along lines: what is a row, and which stores are neighbours, hangs on the slope. */
#define TP_LINES_APART TP_WITHOUT("no-predictive-commoning,no-loop-unroll-and-jam")
/* The same for lines in lanes, of which -O2 makes vectors as well. */
#define TP_LANES TP_WITHOUT("no-predictive-commoning,no-loop-unroll-and-jam,tree-vectorize,vect-cost-model=dynamic")

/* Begins where a line of memory does: vectors are not cut then. */
#define TP_ALIGNED __attribute((__aligned__(64)))

/* What is done at the start of a region, out of the way of nests that are not worth one. */
#define TP_COLD __attribute((__noinline__, __cold__))

/* Which of a nest's statements follows: the proof reads it. */
#define TP_STATEMENT(number) ((void)(number))

/* Keeps the loads and stores of one point apart from those of the next, where gcc 12 would compile them wrongly
   together. */
#if defined(__GNUC__) && !defined(__clang__)
#define TP_COMPILER_BARRIER __asm__ __volatile__("" : : : "memory")
#else
#define TP_COMPILER_BARRIER
#endif

/* Reads an integer for its own sake: what follows then needs no branch to read it or not. */
#define TP_FORCE_READ(tp_x) __asm__("" : : "r"(tp_x))

/* The value of a part of the nest's text, which tp_cell has already. gcc has too few registers for the integers of six rows,
   and loads them as fast. */
#define TP_HELD(tp_of, tp_cell) ((void)sizeof(tp_of), (tp_cell))
#ifdef __clang__
#define TP_HELD_INTEGER(tp_of, tp_cell) ((void)sizeof(tp_of), (tp_cell))
#else
#define TP_HELD_INTEGER(tp_of, tp_cell) ((void)sizeof(tp_cell), (tp_of))
#endif

/* 0, where a condition of the program's is known to be false: the proof shows that it is. */
#define TP_NEVER(tp_condition) ((void)sizeof(tp_condition), 0)

/* The iterations of the loop behind it do not wait for each other: what they write is read by none of them. */
#ifdef __clang__
#define TP_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define TP_INDEPENDENT _Pragma("GCC ivdep")
#endif

/* fmin, fmax and those of floats. gcc calls the library for each pair of numbers, because one may be a NaN. For other pairs
   a comparison has the answer, and is much faster than a call. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !__FINITE_MATH_ONLY__
#define TP_IS_NUMBERS(tp_x, tp_y) __builtin_expect(!__builtin_isunordered(tp_x, tp_y), 1)
#else
#define TP_IS_NUMBERS(tp_x, tp_y) 0
#endif
#define TP_EXTREMUM(tp_name, tp_type, tp_comes_before) \
  static __inline__ __attribute((__always_inline__)) tp_type tp_##tp_name(tp_type tp_x, tp_type tp_y) { \
    if (TP_IS_NUMBERS(tp_x, tp_y)) \
      return tp_x tp_comes_before tp_y ? tp_x : tp_y; \
    return __builtin_##tp_name(tp_x, tp_y); \
  }
TP_EXTREMUM(fmin, double, <)
TP_EXTREMUM(fminf, float, <)
TP_EXTREMUM(fmax, double, >)
TP_EXTREMUM(fmaxf, float, >)
#undef TP_EXTREMUM
#undef TP_IS_NUMBERS

typedef long long tp_int;
typedef long long tp_step;

typedef struct tp_box {
  tp_int tp_lo[TP_DIMS], tp_hi[TP_DIMS];
} tp_box;

typedef struct tp_pipeline tp_pipeline; /* a plan that is ready to run, on this rank */
typedef struct tp_cpu tp_cpu;   /* one thread's view of a plan */

/* --- runs of elements ------------------------------------------------------------------------ */

/* What to do with the runs that a face, live-in or owned function enumerates. */
enum { TP_COUNT, TP_PACK, TP_UNPACK, TP_VISIT };

typedef struct tp_stream tp_stream;
struct tp_stream {
  int tp_mode;
  char *tp_at;      /* TP_PACK, TP_UNPACK: position in the contiguous buffer */
  tp_int tp_bytes;  /* bytes seen so far, in every mode */
  void (*tp_visit)(tp_stream *tp_s, int tp_array, void *tp_run, tp_int tp_bytes); /* TP_VISIT */
  void *tp_visitor; /* free for the owner of tp_visit */
};

/* One contiguous run of elements of array number tp_array: counted, packed, unpacked or visited. */
static __inline__ void tp_run(tp_stream *tp_s, int tp_array, void *tp_p, tp_int tp_n) {
  if (tp_n <= 0)
    return;
  tp_s->tp_bytes += tp_n;
  switch (tp_s->tp_mode) {
  case TP_PACK:
    __builtin_memcpy(tp_s->tp_at, tp_p, (__SIZE_TYPE__)tp_n);
    tp_s->tp_at += tp_n;
    break;
  case TP_UNPACK:
    __builtin_memcpy(tp_p, tp_s->tp_at, (__SIZE_TYPE__)tp_n);
    tp_s->tp_at += tp_n;
    break;
  case TP_VISIT:
    tp_s->tp_visit(tp_s, tp_array, tp_p, tp_n);
    break;
  default:
    break;
  }
}

/* --- a region as the compiler describes it --------------------------------------------------- */

enum {
  TP_ARRAY_WRITTEN = 1,  /* the nest writes it */
  TP_ARRAY_STATIC = 2,   /* static storage with a file-scope name: serves as its own storage on workers */
  TP_ARRAY_OBJECT = 4,   /* a declared array: overlaps no other declared array */
  TP_ARRAY_CONSTANT = 8, /* const object of static storage: never travels */
  /* Rows of its own, pointed to by the array of pointers with the same base: its range of bytes is
     relative to each of those pointers. */
  TP_ARRAY_ROWS = 16,
  TP_ARRAY_MAYBE_WRITTEN = 32, /* some write of it is conditional: rank 0 stores only what changed */
  TP_ARRAY_REWRITTEN = 64, /* and several iterations may write one element of it */
  TP_ARRAY_ROWS_OF_ROWS = 128, /* with TP_ARRAY_ROWS: these pointers lead to pointers to its rows */
  /* Of threads only: numbers that the nest combines with values by one operator. Each CPU has a copy of the array, and
     the copies are combined in the end. */
  TP_ARRAY_COMBINED_ADD = 1 << 8,
  TP_ARRAY_COMBINED_MULTIPLY = 1 << 9,
  TP_ARRAY_COMBINED_AND = 1 << 10,
  TP_ARRAY_COMBINED_OR = 1 << 11,
  TP_ARRAY_COMBINED_XOR = 1 << 12,
  TP_ARRAY_COMBINED_MIN = 1 << 13,
  TP_ARRAY_COMBINED_MAX = 1 << 14,
  TP_ARRAY_COMBINED = 127 << 8, /* one of these */
  TP_ARRAY_SIGNED = 1 << 15,    /* the least or greatest of integers with a sign */
  TP_ARRAY_FLOATING = 1 << 16,  /* sums or products of floats or doubles, in whatever order */
  TP_ARRAY_OWN = 1 << 17,       /* the program has no such array: the runtime has memory for its range */
  TP_ARRAY_SPANS_STRUCTURES = 1 << 18, /* between its elements lie other members of structures */
  TP_ARRAY_FILLED = 1 << 19 /* a write that always happens fills a box, a few elements smaller than what is accessed */
};

typedef struct tp_array_info {
  const char *tp_name;
  tp_int tp_element;  /* bytes of one element */
  tp_int tp_field;    /* offset in the argument structure of the base pointer (a void *) */
  int tp_flags;
  int tp_rank;        /* subscripts of an element, at most TP_DIMS + 3 */
} tp_array_info;

/* A captured scalar whose memory a stray pointer could reach: the region is declined when it lies
   in what the nest writes. */
typedef struct tp_scalar_info {
  const char *tp_name;
  tp_int tp_size;
  tp_int tp_field;    /* offset in the argument structure of its address (a const void *) */
} tp_scalar_info;

/* Where the elements of an array are. Bytes, relative to its base pointer. */
typedef struct tp_range {
  tp_int tp_first, tp_past; /* what the nest may access; equal: nothing */
  /* For messages: where the element with all subscripts 0 is, and from one value of each subscript to the next. */
  tp_int tp_origin, tp_stride[TP_DIMS + 3];
} tp_range;

/* Operations of one iteration, counted in the source, for the cost estimate. */
typedef struct tp_op_counts {
  int tp_adds, tp_muls, tp_divs, tp_roots, tp_calls, tp_loads, tp_stores, tp_branches;
} tp_op_counts;

enum {
  TP_REGION_THREADS_ONLY = 1, /* its data cannot be moved between ranks safely */
  TP_REGION_LIBM = 2,         /* calls libm: ranks must agree on CPU features */
  TP_REGION_TIMES_LOOP = 4,   /* its caller knows the answer -1 of tp_region_run */
  TP_REGION_SINKS = 8,        /* tiles run a loop innermost that the user's nest does not: they are the faster ones */
  TP_REGION_ACROSS_ROWS = 16, /* next points of the innermost loop write elements of other rows */
  TP_REGION_BLOCKS = 32       /* << d: a sunk loop begins where the tile ends along dimension d: short tiles gain */
};

/* What the runtime lets calls of a region do unasked: up to so many points in each, and in all of them. */
typedef struct tp_allowance {
  int tp_most;    /* points of a call */
  tp_int tp_left; /* points left times 2^32, and the number of calls that used it; negative: it is used up */
} tp_allowance;

enum { TP_PARTIAL_SUMS = 1, TP_PARTIAL_PRODUCTS };
/* A sum of floating-point numbers that keeps the program's order. Each point of a statement stores its term; the runtime
   adds the terms. */
typedef struct tp_sum {
  void *tp_terms;  /* set by the runtime: of the first place of the box, places being in row-major order; of the first CPU */
  void *tp_result; /* the value before the nest, and then the sum */
  int tp_is_float; /* else numbers are doubles */
  int tp_is_full;  /* 1: each place of the box is a point */
  int tp_partial;  /* TP_PARTIAL_...: the terms are partial results instead, of one CPU each, in whatever order */
  int tp_loops;    /* around the statement: the sides of the box */
  int tp_along;    /* 1 + the tile dimension whose value is a point's first coordinate; 0: there is none */
  tp_int tp_first[TP_DIMS], tp_past[TP_DIMS]; /* the box around the statement's points, by coordinates */
} tp_sum;

/* Kinds of tile functions: */
enum {
  TP_VARIANT_PLAIN,  /* points in the original lexicographic order, or with TP_REGION_SINKS in another one */
  TP_VARIANT_JAM,    /* some rows of the last dimension but one advance together */
  TP_VARIANT_SKEW,   /* the two innermost loops along lines whose points do not wait for each other */
  TP_VARIANT_BLOCKS, /* the plain one for blocks of the box that a core's nearest cache may hold, one after the other */
  TP_VARIANTS
};
/* A tile function: it runs all points of a box. Those of a region are equal bit for bit; which is the fastest is found by
   timing. */
typedef struct tp_variant {
  void (*tp_tile)(const tp_box *tp_b, const void *tp_args); /* null: the region has none of this kind */
  int tp_rows;              /* JAM: so many rows; 1: strips along the last dimension instead, each by the plain function.
                               SKEW: lines, or lanes, have so many rows */
  tp_int tp_inner[TP_DIMS]; /* its innermost loops have at most extent / tp_inner[d] iterations; 0: rows d do not end them */
  int tp_sides;             /* JAM: bits: dimensions at whose lower sides it computes again what a box in front has computed.
                               SKEW: lines that a block of tp_rows rows has more than columns; 0: it runs no blocks */
} tp_variant;

typedef struct tp_region {
  int tp_abi;             /* TP_ABI */
  int tp_flags;
  const char *tp_name;    /* unique within its file */
  const char *tp_file;
  int tp_line;
  const char *tp_settings; /* defaults compiled in: "schedule=overlap;tile=64,64" or "" */

  int tp_dims;            /* 1 .. TP_DIMS */
  /* Rows of the tiling in the names of the program's iterators, for people: "t;t+i". Null: not known. */
  const char *tp_rows;
  tp_int tp_reach[TP_DIMS]; /* max over all dependences of h_d . dist: a tile extent below it is illegal;
                               0: no dependence along d, neighbours need not wait */
  tp_op_counts tp_ops;

  int tp_arrays, tp_scalars, tp_faces; /* lengths of the tables */
  const tp_array_info *tp_array;
  const tp_scalar_info *tp_scalar;
  unsigned char tp_crosses[1 << TP_DIMS]; /* each face: the dimensions that it crosses, bit d = dimension d */
  tp_int tp_args;         /* bytes of the argument structure */
  tp_int tp_sizes;        /* of these the first, on which alone numbers of points and of elements depend: starts
                             that agree in them share a plan */

  /* Bounding box of the space in h_d . j: empty when tp_hi[d] <= tp_lo[d] for some d. */
  void (*tp_bounds)(const void *tp_args, tp_box *tp_out);
  /* Number of points of the space in the box (an estimate where the space is not a box). Null: each place in the
     bounding box is a point. */
  tp_int (*tp_points)(const tp_box *tp_b, const void *tp_args);
  /* Iterations of the loops inside statements at the points in the box, as often as tp_ops counts operations (an
     estimate). Null: there are none, or their number is not known. */
  double (*tp_work)(const tp_box *tp_b, const void *tp_args);
  /* tp_out: one for each array. */
  void (*tp_ranges)(const void *tp_args, tp_range *tp_out);

  /* TP_VARIANTS tile functions, by kind. There is a plain one. */
  const tp_variant *tp_variants;
  /* The user's own nest, on whatever arrays the argument structure points to. */
  void (*tp_reference)(const void *tp_args);

  /* Elements that flow to the neighbour CPU across the dimensions in tp_crosses, one of the table:
     { x : x is written at some j in tp_b and flows to some j' with
         h_d . j' >= tp_b->tp_hi[d]  for each d in tp_crosses,
         h_d . j' <  tp_end[d]       for every other d }.
     For a mesh dimension that is not crossed tp_end[d] = tp_b->tp_hi[d]; for the mapped dimension it is
     the end of the space. */
  void (*tp_face)(int tp_crosses, const tp_box *tp_b, const tp_int *tp_end, const void *tp_args, tp_stream *tp_s);
  /* What a rank that runs the box must have before it starts: upward-exposed reads of the whole nest
     by points of the box, and old values of elements that it only may write. Skewed boxes may name a few more
     elements that other points of the nest need. */
  void (*tp_livein)(const tp_box *tp_b, const void *tp_args, tp_stream *tp_s);
  /* Elements whose last writer lies in the box. Over all boxes: a partition of what the nest writes. */
  void (*tp_owned)(const tp_box *tp_b, const void *tp_args, tp_stream *tp_s);

  /* On a worker, after the argument structure has arrived: set the base pointers of static arrays to
     this process's own and store captured globals that called functions read. Null: there are none. */
  void (*tp_localise)(void *tp_args);
  /* Start a team of tp_threads(p) threads that each run the region's pipeline. */
  void (*tp_start)(tp_pipeline *tp_p, const void *tp_args);
  /* Where the runtime stores the address of the region's allowance, null: nowhere. */
  tp_allowance **tp_allowed;
  int tp_sums;                       /* ordered sums */
  tp_int tp_results, tp_first_sum;   /* offsets: of the results' address in the argument structure, of the first tp_sum there */
  /* Of a nest that accumulates in variables, on several ranks: bytes of the results, 0: there are none, or ranks have no
     part in the region. A worker begins with a copy of what rank 0 begins with. */
  tp_int tp_results_size;
  void (*tp_part)(void *tp_r);                     /* makes such a copy a part: sums of nothing. Null: it is one */
  void (*tp_join)(void *tp_r, const void *tp_p);   /* a worker's part joins the results of rank 0 */
  /* The outermost loop's iterator is the sum of tp_outer[d] / tp_cell times h_d . j, signs aside, and one in tp_cell places
     of a box is a point. tp_cell 0: dimension 0 is the outermost loop, and all places are points. */
  int tp_outer[TP_DIMS], tp_cell;
} tp_region;

/* Linkers that collect garbage must not take the table of regions for some: nothing names its entries. */
#define TP_KEPT __used__
#ifdef __has_attribute
#if __has_attribute(__retain__)
#undef TP_KEPT
#define TP_KEPT __used__, __retain__
#endif
#endif

/* Begins the definition of tp_r_region, and defines what belongs to it. Regions of a program are collected by the
   linker in section tp_regions. */
#define TP_REGION(tp_r)                                                                            \
  static tp_allowance *tp_r##_allowed;                                                             \
  static const tp_region tp_r##_region;                                                            \
  static const tp_region *const tp_r##_region_entry                                                \
      __attribute((__section__("tp_regions"), TP_KEPT)) = &tp_r##_region;                          \
  static const tp_region tp_r##_region

/* --- starting a region ------------------------------------------------------------------------ */

/* In a tile: where the CPU that runs it has its partial result. */
TP_WEAK void *tp_partial_of(const tp_sum *tp_s) TP_LINKED(tp_partial_of);

/* Runs the region and answers 1, or declines and answers 0: the caller then runs its own loop. -1: it does so, and
   tells when that has ended, which is being timed (TP_REGION_TIMES_LOOP).
   tp_a: the argument structure, base pointers and captures filled in. tp_parallel: the caller is
   already inside a parallel region (omp_in_parallel of its own OpenMP runtime). */
TP_WEAK int tp_region_run(const tp_region *tp_r, void *tp_a, int tp_parallel);

/* The loop of this thread that the last answer of -1 was about has ended. */
TP_WEAK void tp_region_ended(void) TP_LINKED(tp_region_ended);

/* Of the region that the last answer of -1 to this thread was about: what it has for a variable that it accumulates in,
   and what the program's own loop has. Ends the program where TILEPIPE_VERIFY finds a difference. */
TP_WEAK void tp_region_accumulated(const char *tp_name, const void *tp_got, const void *tp_wanted, tp_int tp_bytes)
    TP_LINKED(tp_region_accumulated);
/* The same for a double, or a float, that may differ in last bits. */
TP_WEAK void tp_region_reassociated(const char *tp_name, const void *tp_got, const void *tp_wanted, tp_int tp_bytes)
    TP_LINKED(tp_region_reassociated);

/* TILEPIPE_ALWAYS=1: regions run however small. */
TP_WEAK extern int tp_always TP_LINKED(tp_always);

#ifndef TP_RUNTIME
/* 1: the program's own loop runs so many points unasked. Threads that count at the same time lose a count or two. */
static __inline__ int tp_uses(tp_allowance *const *tp_allowed, tp_int tp_points) {
  tp_allowance *tp_a = __atomic_load_n(tp_allowed, __ATOMIC_ACQUIRE);
  tp_int tp_left;
  if (!tp_a || tp_points > __atomic_load_n(&tp_a->tp_most, __ATOMIC_RELAXED))
    return 0;
  tp_left = __atomic_load_n(&tp_a->tp_left, __ATOMIC_RELAXED);
  if (tp_left < 0)
    return 0;
  __atomic_store_n(&tp_a->tp_left, tp_left - (tp_points << 32) + 1, __ATOMIC_RELAXED);
  return 1;
}

/* The inline test in front of every region. */
static __inline__ int tp_asks(tp_allowance *const *tp_allowed, tp_int tp_points, int tp_is_small) {
  if (__builtin_expect(tp_is_small, 1))
    return __builtin_expect(&tp_always && tp_always, 0) && tp_points > 0;
  return !__builtin_expect(tp_uses(tp_allowed, tp_points), 1) && &tp_region_run != 0;
}
static __inline__ int tp_worth(tp_allowance *const *tp_allowed, tp_int tp_points) {
  return tp_asks(tp_allowed, tp_points, tp_points < TP_SMALL);
}
/* Of a single loop whose iterations are a few operations. */
static __inline__ int tp_worth_light(tp_allowance *const *tp_allowed, tp_int tp_points) {
  return tp_asks(tp_allowed, tp_points, tp_points < TP_SMALL_LIGHT);
}
/* Where statements have loops, or tiles have whole ones. tp_inside: iterations of one of them. */
static __inline__ int tp_worth_inside(tp_allowance *const *tp_allowed, tp_int tp_points, tp_int tp_inside) {
  return tp_asks(tp_allowed, tp_points, tp_points * tp_inside < TP_SMALL);
}

/* Behind the program's own loop, which runs once. */
static __inline__ int tp_loop_ended(int tp_ran) {
  if (__builtin_expect(tp_ran < 0, 0))
    tp_region_ended();
  return 1;
}

/* What a point without a term adds to a sum: -0.0, which changes no bit. Compilers shall not know it: they compute
   -0.0 - x as -x, and a NaN would change its sign. */
static __inline__ double tp_no_term(void) {
  double tp_x = -0.0;
  __asm__("" : "+m"(tp_x));
  return tp_x;
}

/* 1: the compiler may add a product to a sum with one rounding. (Users of gcc are asked to forbid that.) */
static __inline__ int tp_fuses_sums(void) {
#ifdef __clang__
  return 1;
#else
  return 0;
#endif
}

/* The program's own loop, where compilers are to take it for seldom. gcc moves constants of a loop in front of all loops
   around it, and then past the calls there, which leave no vector register alone: the loop would read them from memory.
   It does not where it expects the loop less often than the first loop around it is entered. */
#ifdef __has_builtin
#if __has_builtin(__builtin_expect_with_probability)
#define TP_SELDOM(tp_is) (__builtin_expect_with_probability((tp_is), 1, 0.1))
#endif
#endif
#ifndef TP_SELDOM
#define TP_SELDOM(tp_is) (tp_is)
#endif

/* In front of the program's own loop, which runs unless the region has run. */
#define TP_OTHERWISE(tp_run) for (int tp_ran = (tp_run); TP_SELDOM(tp_ran < 1); tp_ran = tp_loop_ended(tp_ran))

/* The same where variables of the program are to be changed by tp_then once the region has run. */
#define TP_OTHERWISE_THEN(tp_run, tp_then)                                                         \
  for (int tp_ran = 0; tp_ran < 2 && (TP_SELDOM((tp_ran = (tp_run)) < 1) || ((tp_then), 0)); tp_ran = tp_loop_ended(tp_ran) + 1)

/* The same for a region that accumulates in variables of the program. It gets their values in tp_results, of type
   tp_type, by tp_give; when it has run, they get its results by tp_take. Where the program's own loop is to verify the
   region, tp_check compares both behind it. Nobody learns their addresses. */
#define TP_OTHERWISE_TAKE(tp_type, tp_give, tp_run, tp_take, tp_check)                             \
  for (tp_type tp_results = {0}, tp_wanted;                                                        \
       tp_results.tp_ran < 2 && ((tp_give), TP_SELDOM((tp_results.tp_ran = (tp_run)) < 1) || ((tp_take), 0)); \
       tp_results.tp_ran = (tp_results.tp_ran < 0 ? (void)(tp_check) : (void)0, tp_loop_ended(tp_results.tp_ran)) + 1)

/* In tp_check: a result that the program has as tp_value. tp_is: the type of the program's variable. */
#define TP_CHECK(tp_name, tp_is, tp_value)                                                         \
  (tp_wanted.tp_name = (tp_value), tp_results.tp_name = (tp_is)tp_results.tp_name,                 \
   tp_region_accumulated(#tp_name, &tp_results.tp_name, &tp_wanted.tp_name, (tp_int)sizeof tp_wanted.tp_name))

/* The same where the region was allowed another order. */
#define TP_CHECK_NEAR(tp_name, tp_is, tp_value)                                                    \
  (tp_wanted.tp_name = (tp_value),                                                                 \
   tp_region_reassociated(#tp_name, &tp_results.tp_name, &tp_wanted.tp_name, (tp_int)sizeof tp_wanted.tp_name))

/* In a tile: what its CPU has accumulated so far, of type tp_is. */
#define TP_PARTIAL(tp_record, tp_is) (*(tp_is *)tp_partial_of(&(tp_record)))

/* What a tile has accumulated goes into the region's result. Other threads do the same meanwhile. */
#define TP_COMBINE_ADD(tp_result, tp_value) (void)__atomic_fetch_add(&(tp_result), (tp_value), __ATOMIC_RELAXED)
#define TP_COMBINE_AND(tp_result, tp_value) (void)__atomic_fetch_and(&(tp_result), (tp_value), __ATOMIC_RELAXED)
#define TP_COMBINE_OR(tp_result, tp_value) (void)__atomic_fetch_or(&(tp_result), (tp_value), __ATOMIC_RELAXED)
#define TP_COMBINE_XOR(tp_result, tp_value) (void)__atomic_fetch_xor(&(tp_result), (tp_value), __ATOMIC_RELAXED)
#define TP_COMBINE(tp_result, tp_new, tp_is)                                                       \
  do {                                                                                             \
    __typeof__(tp_result) tp_old, tp_next;                                                         \
    __atomic_load(&(tp_result), &tp_old, __ATOMIC_RELAXED);                                        \
    do                                                                                             \
      tp_next = (tp_new);                                                                          \
    while ((tp_is) && !__atomic_compare_exchange(&(tp_result), &tp_old, &tp_next, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)); \
  } while (0)
#define TP_COMBINE_MULTIPLY(tp_result, tp_value) TP_COMBINE(tp_result, tp_old * (tp_value), 1)
#define TP_COMBINE_MIN(tp_result, tp_value) TP_COMBINE(tp_result, tp_value, tp_next < tp_old)
#define TP_COMBINE_MAX(tp_result, tp_value) TP_COMBINE(tp_result, tp_value, tp_next > tp_old)
/* Several results that belong together. */
#define TP_LOCK(tp_lock)                                                                           \
  while (__atomic_exchange_n(&(tp_lock), 1, __ATOMIC_ACQUIRE))                                     \
    ;
#define TP_UNLOCK(tp_lock) __atomic_store_n(&(tp_lock), 0, __ATOMIC_RELEASE)
/* tp_value = tp_result, as other threads have left it so far */
#define TP_RESULT_SO_FAR(tp_value, tp_result) __atomic_load(&(tp_result), &(tp_value), __ATOMIC_RELAXED)
#endif

/* --- the pipeline, run by every thread of every rank ------------------------------------------ */

TP_WEAK int tp_threads(const tp_pipeline *tp_p) TP_LINKED(tp_threads);
/* The view of thread tp_thread of a team of tp_team threads; null: this thread has nothing to do.
   With fewer threads than planned, thread 0 runs the work of all. */
TP_WEAK tp_cpu *tp_join(tp_pipeline *tp_p, int tp_thread, int tp_team) TP_LINKED(tp_join);
/* What the tiles of a CPU that has joined get for tp_v: the same, but for its copies of arrays that are combined. */
TP_WEAK const void *tp_arguments(const tp_cpu *tp_c, const void *tp_v) TP_LINKED(tp_arguments);
/* The runtime's own team, for callers compiled without OpenMP. */
TP_WEAK void tp_team(tp_pipeline *tp_p, void (*tp_work)(tp_cpu *, const void *), const void *tp_a) TP_LINKED(tp_team);

TP_WEAK tp_step tp_first(const tp_cpu *tp_c) TP_LINKED(tp_first);
TP_WEAK int tp_more(const tp_cpu *tp_c, tp_step tp_s) TP_LINKED(tp_more);
TP_WEAK tp_step tp_next(const tp_cpu *tp_c, tp_step tp_s) TP_LINKED(tp_next);
/* Post the receives of the next tile; wait for the faces and neighbours that tile tp_s needs. */
TP_WEAK void tp_begin(tp_cpu *tp_c, tp_step tp_s) TP_LINKED(tp_begin);
/* The box of tile tp_s; 0 when it holds no point. */
TP_WEAK int tp_box_at(tp_cpu *tp_c, tp_step tp_s, tp_box *tp_b) TP_LINKED(tp_box_at);
/* The kind of tile function that runs this box: one that the region has. */
TP_WEAK int tp_kind(const tp_cpu *tp_c) TP_LINKED(tp_kind);
/* Tell the neighbours that tile tp_s is done: pack and start sending its faces, publish progress. */
TP_WEAK void tp_end(tp_cpu *tp_c, tp_step tp_s) TP_LINKED(tp_end);

/* Rows of a block, each a lane of a line. Bytes of a row that waits until its elements fill lines of memory. */
enum { TP_LANE_ROWS = 64, TP_LATE_BYTES = 384 };
/* tp_from_ring's alone: what it has not stored yet. */
typedef struct {
  char tp_cells[TP_LANE_ROWS][TP_LATE_BYTES] TP_ALIGNED;
  char *tp_line[TP_LANE_ROWS];  /* of memory, whose first byte is the row's first one in tp_cells */
  char *tp_place[TP_LANE_ROWS]; /* of the element on line 0: an element of line w lies w elements behind it */
  int tp_begin[TP_LANE_ROWS];   /* bytes of that line that lie in front of the row */
  int tp_is_late;
} tp_late_rows;

/* A block of tp_count rows in a ring of lines, of n = 64 lanes, one for each row. Element [tp_first0 + r][j] is that
   of lane k = n - 1 - r. It is the cell n + k of line w = j - tp_first1 + r, which lies at place (w + 1) % tp_ring. Stores the
   elements of the lines tp_first <= w <= tp_last that lie in the columns tp_first1 <= j <= tp_last1, at the latest when it is
   called for the last line that any lane might have. Calls for a block begin with line 0, and each with the line behind the last
   one before, of the same rows and columns; none has more than 64 / tp_size. tp_stride is in bytes from row to row, 0 where tp_rows are pointers to each;
   tp_line from line to line; tp_size is that of an element: 4 or 8. */
TP_WEAK void tp_from_ring(tp_late_rows *tp_late, void *tp_rows, tp_int tp_stride, tp_int tp_size, const void *tp_cells,
                          tp_int tp_line, tp_int tp_ring, tp_int tp_count, tp_int tp_first0, tp_int tp_first1,
                          tp_int tp_last1, tp_int tp_first, tp_int tp_last) TP_LINKED(tp_from_ring);
/* The other way: elements of memory that lie so in the rows, into cells. Element [tp_first0 + r][j] goes into the cell k of
   line w, which lies at place w - tp_first. No more lines than tp_from_ring has. Pointers are read to rows alone that have an
   element on these lines. */
TP_WEAK void tp_to_ring(const void *tp_rows, tp_int tp_stride, tp_int tp_size, void *tp_cells, tp_int tp_line,
                        tp_int tp_count, tp_int tp_first0, tp_int tp_first1, tp_int tp_last1, tp_int tp_first,
                        tp_int tp_last) TP_LINKED(tp_to_ring);
/* Bytes of the longest vectors that the compiler makes, and numbers of their parts of four bytes. */
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#if defined(__AVX512F__)
#define TP_VECTOR 64
#define TP_FROM_2 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define TP_PAST 16
#elif defined(__AVX2__)
#define TP_VECTOR 32
#define TP_FROM_2 2, 3, 4, 5, 6, 7
#define TP_PAST 8
#elif defined(__SSE2__) || defined(__ARM_NEON)
#define TP_VECTOR 16
#define TP_FROM_2 2, 3
#define TP_PAST 4
#endif
#endif
#endif
/* tp_to[k] = tp_from[k] for the lanes tp_first <= k <= tp_last, elements of tp_size bytes (4 or 8), and nothing else. tp_to begins
   where a vector does, tp_from one element behind. Answers 0 and does nothing where the compiler has no vectors: the caller's
   loop is to do it. */
static __inline__ int tp_shift_lanes(void *tp_to, const void *tp_from, int tp_size, tp_int tp_first, tp_int tp_last) {
#ifdef TP_VECTOR
  typedef int tp_fours __attribute((__vector_size__(TP_VECTOR), __may_alias__));
  typedef int tp_four __attribute((__may_alias__));
  const int tp_vectors = TP_LANE_ROWS * tp_size / TP_VECTOR;
  const tp_four *tp_cells = (const tp_four *)tp_from - tp_size / 4, *tp_behind = tp_cells + TP_LANE_ROWS * tp_size / 4;
  const tp_fours *tp_of = (const tp_fours *)(const void *)tp_cells;
  const int tp_begin = (int)tp_first * tp_size / 4, tp_end = ((int)tp_last + 1) * tp_size / 4;
  const int tp_are_all = tp_begin <= 0 && tp_end >= TP_LANE_ROWS * tp_size / 4;
  tp_fours tp_now = tp_of[0], tp_next;
  int tp_v;
#pragma GCC unroll 32
  for (tp_v = 0; tp_v < tp_vectors; tp_v++, tp_now = tp_next) {
    tp_fours *tp_place = (tp_fours *)tp_to + tp_v, tp_shifted;
    tp_next = tp_v + 1 < tp_vectors ? tp_of[tp_v + 1] : tp_size == 4 ? (tp_fours){tp_behind[0]} : (tp_fours){tp_behind[0], tp_behind[1]};
    tp_shifted = tp_size == 4 ? __builtin_shufflevector(tp_now, tp_next, 1, TP_FROM_2, TP_PAST)
                              : __builtin_shufflevector(tp_now, tp_next, TP_FROM_2, TP_PAST, TP_PAST + 1);
    if (!tp_are_all) {
      const tp_fours tp_number = (tp_fours){0, 1, TP_FROM_2} + tp_v * TP_PAST, tp_has = (tp_number >= tp_begin) & (tp_number < tp_end);
      tp_shifted = (tp_shifted & tp_has) | (*tp_place & ~tp_has);
    }
    *tp_place = tp_shifted;
  }
  return 1;
#else
  (void)tp_to, (void)tp_from, (void)tp_size, (void)tp_first, (void)tp_last;
  return 0;
#endif
}
/* Lines of a ring; rows of a block, with those that its points reach, at most. */
enum { TP_LINES = 64, TP_LINE_ROWS = 64 };
/* A column for each row: that of row i is tp_of_row0 + tp_slope * i. */
typedef struct {
  tp_int tp_of_row0, tp_slope;
} tp_edge;
/* Elements around the points of a row: tp_row rows behind it, from tp_first columns behind its first point to tp_last columns
   behind its last one. */
typedef struct {
  tp_int tp_row, tp_first, tp_last;
} tp_reach;
/* Point (i, j) lies on line w = tp_slope * i + j. Its element [i + tp_offset0][j + tp_offset1] is the cell i - tp_begin of line
   w modulo TP_LINES. A block has the rows tp_row <= i <= tp_last_row. Of each its first point is in the last column of
   tp_firsts, and its last point in the first column of tp_lasts. What lies around them, by tp_reaches, and on the lines
   tp_first <= w <= tp_last, at most TP_LINES of them, goes into its cells. The first of tp_reaches is of the rows themselves.
   tp_stride is in bytes from row to row, 0 where tp_rows are pointers to each; tp_line from line to line; tp_size is that of an
   element: 4 or 8. */
TP_WEAK void tp_to_lines(const void *tp_rows, tp_int tp_stride, tp_int tp_size, void *tp_cells, tp_int tp_line, tp_int tp_slope,
                         tp_int tp_begin, tp_int tp_row, tp_int tp_last_row, tp_int tp_offset0, tp_int tp_offset1,
                         const tp_edge *tp_firsts, tp_int tp_first_edges, const tp_edge *tp_lasts, tp_int tp_last_edges,
                         const tp_reach *tp_reaches, tp_int tp_count, tp_int tp_first, tp_int tp_last) TP_LINKED(tp_to_lines);
/* The other way: cells of points into their elements. */
TP_WEAK void tp_from_lines(void *tp_rows, tp_int tp_stride, tp_int tp_size, const void *tp_cells, tp_int tp_line, tp_int tp_slope,
                           tp_int tp_begin, tp_int tp_row, tp_int tp_last_row, tp_int tp_offset0, tp_int tp_offset1,
                           const tp_edge *tp_firsts, tp_int tp_first_edges, const tp_edge *tp_lasts, tp_int tp_last_edges,
                           tp_int tp_first, tp_int tp_last) TP_LINKED(tp_from_lines);
/* Square roots of the numbers tp_first to tp_last of an array, as sqrtf (tp_size 4) and sqrt (8) give them, errno and exceptions
   as well. Those of a program with -fno-math-errno set no errno, as the runtime's tp_roots_alone. */
#ifdef TP_RUNTIME
TP_WEAK void tp_roots_alone(void *tp_to, const void *tp_from, tp_int tp_size, tp_int tp_first, tp_int tp_last) TP_LINKED(tp_roots_alone);
#endif
#if defined(__NO_MATH_ERRNO__) && !defined(TP_RUNTIME)
TP_WEAK void tp_roots(void *tp_to, const void *tp_from, tp_int tp_size, tp_int tp_first, tp_int tp_last) TP_LINKED(tp_roots_alone);
#else
TP_WEAK void tp_roots(void *tp_to, const void *tp_from, tp_int tp_size, tp_int tp_first, tp_int tp_last) TP_LINKED(tp_roots);
#endif

#ifndef TP_RUNTIME
/* tp_r_start: a team of threads, each of which runs tp_r_pipeline. OpenMP's functions are another library's, whatever
   `#pragma GCC visibility` the program's text stands in. */
#ifdef _OPENMP
#define TP_OF_OPENMP extern __attribute((__visibility__("default")))
#define TP_START(tp_r)                                                                             \
  TP_OF_OPENMP int omp_get_thread_num(void);                                                       \
  TP_OF_OPENMP int omp_get_num_threads(void);                                                      \
  TP_OF_OPENMP int omp_in_parallel(void);                                                          \
  static void tp_r##_start(tp_pipeline *tp_p, const void *tp_v) {                                  \
    _Pragma("omp parallel num_threads(tp_threads(tp_p))")                                          \
    {                                                                                              \
      tp_cpu *tp_c = tp_join(tp_p, omp_get_thread_num(), omp_get_num_threads());                   \
      if (tp_c)                                                                                    \
        tp_r##_pipeline(tp_c, tp_arguments(tp_c, tp_v));                                           \
    }                                                                                              \
  }
#define TP_IN_PARALLEL omp_in_parallel()
#else
#define TP_START(tp_r)                                                                             \
  static void tp_r##_start(tp_pipeline *tp_p, const void *tp_v) { tp_team(tp_p, tp_r##_pipeline, tp_v); }
#define TP_IN_PARALLEL 0
#endif

/* Around emitted text: no warnings of a copy of the program's text, or of what is emitted. clang would say where TP_INDEPENDENT
   makes no vectors. A scalar that is an array is stored where it has no value yet. */
#ifdef __clang__
#define TP_QUIET_COMPILER                                                                          \
  _Pragma("clang diagnostic ignored \"-Wpass-failed\"")                                            \
  _Pragma("clang diagnostic ignored \"-Wuninitialized\"")
#else
#define TP_QUIET_COMPILER                                                                          \
  _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")                                      \
  _Pragma("GCC diagnostic ignored \"-Wuninitialized\"")
#endif
#define TP_QUIET                                                                                   \
  _Pragma("GCC diagnostic push")                                                                   \
  _Pragma("GCC diagnostic ignored \"-Wcast-qual\"")                                                \
  _Pragma("GCC diagnostic ignored \"-Wconversion\"")                                               \
  _Pragma("GCC diagnostic ignored \"-Wdouble-promotion\"")                                         \
  _Pragma("GCC diagnostic ignored \"-Wfloat-equal\"")                                              \
  _Pragma("GCC diagnostic ignored \"-Wimplicit-fallthrough\"")                                     \
  _Pragma("GCC diagnostic ignored \"-Wmisleading-indentation\"")                                   \
  _Pragma("GCC diagnostic ignored \"-Wredundant-decls\"")                                          \
  _Pragma("GCC diagnostic ignored \"-Wshadow\"")                                                   \
  _Pragma("GCC diagnostic ignored \"-Wunused-but-set-variable\"")                                  \
  _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"")                                         \
  _Pragma("GCC diagnostic ignored \"-Wunused-variable\"")                                          \
  TP_QUIET_COMPILER
#define TP_QUIET_END _Pragma("GCC diagnostic pop")
#endif

/* --- for user programs ------------------------------------------------------------------------ */

/* Set a run-time setting ("schedule", "overlap"), as the variable TILEPIPE_SCHEDULE would, for all
   regions or for the one named. Call it on rank 0's program only (that is: anywhere). A value that is
   not understood ends the program as the variable would: one line, exit code 2. */
TP_PUBLIC void tp_set(const char *tp_name, const char *tp_value);
TP_PUBLIC void tp_set_region(const char *tp_region_name, const char *tp_name, const char *tp_value);

/* The array that holds the byte comes to rank 0 as a whole, if parts of it stay on other ranks (TILEPIPE_DATA); null:
   all arrays. For speed alone: what the program touches comes without it, piece by piece. Ranks keep what they have, so
   the next region sends nothing that the program does not write. */
TP_PUBLIC void tp_gather(const void *tp_pointer);

/* --- arithmetic of emitted bounds ------------------------------------------------------------- */

static __inline__ tp_int tp_max(tp_int tp_x, tp_int tp_y) { return tp_x > tp_y ? tp_x : tp_y; }
static __inline__ tp_int tp_min(tp_int tp_x, tp_int tp_y) { return tp_x < tp_y ? tp_x : tp_y; }
/* Points of lo..hi as far as the test for small regions needs to know: no more than TP_LENGTH, and
   nothing sensible for an empty range, which the runtime finds out later. It runs before every nest. */
static __inline__ tp_int tp_extent(tp_int tp_lo, tp_int tp_hi) {
  return tp_min(tp_hi - tp_lo + 1, TP_LENGTH);
}
/* floor(x / y) for y > 0 */
static __inline__ tp_int tp_floord(tp_int tp_x, tp_int tp_y) {
  return tp_x >= 0 ? tp_x / tp_y : -((-tp_x + tp_y - 1) / tp_y);
}

/* Runs tp_tile for the blocks of a box, in lexicographic order. A block has at most tp_rows places along the dimension
   before tp_last, and tp_points along tp_last. Legal for any nest: no dependence goes back along a row of the tiling. */
static __inline__ void tp_in_blocks(const tp_box *tp_b, int tp_last, tp_int tp_rows, tp_int tp_points,
                                    void (*tp_tile)(const tp_box *, const void *), const void *tp_args) {
  tp_box tp_block = *tp_b;
  for (; tp_block.tp_lo[tp_last - 1] < tp_b->tp_hi[tp_last - 1]; tp_block.tp_lo[tp_last - 1] += tp_rows) {
    tp_block.tp_hi[tp_last - 1] = tp_min(tp_block.tp_lo[tp_last - 1] + tp_rows, tp_b->tp_hi[tp_last - 1]);
    tp_block.tp_lo[tp_last] = tp_b->tp_lo[tp_last];
    for (; tp_block.tp_lo[tp_last] < tp_b->tp_hi[tp_last]; tp_block.tp_lo[tp_last] += tp_points) {
      tp_block.tp_hi[tp_last] = tp_min(tp_block.tp_lo[tp_last] + tp_points, tp_b->tp_hi[tp_last]);
      tp_tile(&tp_block, tp_args);
    }
  }
}

/* Points of a row, from which on vectors that cross no lines of memory are worth a piece more. */
#ifndef TP_LONG_ROW
#define TP_LONG_ROW 64
#endif

/* The last place of a row's first piece, at most tp_last: the next piece begins where a line of memory does. The row goes from
   tp_at to tp_last, and its first element of tp_size bytes lies tp_offset bytes behind tp_base. All of the row, where it is
   short, or where compilers unroll loops of vectors: the points behind the last full turn are slow. */
static __inline__ tp_int tp_first_piece(tp_int tp_at, tp_int tp_last, const void *tp_base, tp_int tp_offset, tp_int tp_size) {
#if defined(__GNUC__) && !defined(__clang__)
  const tp_int tp_line = 64, tp_part = ((tp_int)(__UINTPTR_TYPE__)tp_base + tp_offset) & (tp_line - 1);
  if (tp_last - tp_at >= TP_LONG_ROW && tp_part && tp_part % tp_size == 0)
    return tp_min(tp_last, tp_at + (tp_line - tp_part) / tp_size - 1);
#else
  (void)tp_at, (void)tp_base, (void)tp_offset, (void)tp_size;
#endif
  return tp_last;
}

/* The first of tp_from, tp_from + tp_by, ... that is not below tp_at, for tp_by > 0 */
static __inline__ tp_int tp_stride(tp_int tp_at, tp_int tp_from, tp_int tp_by) {
  return tp_at <= tp_from ? tp_from : tp_from + (tp_at - tp_from + tp_by - 1) / tp_by * tp_by;
}

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#pragma pack(pop)
#pragma pop_macro("pop")
#pragma pop_macro("push")

#endif
