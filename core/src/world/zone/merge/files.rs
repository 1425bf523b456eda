//! What stands in the files beside things: economy, textures, tiles, water, left-over bytes.

use std::sync::Arc;

use crate::format::rose::blocks::BlockKind;
use crate::format::rose::grid::Grid;
use crate::format::rose::ifo::water::OldWaterPatch;
use crate::format::rose::zon::economy::Economy;
use crate::format::rose::{ifo, zon};
use crate::format::text::ShortText;
use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::frame::{BodyId, Content, Frame, HeldBody, Row};
use super::super::step::name_of_body;
use super::conflict::Conflict;
use super::{Apart, Merge, is_in_conflict, pick};

impl Merge<'_> {
    pub(super) fn bodies(&mut self) -> Result<(), Apart> {
        for (block, kind, BodyId(number)) in bodies_of(self.ours) {
            let [before, ours, theirs] =
                [self.before, self.ours, self.theirs].map(|zone| zone.bodies.get(number));
            let (Some(ours), false) = (ours, before == ours) else { continue };
            if before.is_none() && theirs == Some(ours) {
                continue;
            }
            let merged = match (before, theirs) {
                (None, theirs) => {
                    if theirs.is_some() {
                        let what = name_of_body(block, kind);
                        self.conflicts.push(Conflict::Other { block, what });
                    }
                    HeldBody::clone(ours)
                }
                (Some(_), None) => {
                    let file = self.ours.path_of(block).unwrap_or_default().to_owned();
                    return Err(Apart::NoRoom { file });
                }
                (Some(before), Some(theirs)) => {
                    let merged = body([before, ours, theirs]);
                    if merged != body([before, theirs, ours]) {
                        let what = name_of_conflict((block, kind), [before, ours, theirs]);
                        self.conflicts.push(Conflict::Other { block, what });
                    }
                    merged
                }
            };
            self.zone.bodies.set(number, Some(Arc::new(merged)));
        }
        Ok(())
    }

    /// The tables of the files. Lists that came on their side are given rows with the lists.
    pub(super) fn frames(&mut self) {
        for block in std::iter::once(None).chain(self.ours.blocks().map(Some)) {
            let frames = [self.before, self.ours, self.theirs].map(|zone| zone.frame(block));
            let [Some(before), Some(ours), Some(theirs)] = frames else { continue };
            let Some(number) = self.ours.base.frame_number(block) else { continue };
            if ours == before || ours == theirs {
                continue;
            }
            let merged = match before == theirs {
                true => ours.clone(),
                false => self.frame(block, [before, ours, theirs]),
            };
            self.zone.frames.set(number, Some(Arc::new(merged)));
        }
    }

    fn frame(&mut self, block: Option<BlockCoord>, frames: [&Frame; 3]) -> Frame {
        let [before, ours, theirs] = frames;
        let mut other = |what: String| self.conflicts.push(Conflict::Other { block, what });
        let mut rows = Vec::new();
        let (were, theres) = (ours.twins(before), ours.twins(theirs));
        for (n, row) in ours.rows.iter().enumerate() {
            let mut row = row.clone();
            let was = were.get(n).copied().flatten();
            let Some(there) = theres.get(n).copied().flatten() else {
                // A part that nobody changed here went there.
                if was != Some(&row) || row.list().is_some() {
                    rows.push(row);
                }
                continue;
            };
            // What both made is ours.
            let is_new = was.is_none();
            let was = was.unwrap_or(there);
            if is_in_conflict([&was.slack, &row.slack, &there.slack]) {
                other(format!("the leftover bytes of table entry {n}"));
            }
            if is_in_conflict([&was.content, &row.content, &there.content])
                || is_new && row.content != there.content
            {
                other(match row.content {
                    Content::Water { .. } => "the size of water".to_owned(),
                    _ => name_of_body(block, row.kind),
                });
            }
            if !is_new {
                row.slack = pick([&was.slack, &row.slack, &there.slack]);
                row.content = pick([&was.content, &row.content, &there.content]);
            }
            rows.push(row);
        }
        let known = theirs.twins(before).into_iter().zip(theirs.twins(ours));
        let is_new = |(was, here): (Option<&Row>, Option<&Row>)| was.is_none() && here.is_none();
        for (row, _) in theirs.rows.iter().zip(known).filter(|(_, known)| is_new(*known)) {
            let last = rows.iter().map(|row: &Row| row.place).max();
            rows.push(Row { place: last.map_or(0, |last| last + 1), ..row.clone() });
        }
        let gaps = [&before.gap, &ours.gap, &theirs.gap];
        if is_in_conflict(gaps) {
            other("the bytes between its parts".to_owned());
        }
        Frame { rows, gap: pick(gaps) }
    }
}

fn bodies_of(zone: &Zone) -> Vec<(Option<BlockCoord>, BlockKind, BodyId)> {
    let blocks = std::iter::once(None).chain(zone.blocks().map(Some));
    let frames = blocks.filter_map(|block| Some((block, zone.frame(block)?)));
    let bodies = frames.flat_map(|(block, frame)| {
        frame.rows.iter().filter_map(move |row| match row.content {
            Content::Body(body) => Some((block, row.kind, body)),
            _ => None,
        })
    });
    bodies.collect()
}

