/* binary.c - facts about the executable file, read once under mpirun. */
#include "process/dynamic.h"
#include "process/process.h"
#include "process/system.h"
#include "util/hash.h"

#include <elf.h>
#include <string.h>

/* The executable mapped for reading; null: cannot. */
static const unsigned char *map_self(size_t *size) {
  const void *map = NULL;
  int file = tp_system_open("/proc/self/exe", O_RDONLY);
  long bytes = file < 0 ? -1 : tp_system_length(file);
  if (bytes > (long)sizeof(ElfW(Ehdr))) {
    *size = (size_t)bytes;
    map = tp_system_map(file, *size);
  }
  if (file >= 0)
    tp_system_close(file);
  return map;
}

/* Section of that type; null: none, or outside the file. Bounds are checked: the file is only a hint. */
static const ElfW(Shdr) *section(const unsigned char *image, size_t size, unsigned type, int nth) {
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)image;
  if (memcmp(image, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr)) ||
      header->e_shoff > size || (size - header->e_shoff) / sizeof(ElfW(Shdr)) < header->e_shnum)
    return NULL;
  const ElfW(Shdr) *s = (const ElfW(Shdr) *)(image + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++)
    if (s[i].sh_type == type && s[i].sh_offset <= size && s[i].sh_size <= size - s[i].sh_offset &&
        nth-- == 0)
      return &s[i];
  return NULL;
}

/* The note that the linker computes over the contents; null without --build-id. */
static const unsigned char *build_id(const unsigned char *image, size_t size, size_t *bytes) {
  const ElfW(Shdr) *s;
  for (int i = 0; (s = section(image, size, SHT_NOTE, i)) != NULL; i++) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(image + s->sh_offset);
    if (s->sh_size >= sizeof *note + 4 && note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
        note->n_descsz <= s->sh_size - sizeof *note - 4) {
      *bytes = note->n_descsz;
      return (const unsigned char *)(note + 1) + 4;
    }
  }
  return NULL;
}

unsigned long long tp_binary_hash(void) {
  size_t size = 0, bytes = 0;
  const unsigned char *image = map_self(&size);
  if (!image)
    return 0;
  const unsigned char *id = build_id(image, size, &bytes);
  unsigned long long hash = id ? tp_hash_bytes(tp_hash_start, id, bytes) : tp_hash_bytes(tp_hash_start, image, size);
  tp_system_unmap(image, size);
  return hash ^ size;
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

static int program_uses_mpi(void) {
  size_t size = 0;
  const unsigned char *image = map_self(&size);
  const ElfW(Shdr) *s = image ? section(image, size, SHT_DYNSYM, 0) : NULL;
  int found = 0;
  if (s && s->sh_link < ((const ElfW(Ehdr) *)image)->e_shnum) {
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)image;
    const ElfW(Shdr) *strings = (const ElfW(Shdr) *)(image + header->e_shoff) + s->sh_link;
    const ElfW(Sym) *symbol = (const ElfW(Sym) *)(image + s->sh_offset);
    int usable = strings->sh_offset <= size && strings->sh_size <= size - strings->sh_offset;
    for (size_t i = 0; usable && i < s->sh_size / sizeof *symbol; i++) {
      const char *name = (const char *)image + strings->sh_offset + symbol[i].st_name;
      if (symbol[i].st_shndx != SHN_UNDEF || symbol[i].st_name + 24 > strings->sh_size)
        continue;
      found |= initialises(name);
    }
  }
  if (image)
    tp_system_unmap(image, size);
  return found;
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

/* A library's names that others define. */
static int library_uses_mpi(struct dl_phdr_info *object, size_t size, void *answer) {
  tp_dynamic d;
  int *state = answer; /* the first object is the program: -1 */
  (void)size;
  if (*state < 0) {
    *state = 0;
    return 0;
  }
  if (!*object->dlpi_name || is_mpi(object->dlpi_name) || !tp_dynamic_of(object, &d))
    return 0;
  for (unsigned i = 1; i < d.defined; i++)
    if (d.symbol[i].st_shndx == SHN_UNDEF && initialises(d.strings + d.symbol[i].st_name))
      *state = 1;
  return *state;
}

/* Any reference counts, called or not: who can initialise MPI owns the ranks. */
int tp_binary_uses_mpi(void) {
  int library = -1;
  if (program_uses_mpi())
    return 1;
  dl_iterate_phdr(library_uses_mpi, &library);
  return library > 0;
}

/* The first object that the loader reports is the program. */
static int covers_us(struct dl_phdr_info *object, size_t size, void *answer) {
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    ElfW(Addr) at = (ElfW(Addr))&tp_binary_is_main;
    if (p->p_type == PT_LOAD && at >= object->dlpi_addr + p->p_vaddr &&
        at < object->dlpi_addr + p->p_vaddr + p->p_memsz)
      *(int *)answer = 1;
  }
  return 1;
}

int tp_binary_is_main(void) {
  int answer = 0;
  dl_iterate_phdr(covers_us, &answer);
  return answer;
}
