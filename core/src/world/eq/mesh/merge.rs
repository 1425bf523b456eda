//! Both sides of a mesh in one, tile by tile: the polygons, links and boxes of a tile belong together.
//!
//! Within a tile that has the same ground on all sides, the areas and flags of its polygons are merged one
//! by one. Of any other tile that both sides changed, ours stays, and it is a conflict.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::format::eq::nav::tile::Tile;
use crate::format::eq::nav::{Content, Nav};
use crate::problem::counted::counted;
use crate::world::three_way::{Conflict, FILE, Thing, Verdict, WHOLE, pick};

/// What a merge came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub nav: Nav,
    pub conflicts: Vec<Conflict>,
    /// For each conflict, what decides it for the other side; `None` where only a person can.
    pub takes: Vec<Option<Take>>,
}

/// A tile by its place in the grid. Where several have one place, by their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileAt {
    pub x: i32,
    pub y: i32,
    pub layer: i32,
    pub nth: usize,
}

/// Makes something as the other side has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "take", rename_all = "kebab-case")]
pub enum Take {
    /// A tile; `None` removes it.
    Tile {
        at: TileAt,
        tile: Option<Box<Tile>>,
    },
    Area {
        at: TileAt,
        polygon: usize,
        area_and_kind: u8,
    },
    Flags {
        at: TileAt,
        polygon: usize,
        flags: u16,
    },
}

struct Merge {
    conflicts: Vec<Conflict>,
    takes: Vec<Option<Take>>,
}

/// Puts together what both sides did to a mesh.
pub fn merge(base: &Nav, ours: &Nav, theirs: &Nav) -> Merged {
    let all = [base, ours, theirs];
    let mut merge = Merge { conflicts: Vec::new(), takes: Vec::new() };
    let has_new_grid = |side: &Nav| side.content.grid != base.content.grid;
    let both = base.content != ours.content && base.content != theirs.content;
    if both && (has_new_grid(ours) || has_new_grid(theirs)) && ours.content != theirs.content {
        // Tiles of one grid are nothing in the other.
        let values = all.map(|nav| counted(nav.content.tiles.len(), "tile", "tiles").into());
        merge.conflict(FILE, WHOLE, values, None);
        let Merge { conflicts, takes } = merge;
        return Merged { nav: ours.clone(), conflicts, takes };
    }
    let grid = merge.of_file("grid", all.map(|nav| &nav.content.grid), |grid| {
        serde_json::to_value(grid).unwrap_or_default()
    });
    let rest = merge.of_file("rest", all.map(|nav| &nav.content.rest), |rest| rest.0.len().into());
    let tail = merge.of_file("tail", all.map(|nav| &nav.tail), |tail| tail.0.len().into());
    let sides = all.map(|nav| by_place(&nav.content.tiles));
    let [was, own, other] = &sides;
    let mut tiles = Vec::new();
    let placed = |nav: &Nav| placed(&nav.content.tiles).collect::<Vec<_>>();
    for at in placed(ours) {
        tiles.extend(merge.tile(at, [was, own, other].map(|side| side.get(&at).copied())));
    }
    // What is gone here stays gone, but for what is new there.
    for at in placed(theirs).into_iter().filter(|at| !own.contains_key(at)) {
        tiles.extend(merge.tile(at, [was, own, other].map(|side| side.get(&at).copied())));
    }
    let content = Content { grid, tiles, rest };
    let stream = match () {
        () if content == ours.content => ours.stream.clone(),
        () if content == theirs.content => theirs.stream.clone(),
        () => None,
    };
    let Merge { conflicts, takes } = merge;
    Merged { nav: Nav { content, stream, tail }, conflicts, takes }
}

impl Merge {
    fn of_file<T: PartialEq + Clone>(
        &mut self,
        field: &'static str,
        sides: [&T; 3],
        value: impl Fn(&T) -> Value,
    ) -> T {
        let [base, ours, theirs] = sides;
        if Verdict::of(base, ours, theirs) == Verdict::Conflict {
            self.conflict(FILE, field, sides.map(value), None);
        }
        pick(sides)
    }

