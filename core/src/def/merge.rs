//! Two sides of a definition, put together line by line, and part by part in lines that both changed.
//! Bytes that no side changed stay, line ends and bytes that are no UTF-8 among them.
//!
//! The order of lines is the order on the wire: where both sides add different lines at one place, only
//! a person knows which comes first. Ours stay, and it is a conflict.

use std::collections::HashMap;
use std::ops::Range;

use crate::problem::aligned;

/// Both sides of a text in one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    pub text: Vec<u8>,
    pub conflicts: Vec<Conflict>,
}

/// What both sides changed, and not to the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The field of the packet, with its line in the base, or in ours where there is no base.
    pub thing: String,
    /// The part of the line; `lines` where it is about whole ones, and `whole` about the file.
    pub part: &'static str,
    /// `None` where a side has none.
    pub base: Option<String>,
    pub ours: Option<String>,
    pub theirs: Option<String>,
}

/// The parts of a line, in their order. Together they are the line.
const PARTS: [&str; 7] = ["dashes", "type", "space", "name", "rest", "comment", "line end"];
const NAME: usize = 3;
const TYPE: usize = 1;

type Line<'t> = &'t [u8];

/// Puts together what both sides did to a text. An empty base is none: git has it so where both sides
/// added the file.
pub fn merge(base: &[u8], ours: &[u8], theirs: &[u8]) -> Merged {
    if base.is_empty() && ours != theirs {
        return without_base(ours, theirs);
    }
    let [base, own, other] = [base, ours, theirs].map(lines);
    let (to_ours, to_theirs) = (places(&base, &own), places(&base, &other));
    let mut merge = Merge { base: &base, text: Vec::new(), conflicts: Vec::new() };
    let sides = [Side::of(&own, &to_ours), Side::of(&other, &to_theirs)];
    merge.between(0, [&sides[0], &sides[1]]);
    for n in 0..base.len() {
        merge.line(n, sides.each_ref().map(|side| side.line(n)));
        merge.between(n + 1, [&sides[0], &sides[1]]);
    }
    let Merge { text, conflicts, .. } = merge;
    Merged { text: joined(&text), conflicts }
}

/// Ours, with a conflict for each part of a line that differs, or one of all lines where a side is empty.
fn without_base(ours: &[u8], theirs: &[u8]) -> Merged {
    if ours.is_empty() || theirs.is_empty() {
        let side = |text: &[u8]| (!text.is_empty()).then(|| shown(text));
        let (thing, part) = ("file".to_owned(), "whole");
        let (own, other) = (side(ours), side(theirs));
        let conflict = Conflict { thing, part, base: None, ours: own, theirs: other };
        return Merged { text: ours.to_vec(), conflicts: vec![conflict] };
    }
    let [own, other] = [ours, theirs].map(lines);
    let places = places(&own, &other);
    let side = Side::of(&other, &places);
    let mut merge = Merge { base: &own, text: Vec::new(), conflicts: Vec::new() };
    for n in 0..=own.len() {
        let new = side.new_behind(n);
        if !new.is_empty() {
            merge.differs(
                format!("lines behind line {n}"),
                "lines",
                None,
                Some(new.concat().as_slice()),
            );
        }
        let Some(line) = own.get(n).copied() else { continue };
        let thing = merge.called(n);
        let Some(other) = side.line(n) else {
            merge.differs(thing, "lines", Some(line), None);
            continue;
        };
        for (part, (own, other)) in PARTS.into_iter().zip(parts(line).into_iter().zip(parts(other)))
        {
            if own != other {
                merge.differs(thing.clone(), part, Some(own), Some(other));
            }
        }
    }
    Merged { text: ours.to_vec(), conflicts: merge.conflicts }
}

struct Merge<'t> {
    base: &'t [Line<'t>],
    text: Vec<Vec<u8>>,
    conflicts: Vec<Conflict>,
}

