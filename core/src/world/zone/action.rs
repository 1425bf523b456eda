//! What can be done to a zone, as data: tools, scripts and fixes all say it in this way.

use serde::{Deserialize, Serialize};

use crate::world::Document;
use crate::world::scripted::Scripted;
use crate::world::zone::names::Names;

use super::Zone;
use super::add::{Add, Array, Delete, Duplicate, Paste};
use super::arrange::{Align, Distribute};
use super::edit::Edit;
use super::files::{
    AddGroundTile, DropSlack, RemoveLastGroundTile, SetEconomy, SetGroundTile, SetOldWater,
    SetTexture, SetWaterSize,
};
use super::place::{Drop, Move, PutAt, Settle};
use super::refusal::Refusal;
use super::selection::Selection;
use super::set::{
    AddMonster, CloneMonster, MoveMonster, PutThings, RemoveMonster, Replace, Set, SetMonster,
};
use super::terrain::{How, PaintTiles, PaintWalks, ShapeHeights};
use super::turn::{Rotate, Scale, SetRotation};

/// Something to do to a zone, with its arguments. As JSON, `action` is its name and the
/// arguments stand beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    Set(Set),
    Replace(Replace),
    PutThings(PutThings),
    AddMonster(AddMonster),
    SetMonster(SetMonster),
    RemoveMonster(RemoveMonster),
    MoveMonster(MoveMonster),
    CloneMonster(CloneMonster),
    Move(Move),
    PutAt(PutAt),
    Drop(Drop),
    Rotate(Rotate),
    SetRotation(SetRotation),
    Scale(Scale),
    Align(Align),
    Distribute(Distribute),
    Settle(Settle),
    Add(Add),
    Delete(Delete),
    Duplicate(Duplicate),
    Array(Array),
    Paste(Paste),
    ShapeHeights(ShapeHeights),
    PaintTiles(PaintTiles),
    PaintWalks(PaintWalks),
    SetEconomy(SetEconomy),
    SetGroundTile(SetGroundTile),
    AddGroundTile(AddGroundTile),
    RemoveLastGroundTile(RemoveLastGroundTile),
    SetTexture(SetTexture),
    SetOldWater(SetOldWater),
    SetWaterSize(SetWaterSize),
    DropSlack(DropSlack),
}

/// What an action comes to on a zone as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// `None` where nothing changes.
    pub edit: Option<Edit>,
    /// The zone afterwards.
    pub zone: Zone,
    /// What a person should know about it, such as what is lost.
    pub notes: Vec<String>,
}

/// The same look-up to read and to write.
macro_rules! selected {
    ($action:expr) => {
        match $action {
            Action::Set(Set { things, .. })
            | Action::Replace(Replace { things, .. })
            | Action::AddMonster(AddMonster { things, .. })
            | Action::Move(Move { things, .. })
            | Action::Drop(Drop { things })
            | Action::Rotate(Rotate { things, .. })
            | Action::SetRotation(SetRotation { things, .. })
            | Action::Scale(Scale { things, .. })
            | Action::Align(Align { things, .. })
            | Action::Distribute(Distribute { things, .. })
            | Action::Settle(Settle { things })
            | Action::Delete(Delete { things })
            | Action::Duplicate(Duplicate { things, .. })
            | Action::Array(Array { things, .. }) => Some(things),
            _ => None,
        }
    };
}

impl Action {
    /// Checks the action against a zone where no table is at hand; nothing is changed.
    pub fn resolve(&self, zone: &Zone) -> Result<Resolved, Refusal> {
        self.resolve_by(zone, &Names::default())
    }

    /// The same, where values and conditions may be names of the tables.
    pub fn resolve_by(&self, zone: &Zone, names: &Names) -> Result<Resolved, Refusal> {
        let mut new = zone.clone();
        let notes = match self.selection() {
            Some(matching @ Selection::Matching(_)) => {
                let ids = matching.things_by(zone, names)?;
                self.clone().on(Selection::Ids(ids)).apply(&mut new, names)?
            }
            _ => self.apply(&mut new, names)?,
        };
        Ok(Resolved { edit: zone.edit_to(&new), zone: new, notes })
    }

