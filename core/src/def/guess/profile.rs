//! What values of the known fields of the same captures look like, type by type.
//!
//! Captures differ: on one server ids are large, on another small. So known fields are counted by
//! what their values look like, and an unknown one is likely of the type whose fields look alike.

use std::collections::HashMap;

use super::columns::Column;
use super::values::Stats;
use crate::def::types::Type;

/// So many fields of a type count as much as the rules of [`super::values`].
const TRUSTED: f64 = 12.0;
const N_LOOKS: usize = 4;
/// What a count of nothing is worth.
const SMOOTH: f64 = 1.0;

type Look = [u8; N_LOOKS];

#[derive(Debug, Default)]
pub(super) struct Profile {
    n_of: HashMap<Type, f64>,
    n_looks: HashMap<(Type, usize, u8), f64>,
}

impl Profile {
    pub(super) fn of(columns: &[(&Column, Stats)]) -> Profile {
        let mut profile = Profile::default();
        for (column, stats) in columns.iter().filter(|(column, _)| !column.is_unknown) {
            *profile.n_of.entry(column.ty).or_default() += 1.0;
            for (idx, bucket) in look(stats).into_iter().enumerate() {
                *profile.n_looks.entry((column.ty, idx, bucket)).or_default() += 1.0;
            }
        }
        profile
    }

    /// How much the looks of a field speak for a type, as the logarithm of odds.
    pub(super) fn speak_for(&self, ty: Type, stats: &Stats) -> f64 {
        let n = self.n_of.get(&ty).copied().unwrap_or(0.0);
        let trust = n / (n + TRUSTED);
        let looks = look(stats).into_iter().enumerate().map(|(idx, bucket)| {
            let n_alike = self.n_looks.get(&(ty, idx, bucket)).copied().unwrap_or(0.0);
            ((n_alike + SMOOTH) / (n + 8.0 * SMOOTH)).ln() - (1.0_f64 / 8.0).ln()
        });
        // The looks go together, so that all of them are not four times as much as one.
        trust * looks.sum::<f64>() * 0.6
    }
}

fn look(stats: &Stats) -> Look {
    let magnitude = |n: u64| ((64 - n.leading_zeros()) / 3) as u8;
    let share = |part: usize| match (part * 4).checked_div(stats.n) {
        _ if part == 0 => 0,
        _ if part == stats.n => 5,
        Some(quarters) => 1 + quarters as u8,
        None => 0,
    };
    let sign = match (stats.n_negative, stats.n_high) {
        (0, 0) => 0,
        (_, 0) if stats.min == -1 => 1,
        (_, 0) => 2,
        (0, _) => 3,
        _ => 4,
    };
    [magnitude(stats.max_unsigned), magnitude(stats.median), share(stats.n_distinct), {
        sign * 6 + share(stats.n_zero)
    }]
}
