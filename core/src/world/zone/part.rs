//! Which files a zone is made of, told by their names alone.

use crate::space::rose::block::BlockCoord;
use crate::vfs::VfsPath;

/// What a file or folder in the folder of a zone is to the zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Zon,
    /// A file of a block, or a folder in which its lightmaps are.
    Block(BlockCoord),
}

impl Part {
    /// Of a path as it is within the folder of the zone; `None` for what is no part of one.
    pub fn of(inside: &VfsPath) -> Option<Part> {
        let parts: Vec<String> = inside.components().map(str::to_uppercase).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let (first, below) = parts.split_first()?;
        let block = BlockCoord::from_file_name(first).map(Part::Block);
        match (first.split_once('.').map(|(_, ending)| ending), below) {
            (Some("IFO" | "HIM" | "TIL" | "MOV"), []) => block,
            (None, [] | ["LIGHTMAP"]) => block,
            (None, ["LIGHTMAP", "OBJECTLIGHTMAPDATA.LIT" | "BUILDINGLIGHTMAPDATA.LIT"]) => block,
            (_, []) if first.ends_with(".ZON") => Some(Part::Zon),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_is_part_of_a_zone_and_what_is_not() {
        let part = |name: &str| Part::of(&VfsPath::new(name).unwrap());
        let block = Some(Part::Block(BlockCoord { x: 34, y: 32 }));
        for name in ["34_32.IFO", "34_32.mov", "34_32", "34_32/Lightmap"] {
            assert_eq!(part(name), block, "{name}");
        }
        assert_eq!(part("34_32/LIGHTMAP/ObjectLightmapData.lit"), block);
        assert_eq!(part("S.01.zon"), Some(Part::Zon));
        for name in ["34_32.IFO.tmp", "34_32.DDS", "a_b.IFO", "34_32/a.LIT", "landwright.toml", ""]
        {
            assert_eq!(part(name), None, "{name}");
        }
    }
}
