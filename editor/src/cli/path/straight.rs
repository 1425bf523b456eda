//! Whether a body gets straight from one place of an area to another.

use landwright_core::nav::tera::ground::Ground;
use landwright_core::nav::tera::straight::Body;
use landwright_core::space::tera::{CellInWorld, PosInWorld};
use landwright_core::world::area::routes::Spot;
use serde_json::json;

use super::Form;
use super::area;
use crate::cli::area::Opened;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Output;

/// `#123`, `x,y,z`, or `x,y` where the geometry has one floor.
pub(super) fn place(opened: &Opened, text: &str) -> Result<PosInWorld, String> {
    let numbers = area::numbers(text);
    if let Some([x, y]) = numbers.as_deref() {
        let pos = PosInWorld { x: *x, y: *y, z: 0.0 };
        let land = opened.geometry.around(opened.area.origin(), pos, 0.0);
        let volumes = CellInWorld::of(pos).map(|cell| land.volumes(cell)).unwrap_or_default();
        return match volumes {
            [floor] => Ok(PosInWorld { z: floor.z.into(), ..pos }),
            [] => Err("the geometry has no floor there".to_owned()),
            floors => {
                let floors: Vec<String> = floors.iter().map(|floor| floor.z.to_string()).collect();
                Err(format!("floors are at {}; say which, as x,y,z", floors.join(", ")))
            }
        };
    }
    match area::spot(&opened.area, text)? {
        Spot::At([x, y, z]) => Ok(PosInWorld { x, y, z }),
        Spot::Node(node) => {
            opened.area.pos(node).ok_or_else(|| format!("there is no node {node} in the area"))
        }
    }
}

pub(super) fn run(
    opened: &Opened,
    ends: [PosInWorld; 2],
    body: Body,
    form: Form,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let stop = opened.geometry.pass(opened.area.origin(), ends, body).err();
    if form == Form::Json {
        let answer = json!({
            "version": 1,
            "passes": stop.is_none(),
            "stops": stop.map(|stop| [stop.at.x, stop.at.y, stop.at.z]),
            "why": stop.map(|stop| stop.why.to_string()),
        });
        output.line(&answer.to_string())?;
    } else {
        output.line(&match stop {
            None => "passes".to_owned(),
            Some(stop) => {
                let PosInWorld { x, y, z } = stop.at;
                format!("stops at ({x:.1}, {y:.1}, {z:.1}): {}", stop.why)
            }
        })?;
    }
    Ok(if stop.is_none() { Outcome::Fine } else { Outcome::Found })
}
