//! Which squares an action is about.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::format::tera::SQUARES_PER_ZONE;
use crate::space::tera::{CellInWorld, CellInZone, PosInWorld, SquareInWorld, Zone};

use super::Area;
use super::refusal::{Refusal, finite};
use super::selection::Selection;

/// A box of more squares than an area can have is no box that somebody means.
const MAX_SQUARES: i64 = 1 << 26;

/// Squares along a side of a zone.
const SIDE: i32 = SQUARES_PER_ZONE as i32;

/// Squares, as a script says which. As JSON `"everything"`, or an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Squares {
    Everything,
    /// Those of a zone, by the two numbers in the name of its geometry.
    Zone([u32; 2]),
    /// Those that a box touches, in the game's units.
    Box(Corners),
    /// Those that nodes stand in.
    OfNodes(Selection),
    /// These, counted from where the world starts: 128 units each.
    List(Vec<[i32; 2]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corners {
    pub from: [f64; 2],
    pub to: [f64; 2],
}

impl Squares {
    pub fn of(square: SquareInWorld) -> Squares {
        Squares::List(vec![[square.x, square.y]])
    }

    /// The squares, those of them that the area has.
    pub fn resolve(&self, area: &Area) -> Result<BTreeSet<SquareInWorld>, Refusal> {
        let has = |square: &SquareInWorld| {
            let cell = square.cell(crate::space::tera::CellInSquare::CENTRE);
            area.cell_at(cell.centre(0)).is_some_and(|(zone, _)| area.has_zone(zone))
        };
        let squares: BTreeSet<SquareInWorld> = match self {
            Squares::Everything => {
                area.zones().iter().flat_map(|zone| squares_of(area, *zone)).collect()
            }
            Squares::Zone([x, y]) => squares_of(area, Zone { x: *x, y: *y }).collect(),
            Squares::Box(corners) => corners.squares(area)?,
            Squares::OfNodes(selection) => {
                let nodes = selection.nodes(area)?;
                let places = nodes.into_iter().filter_map(|node| area.pos(node));
                places.filter_map(CellInWorld::of).map(SquareInWorld::of).collect()
            }
            Squares::List(list) => {
                list.iter().map(|[x, y]| SquareInWorld { x: *x, y: *y }).collect()
            }
        };
        let squares: BTreeSet<SquareInWorld> = squares.into_iter().filter(has).collect();
        if squares.is_empty() {
            return Err(Refusal::NoSquares);
        }
        Ok(squares)
    }
}

/// All squares of a zone.
pub fn squares_of(area: &Area, zone: Zone) -> impl Iterator<Item = SquareInWorld> {
    first_of(area, zone).into_iter().flat_map(|first| {
        let along = |at: i32| (0..SIDE).map(move |n| at.saturating_add(n));
        along(first.x).flat_map(move |x| along(first.y).map(move |y| SquareInWorld { x, y }))
    })
}

fn first_of(area: &Area, zone: Zone) -> Option<SquareInWorld> {
    let cell = area.origin().world_from_zone(zone, CellInZone::new(0, 0)?)?;
    Some(SquareInWorld::of(cell))
}

impl Corners {
    /// The squares of an area's zones that lie in the box: it may be far larger than they are.
    fn squares(&self, area: &Area) -> Result<BTreeSet<SquareInWorld>, Refusal> {
        let ([a, b], [c, d]) = (finite("from", self.from)?, finite("to", self.to)?);
        let square =
            |x: f64, y: f64| CellInWorld::of(PosInWorld { x, y, z: 0.0 }).map(SquareInWorld::of);
        let ends = square(a.min(c), b.min(d)).zip(square(a.max(c), b.max(d)));
        let far = || Refusal::argument("box", "far too large", "within the area");
        let (low, high) = ends.ok_or_else(far)?;
        let n = |low: i32, high: i32| i64::from(high) - i64::from(low) + 1;
        if n(low.x, high.x).saturating_mul(n(low.y, high.y)) > MAX_SQUARES {
            return Err(far());
        }
        let corners = area.zones().iter().filter_map(|zone| first_of(area, *zone));
        let squares = corners.flat_map(|first| {
            let within = |first: i32, low: i32, high: i32| {
                first.max(low)..=first.saturating_add(SIDE - 1).min(high)
            };
            within(first.x, low.x, high.x).flat_map(move |x| {
                within(first.y, low.y, high.y).map(move |y| SquareInWorld { x, y })
            })
        });
        Ok(squares.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::area;
    use super::*;

    #[test]
    fn squares_are_named_in_many_ways() {
        let area = area(&[(4, 4), (12, 4)], &[]);
        let n = |json: &str| {
            let squares: Squares = serde_json::from_str(json).unwrap();
            squares.resolve(&area).map(|squares| squares.len())
        };
        assert_eq!(n(r#""everything""#), Ok(14_400));
        assert_eq!(n(r#"{"zone":[1000,1000]}"#), Ok(14_400));
        assert_eq!(n(r#"{"zone":[1001,1000]}"#), Err(Refusal::NoSquares));
        assert_eq!(n(r#"{"box":{"from":[0,0],"to":[128,127.9]}}"#), Ok(2));
        assert_eq!(n(r#"{"box":{"from":[-900,0],"to":[1,1]}}"#), Ok(1), "as far as the area goes");
        assert_eq!(n(r#"{"of-nodes":{"ids":[0,1]}}"#), Ok(2));
        assert_eq!(n(r#"{"list":[[0,0],[0,0],[5,119],[0,120]]}"#), Ok(2));
        assert_eq!(n(r#"{"box":{"from":[0,0],"to":[1e6,1e6]}}"#), Ok(14_400));
        let wide = Corners { from: [0.0, 0.0], to: [1e6, 1e6] };
        assert_eq!(
            wide.squares(&area).map(|squares| squares.len()),
            Ok(14_400),
            "no more at a time"
        );
        assert!(n(r#"{"box":{"from":[-1e9,-1e9],"to":[1e9,1e9]}}"#).is_err());
        assert!(n(r#"{"box":{"from":[0,0],"to":[1e300,0]}}"#).is_err());
    }
}
