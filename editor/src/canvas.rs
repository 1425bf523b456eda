//! What is drawn of documents: a file for each thing that is drawn.

mod hatch;
mod heights;
pub(crate) mod map;
pub(crate) mod overlay;
pub(crate) mod pictures;
#[expect(dead_code, reason = "the view in the window comes next")]
pub(crate) mod three_d;
