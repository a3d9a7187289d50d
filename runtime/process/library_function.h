/* library_function.h - the function that one of the program's own stands in front of. */
#ifndef TP_LIBRARY_FUNCTION_H
#define TP_LIBRARY_FUNCTION_H

/* The first function of that name in the order of the loader's search that is not `own`. Null: there is none. Asks
   neither for memory nor for the loader's last error, whose text dlsym would free: free itself may call it. */
void *tp_library_function(const char *name, const void *own);

#endif
