/* library_function.c - see library_function.h. */
#include "process/library_function.h"

#include "process/dynamic.h"

#include <dlfcn.h>
#include <stddef.h>

typedef struct search {
  const char *name;
  const void *own;
  void *found;
} search;

/* Objects come in the order in which the loader searches them. */
static int look_in(struct dl_phdr_info *object, size_t size, void *data) {
  search *s = data;
  tp_dynamic d;
  (void)size;
  if (!tp_dynamic_of(object, &d) || tp_dynamic_find(&d, "__tp_stands_in"))
    return 0;
  const ElfW(Sym) *symbol = tp_dynamic_find(&d, s->name);
  if (!symbol || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC)
    return 0;
  void *at = (void *)(object->dlpi_addr + symbol->st_value);
  s->found = at == s->own ? NULL : at;
  return s->found != NULL;
}

void *tp_library_function(const char *name, const void *own) {
  search s = {name, own, NULL};
  dl_iterate_phdr(look_in, &s);
  return s.found ? s.found : dlsym(RTLD_NEXT, name);
}
