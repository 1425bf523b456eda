//! Files that are read without error and hold what no map does: most likely bytes are missing at the
//! start, or too many.

use std::collections::BTreeSet;

use crate::check::Effect;
use crate::problem::{Place, Problem, Rule, Severity};
use crate::world::gat::GatMap;
use crate::world::gat::rows::Rows;

use super::{heights, types};

pub(super) const DAMAGED: Rule = Rule {
    code: "gat-damaged",
    severity: Severity::Error,
    title: "File that is damaged as a whole",
    explanation: "\
Many cells have heights and types that no map has. Most likely there are missing or extra bytes \
before them. Then every number is read from the wrong place: a type as a height, and a height as a \
type.

Fixing all problems at once leaves this file alone, so that nothing recoverable is overwritten. \
Take the file from its source again, or from a backup.",
};

/// What else is found comes of it.
pub(super) const EFFECTS: [Effect; 5] = [
    Effect { rule: &types::UNKNOWN, causes: &[&DAMAGED] },
    Effect { rule: &types::AMBIGUOUS, causes: &[&DAMAGED] },
    Effect { rule: &types::WATER_BIT, causes: &[&DAMAGED] },
    Effect { rule: &types::HIGH_BITS, causes: &[&DAMAGED] },
    Effect { rule: &heights::NOT_FINITE, causes: &[&DAMAGED] },
];

/// One cell in so many with such heights is too much, and so are so many different types, most of
/// which would be heights. Garbage in the high bits is not like that.
const ONE_IN: usize = 50;
const FEW: usize = 8;
const MOST_TYPES: usize = 32;

/// Types that may be: anything below, whatever the bits above it.
const USUAL_TYPES: u32 = 16;

/// The problem of a map that is damaged as a whole.
pub(super) fn problem(file: &str, map: &GatMap) -> Option<Problem> {
    let rect = map.rect();
    let (mut n_odd, mut n_cells, mut rows) = (0, 0, Rows::default());
    let mut words = BTreeSet::new();
    let (mut n_high, mut n_heights) = (0, 0);
    for y in rect.y..rect.north() {
        rows.read(map, y, rect.x..rect.east());
        for cell in rows.cells() {
            n_cells += 1;
            n_odd += usize::from(cell.altitudes.iter().any(|altitude| is_odd(*altitude)));
            let word = cell.terrain.0;
            if word >= USUAL_TYPES {
                n_high += 1;
                n_heights += usize::from((1e-3..1e5).contains(&f32::from_bits(word).abs()));
                if words.len() <= MOST_TYPES {
                    words.insert(word);
                }
            }
        }
    }
    let what = if n_odd > FEW && n_odd * ONE_IN > n_cells {
        format!("{n_odd} of {n_cells} cells have heights that no ground has")
    } else if words.len() > MOST_TYPES && 2 * n_heights > n_high {
        format!("{n_heights} cells have types that look like heights")
    } else {
        return None;
    };
    let message = format!("{what}: most likely there are missing or extra bytes before them");
    Some(Problem::new(&DAMAGED, Place::file(file), message))
}

/// A type that is read as a height is a number next to nothing; other bytes are far from the ground.
fn is_odd(altitude: f32) -> bool {
    altitude.is_subnormal() || (altitude.is_finite() && altitude.abs() > 1e6)
}

#[cfg(test)]
mod tests {
    use super::super::tests::of_code;
    use super::*;
    use crate::check::mend::{Bytes, Why, mend};
    use crate::format::ragnarok::gat;
    use crate::world::gat::tests::sample;

    fn read(bytes: &[u8]) -> GatMap {
        GatMap::new(&gat::read(bytes).unwrap()).unwrap()
    }

    #[test]
    fn a_file_that_is_shifted_is_damaged_as_a_whole_and_nothing_in_it_is_mended() {
        let whole = gat::write(&sample(1, 128, 96));
        assert!(of_code(&read(&whole), "gat-damaged").is_empty());
        for by in [1, 2, 3, 4, 8, 12, 16, 18] {
            let (head, cells) = whole.split_at(14);
            let mut later = head.to_vec();
            later.extend(&cells[by..]);
            later.extend(vec![0; by]);
            let mut sooner = head.to_vec();
            sooner.extend(vec![0; by]);
            sooner.extend(&cells[..cells.len() - by]);
            for shifted in [later, sooner] {
                let map = read(&shifted);
                assert_eq!(of_code(&map, "gat-damaged").len(), 1, "{by}");
                let mended =
                    mend(&map, Bytes::NotAsked, |map| crate::check::gat::check("a.gat", map));
                assert!(mended.done.is_empty() && mended.document == map, "{by}");
                assert!(mended.left.iter().all(|left| left.why == Why::Waits("gat-damaged")));
            }
        }
    }
}
