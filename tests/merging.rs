//! Files of every format, changed at random on two sides: what merging and comparing promise holds.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::number::F32;
use landwright_core::format::tera::apd::{Apd, Node, NodeRange, ZonePaths};
use landwright_core::format::text::CodePage;
use landwright_core::kinds::{self, Sides, Source};
use landwright_core::sample::rng::Rng;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::{Area, merge};
use landwright_core::world::eq::rows::Rows;
use landwright_core::world::eq::rows::row::Row;
use landwright_core::world::three_way::{Change, Thing, Verdict, WHOLE};
use serde_json::Value;

#[path = "support/samples.rs"]
#[allow(unreachable_pub, reason = "it is shared")]
mod samples;

/// The formats whose samples are changed value by value. Of the others, texts are kept in pools, and
/// geometry takes seconds to pack: their own tests change them by actions.
const FORMATS: &[Kind] = &[
    Kind::Gat,
    Kind::Rsw,
    Kind::Gnd,
    Kind::Fld2,
    Kind::Ifo,
    Kind::Zon,
    Kind::Him,
    Kind::Til,
    Kind::Mov,
    Kind::Lit,
    Kind::Stb,
    Kind::Qsd,
    Kind::Aip,
    Kind::Con,
];

/// Fields that say how much there is of something else, or where: a file with others is another one.
const FRAMES: &[&str] = &["width", "height", "place", "kind", "version", "placing", "widths"];

/// A value of a file: the fields and places that lead to it.
type Leaf = Vec<Step>;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Field(String),
    Nth(usize),
}

fn leaves(value: &Value, at: &Leaf, found: &mut Vec<Leaf>) {
    let step = |step: Step| [at.as_slice(), &[step]].concat();
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| !FRAMES.contains(&name.as_str()))
            {
                leaves(value, &step(Step::Field(name.clone())), found);
            }
        }
        Value::Array(list) => {
            let values = list.iter().enumerate();
            values.for_each(|(n, value)| leaves(value, &step(Step::Nth(n)), found));
        }
        Value::Number(_) => found.push(at.clone()),
        _ => {}
    }
}

fn at<'v>(value: &'v mut Value, leaf: &Leaf) -> &'v mut Value {
    leaf.iter().fold(value, |value, step| match step {
        Step::Field(name) => &mut value[name.as_str()],
        Step::Nth(n) => &mut value[*n],
    })
}

/// The bytes of a file that holds a value, if there is such a file.
fn bytes_of(kind: Kind, value: &Value) -> Option<Vec<u8>> {
    let content = Content::from_value(kind, value.clone()).ok()?;
    let file = File { content, packed: None };
    let bytes = file::write(&file, Effort::Quick, &mut |_, _| ControlFlow::Continue(())).ok()?;
    let read = file::read(kind, &bytes).ok()?;
    (read.content == file.content).then_some(bytes)
}

/// A sample, and its values that can be changed alone.
struct Subject {
    kind: Kind,
    name: &'static str,
    bytes: Vec<u8>,
    value: Value,
    leaves: Vec<Leaf>,
}

impl Subject {
    fn of((name, content): (&'static str, Content)) -> Subject {
        let (kind, value) = (content.kind(), content.to_value().unwrap());
        let bytes = bytes_of(kind, &value).unwrap();
        let mut leaves = Vec::new();
        self::leaves(&value, &Leaf::new(), &mut leaves);
        let mut subject = Subject { kind, name, bytes, value, leaves };
        let can_change = |leaf: &Leaf| {
            let changed = [1, 2].map(|n| subject.with(&[(leaf.clone(), n)].into()));
            let [Some(one), Some(two)] = changed else { return false };
            one != subject.bytes && two != subject.bytes && one != two
        };
        let leaves = subject.leaves.iter().filter(|leaf| can_change(leaf)).cloned().collect();
        subject.leaves = leaves;
        assert!(!subject.leaves.is_empty(), "{name}");
        subject
    }

    /// The file with such values raised by so much.
    fn with(&self, changes: &BTreeMap<Leaf, i64>) -> Option<Vec<u8>> {
        let mut value = self.value.clone();
        for (leaf, by) in changes {
            let place = at(&mut value, leaf);
            *place = match place.as_i64() {
                Some(number) => (number + by).into(),
                None => (place.as_f64()? + *by as f64).into(),
            };
        }
        bytes_of(self.kind, &value)
    }

    fn source<'s>(&self, bytes: &'s [u8]) -> Source<'s> {
        Source { name: self.name, bytes, code_page: CodePage::Cp949, entry: None }
    }

    fn changes(&self, a: &[u8], b: &[u8]) -> Vec<Change> {
        let mut changes = Vec::new();
        let compared =
            kinds::compare(&self.source(a), &self.source(b), &mut |change| changes.push(change));
        compared.unwrap_or_else(|trouble| panic!("{}: {trouble}", self.name));
        changes
    }

    fn merge(&self, base: &[u8], ours: &[u8], theirs: &[u8]) -> kinds::Merged {
        let [base, ours, theirs] = [base, ours, theirs].map(|bytes| self.source(bytes));
        let merged = kinds::merge(&Sides { base, ours, theirs }, Effort::Quick);
        merged.unwrap_or_else(|trouble| panic!("{}: {trouble}", self.name))
    }
}

