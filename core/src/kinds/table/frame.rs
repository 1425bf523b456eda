//! What an STB holds beside its rows: titles, widths, and the bytes around its cells.

use serde_json::Value;

use super::super::{Source, Trouble};
use crate::format::effort::Effort;
use crate::format::file::{self, Content, File, Kind};
use crate::world::three_way::{Conflict, Each};
use crate::world::values;

/// The list in the JSON of an STB that is compared as a table.
const ROWS: &str = "rows";

fn unfit(reason: impl std::fmt::Display) -> Trouble {
    Trouble::Unfit(reason.to_string())
}

/// `None` for the other tables, which hold nothing else.
fn frame(bytes: &Source<'_>) -> Result<Option<Value>, Trouble> {
    if Kind::of(bytes.name, bytes.bytes) != Some(Kind::Stb) {
        return Ok(None);
    }
    let mut value = file::read(Kind::Stb, bytes.bytes)?.content.to_value().map_err(unfit)?;
    if let Some(fields) = value.as_object_mut() {
        fields.shift_remove(ROWS);
    }
    Ok(Some(value))
}

pub(super) fn compare(a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
    if let (Some(old), Some(new)) = (frame(a)?, frame(b)?) {
        values::compare(&old, &new, each);
    }
    Ok(())
}

/// Puts what both sides did to the frame into a file whose rows are merged.
pub(super) fn merge(
    sides: [&Source<'_>; 3],
    bytes: Vec<u8>,
    conflicts: &mut Vec<Conflict>,
) -> Result<Vec<u8>, Trouble> {
    let [base, ours, theirs] = sides;
    let (Some(base), Some(own), Some(theirs)) = (frame(base)?, frame(ours)?, frame(theirs)?) else {
        return Ok(bytes);
    };
    let merged = values::merge(&base, &own, &theirs);
    conflicts.extend(merged.conflicts);
    if merged.value == own {
        return Ok(bytes);
    }
    let mut value = file::read(Kind::Stb, &bytes)?.content.to_value().map_err(unfit)?;
    if let (Some(fields), Value::Object(frame)) = (value.as_object_mut(), merged.value) {
        fields.extend(frame);
    }
    let content = Content::from_value(Kind::Stb, value).map_err(unfit)?;
    let mut go_on = |_, _| std::ops::ControlFlow::Continue(());
    file::write(&File { content, packed: None }, Effort::Quick, &mut go_on).map_err(unfit)
}
