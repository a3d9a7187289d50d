#pragma GCC push_options
#pragma GCC optimize("fast-math")
