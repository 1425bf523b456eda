//! A line in a map for a packet that recorded packets show the number of.

use std::ops::Range;
use std::sync::Arc;

use super::{Assist, AssistKind};
use crate::def::capture::{Capture, Of};
use crate::def::catalogue::{Catalogue, File, MapFile};
use crate::def::opcode::OpcodeGuess;
use crate::problem::Fix;

/// As many lines as are offered, and the least that one has to be likely.
const MAX_LINES: usize = 3;
const LEAST_SCORE: f64 = 0.05;

/// What lacks a line in the newest map around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmapped {
    Packet(Arc<str>),
    Opcode(u16),
}

/// The map that lacks a line for what is at a place: a definition, at its first line, or a packet
/// of a capture.
pub fn unmapped(
    catalogue: &Catalogue,
    path: &str,
    range: &Range<usize>,
    captures: &[&Capture],
) -> Option<(Arc<MapFile>, Unmapped)> {
    let root = catalogue.root_of(path);
    let maps = catalogue.protocol_maps().filter(|map| catalogue.root_of(&map.path) == root);
    let map = maps.max_by_key(|map| map.number)?.clone();
    if let Some(File::Definition(definition)) = catalogue.file(path) {
        let name = &definition.packet.as_ref()?.name;
        let is_at_head = definition.syntax.line_at(range.start) == 0;
        let is_known = map.map.code(name).is_some();
        let is_wanted = is_at_head && !is_known && !captures.is_empty();
        return is_wanted.then(|| (map, Unmapped::Packet((**name).into())));
    }
    let capture = captures.iter().find(|capture| *capture.path == *path)?;
    let packet = capture.packets.iter().find(|packet| packet.span.touches(range.start))?;
    let Of::Opcode(opcode) = packet.of else { return None };
    map.map.name(u32::from(opcode)).is_none().then_some((map, Unmapped::Opcode(opcode)))
}

/// The lines that may be right, the most likely first. Packets that are known to be of the
/// definition, such as those beside it, say the opcode themselves.
pub fn mapped(
    map: &MapFile,
    of: &Unmapped,
    guesses: &[OpcodeGuess],
    captures: &[&Capture],
) -> Vec<Assist> {
    let mut rows: Vec<(f64, u16, &str, &str)> = guesses
        .iter()
        .flat_map(|guess| guess.names.iter().map(move |name| (guess.opcode, name)))
        .filter(|(opcode, name)| match of {
            Unmapped::Packet(packet) => *name.name == **packet,
            Unmapped::Opcode(wanted) => opcode == wanted,
        })
        .filter(|(_, name)| name.score >= LEAST_SCORE)
        .map(|(opcode, name)| (name.score, opcode, &*name.name, &*name.why))
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    if let Unmapped::Packet(name) = of
        && let Some(opcode) = recorded(name, captures)
        && map.map.name(u32::from(opcode)).is_none()
    {
        rows.retain(|row| row.1 != opcode);
        rows.insert(0, (1.0, opcode, name, "its recorded packets have this opcode"));
    }
    rows.truncate(MAX_LINES);
    let file = crate::def::file_name::file_of(&map.path);
    let assist = |(score, opcode, name, why): (f64, u16, &str, &str)| {
        let (line, edit) = map.map.with_entry(name, u32::from(opcode));
        let title = format!("Add `{line}` to {file} ({:.0} %): {why}", score * 100.0);
        Assist { kind: AssistKind::QuickFix, fix: Fix::edit(title, &*map.path, vec![edit]) }
    };
    rows.into_iter().map(assist).collect()
}

/// The opcode of all whole recorded packets that have this name, if that is one.
fn recorded(name: &str, captures: &[&Capture]) -> Option<u16> {
    let packets = captures.iter().flat_map(|capture| &capture.packets);
    let named = packets.filter(|packet| matches!(&packet.of, Of::Name(of, _) if **of == *name));
    let mut opcodes = named.filter_map(|packet| match *packet.bytes {
        // A log may have left the head out.
        [short, long, low, high, ..]
            if usize::from(u16::from_le_bytes([short, long])) == packet.bytes.len() =>
        {
            Some(u16::from_le_bytes([low, high]))
        }
        _ => None,
    });
    let first = opcodes.next()?;
    opcodes.all(|opcode| opcode == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;
    use crate::def::fixture::Fixture;
    use crate::def::opcode;
    use crate::problem::{Change, FileChange};

    const FILES: &str = "//- protocol.1.map\nS_A = 5\nS_C = 7\n//- S_A.1.def\nint32 a\n\
                         //- S_C.1.def\nint32 c\n";
    /// Two packets of the opcode 6, which fit `S_B` alone.
    const LOG: &str =
        "<- 0e00 0600 0a00 01000000 41000000\n<- 1000 0600 0a00 02000000 410042000000\n";

    fn check(text: &str, path: &str, at: usize, expected: &[&str]) {
        check_with(&Capture::parse("x.log", LOG).unwrap(), text, path, at, expected);
    }

    fn check_with(capture: &Capture, text: &str, path: &str, at: usize, expected: &[&str]) {
        let fixture = Fixture::parse(text);
        let catalogue = fixture.catalogue();
        let found = unmapped(&catalogue, path, &(at..at), &[capture]);
        let assists = found.map_or(Vec::new(), |(map, of)| {
            mapped(&map, &of, &opcode::all(&[capture], &catalogue, &map.map), &[capture])
        });
        let texts = assists.into_iter().map(|assist| {
            let Change::Files(changes) = assist.fix.change else { panic!("{}", assist.fix.title) };
            let [FileChange::Edit { file, edits }] = &*changes else { panic!("{changes:?}") };
            let text = &fixture.files.iter().find(|row| row.0 == *file).unwrap().1;
            applied(text, edits)
        });
        assert_eq!(texts.collect::<Vec<_>>(), expected, "{path}");
    }

    #[test]
    fn a_definition_without_an_opcode_gets_a_line_in_the_map() {
        let files = format!("{FILES}//- S_B.1.def\nint32 b\nstring s\n");
        check(&files, "S_B.1.def", 0, &["S_A = 5\nS_B = 6\nS_C = 7\n"]);
        check(&files, "x.log", 0, &["S_A = 5\nS_B = 6\nS_C = 7\n"]);
        check(&files, "S_A.1.def", 0, &[]);
        let own = Capture::parse("S_B.1.hex", "0800 0900 01000000\n").unwrap();
        check_with(&own, &files, "S_B.1.def", 0, &["S_A = 5\nS_B = 9\nS_C = 7\n"]);
        check(&files, "S_B.1.def", "int32 b\n".len(), &[]);
    }
}