    fn apply(&self, zone: &mut Zone, names: &Names) -> Result<Vec<String>, Refusal> {
        let quiet = |done: Result<(), Refusal>| done.map(|()| Vec::new());
        match self {
            Action::Set(set) => set.apply(zone, names),
            Action::Replace(replace) => replace.apply(zone, names),
            Action::PutThings(put) => put.apply(zone),
            Action::AddMonster(add) => add.apply(zone, names),
            Action::SetMonster(set) => set.apply(zone, names),
            Action::RemoveMonster(remove) => quiet(remove.apply(zone)),
            Action::MoveMonster(moving) => quiet(moving.apply(zone)),
            Action::CloneMonster(clone) => quiet(clone.apply(zone)),
            Action::Move(moving) => moving.apply(zone),
            Action::PutAt(put) => put.apply(zone),
            Action::Drop(drop) => drop.apply(zone),
            Action::Rotate(rotate) => rotate.apply(zone),
            Action::SetRotation(set) => set.apply(zone),
            Action::Scale(scale) => scale.apply(zone),
            Action::Align(align) => align.apply(zone),
            Action::Distribute(distribute) => distribute.apply(zone),
            Action::Settle(settle) => settle.apply(zone),
            Action::Add(add) => add.apply(zone, names),
            Action::Delete(delete) => delete.apply(zone),
            Action::Duplicate(duplicate) => duplicate.apply(zone),
            Action::Array(array) => array.apply(zone),
            Action::Paste(paste) => paste.apply(zone),
            Action::ShapeHeights(shape) => shape.apply(zone),
            Action::PaintTiles(paint) => paint.apply(zone),
            Action::PaintWalks(paint) => paint.apply(zone),
            Action::SetEconomy(set) => quiet(set.apply(zone)),
            Action::SetGroundTile(set) => quiet(set.apply(zone)),
            Action::AddGroundTile(add) => add.apply(zone),
            Action::RemoveLastGroundTile(remove) => quiet(remove.apply(zone)),
            Action::SetTexture(set) => quiet(set.apply(zone)),
            Action::SetOldWater(set) => quiet(set.apply(zone)),
            Action::SetWaterSize(set) => quiet(set.apply(zone)),
            Action::DropSlack(drop) => quiet(drop.apply(zone)),
        }
    }

    /// The things that it is about, where it selects them.
    fn selection(&self) -> Option<&Selection> {
        selected!(self)
    }

    /// The same action on other things.
    fn on(mut self, selection: Selection) -> Action {
        if let Some(things) = selected!(&mut self) {
            *things = selection;
        }
        self
    }

    /// Whether it is about the ground, and not about what stands on it.
    pub fn is_of_ground(&self) -> bool {
        matches!(self, Action::ShapeHeights(_) | Action::PaintTiles(_) | Action::PaintWalks(_))
    }