fn subjects() -> Vec<Subject> {
    let meant = |content: &Content| FORMATS.contains(&content.kind());
    samples::contents().into_iter().filter(|(_, it)| meant(it)).map(Subject::of).collect()
}

fn n_runs() -> u64 {
    if std::env::var_os("LANDWRIGHT_ALL").is_some() { 100_000 } else { 150 }
}

/// Some changes of one side; of none where that is no file.
fn history(rng: &mut Rng, subject: &Subject) -> (BTreeMap<Leaf, i64>, Vec<u8>) {
    let mut changes: BTreeMap<Leaf, i64> = BTreeMap::new();
    for _ in 0..rng.below(4) {
        let leaf = &subject.leaves[rng.below(subject.leaves.len() as u32) as usize];
        // A thing of which most was changed is another one.
        let is_within = |a: &Leaf, b: &Leaf| thing_of(a).starts_with(thing_of(b));
        if changes.keys().all(|other| !is_within(other, leaf) && !is_within(leaf, other)) {
            changes.insert(leaf.clone(), i64::from(1 + rng.below(2)));
        }
    }
    match subject.with(&changes) {
        Some(bytes) => (changes, bytes),
        None => (BTreeMap::new(), subject.bytes.clone()),
    }
}

/// The thing of a list that a value belongs to.
fn thing_of(leaf: &Leaf) -> &[Step] {
    let is_thing = |pair: &[Step]| matches!(pair, [Step::Nth(_), Step::Field(_)]);
    let last = leaf.windows(2).rposition(is_thing);
    last.map_or(leaf, |last| &leaf[..=last])
}

/// A field without what a side calls its thing.
fn told(thing: &Thing, field: &str) -> (String, String) {
    let thing = thing.to_string();
    let unnamed: String = thing.split('"').step_by(2).collect();
    (unnamed, field.to_owned())
}

#[test]
fn a_side_that_changed_nothing_adds_nothing() {
    for subject in subjects() {
        for seed in 0..n_runs() {
            let mut rng = Rng::new(seed);
            let (base, (_, side)) = (&subject.bytes, history(&mut rng, &subject));
            for (ours, theirs) in [(base, &side), (&side, base), (&side, &side)] {
                let merged = subject.merge(base, ours, theirs);
                assert!(merged.bytes == side && merged.conflicts.is_empty(), "{}", subject.name);
            }
        }
    }
}

#[test]
fn conflicts_are_just_the_fields_that_both_changed_differently() {
    for subject in subjects() {
        for seed in 0..n_runs() {
            let mut rng = Rng::new(seed);
            let (our_changes, ours) = history(&mut rng, &subject);
            let (their_changes, theirs) = history(&mut rng, &subject);
            let mut both = their_changes.clone();
            both.extend(our_changes.clone());
            let Some(expected) = subject.with(&both) else { continue };
            let is_disputed =
                |(leaf, by): (&Leaf, &i64)| our_changes.get(leaf).is_some_and(|own| own != by);
            let n_disputed = their_changes.iter().filter(|it| is_disputed(*it)).count();
            let merged = subject.merge(&subject.bytes, &ours, &theirs);
            let what = format!("{} {seed}: {our_changes:?} {their_changes:?}", subject.name);
            assert!(merged.bytes == expected, "{what}");
            assert_eq!(merged.conflicts.len(), n_disputed, "{what}: {:?}", merged.conflicts);
            if n_disputed == 0 {
                assert!(subject.merge(&subject.bytes, &theirs, &ours).bytes == expected, "{what}");
            }
            // Every field of theirs is in the result, or in the report.
            let conflicts: BTreeSet<_> =
                merged.conflicts.iter().map(|it| told(&it.thing, &it.field)).collect();
            let missing = subject.changes(&merged.bytes, &theirs);
            let missing: BTreeSet<_> =
                missing.iter().map(|it| told(&it.thing, &it.field)).collect();
            let made = subject.changes(&subject.bytes, &theirs);
            for change in &made {
                let field = told(&change.thing, &change.field);
                assert!(
                    !missing.contains(&field) || conflicts.contains(&field),
                    "{what}: {field:?}"
                );
            }
            assert_eq!(made.len(), their_changes.len(), "{what}: {made:?}");
        }
    }
}

