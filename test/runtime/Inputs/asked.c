/* asked.c - for objects in which tp_region_run is called asked: how many calls of regions are calls of the runtime, in
 * thousands, on stderr. */
#include <tilepipe/runtime.h>

#include <stdio.h>

static int calls;

__attribute__((destructor)) static void tell(void)
{
    if (calls > 0)
        fprintf(stderr, "thousands: %d\n", calls / 1000);
}

int asked(const tp_region *r, void *args, int parallel)
{
    calls++;
    return &tp_region_run ? tp_region_run(r, args, parallel) : 0;
}
