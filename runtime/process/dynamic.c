/* dynamic.c - reading what the loader has mapped. */
#include "process/dynamic.h"

#include <string.h>

/* GNU's hash table: numbers of buckets, of the first symbol, of the filter's words, and a shift; the filter; the
   buckets, each the first symbol of a chain; the symbols' hashes, whose lowest bit ends a chain. */
typedef struct gnu_table {
  unsigned buckets, first, words, shift;
  const ElfW(Addr) *filter;
  const unsigned *bucket, *chain;
} gnu_table;

static gnu_table table_of(const unsigned *gnu) {
  gnu_table t = {gnu[0], gnu[1], gnu[2], gnu[3], (const ElfW(Addr) *)(gnu + 4), NULL, NULL};
  t.bucket = (const unsigned *)(t.filter + t.words);
  t.chain = t.bucket + t.buckets;
  return t;
}

static unsigned end_of(const unsigned *gnu) {
  gnu_table t = table_of(gnu);
  unsigned last = 0;
  for (unsigned b = 0; b < t.buckets; b++)
    last = t.bucket[b] > last ? t.bucket[b] : last;
  if (last < t.first)
    return t.first;
  while (!(t.chain[last - t.first] & 1))
    last++;
  return last + 1;
}

int tp_dynamic_of(const struct dl_phdr_info *object, tp_dynamic *out) {
  const ElfW(Dyn) *entry = NULL;
  const unsigned *older = NULL;
  memset(out, 0, sizeof *out);
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    const void *at = (const void *)entry->d_un.d_ptr; /* the loader has made it an address */
    if (entry->d_tag == DT_SYMTAB)
      out->symbol = at;
    else if (entry->d_tag == DT_STRTAB)
      out->strings = at;
    else if (entry->d_tag == DT_RELA)
      out->relocation[0] = at;
    else if (entry->d_tag == DT_JMPREL)
      out->relocation[1] = at;
    else if (entry->d_tag == DT_RELASZ || entry->d_tag == DT_PLTRELSZ)
      out->relocations[entry->d_tag == DT_PLTRELSZ] = entry->d_un.d_val / sizeof(ElfW(Rela));
    else if (entry->d_tag == DT_INIT_ARRAYSZ || entry->d_tag == DT_FINI_ARRAYSZ)
      out->starts_or_ends |= entry->d_un.d_val > sizeof(ElfW(Addr));
    else if (entry->d_tag == DT_VERSYM)
      out->version = at;
    else if (entry->d_tag == DT_GNU_HASH)
      out->gnu = at;
    else if (entry->d_tag == DT_HASH)
      older = at;
  }
  if (!out->symbol || !out->strings || !(out->gnu || older) || (ElfW(Addr))out->symbol < object->dlpi_addr)
    return 0;
  out->defined = out->gnu ? out->gnu[1] : older[1];
  out->end = out->gnu ? end_of(out->gnu) : older[1];
  return 1;
}

static unsigned hash_of(const char *name) {
  unsigned hash = 5381;
  for (; *name; name++)
    hash = hash * 33 + (unsigned char)*name;
  return hash;
}

/* Versions with this bit are for programs of the past. */
static int is_offered(const tp_dynamic *d, unsigned i) {
  return d->symbol[i].st_shndx != SHN_UNDEF && !(d->version && d->version[i] & 0x8000);
}

static const ElfW(Sym) *find_one_by_one(const tp_dynamic *d, const char *name) {
  for (unsigned i = 1; i < d->end; i++)
    if (strcmp(d->strings + d->symbol[i].st_name, name) == 0 && is_offered(d, i))
      return &d->symbol[i];
  return NULL;
}

const ElfW(Sym) *tp_dynamic_find(const tp_dynamic *d, const char *name) {
  enum { BITS = 8 * sizeof(ElfW(Addr)) };
  if (!d->gnu)
    return find_one_by_one(d, name);
  if (d->gnu[2] == 0 || d->gnu[0] == 0)
    return NULL;
  gnu_table t = table_of(d->gnu);
  unsigned hash = hash_of(name);
  ElfW(Addr) word = t.filter[hash / BITS % t.words];
  if (!(word >> hash % BITS & word >> (hash >> t.shift) % BITS & 1))
    return NULL;
  unsigned i = t.bucket[hash % t.buckets];
  for (int more = i >= t.first; more; i++) {
    unsigned its = t.chain[i - t.first];
    if ((its | 1) == (hash | 1) && strcmp(d->strings + d->symbol[i].st_name, name) == 0 && is_offered(d, i))
      return &d->symbol[i];
    more = !(its & 1);
  }
  return NULL;
}
