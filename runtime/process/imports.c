/* imports.c - see imports.h. */
#include "process/imports.h"

#include "process/dynamic.h"
#include "process/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct known_name {
  const char *name;
  int stood; /* 1: safe where the runtime's is called */
} known_name;

static const known_name safe[] = {
#define SAFE(name) {name, 0},
#define STOOD(name) {name, 1},
#include "process/safe_imports.def"
#undef SAFE
#undef STOOD
};

static const struct own_import {
  const char *library, *name, *caller;
} own[] = {
#define OWN(library, name, caller) {library, name, caller},
#include "process/library_imports.def"
#undef OWN
};

static int begins(const char *text, const char *const *with, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strncmp(text, with[i], strlen(with[i])) == 0)
      return 1;
  return 0;
}
#define BEGINS(text, ...)                                                                          \
  begins(text, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* The C library's, whose functions are judged by name, and MPI's, which the runtime calls. */
static int is_known(const char *file) {
  return BEGINS(file, "libc.so", "libpthread.so", "libdl.so", "librt.so", "ld-linux", "libmpi", "libopen-", "libpmix",
                "libpmi");
}

/* Libraries that know the program's memory as numbers alone. */
static int computes(const char *file) {
  return BEGINS(file, "libm.so", "libmvec.so", "libgomp.so", "libomp.so", "libiomp5.so", "libgcc_s.so", "libquadmath.so",
                "libatomic.so");
}

typedef struct object {
  const char *file; /* its name without folders */
  tp_dynamic d;
  int judged;
} object;

typedef struct objects {
  object *at; /* in the order of the loader's search: the program is the first */
  int count, room;
  char why[160];
} objects;

static int add(struct dl_phdr_info *info, size_t size, void *data) {
  objects *all = data;
  const char *slash = strrchr(info->dlpi_name, '/');
  (void)size;
  if (all->count == all->room) {
    object *more = realloc(all->at, (all->room = 2 * all->room + 64) * sizeof *more);
    if (!more)
      return 1;
    all->at = more;
  }
  object *o = &all->at[all->count];
  *o = (object){slash ? slash + 1 : info->dlpi_name, {0}, 0};
  int complete = tp_dynamic_of(info, &o->d);
  all->count += complete;
  return all->count == 0; /* the kernel's object is not complete, the program's is */
}

/* The object whose definition the loader takes; -1: there is none. */
static int definer(const objects *all, const char *name) {
  for (int i = 0; i < all->count; i++)
    if (tp_dynamic_find(&all->at[i].d, name))
      return i;
  return -1;
}

static const known_name *safe_of(const char *name) {
  for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
    if (strcmp(name, safe[i].name) == 0)
      return &safe[i];
  return NULL;
}

/* A row of the library that imports the name, or whose function of that name calls what it imports. */
static int has_row(const char *library, const char *name, int calls) {
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    const char *is = calls ? own[i].caller : own[i].name;
    if (is && BEGINS(library, own[i].library) && strcmp(name, is) == 0)
      return 1;
  }
  return 0;
}

static int is_judged(objects *all, int i);

/* Of MPI the program's runtime calls what it knows, and it calls dlsym. A library may reach anything by either. */
static int is_safe(objects *all, int from, const char *name) {
  if (!*name || (from == 0 ? BEGINS(name, "MPI_", "PMPI_", "ompi_", "__tp_", "tp_") : has_row(all->at[from].file, name, 0)))
    return 1;
  int to = definer(all, name);
  const known_name *known = safe_of(name);
  if (to == 0 || (to > 0 && computes(all->at[to].file)))
    return 1; /* a library calls what the program has, or the runtime in it */
  if (to < 0 || is_known(all->at[to].file))
    return known && (from == 0 || (!known->stood && strcmp(name, "dlsym") != 0));
  return !known && !has_row(all->at[to].file, name, 1) && is_judged(all, to);
}

static int refers_safely(objects *all, int from, size_t symbol) {
  const object *o = &all->at[from];
  const char *name = o->d.strings + o->d.symbol[symbol].st_name;
  if (o->d.symbol[symbol].st_shndx != SHN_UNDEF || is_safe(all, from, name))
    return 1;
  if (!*all->why) /* the name found first is the reason */
    snprintf(all->why, sizeof all->why, "the program uses %.60s%s%.60s", from ? o->file : "", from ? ", which uses " : "",
             name);
  return 0;
}

/* 1: all that it imports is safe. A library is judged as the program is: it is code of the program's from elsewhere.
   Those of its functions that run at the end may touch memory that nobody brings any more. */
static int is_judged(objects *all, int i) {
  const tp_dynamic *d = &all->at[i].d;
  if (all->at[i].judged)
    return 1;
  all->at[i].judged = 1;
  if (i > 0 && d->starts_or_ends) {
    snprintf(all->why, sizeof all->why, "the program uses %.60s, which starts or ends by itself", all->at[i].file);
    return 0;
  }
  for (unsigned s = 1; s < d->defined; s++)
    if (!refers_safely(all, i, s))
      return 0;
  for (int t = 0; t < 2; t++)
    for (size_t s = 0; s < d->relocations[t]; s++)
      if (!refers_safely(all, i, ELF64_R_SYM(d->relocation[t][s].r_info)))
        return 0;
  return 1;
}

/* Sanitizers that are linked in, and tools that are loaded in front of all. */
static const char *tool(void) {
  static const char *const marks[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"};
  const char *preload = getenv("LD_PRELOAD");
  if (preload && *preload)
    return "LD_PRELOAD";
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (dlsym(RTLD_DEFAULT, marks[i]))
      return "a sanitizer";
  return NULL;
}

static int look(objects *all) {
  const char *name = tool();
  if (name) {
    snprintf(all->why, sizeof all->why, "the program uses %s", name);
    return 0;
  }
  /* A program that is the only object holds the C library, and what it uses of that is no import. */
  if (dl_iterate_phdr(add, all) || all->count == 1) {
    snprintf(all->why, sizeof all->why, "it is not known what the program uses");
    return 0;
  }
  return is_judged(all, 0);
}

int tp_imports_are_safe(const char **why) {
  static objects all;
  static int answer = -1;
  if (answer < 0) {
    answer = look(&all);
    free(all.at);
  }
  *why = all.why;
  return answer;
}
