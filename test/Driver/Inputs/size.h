#ifndef SIZE
#define SIZE 300
#endif
