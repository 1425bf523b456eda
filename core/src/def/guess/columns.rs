//! The values of every field, out of all packets.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::is_unknown;
use crate::def::capture::Capture;
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::codec::{Codec, What};
use crate::def::syntax::FieldId;
use crate::def::types::Type;

/// As many packets of one definition as are looked at: more of them tell the same.
const MAX_PACKETS: usize = 2_000;
/// As many values of a field as are kept: of an array a packet has many.
const MAX_VALUES: usize = 4_000;
/// The bytes of the largest value that is guessed.
pub(super) const MAX_SIZE: usize = 12;

/// All values of one field.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) definition: Arc<Definition>,
    pub(super) id: FieldId,
    /// As it is written.
    pub(super) ty: Type,
    pub(super) is_unknown: bool,
    /// The bytes of each value; of a variable field 0.
    pub(super) size: usize,
    pub(super) values: Vec<[u8; MAX_SIZE]>,
    /// How many of the values, taken for an offset, lead to what no field reads, and to what.
    pub(super) leads: Leads,
}

/// What values lead to that are taken for offsets, or for a count and an offset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Leads {
    pub(super) n: usize,
    /// To a text that ends in NUL.
    pub(super) to_text: usize,
    /// To an element of an array, which begins with where it is.
    pub(super) to_element: usize,
}

/// The columns of all packets, or of those of one definition alone.
pub(super) fn read(
    captures: &[&Capture],
    catalogue: &Catalogue,
    only: Option<&Arc<str>>,
) -> Vec<Column> {
    let mut readers: HashMap<Arc<str>, Option<Reader>> = HashMap::new();
    for capture in captures {
        for packet in &capture.packets {
            let Some(definition) = packet.definition(capture, catalogue) else { continue };
            if only.is_some_and(|only| *only != definition.path) {
                continue;
            }
            let reader = readers.entry(definition.path.clone());
            let reader = reader.or_insert_with(|| Reader::new(definition, catalogue));
            if let Some(reader) = reader {
                reader.packet(&packet.bytes);
            }
        }
    }
    let mut readers: Vec<_> =
        readers.into_iter().filter_map(|(path, r)| Some((path, r?))).collect();
    readers.sort_by(|a, b| a.0.cmp(&b.0));
    readers.into_iter().flat_map(|(_, reader)| reader.columns.into_values()).collect()
}

struct Reader {
    definition: Arc<Definition>,
    codec: Codec,
    n_packets: usize,
    columns: BTreeMap<FieldId, Column>,
}

impl Reader {
    fn new(definition: &Arc<Definition>, catalogue: &Catalogue) -> Option<Reader> {
        let codec = Codec::new(&catalogue.layout(definition)).ok()?;
        Some(Reader {
            definition: definition.clone(),
            codec,
            n_packets: 0,
            columns: BTreeMap::new(),
        })
    }

    fn packet(&mut self, bytes: &[u8]) {
        self.n_packets += 1;
        if self.n_packets > MAX_PACKETS {
            return;
        }
        let trace = self.codec.trace(bytes);
        let is_whole = trace.outcome.is_ok();
        let mut is_read = vec![false; bytes.len()];
        for read in &trace.reads {
            is_read.get_mut(read.range.clone()).into_iter().flatten().for_each(|it| *it = true);
        }
        for read in trace.reads.iter().filter(|read| read.what == What::Field) {
            let Some(field) = read.field.and_then(|id| self.definition.syntax.field(id)) else {
                continue;
            };
            // What an include brings is a field of its own file.
            if field.kind == Type::Include || field.kind.is_meta() {
                continue;
            }
            let Some(id) = read.field else { continue };
            let data = bytes.get(read.range.clone()).unwrap_or_default();
            let definition = &self.definition;
            let column = self.columns.entry(id).or_insert_with(|| Column {
                definition: definition.clone(),
                id,
                ty: field.kind,
                is_unknown: is_unknown(definition.syntax.str(field.name)),
                size: if field.kind.is_variable() { 0 } else { data.len().min(MAX_SIZE + 1) },
                values: Vec::new(),
                leads: Leads::default(),
            });
            if column.values.len() >= MAX_VALUES {
                continue;
            }
            let mut value = [0; MAX_SIZE];
            let len = data.len().min(MAX_SIZE);
            if let (Some(to), Some(from)) = (value.get_mut(..len), data.get(..len)) {
                to.copy_from_slice(from);
            }
            column.values.push(value);
            if column.is_unknown && is_whole {
                column.leads.add(bytes, data, &is_read);
            }
        }
    }
}

impl Leads {
    /// Takes a value for an offset into what no field reads.
    fn add(&mut self, bytes: &[u8], data: &[u8], is_read: &[bool]) {
        let offset = match data {
            [low, high] => u16::from_le_bytes([*low, *high]),
            // A count and an offset.
            [_, _, low, high] => u16::from_le_bytes([*low, *high]),
            _ => return,
        };
        self.n += 1;
        let at = usize::from(offset);
        if is_read.get(at) != Some(&false) {
            return;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let mut units = rest.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair));
        if units.next() == Some(offset) {
            self.to_element += 1;
        } else if data.len() == 2 {
            let units: Vec<u16> =
                rest.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
            let end = units.iter().position(|unit| *unit == 0);
            let is_text = end.is_some_and(|end| {
                let text = units.get(..end).unwrap_or_default();
                text.iter().all(|unit| *unit >= 0x20)
            });
            self.to_text += usize::from(is_text);
        }
    }
}
