//! The geometry of a zone (ZGD) on several sides, cell by cell.

use serde_json::Value;

use crate::format::tera::zgd::{Volume, Zgd, cell_at};
use crate::world::three_way::{Change, Conflict, Each, FILE, Thing, Verdict};

const VOLUMES: &str = "volumes";
const TAIL: &str = "tail";

/// What makes the geometry of a zone into another.
pub fn compare(a: &Zgd, b: &Zgd, each: Each<'_>) {
    for (idx, (a, b)) in a.cells().zip(b.cells()).enumerate().filter(|(_, (a, b))| a != b) {
        let (a, b) = (value(a), value(b));
        each(Change { thing: cell(idx), field: VOLUMES.into(), a, b });
    }
    if a.tail != b.tail {
        each(Change::of_file(TAIL, a.tail.0.len(), b.tail.0.len()));
    }
}

/// Both sides of the geometry in one: a cell that both changed is as ours has it.
pub fn merge(base: &Zgd, ours: &Zgd, theirs: &Zgd) -> (Zgd, Vec<Conflict>) {
    let mut conflicts = Vec::new();
    let mut taken = Vec::new();
    let cells = base.cells().zip(ours.cells()).zip(theirs.cells()).enumerate();
    for (idx, ((base, ours), theirs)) in cells {
        match Verdict::of(&base, &ours, &theirs) {
            Verdict::Keep => {}
            Verdict::Take => taken.push((idx, theirs)),
            Verdict::Conflict => {
                let [base, ours, theirs] = [base, ours, theirs].map(value);
                let (thing, field) = (cell(idx), VOLUMES.into());
                conflicts.push(Conflict { thing, field, base, ours, theirs });
            }
        }
    }
    let mut merged = ours.with_cells(taken);
    match Verdict::of(&base.tail, &ours.tail, &theirs.tail) {
        Verdict::Keep => {}
        Verdict::Take => merged.tail.clone_from(&theirs.tail),
        Verdict::Conflict => {
            let [base, ours, theirs] =
                [base, ours, theirs].map(|side| Value::from(side.tail.0.len()));
            conflicts.push(Conflict { thing: FILE, field: TAIL.into(), base, ours, theirs });
        }
    }
    (merged, conflicts)
}

fn cell(idx: usize) -> Thing {
    let (x, y) = cell_at(idx);
    Thing::Cell { x: x.into(), y: y.into() }
}

fn value(volumes: &[Volume]) -> Value {
    volumes.iter().map(|volume| serde_json::json!([volume.z, volume.height])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A zone whose first cells have these floors.
    fn zone(floors: &[i16]) -> Zgd {
        Zgd::from_cells(|x, y, cell| {
            let z = floors.get(usize::from(x)).copied().filter(|_| y == 0);
            cell.push(Volume { z: z.unwrap_or_default(), height: 100 });
        })
    }

    #[test]
    fn cells_that_one_side_changed_are_taken_and_others_are_conflicts() {
        let (base, ours, theirs) = (zone(&[0, 0, 0]), zone(&[5, 7, 0]), zone(&[6, 0, 9]));
        let (merged, conflicts) = merge(&base, &ours, &theirs);
        assert!(merged == zone(&[5, 7, 9]));
        assert_eq!(conflicts.len(), 1);
        assert_eq!(conflicts[0].thing, Thing::Cell { x: 0, y: 0 });
        assert_eq!(conflicts[0].theirs, serde_json::json!([[6, 100]]));
        assert!(merge(&base, &base, &theirs).0 == theirs && merge(&base, &ours, &base).0 == ours);
        let mut n_changes = 0;
        compare(&base, &ours, &mut |_| n_changes += 1);
        assert_eq!(n_changes, 2);
    }
}
