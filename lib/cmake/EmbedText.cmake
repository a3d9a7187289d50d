# cmake -DFROM=<file> -DTO=<file> -P EmbedText.cmake: the text of a file as a C++ string literal.
file(READ ${FROM} TEXT)
file(WRITE ${TO} "R\"text(${TEXT})text\"\n")
