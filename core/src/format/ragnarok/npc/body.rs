//! What is plain in the middle of a script: cells that it changes, and places that it sends players to.

use super::cursor::Cursor;
use super::{Declaration, Entrance, Kind, Place, Script, map_name, number_of, trimmed};
use crate::format::text::Text;

/// Why a command is not understood.
const NOT_PLAIN: &str = "a setcell whose map or cells are computed";

/// Commands that send players to a map and a cell, and which of their values say where.
const SENDS: [(&[u8], usize); 9] = [
    (b"warp", 0),
    (b"warpparty", 0),
    (b"warpguild", 0),
    (b"warpchar", 0),
    (b"save", 0),
    (b"savepoint", 0),
    (b"mapwarp", 1),
    (b"areawarp", 5),
    (b"warpwaitingpc", 0),
];

/// Reads what is between the braces of a script, which begins in a line.
pub(super) fn read(line: usize, text: &[u8], script: &mut Script) {
    let mut cursor = Cursor::at_line(text, line);
    while cursor.skip_blanks_and_comments() {
        if cursor.skip_string() {
            continue;
        }
        let rest = cursor.rest();
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.@$#'".contains(byte);
        let len = rest.iter().take_while(|byte| is_of_word(byte)).count();
        let line = cursor.line();
        let word = rest.get(..len).unwrap_or_default();
        cursor.skip(len.max(1));
        if word == b"setcell" {
            set_cells(line, &arguments(cursor.rest()), script);
        } else if let Some((_, first)) = SENDS.iter().find(|(name, _)| *name == word) {
            let arguments = arguments(cursor.rest());
            send(arguments.get(*first..).unwrap_or_default(), script);
        }
    }
}

/// `setcell "map",x1,y1,x2,y2,type,flag`.
fn set_cells(line: usize, arguments: &[&[u8]], script: &mut Script) {
    let number = |n: usize| arguments.get(n).and_then(|word| number_of(word));
    let corners = (|| Some((plain_map(arguments.first()?)?, [1, 2, 3, 4].map(number))))();
    let Some((map, [Some(x1), Some(y1), Some(x2), Some(y2)])) = corners else {
        return script.count(NOT_PLAIN);
    };
    let what = arguments.get(5..7).unwrap_or_default().join(&b'=');
    script.declarations.push(Declaration {
        line,
        kind: Kind::Setcell,
        map,
        place: Some(Place {
            x: x1.min(x2),
            y: y1.min(y2),
            xs: x1.abs_diff(x2).try_into().unwrap_or(i32::MAX),
            ys: y1.abs_diff(y2).try_into().unwrap_or(i32::MAX),
            x_at: (0, 0),
            y_at: (0, 0),
        }),
        target: None,
        name: Text::from(what.as_slice()),
        sprite: Text::default(),
    });
}

fn send(arguments: &[&[u8]], script: &mut Script) {
    let Some(map) = arguments.first().and_then(|word| plain_map(word)) else { return };
    let number = |n: usize| arguments.get(n).and_then(|word| number_of(word));
    let cell = number(1).zip(number(2)).filter(|cell| *cell != (0, 0));
    script.entrances.push(Entrance { map, cell });
}

/// A string that names a map.
fn plain_map(word: &[u8]) -> Option<Text> {
    let name = word.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let is_plain = !name.is_empty() && !name.contains(&b'"');
    is_plain.then(|| map_name(name))
}

/// What is between a command and its semicolon, at its commas. Parentheses around all of it count
/// for nothing.
fn arguments(rest: &[u8]) -> Vec<&[u8]> {
    /// More than any command has.
    const LIMIT: usize = 2048;
    let rest = rest.get(..LIMIT).unwrap_or(rest);
    let (mut start, mut depth, mut is_string) = (0, 0_i32, false);
    let mut arguments = Vec::new();
    for (at, byte) in rest.iter().enumerate() {
        match byte {
            b'"' => is_string = !is_string,
            _ if is_string => {}
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b',' | b';' if depth <= 0 || *byte == b';' => {
                arguments.push(trimmed(rest.get(start..at).unwrap_or_default()));
                start = at + 1;
                if *byte == b';' {
                    break;
                }
            }
            _ => {}
        }
    }
    match arguments.as_slice() {
        // `setcell("map",1,2,3,4,cell_walkable,0);`
        [one] => match one.strip_prefix(b"(").and_then(|one| one.strip_suffix(b")")) {
            Some(inside) => inside.split(|byte| *byte == b',').map(trimmed).collect(),
            None => arguments,
        },
        _ => arguments,
    }
}
