//! Random edits on both sides, out and back again: nothing is lost.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::aspect::Aspect;
use super::super::super::field::Slot;
use super::super::super::load::open;
use super::super::super::tests::{path, vfs_of};
use super::super::cells::{cell_of_aspect, column_of};
use super::super::sheet::to_csv;
use super::*;
use crate::format::csv;
use crate::format::number::F32;
use crate::format::rose::ifo::spawn::Monsters;
use crate::format::text::{CodePage, ShortText, Text};
use crate::sample::rng::Rng;
use crate::sample::rose::{Plan, Zone as Sample};
use crate::scene::chance::mix;
use crate::world::three_way::Line;

/// How many rounds there are; ten times as many where all is asked for.
const N_ROUNDS: u64 = 1_000;

#[test]
fn random_edits_on_both_sides_lose_nothing() {
    let all = std::env::var_os("LANDWRIGHT_ALL").is_some_and(|all| all == "1");
    let n_rounds = if all { 10 * N_ROUNDS } else { N_ROUNDS };
    let given = Given::new();
    let mut seen = Seen::default();
    for seed in 0..n_rounds {
        Round::new(&given, seed).check(&mut seen);
    }
    // Otherwise it would be a test of nothing.
    let Seen { n_taken, n_kept, n_conflicts, n_gone, n_added } = seen;
    let least = n_rounds as usize / 20;
    for n in [n_taken, n_kept, n_conflicts, n_gone, n_added] {
        assert!(n > least, "{n_taken} {n_kept} {n_conflicts} {n_gone} {n_added}");
    }
}

/// How often something came about.
#[derive(Default)]
struct Seen {
    n_taken: usize,
    n_kept: usize,
    n_conflicts: usize,
    n_gone: usize,
    n_added: usize,
}

/// A zone and what is given out of it.
struct Given {
    zone: Zone,
    header: Vec<String>,
    rows: BTreeMap<ThingId, Vec<String>>,
    things: BTreeMap<ThingId, Value>,
}

impl Given {
    fn new() -> Given {
        let plan = Plan { seed: 3, n_columns: 1, n_rows: 1, n_objects: 16 };
        let files = vfs_of(&Sample::new(plan).files());
        let zone = open(&files, &path(ZONE_FOLDER), CodePage::Cp949).unwrap().zone;
        let (names, numbers) = (Names::default(), Numbers::default());
        let csv = to_csv(&zone, &names, &numbers, &Kind::ALL);
        let mut rows = csv::read(csv.as_bytes()).unwrap().into_iter().map(|(_, row)| row);
        let header = rows.next().unwrap();
        let ids: Vec<ThingId> = zone.listed().map(|listed| listed.id).collect();
        let json: Value = serde_json::from_str(&to_json(&zone, &names, &numbers)).unwrap();
        let things = json["things"].as_array().unwrap().iter().cloned();
        Given {
            rows: ids.iter().copied().zip(rows).collect(),
            things: ids.iter().copied().zip(things).collect(),
            header,
            zone,
        }
    }
}

/// Edits of both sides.
struct Round<'g> {
    seed: u64,
    given: &'g Given,
    ours: Zone,
    theirs: BTreeMap<ThingId, Thing>,
    /// Rows that are still in the file, in its order.
    rows: Vec<ThingId>,
    new: Vec<Thing>,
}

