//! Ids that known fields have as well: an unknown field with the same ones is most likely alike.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::columns::Column;
use super::values::{Stats, unsigned};
use crate::def::types::Type;

/// Smaller numbers are levels, counts and flags, which meet by chance.
const LEAST: u64 = 1_000;
/// So many different ids have to meet.
const LEAST_SHARED: usize = 3;
const MAX_VALUES: usize = 500;

/// The known fields of every id, by the size of its type.
pub(super) struct Ids<'a> {
    of: HashMap<(usize, u64), BTreeSet<(Type, &'a str)>>,
}

/// A known field with the same ids.
pub(super) struct Shared<'a> {
    pub(super) ty: Type,
    pub(super) name: &'a str,
    pub(super) n: usize,
    pub(super) of: usize,
}

impl<'a> Ids<'a> {
    pub(super) fn of(columns: &'a [(&'a Column, Stats)]) -> Ids<'a> {
        let mut of: HashMap<_, BTreeSet<_>> = HashMap::new();
        for (column, stats) in columns.iter().filter(|(column, _)| !column.is_unknown) {
            if !may_be_ids(column, stats) {
                continue;
            }
            let name = column.definition.syntax.name(column.id);
            for value in ids(column) {
                let fields = of.entry((column.size, value)).or_default();
                if fields.len() < 16 {
                    fields.insert((column.ty, name));
                }
            }
        }
        Ids { of }
    }

    /// The known field that has most of the ids of an unknown one.
    pub(super) fn shared(&self, column: &Column, stats: &Stats) -> Option<Shared<'a>> {
        if !may_be_ids(column, stats) {
            return None;
        }
        let own = ids(column);
        let mut n_of: BTreeMap<(Type, &str), usize> = BTreeMap::new();
        for value in &own {
            for field in self.of.get(&(column.size, *value)).into_iter().flatten() {
                *n_of.entry(*field).or_default() += 1;
            }
        }
        let best = n_of.into_iter().max_by_key(|(_, n)| *n)?;
        let ((ty, name), n) = best;
        let is_enough = n >= LEAST_SHARED && n * 2 >= own.len();
        is_enough.then_some(Shared { ty, name, n, of: own.len() })
    }
}

fn may_be_ids(column: &Column, stats: &Stats) -> bool {
    matches!(column.size, 4 | 8) && !stats.nearly_all(stats.n_float)
}

fn ids(column: &Column) -> BTreeSet<u64> {
    let all = column.values.iter().map(|value| unsigned(value, column.size));
    let is_id = |value: &u64| *value >= LEAST && *value < u64::MAX - LEAST;
    let mut ids = BTreeSet::new();
    for value in all.filter(is_id) {
        if ids.len() >= MAX_VALUES {
            break;
        }
        ids.insert(value);
    }
    ids
}
