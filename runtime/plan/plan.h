/* plan.h - what rank 0 decides when a region starts, and every rank then follows.
 *
 * The CPU mesh. Tile space has u_d = ceil((hi_d - lo_d) / s_d) rows of tiles along d. All tiles along
 * the mapped dimension run on one CPU. Along every other dimension d there are C_d = mesh_d * group_d
 * CPUs, numbered c_d = rank_d * group_d + thread_d; each takes a block of consecutive rows, the first
 * u_d mod C_d of them one row more, so that CPUs without a row come last. Rank and thread numbers are
 * the coordinates in mixed radix, dimension 0 slowest; rank 0 has coordinate 0 in every dimension.
 *
 * Cyclic assignment. Row v_d belongs to CPU v_d mod C_d. A CPU runs its rows in passes, one row along each
 * dimension in each; passes are numbered in mixed radix, dimension 0 slowest. So (CPU, pass) is to
 * cyclic assignment what the CPU is to blocks: where coordinates stand below, they are the rows v_d. */
#ifndef TP_PLAN_H
#define TP_PLAN_H

#include "settings/settings.h"
#include "util/status.h"
#include "tilepipe/runtime.h"

enum { TP_PLANS = 256 };

/* Which tile functions a region has besides the plain one. */
typedef struct tp_kinds {
  int jam_rows;  /* rows of dimension dims - 2 that the jammed one interleaves, 0: none, 1: strips */
  int jam_sides; /* as tp_variant.tp_sides */
  int line_rows; /* rows that lines of the skewed one cross, 0: none */
  int line_more; /* lines that a block of these rows has more than columns, 0: it is not run in blocks */
  int blocked;   /* 1: there is one that runs blocks, and they may gain */
  double filled; /* it runs boxes with so many points at a place at least; 0: any */
} tp_kinds;

/* The plan itself: plain data, sent to the workers byte for byte. */
typedef struct tp_plan {
  int dims;
  int mapped;               /* mapping dimension: mesh and group are 1 along it */
  tp_int lo[TP_DIMS], hi[TP_DIMS]; /* bounding box of the space in h_d . j */
  tp_int extent[TP_DIMS];   /* s_d */
  tp_int inner[TP_DIMS];    /* of the region's tile functions: as in tp_shape */
  tp_int row;               /* the same */
  tp_kinds kinds;           /* the same */
  int streams;              /* 1: no cache holds what the region writes, once */
  tp_int line[TP_DIMS];
  tp_int tiles[TP_DIMS];    /* u_d */
  int mesh[TP_DIMS];        /* ranks along d; product = ranks */
  int group[TP_DIMS];       /* threads of a rank along d; product = threads */
  int ranks, threads;
  int schedule, protocol, grouping; /* never AUTO */
  int hybrid, transport, assign;    /* never AUTO */
  int subtiles;             /* vertical groups: N, pieces into which each tile is cut */
  /* Coarse hybrid: thread 0 of a rank communicates and so takes a smaller part of the rank's block along
     dimension `cut` (-1: all threads take the same), bal/T of it (P3); bal differs between the first, the
     inner and the last ranks along cut where balance is VARIABLE. */
  int balance, cut;
  double bal[3];
  int body;                 /* TP_BODY_*; AUTO: every CPU times its first tiles */
  int faces;                /* never AUTO */
  int pokes;                /* progress calls per tile while faces are above the eager threshold */
  int index;                /* rank 0 keeps so many plans, and the others keep them at the same indices; */
  long long serial;         /* the plan at an index is the one with this number */
  int ignored;              /* TP_SETTING_BIT of settings that change nothing here, for the statistics (ignored.h) */
  double predicted;         /* seconds */
} tp_plan;

/* What runs have shown of a region: least seconds per point, 0: not seen. [kind]: TP_VARIANT_*;
   [class]: points of the innermost loop in a tile, 1, 2, 3, 4, 6, 8, 12, ... or more (tp_class_of). around: what
   start and moves of plans of several ranks took over what the model says of them, 0: not seen; [class]:
   floor(log4(points of the space)). See measured.h. */