/// A square full of nodes, each with edges to its neighbours in the east and north.
fn area() -> Apd {
    let node = |n: u32| {
        let (x, y) = (n % 6, n / 6);
        let mut edges = [None; 8];
        edges[0] = (x < 5).then_some(n + 1);
        edges[2] = (y < 4).then_some(n + 6);
        let position = [x as f32, y as f32, 0.0].map(|at| F32::new(8.0 + 16.0 * at));
        Node { position, edges }
    };
    let zone = ZonePaths::from_squares(1000, 1000, |x, y| match (x, y) {
        (0, 0) => NodeRange { first: 0, count: 30 },
        _ => NodeRange { first: 30, count: 0 },
    });
    Apd::new((0..30).map(node), vec![zone]).unwrap()
}

/// The area after some actions of one side.
fn edited(rng: &mut Rng, base: &Area) -> Apd {
    let mut area = base.clone();
    let geometry = Geometry::of_files(Vec::new());
    for _ in 0..rng.below(5) {
        let (a, b) = (rng.below(30), rng.below(30));
        let json = match rng.below(4) {
            0 => {
                let [x, y] = [a % 8, 5 + b % 3].map(|at| 8 + 16 * at);
                format!(r#"{{"action":"add-node","at":[{x},{y},0],"snap":"none"}}"#)
            }
            1 => format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{a}]}}}}"#),
            2 => format!(r#"{{"action":"add-edge","from":{a},"to":{b},"taken":"replace"}}"#),
            _ => format!(r#"{{"action":"remove-edge","node":{a},"octant":{}}}"#, b % 4),
        };
        let action: Action = serde_json::from_str(&json).unwrap();
        if let Ok(resolved) = action.resolve(&area, &geometry) {
            area = resolved.area;
        }
    }
    area.to_apd().unwrap()
}

fn area_changes(a: &Apd, b: &Apd) -> BTreeSet<(String, String)> {
    let mut changes = BTreeSet::new();
    merge::compare(a, b, &mut |it| {
        changes.insert((it.thing.to_string(), it.field.to_string()));
    });
    changes
}

#[test]
fn areas_keep_what_either_side_did_or_tell_it() {
    let base = area();
    let start = Area::new(&base).unwrap();
    // A zone has 14,400 squares: each history takes its time.
    for seed in 0..if n_runs() > 1_000 { n_runs() } else { 20 } {
        let mut rng = Rng::new(seed);
        let (ours, theirs) = (edited(&mut rng, &start), edited(&mut rng, &start));
        for (own, other) in [(&base, &theirs), (&theirs, &base), (&theirs, &theirs)] {
            let merged = merge::merge(&base, own, other).unwrap();
            assert!(merged.conflicts.is_empty(), "{seed}: {:?}", merged.conflicts);
            assert!(area_changes(&merged.apd, &theirs).is_empty(), "{seed}");
        }
        let merged = merge::merge(&base, &ours, &theirs).unwrap();
        let told = |thing: &String, field: &String| {
            merged.conflicts.iter().any(|it| {
                it.thing.to_string() == *thing && (it.field == *field || it.field == WHOLE)
            })
        };
        let missing = area_changes(&merged.apd, &theirs);
        for (thing, field) in area_changes(&base, &theirs) {
            let is_there = !missing.contains(&(thing.clone(), field.clone()));
            assert!(is_there || told(&thing, &field), "{seed}: {thing}: {field}");
        }
        if merged.conflicts.is_empty() {
            let other = merge::merge(&base, &theirs, &ours).unwrap();
            assert!(other.conflicts.is_empty(), "{seed}: {:?}", other.conflicts);
            assert!(area_changes(&merged.apd, &other.apd).is_empty(), "{seed}");
        }
    }
}

