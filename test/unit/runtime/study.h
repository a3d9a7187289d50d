/* study.h - a random nest with a random plan: what a seed means for the tests of order and deadlock. */
#ifndef STUDY_H
#define STUDY_H

#include "rig.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { STUDY_CPUS = 13 };

typedef struct study {
  nest nest;
  nest_facts *facts;
  tp_plan plan;
  rig_options options; /* of an unkind world, with this seed */
} study;

/* Draws nest, plan and options: depth 1 to 5, so meshes of up to four dimensions, of at most
   STUDY_CPUS CPUs (or 2 x 2 x 2 x 2); dependences of all kinds and lengths, rows that skew; extents
   from the smallest legal ones to one tile, blocks of rows that do not divide, CPUs without rows; faces
   of no bytes, and up to and past the length at which messages are cut. The same seed draws the same
   again. */
void study_draw(unsigned long long seed, study *out);
void study_free(study *s);
void study_describe(const study *s, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
