//! Ragnarok's grounds and models as they are looked at.

use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::file::Kind as Format;
use landwright_core::format::ragnarok::gnd;
use landwright_core::scene::set::Set;
use landwright_core::stage::ragnarok::map::{self, Staged};
use landwright_core::vfs::disk::{self, READ_LIMIT};

use crate::kind::FileRead;
use crate::kind::asset::exhibit::{Exhibit, Models, Source};
use crate::kind::ragnarok::scenery::{Around, Scenery};
use crate::model::project;

/// A file whose one model is what it holds.
#[derive(Debug)]
struct Shelf {
    path: PathBuf,
    format: Format,
}

/// The formats that are shown.
pub(crate) fn shows(format: Format) -> bool {
    matches!(format, Format::Gnd | Format::Rsm | Format::Rsm2)
}

/// Reads a file of a format that is shown.
pub(crate) fn source(format: Format, file: &FileRead<'_>) -> Result<Source, String> {
    let said = |error: landwright_core::format::ReadError| error.to_string();
    // What is wrong with a model is said where it would be shown.
    if format == Format::Gnd {
        gnd::read(file.bytes).map_err(said)?;
    }
    Source::new(vec![(0, file.name())], Shelf { path: file.path.to_owned(), format })
}

impl Models for Shelf {
    fn exhibit(&self, _number: u32) -> Result<Exhibit, String> {
        let (project, _) = project::load(&self.path);
        if matches!(self.format, Format::Rsm | Format::Rsm2) {
            let loaded = disk::read_file(&self.path, READ_LIMIT);
            let bytes = loaded.map_err(|error| error.trouble.to_string())?.bytes;
            let (around, _) = Around::of(&self.path, &project);
            let name = crate::versions::name_of(&self.path);
            return Ok(exhibit(map::stage_model(&bytes, &name, around.files())?, Vec::new()));
        }
        let scenery = Scenery::of(&self.path, None, &project).map_err(|it| it.to_string())?;
        let gnd = &scenery.gnd;
        // A ground is shown alone, though its RSW may be beside it.
        let staged = map::stage(gnd, None, scenery.files());
        let n = |n: usize| n.to_string();
        let facts = vec![
            ("Ground", scenery.gnd_name.clone()),
            ("Cubes", format!("{} × {}", gnd.width(), gnd.height())),
            ("Surfaces", n(gnd.surfaces.len())),
            ("Textures", n(gnd.textures.len())),
            ("Lightmaps", n(gnd.lightmaps.len())),
        ];
        Ok(exhibit(staged, facts))
    }
}

fn exhibit(staged: Staged, facts: Vec<(&'static str, String)>) -> Exhibit {
    let Staged { scene, bounds, missing, .. } = staged;
    let set = Arc::new(Set::new(scene));
    Exhibit { set, bounds, missing, facts, ..Exhibit::default() }
}