/// The lines of a side.
struct Side<'s> {
    lines: &'s [Line<'s>],
    places: &'s [Option<usize>],
    /// The lines that are new behind so many old ones.
    new: HashMap<usize, Range<usize>>,
}

impl<'s> Side<'s> {
    fn of(lines: &'s [Line<'s>], places: &'s [Option<usize>]) -> Side<'s> {
        let mut new = HashMap::new();
        let (mut behind, mut from) = (0, 0);
        let found = places.iter().enumerate().filter_map(|(n, place)| Some((n, (*place)?)));
        for (n, place) in found.chain([(places.len(), lines.len())]) {
            if from < place {
                new.insert(behind, from..place);
            }
            (behind, from) = (n + 1, place + 1);
        }
        Side { lines, places, new }
    }

    fn line(&self, n: usize) -> Option<Line<'s>> {
        let place = self.places.get(n).copied().flatten()?;
        self.lines.get(place).copied()
    }

    fn new_behind(&self, n: usize) -> &'s [Line<'s>] {
        let lines: &'s [Line<'s>] = self.lines;
        self.new.get(&n).and_then(|range| lines.get(range.clone())).unwrap_or_default()
    }
}

impl<'t> Merge<'t> {
    /// What the sides added behind so many lines of the base.
    fn between(&mut self, n: usize, sides: [&Side<'_>; 2]) {
        let [ours, theirs] = sides.map(|side| side.new_behind(n));
        let is_settled = theirs.is_empty() || ours == theirs;
        if !is_settled && !ours.is_empty() {
            let thing = format!("lines behind line {n}");
            let [ours, theirs] = [ours, theirs].map(|lines| Some(shown(&lines.concat())));
            self.conflicts.push(Conflict { thing, part: "lines", base: None, ours, theirs });
        }
        let lines = if is_settled || !ours.is_empty() { ours } else { theirs };
        self.text.extend(lines.iter().map(|line| line.to_vec()));
    }

    fn line(&mut self, n: usize, [ours, theirs]: [Option<Line<'_>>; 2]) {
        let Some(base) = self.base.get(n).copied() else { return };
        match (ours, theirs) {
            (None, None) => {}
            (Some(own), Some(other)) => {
                let line = self.parts(n, [base, own, other]);
                self.text.push(line);
            }
            (own, other) => {
                let is_changed = own.or(other) != Some(base);
                if is_changed {
                    let [base, ours, theirs] = [Some(base), own, other].map(|side| side.map(shown));
                    let thing = self.called(n);
                    self.conflicts.push(Conflict { thing, part: "lines", base, ours, theirs });
                }
                // Ours stay in a conflict; else what one side deleted goes.
                self.text.extend(own.filter(|_| is_changed).map(<[u8]>::to_vec));
            }
        }
    }

    fn parts(&mut self, n: usize, sides: [Line<'_>; 3]) -> Vec<u8> {
        let [base, ours, theirs] = sides;
        if theirs == base || theirs == ours {
            return ours.to_vec();
        }
        if ours == base {
            return theirs.to_vec();
        }
        let mut merged = Vec::new();
        let [base, ours, theirs] = sides.map(parts);
        let states = base.iter().zip(&ours).zip(&theirs);
        for (part, ((base, ours), theirs)) in PARTS.into_iter().zip(states) {
            let is_kept = theirs == base || theirs == ours;
            let is_taken = !is_kept && ours == base;
            if !is_kept && !is_taken {
                let [base, ours, theirs] = [base, ours, theirs].map(|side| Some(shown(side)));
                let thing = self.called(n);
                self.conflicts.push(Conflict { thing, part, base, ours, theirs });
            }
            merged.extend_from_slice(if is_taken { theirs } else { ours });
        }
        merged
    }

    /// A part of a text that no side had before.
    fn differs(
        &mut self,
        thing: String,
        part: &'static str,
        ours: Option<Line<'_>>,
        theirs: Option<Line<'_>>,
    ) {
        let [ours, theirs] = [ours, theirs].map(|side| side.map(shown));
        self.conflicts.push(Conflict { thing, part, base: None, ours, theirs });
    }

    fn called(&self, n: usize) -> String {
        let name = self.base.get(n).map(|line| shown(name(line))).unwrap_or_default();
        match name.as_str() {
            "" => format!("line {}", n + 1),
            name => format!("{name} (line {})", n + 1),
        }
    }
}

fn lines(text: &[u8]) -> Vec<Line<'_>> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Lines one behind the other; one that was the last, and is none any more, gets an end.
fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    let is_dos = lines.iter().any(|line| line.ends_with(b"\r\n"));
    let end: &[u8] = if is_dos { b"\r\n" } else { b"\n" };
    let mut text = Vec::new();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        if text.last().is_some_and(|last| *last != b'\n') {
            text.extend_from_slice(end);
        }
        text.extend_from_slice(line);
    }
    text
}

fn places(old: &[Line<'_>], new: &[Line<'_>]) -> aligned::Places {
    let mut places = aligned::equal(old, new);
    let alike = |before: usize, after: usize| match (old.get(before), new.get(after)) {
        (Some(a), Some(b)) => likeness(a, b),
        _ => 0.0,
    };
    aligned::pair_alike(&mut places, new.len(), alike);
    places
}

/// Lines are alike by the field that they declare, and less so by its type.
fn likeness(a: Line<'_>, b: Line<'_>) -> f32 {
    let [old, new] = [a, b].map(parts);
    let is_same = |part: usize| old.get(part) == new.get(part);
    match (name(a).is_empty(), name(b).is_empty()) {
        (false, false) if is_same(NAME) && is_same(TYPE) => 1.0,
        (false, false) if is_same(NAME) => 0.9,
        (false, false) if is_same(TYPE) => 0.6,
        (true, true) => 0.5,
        _ => 0.0,
    }
}

fn name(line: Line<'_>) -> Line<'_> {
    let [_, _, _, name, ..] = parts(line);
    name
}

/// A line in parts. Where it declares no field, all of it is comment but its end.
fn parts(line: Line<'_>) -> [Line<'_>; 7] {
    let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let n_end = line.iter().rev().take_while(|byte| is_end(byte)).count();
    let (text, end) = line.split_at(line.len() - n_end);
    let comment = text.iter().position(|byte| *byte == b'#').unwrap_or(text.len());
    let (code, comment) = text.split_at(comment);
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let run = |of: Line<'_>, is_in: &dyn Fn(&u8) -> bool| {
        of.iter().take_while(|byte| is_in(byte)).count()
    };
    let (dashes, rest) = code.split_at(run(code, &|byte| is_space(byte) || *byte == b'-'));
    let (ty, rest) = rest.split_at(run(rest, &|byte| !is_space(byte)));
    let (space, rest) = rest.split_at(run(rest, &is_space));
    let (name, rest) = rest.split_at(run(rest, &|byte| !is_space(byte)));
    [dashes, ty, space, name, rest, comment, end]
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).trim_end_matches(['\r', '\n']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sides: [&str; 3], expected: &str, conflicts: &[&str]) {
        let merged = merge(sides[0].as_bytes(), sides[1].as_bytes(), sides[2].as_bytes());
        let said: Vec<String> =
            merged.conflicts.iter().map(|it| format!("{}: {}", it.thing, it.part)).collect();
        let text = String::from_utf8(merged.text).unwrap();
        assert_eq!(
            (text.as_str(), said),
            (expected, conflicts.iter().map(ToString::to_string).collect())
        );
    }