    /// For the history panel: "Delete 3 things".
    pub fn title(&self) -> String {
        match self {
            Action::Set(set) => format!("Set {} of {}", set.field, counted(&set.things)),
            Action::Replace(replace) => {
                format!("Replace {} {} by {}", replace.field, replace.from, replace.to)
            }
            Action::PutThings(put) => match (put.things.as_slice(), put.add.len()) {
                ([one], 0) => format!("Change {}", one.id),
                (more, 0) => format!("Change {} things", more.len()),
                ([], 1) => "Add a thing".to_owned(),
                ([], n) => format!("Add {n} things"),
                ([one], n) => format!("Change {}, add {n}", one.id),
                (more, n) => format!("Change {} things, add {n}", more.len()),
            },
            Action::AddMonster(add) => format!("Add a monster to {}", counted(&add.things)),
            Action::SetMonster(set) => format!("Change a monster of {}", set.thing),
            Action::RemoveMonster(remove) => format!("Remove a monster of {}", remove.thing),
            Action::MoveMonster(moving) => format!("Move a monster of {}", moving.thing),
            Action::CloneMonster(clone) => format!("Clone a monster of {}", clone.thing),
            Action::Move(moving) => format!("Move {}", counted(&moving.things)),
            Action::PutAt(put) => format!("Move {}", put.thing),
            Action::Drop(drop) => format!("Drop {} to the ground", counted(&drop.things)),
            Action::Rotate(rotate) => format!("Rotate {}", counted(&rotate.things)),
            Action::SetRotation(set) => format!("Rotate {}", counted(&set.things)),
            Action::Scale(scale) => format!("Scale {}", counted(&scale.things)),
            Action::Align(align) => format!("Align {}", counted(&align.things)),
            Action::Distribute(distribute) => {
                format!("Distribute {}", counted(&distribute.things))
            }
            Action::Settle(settle) => format!("Settle {}", counted(&settle.things)),
            Action::Add(add) => format!("Add a {}", add.kind),
            Action::Delete(delete) => format!("Delete {}", counted(&delete.things)),
            Action::Duplicate(duplicate) => format!("Duplicate {}", counted(&duplicate.things)),
            Action::Array(array) => format!("Array {}", counted(&array.things)),
            Action::Paste(paste) => match paste.things.len() {
                1 => "Paste a thing".to_owned(),
                n => format!("Paste {n} things"),
            },
            Action::ShapeHeights(shape) => title_of_shape(shape.how).to_owned(),
            Action::PaintTiles(paint) => format!("Paint tile {}", paint.tile),
            Action::PaintWalks(paint) => format!("Paint walk {}", paint.walk),
            Action::SetEconomy(_) => "Change the economy".to_owned(),
            Action::SetGroundTile(set) => format!("Change tile {}", set.tile),
            Action::AddGroundTile(_) => "Add a tile".to_owned(),
            Action::RemoveLastGroundTile(_) => "Remove the last tile".to_owned(),
            Action::SetTexture(set) => format!("Change texture {}", set.texture),
            Action::SetOldWater(_) => "Change the grid of water".to_owned(),
            Action::SetWaterSize(_) => "Change the size of water".to_owned(),
            Action::DropSlack(_) => "Drop leftover bytes".to_owned(),
        }
    }
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::Set(_) => "set",
            Action::Replace(_) => "replace",
            Action::PutThings(_) => "put-things",
            Action::AddMonster(_) => "add-monster",
            Action::SetMonster(_) => "set-monster",
            Action::RemoveMonster(_) => "remove-monster",
            Action::MoveMonster(_) => "move-monster",
            Action::CloneMonster(_) => "clone-monster",
            Action::Move(_) => "move",
            Action::PutAt(_) => "put-at",
            Action::Drop(_) => "drop",
            Action::Rotate(_) => "rotate",
            Action::SetRotation(_) => "set-rotation",
            Action::Scale(_) => "scale",
            Action::Align(_) => "align",
            Action::Distribute(_) => "distribute",
            Action::Settle(_) => "settle",
            Action::Add(_) => "add",
            Action::Delete(_) => "delete",
            Action::Duplicate(_) => "duplicate",
            Action::Array(_) => "array",
            Action::Paste(_) => "paste",
            Action::ShapeHeights(_) => "shape-heights",
            Action::PaintTiles(_) => "paint-tiles",
            Action::PaintWalks(_) => "paint-walks",
            Action::SetEconomy(_) => "set-economy",
            Action::SetGroundTile(_) => "set-ground-tile",
            Action::AddGroundTile(_) => "add-ground-tile",
            Action::RemoveLastGroundTile(_) => "remove-last-ground-tile",
            Action::SetTexture(_) => "set-texture",
            Action::SetOldWater(_) => "set-old-water",
            Action::SetWaterSize(_) => "set-water-size",
            Action::DropSlack(_) => "drop-slack",
        }
    }
}

fn title_of_shape(how: How) -> &'static str {
    match how {
        How::Raise(by) if by < 0.0 => "Lower the ground",
        How::Raise(_) => "Raise the ground",
        How::Set(_) => "Set the height of the ground",
        How::Flatten => "Flatten the ground",
        How::Smooth(_) => "Smooth the ground",
        How::Join => "Join seams",
    }
}

fn counted(selection: &Selection) -> String {
    match selection {
        Selection::Everything => "everything".to_owned(),
        Selection::Ids(ids) => match ids.as_slice() {
            [one] => one.to_string(),
            more => format!("{} things", more.len()),
        },
        Selection::Matching(_) => "matching things".to_owned(),
    }
}