enum { TP_SPACES = 24, TP_CLASSES = 2 * TP_SPACES };
typedef struct tp_measured {
  double point[TP_VARIANTS][TP_CLASSES];
  double hint[TP_VARIANTS][TP_CLASSES]; /* means of what timed steps suggest, where no run was the function's */
  double around[TP_SPACES];
  char own_point[TP_VARIANTS][TP_CLASSES], own_hint[TP_VARIANTS][TP_CLASSES]; /* 1: by runs of this start, not of one before */
} tp_measured;

/* --- the machine: what a calibrated profile holds, built-in values without one ---------------------- */

enum {
  TP_SIZES = 10, /* size classes: 64 B * 4^k, k = 0..9, up to 16 MB */
  TP_PAIRS = 4,  /* pairs that communicate at the same time: 1, 2, 4, 8 */
  TP_TEAMS = 8   /* threads of a team: 1, 2, 4, ..., 128 */
};

/* Paths between two ranks. */
typedef enum tp_path {
  TP_LINK_HOST,   /* of one host, by messages */
  TP_LINK_SHARED, /* of one host, by memory that both see: a flag, and reading what the other wrote */
  TP_LINK_HOSTS,  /* of two hosts, by messages */
  TP_LINKS
} tp_path;

/* LogGP with every parameter a function of the size: o(burst, size), L + G x, G(pairs, size). Seconds;
   read them by the functions of profile.h. [burst]: 0: a message alone, 1: each of eight in a row. */
typedef struct tp_network {
  double send[2][TP_SIZES];        /* of the sender's CPU, the copies that the library makes included */
  double receive[2][TP_SIZES];     /* of the receiver's CPU */
  double travel[TP_SIZES];         /* from the send to having it, both sides waiting: half a round trip */
  double stream[TP_PAIRS][TP_SIZES]; /* from one message to the next of each pair, many in a row */
  tp_int eager;                    /* bytes up to which a message comes without its sender's further help */
  tp_int step;                     /* bytes behind which the library goes another way: costs jump there */
  double poke;                     /* a progress call that finds nothing */
} tp_network;

/* On doubles in registers that do not depend on each other. */
typedef enum tp_operation {
  TP_OPERATION_ADD, TP_OPERATION_MUL, TP_OPERATION_DIV, TP_OPERATION_SQRT, TP_OPERATIONS
} tp_operation;
typedef enum tp_place { TP_IN_CACHE, TP_IN_MEMORY, TP_PLACES } tp_place;

/* Parts of a profile that were measured here; the others are built in. */
enum { TP_CALIBRATED_CPU = 1, TP_CALIBRATED_HOST = 2, TP_CALIBRATED_SHARED = 4, TP_CALIBRATED_HOSTS = 8 };

/* Plain data. */
typedef struct tp_machine {
  int ranks;                /* processes started */
  int threads;              /* threads a rank may use */
  int hosts;                /* different hosts among the ranks */
  int calibrated;              /* TP_CALIBRATED_* */
  int transports;           /* 1 << TP_TRANSPORT_*: those that work here besides messages */
  tp_network link[TP_LINKS];
  double flags[TP_TEAMS];    /* seconds from setting a progress flag until the next thread knows */
  double barriers[TP_TEAMS]; /* seconds per barrier of so many threads */
  double regions[TP_TEAMS];  /* seconds to start and end a team after the program ran alone for a while */
  double parallels[TP_TEAMS]; /* the same for one parallel region right after the other */
  double memory[TP_TEAMS];   /* bytes per second that so many threads together copy out of cache */
  double copy[TP_PLACES];    /* bytes per second that one thread copies */
  double touch, touch_small; /* bytes per second of first touching memory, in huge pages and in small ones */
  double operation[TP_OPERATIONS]; /* seconds of each */
} tp_machine;

/* How the points of a space lie in its bounding box: the share of them in each cell of a grid with cells[d]
   equal parts along d, dimension 0 slowest. cells[0] = 0: everywhere alike, as in a box. See density.h. */
enum { TP_CELLS = 1024 };
typedef struct tp_density {
  int cells[TP_DIMS];
  float share[TP_CELLS];
} tp_density;

