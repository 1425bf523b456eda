//! What can be done to ground, as data: scripts and tools say it in this way.

use serde::{Deserialize, Serialize};

use crate::world::Document;
use crate::world::gat::heights::How;
use crate::world::gnd::Ground;
use crate::world::gnd::edit::Edit;
use crate::world::gnd::heights::{SetCorners, ShapeHeights};
use crate::world::gnd::paint::{Paint, SetSurface, SetTexture};
use crate::world::gnd::refusal::Refusal;
use crate::world::gnd::wall::{AddWalls, FillHoles, MakeHoles, RemoveWalls};
use crate::world::scripted::Scripted;

/// Something to do to ground, with its arguments. As JSON, `action` is its name and the arguments
/// are beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    ShapeHeights(ShapeHeights),
    SetCorners(SetCorners),
    Paint(Paint),
    SetSurface(SetSurface),
    SetTexture(SetTexture),
    AddWalls(AddWalls),
    RemoveWalls(RemoveWalls),
    MakeHoles(MakeHoles),
    FillHoles(FillHoles),
}

/// What an action comes to on ground as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// `None` where nothing changes.
    pub edit: Option<Edit>,
    /// The ground afterwards.
    pub ground: Ground,
}

impl Action {
    /// Checks the action against ground; nothing is changed.
    pub fn resolve(&self, ground: &Ground) -> Result<Resolved, Refusal> {
        let mut new = ground.clone();
        match self {
            Action::ShapeHeights(shape) => shape.apply(ground, &mut new)?,
            Action::SetCorners(set) => set.apply(&mut new)?,
            Action::Paint(paint) => paint.apply(&mut new)?,
            Action::SetSurface(set) => set.apply(&mut new)?,
            Action::SetTexture(set) => set.apply(&mut new)?,
            Action::AddWalls(add) => add.apply(&mut new)?,
            Action::RemoveWalls(remove) => remove.apply(&mut new)?,
            Action::MakeHoles(make) => make.apply(&mut new)?,
            Action::FillHoles(fill) => fill.apply(&mut new)?,
        }
        let edit = ground.edit_to(&new);
        let ground = if edit.is_some() { new } else { ground.clone() };
        Ok(Resolved { edit, ground })
    }

    /// For a history of steps: "Raise the ground".
    pub fn title(&self) -> String {
        let title = match self {
            Action::ShapeHeights(shape) => match shape.how {
                How::Set { .. } | How::Mend { .. } => "Set heights",
                How::Raise { .. } => "Raise the ground",
                How::Lower { .. } => "Lower the ground",
                How::Flatten => "Flatten the ground",
                How::Smooth { .. } => "Smooth the ground",
                How::Noise { .. } => "Roughen the ground",
                How::Ramp { .. } => "Make a ramp",
            },
            Action::SetCorners(set) => return format!("Set corners of cube {}, {}", set.x, set.y),
            Action::Paint(_) => "Paint a texture",
            Action::SetSurface(SetSurface { x, y, face, .. }) => {
                return format!("Set the surface of cube {x}, {y} at its {face}");
            }
            Action::SetTexture(set) => return format!("Rename texture {}", set.texture),
            Action::AddWalls(_) => "Add walls",
            Action::RemoveWalls(_) => "Remove walls",
            Action::MakeHoles(_) => "Make holes",
            Action::FillHoles(_) => "Fill holes",
        };
        title.to_owned()
    }
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::ShapeHeights(_) => "shape-heights",
            Action::SetCorners(_) => "set-corners",
            Action::Paint(_) => "paint",
            Action::SetSurface(_) => "set-surface",
            Action::SetTexture(_) => "set-texture",
            Action::AddWalls(_) => "add-walls",
            Action::RemoveWalls(_) => "remove-walls",
            Action::MakeHoles(_) => "make-holes",
            Action::FillHoles(_) => "fill-holes",
        }
    }
}
