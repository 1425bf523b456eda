//! Which way packets go, and which packets with a name are around them.

use std::collections::{BTreeMap, HashMap};

use crate::def::capture::{Capture, Captured, Of};
use crate::def::map::Map;

/// As far before and behind a packet as others are looked at.
const REACH: usize = 3;
/// What it is worth if a packet has the name of one right around it but for who sends it.
const ANSWER: f64 = 5.0;
/// What it is worth if they have words in common.
const WORDS: f64 = 2.0;
/// So many packets with names have to agree before a word of a log is taken for a way.
const LEAST_AGREED: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    FromClient,
    FromServer,
}

#[derive(Debug, Default)]
pub(super) struct Around {
    ways: HashMap<u16, [usize; 2]>,
    n_packets: HashMap<u16, usize>,
    /// By opcode and name, how many packets have one of that name near.
    near: HashMap<u16, BTreeMap<String, usize>>,
    /// How many packets of each name there are, and how many packets in all.
    n_named: HashMap<String, usize>,
    n_all: usize,
}

impl Around {
    pub(super) fn of(captures: &[&Capture], map: &Map) -> Around {
        let mut around = Around::default();
        for capture in captures {
            around.capture(capture, map);
        }
        around
    }

    fn capture(&mut self, capture: &Capture, map: &Map) {
        let names: Vec<Option<&str>> =
            capture.packets.iter().map(|packet| name_of(packet, map)).collect();
        let words = words(&capture.packets, &names);
        self.n_all += names.len();
        for name in names.iter().copied().flatten() {
            *self.n_named.entry(name.to_owned()).or_default() += 1;
        }
        for (idx, packet) in capture.packets.iter().enumerate() {
            let (Of::Opcode(opcode), None) = (&packet.of, names.get(idx).copied().flatten()) else {
                continue;
            };
            *self.n_packets.entry(*opcode).or_default() += 1;
            let way = packet.way.and_then(|word| words.get(word));
            if let Some(way) = way {
                let ways = self.ways.entry(*opcode).or_default();
                match way {
                    Way::FromClient => ways[0] += 1,
                    Way::FromServer => ways[1] += 1,
                }
            }
            let first = idx.saturating_sub(REACH);
            let mut near: Vec<&str> =
                names.iter().skip(first).take(2 * REACH + 1).copied().flatten().collect();
            near.sort_unstable();
            near.dedup();
            let counts = self.near.entry(*opcode).or_default();
            near.into_iter().for_each(|name| *counts.entry(name.to_owned()).or_default() += 1);
        }
    }

    /// The way that all packets of an opcode take, where the captures say so.
    pub(super) fn way(&self, opcode: u16) -> Option<Way> {
        match self.ways.get(&opcode)? {
            [_, 0] => Some(Way::FromClient),
            [0, _] => Some(Way::FromServer),
            _ => None,
        }
    }

    /// How much the packets around those of an opcode speak for a name.
    pub(super) fn speak_for(&self, opcode: u16, name: &str) -> (f64, Option<String>) {
        let n = self.n_packets.get(&opcode).copied().unwrap_or(0).max(1) as f64;
        let near = self.near.get(&opcode).into_iter().flatten();
        let mut best = (0.0, None);
        for (other, n_near) in near {
            let worth = if stem(other) == stem(name) { ANSWER } else { WORDS * alike(other, name) };
            let odds = worth * (*n_near as f64 / n - self.by_chance(other, *n_near)).max(0.0);
            if odds > best.0 {
                best = (odds, Some(other));
            }
        }
        let (odds, other) = best;
        let reason = other.filter(|_| odds >= 1.0);
        (odds, reason.map(|other| format!("{other} is near its packets")))
    }

    /// The share of places that have a packet of a name near by mere chance, as one has that comes
    /// all the time. Those that are near anyway don't count.
    fn by_chance(&self, name: &str, n_near: usize) -> f64 {
        let n_elsewhere = self.n_named.get(name).map_or(0, |n| n.saturating_sub(n_near));
        let share = (n_elsewhere as f64 / self.n_all.max(1) as f64).min(1.0);
        1.0 - (1.0 - share).powi(2 * REACH as i32)
    }
}

pub(super) fn name_of<'m>(packet: &'m Captured, map: &'m Map) -> Option<&'m str> {
    match &packet.of {
        Of::Name(name, _) => Some(name),
        Of::Opcode(opcode) => map.name(u32::from(*opcode)),
    }
}

/// What the words of a log mean: some say it, and of the others the packets with names do.
fn words(packets: &[Captured], names: &[Option<&str>]) -> HashMap<&'static str, Way> {
    let mut votes: HashMap<&'static str, [usize; 2]> = HashMap::new();
    for (packet, name) in packets.iter().zip(names) {
        let (Some(word), Some(name)) = (packet.way, name) else { continue };
        let votes = votes.entry(word).or_default();
        votes[0] += usize::from(name.starts_with("C_"));
        votes[1] += usize::from(name.starts_with("S_"));
    }
    let mut words: HashMap<&'static str, Way> = HashMap::new();
    for word in packets.iter().filter_map(|packet| packet.way) {
        let way = match (plain(word), votes.get(word)) {
            (Some(way), _) => way,
            (None, Some([client, server])) if *client >= LEAST_AGREED && *server == 0 => {
                Way::FromClient
            }
            (None, Some([client, server])) if *server >= LEAST_AGREED && *client == 0 => {
                Way::FromServer
            }
            _ => continue,
        };
        words.insert(word, way);
    }
    words
}

fn plain(word: &str) -> Option<Way> {
    match word {
        "C->S" | "C>S" | "C" | "client" => Some(Way::FromClient),
        "S->C" | "S>C" | "S" | "server" => Some(Way::FromServer),
        _ => None,
    }
}

/// The name without who sends it.
fn stem(name: &str) -> &str {
    name.split_once('_').map_or(name, |(_, stem)| stem)
}

/// The share of words that two names have in common.
fn alike(a: &str, b: &str) -> f64 {
    let words = |name: &str| -> Vec<String> { stem(name).split('_').map(str::to_owned).collect() };
    let (a, b) = (words(a), words(b));
    let n_common = a.iter().filter(|word| b.contains(word)).count();
    n_common as f64 / a.len().max(b.len()).max(1) as f64
}