/* Pieces that an array has at most on a rank where it stays there. */
#define TP_STAYING_PIECES 256
/* Pages that a piece of a row has at least where arrays stay on the ranks between regions. */
enum { TP_STAYING_PAGES = 4 };

/* What the model must know about a region and its arguments; pure data, so that the model can be
   tested without a region. Loads are bytes that cross one side of a box, per point of that side. */
typedef struct tp_shape {
  int dims;
  tp_int lo[TP_DIMS], hi[TP_DIMS];
  tp_int points;            /* in the whole space */
  tp_int reach[TP_DIMS];    /* of the region */
  tp_int inner[TP_DIMS];    /* of its plain and jammed tile functions: tp_inner */
  tp_int row;               /* points of innermost loops that are whole in all tiles; 0: extents end them */
  double outer[TP_DIMS];    /* of the outermost loop's iterator, for each unit along d */
  double cell;              /* places of a box for each point */
  double load[TP_DIMS];     /* bytes per point of the side crossed along d (faces that cross d alone) */
  double point;             /* estimated seconds per point on one CPU, where nothing is measured */
  double work;              /* times that the operations of a point run: iterations of loops inside statements */
  tp_measured measured;
  int touched;              /* 1: the ranks have their memory from an earlier run */
  double livein_bytes, owned_bytes; /* of the whole space, estimates; these and held_bytes where there are ranks */
  double bytes;             /* of all arrays */
  double held_bytes;        /* of the arrays that the nest reads or writes, no less than any of the above */
  tp_int contiguous_dim;    /* dimension along which consecutive points touch consecutive elements, -1 */
  double contiguous_bytes;  /* from one such point to the next, 0: not known */
  int threads_only;
  int stays;                /* 1: arrays stay on the ranks between regions, where pieces of rows are long enough */
  int maybe_written;        /* 1: writes of an array are conditional: rank 0 must not receive faces */
  int sinks;                /* 1: tiles run points in another order than the program's own loop, and a clearly faster one */
  unsigned blocks;          /* a bit for each dimension: short tiles along it gain */
  int across;               /* the innermost loop runs across more rows than caches keep: tiles cut it */
  tp_kinds kinds;
  tp_int line[TP_DIMS];     /* `inner` of the skewed tile function */
  tp_density density;
  double terms;             /* of ordered sums */
  double terms_along[TP_DIMS]; /* of these: those that lie along d, which threads add between tiles where d is mapped */
  double combined_bytes;    /* of arrays of which each CPU has a copy */
  double point_bytes;       /* what a point writes, an element of each array */
  double written_bytes;     /* of the ranges of what the nest writes; fewer than the points say: it writes them again and again */
} tp_shape;

/* What a plan is for. Pure data. */
typedef struct tp_problem {
  tp_shape shape;
  tp_machine machine;
  tp_settings settings;
  char region[256]; /* how messages call it, best with its place: "sweep (a.c:12)" */
} tp_problem;

/* Built-in machine numbers for so many processes, threads a rank, and hosts. */
void tp_machine_default(int ranks, int threads, int hosts, tp_machine *out);

/* Seconds per point by the operations in the source and what they take on the machine (P4 section 6.1);
   within a factor of two or three. */
double tp_point_estimate(const tp_op_counts *operations, const tp_machine *machine);

/* Shape of region r with arguments a; point is that of the built-in machine. */
tp_status tp_shape_of(const tp_region *r, const void *a, tp_shape *out);
/* How many pointers lead from the base to a row of the array: rows, pointers to rows, pointers to those. */
int tp_row_levels(const tp_array_info *array);
/* 1: a dependence runs along some dimension. */
int tp_carries_dependence(const tp_shape *shape);

/* Completes a shape by the bytes that move between ranks. One process does without: probing their functions takes up to
   milliseconds in spaces of many dimensions. */
void tp_shape_add_moved(const tp_region *r, const void *a, tp_shape *s);

/* Chooses everything that the settings leave open. TP_DECLINED: the model expects a loss or the space
   is empty; TP_INVALID: a setting is illegal for this region. *why: one line, static storage. */
tp_status tp_plan_choose(const tp_problem *problem, tp_plan *out, const char **why);

