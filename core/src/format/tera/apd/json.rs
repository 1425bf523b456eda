//! How a path graph stands in JSON: nodes with the target of each octant, zones with the first
//! node and the node count of each square.

use serde::{Deserialize, Serialize};

use super::{Apd, N_SQUARES, Node, NodeRange, ZonePaths};
use crate::format::text::Opaque;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Json {
    nodes: Vec<Node>,
    zones: Vec<Zone>,
    #[serde(default, skip_serializing_if = "is_empty")]
    tail: Opaque,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Zone {
    x: u32,
    y: u32,
    squares: Vec<NodeRange>,
}

fn is_empty(opaque: &Opaque) -> bool {
    opaque.0.is_empty()
}

impl From<Apd> for Json {
    fn from(apd: Apd) -> Json {
        let nodes = apd.nodes().collect();
        let zones = apd.zones.into_iter();
        let zones = zones.map(|ZonePaths { x, y, squares }| Zone { x, y, squares }).collect();
        Json { nodes, zones, tail: apd.tail }
    }
}

impl TryFrom<Json> for Apd {
    type Error = String;

    fn try_from(json: Json) -> Result<Apd, String> {
        let zone = |Zone { x, y, squares }| match squares.len() {
            N_SQUARES => Ok(ZonePaths { x, y, squares }),
            n_found => Err(format!("zone {x}, {y}: {n_found} squares, expected {N_SQUARES}")),
        };
        let zones = json.zones.into_iter().map(zone).collect::<Result<_, _>>()?;
        let mut apd = Apd::new(json.nodes, zones).map_err(|error| error.to_string())?;
        apd.tail = json.tail;
        Ok(apd)
    }
}