    fn tile(&mut self, at: TileAt, sides: [Option<&Tile>; 3]) -> Option<Tile> {
        let [base, ours, theirs] = sides;
        match Verdict::of(&base, &ours, &theirs) {
            Verdict::Keep => ours.cloned(),
            Verdict::Take => theirs.cloned(),
            Verdict::Conflict => {
                if let [Some(base), Some(ours), Some(theirs)] = sides
                    && have_the_same_ground([base, ours, theirs])
                {
                    return Some(self.polygons(at, [base, ours, theirs]));
                }
                let values = sides.map(|tile| {
                    tile.map_or(Value::Null, |tile| serde_json::to_value(tile).unwrap_or_default())
                });
                let take = Take::Tile { at, tile: theirs.cloned().map(Box::new) };
                self.conflict(Thing::Named(at.in_words().into()), WHOLE, values, Some(take));
                ours.cloned()
            }
        }
    }

    /// A tile whose polygons differ in their areas and flags alone.
    fn polygons(&mut self, at: TileAt, [base, ours, theirs]: [&Tile; 3]) -> Tile {
        let mut merged = ours.clone();
        let sides = base.polygons.iter().zip(&ours.polygons).zip(&theirs.polygons);
        for ((number, into), ((was, own), there)) in
            merged.polygons.iter_mut().enumerate().zip(sides)
        {
            let thing = || Thing::Named(format!("polygon {number} of {}", at.in_words()).into());
            let kinds = [was, own, there].map(|polygon| polygon.area_and_kind);
            let [base, ours, theirs] = &kinds;
            if Verdict::of(base, ours, theirs) == Verdict::Conflict {
                let take = Take::Area { at, polygon: number, area_and_kind: *theirs };
                self.conflict(thing(), "area_and_kind", kinds.map(Value::from), Some(take));
            }
            into.area_and_kind = pick([base, ours, theirs]);
            let flags = [was, own, there].map(|polygon| polygon.flags);
            let [base, ours, theirs] = &flags;
            if Verdict::of(base, ours, theirs) == Verdict::Conflict {
                let take = Take::Flags { at, polygon: number, flags: *theirs };
                self.conflict(thing(), "flags", flags.map(Value::from), Some(take));
            }
            into.flags = pick([base, ours, theirs]);
        }
        merged
    }

    fn conflict(
        &mut self,
        thing: Thing,
        field: &'static str,
        [base, ours, theirs]: [Value; 3],
        take: Option<Take>,
    ) {
        self.conflicts.push(Conflict { thing, field: field.into(), base, ours, theirs });
        self.takes.push(take);
    }
}

/// Whether tiles differ in the areas and flags of their polygons alone.
fn have_the_same_ground(tiles: [&Tile; 3]) -> bool {
    let bare = tiles.map(|tile| {
        let mut tile = tile.clone();
        for polygon in &mut tile.polygons {
            (polygon.area_and_kind, polygon.flags) = (0, 0);
        }
        tile
    });
    let [base, ours, theirs] = &bare;
    base == ours && base == theirs
}

/// Where each tile is.
fn placed(tiles: &[Tile]) -> impl Iterator<Item = TileAt> {
    let mut n_at: BTreeMap<[i32; 3], usize> = BTreeMap::new();
    tiles.iter().map(move |tile| {
        let n_before = n_at.entry([tile.x, tile.y, tile.layer]).or_default();
        let nth = *n_before;
        *n_before += 1;
        TileAt { x: tile.x, y: tile.y, layer: tile.layer, nth }
    })
}

fn by_place(tiles: &[Tile]) -> BTreeMap<TileAt, &Tile> {
    placed(tiles).zip(tiles).collect()
}

impl TileAt {
    fn in_words(&self) -> String {
        let TileAt { x, y, layer, nth } = self;
        let layer = if *layer == 0 { String::new() } else { format!(", layer {layer}") };
        let nth = if *nth == 0 { String::new() } else { format!(", number {}", nth + 1) };
        format!("tile {x}, {y}{layer}{nth}")
    }
}

impl Take {
    pub fn at(&self) -> TileAt {
        let (Take::Tile { at, .. } | Take::Area { at, .. } | Take::Flags { at, .. }) = self;
        *at
    }
}

impl Content {
    /// The place of a tile in the list.
    pub fn place_of(&self, at: TileAt) -> Option<usize> {
        placed(&self.tiles).position(|own| own == at)
    }