/* TP_DECLINED: the model expects that the program's own loop takes as long as the plan; *why as above. */
tp_status tp_plan_pays(const tp_problem *problem, const tp_plan *p, const char **why);

/* 1: one CPU may run the region in less time than the program's own loop takes, by the order inside its tiles or by what
   they fetch. */
int tp_plan_may_gain_alone(const tp_problem *problem);

/* The plan of one CPU: what tuning begins with where tp_plan_choose sees no gain. TP_DECLINED: the space is empty,
   or settings ask for more CPUs. */
tp_status tp_plan_alone(const tp_problem *problem, tp_plan *out);

/* A region that was declined for its estimated cost alone may be run once by one CPU, where the
   estimate is not far from paying and `calls` of it come to something: then its cost is known. Costs next
   to nothing. TP_OK: *out is the plan to try. */
tp_status tp_plan_try(const tp_problem *problem, long calls, tp_plan *out);

/* 1: the papers' overlapping schedule, in which the CPUs of a rank step together: two steps per hop. */
static inline int tp_lockstep(const tp_plan *p) {
  return p->schedule == TP_SCHEDULE_OVERLAP && p->grouping != TP_GROUPING_DATAFLOW;
}

/* 1: one thread of each rank communicates for all. */
static inline int tp_master_communicates(const tp_plan *p) {
  return p->hybrid == TP_HYBRID_FINE || p->hybrid == TP_HYBRID_COARSE;
}

/* 1: a parallel region for each step. */
static inline int tp_runs_fine(const tp_plan *p) { return p->hybrid == TP_HYBRID_FINE && p->threads > 1; }

/* The dimension along which the master's part is smaller, -1: all parts are equal. */
static inline int tp_cut(const tp_plan *p) { return p->balance >= TP_BALANCE_CONSTANT ? p->cut : -1; }

/* Passes that every CPU makes along dimension d, and in all; 1 with blocks. */
tp_int tp_passes_along(const tp_plan *p, int d);
tp_int tp_passes(const tp_plan *p);

/* 1: terms of sums in order that lie along the mapped dimension are added between tiles (exec/additions.h). */
int tp_adds_meanwhile(const tp_plan *p);

/* Rows [*first, *last) of dimension d that coordinate c takes. */
void tp_rows(const tp_plan *p, int d, tp_int c, tp_int *first, tp_int *last);

/* The box of rank `rank` (all its CPUs) in a pass, of CPU (rank, thread) in a pass, clipped to the space;
   0: empty. A rank that has nothing in pass 0 has nothing. */
int tp_rank_box(const tp_plan *p, int rank, tp_int pass, tp_box *out);
int tp_cpu_box(const tp_plan *p, int rank, int thread, tp_int pass, tp_box *out);

/* Coordinates of (rank, thread) in a pass, and back. */
void tp_cpu_coordinates(const tp_plan *p, int rank, int thread, tp_int pass, tp_int *c);
void tp_cpu_at(const tp_plan *p, const tp_int *c, int *rank, int *thread, tp_int *pass);

/* Points of a box that lies in the space, as tp_region.tp_points. */
static inline tp_int tp_points_in(const tp_region *r, const tp_box *b, const void *args) {
  tp_int points = 1;
  if (r->tp_points)
    return r->tp_points(b, args);
  for (int d = 0; d < r->tp_dims; d++)
    points *= tp_max(b->tp_hi[d] - b->tp_lo[d], 0);
  return points;
}

/* Iterations of the loops inside statements, as tp_region.tp_work. */
static inline double tp_work_in(const tp_region *r, const tp_box *b, const void *args) {
  return r->tp_work ? r->tp_work(b, args) : 0;
}

/* About what one point does, at least 1: those of its iterations, in the middle of the space. To count all may take as long as
   a part of the nest. */
double tp_work_about(const tp_region *r, const tp_box *space, const void *args);

/* Prints one plan as key=value text, no newline. rows: of the region's tiling, as tp_region.tp_rows; null: the mapped
   dimension is a number then. */
int tp_plan_print(const tp_plan *p, const char *rows, char *out, int size);

#endif
