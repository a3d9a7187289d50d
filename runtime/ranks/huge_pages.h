/* huge_pages.h - huge pages for memory of workers that is dense. */
#ifndef TP_HUGE_PAGES_H
#define TP_HUGE_PAGES_H

enum { TP_HUGE_PAGE = 2 << 20 };

/* Asks for huge pages for those that lie in [first, past), unless this is a virtual machine. */
void tp_huge_pages_ask(char *first, char *past);

#endif
