/* library_function.h - the function that one of the program's own stands in front of. */
#ifndef TP_LIBRARY_FUNCTION_H
#define TP_LIBRARY_FUNCTION_H

/* The first function of that name in the order of the loader's search that is not `own`, nor a library's that has the
   runtime, too: they would call each other. Null: there is none. It takes and frees no memory (dlsym frees the text of
   its last error): free itself may call it. */
void *tp_library_function(const char *name, const void *own);

#endif
