//! What can be done to an area, as data: tools, scripts and fixes all say it in this way.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::packed::Progress;
use crate::nav::tera::steps::go_on;
use crate::world::Document;
use crate::world::scripted::Scripted;

use super::Area;
use super::edges::{AddEdge, Connect, RemoveEdge, ReverseEdge, SetWays, SortEdges, Ways};
use super::edit::Edit;
use super::from_mesh::{Mesh, VolumesFromMesh};
use super::geometry::Geometry;
use super::nodes::{AddNode, DeleteNodes, MoveNodes, RelistNodes, SetNode};
use super::refusal::Refusal;
use super::regenerate::{Nodes, Regenerate};
use super::selection::Selection;
use super::shape::{AddVolume, RemoveVolumes, SetVolumes};
use super::slope::SlopeVolumes;
use super::zones::{AddZone, RemoveZone};

/// Something to do to an area, with its arguments. As JSON, `action` is its name and the
/// arguments stand beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    AddNode(AddNode),
    MoveNodes(MoveNodes),
    SetNode(SetNode),
    DeleteNodes(DeleteNodes),
    RelistNodes(RelistNodes),
    AddEdge(AddEdge),
    RemoveEdge(RemoveEdge),
    ReverseEdge(ReverseEdge),
    SetWays(SetWays),
    SortEdges(SortEdges),
    Connect(Connect),
    AddZone(AddZone),
    RemoveZone(RemoveZone),
    Regenerate(Regenerate),
    AddVolume(AddVolume),
    RemoveVolumes(RemoveVolumes),
    SetVolumes(SetVolumes),
    SlopeVolumes(SlopeVolumes),
    VolumesFromMesh(Box<VolumesFromMesh>),
}

/// What an action comes to on an area as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// `None` where nothing changes.
    pub edit: Option<Edit>,
    /// The area afterwards.
    pub area: Area,
    /// What a person should know about it, such as what is lost.
    pub notes: Vec<String>,
}

impl Action {
    /// Checks the action against an area and the volumes that are known; nothing is changed.
    pub fn resolve(&self, area: &Area, geometry: &Geometry) -> Result<Resolved, Refusal> {
        self.resolve_watched(area, geometry, &mut go_on)
    }

    /// The same for whoever watches and may break it off, where an action takes long: that refuses
    /// it with [`Refusal::Cancelled`].
    pub fn resolve_watched(
        &self,
        area: &Area,
        geometry: &Geometry,
        progress: Progress<'_>,
    ) -> Result<Resolved, Refusal> {
        let geometry = &geometry.of(area);
        let mut new = area.clone();
        let none = Vec::new();
        let notes = match self {
            Action::AddNode(add) => add.apply(&mut new, geometry)?,
            Action::MoveNodes(moving) => moving.apply(&mut new, geometry)?,
            Action::SetNode(set) => set.apply(&mut new)?,
            Action::DeleteNodes(delete) => delete.apply(&mut new)?,
            Action::RelistNodes(relist) => relist.apply(&mut new)?,
            Action::AddEdge(add) => add.apply(&mut new)?,
            Action::RemoveEdge(remove) => remove.apply(&mut new).map(|()| none)?,
            Action::ReverseEdge(reverse) => reverse.apply(&mut new)?,
            Action::SetWays(set) => set.apply(&mut new)?,
            Action::SortEdges(sort) => sort.apply(&mut new)?,
            Action::Connect(connect) => connect.apply(&mut new, geometry, progress)?,
            Action::AddZone(add) => add.apply(&mut new).map(|()| none)?,
            Action::RemoveZone(remove) => remove.apply(&mut new).map(|()| none)?,
            Action::Regenerate(regenerate) => regenerate.apply(&mut new, geometry, progress)?,
            Action::AddVolume(add) => add.apply(&mut new, geometry)?,
            Action::RemoveVolumes(remove) => remove.apply(&mut new, geometry)?,
            Action::SetVolumes(set) => set.apply(&mut new, geometry)?,
            Action::SlopeVolumes(slope) => slope.apply(&mut new, geometry)?,
            Action::VolumesFromMesh(made) => made.apply(&mut new, geometry, progress)?,
        };
        Ok(Resolved { edit: area.edit_to(&new), area: new, notes })
    }

