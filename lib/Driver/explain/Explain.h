// Explain.h - a page about one nest
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TILEPIPE_DRIVER_EXPLAIN_H
#define TILEPIPE_DRIVER_EXPLAIN_H

#include "tilepipe/Transform/Pipeline.h"

extern "C" {
#include "settings/settings.h"
}

namespace tilepipe {

/// "(1,0) (0,1)"
std::string toString(llvm::ArrayRef<Row> Rows);

int64_t product(const Row &A, const Row &B);

/// The distinct distances of all dependences, in order of appearance.
std::vector<Row> distinctDistances(const Dependences &Deps);

/// The page of --tp-explain: what the nest is, why it may run as a pipeline, what
/// its tiles exchange, and the formulas with numbers for an example size. Settings: those
/// compiled into the region.
void explain(const IslContext &Ctx, const LoopNest &Nest, const Dependences &Deps,
             const Pipeline &Pipe, const std::string &Settings, llvm::raw_ostream &OS);

/// Part of the page: D, the cone of legal rows, H, H D, the tile dependences and the schedule
/// vectors, as matrices and, for two loops, as a picture.
void drawTiling(const IslContext &Ctx, const Dependences &Deps, const Tiling &Tiles,
                llvm::raw_ostream &OS);

/// Part of the page: what the planner would choose for an example size under the settings compiled in, and the
/// seconds that the model predicts, part by part.
void explainModel(const LoopNest &Nest, const Dependences &Deps, const Pipeline &Pipe, const std::string &Settings,
                  llvm::raw_ostream &OS);

/// The settings that are compiled into a region, Text, over those that hold without any. Returns what is wrong with them.
std::string compiledSettings(const LoopNest &Nest, const std::string &Text, int Dims, tp_settings &Out);

} // namespace tilepipe

#endif // TILEPIPE_DRIVER_EXPLAIN_H
