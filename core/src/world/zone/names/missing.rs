//! Files that a zone names and the client does not have: sounds, effects and the textures of the ground.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::text::CodePage;
use crate::vfs::{Kind as EntryKind, Vfs, VfsPath};
use crate::world::zone::Zone;
use crate::world::zone::thing::Thing;

/// The folder that some paths leave out.
const DATA: &str = "3DDATA";

/// The end of the list of textures.
const END: &[u8] = b"end";

/// The paths as the zone writes them. A part of a client may lack all sounds. So files of a kind are
/// missed only where one of their kind is there, or their folder.
pub(super) fn files(vfs: &Vfs, zone: &Zone) -> BTreeSet<Vec<u8>> {
    let mut by_kind: BTreeMap<Named, BTreeSet<&[u8]>> = BTreeMap::new();
    for (_, thing) in zone.things() {
        match thing {
            Thing::Sound(sound) => {
                by_kind.entry(Named::Sound).or_default().insert(sound.path.as_bytes())
            }
            Thing::Effect(effect) => {
                by_kind.entry(Named::Effect).or_default().insert(effect.path.as_bytes())
            }
            _ => continue,
        };
    }
    let textures = zone.textures().iter().map(|texture| texture.as_bytes());
    by_kind.entry(Named::Texture).or_default().extend(textures);
    let mut missing = BTreeSet::new();
    for paths in by_kind.into_values() {
        let places = paths
            .into_iter()
            .filter_map(|path| Some((path, place_of(vfs, path, zone.code_page())?)));
        let places: Vec<(&[u8], Found)> = places.collect();
        let has_kind = places.iter().any(|(_, found)| *found == Found::There);
        let is_missed = |found: Found| match found {
            Found::There => false,
            Found::InFolder => true,
            Found::Nowhere => has_kind,
        };
        let missed = places.into_iter().filter(|(_, found)| is_missed(*found));
        missing.extend(missed.map(|(path, _)| path.to_vec()));
    }
    missing
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Sound,
    Effect,
    Texture,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    There,
    /// Its folder alone.
    InFolder,
    Nowhere,
}

/// `None` for what is no path of a file: an empty one, or the end of a list.
fn place_of(vfs: &Vfs, path: &[u8], code_page: CodePage) -> Option<Found> {
    let name = code_page.decode(path);
    let name = name.trim_end_matches('\0').trim();
    if path.eq_ignore_ascii_case(END) || name.eq_ignore_ascii_case("NULL") {
        return None;
    }
    let path = VfsPath::new(name).ok().filter(|path| !path.is_root())?;
    let in_data = VfsPath::new(&format!("{DATA}/{path}")).ok()?;
    let kind_at = |path: &VfsPath| Some(vfs.find(path).ok().flatten()?.1.kind);
    let is_file = |path: &VfsPath| matches!(kind_at(path), Some(EntryKind::File { .. }));
    let has_folder = |path: &VfsPath| {
        let (folder, _) = path.as_str().rsplit_once('/')?;
        Some(kind_at(&VfsPath::new(folder).ok()?)? == EntryKind::Folder)
    };
    let places = [path, in_data];
    Some(match places.iter().any(is_file) {
        true => Found::There,
        false if places.iter().any(|path| has_folder(path) == Some(true)) => Found::InFolder,
        false => Found::Nowhere,
    })
}
