//! What the targets hold their input to. A target is one line that calls one of these.

pub mod format;
pub mod def_text;
pub mod def_checks;
pub mod def_features;
pub mod def_codec;
pub mod def_tables;

use std::borrow::Cow;

/// The definition that a text is given the name of.
const PATH: &str = "S_LANTERN.2.def";

/// Bytes as the text that an editor would show.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