    #[test]
    fn lines_and_parts_of_lines_are_merged() {
        let base = "# v1\r\nint32 a\r\nint32 b # unknown\r\nstring s\r\n";
        let ours = "# v1\r\nint32 a\r\nint64 b # unknown\r\nstring s\r\nbyte end\r\n";
        let theirs = "# v1\r\nint32 first\r\nint32 a\r\nint32 b # level\r\nstring s\r\n";
        let both = "# v1\r\nint32 first\r\nint32 a\r\nint64 b # level\r\nstring s\r\nbyte end\r\n";
        check([base, ours, theirs], both, &[]);
        check([base, theirs, ours], both, &[]);
        check([base, base, theirs], theirs, &[]);
        check([base, ours, base], ours, &[]);
        check([base, ours, ours], ours, &[]);
    }

    #[test]
    fn what_both_changed_is_a_conflict_and_ours() {
        let base = "int32 a\nint32 b\nint32 c\n";
        check(
            [base, "int64 a\nint32 b\nint32 c\n", "int16 a\nint32 b\nint32 c\n"],
            "int64 a\nint32 b\nint32 c\n",
            &["a (line 1): type"],
        );
        check(
            [base, "int32 a\nint32 c\n", "int32 a\nint64 b\nint32 c\n"],
            "int32 a\nint32 c\n",
            &["b (line 2): lines"],
        );
        check(
            [base, "int32 a\nint64 b\nint32 c\n", "int32 a\nint32 c\n"],
            "int32 a\nint64 b\nint32 c\n",
            &["b (line 2): lines"],
        );
        let (ours, theirs) =
            ("int32 a\nbyte x\nint32 b\nint32 c\n", "int32 a\nbyte y\nint32 b\nint32 c\n");
        check([base, ours, theirs], ours, &["lines behind line 1: lines"]);
    }

