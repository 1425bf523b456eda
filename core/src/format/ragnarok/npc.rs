//! `npc/*.txt`: what a server's scripts declare in plain words: warps, spawns, NPCs, shops, map flags
//! and cells. Nothing is run: a place that a script works out is unknown.
//!
//! A declaration is a line of fields with tabs between them:
//!
//! ```text
//! map,x,y,facing    warp       name          xs,ys,target map,x,y
//! map,x,y,xs,ys     monster    name          mob,amount,delays,event
//! map,x,y,facing    script     name          sprite,xs,ys,{ … }
//! map,x,y,facing    shop       name          sprite,item:price,…
//! map,x,y,facing    duplicate(other)  name   sprite,xs,ys
//! map               mapflag    flag          value
//! -                 script     name          -1,{ … }                 on no map
//! function          script     name          { … }
//! ```
//!
//! `warp2` is a warp, `boss_monster` and `miniboss_monster` are monsters, and there are several kinds
//! of shops. `map_index.txt` has a name of a map in each line, and a number where it is not the next.
//! Comments are those of C. A script goes on to the brace that closes it; in it, `setcell` and the
//! places that players are sent to are read where they are plain values.

mod body;
mod cursor;
pub mod moving;

use std::collections::BTreeMap;

use self::cursor::Cursor;
use crate::format::text::Text;

/// What a file declares.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    /// In the order of the file.
    pub declarations: Vec<Declaration>,
    /// Where scripts send players, besides warps.
    pub entrances: Vec<Entrance>,
    /// How many lines are not understood, by reason.
    pub unknown: BTreeMap<&'static str, usize>,
}

/// Something that is on a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// From 1.
    pub line: usize,
    pub kind: Kind,
    /// Without an extension.
    pub map: Text,
    /// `None` where it is anywhere on the map.
    pub place: Option<Place>,
    /// Where a warp leads.
    pub target: Option<Target>,
    pub name: Text,
    /// What an NPC looks like, as it is written.
    pub sprite: Text,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Warp,
    Spawn,
    Npc,
    Shop,
    Setcell,
    Mapflag,
    /// A line of `map_index.txt`.
    Map,
}

/// A cell, and how far around it something reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub x: i32,
    pub y: i32,
    pub xs: i32,
    pub ys: i32,
    /// Where the bytes of x and y begin and end in the file.
    pub x_at: (usize, usize),
    pub y_at: (usize, usize),
}

/// Where a warp leads. Zeros are anywhere on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub map: Text,
    pub x: i32,
    pub y: i32,
    /// Where the bytes of x and y begin and end in the file.
    pub x_at: (usize, usize),
    pub y_at: (usize, usize),
}

/// A map that players are sent to, and the cell where that is plain.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entrance {
    pub map: Text,
    pub cell: Option<(i32, i32)>,
}

impl Kind {
    pub const ALL: [Kind; 7] =
        [Kind::Warp, Kind::Spawn, Kind::Npc, Kind::Shop, Kind::Setcell, Kind::Mapflag, Kind::Map];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Warp => "warp",
            Kind::Spawn => "spawn",
            Kind::Npc => "npc",
            Kind::Shop => "shop",
            Kind::Setcell => "setcell",
            Kind::Mapflag => "mapflag",
            Kind::Map => "map",
        }
    }
}

/// Why a line is not understood.
const FEW_FIELDS: &str = "fewer fields than a declaration has";
const UNKNOWN_TYPE: &str = "an unknown type of declaration";
const NO_PLACE: &str = "a position that is not a map and numbers";
const NO_TARGET: &str = "a warp without a size, a map and a cell";
const NO_MOB: &str = "a monster without a number and an amount";
const NOT_CLOSED: &str = "a script whose brace is not closed";
const NO_MAP: &str = "a line that is not the name of a map";

/// Reads a file of scripts. What it does not understand is counted.
pub fn read(data: &[u8]) -> Script {
    let mut script = Script::default();
    let mut cursor = Cursor::new(data);
    while cursor.skip_blanks_and_comments() {
        let (line, start) = (cursor.line(), cursor.offset());
        let text = cursor.rest_of_line();
        let result = read_declaration(line, start, text, &mut cursor, &mut script);
        if let Err(reason) = result {
            script.count(reason);
        }
    }
    script.declarations.sort_by_key(|declaration| declaration.line);
    script
}