impl<'g> Round<'g> {
    fn new(given: &'g Given, seed: u64) -> Round<'g> {
        let rng = &mut Rng::new(mix(seed));
        let ids: Vec<ThingId> = given.rows.keys().copied().collect();
        let any = |rng: &mut Rng| ids[rng.below(ids.len() as u32) as usize];
        let thing = |id: ThingId| given.zone.thing(id).unwrap();
        let (mut ours, mut theirs) = (given.zone.clone(), BTreeMap::new());
        let (mut rows, mut new) = (ids.clone(), Vec::new());
        let mut gone = BTreeSet::new();
        let both = any(rng);
        for _ in 0..=rng.below(4) {
            let id = if rng.below(3) == 0 { both } else { any(rng) };
            match rng.below(8) {
                0 => drop(gone.insert(id)),
                1 => {
                    // As no other thing is called: a copy of what is deleted would be the same moved.
                    let mut other = thing(id).clone().moved_by([11.0, 5.0, 0.0]).unwrap();
                    for slot in other.slots(Field::Name) {
                        if let Slot::Text(name) = slot {
                            let own = Text::from(format!("ours {seed}").as_str());
                            *name = ShortText::try_from(own).unwrap();
                        }
                    }
                    ours.add_things(vec![other]).unwrap();
                }
                _ if !gone.contains(&id) => {
                    let next = edited(rng, ours.thing(id).unwrap());
                    ours.replace(id, next);
                }
                _ => {}
            }
        }
        ours.delete_things(&gone.into_iter().collect::<Vec<_>>());
        for _ in 0..=rng.below(4) {
            let id = if rng.below(3) == 0 { both } else { any(rng) };
            match rng.below(8) {
                0 => rows.retain(|row| *row != id),
                1 => new.push(edited(rng, thing(id)).moved_by([7.0, 3.0, 0.0]).unwrap()),
                _ => {
                    let was = theirs.get(&id).unwrap_or(thing(id));
                    let next = edited(rng, was);
                    theirs.insert(id, next);
                }
            }
        }
        // A person looks at some rows alone, or sorts them.
        if rng.below(3) == 0 {
            rows.retain(|id| theirs.contains_key(id) || id.0 % 3 == 0);
        }
        if rng.below(3) == 0 {
            rows.reverse();
        }
        Round { seed, given, ours, theirs, rows, new }
    }

    fn theirs(&self, id: ThingId) -> &Thing {
        self.theirs.get(&id).unwrap_or(self.given.zone.thing(id).unwrap())
    }

    fn csv(&self) -> String {
        let mut csv = csv::Writer::for_spreadsheets();
        csv.row(&self.given.header);
        let put = |mut row: Vec<String>, thing: &Thing| {
            for aspect in Aspect::of_kind(thing.kind()) {
                let at = self.given.header.iter().position(|name| name == column_of(aspect));
                row[at.unwrap()] = cell_of_aspect(thing, aspect, CodePage::Cp949);
            }
            row
        };
        for id in &self.rows {
            csv.row(put(self.given.rows[id].clone(), self.theirs(*id)));
        }
        for thing in &self.new {
            let mut row = vec![String::new(); self.given.header.len()];
            row[1] = thing.kind().to_string();
            csv.row(put(row, thing));
        }
        csv.text
    }

    fn json(&self) -> String {
        let rows = self.rows.iter().map(|id| {
            let mut row = self.given.things[id].clone();
            row["thing"] = serde_json::to_value(self.theirs(*id)).unwrap();
            row
        });
        let new = self.new.iter().map(|thing| serde_json::json!({ "thing": thing }));
        let things: Vec<Value> = rows.chain(new).collect();
        serde_json::json!({ "zone": "", "things": things }).to_string()
    }

    fn check(&self, seen: &mut Seen) {
        let numbers = Numbers::of(&self.ours);
        let (is_csv, seed) = (self.seed.is_multiple_of(2), self.seed);
        let read = match is_csv {
            true => from_csv(&self.ours, &numbers, self.csv().as_bytes()),
            false => from_json(&self.ours, &numbers, self.json().as_bytes()),
        };
        let Incoming { action, report, .. } =
            read.unwrap_or_else(|error| panic!("{seed}: {error}"));
        let after = action.resolve(&self.ours).unwrap_or_else(|e| panic!("{seed}: {e}")).zone;
        let head = 1 + usize::from(is_csv);
        let mut conflicts: BTreeMap<(usize, &str), &Line> = BTreeMap::new();
        for line in &report.conflicts {
            conflicts.insert((line.row, line.field.as_str()), line);
        }
        for (n, id) in self.rows.iter().enumerate() {
            self.check_row(n + head, *id, &after, &mut conflicts, seen);
        }
        assert!(conflicts.is_empty(), "{seed}: {conflicts:?}");
        for id in self.given.rows.keys().filter(|id| !self.rows.contains(id)) {
            assert_eq!(after.thing(*id), self.ours.thing(*id), "{seed}: {id} is not in the file");
        }
        for (id, thing) in self.ours.things().filter(|(id, _)| !self.given.rows.contains_key(id)) {
            assert_eq!(after.thing(id), Some(thing), "{seed}: {id} is new here");
        }
        for thing in &self.new {
            let is_it = |other: &Thing| {
                other.kind() == thing.kind()
                    && Aspect::of_kind(thing.kind())
                        .filter(|aspect| !is_cell(*aspect))
                        // An empty cell of a new row is as usual.
                        .filter(|aspect| {
                            let cell = cell_of_aspect(thing, *aspect, CodePage::Cp949);
                            !is_csv || !cell.trim().is_empty()
                        })
                        .all(|aspect| aspect.is_same(thing, other))
            };
            assert!(after.things().any(|(_, other)| is_it(other)), "{seed}: {thing:?}");
            seen.n_added += 1;
        }
    }

    fn check_row(
        &self,
        row: usize,
        id: ThingId,
        after: &Zone,
        conflicts: &mut BTreeMap<(usize, &str), &Line>,
        seen: &mut Seen,
    ) {
        let seed = self.seed;
        let base = self.given.zone.thing(id).unwrap();
        let (ours, theirs, now) = (self.ours.thing(id), self.theirs(id), after.thing(id));
        assert_eq!(ours.is_some(), now.is_some(), "{seed}: {id}");
        let cell = |thing: &Thing, aspect| cell_of_aspect(thing, aspect, CodePage::Cp949);
        for aspect in Aspect::of_kind(base.kind()) {
            let line = conflicts.remove(&(row, column_of(aspect)));
            let is_changed = !aspect.is_same(base, theirs);
            let place = format!("{seed}: {id}, row {row}, {}", column_of(aspect));
            if let Some(line) = line {
                assert!(is_changed && ours != Some(base), "{place}: {line:?}");
                assert_eq!(line.base, Some(cell(base, aspect)), "{place}");
                assert_eq!(line.theirs, Some(cell(theirs, aspect)), "{place}");
                let known = line.ours.is_none() || line.ours == ours.map(|own| cell(own, aspect));
                assert!(known, "{place}: {line:?}");
                seen.n_conflicts += 1;
            }
            let (Some(ours), Some(now)) = (ours, now) else {
                assert_eq!(is_changed, line.is_some(), "{place}");
                seen.n_gone += usize::from(is_changed);
                continue;
            };
            // A cell follows the place.
            let is_moved = now.pos_in_file_cm() != ours.pos_in_file_cm();
            if is_cell(aspect) && is_moved {
                continue;
            }
            if is_changed && line.is_none() {
                assert!(aspect.is_same(now, theirs), "{place}: theirs is lost");
                seen.n_taken += 1;
            } else {
                assert!(aspect.is_same(now, ours), "{place}: ours is lost");
                seen.n_kept += usize::from(!aspect.is_same(base, ours));
            }
        }
    }
}

fn is_cell(aspect: Aspect) -> bool {
    matches!(aspect, Aspect::Field(Field::CellX | Field::CellY))
}

/// A thing with something else in one of its fields.
fn edited(rng: &mut Rng, thing: &Thing) -> Thing {
    let aspects: Vec<Aspect> = Aspect::of_kind(thing.kind()).collect();
    let mut new = thing.clone();
    match (aspects[rng.below(aspects.len() as u32) as usize], &mut new) {
        (Aspect::Field(field), new) => {
            for slot in new.slots(field) {
                change(rng, slot);
            }
        }
        (list, Thing::Spawn(spawn)) => {
            let lines = if list == Aspect::Basic { &mut spawn.basic } else { &mut spawn.tactic };
            match rng.below(3) {
                0 => drop(lines.pop()),
                _ => lines.push(Monsters { name: name(rng), monster_id: rng.below(9), count: 2 }),
            }
        }
        _ => {}
    }
    new
}

fn change(rng: &mut Rng, slot: Slot<'_>) {
    let by = 1 + rng.below(3);
    match slot {
        Slot::I16(number) => *number = number.wrapping_add(by as i16),
        Slot::I32(number) => *number = number.wrapping_add(by as i32),
        Slot::U32(number) => *number = number.wrapping_add(by),
        Slot::Float(number) => *number = F32::new(number.get() + by as f32 / 4.0),
        Slot::Text(text) => *text = name(rng),
    }
}

fn name(rng: &mut Rng) -> ShortText {
    let names: [&[u8]; 8] = [
        b"",
        b"bat",
        b" Imp; ",
        b"hex:41",
        b"say \"no\"",
        b"\xb9\xee\0",
        b"cut \xba",
        "뱃".as_bytes(),
    ];
    ShortText::try_from(Text::from(names[rng.below(8) as usize])).unwrap()
}