    #[test]
    fn the_last_line_gets_an_end_where_one_follows() {
        check(
            ["int32 a\nint32 b", "int32 a\nint32 b\nbyte c", "int64 a\nint32 b"],
            "int64 a\nint32 b\nbyte c",
            &[],
        );
        check(["", "byte a", "byte a"], "byte a", &[]);
    }

    #[test]
    fn without_a_base_each_part_that_differs_is_a_conflict() {
        check(["", "byte a", "byte b"], "byte a", &["a (line 1): name"]);
        check(["", "", "byte b"], "", &["file: whole"]);
        check(["", "byte a", ""], "byte a", &["file: whole"]);
        check(["", "", ""], "", &[]);
        let ours = "int32 a # x\nbyte own\nint64 c";
        let theirs = "string first\nint32 a # y\nint16 c";
        check(
            ["", ours, theirs],
            ours,
            &[
                "lines behind line 0: lines",
                "a (line 1): comment",
                "own (line 2): lines",
                "c (line 3): type",
            ],
        );
        check(["", ours, ours], ours, &[]);
    }

    #[test]
    fn random_sides_keep_every_line_or_tell_it() {
        let n_runs = if std::env::var_os("LANDWRIGHT_ALL").is_some() { 100_000 } else { 2_000 };
        for seed in 0..n_runs {
            let base = crate::def::fixture::random_text(seed);
            let other = crate::def::fixture::random_text(seed + 1);
            let texts = [&base, &other].map(|text| text.as_bytes());
            let [base, other] = texts;
            if !base.is_empty() {
                assert_eq!(merge(base, base, other).text, other, "{seed}");
            }
            assert_eq!(merge(base, other, base).text, other, "{seed}");
            assert_eq!(merge(base, other, other).text, other, "{seed}");
            let third = crate::def::fixture::random_text(seed + 2);
            let merged = merge(base, other, third.as_bytes());
            let held = String::from_utf8_lossy(&merged.text).into_owned();
            let told = merged.conflicts.iter().filter_map(|it| it.theirs.clone());
            let told = told.collect::<Vec<_>>().concat();
            let old: Vec<String> = lines(base).into_iter().flat_map(parts).map(shown).collect();
            for line in lines(third.as_bytes()) {
                for part in parts(line).map(shown).into_iter().filter(|part| !old.contains(part)) {
                    assert!(held.contains(&part) || told.contains(&part), "{seed}: {part:?}");
                }
            }
        }
    }
}
