//! What a `LIST_ZONE.STB` calls zones. It is a table as well, and opens as one.

use std::path::Path;

use crate::kind::rose::zones::atlas::{ZONE_TABLE, atlas_around};
use crate::message::dialog::names::{Listed, Named, NamedPlace};
use crate::model::project;
use crate::versions::name_of;

/// The list, and the folders that it is in.
pub(super) const LIST: &str = "3DDATA/STB/LIST_ZONE.STB";

fn is_list(path: &Path) -> bool {
    name_of(path).eq_ignore_ascii_case(ZONE_TABLE)
}

/// What a list names; `None` where it is no such list.
pub(super) fn of_list(list: &Path) -> Option<Listed> {
    let named = || {
        zones_around(list).ok_or_else(|| {
            format!("{} lists no zones, or is not in a folder 3DDATA/STB", list.display())
        })
    };
    is_list(list).then(named)
}

/// What the list around a file or a folder names.
pub(super) fn zones_around(start: &Path) -> Option<(Named, Vec<String>)> {
    let (atlas, vfs) = atlas_around(start, &project::load(start).0)?;
    let mut said = Vec::new();
    let places = atlas.zones.iter().map(|zone| {
        let file = vfs.on_disk(&zone.file).unwrap_or_else(|error| {
            said.push(error.to_string());
            None
        });
        let about = format!("zone {}, {}", zone.id, name_of(Path::new(zone.file.as_str())));
        NamedPlace::new(zone.name.clone(), about, file)
    });
    let places = places.collect();
    let table = landwright_core::vfs::VfsPath::new(LIST);
    let table = table.ok().and_then(|table| vfs.on_disk(&table).ok().flatten());
    Some((Named { lists: table.into_iter().collect(), places }, said))
}