#[test]
fn real_files_are_compared_and_merged_with_themselves() {
    let Some(folder) = support::corpus("rose") else { return };
    let mut n_files = 0;
    for path in support::files_below(&folder) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(kind) = Kind::of_name(&name) else { continue };
        let bytes = std::fs::read(&path).unwrap();
        let Ok(read) = file::read(kind, &bytes) else { continue };
        if bytes.len() > 1 << 20 || matches!(kind, Kind::Stb | Kind::Stl | Kind::Ltb) {
            continue;
        }
        // What is compared and merged as values says all that the file says.
        let value = read.content.to_value().unwrap();
        assert!(bytes_of(kind, &value).as_ref() == Some(&bytes), "{}", path.display());
        n_files += 1;
    }
    println!("{n_files} files");
}

#[test]
fn a_mesh_that_both_sides_changed_is_merged_whatever_streams_they_came_in() {
    let files = landwright_core::sample::eq::files().unwrap();
    let base = files.into_iter().find(|file| file.path == "isle.nav").unwrap().bytes;
    let source = |bytes| {
        let (name, code_page) = ("isle.nav", CodePage::Cp949);
        Source { name, bytes, code_page, entry: None }
    };
    let with_water = |polygons: &[u32]| {
        let kind = kinds::kind_of("isle.nav", &base).unwrap();
        let mut opened = kind.open(&source(&base)).unwrap().unwrap();
        let action = serde_json::json!({
            "action": "set-area", "polygons": polygons, "area": "water",
        });
        opened.apply(&[action]).unwrap();
        opened.to_bytes().unwrap()
    };
    let (ours, theirs) = (with_water(&[0]), with_water(&[1]));
    let sides = Sides { base: source(&base), ours: source(&ours), theirs: source(&theirs) };
    let merged = kinds::merge(&sides, Effort::BySize).unwrap();
    assert!(merged.conflicts.is_empty(), "{:?}", merged.conflicts);
    assert!(merged.bytes == with_water(&[0, 1]));
    // A stream is no value that could differ.
    let mut changed = Vec::new();
    let mut each = |change: Change| changed.push(change.field.to_string());
    kinds::compare(&source(&base), &source(&ours), &mut each).unwrap();
    assert!(changed.iter().all(|field| !field.contains("stream")), "{changed:?}");
}

/// Rows of a table of a server by their ids.
type Spawns = BTreeMap<u32, [i64; 4]>;

const COLUMNS: [&str; 4] = ["x", "y", "z", "note"];

fn spawns_in(name: &str, bytes: &[u8]) -> Spawns {
    let rows = Rows::open(name, bytes, CodePage::Cp949).unwrap();
    let number = |row: &Row, column: &str| row.get(column).unwrap().parse::<i64>().unwrap();
    let row = |(_, row): (u32, &Row)| {
        (number(row, "id") as u32, COLUMNS.map(|column| number(row, column)))
    };
    rows.rows().map(row).collect()
}

/// A file as a program writes it that has all of it in memory.
fn written_anew(name: &str, spawns: &Spawns) -> Vec<u8> {
    let between = if name.ends_with("tsv") { "\t" } else { "," };
    let row = |(id, values): (&u32, &[i64; 4])| {
        let cells = [i64::from(*id)].into_iter().chain(*values).map(|value| value.to_string());
        cells.collect::<Vec<_>>().join(between)
    };
    let rows = spawns.iter().map(row);
    let text = match name.ends_with("sql") {
        true => {
            let rows: Vec<String> = rows.map(|row| format!("({row})")).collect();
            format!("INSERT INTO spawn2 (id,x,y,z,note) VALUES {};\n", rows.join(",\n"))
        }
        false => {
            let head = [&["id"], &COLUMNS[..]].concat().join(between);
            let rows: String = rows.map(|row| format!("{row}\n")).collect();
            format!("{head}\n# remark\n{rows}")
        }
    };
    text.into_bytes()
}

/// A file with what leads to other rows done by actions.
fn acted(name: &str, bytes: &[u8], before: &Spawns, after: &Spawns) -> Vec<u8> {
    let source = Source { name, bytes, code_page: CodePage::Cp949, entry: None };
    let kind = kinds::kind_of(name, bytes).unwrap();
    let mut opened = kind.open(&source).unwrap().unwrap();
    let mut actions = Vec::new();
    for id in before.keys().filter(|id| !after.contains_key(id)) {
        actions.push(serde_json::json!({"action": "remove-rows", "rows": {"id": id}}));
    }
    for (id, values) in after {
        let fields = COLUMNS.iter().zip(values);
        let mut fields: BTreeMap<&str, i64> = fields.map(|(name, value)| (*name, *value)).collect();
        let rows = serde_json::json!({ "id": id });
        actions.push(match before.contains_key(id) {
            true => serde_json::json!({"action": "set-rows", "rows": rows, "fields": fields}),
            false => {
                fields.insert("id", i64::from(*id));
                serde_json::json!({"action": "add-row", "fields": fields})
            }
        });
    }
    opened.apply(&actions).unwrap();
    opened.to_bytes().unwrap()
}

