//! A declaration at a different place: nothing changes but the bytes of its numbers.

use std::ops::Range;

use super::{Declaration, Kind, read};

/// Which declaration goes where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// From 1.
    pub line: usize,
    /// The new cell; `None` where it stays.
    pub cell: Option<(u16, u16)>,
    /// Where a warp leads; `None` where that stays.
    pub target: Option<(u16, u16)>,
}

/// Why a declaration can't be moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CantMove {
    #[error("line {0} declares no warp, spawn, NPC or shop in plain words")]
    NoDeclaration(usize),
    #[error("the {kind} in line {line} is anywhere on its map, and has no cell to move", kind = .1.name(), line = .0)]
    NoPlace(usize, Kind),
    #[error("the {kind} in line {line} leads nowhere; only a warp has a target", kind = .1.name(), line = .0)]
    NoTarget(usize, Kind),
    #[error("0,0 means anywhere on the map; choose a cell")]
    Anywhere,
}

/// The file with a declaration moved. Numbers that are right already stay as they are written.
pub fn moved(data: &[u8], step: Move) -> Result<Vec<u8>, CantMove> {
    if [step.cell, step.target].contains(&Some((0, 0))) {
        return Err(CantMove::Anywhere);
    }
    let script = read(data);
    let is_it = |one: &&Declaration| one.line == step.line && is_movable(one.kind);
    let one = script.declarations.iter().find(is_it);
    let one = one.ok_or(CantMove::NoDeclaration(step.line))?;
    let mut changes: Vec<(Range<usize>, u16)> = Vec::new();
    let mut put = |(start, end): (usize, usize), old: i32, new: u16| {
        if old != i32::from(new) {
            changes.push((start..end, new));
        }
    };
    if let Some((x, y)) = step.cell {
        let place = one.place.ok_or(CantMove::NoPlace(one.line, one.kind))?;
        put(place.x_at, place.x, x);
        put(place.y_at, place.y, y);
    }
    if let Some((x, y)) = step.target {
        let target = one.target.as_ref().ok_or(CantMove::NoTarget(one.line, one.kind))?;
        put(target.x_at, target.x, x);
        put(target.y_at, target.y, y);
    }
    // From the end on, so that the places before stay right.
    changes.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut out = data.to_vec();
    for (range, number) in changes {
        out.splice(range, number.to_string().into_bytes());
    }
    Ok(out)
}

fn is_movable(kind: Kind) -> bool {
    matches!(kind, Kind::Warp | Kind::Spawn | Kind::Npc | Kind::Shop)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// \u{c6cc}\r\nisle,010,8,0\twarp\ta\t1,1, isle.gat , 7, 12 // south\r\n\
        isle,3,4,5,6\tmonster\tPoring\t1002,3\nisle\tmonster\tPoring\t1002,3\n\
        isle,5,5,4\tscript\tGuide\t111,{\n\tsetcell \"isle\",1,2,3,4,cell_walkable,0;\n}\n";

    fn go(
        line: usize,
        cell: Option<(u16, u16)>,
        target: Option<(u16, u16)>,
    ) -> Result<String, CantMove> {
        moved(TEXT.as_bytes(), Move { line, cell, target })
            .map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn only_the_numbers_of_the_line_change() {
        assert_eq!(go(2, None, None).unwrap(), TEXT);
        // `010` is 10 already.
        assert_eq!(go(2, Some((10, 8)), Some((7, 12))).unwrap(), TEXT);
        assert_eq!(
            go(2, Some((123, 45)), Some((6, 112))).unwrap(),
            TEXT.replace("010,8", "123,45").replace(" 7, 12 ", " 6, 112 ")
        );
        assert_eq!(go(3, Some((30, 4)), None).unwrap(), TEXT.replace("isle,3,4", "isle,30,4"));
        assert_eq!(go(5, Some((9, 1)), None).unwrap(), TEXT.replace("isle,5,5", "isle,9,1"));
    }

    #[test]
    fn what_has_no_place_or_target_is_refused() {
        let cell = Some((1, 1));
        assert_eq!(go(1, cell, None), Err(CantMove::NoDeclaration(1)));
        assert_eq!(go(4, cell, None), Err(CantMove::NoPlace(4, Kind::Spawn)));
        assert_eq!(go(3, None, cell), Err(CantMove::NoTarget(3, Kind::Spawn)));
        assert_eq!(go(6, cell, None), Err(CantMove::NoDeclaration(6)));
        assert_eq!(go(2, Some((0, 0)), None), Err(CantMove::Anywhere));
    }
}
