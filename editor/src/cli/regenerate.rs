//! `landwright regenerate`: the paths of an area, made from its geometry.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use landwright_core::format::file::{self, Content, File};
use landwright_core::nav::tera::Stride;
use landwright_core::nav::tera::plant::Planting;
use landwright_core::problem::counted::counted;
use landwright_core::space::tera::{Origin, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::regenerate::{Nodes, Regenerate as Anew};
use landwright_core::world::area::squares::Squares;
use landwright_core::world::area::zones::MAX_SIDE;

use super::area::geometry_in;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::settings::Settings;
use super::target::Target;

/// Make the paths (apd) of a TERA area from the geometry of its zones
///
/// Nodes and edges are made by walking over the volumes, as far as that is known in the way of the
/// game's own tools. A rectangle of zones makes a whole area; squares of an area that is there are
/// made anew by the action `regenerate` of a script. Those that a script lists are squares of the
/// world, 128 units each: [120, 0] is the first one of the second zone from where the world starts.
#[derive(Debug, Args)]
pub(super) struct Regenerate {
    /// The folder with the geometry (zgd)
    zones: PathBuf,
    /// The first zone, as x,y: 1000,1000 for x1000y1000.zgd
    from: Pair,
    /// The last zone, as x,y; the same where it is not given
    to: Option<Pair>,
    #[command(flatten)]
    target: Target,
    /// The zone that the world starts in: an attribute of the continent in the game's data centre
    #[arg(long, value_name = "X,Y", default_value = "1000,1000")]
    origin: Pair,
    /// The highest step up, in the game's units: 25 are a metre
    #[arg(long, value_name = "UNITS", default_value_t = Stride::default().step_up)]
    step_up: u16,
    /// The deepest step down
    #[arg(long, value_name = "UNITS", default_value_t = Stride::default().step_down)]
    step_down: u16,
    /// The room needed above a floor
    #[arg(long, value_name = "UNITS", default_value_t = Stride::default().clearance)]
    clearance: u16,
    /// How far an edge may lead
    #[arg(long, value_name = "UNITS", default_value_t = Stride::default().reach)]
    reach: u16,
    /// Places of fewer cells than this get no node of their own
    #[arg(long, value_name = "CELLS", default_value_t = Planting::default().smallest)]
    smallest: u16,
    /// Near obstacles, no place is farther from a node of its square than this
    #[arg(long, value_name = "UNITS", default_value_t = Planting::default().spacing)]
    spacing: u16,
}

/// `x,y`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    x: u32,
    y: u32,
}

impl FromStr for Pair {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Pair, &'static str> {
        let parts = text.split_once(',').ok_or("expected x,y")?;
        match (parts.0.trim().parse(), parts.1.trim().parse()) {
            (Ok(x), Ok(y)) => Ok(Pair { x, y }),
            _ => Err("expected x,y with whole numbers from 0"),
        }
    }
}

impl Regenerate {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let before = self.target.before()?;
        let project = Settings::of_one(self.target.path())?;
        let origin = Origin { zone_x: self.origin.x.into(), zone_y: self.origin.y.into() };
        let area = Area::of_zones(self.rectangle()?, origin);
        let area = area.map_err(|error| Failure::WrongUse(error.to_string()))?;
        let geometry = geometry_in(&self.zones, &area);
        let resolved = self.action().resolve(&area, &geometry).map_err(|refusal| {
            Failure::File(format!("error: {}: {refusal}", shown(&self.zones)))
        })?;
        for (zone, error) in geometry.troubles() {
            complain(&format!("warning: {}: {error}", zone.file_name()));
        }
        for zone in area.zones().iter().filter(|zone| !geometry.has(**zone)) {
            complain(&format!("warning: there is no {}; it gets no nodes", zone.file_name()));
        }
        let area = resolved.area;
        let wrong = |error: &dyn std::fmt::Display| {
            Failure::File(format!("error: {error}; nothing was written"))
        };
        let apd = area.to_apd().map_err(|error| wrong(&error))?;
        let file = File { content: Content::Apd(apd), packed: None };
        let mut go_on = |_, _| std::ops::ControlFlow::Continue(());
        let bytes = file::write(&file, project.compression, &mut go_on);
        self.target.save_for(&project, before, bytes.map_err(|error| wrong(&error))?)?;
        let zones = counted(area.zones().len(), "zone", "zones");
        let nodes = counted(area.n_nodes() as usize, "node", "nodes");
        let edges = counted(area.n_edges(), "edge", "edges");
        let target = shown(self.target.path());
        output.line(&format!("{target}: {zones}, {nodes}, {edges}"))?;
        Ok(Outcome::Fine)
    }

    fn rectangle(&self) -> Result<Vec<Zone>, Failure> {
        let (from, to) = (self.from, self.to.unwrap_or(self.from));
        if from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) >= MAX_SIDE {
            let message = format!("an area has at most {MAX_SIDE} zones along a side");
            return Err(Failure::WrongUse(message));
        }
        let zone = |Pair { x, y }| Zone { x, y };
        Ok(Zone::rectangle(zone(from), zone(to)).collect())
    }

    fn action(&self) -> Action {
        let stride = Stride {
            step_up: self.step_up,
            step_down: self.step_down,
            clearance: self.clearance,
            reach: self.reach,
        };
        let planting = Planting { stride, smallest: self.smallest, spacing: self.spacing };
        let (squares, nodes) = (Squares::Everything, Nodes::Anew);
        Action::Regenerate(Anew { squares, nodes, planting })
    }
}
