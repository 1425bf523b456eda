//! What can be done to an asset, as data: scripts and tools say it in this way.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::world::Document;
use crate::world::asset::Asset;
use crate::world::asset::edit::Edit;
use crate::world::asset::place::Place;
use crate::world::asset::refusal::Refusal;
use crate::world::scripted::Scripted;

/// Something to do to an asset, with its arguments. As JSON, `action` is its name and the arguments are beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    SetField(SetField),
    AddThing(AddThing),
    RemoveThings(RemoveThings),
}

/// Gives a field a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetField {
    pub place: String,
    /// `null` for a field that may be absent.
    pub to: Value,
}

/// Adds a thing to a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddThing {
    /// The list, or an empty place of one.
    pub list: String,
    /// The thing of the list that it is a copy of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<usize>,
}

/// Removes things of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveThings {
    pub list: String,
    pub indices: Vec<usize>,
}

/// What an action comes to on an asset as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// `None` where nothing changes.
    pub edit: Option<Edit>,
    /// The asset afterwards.
    pub asset: Asset,
    /// Where a new thing is.
    pub added: Option<Place>,
}

impl Action {
    /// Checks the action against an asset; nothing is changed.
    pub fn resolve(&self, asset: &Asset) -> Result<Resolved, Refusal> {
        let mut new = asset.clone();
        let mut added = None;
        match self {
            Action::SetField(SetField { place, to }) => new.set(&place.parse()?, to)?,
            Action::AddThing(AddThing { list, like }) => {
                added = Some(new.add(&list.parse()?, *like)?);
            }
            Action::RemoveThings(RemoveThings { list, indices }) => {
                new.remove(&list.parse()?, indices)?;
            }
        }
        let edit = asset.edit_to(&new);
        let asset = if edit.is_some() { new } else { asset.clone() };
        Ok(Resolved { edit, asset, added })
    }

    /// For a history of steps: "Set materials\[3\].alpha".
    pub fn title(&self) -> String {
        match self {
            Action::SetField(set) => format!("Set {}", set.place),
            Action::AddThing(add) => format!("Add to {}", add.list),
            Action::RemoveThings(remove) => format!("Remove from {}", remove.list),
        }
    }
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::SetField(_) => "set-field",
            Action::AddThing(_) => "add-thing",
            Action::RemoveThings(_) => "remove-things",
        }
    }
}
