//! Packets that an opcode may belong to, and the packets of an opcode as their definitions read them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::around::Way;
use super::cost;
use super::known::Known;
use super::token::Column;
use crate::def::catalogue::{Catalogue, Packet};
use crate::def::codec::{Codec, What};
use crate::def::map::Map;

/// The logarithm of odds that a bit less is worth: of what holds the values, and of the values.
const PER_FRAME_BIT: f64 = 0.12;
const PER_VALUE_BIT: f64 = 0.25;
/// What a version less is worth: the newest is what a new opcode most likely needs.
const PER_VERSION: f64 = 0.3;

/// A packet without an opcode, with what reads each version of it, the newest first.
pub(super) struct Candidate {
    pub(super) name: Arc<str>,
    versions: Vec<(u32, Codec)>,
}

/// The packets of an opcode, read by one version of a candidate.
pub(super) struct Reading {
    /// Its place among the versions.
    version: usize,
    n: usize,
    n_right: usize,
    /// The bits of all but the values.
    frame: f64,
    pub(super) columns: Vec<Column>,
}

impl Candidate {
    pub(super) fn of(packet: &Packet, catalogue: &Catalogue) -> Option<Candidate> {
        let mut versions = Vec::new();
        for version in packet.versions.iter().rev() {
            let Some(definition) = catalogue.definition(&version.path) else { continue };
            let codec = Codec::new(&catalogue.layout(definition)).ok();
            versions.extend(codec.map(|codec| (version.version, codec)));
        }
        (!versions.is_empty()).then(|| Candidate { name: packet.name.clone(), versions })
    }

    pub(super) fn all_without_opcode(catalogue: &Catalogue, map: &Map) -> Vec<Candidate> {
        let without = catalogue.packets().filter(|packet| map.code(&packet.name).is_none());
        without.filter_map(|packet| Candidate::of(packet, catalogue)).collect()
    }

    pub(super) fn may_go(&self, way: Option<Way>) -> bool {
        match way {
            Some(Way::FromClient) => !self.name.starts_with("S_"),
            Some(Way::FromServer) => !self.name.starts_with("C_"),
            None => true,
        }
    }

    /// Packets as each version reads them that fits, the newest first.
    pub(super) fn readings(&self, packets: &[&[u8]]) -> impl Iterator<Item = Reading> {
        let versions = self.versions.iter().enumerate();
        versions.filter_map(|(version, (_, codec))| Reading::of(version, codec, packets))
    }
}

impl Reading {
    /// Reads packets, if nearly all of them fit.
    fn of(version: usize, codec: &Codec, packets: &[&[u8]]) -> Option<Reading> {
        let most_wrong = packets.len() / 10;
        let mut n_wrong = 0;
        let mut frame = 0.0;
        let mut columns: BTreeMap<String, Column> = BTreeMap::new();
        for bytes in packets {
            let is_right = codec.decode(bytes).is_ok_and(|decoded| decoded.warnings.is_empty());
            if !is_right {
                n_wrong += 1;
                if n_wrong > most_wrong {
                    return None;
                }
                frame += cost::UNREAD;
                continue;
            }
            let trace = codec.trace(bytes);
            frame += cost::of_frame(&trace, bytes.len());
            for read in trace.reads.iter().filter(|read| read.what == What::Field) {
                let path = without_places(&read.path);
                let name = path.rsplit_once('.').map_or(&*path, |(_, name)| name);
                let column = Column::new(name);
                columns.entry(path).or_insert(column).add(&read.value);
            }
        }
        let n = packets.len();
        let columns = columns.into_values().collect();
        Some(Reading { version, n, n_right: n - n_wrong, frame, columns })
    }

    /// How likely the packets are, read so, as a logarithm.
    pub(super) fn odds(&self, known: &Known) -> f64 {
        let values: f64 = self.columns.iter().map(|column| known.bits(column)).sum();
        let cost = self.frame * PER_FRAME_BIT + values * PER_VALUE_BIT;
        // Packets of a kind resemble each other, so many tell less than each one more.
        -cost / (self.n.max(1) as f64).sqrt() - PER_VERSION * self.version.min(5) as f64
    }

    pub(super) fn why(&self, candidate: &Candidate) -> String {
        let version = candidate.versions.get(self.version).map_or(0, |(version, _)| *version);
        let name = &candidate.name;
        match (self.n_right, self.n) {
            (1, 1) => format!("its packet fits {name}.{version}"),
            (right, all) if right == all => {
                format!("all {all} different packets fit {name}.{version}")
            }
            (right, all) => format!("{right} of {all} different packets fit {name}.{version}"),
        }
    }
}

/// `list[3].name` is `list.name`.
fn without_places(path: &str) -> String {
    let mut parts = path.split('[');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once(']').map_or("", |(_, rest)| rest))
}
