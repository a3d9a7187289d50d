/* survey.c - see survey.h. */
#include "ranks/survey.h"

#include "ranks/needs.h"

/* Starts of regions in a survey that access other arrays: then its loop is over, perhaps. While a survey is on, calls that
   would be declined at once take longer. */
enum { OTHERS_MOST = 16 };

/* One at a time. */
static struct {
  _Atomic int is_on;
  long long start;
  struct {
    int area;
    unsigned long long serial;
    uintptr_t bytes;
  } at[TP_NEEDS_ARRAYS];
  int areas, others;
} survey;

int tp_survey_is_on(void) { return survey.is_on; }

void tp_survey_begin(const tp_region *r, const void *args, long long start) {
  tp_span span[TP_NEEDS_ARRAYS];
  if (survey.is_on)
    return;
  tp_staying_enter();
  survey.start = start;
  survey.areas = survey.others = 0;
  int known = tp_needs_has_hulls(r);
  if (known)
    tp_needs_staying_spans(r, args, span);
  for (int a = 0; known && a < r->tp_arrays; a++) {
    int number = span[a].past > span[a].first ? tp_staying_survey(span[a]) : -1;
    if (number < 0)
      continue;
    survey.at[survey.areas].area = number;
    survey.at[survey.areas].serial = tp_staying_area[number].serial;
    survey.at[survey.areas++].bytes = span[a].past - span[a].first;
  }
  survey.is_on = survey.areas > 0;
  if (!survey.is_on) /* nothing of it could stay */
    tp_worth_surveyed(&tp_staying_worth, start, 1);
  tp_staying_leave();
}

/* An area that has ended otherwise was freed, or came back for a child: it would come and go in each call. */
static uintptr_t touched_of(int i) {
  tp_staying *a = &tp_staying_area[survey.at[i].area];
  uintptr_t bytes = 0;
  if (a->serial != survey.at[i].serial)
    return survey.at[i].bytes;
  tp_spans_close(&a->touched, 1);
  for (int n = 0; n < a->touched.count; n++)
    bytes += a->touched.at[n].past - a->touched.at[n].first;
  return a->touched.failed || bytes > survey.at[i].bytes ? survey.at[i].bytes : bytes;
}

static void end(void) {
  uintptr_t bytes = 0, touched = 0;
  for (int i = 0; i < survey.areas; i++) {
    bytes += survey.at[i].bytes;
    touched += touched_of(i);
    if (tp_staying_area[survey.at[i].area].serial == survey.at[i].serial)
      tp_staying_end(survey.at[i].area, 1);
  }
  tp_worth_surveyed(&tp_staying_worth, survey.start, (double)touched / (double)bytes);
  tp_staying_count.surveys++;
  tp_staying_count.touched += (long long)touched;
  survey.is_on = 0;
}

/* Where arrays lie is not known of all regions. */
static int is_reached(const tp_region *r, const void *args) {
  tp_span hull[TP_NEEDS_ARRAYS];
  tp_range range[TP_NEEDS_ARRAYS];
  if (!tp_needs_has_hulls(r))
    return 1;
  tp_needs_hulls(r, args, range, hull);
  for (int i = 0; i < survey.areas; i++) {
    const tp_staying *a = &tp_staying_area[survey.at[i].area];
    if (a->serial != survey.at[i].serial)
      return 1;
    for (int n = 0; n < r->tp_arrays; n++)
      if (tp_staying_overlaps(a, hull[n].first, hull[n].past))
        return 1;
  }
  return 0;
}

void tp_survey_end(const tp_region *r, const void *args) {
  if (!survey.is_on)
    return;
  tp_staying_enter();
  if (is_reached(r, args) || ++survey.others == OTHERS_MOST)
    end();
  tp_staying_leave();
}
