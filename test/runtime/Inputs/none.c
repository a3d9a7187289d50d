/* Linked to a program: there is no memory to share at all. */
#include "tilepipe/testing.h"

tp_int tp_test_shared = 1;
