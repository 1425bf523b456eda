//! What can be done to a map, as data: tools, scripts and fixes all say it in this way.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::format::ragnarok::gat::{Terrain, Version};
use crate::nav::ragnarok::cell::ServerCell;
use crate::world::Document;
use crate::world::scripted::Scripted;

use super::GatMap;
use super::area::Rect;
use super::automatic::AutomaticTypes;
use super::edit::Edit;
use super::heights::{How, SetCorner, ShapeHeights};
use super::paint::{CellValue, Ink, Paint, set_cells};
use super::refusal::Refusal;
use super::reshape::{NewMap, Resize, convert, crop};
use super::stamp::Paste;
use crate::world::gat::ground::{Ground, HeightsFromGround};

/// Something to do to a map, with its arguments. As JSON, `action` is its name and the arguments
/// stand beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    Paint(Paint),
    SetCells(SetCells),
    ShapeHeights(ShapeHeights),
    SetCorner(SetCorner),
    AutomaticTypes(AutomaticTypes),
    HeightsFromGround(HeightsFromGround),
    Paste(Paste),
    Resize(Resize),
    Crop(Crop),
    Convert(Convert),
    NewMap(NewMap),
}

/// Gives single cells what a list says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetCells {
    pub cells: Vec<CellValue>,
}

/// Keeps a rectangle of the map alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crop {
    pub rectangle: Rect,
}

/// Changes the version of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    pub version: Version,
}

/// What an action comes to on a map as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// `None` where nothing changes.
    pub edit: Option<Edit>,
    /// The map afterwards.
    pub map: GatMap,
    /// What a person should know about it, such as what is lost.
    pub notes: Vec<String>,
}

impl Action {
    /// Whether it can only be resolved [`Action::resolve_on`] a ground.
    pub fn needs_ground(&self) -> bool {
        matches!(self, Action::HeightsFromGround(_))
    }

    /// Checks the action against a map; nothing is changed.
    pub fn resolve(&self, map: &GatMap) -> Result<Resolved, Refusal> {
        self.resolve_on(map, Err("nothing is known of the files around the map"))
    }

    /// The same with the ground of the client under the map, or why there is none.
    pub fn resolve_on(
        &self,
        map: &GatMap,
        ground: Result<&Ground, &str>,
    ) -> Result<Resolved, Refusal> {
        let mut new = map.clone();
        let mut notes = Vec::new();
        match self {
            Action::Paint(paint) => paint.apply(&mut new)?,
            Action::SetCells(set) => set_cells(&mut new, &set.cells)?,
            Action::ShapeHeights(shape) => shape.apply(&mut new)?,
            Action::SetCorner(set) => set.apply(&mut new)?,
            Action::AutomaticTypes(automatic) => automatic.apply(&mut new)?,
            Action::HeightsFromGround(heights) => {
                let ground = ground.map_err(|why| Refusal::NoGround(why.to_owned()))?;
                heights.apply(&mut new, ground)?;
            }
            Action::Paste(paste) => paste.apply(&mut new)?,
            Action::Resize(resize) => resize.apply(&mut new)?,
            Action::Crop(Crop { rectangle }) => crop(&mut new, *rectangle)?,
            Action::Convert(Convert { version }) => notes.extend(convert(&mut new, *version)),
            Action::NewMap(new_map) => new_map.apply(&mut new)?,
        }
        let edit = map.edit_to(&new);
        if edit.is_some() {
            notes.extend(self.unknown_types());
        }
        Ok(Resolved { edit, map: new, notes })
    }

    /// Of types in it that nobody knows.
    fn unknown_types(&self) -> Option<String> {
        const MOST: usize = 4;
        let words = match self {
            Action::Paint(Paint { ink: Ink::Type(word) | Ink::Raw(word), .. }) => vec![*word],
            Action::SetCells(set) => {
                set.cells.iter().filter_map(|cell| cell.terrain).map(|terrain| terrain.0).collect()
            }
            _ => Vec::new(),
        };
        let kinds = words.into_iter().map(|word| Terrain(word).kind());
        let kinds = kinds.filter(|kind| ServerCell::from_type(*kind).is_none());
        let kinds: BTreeSet<u32> = kinds.collect();
        let named: Vec<String> = kinds.iter().take(MOST).map(u32::to_string).collect();
        let more = if kinds.len() > MOST { ", …" } else { "" };
        (!kinds.is_empty()).then(|| {
            let named = named.join(", ");
            format!("servers don't know type {named}{more}, and treat such cells as walls")
        })
    }

