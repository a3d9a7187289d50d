/* binary.c - facts about the executable, as the loader has mapped it. */
#include "process/dynamic.h"
#include "process/process.h"
#include "util/hash.h"

#include <elf.h>
#include <string.h>

/* The note in a segment that the linker computes over the contents; null without --build-id. */
static const unsigned char *build_id(const char *at, size_t size, size_t *bytes) {
  for (const char *end = at + size; at + sizeof(ElfW(Nhdr)) <= end;) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
    const char *id = at + sizeof *note + (note->n_namesz + 3u) / 4 * 4;
    *bytes = note->n_descsz;
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(note + 1, "GNU", 4) == 0)
      return (const unsigned char *)id;
    at = id + (note->n_descsz + 3u) / 4 * 4;
  }
  return NULL;
}

/* Sanitizers keep bytes between the variables that nobody may read; here they are as good as others. */
__attribute__((no_sanitize_address)) static unsigned long long hash_segment(unsigned long long hash, const char *at,
                                                                            size_t bytes) {
  for (size_t i = 0; i < bytes; i++) {
    char byte = at[i];
    hash = tp_hash_bytes(hash, &byte, 1);
  }
  return hash;
}

/* The first object that the loader reports is the program. Its build id, or else all that is not written. */
static int hash_program(struct dl_phdr_info *object, size_t size, void *answer) {
  unsigned long long *hash = answer, all = tp_hash_start;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    const char *at = (const char *)(object->dlpi_addr + p->p_vaddr);
    size_t bytes;
    const unsigned char *id = p->p_type == PT_NOTE ? build_id(at, p->p_memsz, &bytes) : NULL;
    if (id) {
      *hash = tp_hash_bytes(tp_hash_start, id, bytes);
      return 1;
    }
    if (p->p_type == PT_LOAD && p->p_flags & PF_R && !(p->p_flags & PF_W))
      all = hash_segment(all, at, p->p_filesz);
  }
  *hash = all;
  return 1;
}

unsigned long long tp_binary_hash(void) {
  unsigned long long hash = 0;
  dl_iterate_phdr(hash_program, &hash);
  return hash;
}

/* 1: who refers to this name may initialise MPI. */
static int initialises(const char *name) {
  static const char *const names[] = {"MPI_Init", "MPI_Init_thread", "MPI_Session_init", "mpi_init_",
                                      "mpi_init_thread_"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp(name, names[n]) == 0)
      return 1;
  return 0;
}

/* MPI's own libraries refer to themselves. */
static int is_mpi(const char *path) {
  static const char *const names[] = {"libmpi", "libopen-", "libpmix", "libpmi", "liboshmem", "libprrte"};
  const char *file = strrchr(path, '/');
  file = file ? file + 1 : path;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strncmp(file, names[n], strlen(names[n])) == 0)
      return 1;
  return 0;
}

static int is_reference(const tp_dynamic *d, size_t i) {
  return d->symbol[i].st_shndx == SHN_UNDEF && initialises(d->strings + d->symbol[i].st_name);
}

/* An object that offers no names has a table of GNU's that counts none: relocations tell what it calls. */
static int uses_mpi(struct dl_phdr_info *object, size_t size, void *unused) {
  tp_dynamic d;
  (void)size;
  (void)unused;
  if (is_mpi(object->dlpi_name) || !tp_dynamic_of(object, &d))
    return 0;
  for (unsigned i = 1; i < d.defined; i++)
    if (is_reference(&d, i))
      return 1;
  for (int t = 0; t < 2; t++)
    for (size_t i = 0; i < d.relocations[t]; i++)
      if (is_reference(&d, ELF64_R_SYM(d.relocation[t][i].r_info)))
        return 1;
  return 0;
}

/* Any reference of the program or a library counts, called or not: who can initialise MPI owns the ranks. */
int tp_binary_uses_mpi(void) { return dl_iterate_phdr(uses_mpi, NULL); }

static int has_us(const struct dl_phdr_info *object) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    ElfW(Addr) at = (ElfW(Addr))&tp_binary_is_main;
    if (p->p_type == PT_LOAD && at >= object->dlpi_addr + p->p_vaddr &&
        at < object->dlpi_addr + p->p_vaddr + p->p_memsz)
      return 1;
  }
  return 0;
}

/* The first object that the loader reports is the program. */
static int covers_us(struct dl_phdr_info *object, size_t size, void *answer) {
  (void)size;
  *(int *)answer = has_us(object);
  return 1;
}

static int name_us(struct dl_phdr_info *object, size_t size, void *name) {
  (void)size;
  if (has_us(object))
    *(const char **)name = object->dlpi_name;
  return has_us(object);
}

int tp_binary_is_main(void) {
  int answer = 0;
  dl_iterate_phdr(covers_us, &answer);
  return answer;
}

const char *tp_binary_library(void) {
  const char *name = "", *folder;
  if (tp_binary_is_main())
    return NULL;
  dl_iterate_phdr(name_us, &name);
  folder = strrchr(name, '/');
  return folder ? folder + 1 : name;
}
