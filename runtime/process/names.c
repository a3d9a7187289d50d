/* names.c - names that the program shares with the C library.
 *
 * A program may call a function of its own `send` or `wait`. The loader then gives it to every library that calls the
 * C library's, and MPI dies of it. */
#include "process/dynamic.h"
#include "process/process.h"

#include <string.h>

typedef struct objects {
  int seen, complete;
  tp_dynamic program, library;
} objects;

static int is_c_library(const char *path) {
  const char *file = strrchr(path, '/');
  file = file ? file + 1 : path;
  return strncmp(file, "libc.so", 7) == 0 || strncmp(file, "libc-", 5) == 0;
}

/* The first object that the loader reports is the program. */
static int look_at(struct dl_phdr_info *object, size_t size, void *data) {
  objects *o = data;
  (void)size;
  if (o->seen++ == 0)
    return !tp_dynamic_of(object, &o->program);
  if (!is_c_library(object->dlpi_name))
    return 0;
  o->complete = tp_dynamic_of(object, &o->library);
  return 1;
}

/* Functions that compilers call too, and names that are the implementation's. An allocator is not among them: MPI's
   threads would call it, and that of a program with one thread need not stand several. */
static int may_be_replaced(const char *name) {
  static const char *const names[] = {"memcpy", "memmove", "memset", "memcmp"};
  if (strncmp(name, "__", 2) == 0)
    return 1;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return 1;
  return 0;
}

/* Weak definitions, this runtime's and those of sanitizers, stand in front of the library's and pass on. */
static int is_strong(const ElfW(Sym) *s) {
  return s->st_shndx != SHN_UNDEF && ELF64_ST_BIND(s->st_info) == STB_GLOBAL;
}

static int is_function(const ElfW(Sym) *s) {
  return s && (ELF64_ST_TYPE(s->st_info) == STT_FUNC || ELF64_ST_TYPE(s->st_info) == STT_GNU_IFUNC);
}

const char *tp_binary_own_name(void) {
  objects o = {0};
  dl_iterate_phdr(look_at, &o);
  for (unsigned i = o.program.gnu ? o.program.defined : 1; o.complete && i < o.program.end; i++) {
    const char *name = o.program.strings + o.program.symbol[i].st_name;
    if (is_strong(&o.program.symbol[i]) && is_function(tp_dynamic_find(&o.library, name)) &&
        !may_be_replaced(name))
      return name;
  }
  return NULL;
}
