//! Names for opcodes that no map has, out of recorded packets.
//!
//! Each definition whose packet has no opcode yet is tried on the packets of each unmapped opcode.
//! A definition that fits spends few bits on them. An offset that leads to its field is nearly free
//! (`cost`). A value is cheap if fields of its name have such values in named packets (`known`).
//!
//! Other evidence is the direction of the packets, the packets around them (`around`), and maps of
//! other builds with the same opcodes (`sibling`). No two opcodes share a name.
//!
//! It is done several times: opcodes whose name is nearly sure show the values of fields as well.

mod around;
mod candidate;
mod cost;
mod known;
mod sibling;
mod token;

use std::collections::{BTreeMap, BTreeSet};

use super::capture::{Capture, Captured, Of};
use super::catalogue::Catalogue;
use super::map::Map;

use around::Around;
use candidate::{Candidate, Reading};
use known::Known;
use sibling::Siblings;
use token::Column;

/// As many packets of an opcode as are looked at; those that differ most in size come first.
const MAX_PACKETS: usize = 24;
/// As many names as are given for an opcode.
const MAX_NAMES: usize = 10;
/// As many readings as are kept of all opcodes, and the least of one.
const MAX_READINGS: usize = 200_000;
const LEAST_READINGS: usize = 4;
/// The logarithm of odds below which names are as good as impossible.
const LEAST_ODDS: f64 = -24.0;
/// How often all opcodes are gone through, and which share makes a name nearly sure.
const N_TIMES: usize = 3;
const SURE: f64 = 0.9;
/// Rounds in which opcodes and names are brought into line.
const N_ROUNDS: usize = 30;

/// The names that an opcode may have.
#[derive(Debug, Clone, PartialEq)]
pub struct OpcodeGuess {
    pub opcode: u16,
    pub n_packets: usize,
    /// The most likely first.
    pub names: Vec<NameGuess>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct NameGuess {
    pub name: String,
    /// Its share, from 0 to 1.
    pub score: f64,
    /// As the end of a sentence: "all 12 different packets fit S_LOGIN.14".
    pub why: String,
}

/// The names for every opcode of the captures that the map does not have, by opcode.
pub fn all(captures: &[&Capture], catalogue: &Catalogue, map: &Map) -> Vec<OpcodeGuess> {
    let unmapped = unmapped(captures, map);
    let evidence =
        Evidence { around: Around::of(captures, map), siblings: Siblings::of(catalogue, map) };
    let candidates = Candidate::all_without_opcode(catalogue, map);
    let named = named(captures, catalogue, map);
    let mut known = Known::default();
    named.iter().for_each(|column| known.learn(column, 1.0));

    let most = (MAX_READINGS / unmapped.len().max(1)).max(LEAST_READINGS);
    let mut rows: Vec<Row> = unmapped
        .iter()
        .map(|(opcode, packets)| evidence.row(*opcode, packets, &candidates, &known, most))
        .collect();
    let mut shares = settle(&rows);
    for _ in 1..N_TIMES {
        let mut known = Known::default();
        named.iter().for_each(|column| known.learn(column, 1.0));
        for (row, shares) in rows.iter().zip(&shares) {
            for (scored, share) in row.names.iter().zip(shares).filter(|(_, share)| **share >= SURE)
            {
                scored.reading.columns.iter().for_each(|column| known.learn(column, *share));
            }
        }
        for row in &mut rows {
            for scored in &mut row.names {
                scored.odds = scored.outside + scored.reading.odds(&known);
            }
        }
        shares = settle(&rows);
    }
    let named = unmapped.iter().zip(rows.iter().zip(shares));
    named
        .map(|((opcode, packets), (row, shares))| OpcodeGuess {
            opcode: *opcode,
            n_packets: packets.len(),
            names: evidence.names(*opcode, row, &shares, &candidates),
        })
        .collect()
}

/// The packets of every opcode that has no name.
fn unmapped<'c>(captures: &[&'c Capture], map: &Map) -> BTreeMap<u16, Vec<&'c Captured>> {
    let mut unmapped: BTreeMap<u16, Vec<&Captured>> = BTreeMap::new();
    for packet in captures.iter().flat_map(|capture| &capture.packets) {
        let Of::Opcode(opcode) = packet.of else { continue };
        if map.name(u32::from(opcode)).is_none() {
            unmapped.entry(opcode).or_default().push(packet);
        }
    }
    unmapped
}

/// A few packets that show the most: each different one once, those of different sizes first.
fn most_different<'c>(packets: &[&'c Captured]) -> Vec<&'c [u8]> {
    let distinct: BTreeSet<&[u8]> = packets.iter().map(|packet| &*packet.bytes).collect();
    let mut n_of_size: BTreeMap<usize, usize> = BTreeMap::new();
    let mut ranked: Vec<(usize, &[u8])> = distinct
        .into_iter()
        .map(|bytes| {
            let n = n_of_size.entry(bytes.len()).or_default();
            *n += 1;
            (*n, bytes)
        })
        .collect();
    ranked.sort();
    ranked.into_iter().take(MAX_PACKETS).map(|(_, bytes)| bytes).collect()
}

