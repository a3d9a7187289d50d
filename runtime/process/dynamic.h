/* dynamic.h - the dynamic symbols of a loaded object, as its hash table gives them. */
#ifndef TP_DYNAMIC_H
#define TP_DYNAMIC_H

#include <link.h>

/* Symbols from 1 on. GNU's table stands for those from `defined` on; the older kind does not say where they begin. */
typedef struct tp_dynamic {
  const ElfW(Sym) *symbol;
  const char *strings;
  const ElfW(Half) *version; /* of each symbol, null: none has one */
  const unsigned *gnu;       /* GNU's table, null: the older kind */
  unsigned defined;          /* others are not defined, or, with the older kind, may be: all of them */
  unsigned end;
  const ElfW(Rela) *relocation[2]; /* of data and calls; how many there are */
  size_t relocations[2];
  int starts_or_ends; /* it has functions that run when it is loaded, or at the end, beside the compiler's own */
} tp_dynamic;

/* 0: it has none. */
int tp_dynamic_of(const struct dl_phdr_info *object, tp_dynamic *out);

/* What the linker would take for that name; null: the object has no such symbol. */
const ElfW(Sym) *tp_dynamic_find(const tp_dynamic *d, const char *name);

#endif