/// Reads a `map_index.txt`.
pub fn read_index(data: &[u8]) -> Script {
    let mut script = Script::default();
    let mut cursor = Cursor::new(data);
    while cursor.skip_blanks_and_comments() {
        let line = cursor.line();
        let text = without_comment(cursor.rest_of_line());
        cursor.skip_line();
        let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let number = |word: Option<&[u8]>| word.is_none_or(|word| number_of(word).is_some());
        match (words.next(), number(words.next()), words.next()) {
            (Some(map), true, None) => script.declarations.push(Declaration {
                line,
                kind: Kind::Map,
                map: map_name(map),
                place: None,
                target: None,
                name: Text::default(),
                sprite: Text::default(),
            }),
            _ => script.count(NO_MAP),
        }
    }
    script
}

impl Script {
    fn count(&mut self, reason: &'static str) {
        *self.unknown.entry(reason).or_default() += 1;
    }
}

/// Reads one declaration and leaves the cursor behind it.
fn read_declaration(
    line: usize,
    start: usize,
    text: &[u8],
    cursor: &mut Cursor<'_>,
    script: &mut Script,
) -> Result<(), &'static str> {
    let (place, behind) = field_of(text);
    let (kind, behind) = field_of(behind);
    let (name, rest) = field_of(behind);
    let kind = kind.split(|byte| *byte == b'(').next().map(trimmed).unwrap_or_default();
    if kind.is_empty() || name.is_empty() {
        cursor.skip_line();
        return Err(FEW_FIELDS);
    }
    let has_body = [&b"script"[..], b"trader"].iter().any(|own| kind.eq_ignore_ascii_case(own));
    let rest_at = start + text.len() - rest.len();
    let body = match has_body.then(|| cursor.skip_body(rest_at)) {
        None => {
            cursor.skip_line();
            None
        }
        Some(Some(body)) => Some(body),
        Some(None) => {
            // A server reads no further either.
            cursor.skip(usize::MAX);
            return Err(NOT_CLOSED);
        }
    };
    if let Some((line, text)) = body {
        body::read(line, text, script);
    }
    let Some(kind) = kind_of(kind)? else { return Ok(()) };
    if trimmed(place) == b"-" || trimmed(place).eq_ignore_ascii_case(b"function") {
        return Ok(());
    }
    let (map, place) = place_of(place, start, kind)?;
    let mut declaration = Declaration {
        line,
        kind,
        map,
        place,
        target: None,
        name: Text::from(trimmed(name)),
        sprite: Text::default(),
    };
    read_rest(&mut declaration, without_comment(rest), rest_at)?;
    script.declarations.push(declaration);
    Ok(())
}

/// The bytes before a tab, and those behind it and all blanks that follow, as servers take them.
fn field_of(line: &[u8]) -> (&[u8], &[u8]) {
    let end = line.iter().position(|byte| *byte == b'\t').unwrap_or(line.len());
    let (field, rest) = line.split_at_checked(end).unwrap_or((line, &[]));
    (field, rest.trim_ascii_start())
}

/// What is declared; `None` for a declaration that is on no map.
fn kind_of(word: &[u8]) -> Result<Option<Kind>, &'static str> {
    match word.to_ascii_lowercase().as_slice() {
        b"warp" | b"warp2" => Ok(Some(Kind::Warp)),
        b"monster" | b"boss_monster" | b"miniboss_monster" => Ok(Some(Kind::Spawn)),
        b"script" | b"duplicate" => Ok(Some(Kind::Npc)),
        b"shop" | b"cashshop" | b"itemshop" | b"pointshop" | b"marketshop" | b"trader" => {
            Ok(Some(Kind::Shop))
        }
        b"mapflag" => Ok(Some(Kind::Mapflag)),
        _ => Err(UNKNOWN_TYPE),
    }
}

