//! The geometry of TERA's zones for the game's own servers.

use std::path::Path;

use landwright_core::format::file::Content;
use landwright_core::format::tera::retail::write_zone;

use crate::exchange::ExportedFile;

/// The two files that a name asks for; `None` where it asks for something else.
pub(super) fn geometry(content: &Content, target: &Path) -> Option<[ExportedFile; 2]> {
    let Content::Zgd(zgd) = content else { return None };
    let ending = target.extension()?.to_string_lossy().to_lowercase();
    if !matches!(ending.as_str(), "idx" | "geo") {
        return None;
    }
    let (idx, geo) = write_zone(zgd);
    let file = |ending, bytes| {
        let path = target.with_extension(ending);
        ExportedFile { path, bytes, made_from: None }
    };
    Some([file("idx", idx), file("geo", geo)])
}
