//! Files that follow a description of ROSE's formats which no client has.

use crate::problem::{Rule, Severity};

pub const RULES: &[&Rule] = &[&OTHER_LAYOUT];

/// What real files hold, beside what a description says.
pub const OTHER_LAYOUT: Rule = Rule {
    code: "rose-other-layout",
    severity: Severity::Error,
    title: "Layout that no real file follows",
    explanation: "\
A common description of ROSE's formats differs from the files of every known client. This file \
follows the description, so the game can't read it. Some tool was written from the description.

Real files hold:
  ZMS  8 bytes of magic with a zero byte, flags at byte 8, and one array for each kind of value. \
Numbers of bones lead through the mesh's own list in every version.
  ZMO  8 bytes of magic, frames a second, frames, channels; then frame by frame, all channels.
  EFT  no magic; texts with a length of four bytes; particles, then meshes.
  STB  the magic STB0 or STB1, offset of the cells, rows and columns in four bytes each.
  LTB  columns and rows, then an offset and a length for each cell, then UTF-16.
  PKG  none is known: Landwright reads and writes archives as the description says.

Take the file from a client, or write it again with a tool that writes the game's layout. \
`landwright build` makes each of these formats from JSON.",
};
