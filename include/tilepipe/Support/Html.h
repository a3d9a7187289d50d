// Html.h - self-contained pages of HTML
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_SUPPORT_HTML_H
#define TILEPIPE_SUPPORT_HTML_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tilepipe::html {

/// Text with the characters that mean something in HTML replaced.
std::string escaped(llvm::StringRef Text);

/// Up to the body's begin: title, style sheet for wide, narrow, dark and light screens, and markers "tip" and "tip-row" for
/// the ends of arrows. Nothing is loaded from elsewhere.
void beginPage(llvm::StringRef Title, llvm::raw_ostream &OS);
void endPage(llvm::raw_ostream &OS);

/// Lines of Text with their numbers, from First on.
void printLines(llvm::StringRef Text, unsigned First, llvm::raw_ostream &OS);
/// The same for the nest that begins in line First of FileText, as far as the indentation tells. Nothing: there is no such line.
void printNest(llvm::StringRef FileText, unsigned First, llvm::raw_ostream &OS);

/// Begin of a picture (SVG) of Width times Height, which becomes smaller on narrow screens. Says: what it shows, in words.
void openPicture(double Width, double Height, llvm::StringRef Says, llvm::raw_ostream &OS);
/// Text in a picture. Anchor: "start", "middle" or "end" lies at X.
void label(double X, double Y, llvm::StringRef Text, llvm::raw_ostream &OS, const char *Anchor = "middle");

} // namespace tilepipe::html

#endif // TILEPIPE_SUPPORT_HTML_H
