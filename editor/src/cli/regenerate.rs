//! `landwright regenerate`: the paths of an area, made from its geometry.

mod wanted;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use landwright_core::format::file::{self, Content, File};
use landwright_core::nav::tera::Stride;
use landwright_core::nav::tera::plant::Planting;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::saver::Wanted as Saved;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::network::Measures;
use landwright_core::world::area::regenerate::{Nodes, Regenerate as Anew};
use landwright_core::world::area::squares::Squares;
use serde_json::json;

use self::wanted::Wanted;
use super::fits;
use super::half::mend_beside;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::settings::Settings;
use super::target::{Target, save_all};

/// Make the paths (apd) of a TERA area from the geometry of its zones
///
/// Nodes and edges are made by walking over the volumes, as far as that is known in the way of the
/// game's own tools. Name an area, and AreaList.xml says which zones it has and where its world starts;
/// or name a folder and a rectangle of zones. Squares of an area that is there are
/// made anew by the action `regenerate` of a script. Those that a script lists are squares of the
/// world, 128 units each: [120, 0] is the first one of the second zone from where the world starts.
#[derive(Debug, Args)]
pub(super) struct Regenerate {
    /// The name of an area, its file (apd), or with FROM the folder with the geometry (zgd)
    #[arg(value_name = "AREA|FOLDER")]
    what: PathBuf,
    /// The first zone, as x,y: 1000,1000 for x1000y1000.zgd
    from: Option<Pair>,
    /// The last zone, as x,y; the same where it is not given
    to: Option<Pair>,
    #[command(flatten)]
    target: Target,
    /// Write numbers of the new area as JSON: nodes, edges, components, dead ends and seconds
    ///
    /// A component is what hangs together whichever way edges lead, single nodes too. A dead end is a
    /// node that no edge leads away from. Seconds are those of reading, walking and packing.
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    /// Where the geometry (zgd) of a named area is; beside the area or in its project where it is not given
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// The zone that the world starts in: that of AreaList.xml where it is not given, and 1000,1000
    /// where that says nothing
    #[arg(long, value_name = "X,Y")]
    origin: Option<Pair>,
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
    /// Of 1,000 floors near obstacles, so many get a node, as in the game's own areas
    #[arg(long, value_name = "FLOORS", default_value_t = Planting::default().scattered)]
    scattered: u16,
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
        let start = Instant::now();
        let before = self.target.before()?;
        let stats = self.stats.as_deref();
        stats.iter().for_each(|stats| mend_beside(stats));
        let stats_before = stats.map(|stats| self.target.before_at(stats)).transpose()?;
        let project = Settings::of_one(self.target.path())?;
        let Wanted { area, geometry } = Wanted::of(self)?;
        let resolved = self
            .action()
            .resolve(&area, &geometry)
            .map_err(|refusal| Failure::File(format!("error: {}: {refusal}", shown(&self.what))))?;
        for (zone, error) in geometry.troubles() {
            complain(&format!("warning: {}: {error}", zone.file_name()));
        }
        for zone in area.zones().iter().filter(|zone| !geometry.has(**zone)) {
            complain(&format!("warning: there is no {}; it gets no nodes", zone.file_name()));
        }
        let is_whole = geometry.troubles().is_empty();
        let area = resolved.area;
        let wrong = |error: &dyn std::fmt::Display| {
            Failure::File(format!("error: {error}; nothing was written"))
        };
        let apd = area.to_apd().map_err(|error| wrong(&error))?;
        let file = File { content: Content::Apd(apd), packed: None };
        let mut go_on = |_, _| std::ops::ControlFlow::Continue(());
        let bytes = file::write(&file, project.compression, &mut go_on);
        let bytes = bytes.map_err(|error| wrong(&error))?;
        fits::expect(self.target.path(), &bytes)?;
        let measures = Measures::of(&area);
        let mut saved = vec![Saved::new(0, self.target.path(), bytes, before)];
        if let Some((stats, before)) = stats.zip(stats_before) {
            let seconds = start.elapsed().as_secs_f64();
            saved.push(Saved::new(1, stats, to_json(&measures, seconds), before));
        }
        save_all(&project, saved)?;
        let zones = counted(area.zones().len(), "zone", "zones");
        let nodes = counted(measures.nodes, "node", "nodes");
        let edges = counted(measures.edges, "edge", "edges");
        let target = shown(self.target.path());
        output.line(&format!("{target}: {zones}, {nodes}, {edges}"))?;
        Ok(if is_whole { Outcome::Fine } else { Outcome::Unreadable })
    }

    fn action(&self) -> Action {
        let stride = Stride {
            step_up: self.step_up,
            step_down: self.step_down,
            clearance: self.clearance,
            reach: self.reach,
        };
        let (smallest, spacing, scattered) = (self.smallest, self.spacing, self.scattered);
        let planting = Planting { stride, smallest, spacing, scattered };
        let (squares, nodes) = (Squares::Everything, Nodes::Anew);
        Action::Regenerate(Anew { squares, nodes, planting })
    }
}

fn to_json(measures: &Measures, seconds: f64) -> Vec<u8> {
    let Measures { nodes, edges, components, dead_ends } = measures;
    let json = json!({
        "version": 1,
        "nodes": nodes,
        "edges": edges,
        "components": components,
        "dead_ends": dead_ends,
        "seconds": (seconds * 1000.0).round() / 1000.0,
    });
    format!("{json}\n").into_bytes()
}
