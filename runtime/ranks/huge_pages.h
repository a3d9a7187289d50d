/* huge_pages.h - huge pages for memory of workers that is dense. */
#ifndef TP_HUGE_PAGES_H
#define TP_HUGE_PAGES_H

enum { TP_HUGE_PAGE = 2 << 20 };

/* Asks for huge pages in [first, past). Some are touched: where one takes longer than the small ones in its place, the rest
   stays as it is. Changes no byte; nobody else writes there meanwhile. */
void tp_huge_pages_ask(char *first, char *past);

#endif
