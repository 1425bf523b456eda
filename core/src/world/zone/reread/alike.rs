//! What of two zones is the same: the numbers that what was read has in the one that is open.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::frame::{Content, Frame, ListId, Row};
use super::super::pieces::write_thing;
use super::super::thing::{Kind, Thing, ThingId};
use crate::world::numbered::Table;

/// The numbers that what was read has in the zone that was open.
pub(super) struct Alike {
    pub(super) things: Given,
    pub(super) lists: Given,
    pub(super) bodies: Given,
    /// Things of a kind that were not found in their lists: of what was read, and of what was open.
    apart: BTreeMap<Kind, (Vec<ThingId>, Vec<ThingId>)>,
    /// What just one thing is known by, on both sides.
    once: BTreeSet<Vec<u8>>,
    /// The lists and things that something was found to be.
    own_lists: BTreeSet<u32>,
    own_things: BTreeSet<ThingId>,
}

/// Numbers of one table: those that were matched, and new ones for the rest.
pub(super) struct Given {
    of: BTreeMap<u32, u32>,
    next: u32,
}

impl Given {
    /// New numbers are behind those of both tables.
    fn behind<T>(tables: [&Table<T>; 2]) -> Given {
        let next = tables.iter().map(|table| table.len()).max().unwrap_or_default();
        Given { of: BTreeMap::new(), next: next as u32 }
    }

    pub(super) fn of(&mut self, read: u32) -> u32 {
        *self.of.entry(read).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }

    fn has(&self, read: u32) -> bool {
        self.of.contains_key(&read)
    }
}

/// A zone, and some of its things.
type Of<'z> = (&'z Zone, &'z [ThingId]);

/// A zone, and those of its things that were not found yet.
type Rest<'z> = (&'z Zone, &'z mut Vec<ThingId>);

impl Alike {
    pub(super) fn behind([a, b]: [&Zone; 2]) -> Alike {
        Alike {
            things: Given::behind([&a.things, &b.things]),
            lists: Given::behind([&a.lists, &b.lists]),
            bodies: Given::behind([&a.bodies, &b.bodies]),
            apart: BTreeMap::new(),
            once: BTreeSet::new(),
            own_lists: BTreeSet::new(),
            own_things: BTreeSet::new(),
        }
    }

    /// Matches all files of two zones, and then what went from one of them to another.
    pub(super) fn match_all(&mut self, read: &Zone, open: &Zone) {
        self.once = &known_once(read) & &known_once(open);
        for block in frames_of(read) {
            if let (Some(frame), Some(open_frame)) = (read.frame(block), open.frame(block)) {
                self.match_frames((read, frame), (open, open_frame));
            }
        }
        for (mut rest, mut own) in std::mem::take(&mut self.apart).into_values() {
            self.match_known((read, &mut rest), (open, &mut own));
            let alone =
                |ids: &VecDeque<ThingId>, own: &VecDeque<ThingId>| ids.len() == 1 && own.len() == 1;
            self.match_by(without_place, alone, (read, &mut rest), (open, &mut own));
        }
    }

    /// Matches what was not found in the state that both go back to: parts and lists of one kind, and
    /// things that became the same on both sides, or are new on both.
    pub(super) fn match_new(&mut self, read: &Zone, before: &Zone, open: &Zone) {
        for block in frames_of(read) {
            let (Some(frame), Some(open_frame)) = (read.frame(block), open.frame(block)) else {
                continue;
            };
            for (row, like) in twins(frame, open_frame) {
                if let (Content::Body(body), Content::Body(own)) = (&row.content, &like.content)
                    && !self.bodies.has(body.0)
                    && before.bodies.get(own.0).is_none()
                {
                    self.bodies.of.insert(body.0, own.0);
                }
                let (Some(list), Some(own)) = (row.list(), like.list()) else { continue };
                if !self.lists.has(list.0) && before.lists.get(own.0).is_none() {
                    self.lists.of.insert(list.0, own.0);
                }
                let (mut rest, mut own) = (ids(read, list), ids(open, own));
                rest.retain(|id| !self.things.has(id.0));
                own.retain(|id| !self.own_things.contains(id));
                self.match_by(bytes_of, |_, _| true, (read, &mut rest), (open, &mut own));
            }
        }
    }

