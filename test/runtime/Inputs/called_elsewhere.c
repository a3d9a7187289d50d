#include "called.h"
double elsewhere(double x)
{
    return from_header(x) * 0.5;
}
