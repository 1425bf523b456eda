//! Two sides of an area, put together: nodes are the same by their number, place and edges
//! (`pairs`), edges by the node that they leave and their octant.
//!
//! What only one side changed is as that side has it. Where both moved a node or changed an edge, or
//! one side deleted a node that the other one moved, changed or connected, ours stays, and it is a
//! conflict. So is an edge that came into another octant because each side moved one of its ends.

mod pairs;
mod same;
pub(super) mod words;
mod octants;
mod put;
pub mod take;

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use crate::format::number::F32;
use crate::format::tera::apd::{Apd, TooMany};
use crate::space::tera::{Octant, Zone};
use crate::world::three_way::{Change, Conflict, Each, FILE, Verdict, WHOLE};

use super::Area;
use super::id::NodeId;
use super::load::TooLarge;

use self::pairs::{NONE, paired};
use self::same::{Key, Keys, Nodes};
use self::take::{After, Take, Wish};

/// Both sides of an area in one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub apd: Apd,
    pub conflicts: Vec<Conflict>,
    /// For each conflict the number of its node in their file; `None` where it has none there.
    pub theirs: Vec<Option<u32>>,
    /// For each conflict, what decides it for the other side; `None` where only a person can.
    pub takes: Vec<Option<Take>>,
}

/// Why two sides of an area can't be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Apart {
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    #[error("{0}")]
    TooMany(#[from] TooMany),
    #[error(
        "the node ranges of its squares overlap or leave gaps, so nodes can't be added or removed; \
         run `landwright check --fix` on every side"
    )]
    KeptRanges,
}

/// Where an edge leads, by the keys of all sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum To {
    Node(Key),
    /// An index in the file that no node has.
    Nowhere(u32),
}

/// The edges of a node, by octant.
type Edges = [Option<To>; 8];

/// What makes one area into another.
pub fn compare(a: &Apd, b: &Apd, each: Each<'_>) {
    if a == b {
        return;
    }
    let (keys, [old, new]) = Keys::of([a, b], &[paired(a, b)]);
    let sides = [Nodes { apd: a, keys: &old }, Nodes { apd: b, keys: &new }];
    if zones(a) != zones(b) {
        each(Change::of_file("zones", words::zones(a), words::zones(b)));
    }
    let squares = [a, b].map(same::squares);
    let place = |key: Key| keys.place(key);
    for key in 0..keys.len() {
        let [was, is] = sides.each_ref().map(|side| side.idx(key));
        let edges = sides.each_ref().map(|side| side.edges(key));
        let thing = || words::node(keys.place(key));
        let (Some(was), Some(is)) = (was, is) else {
            let whole = |is_there: bool, edges: &Edges| words::whole(is_there, edges, &place);
            let (a, b) = (whole(was.is_some(), &edges[0]), whole(is.is_some(), &edges[1]));
            each(Change { thing: thing(), field: WHOLE.into(), a, b });
            continue;
        };
        let [was_at, is_at] = sides.each_ref().map(|side| side.place(key));
        if was_at != is_at {
            let [a, b] = [was_at, is_at].map(words::place);
            each(Change { thing: thing(), field: words::POSITION.into(), a, b });
        }
        let [old, new] = &edges;
        for (octant, (a, b)) in Octant::all().zip(old.iter().zip(new)).filter(|(_, (a, b))| a != b)
        {
            let [a, b] = [a, b].map(|to| words::target(*to, &place));
            each(Change { thing: thing(), field: words::edge(octant), a, b });
        }
        let [a, b] = [(&squares[0], was), (&squares[1], is)].map(|(squares, idx)| squares.of(idx));
        if a != b {
            let [a, b] = [a, b].map(words::square);
            each(Change { thing: thing(), field: "square".into(), a, b });
        }
    }
    if a.tail != b.tail {
        each(Change::of_file("tail", a.tail.0.len(), b.tail.0.len()));
    }
}

