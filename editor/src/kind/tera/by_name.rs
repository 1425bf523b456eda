//! What an `AreaList.xml` calls areas.

use std::path::{Path, PathBuf};

use landwright_core::problem::counted::counted;
use landwright_core::world::area::folders::{Folders, read_list};

use crate::kind::tera::open::folders_around;
use crate::message::dialog::names::{Listed, Named, NamedPlace};
use crate::versions::name_of;

pub(super) const LIST: &str = "AreaList.xml";

/// Whether a file is nothing but a list.
pub(super) fn is_list(path: &Path) -> bool {
    name_of(path).eq_ignore_ascii_case(LIST)
}

/// What the list around a file or a folder names.
pub(super) fn around(start: &Path) -> Option<Listed> {
    folders_around(start).list().map(Path::to_owned).map(|list| areas_of(&list))
}

pub(super) fn areas_of(list: &Path) -> Listed {
    let read = read_list(list).map_err(|error| error.to_string())?;
    let folders: Folders = folders_around(list);
    let places = read.names.areas().flat_map(|area| {
        let n_zones = counted(area.zones.len(), "zone", "zones");
        let mut files = folders.areas_named(&area.name);
        let are_several = files.len() > 1;
        files.sort();
        let files = files.into_iter().map(Some);
        let files: Vec<Option<PathBuf>> =
            if files.len() == 0 { vec![None] } else { files.collect() };
        files.into_iter().map(move |file| {
            let folder = file.as_deref().and_then(Path::parent).filter(|_| are_several);
            let about = match folder {
                Some(folder) => format!("{n_zones}, in {}", folder.display()),
                None => n_zones.clone(),
            };
            NamedPlace::new(area.name.clone(), about, file)
        })
    });
    let named = Named { lists: vec![list.to_owned()], places: places.collect() };
    let name = name_of(list);
    let said = read.troubles.iter().map(|trouble| format!("{name}: {trouble}")).collect();
    Ok((named, said))
}
