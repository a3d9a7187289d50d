/* imports.c - see imports.h. */
#include "process/imports.h"

#include "process/dynamic.h"
#include "process/process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const safe[] = {
#define SAFE(name) name,
#include "process/safe_imports.def"
#undef SAFE
};

static int begins(const char *text, const char *const *with, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strncmp(text, with[i], strlen(with[i])) == 0)
      return 1;
  return 0;
}
#define BEGINS(text, ...)                                                                          \
  begins(text, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* Libraries whose functions are judged by name, and MPI's, which the runtime calls. */
static int is_known_library(const char *name) {
  return BEGINS(name, "libc.so", "libm.so", "libgomp.so", "libomp.so", "libiomp5.so", "libpthread.so", "libdl.so",
                "librt.so", "libgcc_s.so", "libquadmath.so", "libatomic.so", "libmvec.so", "ld-linux", "libmpi",
                "libopen-", "libpmix", "libpmi");
}

/* Libraries that know the program's memory as numbers alone. */
static int computes(const char *path) {
  const char *file = strrchr(path, '/');
  return BEGINS(file ? file + 1 : path, "libm.so", "libmvec.so", "libgomp.so", "libomp.so", "libiomp5.so", "libgcc_s.so",
                "libquadmath.so", "libatomic.so");
}

typedef struct objects {
  int seen, complete;
  tp_dynamic program, computing[8];
  int count;
  char why[160];
} objects;

/* The first library that is not known, null: there is none. */
static const char *unknown_library(const struct dl_phdr_info *object, const tp_dynamic *d) {
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  for (; entry && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_NEEDED && !is_known_library(d->strings + entry->d_un.d_val))
      return d->strings + entry->d_un.d_val;
  return NULL;
}

/* The first object that the loader reports is the program. */
static int look_at(struct dl_phdr_info *object, size_t size, void *data) {
  objects *o = data;
  (void)size;
  if (o->seen++ == 0) {
    o->complete = tp_dynamic_of(object, &o->program);
    const char *library = o->complete ? unknown_library(object, &o->program) : NULL;
    if (library)
      snprintf(o->why, sizeof o->why, "the program uses %.100s", library);
    return !o->complete || library;
  }
  if (computes(object->dlpi_name) && o->count < 8)
    o->count += tp_dynamic_of(object, &o->computing[o->count]);
  return 0;
}

static int is_safe(const objects *o, const char *name) {
  if (!*name || BEGINS(name, "MPI_", "PMPI_", "ompi_", "__tp_", "tp_"))
    return 1;
  for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
    if (strcmp(name, safe[i]) == 0)
      return 1;
  for (int i = 0; i < o->count; i++)
    if (tp_dynamic_find(&o->computing[i], name))
      return 1;
  return 0;
}

static int refers_safely(objects *o, size_t symbol) {
  const char *name = o->program.strings + o->program.symbol[symbol].st_name;
  if (o->program.symbol[symbol].st_shndx != SHN_UNDEF || is_safe(o, name))
    return 1;
  snprintf(o->why, sizeof o->why, "the program uses %.100s", name);
  return 0;
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

static int look(objects *o) {
  const char *name = tool();
  if (name) {
    snprintf(o->why, sizeof o->why, "the program uses %s", name);
    return 0;
  }
  dl_iterate_phdr(look_at, o);
  if (!o->complete)
    snprintf(o->why, sizeof o->why, "it is not known what the program uses");
  if (*o->why)
    return 0;
  const tp_dynamic *d = &o->program;
  for (unsigned i = 1; i < d->defined; i++)
    if (!refers_safely(o, i))
      return 0;
  for (int t = 0; t < 2; t++)
    for (size_t i = 0; i < d->relocations[t]; i++)
      if (!refers_safely(o, ELF64_R_SYM(d->relocation[t][i].r_info)))
        return 0;
  return 1;
}

int tp_imports_are_safe(const char **why) {
  static objects o;
  static int answer = -1;
  if (answer < 0)
    answer = look(&o);
  *why = o.why;
  return answer;
}