/// Puts together what both sides did to an area.
pub fn merge(base: &Apd, ours: &Apd, theirs: &Apd) -> Result<Merged, Apart> {
    merge_known(base, ours, theirs, None)
}

/// The same where somebody knows which node of theirs is which of the base: `None` for one that they
/// deleted.
pub fn merge_known(
    base: &Apd,
    ours: &Apd,
    theirs: &Apd,
    theirs_of_base: Option<Vec<Option<u32>>>,
) -> Result<Merged, Apart> {
    // Whatever one side alone did is as that side has it, the order of its nodes as well.
    if ours == base || theirs == base || ours == theirs {
        let apd = if ours == base { theirs } else { ours }.clone();
        let (conflicts, theirs, takes) = (Vec::new(), Vec::new(), Vec::new());
        return Ok(Merged { apd, conflicts, theirs, takes });
    }
    let known = theirs_of_base
        .map(|known| known.into_iter().map(|idx| idx.unwrap_or(NONE)).collect())
        .unwrap_or_else(|| paired(base, theirs));
    merge_paired([base, ours, theirs], &[paired(base, ours), known])
}

/// With the number that each node of the base has on either side.
fn merge_paired([base, ours, theirs]: [&Apd; 3], pairs: &[Vec<u32>; 2]) -> Result<Merged, Apart> {
    let (keys, [was, own, other]) = Keys::of([base, ours, theirs], pairs);
    let sides = [
        Nodes { apd: base, keys: &was },
        Nodes { apd: ours, keys: &own },
        Nodes { apd: theirs, keys: &other },
    ];
    let mut merge = Merge {
        keys: &keys,
        sides: &sides,
        conflicts: Vec::new(),
        theirs: Vec::new(),
        wishes: Vec::new(),
        last_of: HashMap::new(),
    };
    let mut nodes = merge.nodes();
    let places = merge.places(&nodes);
    merge.turn(&mut nodes, &places);
    let [zones_verdict, tail_verdict] = [
        merge.of_file("zones", &[base, ours, theirs].map(zones), |all| words::zones_value(all)),
        merge.of_file("tail", &[base, ours, theirs].map(|apd| apd.tail.clone()), |tail| {
            tail.0.len().into()
        }),
    ];
    let areas = [Area::new(base)?, Area::new(ours)?, Area::new(theirs)?];
    // The zones of the other side come with the order that its file has.
    let frame = if zones_verdict == Verdict::Take { 2 } else { 1 };
    let mut put = put::Put::new(&keys, &sides, &areas, frame);
    put.all(&nodes, &places)?;
    let put::Put { area, refused, .. } = put;
    for (key, field, value) in refused {
        merge.conflict(key, field, [Value::Null, Value::Null, value], Wish::None);
    }
    let after = After::new(&sides[2], &places, &merge.wishes);
    let takes = merge.wishes.iter().map(|wish| after.take(wish)).collect();
    let (conflicts, of_theirs) = (merge.conflicts, merge.theirs);
    let mut apd = area.to_apd()?;
    apd.tail = if tail_verdict == Verdict::Take { theirs } else { ours }.tail.clone();
    Ok(Merged { apd, conflicts, theirs: of_theirs, takes })
}

fn zones(apd: &Apd) -> Vec<Zone> {
    apd.zones().iter().map(|zone| Zone { x: zone.x, y: zone.y }).collect()
}

struct Merge<'m> {
    keys: &'m Keys,
    sides: &'m [Nodes<'m>; 3],
    conflicts: Vec<Conflict>,
    /// As long as that.
    theirs: Vec<Option<u32>>,
    /// And so is this.
    wishes: Vec<Wish>,
    /// The last conflict of each field of a node.
    last_of: HashMap<(Key, Cow<'static, str>), usize>,
}