/// The fields of the packets that have a name.
fn named(captures: &[&Capture], catalogue: &Catalogue, map: &Map) -> Vec<Column> {
    let mut packets: BTreeMap<&str, Vec<&Captured>> = BTreeMap::new();
    for packet in captures.iter().flat_map(|capture| &capture.packets) {
        if let Some(name) = around::name_of(packet, map) {
            packets.entry(name).or_default().push(packet);
        }
    }
    let columns = packets.into_iter().filter_map(|(name, packets)| {
        let candidate = Candidate::of(catalogue.packet(name)?, catalogue)?;
        let newest = candidate.readings(&most_different(&packets)).next()?;
        Some(newest.columns)
    });
    columns.flatten().collect()
}

/// The names that fit an opcode, by candidate.
struct Row {
    names: Vec<Scored>,
}

/// How well a candidate fits an opcode.
struct Scored {
    candidate: usize,
    reading: Reading,
    /// The evidence outside of the packets themselves.
    outside: f64,
    odds: f64,
}

/// The evidence for names outside of the packets.
struct Evidence<'c> {
    around: Around,
    siblings: Siblings<'c>,
}

impl Evidence<'_> {
    /// The best reading of each candidate that fits an opcode's packets.
    fn row(
        &self,
        opcode: u16,
        packets: &[&Captured],
        candidates: &[Candidate],
        known: &Known,
        most: usize,
    ) -> Row {
        let way = self.around.way(opcode);
        let looked_at = most_different(packets);
        let mut names: Vec<Scored> = Vec::new();
        for (idx, candidate) in candidates.iter().enumerate().filter(|(_, it)| it.may_go(way)) {
            let readings = candidate.readings(&looked_at);
            let best = readings
                .map(|reading| (reading.odds(known), reading))
                .reduce(|best, other| if other.0 > best.0 { other } else { best });
            let Some((odds, reading)) = best else { continue };
            let outside = self.around.speak_for(opcode, &candidate.name).0
                + self.siblings.speak_for(opcode, &candidate.name).0;
            names.push(Scored { candidate: idx, reading, outside, odds: odds + outside });
        }
        if names.len() > most {
            names.sort_by(|a, b| b.odds.total_cmp(&a.odds));
            names.truncate(most);
            names.shrink_to_fit();
            names.sort_by_key(|scored| scored.candidate);
        }
        Row { names }
    }

    /// The names of a row with their shares and reasons, the most likely first.
    fn names(
        &self,
        opcode: u16,
        row: &Row,
        shares: &[f64],
        candidates: &[Candidate],
    ) -> Vec<NameGuess> {
        let mut ranked: Vec<(&Scored, f64, &Candidate)> = row
            .names
            .iter()
            .zip(shares)
            .filter_map(|(scored, share)| {
                Some((scored, (share * 1e4).round() / 1e4, candidates.get(scored.candidate)?))
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.2.name.cmp(&b.2.name)));
        ranked.truncate(MAX_NAMES);
        let guesses = ranked.into_iter().map(|(scored, score, candidate)| {
            let mut why = vec![scored.reading.why(candidate)];
            why.extend(self.around.speak_for(opcode, &candidate.name).1);
            why.extend(self.siblings.speak_for(opcode, &candidate.name).1);
            NameGuess { name: candidate.name.to_string(), score, why: why.join("; ") }
        });
        guesses.collect()
    }
}

/// The odds as shares, brought into line such that no name has more than one opcode.
fn settle(rows: &[Row]) -> Vec<Vec<f64>> {
    let mut shares: Vec<Vec<f64>> = rows.iter().map(|row| as_shares(&row.names)).collect();
    for _ in 0..N_ROUNDS {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, shares) in rows.iter().zip(&shares) {
            for (scored, share) in row.names.iter().zip(shares) {
                *sums.entry(scored.candidate).or_default() += share;
            }
        }
        for (row, shares) in rows.iter().zip(&mut shares) {
            for (scored, share) in row.names.iter().zip(shares.iter_mut()) {
                *share /= sums.get(&scored.candidate).copied().unwrap_or(1.0).max(1.0);
            }
            let sum: f64 = shares.iter().sum();
            if sum > 0.0 {
                shares.iter_mut().for_each(|share| *share /= sum);
            }
        }
    }
    shares
}

