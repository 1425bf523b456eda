//! What is in the way of keeping two copies of a zone in step.

use std::fmt;

use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::field::{Field, Value};
use super::super::thing::{Kind, Thing, ThingId};

/// Something that an edit touches and that is not the same in both copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The copy has no file of the block, or no ZON.
    NoFile { block: Option<BlockCoord> },
    /// A thing that was changed, moved or deleted here is another there.
    Thing {
        /// Here, where it was.
        id: ThingId,
        kind: Kind,
        block: Option<BlockCoord>,
        /// In the list, from 0.
        index: usize,
        /// In which fields; empty where there is none at all.
        fields: Vec<FieldDiffers>,
    },
    /// Things were added or deleted, and their list is longer or shorter there: the places of new
    /// things would not be the same.
    Length { kind: Kind, block: Option<BlockCoord>, here: usize, there: usize },
    /// So many cells that were changed here are others there.
    Ground { file: String, n: usize },
    /// Another part of a file.
    Other { block: Option<BlockCoord>, what: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldDiffers {
    pub field: Field,
    pub here: String,
    pub there: String,
}

impl Difference {
    /// The block that it is in; `None` for the ZON, and for ground, whose file says it.
    pub fn block(&self) -> Option<BlockCoord> {
        match self {
            Difference::NoFile { block }
            | Difference::Thing { block, .. }
            | Difference::Length { block, .. }
            | Difference::Other { block, .. } => *block,
            Difference::Ground { file, .. } => BlockCoord::from_file_name(file),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::NoFile { block } => write!(f, "the copy has no {}", File(*block)),
            Difference::Thing { kind, block, index, fields, .. } => {
                write!(f, "{}: {kind} {index}", File(*block))?;
                if fields.is_empty() {
                    return f.write_str(" is not in the copy");
                }
                for (n, FieldDiffers { field, here, there }) in fields.iter().enumerate() {
                    let comma = if n == 0 { ":" } else { "," };
                    write!(f, "{comma} {field} is {here} here and {there} there")?;
                }
                Ok(())
            }
            Difference::Length { kind, block, here, there } => {
                let file = File(*block);
                write!(f, "{file}: its list of {kind} has {here} entries here and {there} there")
            }
            Difference::Ground { file, n } => {
                let cells = if *n == 1 { "cell is another" } else { "cells are others" };
                write!(f, "{file}: {n} of its changed {cells} there")
            }
            Difference::Other { block, what } => {
                write!(f, "{}: {what} is not the same there", File(*block))
            }
        }
    }
}

/// As a person knows it.
struct File(Option<BlockCoord>);

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(block) => write!(f, "{block}.IFO"),
            None => f.write_str("the ZON"),
        }
    }
}

/// In which fields two things of a kind are not the same.
pub(super) fn fields(zone: &Zone, here: &Thing, there: &Thing) -> Vec<FieldDiffers> {
    let shown = |values: Vec<Value<'_>>| -> String {
        let all: Vec<String> = values
            .into_iter()
            .map(|value| match value {
                Value::I16(number) => number.to_string(),
                Value::I32(number) => number.to_string(),
                Value::U32(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                Value::Text(text) => format!("\"{}\"", zone.code_page().decode(text.as_bytes())),
            })
            .collect();
        if all.is_empty() { "none".to_owned() } else { all.join(" ") }
    };
    let differs = |field: Field| {
        let (here, there) = (here.values(field), there.values(field));
        (here != there).then(|| FieldDiffers { field, here: shown(here), there: shown(there) })
    };
    Field::of_kind(here.kind()).filter_map(differs).collect()
}