fn changed_spawns(rng: &mut Rng, base: &Spawns) -> Spawns {
    let mut spawns = base.clone();
    for _ in 0..rng.below(6) {
        let id = 1 + rng.below(12);
        match rng.below(5) {
            0 => _ = spawns.remove(&id),
            1 => _ = spawns.entry(id).or_insert([7, 7, 7, i64::from(rng.below(2))]),
            _ => {
                if let Some(values) = spawns.get_mut(&id) {
                    values[rng.below(4) as usize] = i64::from(rng.below(3));
                }
            }
        }
    }
    // A dump without rows is none.
    if spawns.is_empty() { base.clone() } else { spawns }
}

/// All that is to come of both sides: rows, and the fields that are in conflict.
fn merged_spawns([base, ours, theirs]: [&Spawns; 3]) -> (Spawns, BTreeSet<(u32, &'static str)>) {
    let (mut merged, mut conflicts) = (Spawns::new(), BTreeSet::new());
    for id in base.keys().chain(ours.keys()).chain(theirs.keys()) {
        let sides = [base, ours, theirs].map(|side| side.get(id));
        if let [base, Some(own), Some(there)] = sides {
            let mut row = *own;
            for (n, column) in COLUMNS.into_iter().enumerate() {
                let was = base.map(|base| base[n]);
                let (is, other) = (own[n], there[n]);
                if is != other && was == Some(is) {
                    row[n] = other;
                } else if is != other && was != Some(other) {
                    conflicts.insert((*id, column));
                }
            }
            merged.insert(*id, row);
        } else {
            let [was, own, there] = sides;
            match Verdict::of(&was, &own, &there) {
                Verdict::Keep => merged.extend(own.map(|row| (*id, *row))),
                Verdict::Take => merged.extend(there.map(|row| (*id, *row))),
                Verdict::Conflict => {
                    merged.extend(own.map(|row| (*id, *row)));
                    conflicts.insert((*id, WHOLE));
                }
            }
        }
    }
    (merged, conflicts)
}

#[test]
fn tables_of_servers_have_both_sides_and_conflicts_are_just_the_fields_that_both_changed() {
    for name in ["isle.csv", "isle.tsv", "isle.sql"] {
        let base: Spawns = (1..=8).map(|id| (id, [i64::from(id), 0, 0, 0])).collect();
        let bytes = written_anew(name, &base);
        for seed in 0..n_runs() {
            let mut rng = Rng::new(seed);
            let states = [changed_spawns(&mut rng, &base), changed_spawns(&mut rng, &base)];
            let sides = states.each_ref().map(|state| match rng.below(2) {
                0 => written_anew(name, state),
                _ => acted(name, &bytes, &base, state),
            });
            let [(a, ours), (b, theirs)] = [(&states[0], &sides[0]), (&states[1], &sides[1])];
            for (a, b, ours, theirs) in [(a, b, ours, theirs), (b, a, theirs, ours)] {
                let merge = |ours: &Vec<u8>, theirs: &Vec<u8>| {
                    let [base, ours, theirs] = [&bytes, ours, theirs].map(|bytes| Source {
                        name,
                        bytes,
                        code_page: CodePage::Cp949,
                        entry: None,
                    });
                    kinds::merge(&Sides { base, ours, theirs }, Effort::BySize).unwrap()
                };
                for own in [&bytes, theirs] {
                    assert!(merge(own, theirs).bytes == *theirs, "{name} {seed}");
                }
                let merged = merge(ours, theirs);
                let (rows, expected) = merged_spawns([&base, a, b]);
                let told = merged.conflicts.iter().map(|it| {
                    let id = it.thing.to_string().rsplit(' ').next().unwrap().parse().unwrap();
                    (id, it.field.to_string())
                });
                let told: BTreeSet<(u32, String)> = told.collect();
                let expected: BTreeSet<(u32, String)> =
                    expected.into_iter().map(|(id, field)| (id, field.to_owned())).collect();
                assert_eq!(told, expected, "{name} {seed}");
                assert_eq!(merged.conflicts.len(), expected.len(), "{name} {seed}");
                if !rows.is_empty() {
                    assert_eq!(spawns_in(name, &merged.bytes), rows, "{name} {seed}");
                }
            }
        }
    }
}
