//! Cells that are different, gathered for people: how many, where, and from what to what.

use std::collections::BTreeMap;
use std::mem;

use landwright_core::problem::counted::counted;
use landwright_core::world::three_way::{Change, Thing};

use crate::versions::words::shown_value;

/// How many different values of a field are distinguished; where there are more, the cells are only
/// counted.
const MOST_VALUES: usize = 8;

#[derive(Default)]
pub(crate) struct Groups {
    /// By field.
    fields: BTreeMap<String, Values>,
    keeps_cells: bool,
}

/// Cells of which a field is different in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) field: String,
    pub(crate) title: String,
    /// Each of them, where that was asked for.
    pub(crate) cells: Vec<[u32; 2]>,
}

#[derive(Default)]
struct Values {
    all: Cells,
    /// By what they were and are; `None` where there are too many.
    by_value: Option<BTreeMap<(String, String), Cells>>,
}

/// How many cells, and the box around them.
#[derive(Default, Clone)]
struct Cells {
    n: u64,
    low: (u32, u32),
    high: (u32, u32),
    each: Vec<[u32; 2]>,
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

    fn in_words(&self) -> String {
        let cells = counted(usize::try_from(self.n).unwrap_or(usize::MAX), "cell", "cells");
        let ((x0, y0), (x1, y1)) = (self.low, self.high);
        match self.n {
            1 => format!("cell {x0},{y0}"),
            _ => format!("{cells} in {x0},{y0} to {x1},{y1}"),
        }
    }
}

impl Groups {
    /// Keeps where each cell is as well.
    pub(crate) fn with_cells() -> Groups {
        Groups { keeps_cells: true, ..Groups::default() }
    }

    /// Whether a difference is that of a cell, which is reported with others.
    pub(crate) fn took(&mut self, change: &Change) -> bool {
        let Thing::Cell { x, y } = change.thing else { return false };
        let values = self
            .fields
            .entry(change.field.to_string())
            .or_insert_with(|| Values { by_value: Some(BTreeMap::new()), ..Values::default() });
        values.all.add(x, y);
        let Some(by_value) = &mut values.by_value else {
            values.all.each.extend(self.keeps_cells.then_some([x, y]));
            return true;
        };
        let key = (shown_value(&change.a), shown_value(&change.b));
        let cells = by_value.entry(key).or_default();
        cells.add(x, y);
        cells.each.extend(self.keeps_cells.then_some([x, y]));
        if by_value.len() > MOST_VALUES {
            values.all.each =
                mem::take(by_value).into_values().flat_map(|cells| cells.each).collect();
            values.by_value = None;
        }
        true
    }

    pub(crate) fn finish(self) -> Vec<Group> {
        let mut groups = Vec::new();
        for (field, Values { all, by_value }) in self.fields {
            match by_value {
                None => {
                    let title = format!("{field} of {}", all.in_words());
                    groups.push(Group { field, title, cells: all.each });
                }
                Some(values) => {
                    groups.extend(values.into_iter().map(|((a, b), cells)| Group {
                        field: field.clone(),
                        title: format!("{field} of {}: {a} → {b}", cells.in_words()),
                        cells: cells.each,
                    }));
                }
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(cells: &[(u32, u32, u32)]) -> Vec<Group> {
        let mut groups = Groups::with_cells();
        for (x, y, b) in cells {
            let thing = Thing::Cell { x: *x, y: *y };
            assert!(groups.took(&Change {
                thing,
                field: "type".into(),
                a: 0.into(),
                b: (*b).into()
            }));
        }
        groups.finish()
    }

    fn titles(groups: &[Group]) -> Vec<&str> {
        groups.iter().map(|group| group.title.as_str()).collect()
    }

    #[test]
    fn cells_are_counted_with_the_box_around_them() {
        let few = gathered(&[(3, 4, 1), (9, 2, 1), (5, 5, 5)]);
        assert_eq!(
            titles(&few),
            ["type of 2 cells in 3,2 to 9,4: 0 → 1", "type of cell 5,5: 0 → 5"]
        );
        assert_eq!(few[0].cells, [[3, 4], [9, 2]]);
        let many: Vec<(u32, u32, u32)> = (0..20).map(|n| (n, 0, n)).collect();
        let many = gathered(&many);
        assert_eq!(titles(&many), ["type of 20 cells in 0,0 to 19,0"]);
        assert_eq!(many[0].cells.len(), 20);
    }
}
