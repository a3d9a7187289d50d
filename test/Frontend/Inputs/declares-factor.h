double factor;
