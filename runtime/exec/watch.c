/* watch.c - apart from wait.c, which tests replace by waits of their own. */
#include "exec/wait.h"

_Thread_local tp_watch tp_watching;
