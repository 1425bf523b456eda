//! What is wrong with a map, kept as cells: after a stroke only what that can have changed is asked
//! again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::format::ragnarok::gat::Version;
use crate::problem::Problem;
use crate::world::gat::GatMap;
use crate::world::gat::area::{Area, Rect};
use crate::world::gat::group::{Group, Span};

use super::{border, heights, islands, shape, single, types};

/// What was found on a map as it was when it was asked last.
#[derive(Debug, Clone)]
pub struct Findings {
    version: Version,
    rect: Rect,
    /// Cells of odd types, by all 32 bits of them.
    odd: Marks<BTreeMap<u32, Vec<Group>>>,
    border: Marks<Vec<Group>>,
    holes: Marks<Vec<Group>>,
    walls: Marks<Vec<Group>>,
    not_finite: Marks<Vec<Group>>,
    jumps: Marks<Vec<Group>>,
    cracks: Marks<Vec<Group>>,
    islands: Vec<Group>,
}

/// The cells that a rule has something to say about.
#[derive(Debug, Clone)]
struct Marks<G> {
    cells: Area,
    groups: G,
    /// The groups are not those of the cells any more.
    is_stale: bool,
}

/// Islands were not looked for to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenOff;

impl Findings {
    /// Asks all of a map for everything but islands.
    pub fn of(map: &GatMap) -> Findings {
        let mut findings = Findings::nothing(map);
        findings.ask(map, &[map.rect()]);
        findings
    }

    fn nothing(map: &GatMap) -> Findings {
        let rect = map.rect();
        Findings {
            version: map.version(),
            rect,
            odd: Marks::none(rect),
            border: Marks::none(rect),
            holes: Marks::none(rect),
            walls: Marks::none(rect),
            not_finite: Marks::none(rect),
            jumps: Marks::none(rect),
            cracks: Marks::none(rect),
            islands: Vec::new(),
        }
    }

    /// Asks again what can have changed with some cells. Islands stay those that were found last.
    pub fn update(&mut self, map: &GatMap, changed: &[Rect]) {
        if (self.version, self.rect) != (map.version(), map.rect()) {
            let islands = std::mem::take(&mut self.islands);
            *self = Findings { islands, ..Findings::of(map) };
        } else {
            self.ask(map, changed);
        }
    }

    fn ask(&mut self, map: &GatMap, changed: &[Rect]) {
        for rect in changed.iter().map(|rect| rect.within(self.rect).grown(1, self.rect)) {
            if rect.is_empty() {
                continue;
            }
            let odd = types::odd(map, rect);
            // One odd type may have become another one.
            self.odd.is_stale |= !odd.is_empty();
            self.odd.put(rect, &odd);
            self.border.put(rect, &border::walkable(map, rect));
            let (holes, walls) = single::holes_and_walls(map, rect);
            self.holes.put(rect, &holes);
            self.walls.put(rect, &walls);
            self.not_finite.put(rect, &heights::not_finite(map, rect));
            let (jumps, cracks) = heights::torn(map, rect);
            self.jumps.put(rect, &jumps);
            self.cracks.put(rect, &cracks);
        }
        self.odd.regroup(|cells| types::by_word(map, cells));
        for marks in [
            &mut self.border,
            &mut self.holes,
            &mut self.walls,
            &mut self.not_finite,
            &mut self.jumps,
            &mut self.cracks,
        ] {
            marks.regroup(Group::all_of);
        }
    }

    /// Looks for islands, which takes all of the map. Now and then `goes_on` is asked; where it
    /// breaks, they stay those that were found last.
    pub fn look_for_islands(
        &mut self,
        map: &GatMap,
        goes_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<(), BrokenOff> {
        self.islands = islands::find(map, goes_on).ok_or(BrokenOff)?;
        Ok(())
    }

    /// Leaves out the islands of these cells, until islands are looked for again.
    pub fn leave_out_islands(&mut self, cells: &[(u32, u32)]) {
        // By their rows, so that a span is asked for those alone that may be in it.
        let by_row: BTreeSet<(u32, u32)> = cells.iter().map(|(x, y)| (*y, *x)).collect();
        let is_entered =
            |(y, west, east): Span| by_row.range((y, west)..(y, east)).next().is_some();
        self.islands.retain(|island| !island.spans().iter().copied().any(is_entered));
    }

    /// Problems of the map that was asked last, which they name by `file`.
    pub fn problems(&self, file: &str, map: &GatMap) -> Vec<Problem> {
        let mut problems = shape::problems(file, map);
        problems.extend(types::problems(file, map.version(), &self.odd.groups));
        problems.extend(border::problems(file, &self.border.groups));
        problems.extend(single::problems(file, &self.holes.groups, &self.walls.groups));
        problems.extend(heights::not_finite_problems(file, map, &self.not_finite.groups));
        problems.extend(heights::torn_problems(file, &self.jumps.groups, &self.cracks.groups));
        problems.extend(islands::problems(file, &self.islands));
        problems
    }
}

impl<G: Default> Marks<G> {
    fn none(rect: Rect) -> Marks<G> {
        Marks { cells: Area::empty(rect), groups: G::default(), is_stale: false }
    }

