/* binary.c - facts about the executable file, read once under mpirun. */
#include "core/process.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The executable mapped for reading; null: cannot. */
static const unsigned char *map_self(size_t *size) {
  struct stat about;
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return NULL;
  void *map = MAP_FAILED;
  if (fstat(file, &about) == 0 && about.st_size > (off_t)sizeof(ElfW(Ehdr))) {
    *size = (size_t)about.st_size;
    map = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  return map == MAP_FAILED ? NULL : map;
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

static unsigned long long hash_bytes(const unsigned char *at, size_t bytes) {
  unsigned long long hash = 14695981039346656037ull;
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ at[i]) * 1099511628211ull;
  return hash;
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
  unsigned long long hash = id ? hash_bytes(id, bytes) : hash_bytes(image, size);
  munmap((void *)image, size);
  return hash ^ size;
}

/* Any reference counts, called or not: a program that can initialise MPI owns its ranks. */
int tp_binary_uses_mpi(void) {
  static const char *const names[] = {"MPI_Init", "MPI_Init_thread", "mpi_init_", "mpi_init_thread_"};
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
      for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        found |= strcmp(name, names[n]) == 0;
    }
  }
  if (image)
    munmap((void *)image, size);
  return found;
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
