//! The ground under the cells of a map, as heights and types are made of it: the GND, and what the RSW and the
//! models say of it where they are at hand. It is read in jobs and by commands.

use std::ops::ControlFlow;
use std::path::Path;

use landwright_core::problem::Problem;
use landwright_core::problem::counted::counted;
use landwright_core::project::Project;
use landwright_core::stage::files::Watch;
use landwright_core::stage::ragnarok::standing::{Standing, standing};
use landwright_core::world::gat::ground::Ground;

use crate::kind::ragnarok::scenery::{Scenery, Trouble};

/// A ground that was read.
#[derive(Debug)]
pub(crate) struct Under {
    pub(crate) ground: Ground,
    /// What a person should know of how it was found.
    pub(crate) notes: Vec<String>,
    /// What is wrong with the roots.
    pub(crate) problems: Vec<Problem>,
}

impl Under {
    /// Of a GAT or a GND. `None` where the watch cancels.
    pub(crate) fn watched(
        file: &Path,
        named_rsw: Option<&Path>,
        project: &Project,
        watch: Watch<'_>,
    ) -> Option<Result<Under, Trouble>> {
        let mut scenery = match Scenery::of(file, named_rsw, project) {
            Ok(scenery) => scenery,
            Err(trouble) => return Some(Err(trouble)),
        };
        let gnd = std::mem::take(&mut scenery.gnd);
        let (name, rsw) = (&scenery.gnd_name, scenery.rsw.as_ref());
        let stands = standing(name, gnd, rsw, scenery.files(), watch)?;
        let mut notes = std::mem::take(&mut scenery.notes);
        notes.push(found(&stands, rsw.is_some()));
        let first = stands.missing.first();
        notes.extend(first.map(|it| match stands.missing.len() {
            1 => format!("{}: {}", it.what, it.why),
            n => format!("{}: {}; and {} more", it.what, it.why, n - 1),
        }));
        Some(Ok(Under { ground: stands.ground, notes, problems: scenery.problems }))
    }

    pub(crate) fn of(
        file: &Path,
        named_rsw: Option<&Path>,
        project: &Project,
    ) -> Result<Under, Trouble> {
        let read = Under::watched(file, named_rsw, project, &mut |_, _| ControlFlow::Continue(()));
        // Nobody cancels it.
        read.unwrap_or_else(|| Err(Trouble::NoGround(file.display().to_string())))
    }
}

/// Where the heights are from, and whether models had a say.
fn found(stands: &Standing, has_rsw: bool) -> String {
    let name = &stands.ground.name;
    if !has_rsw {
        return format!("the ground is {name}; no RSW was found, so no models and no water count");
    }
    let n_models = counted(stands.n_models, "model", "models");
    match stands.n_without_file {
        0 => format!("the ground is {name}, with {n_models}"),
        n => format!(
            "the ground is {name}, with {n_models}; {n} of them have no file that can be read"
        ),
    }
}