/// The map, and the place on it: `map,x,y,…`.
fn place_of(field: &[u8], start: usize, kind: Kind) -> Result<(Text, Option<Place>), &'static str> {
    let mut parts = parts_of(field, start);
    let (map, _) = parts.next().unwrap_or_default();
    if map.is_empty() {
        return Err(NO_PLACE);
    }
    let map = map_name(map);
    let numbers: Option<Vec<(i32, (usize, usize))>> =
        parts.map(|(part, at)| Some((number_of(part)?, at))).collect();
    let numbers = numbers.ok_or(NO_PLACE)?;
    let is_spawn = kind == Kind::Spawn;
    match numbers.as_slice() {
        _ if kind == Kind::Mapflag => Ok((map, None)),
        [] if is_spawn => Ok((map, None)),
        [(x, x_at), (y, y_at), around @ ..] => {
            let reach = |n: usize| around.get(n).filter(|_| is_spawn).map_or(0, |(s, _)| *s);
            let (xs, ys) = (reach(0), reach(1));
            let is_anywhere = is_spawn && *x == 0 && *y == 0;
            let place = Place { x: *x, y: *y, xs, ys, x_at: *x_at, y_at: *y_at };
            Ok((map, (!is_anywhere).then_some(place)))
        }
        _ => Err(NO_PLACE),
    }
}

/// What is between the commas of a field, and where its bytes begin and end in the file.
fn parts_of(field: &[u8], start: usize) -> impl Iterator<Item = (&[u8], (usize, usize))> {
    let mut offset = start;
    field.split(|byte| *byte == b',').map(move |part| {
        let at = offset + (part.len() - part.trim_ascii_start().len());
        offset += part.len() + 1;
        let part = trimmed(part);
        (part, (at, at + part.len()))
    })
}

/// The last field: how large a warp is and where it leads, or what an NPC looks like.
fn read_rest(declaration: &mut Declaration, rest: &[u8], start: usize) -> Result<(), &'static str> {
    let parts: Vec<(&[u8], (usize, usize))> = parts_of(rest, start).collect();
    let number = |n: usize| parts.get(n).and_then(|(part, _)| number_of(part));
    let placed = |n: usize| Some((number(n)?, parts.get(n)?.1));
    match declaration.kind {
        Kind::Warp => {
            let target = (|| {
                let (xs, ys) = (number(0)?, number(1)?);
                let (map, _) = parts.get(2).filter(|(map, _)| !map.is_empty())?;
                let ((x, x_at), (y, y_at)) = (placed(3)?, placed(4)?);
                let target = Target { map: map_name(map), x, y, x_at, y_at };
                Some((xs, ys, target))
            })();
            let (xs, ys, target) = target.ok_or(NO_TARGET)?;
            declaration.set_reach(xs, ys);
            declaration.target = Some(target);
        }
        Kind::Spawn if parts.len() < 2 => return Err(NO_MOB),
        Kind::Npc | Kind::Shop => {
            declaration.sprite =
                Text::from(parts.first().map(|(sprite, _)| *sprite).unwrap_or_default());
            if declaration.kind == Kind::Npc
                && let (Some(xs), Some(ys)) = (number(1), number(2))
            {
                declaration.set_reach(xs, ys);
            }
        }
        _ => {}
    }
    Ok(())
}

impl Declaration {
    fn set_reach(&mut self, xs: i32, ys: i32) {
        if let Some(place) = &mut self.place {
            (place.xs, place.ys) = (xs, ys);
        }
    }
}

/// A name of a map without the ending that old scripts give it.
fn map_name(name: &[u8]) -> Text {
    let name = trimmed(name);
    let stem = name.len().checked_sub(4).and_then(|at| name.split_at_checked(at));
    match stem {
        Some((stem, ending)) if ending.eq_ignore_ascii_case(b".gat") => Text::from(stem),
        _ => Text::from(name),
    }
}

fn number_of(word: &[u8]) -> Option<i32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii()
}