fn as_shares(row: &[Scored]) -> Vec<f64> {
    let most = row.iter().map(|scored| scored.odds).fold(f64::NEG_INFINITY, f64::max);
    let weight = |scored: &Scored| (scored.odds - most).max(LEAST_ODDS).exp();
    let sum: f64 = row.iter().map(weight).sum();
    row.iter().map(|scored| weight(scored) / sum).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::fixture::Fixture;

    fn check(text: &str, log: &str, expected: &Expect) {
        let catalogue = Fixture::parse(text).catalogue();
        let map = catalogue.protocol_maps().next().map(|file| Map::parse(file.map.text().clone()));
        let capture = Capture::log("a.log", log);
        let mut out = String::new();
        for guess in all(&[&capture], &catalogue, &map.unwrap_or_else(|| Map::parse(""))) {
            out += &format!("{} ({})\n", guess.opcode, guess.n_packets);
            for name in guess.names {
                out += &format!("  {} {:.2} {}\n", name.name, name.score, name.why);
            }
        }
        expected.assert_eq(&out);
    }

    const DEFINITIONS: &str = "//- protocol.1.map\nC_ASK_KETTLE = 5\n//- S_FLOAT.1.def\nfloat a\n\
        //- S_INT.1.def\nint32 a\n//- S_NAME.1.def\nstring a\n//- C_INT.1.def\nint32 a\n\
        //- S_ASK_KETTLE.1.def\n//- C_ASK_KETTLE.1.def\n//- S_OTHER.1.def\n";

    #[test]
    fn values_and_ways_tell_packets_of_a_size_apart() {
        check(
            DEFINITIONS,
            "S->C 7 0800 0700 0000c03f\nS->C 7 0800 0700 00004843\nS->C 8 0800 0800 05000000\n\
             C->S 9 0800 0900 05000000\nS->C 10 0a00 0a00 0600 41000000\n",
            &expect![[r#"
                7 (2)
                  S_FLOAT 1.00 all 2 different packets fit S_FLOAT.1
                  S_INT 0.00 all 2 different packets fit S_INT.1
                8 (1)
                  S_INT 0.97 its packet fits S_INT.1
                  S_NAME 0.03 its packet fits S_NAME.1
                  S_FLOAT 0.00 its packet fits S_FLOAT.1
                9 (1)
                  C_INT 1.00 its packet fits C_INT.1
                10 (1)
                  S_NAME 1.00 its packet fits S_NAME.1
            "#]],
        );
    }

    #[test]
    fn an_answer_follows_its_question() {
        check(
            DEFINITIONS,
            "-> 5 0400 0500\n<- 6 0400 0600\n",
            &expect![[r#"
            6 (1)
              S_ASK_KETTLE 0.99 its packet fits S_ASK_KETTLE.1; C_ASK_KETTLE is near its packets
              S_OTHER 0.01 its packet fits S_OTHER.1
        "#]],
        );
    }

    #[test]
    fn a_map_with_the_same_opcodes_knows_the_name() {
        let same: String = (0..8).map(|n| format!("S_SAME_{n} = {n}\n")).collect();
        let files = format!(
            "//- a/protocol.2.map\n{same}//- b/protocol.1.map\n{same}S_SECOND = 9\n\
             //- S_FIRST.1.def\n//- S_SECOND.1.def\n"
        );
        check(
            &files,
            "S->C 9 0400 0900\n",
            &expect![[r#"
                9 (1)
                  S_SECOND 1.00 its packet fits S_SECOND.1; protocol.1.map has the same opcodes, and this name for it
                  S_FIRST 0.00 its packet fits S_FIRST.1
            "#]],
        );
    }

    #[test]
    fn values_of_a_name_tell_packets_of_the_same_types_apart() {
        check(
            "//- protocol.1.map\nS_KNOWN = 1\n//- S_KNOWN.1.def\nint32 level\nint32 itemId\n\
             //- S_ITEM.1.def\nint32 itemId\n//- S_LEVEL.1.def\nint32 level\n",
            "S->C 1 0c00 0100 03000000 a0860100\nS->C 1 0c00 0100 29000000 a1860100\n\
             S->C 7 0800 0700 05000000\nS->C 8 0800 0800 a2860100\n",
            &expect![[r#"
                7 (1)
                  S_LEVEL 0.60 its packet fits S_LEVEL.1
                  S_ITEM 0.40 its packet fits S_ITEM.1
                8 (1)
                  S_ITEM 0.60 its packet fits S_ITEM.1
                  S_LEVEL 0.40 its packet fits S_LEVEL.1
            "#]],
        );
    }

    #[test]
    fn a_packet_that_comes_all_the_time_is_no_neighbour() {
        let log: String = (0..20).map(|_| "-> 5 0400 0500\n").collect();
        check(
            DEFINITIONS,
            &format!("{log}<- 6 0400 0600\n"),
            &expect![[r#"
                6 (1)
                  S_ASK_KETTLE 0.50 its packet fits S_ASK_KETTLE.1
                  S_OTHER 0.50 its packet fits S_OTHER.1
            "#]],
        );
    }
}
