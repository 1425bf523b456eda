//! What can be wrong with a map: a file for each thing, with the rule, the fix and the tests.
//!
//! A check reads a snapshot and changes nothing. A fix is an action by name, resolved against the
//! document as it is when somebody applies it.

mod found;
pub mod gat;
pub mod cache;
pub mod scene;
pub mod scripts;
pub mod area;
pub mod territory;
pub mod asset;
pub mod client;
pub mod rose;
pub mod zone;
pub mod table;
pub mod eq;
pub mod navigation;
pub mod eq_rows;
pub mod mend;

use crate::problem::{Change, Fix, Rule};
use crate::world::scripted::Scripted;

/// A rule whose problems may come of those of others about the same things: these are mended first.
#[derive(Debug, Clone, Copy)]
pub struct Effect {
    pub rule: &'static Rule,
    pub causes: &'static [&'static Rule],
}

/// A fix that does an action.
fn fix(title: impl Into<String>, action: &impl Scripted) -> Fix {
    let (name, arguments) = action.to_parts();
    Fix::new(title, Change::Action { name, arguments })
}
