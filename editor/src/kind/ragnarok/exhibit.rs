//! Ragnarok's models as they are looked at.

use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::file::Kind as Format;
use landwright_core::scene::set::Set;
use landwright_core::stage::ragnarok::map::{self, Staged};
use landwright_core::vfs::disk::{self, READ_LIMIT};

use crate::kind::FileRead;
use crate::kind::asset::exhibit::{Exhibit, Models, Source};
use crate::kind::ragnarok::scenery::Around;
use crate::model::project;

/// A file whose one model is what it holds.
#[derive(Debug)]
struct Shelf {
    path: PathBuf,
}

/// The formats that are shown.
pub(crate) fn shows(format: Format) -> bool {
    matches!(format, Format::Rsm | Format::Rsm2)
}

/// Reads a file of a format that is shown. What is wrong with a model is said where it would be shown.
pub(crate) fn source(file: &FileRead<'_>) -> Result<Source, String> {
    Source::new(vec![(0, file.name())], Shelf { path: file.path.to_owned() })
}

impl Models for Shelf {
    fn exhibit(&self, _number: u32) -> Result<Exhibit, String> {
        let (project, _) = project::load(&self.path);
        let loaded = disk::read_file(&self.path, READ_LIMIT);
        let bytes = loaded.map_err(|error| error.trouble.to_string())?.bytes;
        let (around, _) = Around::of(&self.path, &project);
        let name = crate::versions::name_of(&self.path);
        let Staged { scene, bounds, missing, .. } =
            map::stage_model(&bytes, &name, around.files())?;
        let set = Arc::new(Set::new(scene));
        Ok(Exhibit { set, bounds, missing, ..Exhibit::default() })
    }
}
