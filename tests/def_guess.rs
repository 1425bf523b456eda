//! How often types and names are guessed right, on packets made of real definitions.
//!
//! Nobody has recorded packets to give away, so they are made: `support/packets.rs` says how. What
//! is measured is hidden everywhere: the names and types of fields in all versions of a packet,
//! and the lines of the map.

mod support;

#[path = "support/packets.rs"]
mod packets;

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::def::{
    Capture, Catalogue, Definition, FieldId, Map, Settings, Syntax, Type, guess, opcode,
};
use packets::Dice;

const HEADS: &[&str] = &[
    "tera-toolbox__tera-data",
    "tera-proxy__tera-data",
    "meishuu-era__spaacecats-pull1",
    "spaacecats__tera-data",
];
const N_PACKETS: usize = 25;

fn catalogue(files: &BTreeMap<String, String>) -> Catalogue {
    let mut catalogue = Catalogue::new(Settings::default(), &["/d".to_owned()]);
    files.iter().for_each(|(path, text)| catalogue.set_file(path, text.as_str()));
    catalogue
}

fn head(name: &str) -> Option<BTreeMap<String, String>> {
    let folder = support::corpus("tera/def")?.join(name);
    let files = support::files_below(&folder).into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((format!("/d/{name}"), text))
    });
    Some(files.collect())
}

/// The type that nobody would give a field who knows nothing but its size.
fn plain(ty: Type) -> Option<&'static str> {
    Some(match ty.size(u32::MAX)? {
        1 => "byte",
        2 => "int16",
        4 => "int32",
        8 => "int64",
        _ => return None,
    })
}

fn is_known(syntax: &Syntax, id: FieldId) -> bool {
    let field = syntax.field(id).unwrap();
    let is_value = plain(field.kind).is_some() && !field.kind.is_meta();
    is_value && field.flags.is_none() && !guess::is_unknown(syntax.name(id))
}

/// Hides a share of the known fields of a packet, those of one name in all versions alike.
struct Hidden {
    text: String,
    /// By the name that the field has now.
    types: BTreeMap<String, Type>,
}

fn hide(definition: &Definition, percent: u64) -> Hidden {
    let syntax = &definition.syntax;
    let packet = definition.packet.as_ref().unwrap();
    let mut types = BTreeMap::new();
    let mut edits = Vec::new();
    for (id, field) in syntax.fields() {
        let name = syntax.name(id);
        let draw = packets::hash(&format!("{}#{name}", packet.name)) >> 7;
        if is_known(syntax, id) && draw % 100 < percent {
            let unknown = format!("unk{}", 1_000 + types.len());
            edits.push((field.ty, plain(field.kind).unwrap().to_owned()));
            edits.push((field.name, unknown.clone()));
            types.insert(syntax.dotted_name(id).replace(name, &unknown), field.kind);
        }
    }
    let mut text = syntax.text().to_string();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.0.start));
    for (span, new) in edits {
        text.replace_range(span.range(), &new);
    }
    Hidden { text, types }
}

#[derive(Debug, Default)]
struct Score {
    n: usize,
    first: usize,
    in_three: usize,
}

impl Score {
    fn add(&mut self, place: Option<usize>) {
        self.n += 1;
        self.first += usize::from(place == Some(0));
        self.in_three += usize::from(place.is_some_and(|place| place < 3));
    }

    fn percent(&self, part: usize) -> f64 {
        part as f64 * 100.0 / self.n.max(1) as f64
    }
}

