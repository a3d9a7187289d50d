/* imports.h - whether all that the program takes from libraries touches its memory as its own code does.
 *
 * Pages of rank 0 may be protected: the program's loads and stores fault and are served, and the kernel's fail. So each
 * function that the program imports is to be known as one that hands no large memory to the kernel, maps none, makes no
 * thread or process and handles no signal; or the runtime stands in front of it (start/memory_functions.c). Libraries
 * that it calls are judged in the same way, or known (process/library_imports.def). */
#ifndef TP_IMPORTS_H
#define TP_IMPORTS_H

/* 1: yes; 0: no, or not known: then *why says why (static storage). Asked once; the answer stays. */
int tp_imports_are_safe(const char **why);

#endif