    /// The rows of two files of one name, each with the one of its kind at the same place.
    fn match_frames(&mut self, (read, frame): (&Zone, &Frame), (open, other): (&Zone, &Frame)) {
        for (row, like) in twins(frame, other) {
            if let (Content::Body(body), Content::Body(own)) = (&row.content, &like.content) {
                self.bodies.of.insert(body.0, own.0);
            }
            if let (Some(list), Some(own)) = (row.list(), like.list()) {
                self.lists.of.insert(list.0, own.0);
                self.own_lists.insert(own.0);
                self.match_things((read, &ids(read, list)), (open, &ids(open, own)));
            }
        }
        // A list that only one of them has may be of what came from elsewhere.
        for (zone, frame, is_read) in [(read, frame, true), (open, other, false)] {
            for list in frame.rows.iter().filter_map(Row::list) {
                let is_matched = match is_read {
                    true => self.lists.has(list.0),
                    false => self.own_lists.contains(&list.0),
                };
                if !is_matched {
                    self.set_apart(zone, &ids(zone, list), is_read);
                }
            }
        }
    }

    fn set_apart(&mut self, zone: &Zone, ids: &[ThingId], is_read: bool) {
        for id in ids {
            let Some(thing) = zone.thing(*id) else { continue };
            let (read, open) = self.apart.entry(thing.kind()).or_default();
            let apart = if is_read { read } else { open };
            apart.push(*id);
        }
    }

    /// The things of two lists: those that are the same, in order as far as they are, then those that
    /// are known by what nothing else is, those that stand at the same place, and those that only
    /// moved. Where it might be another one, nothing is matched.
    fn match_things(&mut self, (read, ids): Of<'_>, (open, own): Of<'_>) {
        let is_same = |(id, own): &(&ThingId, &ThingId)| {
            let thing = read.thing(**id);
            thing.is_some() && thing == open.thing(**own)
        };
        let n_first = ids.iter().zip(own).take_while(is_same).count();
        let behind = |ids: &[ThingId]| ids.iter().copied().skip(n_first).collect::<Vec<_>>();
        let (mut rest, mut own_rest) = (behind(ids), behind(own));
        let n_last = rest.iter().rev().zip(own_rest.iter().rev()).take_while(is_same).count();
        let alike = ids.iter().zip(own).take(n_first);
        let alike = alike.chain(ids.iter().rev().zip(own.iter().rev()).take(n_last));
        for (id, own) in alike {
            self.found(*id, *own);
        }
        rest.truncate(rest.len() - n_last);
        own_rest.truncate(own_rest.len() - n_last);
        let as_many = |ids: &VecDeque<ThingId>, own: &VecDeque<ThingId>| ids.len() == own.len();
        let alone =
            |ids: &VecDeque<ThingId>, own: &VecDeque<ThingId>| ids.len() == 1 && own.len() == 1;
        self.match_by(bytes_of, |_, _| true, (read, &mut rest), (open, &mut own_rest));
        self.match_known((read, &mut rest), (open, &mut own_rest));
        let known_at = |thing: &Thing| Some([place_of(thing)?, known_by(thing)?].concat());
        self.match_by(known_at, as_many, (read, &mut rest), (open, &mut own_rest));
        // Where others stood there as well, it may be any of them.
        let taken = [places(read, ids), places(open, own)];
        let lone = |thing: &Thing| {
            let place = place_of(thing)?;
            taken.iter().all(|places| places.get(&place) == Some(&1)).then_some(place)
        };
        self.match_by(lone, alone, (read, &mut rest), (open, &mut own_rest));
        self.match_by(without_place, as_many, (read, &mut rest), (open, &mut own_rest));
        for key in [level_of, corner_of] {
            self.match_by(key, alone, (read, &mut rest), (open, &mut own_rest));
        }
        self.set_apart(read, &rest, true);
        self.set_apart(open, &own_rest, false);
    }

    /// Matches what is known by the same, as nothing else is.
    fn match_known(&mut self, read: Rest<'_>, open: Rest<'_>) {
        let once = std::mem::take(&mut self.once);
        let key = |thing: &Thing| known_by(thing).filter(|key| once.contains(key));
        self.match_by(key, |_, _| true, read, open);
        self.once = once;
    }

    fn found(&mut self, id: ThingId, own: ThingId) {
        self.things.of.insert(id.0, own.0);
        self.own_things.insert(own);
    }

    /// Matches what has the same key, the first with the first, where that says enough; leaves the
    /// rest.
    fn match_by(
        &mut self,
        key: impl Fn(&Thing) -> Option<Vec<u8>>,
        is_clear: impl Fn(&VecDeque<ThingId>, &VecDeque<ThingId>) -> bool,
        (read, rest): Rest<'_>,
        (open, own_rest): Rest<'_>,
    ) {
        let keyed = |zone: &Zone, ids: &[ThingId]| {
            let mut by_key: BTreeMap<Vec<u8>, VecDeque<ThingId>> = BTreeMap::new();
            for id in ids {
                if let Some(key) = zone.thing(*id).and_then(&key) {
                    by_key.entry(key).or_default().push_back(*id);
                }
            }
            by_key
        };
        let (found, own) = (keyed(read, rest), keyed(open, own_rest));
        let (mut taken, mut own_taken) = (BTreeSet::new(), BTreeSet::new());
        for (key, ids) in found {
            let Some(own) = own.get(&key).filter(|own| is_clear(&ids, own)) else { continue };
            for (id, own) in ids.iter().zip(own) {
                self.found(*id, *own);
                taken.insert(*id);
                own_taken.insert(*own);
            }
        }
        rest.retain(|id| !taken.contains(id));
        own_rest.retain(|id| !own_taken.contains(id));
    }
}

