/* survey.h - rank 0: what the program touches of a start's arrays before the next start (TILEPIPE_DATA=auto).
 *
 * The arrays are home, and their pages are closed until they are touched. So a survey moves nothing. It says what would be
 * fetched if the arrays stayed on other ranks. */
#ifndef TP_SURVEY_H
#define TP_SURVEY_H

#include "tilepipe/runtime.h"

/* Behind a call of the start whose arrays are home. */
void tp_survey_begin(const tp_region *r, const void *args, long long start);

/* 1: there is one. Takes no lock. */
int tp_survey_is_on(void);

/* In front of a call of a region, also of one that is declined: the survey ends whose arrays it accesses, or which has seen
   enough others. */
void tp_survey_end(const tp_region *r, const void *args);

#endif