    /// For the history panel: "Paint type 5".
    pub fn title(&self) -> String {
        match self {
            Action::Paint(paint) => match paint.ink {
                Ink::Type(kind) => format!("Paint type {kind}"),
                Ink::Raw(raw) => format!("Paint raw value {raw}"),
                Ink::Water(true) => "Set the water bit".to_owned(),
                Ink::Water(false) => "Clear the water bit".to_owned(),
            },
            Action::SetCells(set) if set.cells.len() == 1 => "Set 1 cell".to_owned(),
            Action::SetCells(set) => format!("Set {} cells", set.cells.len()),
            Action::ShapeHeights(shape) => match shape.how {
                How::Set { height } => format!("Set heights to {height}"),
                How::Mend { height } => format!("Repair heights with {height}"),
                How::Raise { by } => format!("Raise by {by}"),
                How::Lower { by } => format!("Lower by {by}"),
                How::Flatten => "Flatten".to_owned(),
                How::Smooth { .. } => "Smooth".to_owned(),
                How::Noise { .. } => "Add noise".to_owned(),
                How::Ramp { .. } => "Make a ramp".to_owned(),
            },
            Action::SetCorner(set) => format!("Set a corner to {}", set.height),
            Action::AutomaticTypes(_) => "Make types from heights".to_owned(),
            Action::HeightsFromGround(HeightsFromGround { types: None, .. }) => {
                "Take heights from the ground".to_owned()
            }
            Action::HeightsFromGround(_) => "Take heights and types from the ground".to_owned(),
            Action::Paste(_) => "Paste".to_owned(),
            Action::Resize(size) => format!("Resize to {} × {}", size.width, size.height),
            Action::Crop(crop) => {
                format!("Crop to {} × {}", crop.rectangle.width, crop.rectangle.height)
            }
            Action::Convert(Convert { version: Version::V1_2 }) => "Convert to 1.2".to_owned(),
            Action::Convert(Convert { version: Version::V1_3 }) => "Convert to 1.3".to_owned(),
            Action::NewMap(new) => format!("New map of {} × {}", new.width, new.height),
        }
    }
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::Paint(_) => "paint",
            Action::SetCells(_) => "set-cells",
            Action::ShapeHeights(_) => "shape-heights",
            Action::SetCorner(_) => "set-corner",
            Action::AutomaticTypes(_) => "automatic-types",
            Action::HeightsFromGround(_) => "heights-from-ground",
            Action::Paste(_) => "paste",
            Action::Resize(_) => "resize",
            Action::Crop(_) => "crop",
            Action::Convert(_) => "convert",
            Action::NewMap(_) => "new-map",
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::tests::{map, rows};
    use super::*;

    #[track_caller]
    fn check_error(json: &str, expected: &Expect) {
        let error = match serde_json::from_str::<Action>(json) {
            Ok(action) => action.resolve(&map(&["00", "00"])).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        expected.assert_eq(&error);
    }

    #[test]
    fn an_action_says_what_is_wrong_with_it() {
        check_error(
            r#"{"action":"pant"}"#,
            &expect![
                "unknown variant `pant`, expected one of `paint`, `set-cells`, `shape-heights`, `set-corner`, `automatic-types`, `heights-from-ground`, `paste`, `resize`, `crop`, `convert`, `new-map` at line 1 column 16"
            ],
        );
        check_error(
            r#"{"action":"crop","rectangel":1}"#,
            &expect!["unknown field `rectangel`, expected `rectangle`"],
        );
        check_error(
            r#"{"action":"set-cells","cells":[{"x":2,"y":0,"terrain":1}]}"#,
            &expect!["cell (2, 0) is outside the map of 2 × 2"],
        );
    }

    #[test]
    fn a_type_that_servers_do_not_know_is_told() {
        let notes = |json: &str| {
            let action: Action = serde_json::from_str(json).unwrap();
            action.resolve(&map(&["00", "00"])).unwrap().notes
        };
        let all = r#""region":{"rectangle":{"x":0,"y":0,"width":2,"height":2}}"#;
        let note = ["servers don't know type 77, and treat such cells as walls"];
        assert_eq!(notes(&format!(r#"{{"action":"paint",{all},"ink":{{"type":77}}}}"#)), note);
        assert_eq!(notes(r#"{"action":"set-cells","cells":[{"x":0,"y":0,"terrain":77}]}"#), note);
        assert_eq!(notes(&format!(r#"{{"action":"paint",{all},"ink":{{"type":6}}}}"#)), [""; 0]);
    }

    #[test]
    fn a_fix_holds_an_action_in_two_parts() {
        let json = r#"{"action":"set-cells","cells":[{"x":1,"y":0,"terrain":5}]}"#;
        let action: Action = serde_json::from_str(json).unwrap();
        let (name, arguments) = action.to_parts();
        assert_eq!(Action::from_parts(name, &arguments), Ok(action.clone()));
        let map = map(&["00"]);
        let resolved = action.resolve(&map).unwrap();
        assert_eq!(rows(&resolved.map), ["05"]);
        assert_eq!(rows(&map), ["00"], "a refusal or a preview changes nothing");
        assert_eq!(action.resolve(&resolved.map).unwrap().edit, None);
    }
}
