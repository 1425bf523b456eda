//! What the pointer does to the ground: strokes of brushes, figures and fills.

use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::ground::{Cut, InWorld};
use landwright_core::world::zone::region::{Brush, Edge, Region, RegionBox};
use landwright_core::world::zone::terrain::{How, PaintTiles, PaintWalks, ShapeHeights};

use super::hand::Hand;
use super::hand::{OtherWay, Pressed};
use super::{Bench, Deed, Ink, Shaping, ZonePointer, ZoneTool, ZoneTools};

impl ZoneTools {
    /// How the ground is cut that is painted.
    pub fn cut(&self) -> Cut {
        match self.ink {
            Ink::Walk(_) => Cut::Walks,
            Ink::Tile(_) => Cut::Patches,
        }
    }

    /// Whether the tool in hand says who may walk.
    pub fn paints_walks(&self) -> bool {
        self.tool.paints() && matches!(self.ink, Ink::Walk(_))
    }

    /// How far the brush in hand reaches; `None` for tools that are none.
    pub fn reach_cm(&self, zone: &Zone) -> Option<f64> {
        match self.tool {
            ZoneTool::Heights => Some(self.shaping_radius_m * 100.0),
            ZoneTool::Paint => {
                Some(f64::from(self.brush_cells) * self.cut().size_cm(zone.grid()) / 2.0)
            }
            _ => None,
        }
    }

    fn paint(&self, region: Region) -> Action {
        match self.ink {
            Ink::Walk(walk) => Action::PaintWalks(PaintWalks { region, walk }),
            Ink::Tile(tile) => Action::PaintTiles(PaintTiles { region, tile, brush: None }),
        }
    }
}

impl Hand {
    pub(super) fn press_ground(&mut self, bench: Bench<'_>, pointer: ZonePointer) -> Vec<Deed> {
        let at = pointer.at_file_cm;
        let tools = bench.tools;
        if pointer.held.alt && tools.tool.paints() {
            return picked(bench, at).into_iter().collect();
        }
        match tools.tool {
            ZoneTool::Heights | ZoneTool::Paint => {
                let is_other_way = if pointer.held.shift { OtherWay::Yes } else { OtherWay::No };
                let before = Box::new(bench.zone.clone());
                *self = Hand::Stroke { way: Vec::new(), before, is_other_way };
                self.stroke(bench, pointer)
            }
            ZoneTool::Rectangle | ZoneTool::Ellipse => {
                *self = Hand::Figure { from: at, to: at };
                Vec::new()
            }
            ZoneTool::Polygon => {
                match self {
                    Hand::Outline { corners, is_pressed } if *is_pressed == Pressed::No => {
                        corners.push(at);
                    }
                    _ => {
                        let corners = vec![at];
                        *self = Hand::Outline { corners, is_pressed: Pressed::Yes };
                    }
                }
                Vec::new()
            }
            ZoneTool::Fill => {
                let action = tools.paint(Region::Connected(at));
                vec![Deed::Become(Box::new(bench.zone.clone()), vec![action]), Deed::End]
            }
            _ => Vec::new(),
        }
    }

    /// The stroke under way goes on.
    pub(super) fn stroke(&mut self, bench: Bench<'_>, pointer: ZonePointer) -> Vec<Deed> {
        let Hand::Stroke { way, before, is_other_way } = self else { return Vec::new() };
        let tools = bench.tools;
        let at = match tools.tool {
            ZoneTool::Paint => middle_of_cell(before, tools, pointer.at_file_cm),
            _ => pointer.at_file_cm,
        };
        let Some(reach_cm) = tools.reach_cm(before) else { return Vec::new() };
        // Points that lie closer change nothing that is seen, and cost all the same.
        let is_news = way
            .last()
            .is_none_or(|[x, y]| (x - at[0]).hypot(y - at[1]) >= reach_cm / 8.0 && [*x, *y] != at);
        if !is_news {
            return Vec::new();
        }
        way.push(at);
        let edge = if tools.tool == ZoneTool::Heights { tools.shaping_edge } else { Edge::Hard };
        let brush = Brush { points: way.clone(), radius_cm: reach_cm, tip: tools.tip, edge };
        let action = match tools.tool {
            ZoneTool::Heights => {
                let brush = Brush { tip: Default::default(), ..brush };
                let how = how(tools, *is_other_way, before, way.first().copied().unwrap_or(at));
                Action::ShapeHeights(ShapeHeights { region: Region::Brush(brush), how })
            }
            _ => tools.paint(Region::Brush(brush)),
        };
        vec![Deed::Become(before.clone(), vec![action])]
    }