    fn put(&mut self, rect: Rect, cells: &Area) {
        self.is_stale |= self.cells.replace(rect, cells);
    }

    fn regroup(&mut self, groups: impl FnOnce(&Area) -> G) {
        if std::mem::take(&mut self.is_stale) {
            self.groups = groups(&self.cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::rng::Rng;
    use crate::world::Document;
    use crate::world::gat::action::Action;
    use crate::world::gat::tests::sample;

    const GO_ON: &dyn Fn() -> ControlFlow<()> = &|| ControlFlow::Continue(());

    /// Something that a person may do, at random.
    fn action(rng: &mut Rng, map: &GatMap) -> Action {
        let mut place = || [rng.below(map.width() + 8) as i32 - 4, rng.below(map.height()) as i32];
        let (from, to) = (place(), place());
        let (size, kind) = (1 + rng.below(6), rng.below(9));
        let brush = format!(r#"{{"brush":{{"points":[{from:?},{to:?}],"size":{size}}}}}"#);
        let [x, y] = [rng.below(map.width()), rng.below(map.height())];
        let json = match rng.below(12) {
            0 => format!(
                r#"{{"action":"shape-heights","region":{brush},"how":{{"raise":{{"by":{size}.3}}}}}}"#
            ),
            1 => format!(
                r#"{{"action":"shape-heights","region":{brush},"how":{{"raise":{{"by":0.3}}}},"neighbours":"alone"}}"#
            ),
            2 => format!(
                r#"{{"action":"paint","region":{brush},"ink":{{"raw":{}}}}}"#,
                kind | 1 << 31
            ),
            3 => format!(
                r#"{{"action":"set-cells","cells":[{{"x":{x},"y":{y},"altitude":[1.0,"0x7fc00000",9.5,2.0]}}]}}"#
            ),
            4 => format!(r#"{{"action":"convert","version":"1.{}"}}"#, 2 + kind % 2),
            5 if kind == 0 => format!(r#"{{"action":"resize","width":{},"height":50}}"#, 50 + size),
            _ => format!(r#"{{"action":"paint","region":{brush},"ink":{{"raw":{kind}}}}}"#),
        };
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn what_is_asked_around_strokes_is_what_is_found_on_the_whole_map() {
        let mut rng = Rng::new(17);
        for seed in 0..6 {
            let mut map = GatMap::new(&sample(seed, 60, 50)).unwrap();
            let mut findings = Findings::of(&map);
            for n in 0..60 {
                let new = action(&mut rng, &map).resolve(&map).unwrap().map;
                if let Some(edit) = map.edit_to(&new) {
                    let changed = edit.covered(&map);
                    map = new;
                    findings.update(&map, &changed);
                }
                if n % 3 > 0 {
                    continue;
                }
                findings.look_for_islands(&map, GO_ON).unwrap();
                let whole = super::super::check("a.gat", &map);
                assert_eq!(findings.problems("a.gat", &map), whole, "map {seed}, stroke {n}");
            }
        }
    }

    #[test]
    fn islands_stay_until_they_are_looked_for_to_the_end() {
        let map = crate::world::gat::tests::map(&["0010", "0010", "0010"]);
        let mut findings = Findings::of(&map);
        assert_eq!(
            findings.problems("a.gat", &map).iter().filter(|p| p.code == "gat-island").count(),
            0
        );
        let break_off = || ControlFlow::Break(());
        assert_eq!(findings.look_for_islands(&map, &break_off), Err(BrokenOff));
        findings.look_for_islands(&map, GO_ON).unwrap();
        let found = findings.problems("a.gat", &map);
        assert_eq!(findings.look_for_islands(&map, &break_off), Err(BrokenOff));
        findings.update(&map, &[map.rect()]);
        assert_eq!(findings.problems("a.gat", &map), found);
        assert_eq!(found.iter().filter(|problem| problem.code == "gat-island").count(), 1);
    }
}
