//! Names for opcodes that no map has, out of recorded packets.
//!
//! Each definition whose packet has no opcode yet is tried on the packets of each unmapped opcode.
//! A definition that fits spends few bits on them ([`cost`]): a bool has one where a byte has
//! eight, a plausible float is cheaper than an odd one, and an offset that leads where it should
//! is nearly free. To that comes which way the packets go, which packets are around them
//! ([`around`]), and that no two opcodes share a name.

mod around;
mod cost;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::capture::{Capture, Captured, Of};
use super::catalogue::Catalogue;
use super::codec::Codec;
use super::map::Map;

use around::{Around, Way};

/// As many packets of an opcode as are looked at; those that differ most in size come first.
const MAX_PACKETS: usize = 24;
/// As many names as are given for an opcode.
const MAX_NAMES: usize = 10;
/// The logarithm of odds that a bit less is worth, and as many bits as count at most.
const PER_BIT: f64 = 0.12;
const MOST_BITS: f64 = 200.0;
/// Rounds in which opcodes and names are brought into line.
const N_ROUNDS: usize = 30;

/// What an opcode may be called.
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
    let around = Around::of(captures, map);
    let candidates = candidates(catalogue, map);
    let mut rows: Vec<Vec<Scored>> = Vec::new();
    for (opcode, packets) in &unmapped {
        let way = around.way(*opcode);
        let looked_at = most_different(packets);
        let fits = candidates.iter().enumerate().filter_map(|(idx, candidate)| {
            if !candidate.may_go(way) {
                return None;
            }
            let mut scored = candidate.fit(idx, &looked_at)?;
            let (odds, reason) = around.speak_for(*opcode, &candidate.name);
            scored.odds += odds;
            scored.why.extend(reason);
            Some(scored)
        });
        rows.push(fits.collect());
    }
    let shares = settle(&rows);
    unmapped
        .into_iter()
        .zip(rows.iter().zip(shares))
        .map(|((opcode, packets), (row, shares))| {
            let mut names: Vec<NameGuess> = row
                .iter()
                .zip(shares)
                .filter_map(|(scored, share)| {
                    let name = candidates.get(scored.candidate)?.name.to_string();
                    let score = (share * 1e4).round() / 1e4;
                    Some(NameGuess { name, score, why: scored.why.join("; ") })
                })
                .collect();
            names.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.name.cmp(&b.name)));
            names.truncate(MAX_NAMES);
            OpcodeGuess { opcode, n_packets: packets.len(), names }
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

/// A packet without an opcode, with what reads each version of it, the newest first.
struct Candidate {
    name: Arc<str>,
    versions: Vec<(u32, Codec)>,
}

fn candidates(catalogue: &Catalogue, map: &Map) -> Vec<Candidate> {
    let without = catalogue.packets().filter(|packet| map.code(&packet.name).is_none());
    let mut candidates = Vec::new();
    for packet in without {
        let mut versions = Vec::new();
        for version in packet.versions.iter().rev() {
            let Some(definition) = catalogue.definition(&version.path) else { continue };
            let codec = Codec::new(&catalogue.layout(definition)).ok();
            versions.extend(codec.map(|codec| (version.version, codec)));
        }
        if !versions.is_empty() {
            candidates.push(Candidate { name: packet.name.clone(), versions });
        }
    }
    candidates
}

/// How well a candidate fits an opcode.
struct Scored {
    candidate: usize,
    odds: f64,
    why: Vec<String>,
}

impl Candidate {
    fn may_go(&self, way: Option<Way>) -> bool {
        match way {
            Some(Way::FromClient) => !self.name.starts_with("S_"),
            Some(Way::FromServer) => !self.name.starts_with("C_"),
            None => true,
        }
    }

    /// Reads packets by its versions; the one that fits best counts. `None`: none fits.
    fn fit(&self, candidate: usize, packets: &[&[u8]]) -> Option<Scored> {
        let mut best: Option<Scored> = None;
        for (idx, (version, codec)) in self.versions.iter().enumerate() {
            let Some((bits, why)) = fit(codec, packets) else { continue };
            // The newest is what a new opcode most likely needs.
            let odds = -PER_BIT * bits - 0.3 * idx.min(5) as f64;
            if best.as_ref().is_none_or(|best| odds > best.odds) {
                let why = vec![format!("{why} {}.{version}", self.name)];
                best = Some(Scored { candidate, odds, why });
            }
        }
        best
    }
}

/// The bits that a definition spends on packets, if nearly all of them fit.
fn fit(codec: &Codec, packets: &[&[u8]]) -> Option<(f64, String)> {
    let most_wrong = packets.len() / 10;
    let mut n_wrong = 0;
    let mut bits = 0.0;
    for bytes in packets {
        let is_right = codec.decode(bytes).is_ok_and(|decoded| decoded.warnings.is_empty());
        if !is_right {
            n_wrong += 1;
            if n_wrong > most_wrong {
                return None;
            }
            bits += cost::UNREAD;
            continue;
        }
        bits += cost::of(&codec.trace(bytes), bytes.len());
    }
    // Packets of a kind resemble each other, so many tell less than each one more.
    let n = packets.len().max(1) as f64;
    let bits = bits / n * n.sqrt();
    let right = packets.len() - n_wrong;
    let why = match (right, packets.len()) {
        (1, 1) => "its packet fits".to_owned(),
        (right, all) if right == all => format!("all {all} different packets fit"),
        (right, all) => format!("{right} of {all} different packets fit"),
    };
    Some((bits, why))
}

/// The odds as shares, brought into line such that no name has more than one opcode.
fn settle(rows: &[Vec<Scored>]) -> Vec<Vec<f64>> {
    let mut shares: Vec<Vec<f64>> = rows.iter().map(|row| as_shares(row)).collect();
    for _ in 0..N_ROUNDS {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, shares) in rows.iter().zip(&shares) {
            for (scored, share) in row.iter().zip(shares) {
                *sums.entry(scored.candidate).or_default() += share;
            }
        }
        for (row, shares) in rows.iter().zip(&mut shares) {
            for (scored, share) in row.iter().zip(shares.iter_mut()) {
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
    let least = -PER_BIT * MOST_BITS;
    let weight = |scored: &Scored| (scored.odds - most).max(least).exp();
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
                  S_FLOAT 0.98 all 2 different packets fit S_FLOAT.1
                  S_INT 0.02 all 2 different packets fit S_INT.1
                8 (1)
                  S_INT 0.96 its packet fits S_INT.1
                  S_NAME 0.03 its packet fits S_NAME.1
                  S_FLOAT 0.01 its packet fits S_FLOAT.1
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
}
