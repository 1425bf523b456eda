//! Pictures of the ground of Ragnarok maps as the client draws it.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use landwright_core::format::file::Kind;
use landwright_core::problem::report::{NoSources, Report};
use landwright_core::stage::files::Missing;
use landwright_core::stage::ragnarok::above::{Above, Paints};
use landwright_core::stage::ragnarok::assets::Assets;
use landwright_core::stage::ragnarok::water::Pool;
use landwright_core::world::gat::picture::image::Image;
use serde_json::{Value, json};

use crate::cli::load::kind_at;
use crate::cli::outcome::Failure;
use crate::cli::output::{colour_of_stderr, complain, shown};
use crate::cli::settings::Settings;
use crate::cli::zone::picture::GroundName;
use crate::kind::ragnarok::scenery::{Scenery, Trouble};

/// Whether the ground of a map is asked for, and not its cells.
pub(super) fn is_ground(file: &Path, ground: Option<GroundName>) -> Result<bool, Failure> {
    let is_game = ground == Some(GroundName::Game);
    match kind_at(file).ok().flatten() {
        Some(Kind::Gat) if ground.is_none() || is_game => Ok(is_game),
        Some(Kind::Gnd | Kind::Rsw) if ground.is_none() || is_game => Ok(true),
        Some(Kind::Gat) if ground == Some(GroundName::Types) => Ok(false),
        Some(Kind::Gnd | Kind::Rsw) if ground == Some(GroundName::Types) => {
            let message = "--ground types shows the cells of a map: name its gat";
            Err(Failure::WrongUse(format!("{}: {message}", shown(file))))
        }
        Some(Kind::Gat | Kind::Gnd | Kind::Rsw) => {
            let message = "a Ragnarok map takes --ground game or --ground types";
            Err(Failure::WrongUse(format!("{}: {message}", shown(file))))
        }
        _ => Ok(false),
    }
}

/// Reads what belongs to a map, and tells what is wrong with the folders that it was looked for in.
pub(super) fn open(file: &Path, rsw: Option<&Path>) -> Result<Scenery, Failure> {
    let project = Settings::of_one(file)?;
    let scenery = Scenery::of(file, rsw, &project).map_err(|trouble| match trouble {
        Trouble::Disk(_) | Trouble::NoGround(_) => {
            Failure::WrongUse(format!("{}: {trouble}", shown(file)))
        }
        Trouble::Broken { .. } => Failure::File(format!("error: {trouble}")),
    })?;
    if !scenery.problems.is_empty() {
        let report = Report::new(scenery.problems.clone(), &NoSources);
        complain(&report.to_text(colour_of_stderr()));
    }
    if Some(Kind::Gnd) != kind_at(file).ok().flatten() {
        complain(&format!("note: the ground of {}", scenery.gnd_name));
    }
    scenery.notes.iter().for_each(|note| complain(&format!("warning: {note}")));
    Ok(scenery)
}

/// A picture from above, and what it should have and has not.
pub(super) struct FromAbove {
    pub(super) image: Image,
    pub(super) missing: Vec<Missing>,
    first_ms: f64,
}

pub(super) fn from_above(scenery: &Scenery, [width, height]: [u32; 2]) -> FromAbove {
    let start = Instant::now();
    let mut assets = Assets::new(scenery.files());
    let pool = Pool::of(&scenery.gnd, scenery.rsw.as_ref());
    let mut watch = |_, _| ControlFlow::Continue(());
    let paints = Paints::read(&mut assets, &scenery.gnd, pool.as_ref(), &mut watch);
    let paints = paints.unwrap_or_default();
    let image = Above::new(&scenery.gnd, pool, &paints).image(width, height);
    let first_ms = start.elapsed().as_secs_f64() * 1_000.0;
    FromAbove { image, missing: assets.files.missing, first_ms }
}

impl FromAbove {
    /// With the fields that 3D pictures have.
    pub(super) fn stats(&self) -> Value {
        let missing =
            self.missing.iter().map(|Missing { what, why }| json!({"what": what, "why": why}));
        json!({
            "version": 1,
            "objects": 0,
            "drawn": 0,
            "without_model": 0,
            "missing": missing.collect::<Vec<_>>(),
            "triangles": 0,
            "draw_calls": 0,
            "first_ms": (self.first_ms * 10.0).round() / 10.0,
            "frame_ms": 0.0,
        })
    }
}