/// The ZON, and the IFOs.
fn frames_of(zone: &Zone) -> impl Iterator<Item = Option<BlockCoord>> {
    std::iter::once(None).chain(zone.blocks().map(Some))
}

/// Each row of a file with the one of its kind at the same place of another.
fn twins<'f>(frame: &'f Frame, other: &'f Frame) -> impl Iterator<Item = (&'f Row, &'f Row)> {
    let twins = frame.twins(other).into_iter();
    frame.rows.iter().zip(twins).filter_map(|(row, twin)| Some((row, twin?)))
}

/// How many things stand at each place of a list.
fn places(zone: &Zone, ids: &[ThingId]) -> BTreeMap<Vec<u8>, usize> {
    let mut places = BTreeMap::new();
    for place in ids.iter().filter_map(|id| place_of(zone.thing(*id)?)) {
        *places.entry(place).or_default() += 1;
    }
    places
}

fn ids(zone: &Zone, list: ListId) -> Vec<ThingId> {
    zone.lists.get(list.0).map(|list| list.things.clone()).unwrap_or_default()
}

pub(in crate::world::zone) fn bytes_of(thing: &Thing) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    write_thing(thing, &mut bytes);
    Some(bytes)
}

pub(in crate::world::zone) fn place_of(thing: &Thing) -> Option<Vec<u8>> {
    let corners = thing.corners_file_cm();
    Some(corners.iter().flatten().flat_map(|part| part.to_bits().to_le_bytes()).collect())
}

/// Water as it lies on a map, however high.
fn level_of(thing: &Thing) -> Option<Vec<u8>> {
    let Thing::Water(plane) = thing else { return None };
    let [ax, _, ay] = plane.start_x_height_y;
    let [bx, _, by] = plane.end_x_height_y;
    Some([ax, ay, bx, by].iter().flat_map(|part| part.to_bits().to_le_bytes()).collect())
}

/// A corner of water: of the plane that one drew larger or smaller.
fn corner_of(thing: &Thing) -> Option<Vec<u8>> {
    let Thing::Water(plane) = thing else { return None };
    let corner = plane.start_x_height_y;
    Some(corner.iter().flat_map(|part| part.to_bits().to_le_bytes()).collect())
}

/// All but where it stands, which is all that there is of water.
pub(in crate::world::zone) fn without_place(thing: &Thing) -> Option<Vec<u8>> {
    let mut thing = thing.clone();
    match &mut thing {
        Thing::Water(_) => return None,
        Thing::Point(point) => point.position_file_cm_x_height_y = Default::default(),
        other => {
            let object = other.object_mut()?;
            (object.cell_x, object.cell_y) = (0, 0);
            object.position_file_cm = Default::default();
        }
    }
    bytes_of(&thing)
}

/// What just one thing of a zone is known by.
fn known_once(zone: &Zone) -> BTreeSet<Vec<u8>> {
    let (mut once, mut often) = (BTreeSet::new(), BTreeSet::new());
    for key in zone.things().filter_map(|(_, thing)| known_by(thing)) {
        if !once.insert(key.clone()) {
            often.insert(key);
        }
    }
    &once - &often
}

/// What stays of a thing that was moved and edited: its names and what it is, and the monsters of a
/// spawn, which seldom has a name of its own.
fn known_by(thing: &Thing) -> Option<Vec<u8>> {
    let mut key = vec![thing.kind() as u8];
    match thing {
        Thing::Water(_) => return None,
        Thing::Point(point) => key.extend(point.name.as_bytes()),
        Thing::Spawn(spawn) => {
            key.extend(spawn.name.as_bytes());
            for lines in [&spawn.basic, &spawn.tactic] {
                key.push(0);
                let numbers = lines.iter().flat_map(|line| [line.monster_id, line.count]);
                key.extend(numbers.flat_map(u32::to_le_bytes));
            }
        }
        Thing::Sound(sound) => key.extend(sound.path.as_bytes()),
        Thing::Effect(effect) => key.extend(effect.path.as_bytes()),
        _ => {}
    }
    if let Some(object) = thing.object() {
        let (warp, event) = (object.warp_id, object.event_id);
        key.push(0);
        key.extend(object.object_id.to_le_bytes());
        key.extend([warp, event].into_iter().flat_map(i16::to_le_bytes));
        key.extend(object.name.as_bytes());
    }
    Some(key)
}