/// Hides fields in one of three packets and guesses them from packets of all.
fn guess_types(
    head_name: &str,
    percent: u64,
    by_type: &mut BTreeMap<Type, Score>,
) -> Option<Score> {
    let files = head(head_name)?;
    let real = catalogue(&files);
    let mut hidden_files = files.clone();
    let mut truth: BTreeMap<(String, String), Type> = BTreeMap::new();
    let mut dice = Dice::new(packets::hash(head_name));
    let mut captures = Vec::new();
    for definition in real.definitions() {
        let Some(packet) = &definition.packet else { continue };
        let made = packets::of(&real, definition, 1, N_PACKETS, &mut dice);
        let lines: Vec<String> = made.iter().map(|bytes| hex(bytes)).collect();
        captures.push(Capture::parse(&format!("/d/{packet}.hex"), &lines.join("\n")).unwrap());
        if packets::hash(&packet.name).is_multiple_of(3) && !made.is_empty() {
            let hidden = hide(definition, percent);
            for (name, ty) in hidden.types {
                truth.insert((definition.path.to_string(), name), ty);
            }
            hidden_files.insert(definition.path.to_string(), hidden.text);
        }
    }
    let hidden = catalogue(&hidden_files);
    let captures: Vec<&Capture> = captures.iter().collect();
    let mut score = Score::default();
    for guess in guess::all(&captures, &hidden) {
        let Some(ty) = truth.get(&(guess.path.to_string(), guess.field.clone())) else { continue };
        let place = guess.types.iter().position(|guess| guess.ty == ty.name());
        score.add(place);
        by_type.entry(*ty).or_default().add(place);
    }
    Some(score)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn types_of_hidden_fields_are_guessed_right() {
    for percent in [40, 100] {
        let mut all = Score::default();
        let mut by_type = BTreeMap::new();
        for name in HEADS {
            let Some(score) = guess_types(name, percent, &mut by_type) else { return };
            let (first, three) = (score.percent(score.first), score.percent(score.in_three));
            eprintln!("{percent} % hidden, {name}: {} fields, {first:.1} {three:.1}", score.n);
            all.n += score.n;
            all.first += score.first;
            all.in_three += score.in_three;
        }
        for (ty, score) in &by_type {
            let (first, three) = (score.percent(score.first), score.percent(score.in_three));
            eprintln!("    {ty:9} {:5} {first:5.1} {three:5.1}", score.n);
        }
        let (first, three) = (all.percent(all.first), all.percent(all.in_three));
        eprintln!("{percent} % hidden: {} fields, first {first:.1}, three {three:.1}", all.n);
        assert!(first >= 70.0 && three >= 90.0, "{percent} % hidden: {first:.1} {three:.1}");
    }
}

/// Takes the opcodes of a share of the packets out of the map and guesses them from a log.
fn guess_names(real: &Catalogue, percent: u64, dice: &mut Dice) -> Score {
    let names: BTreeSet<&str> = real.packets().map(|packet| &*packet.name).collect();
    let mut numbers: Vec<u16> = (0..names.len() as u16).map(|n| 20_000 + n * 37).collect();
    for idx in (1..numbers.len()).rev() {
        numbers.swap(idx, dice.below(idx as u64 + 1) as usize);
    }
    let (mut map, mut log, mut truth) = (String::new(), Vec::new(), BTreeMap::new());
    for (name, number) in names.iter().zip(&numbers) {
        let packet = real.packet(name).unwrap();
        let Some(newest) = packet.newest().and_then(|newest| real.definition(&newest.path)) else {
            continue;
        };
        let made = packets::of(real, newest, *number, N_PACKETS, dice);
        let way = if name.starts_with("C_") { "C->S" } else { "S->C" };
        log.extend(made.iter().map(|bytes| format!("{way} {number} {}", hex(bytes))));
        let is_hidden = (packets::hash(&format!("{name}{SEED}")) >> 5) % 100 < percent;
        if is_hidden && !made.is_empty() {
            truth.insert(*number, (*name).to_owned());
        } else {
            map += &format!("{name} = {number}\n");
        }
    }
    // Their order is none, so that nothing is learned from it that real logs don't have.
    for idx in (1..log.len()).rev() {
        log.swap(idx, dice.below(idx as u64 + 1) as usize);
    }
    let capture = Capture::log("/d/a.log", &log.join("\n"));
    let mut score = Score::default();
    for guess in opcode::all(&[&capture], real, &Map::parse(map)) {
        let name = &truth[&guess.opcode];
        score.add(guess.names.iter().position(|guess| guess.name == *name));
    }
    score
}

/// The numbers of the model were chosen by the seeds 0, 1 and 2.
const SEED: u64 = 10;

#[test]
fn names_of_unmapped_opcodes_are_guessed_right() {
    // The fewer names are known, the more packets look alike. One in three has nothing at all in
    // it, or the same types in the same order as another; those are told apart by values alone.
    for (percent, names_differ, least) in
        [(10, false, 80.0), (50, false, 68.0), (50, true, 60.0), (90, false, 60.0)]
    {
        let mut all = Score::default();
        for name in HEADS {
            let Some(files) = head(name) else { return };
            let real = catalogue(&files);
            let mut dice = Dice::with_kinds(packets::hash(name) ^ (SEED << 32), SEED);
            dice.names_differ = names_differ;
            let score = guess_names(&real, percent, &mut dice);
            all.n += score.n;
            all.first += score.first;
            all.in_three += score.in_three;
        }
        let (first, three) = (all.percent(all.first), all.percent(all.in_three));
        let kinds = if names_differ { "kinds of their own" } else { "kinds by name" };
        eprintln!("{percent} % unmapped, {kinds}: {}, first {first:.1}, three {three:.1}", all.n);
        assert!(first >= least, "{percent} % unmapped, {kinds}: {first:.1}");
    }
}