fn body(states: [&HeldBody; 3]) -> HeldBody {
    macro_rules! each {
        ($held:ident, $file:ident, $kind:ident, $merge:expr) => {
            if let [
                HeldBody::$held($file::Body::$kind(before)),
                HeldBody::$held($file::Body::$kind(ours)),
                HeldBody::$held($file::Body::$kind(theirs)),
            ] = states
            {
                return HeldBody::$held($file::Body::$kind($merge([before, ours, theirs])));
            }
        };
    }
    if let [
        HeldBody::Zon(zon::Body::Economy(before)),
        HeldBody::Zon(zon::Body::Economy(ours)),
        HeldBody::Zon(zon::Body::Economy(theirs)),
    ] = states
    {
        let merged = economy([before, ours, theirs]);
        return HeldBody::Zon(zon::Body::Economy(Box::new(merged)));
    }
    each!(Zon, zon, Textures, textures);
    each!(Zon, zon, Tiles, entries);
    each!(Ifo, ifo, OldWater, old_water);
    pick(states)
}

/// What a part of a copy becomes where ours was edited: `None` where more of it would become another
/// than was edited.
pub(in crate::world::zone) fn body_over(states: [&HeldBody; 3]) -> Option<HeldBody> {
    let [before, ours, theirs] = states;
    if before == theirs {
        return Some(ours.clone());
    }
    macro_rules! is_clear {
        ($held:ident, $file:ident, $kind:ident, $of:expr) => {
            if let [
                HeldBody::$held($file::Body::$kind(before)),
                HeldBody::$held($file::Body::$kind(ours)),
                HeldBody::$held($file::Body::$kind(theirs)),
            ] = states
            {
                let is_clear = is_clear_by_entry([before, ours, theirs].map($of));
                return is_clear.then(|| body(states));
            }
        };
    }
    if let HeldBody::Zon(zon::Body::Economy(_)) = ours {
        return Some(body(states));
    }
    is_clear!(Zon, zon, Textures, |list| list.as_slice());
    is_clear!(Zon, zon, Tiles, |list| list.as_slice());
    is_clear!(Ifo, ifo, OldWater, |grid| grid.cells());
    None
}

/// Whether no entry was changed on both sides, and one side at most has more or fewer.
fn is_clear_by_entry<T: PartialEq>([before, ours, theirs]: [&[T]; 3]) -> bool {
    let [n, n_ours, n_theirs] = [before, ours, theirs].map(<[T]>::len);
    let mut states = before.iter().zip(ours).zip(theirs);
    n == n_ours
        && n == n_theirs
        && !states.any(|((before, ours), theirs)| is_in_conflict([before, ours, theirs]))
}

/// What both made something else of: of the economy, which parts of it.
fn name_of_conflict(
    (block, kind): (Option<BlockCoord>, BlockKind),
    states: [&HeldBody; 3],
) -> String {
    let name = name_of_body(block, kind);
    let [
        HeldBody::Zon(zon::Body::Economy(before)),
        HeldBody::Zon(zon::Body::Economy(ours)),
        HeldBody::Zon(zon::Body::Economy(theirs)),
    ] = states
    else {
        return name;
    };
    macro_rules! is_disputed {
        ($field:ident) => {
            is_in_conflict([&before.$field, &ours.$field, &theirs.$field])
        };
    }
    let mut rates = before.rates.iter().zip(&ours.rates).zip(&theirs.rates);
    let disputed = [
        ("name", is_disputed!(name)),
        ("underground", is_disputed!(underground)),
        ("music", is_disputed!(music)),
        ("sky", is_disputed!(sky)),
        ("rates", rates.any(|((before, ours), theirs)| is_in_conflict([before, ours, theirs]))),
    ];
    let parts = disputed.into_iter().filter(|(_, is_disputed)| *is_disputed);
    let parts: Vec<&str> = parts.map(|(part, _)| part).collect();
    format!("{name} ({})", parts.join(", "))
}

fn economy(states: [&Economy; 3]) -> Economy {
    macro_rules! picked {
        ($field:ident) => {
            pick(states.map(|state| &state.$field))
        };
    }
    let [before, ours, theirs] = states.map(|state| state.rates);
    let mut rates = before;
    for (rate, (ours, theirs)) in rates.iter_mut().zip(ours.into_iter().zip(theirs)) {
        *rate = pick([rate, &ours, &theirs]);
    }
    Economy {
        name: picked!(name),
        underground: picked!(underground),
        music: picked!(music),
        sky: picked!(sky),
        rates,
    }
}

/// The `end` behind the last texture stays there.
fn textures(states: [&Vec<ShortText>; 3]) -> Vec<ShortText> {
    let cut = states.map(|list| list.split_last().filter(|(last, _)| last.as_bytes() == b"end"));
    let [Some((_, before)), Some((_, ours)), Some((end, theirs))] = cut else {
        return entries(states);
    };
    let mut textures = entries([&before.to_vec(), &ours.to_vec(), &theirs.to_vec()]);
    textures.push(end.clone());
    textures
}

/// Entry by entry, and then what one side put behind them; where entries went, the list as one.
fn entries<T: PartialEq + Clone>([before, ours, theirs]: [&Vec<T>; 3]) -> Vec<T> {
    let (Some(our_tail), Some(their_tail)) = (ours.get(before.len()..), theirs.get(before.len()..))
    else {
        return pick([before, ours, theirs]);
    };
    let states = before.iter().zip(ours).zip(theirs);
    let merged = states.map(|((before, ours), theirs)| pick([before, ours, theirs]));
    let tail = if our_tail.is_empty() { their_tail } else { our_tail };
    merged.chain(tail.iter().cloned()).collect()
}

fn old_water(states: [&Grid<OldWaterPatch>; 3]) -> Grid<OldWaterPatch> {
    let [(width, height), ours, theirs] = states.map(|grid| (grid.width(), grid.height()));
    let is_alike = ours == (width, height) && theirs == (width, height);
    let merged = entries(states.map(|grid| grid.cells().to_vec()).each_ref());
    match Grid::new(width, height, merged) {
        Ok(grid) if is_alike => grid,
        _ => pick(states),
    }
}
