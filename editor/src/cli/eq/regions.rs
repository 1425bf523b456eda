//! `landwright regions`: the regions of a zone.

use std::path::PathBuf;

use clap::Args;
use landwright_core::world::eq::listing::{self, Ambient, Listed};
use serde_json::{Value, json};

use super::{unfit, zone};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Output;
use crate::json;

/// List the regions of an EverQuest zone: what the server takes each for, and where it is
///
/// Boxes are in the server's axes, as /loc prints them, and end where the zone's meshes end. JSON has the
/// ambient regions as well: which regions each one is made of.
#[derive(Debug, Args)]
pub(in crate::cli) struct Regions {
    /// The archive of the zone (s3d)
    zone: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Regions {
    pub(in crate::cli) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let zone = zone(&self.zone)?;
        let regions = listing::regions(&zone).map_err(|error| unfit(&self.zone, error))?;
        if self.json {
            let regions: Vec<Value> = regions.iter().map(to_json).collect();
            let ambient: Vec<Value> =
                listing::ambient_regions(&zone).iter().map(ambient_to_json).collect();
            let all = json!({ "version": 1, "regions": regions, "ambient": ambient });
            json::write_spread(&all, output.writer())?;
            return Ok(Outcome::Fine);
        }
        output.line("index\tkind\tleaf\tlow_x\tlow_y\tlow_z\thigh_x\thigh_y\thigh_z")?;
        for Listed { index, kind, leaf, bounds } in regions {
            let corners: Vec<String> = bounds.iter().flatten().map(f64::to_string).collect();
            output.line(&format!("{index}\t{}\t{leaf}\t{}", kind.name(), corners.join("\t")))?;
        }
        Ok(Outcome::Fine)
    }
}

fn to_json(region: &Listed) -> Value {
    let Listed { index, kind, leaf, bounds } = region;
    json!({ "index": index, "kind": kind.name(), "leaf": leaf, "box": bounds })
}

fn ambient_to_json(ambient: &Ambient) -> Value {
    let Ambient { fragment, name, light, flags, regions } = ambient;
    json!({
        "fragment": fragment, "name": name, "light": light, "flags": flags, "regions": regions,
    })
}
