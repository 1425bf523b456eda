//! Assets of ROSE: looked at, searched, checked and built from JSON; models are opened, and nothing is edited.

use super::{Kind, maps};

pub(super) struct Asset;

impl Kind for Asset {
    fn id(&self) -> &'static str {
        "asset"
    }

    fn title(&self) -> &'static str {
        "Models, motions and effects of ROSE Online"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["zms", "zmd", "zmo", "zsc", "chr", "eft", "ptl", "tsi", "tbl", "lod", "hlp", "zca", "idx"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "render", "export", "diff", "merge", "pose",
            "refs", "ls", "extract", "open",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        maps::is_one_of(self.formats(), name, start)
    }
}
