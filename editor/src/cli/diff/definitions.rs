//! Definitions on two sides, field by field.

use std::path::Path;

use landwright_core::def::diff::{Difference, Metas, Shift, Side, Spot, diff};
use landwright_core::def::{Layout, Settings, Syntax};
use landwright_core::world::three_way::{Change, Thing, WHOLE};
use serde_json::{Value, json};

use crate::cli::load;

/// Whether a file is a definition by its name.
pub(in crate::cli) fn is_def(path: &Path) -> bool {
    load::name_of(path).to_ascii_lowercase().ends_with(".def")
}

/// What is different in two definitions. Texts that mean the same are different as texts.
pub(super) fn compare(a: &[u8], b: &[u8], each: &mut dyn FnMut(Change)) {
    let [old, new] = [a, b].map(|text| Syntax::parse(String::from_utf8_lossy(text).into_owned()));
    let [before, after] = [&old, &new].map(|syntax| Layout::of(syntax, Settings::default()));
    let found = diff(Side { syntax: &old, layout: &before }, Side { syntax: &new, layout: &after });
    let mut told = |thing: &str, field: &'static str, a: Value, b: Value| {
        let thing = Thing::Named(thing.to_owned().into());
        each(Change { thing, field: field.into(), a, b });
    };
    for difference in &found.differences {
        match difference {
            Difference::Added { after } => told(&after.name, WHOLE, Value::Null, spot(after)),
            Difference::Removed { before } => told(&before.name, WHOLE, spot(before), Value::Null),
            Difference::Renamed { before, after } => {
                told(&before.name, "name", json!(before.name), json!(after.name));
            }
            Difference::Retyped { before, after } => {
                told(&after.name, "type", json!(before.ty), json!(after.ty));
            }
            Difference::Moved { before, after } => {
                told(&after.name, "offset", json!(before.offset), json!(after.offset));
            }
            Difference::Shifted { first, last, n_fields, shift } => {
                let thing = match n_fields {
                    1 => first.name.clone(),
                    n => format!("{} … {} ({n} fields)", first.name, last.name),
                };
                let before = match (shift, first.offset) {
                    (Shift::Bytes(by), Some(offset)) => json!(i64::from(offset) - by),
                    _ => Value::Null,
                };
                told(&thing, "offset", before, json!(first.offset));
            }
        }
    }
    for size in &found.sizes {
        let of = if size.of.is_empty() { "message" } else { size.of.as_str() };
        told(of, "smallest size", json!(size.before), json!(size.after));
    }
    if let Some(metas) = &found.metas {
        told(
            "message",
            "counts and offsets",
            json!(words(metas.before)),
            json!(words(metas.after)),
        );
    }
    if found.differences.is_empty() && found.sizes.is_empty() && found.metas.is_none() {
        told("file", "text", json!(a.len()), json!(b.len()));
    }
}

/// A field with its type and offset.
fn spot(spot: &Spot) -> Value {
    json!({ "type": spot.ty, "offset": spot.offset })
}

fn words(metas: Metas) -> &'static str {
    match metas {
        Metas::Implied => "implied",
        Metas::Written => "written out",
        Metas::InPlace => "in place",
    }
}
