//! What views, panels and jobs send to a scene.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::world::Revision;
use landwright_core::world::rsw::edit::Edit;
use landwright_core::world::rsw::field::{Field, WorldField};
use landwright_core::world::rsw::object::{Kind, ObjectId};

use crate::kind::scene::land::{Land, Staged};
use crate::view::hand::Phase;

/// How objects come to those that are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Replace,
    Add,
    /// Those that are selected already go.
    Toggle,
}

#[derive(Debug, Clone)]
pub(crate) enum ToScene {
    Select {
        objects: BTreeSet<ObjectId>,
        way: Way,
    },
    /// The same, brought into sight.
    Show(ObjectId),
    /// The selected objects go with the pointer: so far from where it was pressed, to the east and to the
    /// north.
    Drag {
        phase: Phase,
        by: [f64; 2],
    },
    /// A place was pointed at, x and z: new objects come there.
    Aim([f64; 2]),
    /// A field of the selected objects, as somebody typed it.
    Set(Field, String),
    SetWorld(WorldField, String),
    /// What a file made of the scene; `None` where nothing is different.
    BringIn {
        title: String,
        edit: Option<Edit>,
    },
    /// Somebody wants to choose among the models of the roots.
    ListModels,
    /// From a job: the models of the roots.
    Listed(Arc<Vec<String>>),
    /// A model of this file, where somebody clicked last.
    AddModel(String),
    /// What is typed into the search of the list.
    Search(String),
    /// Whether objects of a kind are seen.
    Sight(Kind, bool),
    /// From jobs: the ground below, or why there is none.
    Read(Result<Arc<Land>, String>),
    /// The models of a state in 3D, or why they can't be shown; `None` where somebody cancelled that.
    Staged(Revision, Option<Result<Arc<Staged>, String>>),
}
