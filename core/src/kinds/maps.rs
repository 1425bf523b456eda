//! The kinds whose documents still have ways of their own.

use super::Kind;
use crate::format::file;
use crate::world::schema::Script;
use crate::world::{area, gat, zone};

pub(super) struct Ragnarok;
pub(super) struct Rose;
pub(super) struct Tera;

/// Whether a file is of one of these formats.
pub(super) fn is_one_of(formats: &[&str], name: &str, start: &[u8]) -> bool {
    file::Kind::of(name, start).is_some_and(|kind| formats.contains(&kind.name()))
}

impl Kind for Ragnarok {
    fn id(&self) -> &'static str {
        "ragnarok"
    }

    fn title(&self) -> &'static str {
        "Maps of Ragnarok Online"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["gat", "rsm", "rsm2"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "path", "render", "export", "import",
            "diff", "merge", "open", "convert",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&gat::schema::SCRIPT)
    }

    fn takes(&self, _name: &str) -> bool {
        true
    }
}

impl Kind for Rose {
    fn id(&self) -> &'static str {
        "rose"
    }

    fn title(&self) -> &'static str {
        "Zones of ROSE Online"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["ifo", "zon", "him", "til", "mov", "lit", "qsd", "aip", "con"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "render", "export", "import", "diff",
            "merge", "open",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&zone::schema::SCRIPT)
    }

    fn takes(&self, _name: &str) -> bool {
        true
    }
}

impl Kind for Tera {
    fn id(&self) -> &'static str {
        "tera"
    }

    fn title(&self) -> &'static str {
        "Areas of TERA"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["zgd", "apd"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect",
            "build",
            "find",
            "check",
            "apply",
            "path",
            "render",
            "export",
            "import",
            "recompress",
            "regenerate",
            "diff",
            "merge",
            "open",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&area::schema::SCRIPT)
    }
}
