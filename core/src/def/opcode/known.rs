//! What the values of fields of a name look like, learned from packets whose name is known.
//!
//! Packets with the same types in the same order differ by nothing but their values. A field has
//! values like those of fields with the same name in other packets: a `gameId` is one of the
//! `gameId`s of the same capture, and a `level` is a small number.
//!
//! How many bits a value takes is asked at four places, and each one falls back on the next as far
//! as it has seen little: the column itself, fields of the same name, fields whose name ends in the
//! same word, and fields of the same type.

use std::collections::HashMap;
use std::mem::Discriminant;

use super::token::{Column, Family, Token};
use crate::def::codec::Value;

/// How many values of a place weigh as much as all that the next place says.
const OWN: f64 = 4.0;
const EXACT: f64 = 12.0;
const NAME: f64 = 3.0;
const WORD: f64 = 6.0;
const TYPE: f64 = 12.0;

#[derive(Debug, Default)]
pub(super) struct Known {
    /// By family as well: a `target` may be an id in one packet and a text in another.
    names: HashMap<(Family, String), Tally>,
    words: HashMap<(Family, String), Tally>,
    types: HashMap<Discriminant<Value>, Tally>,
}

#[derive(Debug, Default)]
struct Tally {
    n: f64,
    exact: HashMap<u64, f64>,
    classes: HashMap<u16, f64>,
}

impl Known {
    /// Takes in the values of a field, as much as its name is sure.
    pub(super) fn learn(&mut self, column: &Column, share: f64) {
        let n = column.tokens.len();
        if n == 0 {
            return;
        }
        // Values of one field resemble each other: many of them tell little more than a few.
        let weight = share * (1.0 + (n as f64).log2()) / n as f64;
        let word = last_word(&column.name);
        for token in &column.tokens {
            self.types.entry(token.ty).or_default().add(token, weight);
            if let Some(name) = column.known_name() {
                let key = (token.family, name.to_owned());
                self.names.entry(key).or_default().add(token, weight);
                let key = (token.family, word.clone());
                self.words.entry(key).or_default().add(token, weight);
            }
        }
    }

    /// The bits that the values of a field take.
    pub(super) fn bits(&self, column: &Column) -> f64 {
        let Some(first) = column.tokens.first() else { return 0.0 };
        let name = column.known_name();
        let word = last_word(&column.name);
        let names = name.and_then(|name| self.names.get(&(first.family, name.to_owned())));
        let words = name.and_then(|_| self.words.get(&(first.family, word)));
        let types = self.types.get(&first.ty);
        let mut own: HashMap<u64, f64> = HashMap::new();
        let mut bits = 0.0;
        for (n, token) in column.tokens.iter().enumerate() {
            let plain = (-(f64::from(token.plain) - f64::from(token.rest)).max(0.1)).exp2();
            let class = Tally::class(types, token, TYPE, plain);
            let class = Tally::class(words, token, WORD, class);
            let class = Tally::class(names, token, NAME, class);
            let fresh = Tally::exact(names, token, class * (-f64::from(token.rest)).exp2());
            let n_own = own.entry(token.exact).or_default();
            let share = (*n_own + OWN * fresh) / (n as f64 + OWN);
            *n_own += 1.0;
            bits -= share.max(1e-30).log2();
        }
        bits
    }
}

impl Tally {
    fn add(&mut self, token: &Token, weight: f64) {
        self.n += weight;
        *self.exact.entry(token.exact).or_default() += weight;
        *self.classes.entry(token.class).or_default() += weight;
    }

    fn class(tally: Option<&Tally>, token: &Token, trust: f64, fallback: f64) -> f64 {
        let Some(tally) = tally else { return fallback };
        let n = tally.classes.get(&token.class).copied().unwrap_or(0.0);
        (n + trust * fallback) / (tally.n + trust)
    }

    fn exact(tally: Option<&Tally>, token: &Token, fallback: f64) -> f64 {
        let Some(tally) = tally else { return fallback };
        let n = tally.exact.get(&token.exact).copied().unwrap_or(0.0);
        (n + EXACT * fallback) / (tally.n + EXACT)
    }
}

/// `targetId` and `item_id` end in `id`.
fn last_word(name: &str) -> String {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let start = plain
        .char_indices()
        .rev()
        .find(|(_, c)| c.is_ascii_uppercase() || *c == '_')
        .map_or(0, |(at, _)| at);
    plain.get(start..).unwrap_or(plain).trim_start_matches('_').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, values: &[i32]) -> Column {
        let mut column = Column::new(name);
        values.iter().for_each(|n| column.add(&Value::Int32(*n)));
        column
    }

    #[test]
    fn values_like_those_of_the_name_take_fewer_bits() {
        let mut known = Known::default();
        known.learn(&column("level", &[3, 41, 60, 12]), 1.0);
        known.learn(&column("itemId", &[90_001, 90_017, 90_120]), 1.0);
        let bits = |name, values: &[i32]| known.bits(&column(name, values));
        assert!(bits("level", &[41, 12]) < bits("itemId", &[41, 12]));
        assert!(bits("itemId", &[90_001]) < bits("level", &[90_001]));
        // `templateId` was never seen, but ends in the same word.
        assert!(bits("templateId", &[90_055]) < bits("level", &[90_055]));
    }

    #[test]
    fn a_value_that_comes_again_takes_fewer_bits_than_another() {
        let known = Known::default();
        assert!(
            known.bits(&column("a", &[700; 8]))
                < known.bits(&column("a", &[700, 901, 640, 777, 802, 512, 999, 610]))
        );
    }

    #[test]
    fn the_last_word_of_a_name() {
        for (name, word) in
            [("targetId", "id"), ("item_id", "id"), ("level2", "level"), ("HP", "p"), ("_", "")]
        {
            assert_eq!(last_word(name), word);
        }
    }
}