    /// With what the other side has in some conflicts: all of them or none.
    pub fn with_theirs(&self, takes: &[Take]) -> Result<Content, String> {
        let mut content = self.clone();
        let places: BTreeMap<TileAt, usize> =
            placed(&self.tiles).enumerate().map(|(place, at)| (at, place)).collect();
        let mut removed = BTreeSet::new();
        for take in takes {
            let at = take.at();
            let place = places.get(&at).copied();
            let gone = || format!("{} is not there any more", at.in_words());
            match take {
                Take::Tile { tile, .. } => match (place, tile) {
                    (Some(place), Some(tile)) => {
                        if let Some(own) = content.tiles.get_mut(place) {
                            own.clone_from(tile);
                        }
                    }
                    (Some(place), None) => {
                        removed.insert(place);
                    }
                    (None, Some(tile)) => content.tiles.push(Tile::clone(tile)),
                    (None, None) => {}
                },
                Take::Area { polygon, .. } | Take::Flags { polygon, .. } => {
                    let tile = place.and_then(|place| content.tiles.get_mut(place));
                    let polygon = tile.and_then(|tile| tile.polygons.get_mut(*polygon));
                    let polygon = polygon.ok_or_else(gone)?;
                    match take {
                        Take::Area { area_and_kind, .. } => polygon.area_and_kind = *area_and_kind,
                        Take::Flags { flags, .. } => polygon.flags = *flags,
                        Take::Tile { .. } => {}
                    }
                }
            }
        }
        removed.into_iter().rev().for_each(|place| drop(content.tiles.remove(place)));
        Ok(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::eq::nav;
    use crate::sample;

    fn mesh() -> Nav {
        let files = sample::eq::files().unwrap();
        let file = files.iter().find(|file| file.path.ends_with(".nav")).unwrap();
        nav::read(&file.bytes).unwrap()
    }

    fn paint(nav: &mut Nav, tile: usize, polygon: usize, area_and_kind: u8) {
        nav.content.tiles[tile].polygons[polygon].area_and_kind = area_and_kind;
    }

    fn said(merged: &Merged) -> Vec<String> {
        let conflicts = merged.conflicts.iter();
        conflicts.map(|it| format!("{}: {}", it.thing, it.field)).collect()
    }

    #[test]
    fn what_either_side_painted_or_removed_is_in_the_merged_mesh() {
        let base = mesh();
        let [mut ours, mut theirs] = [base.clone(), base.clone()];
        paint(&mut ours, 0, 0, 7);
        paint(&mut theirs, 0, 1, 9);
        theirs.content.tiles.pop();
        let merged = merge(&base, &ours, &theirs);
        let mut expected = theirs.clone();
        paint(&mut expected, 0, 0, 7);
        assert_eq!(merged.nav.content, expected.content);
        assert_eq!(merged.conflicts, []);
        assert_eq!(merge(&base, &theirs, &ours).nav.content, expected.content);
        for (own, other) in [(&base, &theirs), (&theirs, &base), (&theirs, &theirs)] {
            assert!(nav::write(&merge(&base, own, other).nav) == nav::write(&theirs));
        }
    }

    #[test]
    fn a_polygon_and_a_tile_that_both_changed_are_conflicts_and_are_decided() {
        let base = mesh();
        let [mut ours, mut theirs] = [base.clone(), base.clone()];
        paint(&mut ours, 0, 0, 7);
        paint(&mut theirs, 0, 0, 9);
        ours.content.tiles[1].vertices.pop();
        let gone = theirs.content.tiles.remove(1);
        let merged = merge(&base, &ours, &theirs);
        let tile = |tile: &Tile| format!("tile {}, {}", tile.x, tile.y);
        let first = tile(&base.content.tiles[0]);
        let expected =
            [format!("polygon 0 of {first}: area_and_kind"), format!("{}: whole", tile(&gone))];
        assert_eq!(said(&merged), expected);
        assert_eq!(merged.nav.content, ours.content);
        let takes: Vec<Take> = merged.takes.into_iter().flatten().collect();
        let json = serde_json::to_string(&takes).unwrap();
        let takes: Vec<Take> = serde_json::from_str(&json).unwrap();
        assert_eq!(merged.nav.content.with_theirs(&takes), Ok(theirs.content.clone()));
        // The other way round, a tile comes back.
        let merged = merge(&base, &theirs, &ours);
        let takes: Vec<Take> = merged.takes.into_iter().flatten().collect();
        let mut decided = merged.nav.content.with_theirs(&takes).unwrap();
        assert!(theirs.content.with_theirs(&takes[..1]).is_ok());
        let last = decided.tiles.pop().unwrap();
        decided.tiles.insert(1, last);
        assert_eq!(decided, ours.content);
    }
}