    /// The file of a mesh that [`Action::take_mesh`] needs first.
    pub fn mesh_file(&self) -> Option<&str> {
        match self {
            Action::VolumesFromMesh(made) if made.mesh.is_none() => Some(&made.file),
            _ => None,
        }
    }

    pub fn take_mesh(&mut self, mesh: Arc<Mesh>) {
        if let Action::VolumesFromMesh(made) = self {
            made.mesh = Some(mesh);
        }
    }

    /// For the history panel: "Delete 3 nodes".
    pub fn title(&self) -> String {
        match self {
            Action::AddNode(_) => "Add a node".to_owned(),
            Action::MoveNodes(moving) => format!("Move {}", counted(&moving.nodes)),
            Action::SetNode(set) => format!("Move {}", set.node),
            Action::DeleteNodes(delete) => format!("Delete {}", counted(&delete.nodes)),
            Action::RelistNodes(relist) => {
                format!("Rebuild the lists of {}", counted(&relist.nodes))
            }
            Action::AddEdge(add) => format!("Connect {} with {}", add.from, add.to),
            Action::RemoveEdge(remove) => format!("Remove an edge of {}", remove.node),
            Action::ReverseEdge(reverse) => format!("Reverse an edge of {}", reverse.node),
            Action::SetWays(set) => match set.ways {
                Ways::One => format!("Make an edge of {} one-way", set.node),
                Ways::Two => format!("Make an edge of {} two-way", set.node),
            },
            Action::SortEdges(sort) => format!("Sort edges of {}", counted(&sort.nodes)),
            Action::Connect(connect) => format!("Connect {}", counted(&connect.nodes)),
            Action::AddZone(add) => format!("Add zone {}, {}", add.x, add.y),
            Action::RemoveZone(remove) => format!("Remove zone {} of the file", remove.zone),
            Action::Regenerate(regenerate) => match regenerate.nodes {
                Nodes::Anew => "Regenerate nodes".to_owned(),
                Nodes::Keep => "Regenerate edges".to_owned(),
            },
            Action::AddVolume(add) => format!("Add a floor at {}", add.z),
            Action::RemoveVolumes(_) => "Remove volumes".to_owned(),
            Action::SetVolumes(_) => "Change volumes".to_owned(),
            Action::SlopeVolumes(_) => "Make a slope".to_owned(),
            Action::VolumesFromMesh(made) => format!("Volumes from {}", made.file),
        }
    }
}

impl Scripted for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::AddNode(_) => "add-node",
            Action::MoveNodes(_) => "move-nodes",
            Action::SetNode(_) => "set-node",
            Action::DeleteNodes(_) => "delete-nodes",
            Action::RelistNodes(_) => "relist-nodes",
            Action::AddEdge(_) => "add-edge",
            Action::RemoveEdge(_) => "remove-edge",
            Action::ReverseEdge(_) => "reverse-edge",
            Action::SetWays(_) => "set-ways",
            Action::SortEdges(_) => "sort-edges",
            Action::Connect(_) => "connect",
            Action::AddZone(_) => "add-zone",
            Action::RemoveZone(_) => "remove-zone",
            Action::Regenerate(_) => "regenerate",
            Action::AddVolume(_) => "add-volume",
            Action::RemoveVolumes(_) => "remove-volumes",
            Action::SetVolumes(_) => "set-volumes",
            Action::SlopeVolumes(_) => "slope-volumes",
            Action::VolumesFromMesh(_) => "volumes-from-mesh",
        }
    }
}

fn counted(selection: &Selection) -> String {
    match selection {
        Selection::Everything => "all nodes".to_owned(),
        Selection::Ids(ids) => match ids.as_slice() {
            [one] => one.to_string(),
            more => format!("{} nodes", more.len()),
        },
        Selection::Box(_) => "the nodes in a box".to_owned(),
        Selection::ComponentOf(node) => format!("the island of {node}"),
    }
}
