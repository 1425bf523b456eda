//! Everything that a server asks about a point, in one answer.

use super::NO_HEIGHT;
use super::boxes;
use super::ground::Ground;
use super::nearest::Nearest;
use super::ray::closest;
use super::tree::RegionTree;
use crate::format::eq::map::Map;
use crate::format::eq::wtr::{self, Regions, Wtr};
use crate::space::eq::Kind;

/// Whose answers are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum As {
    Server,
    True,
}

/// A zone that can be asked.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub ground: Ground,
    pub regions: Volumes,
}

/// The regions of a zone, of either version.
#[derive(Debug, Clone, Default)]
pub struct Volumes {
    pub tree: RegionTree,
    boxes: Vec<wtr::Box>,
    nearest: Nearest,
}

/// What is known of a point. Heights are `None` where there is none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    pub best_z: Option<f64>,
    pub closest_z: Option<f64>,
    pub ground: Option<f64>,
    pub ceiling: Option<f64>,
    /// The number of the kind of region.
    pub region: i32,
    pub is_in_water: bool,
    pub is_in_liquid: bool,
    pub distance_water: Option<f64>,
    pub distance_lava: Option<f64>,
    /// How far something falls from the point.
    pub fall: Option<f64>,
    pub verdict: Verdict,
}

/// Whether something can be put at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Fine,
    High,
    VeryHigh,
    Below,
    InLiquid,
    NoFloor,
}

impl Verdict {
    /// By how high a point is above its floor. Things stand up to six units above it.
    fn of(above: Option<f64>, is_in_liquid: bool) -> Verdict {
        match above {
            _ if is_in_liquid => Verdict::InLiquid,
            None => Verdict::NoFloor,
            Some(above) if above < -1.0 => Verdict::Below,
            Some(above) if above <= 6.0 => Verdict::Fine,
            Some(above) if above <= 20.0 => Verdict::High,
            Some(_) => Verdict::VeryHigh,
        }
    }

    pub const fn in_words(self) -> &'static str {
        match self {
            Verdict::Fine => "ok -1..6 above floor",
            Verdict::High => "6..20 above",
            Verdict::VeryHigh => ">20 above floor",
            Verdict::Below => "floor is above (below ground)",
            Verdict::InLiquid => "in liquid",
            Verdict::NoFloor => "no floor",
        }
    }
}

impl Volumes {
    pub fn new(wtr: &Wtr) -> Volumes {
        match &wtr.regions {
            Regions::Nodes(nodes) => {
                let tree = RegionTree::new(nodes);
                let nearest = Nearest::new(&tree);
                Volumes { tree, boxes: Vec::new(), nearest }
            }
            Regions::Boxes(boxes) => Volumes {
                boxes: boxes.clone(),
                nearest: Nearest::of_boxes(boxes),
                ..Volumes::default()
            },
        }
    }

    /// The number of the kind of region that a point is in.
    pub fn kind(&self, who: As, point: [f64; 3]) -> i32 {
        match who {
            _ if !self.boxes.is_empty() => boxes::kind_in(&self.boxes, point),
            As::Server => self.tree.server_kind(point.map(|number| number as f32)),
            As::True => self.tree.leaf(point).map_or(Kind::Normal.number(), |leaf| leaf.kind),
        }
    }

    /// How far the nearest region of a kind is; 0 inside.
    pub fn distance(&self, kind: Kind, point: [f64; 3]) -> Option<f64> {
        self.nearest.distance(kind, point)
    }
}

impl Volumes {
    /// A distance that [`Volumes::distance`] is never below, by the planes of regions alone. Of boxes it is the
    /// distance itself.
    pub fn at_least(&self, kind: Kind, point: [f64; 3]) -> Option<f64> {
        match self.boxes.is_empty() {
            true => self.tree.at_least(kind.number(), point),
            false => self.distance(kind, point),
        }
    }
}

impl Asked {
    pub fn new(map: &Map, wtr: Option<&Wtr>) -> Asked {
        let regions = wtr.map(Volumes::new).unwrap_or_default();
        Asked { ground: Ground::of_map(map), regions }
    }

    pub fn answer(&self, who: As, point: [f64; 3]) -> Answer {
        answer(&self.ground, &self.regions, who, point)
    }
}

/// What is known of a point, by the ground and the regions of a zone. A server has its numbers in 32 bits.
pub fn answer(ground: &Ground, regions: &Volumes, who: As, point: [f64; 3]) -> Answer {
    let as_server = point.map(|number| number as f32);
    let point = match who {
        As::Server => as_server.map(f64::from),
        As::True => point,
    };
    let [x, y, z] = point;
    let [best_z, closest_z, below, ceiling] = match who {
        As::Server => {
            let (below, above) = (ground.down(as_server), ground.up(as_server));
            let [.., z] = as_server;
            let heights = [ground.best_z(as_server), closest(z, below, above), below, above];
            heights.map(|height| height.map(f64::from))
        }
        As::True => {
            let column = ground.column(x, y);
            [column.best_z(z), column.closest_z(z), column.down(z), column.up(z)]
        }
    };
    let region = regions.kind(who, point);
    let kind = Kind::of(region).unwrap_or(Kind::Unsupported);
    let is_in_liquid = kind.is_liquid() || (who == As::True && kind.is_wet());
    Answer {
        best_z,
        closest_z,
        ground: below,
        ceiling,
        region,
        is_in_water: kind == Kind::Water || (who == As::True && kind == Kind::FrigidWater),
        is_in_liquid,
        distance_water: regions.distance(Kind::Water, point),
        distance_lava: regions.distance(Kind::Lava, point),
        fall: below.map(|below| z - below),
        verdict: Verdict::of(best_z.map(|best| z - best), is_in_liquid),
    }
}

/// A height as the server writes it.
pub fn height(height: Option<f64>) -> f64 {
    height.unwrap_or(f64::from(NO_HEIGHT))
}