    pub(super) fn figure(&mut self, bench: Bench<'_>, from: [f64; 2], to: [f64; 2]) -> Vec<Deed> {
        let within = RegionBox { from, to };
        let region = match bench.tools.tool {
            ZoneTool::Ellipse => Region::Ellipse(within),
            _ => Region::Box(within),
        };
        self.painted(bench, region)
    }

    /// What is drawn corner by corner is finished.
    pub(super) fn close(&mut self, bench: Bench<'_>) -> Vec<Deed> {
        match std::mem::take(self) {
            Hand::Outline { corners, .. } => self.painted(bench, Region::Polygon(corners)),
            other => {
                *self = other;
                Vec::new()
            }
        }
    }

    fn painted(&mut self, bench: Bench<'_>, region: Region) -> Vec<Deed> {
        let action = bench.tools.paint(region);
        vec![Deed::Become(Box::new(bench.zone.clone()), vec![action]), Deed::End]
    }
}

fn how(tools: &ZoneTools, is_other_way: OtherWay, zone: &Zone, [x, y]: [f64; 2]) -> How {
    let by = match (tools.shaping, is_other_way) {
        (Shaping::Raise, OtherWay::No) | (Shaping::Lower, OtherWay::Yes) => tools.shaping_cm,
        _ => -tools.shaping_cm,
    };
    match tools.shaping {
        Shaping::Raise | Shaping::Lower => How::Raise(by),
        Shaping::Flatten => {
            let ground_cm = zone.ground_at_file_cm(PosInFileCm { x, y, z: 0.0 });
            ground_cm.map_or(How::Flatten, How::Set)
        }
        Shaping::Smooth => How::Smooth(1.0),
    }
}

/// The tile or walk under the pointer, to paint with.
fn picked(bench: Bench<'_>, at: [f64; 2]) -> Option<Deed> {
    let place = in_world(bench.zone, bench.tools.cut(), at)?;
    let ink = match bench.tools.ink {
        Ink::Walk(_) => Ink::Walk(bench.zone.walk(place)?),
        Ink::Tile(_) => Ink::Tile(u32::try_from(bench.zone.tile(place)?).ok()?),
    };
    Some(Deed::Set(Box::new(ZoneTools { ink, ..bench.tools.clone() })))
}

/// What of the ground is at a place.
pub fn in_world(zone: &Zone, cut: Cut, [x, y]: [f64; 2]) -> Option<InWorld> {
    let grid = zone.grid();
    let at = grid.world_from_file(PosInFileCm { x, y, z: 0.0 });
    let units = cut.units_from_world(grid, at).map(f64::floor);
    let is_near = units.iter().all(|at| at.abs() < 1e9);
    is_near.then_some(InWorld { x: units[0] as i32, y: units[1] as i32 })
}

/// Brushes that are an odd number of cells across stand on the middle of one, others on a corner.
fn middle_of_cell(zone: &Zone, tools: &ZoneTools, [x, y]: [f64; 2]) -> [f64; 2] {
    let (grid, cut) = (zone.grid(), tools.cut());
    let at = grid.world_from_file(PosInFileCm { x, y, z: 0.0 });
    let size = cut.size_cm(grid);
    let nearest = |cm: f64| match tools.brush_cells % 2 {
        1 => ((cm / size).floor() + 0.5) * size,
        _ => (cm / size).round() * size,
    };
    let half = grid.half_offset_cm();
    [nearest(at.x) - half, nearest(at.y) - half]
}