fn without_comment(line: &[u8]) -> &[u8] {
    let end = line.windows(2).position(|pair| pair == b"//" || pair == b"/*");
    line.get(..end.unwrap_or(line.len())).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(script: &Script) -> Vec<String> {
        let tell = |one: &Declaration| {
            let map = one.map.as_bytes().escape_ascii();
            let place = one.place.map(|p| format!(" {},{} {},{}", p.x, p.y, p.xs, p.ys));
            let target = one.target.as_ref();
            let target = target.map(|t| format!(" to {:?} {},{}", t.map, t.x, t.y));
            let [place, target] = [place, target].map(Option::unwrap_or_default);
            format!("{} {} {map}{place}{target}", one.line, one.kind.name())
        };
        script.declarations.iter().map(tell).collect()
    }

    #[test]
    fn plain_declarations_are_read() {
        let text = b"// warps\n\
            prontera,156,22,0\twarp\tpront1\t2,1,prt_fild08,170,375 // south\n\
            /* two\n lines */ izlude.gat,1,2,0\twarp2\tiz\t0,0,prontera.gat,3,4\n\
            pay_fild01,0,0,0,0\tmonster\tPoring\t1002,30,0,0,0\n\
            pay_fild01,50,60,5,6\tboss_monster\tKing\t1120,1,60,0,0\r\n\
            gef_fild10\tmonster\tOrc\t1023,5\n\
            prontera,150,150,4\tscript\tGuide::g\t105,3,4,{\n\
            \tmes \"} // no end\";\n\
            \tif (1) { next; } // }\n\
            \tsetcell \"prontera\",10,20,12,21,cell_walkable,0;\n\
            \twarp \"izlude\",5,6;\n\
            \twarp \"izlude\",.@x,6;\n\
            }\n\
            prontera,160,150,4\tduplicate(g)\t\tGuide#2\t 105\n\
            -\tscript(DISABLED)\tHidden\t-1,{ end; }\n\
            function\tscript\tF_x\t{ return 0; }\n\
            prontera,134,221,4\tshop\tDealer\t73,512:-1\n\
            prontera\tmapflag\tnobranch\n";
        let script = read(text);
        assert_eq!(
            told(&script),
            [
                "2 warp prontera 156,22 2,1 to \"prt_fild08\" 170,375",
                "4 warp izlude 1,2 0,0 to \"prontera\" 3,4",
                "5 spawn pay_fild01",
                "6 spawn pay_fild01 50,60 5,6",
                "7 spawn gef_fild10",
                "8 npc prontera 150,150 3,4",
                "11 setcell prontera 10,20 2,1",
                "15 npc prontera 160,150 0,0",
                "18 shop prontera 134,221 0,0",
                "19 mapflag prontera",
            ]
        );
        assert!(script.unknown.is_empty(), "{:?}", script.unknown);
        let izlude = |cell| Entrance { map: Text::from("izlude"), cell };
        assert_eq!(script.entrances, [izlude(Some((5, 6))), izlude(None)]);
        let place = script.declarations[0].place.unwrap();
        assert_eq!(&text[place.x_at.0..place.x_at.1], b"156");
        assert_eq!(&text[place.y_at.0..place.y_at.1], b"22");
    }

    #[test]
    fn what_is_not_understood_is_counted_by_its_reason() {
        let script = read(
            b"hello\nprontera,1,2,0\tdance\tx\ty\nprontera,one,2,0\twarp\tx\t1,1,a,1,1\n\
              prontera,1,2,0\twarp\tx\t1,1,a\nprontera\tmonster\tx\t1002\n\
              prontera,1,2,0\tscript\tx\t1,{ mes \"a\";\n",
        );
        let counts: Vec<(&str, usize)> = script.unknown.into_iter().collect();
        assert_eq!(
            counts,
            [
                (NO_MOB, 1),
                (NO_PLACE, 1),
                (NOT_CLOSED, 1),
                (NO_TARGET, 1),
                (UNKNOWN_TYPE, 1),
                (FEW_FIELDS, 1),
            ]
        );
        assert!(script.declarations.is_empty());
    }

    #[test]
    fn no_bytes_make_it_panic_or_hang() {
        let whole = b"a,1,2,0\tscript\tn\t1,{ setcell \"a\",1,2,3,4,c,0; /* { */ }\n/* \"{";
        for len in 0..whole.len() {
            drop(read(&whole[..len]));
            for byte in [b'{', b'}', b'"', b'/', b'*', b'\t', 0xff, b'\n', b','] {
                let mut other = whole.to_vec();
                other[len] = byte;
                drop((read(&other), read_index(&other)));
            }
        }
    }

    #[test]
    fn a_map_index_is_a_list_of_maps() {
        let script = read_index(b"// maps\nalb_ship\t1\nalb2trea\nprontera 12 // x\nbad 1 2\n");
        assert_eq!(told(&script), ["2 map alb_ship", "3 map alb2trea", "4 map prontera"]);
        assert_eq!(script.unknown.get(NO_MAP), Some(&1));
    }
}
