//! Cells that are different, gathered for people: how many, where, and from what to what.

use std::collections::BTreeMap;

use landwright_core::problem::counted::counted;
use landwright_core::world::three_way::{Change, Thing};

use super::words::shown_value;

/// How many different values of a field are distinguished; where there are more, the cells are only
/// counted.
const MOST_VALUES: usize = 8;

#[derive(Default)]
pub(super) struct Groups {
    /// By field.
    fields: BTreeMap<String, Group>,
}

#[derive(Default)]
struct Group {
    all: Cells,
    /// By what they were and are; `None` where there are too many.
    by_value: Option<BTreeMap<(String, String), Cells>>,
}

/// How many cells, and the box around them.
#[derive(Default, Clone, Copy)]
struct Cells {
    n: u64,
    low: (u32, u32),
    high: (u32, u32),
}

impl Cells {
    fn add(&mut self, x: u32, y: u32) {
        if self.n == 0 {
            (self.low, self.high) = ((x, y), (x, y));
        }
        self.n += 1;
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x), self.high.1.max(y));
    }

    fn in_words(self) -> String {
        let cells = counted(usize::try_from(self.n).unwrap_or(usize::MAX), "cell", "cells");
        let ((x0, y0), (x1, y1)) = (self.low, self.high);
        match self.n {
            1 => format!("cell {x0},{y0}"),
            _ => format!("{cells} in {x0},{y0} to {x1},{y1}"),
        }
    }
}

impl Groups {
    /// Whether a difference is that of a cell, which is reported with others.
    pub(super) fn took(&mut self, change: &Change) -> bool {
        let Thing::Cell { x, y } = change.thing else { return false };
        let group = self
            .fields
            .entry(change.field.to_string())
            .or_insert_with(|| Group { by_value: Some(BTreeMap::new()), ..Group::default() });
        group.all.add(x, y);
        if let Some(values) = &mut group.by_value {
            let key = (shown_value(&change.a), shown_value(&change.b));
            values.entry(key).or_default().add(x, y);
            if values.len() > MOST_VALUES {
                group.by_value = None;
            }
        }
        true
    }

    pub(super) fn lines(self) -> Vec<String> {
        let mut lines = Vec::new();
        for (field, Group { all, by_value }) in self.fields {
            match by_value {
                None => lines.push(format!("{field} of {}", all.in_words())),
                Some(values) => {
                    lines.extend(values.into_iter().map(|((a, b), cells)| {
                        format!("{field} of {}: {a} → {b}", cells.in_words())
                    }));
                }
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(cells: &[(u32, u32, u32)]) -> Vec<String> {
        let mut groups = Groups::default();
        for (x, y, b) in cells {
            let thing = Thing::Cell { x: *x, y: *y };
            assert!(groups.took(&Change {
                thing,
                field: "type".into(),
                a: 0.into(),
                b: (*b).into()
            }));
        }
        groups.lines()
    }

    #[test]
    fn cells_are_counted_with_the_box_around_them() {
        assert_eq!(
            lines(&[(3, 4, 1), (9, 2, 1), (5, 5, 5)]),
            ["type of 2 cells in 3,2 to 9,4: 0 → 1", "type of cell 5,5: 0 → 5"]
        );
        let many: Vec<(u32, u32, u32)> = (0..20).map(|n| (n, 0, n)).collect();
        assert_eq!(lines(&many), ["type of 20 cells in 0,0 to 19,0"]);
    }
}