impl Merge<'_> {
    /// What becomes of each node: its edges, or `None` where it goes.
    fn nodes(&mut self) -> Vec<Option<Edges>> {
        let wanted = [1, 2].map(|side| self.newly_led_to(side));
        let [ours_wants, theirs_wants] = &wanted;
        let is = |list: &[bool], key: Key| list.get(key as usize).copied().unwrap_or_default();
        let mut nodes: Vec<Option<Edges>> = (0..self.keys.len())
            .map(|key| self.node(key, is(ours_wants, key), is(theirs_wants, key)))
            .collect();
        // An edge of theirs to a node that we deleted.
        let is_there: Vec<bool> = nodes.iter().map(Option::is_some).collect();
        for (key, edges) in (0..).zip(&mut nodes) {
            let Some(edges) = edges else { continue };
            for (octant, edge) in Octant::all().zip(edges) {
                let Some(To::Node(target)) = *edge else { continue };
                if is(&is_there, target) {
                    continue;
                }
                *edge = None;
                if is(theirs_wants, target) && self.sides.each_ref()[2].idx(target).is_some() {
                    let place = |key| self.keys.place(key);
                    let theirs = words::target(Some(To::Node(target)), &place);
                    let nothing = Value::Null;
                    let values = [nothing.clone(), nothing, theirs];
                    let wish = Wish::Edge(key, octant, Some(target));
                    self.conflict(key, words::edge(octant), values, wish);
                }
            }
        }
        nodes
    }

    fn node(&mut self, key: Key, is_wanted_here: bool, is_wanted_there: bool) -> Option<Edges> {
        let [base, ours, theirs] = self.sides;
        let there = [base, ours, theirs].map(|side| side.idx(key).is_some());
        let edges = [base, ours, theirs].map(|side| side.edges(key));
        let [was, own, other] = edges;
        match there {
            [_, true, true] => Some(self.edges(key, edges)),
            [false, true, false] => Some(own),
            [false, false, true] => Some(other),
            [true, true, false] => {
                if !is_wanted_here && !self.is_changed(key, [&was, &own], ours) {
                    return None;
                }
                self.whole(key, [Some(&was), Some(&own), None], Wish::Delete(key));
                Some(own)
            }
            [true, false, true] => {
                if is_wanted_there || self.is_changed(key, [&was, &other], theirs) {
                    self.whole(key, [Some(&was), None, Some(&other)], Wish::Restore(key));
                }
                None
            }
            [_, false, false] => None,
        }
    }

    fn edges(&mut self, key: Key, [was, own, other]: [Edges; 3]) -> Edges {
        let mut merged = own;
        let states = was.iter().zip(&own).zip(&other);
        for ((octant, into), ((was, own), other)) in Octant::all().zip(&mut merged).zip(states) {
            match Verdict::of(was, own, other) {
                Verdict::Keep => {}
                Verdict::Take => *into = *other,
                Verdict::Conflict => {
                    let place = |key| self.keys.place(key);
                    let values = [was, own, other].map(|to| words::target(*to, &place));
                    let wish = Wish::edge(key, octant, *other);
                    self.conflict(key, words::edge(octant), values, wish);
                }
            }
        }
        self.drop_removed(key, [&was, &own, &other], &mut merged);
        merged
    }

    /// An edge that one side removed does not come back because the other one moved an end of it, so
    /// that it is in another octant there.
    fn drop_removed(&mut self, key: Key, sides: [&Edges; 3], merged: &mut Edges) {
        let [was, own, other] = sides;
        for (octant, edge) in Octant::all().zip(merged) {
            let nth = usize::from(octant.number());
            if edge.is_none() || was.get(nth) == Some(edge) || !was.contains(edge) {
                continue;
            }
            if own.contains(edge) && other.contains(edge) {
                continue;
            }
            *edge = None;
            let values = sides.map(|edges| {
                let place = |key| self.keys.place(key);
                words::target(edges.get(nth).copied().flatten(), &place)
            });
            // Neither side has it as it is now, so it is no choice between them.
            self.conflict(key, words::edge(octant), values, Wish::None);
        }
    }

    /// Whether a side moved a node or changed its edges, but for those that went with their targets.
    fn is_changed(&self, key: Key, [was, is]: [&Edges; 2], side: &Nodes<'_>) -> bool {
        let [base, ..] = self.sides;
        let is_moved = base.place(key) != side.place(key);
        is_moved
            || was.iter().zip(is).any(|(was, is)| match (was, is) {
                (Some(To::Node(target)), None) => side.idx(*target).is_some(),
                (was, is) => was != is,
            })
    }

    /// The nodes that edges of a side lead to which were not there before.
    fn newly_led_to(&self, side: usize) -> Vec<bool> {
        let mut wanted = vec![false; self.keys.len() as usize];
        let [base, ..] = self.sides;
        let Some(side) = self.sides.get(side) else { return wanted };
        for key in 0..self.keys.len() {
            for (was, is) in base.edges(key).iter().zip(&side.edges(key)) {
                if let Some(To::Node(target)) = is
                    && is != was
                    && let Some(wanted) = wanted.get_mut(*target as usize)
                {
                    *wanted = true;
                }
            }
        }
        wanted
    }

    fn whole(&mut self, key: Key, states: [Option<&Edges>; 3], wish: Wish) {
        let place = |key| self.keys.place(key);
        let mut values = states.map(|edges| match edges {
            Some(edges) => words::whole(true, edges, &place),
            None => Value::Null,
        });
        // A node that is deleted here may be nowhere else than in this report.
        for (value, side) in values.iter_mut().zip(self.sides) {
            let at = side.place(key).filter(|at| *at != place(key));
            if let (Some(at), Value::Object(fields)) = (at, value) {
                fields.insert(words::POSITION.to_owned(), words::place(Some(at)));
            }
        }
        self.conflict(key, WHOLE.into(), values, wish);
    }

    fn conflict(
        &mut self,
        key: Key,
        field: Cow<'static, str>,
        [base, ours, theirs]: [Value; 3],
        wish: Wish,
    ) {
        let thing = words::node(self.keys.place(key));
        let [.., other] = self.sides;
        let of = (key, field.clone());
        let conflict = Conflict { thing, field, base, ours, theirs };
        let last = self.last_of.get(&of).and_then(|last| self.conflicts.get(*last));
        // Several rules may find the same.
        if last == Some(&conflict) {
            return;
        }
        self.last_of.insert(of, self.conflicts.len());
        self.theirs.push(other.idx(key));
        self.wishes.push(wish);
        self.conflicts.push(conflict);
    }

    fn of_file<T: PartialEq>(
        &mut self,
        field: &'static str,
        sides: &[T; 3],
        value: impl Fn(&T) -> Value,
    ) -> Verdict {
        let [base, ours, theirs] = sides;
        let verdict = Verdict::of(base, ours, theirs);
        if verdict == Verdict::Conflict {
            let [base, ours, theirs] = sides.each_ref().map(value);
            let thing = FILE;
            self.theirs.push(None);
            self.wishes.push(Wish::None);
            self.conflicts.push(Conflict { thing, field: field.into(), base, ours, theirs });
        }
        verdict
    }
}

impl Nodes<'_> {
    /// A node of the side, by the key that it has on all sides.
    fn idx(&self, key: Key) -> Option<u32> {
        self.keys.idx(key)
    }

    fn edges(&self, key: Key) -> Edges {
        let mut edges = [None; 8];
        let Some(idx) = self.idx(key) else { return edges };
        for (octant, target) in self.apd.edges(idx) {
            if let Some(edge) = edges.get_mut(usize::from(octant)) {
                let to = self.keys.key(target);
                *edge = Some(to.map_or(To::Nowhere(target), To::Node));
            }
        }
        edges
    }

    /// Where a node is on the side.
    fn place(&self, key: Key) -> Option<[F32; 3]> {
        self.apd.positions().get(self.idx(key)? as usize).copied()
    }

    fn id(&self, key: Key) -> Option<NodeId> {
        self.idx(key).map(NodeId)
    }
}

#[cfg(test)]
mod tests;
