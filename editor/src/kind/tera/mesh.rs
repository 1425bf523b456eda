//! A mesh of a drawing program over an area: where it is, and the volumes that it would make.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::problem::counted::counted;
use landwright_core::space::tera::{CellInWorld, PosInWorld};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::from_mesh::{Mesh, VolumesFromMesh};

use crate::kind::tera::AreaDone;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::geometry::CellVolumes;
use crate::kind::tera::slice::corners_of;
use crate::model::Model;
use crate::model::tick::Done;
use crate::versions::name_of;
use crate::view::id::DocumentId;

/// Of a mesh with more triangles, some from everywhere are drawn.
const MOST_DRAWN: usize = 6_000;

/// A mesh that lies over an area.
#[derive(Debug, Clone)]
pub struct ReferenceMesh {
    /// What makes volumes of it, with its place.
    pub made: VolumesFromMesh,
    /// The edges of its triangles in the world.
    pub lines: Vec<[PosInWorld; 2]>,
}

impl ReferenceMesh {
    fn new(made: VolumesFromMesh) -> ReferenceMesh {
        ReferenceMesh { lines: lines(&made), made }
    }
}

fn lines(made: &VolumesFromMesh) -> Vec<[PosInWorld; 2]> {
    let n_triangles = made.mesh.as_ref().map_or(0, |mesh| mesh.n_triangles());
    let step = n_triangles.div_ceil(MOST_DRAWN).max(1);
    let mut drawn = BTreeSet::new();
    let mut lines = Vec::new();
    for corners in made.in_world().step_by(step) {
        let [a, b, c] = corners;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let bits = |at: [f64; 3]| at.map(f64::to_bits);
            let ends = (bits(from).min(bits(to)), bits(from).max(bits(to)));
            if drawn.insert(ends) {
                lines.push([from, to].map(|[x, y, z]| PosInWorld { x, y, z }));
            }
        }
    }
    lines
}

/// Whether it was drawn around its origin, and so at no place of the world.
fn is_around_origin(made: &VolumesFromMesh) -> bool {
    let mut sides = [false; 4];
    for [x, y, _] in made.in_world().flatten() {
        let [west, east, south, north] = &mut sides;
        *west |= x <= 0.0;
        *east |= x >= 0.0;
        *south |= y <= 0.0;
        *north |= y >= 0.0;
    }
    sides == [true; 4]
}

impl Model {
    pub(crate) fn read_mesh(&mut self, id: DocumentId, path: PathBuf) {
        let name = name_of(&path);
        self.jobs.start(format!("Reading {name}"), move |_| {
            let read = disk::read_file(&path, READ_LIMIT).map_err(|error| error.to_string());
            let read = read.and_then(|loaded| {
                Mesh::read(&loaded.bytes).map_err(|error| format!("{name}: {error}"))
            });
            Done::from(AreaDone::MeshRead(id, name, read.map(Arc::new)))
        });
    }

    pub(super) fn take_mesh(
        &mut self,
        id: DocumentId,
        name: String,
        read: Result<Arc<Mesh>, String>,
    ) {
        let view = self.active.filter(|view| view.document == id);
        let middle = view.and_then(|view| self.view(view)).and_then(corners_of);
        let mesh = match read {
            Ok(mesh) => mesh,
            Err(error) => return self.log.warn(format!("The mesh was not read: {error}")),
        };
        let Some(area) = self.area_mut(id) else { return };
        let n_triangles = mesh.n_triangles();
        let mut made = VolumesFromMesh::new(mesh, name);
        if (is_around_origin(&made) || !area.has_any_of(&made))
            && let Some([[low_x, low_y], [high_x, high_y]]) = middle
        {
            let [x, y] =
                [(low_x + high_x) / 2.0, (low_y + high_y) / 2.0].map(|at| f64::from(at.round()));
            made.at = [x, y, area.ground_at([x, y])];
        }
        let count = counted(n_triangles, "triangle", "triangles");
        let said = format!("{}: {count}; place it in Tools", made.file);
        area.mesh = Some(ReferenceMesh::new(made));
        self.log.note(said);
    }
}

impl AreaDocument {
    /// Whether a corner of a mesh is in a zone of the area.
    fn has_any_of(&self, made: &VolumesFromMesh) -> bool {
        made.in_world().any(|[[x, y, z], ..]| {
            let cell = CellInWorld::of(PosInWorld { x, y, z });
            let zone = cell.and_then(|cell| self.area().origin().zone_from_world(cell));
            zone.is_some_and(|(zone, _)| self.area().has_zone(zone))
        })
    }

    /// The lowest floor of a place, or as high as the nearest node.
    fn ground_at(&self, [x, y]: [f64; 2]) -> f64 {
        let cell = CellInWorld::of(PosInWorld { x, y, z: 0.0 });
        let floor = cell.and_then(|cell| match self.volumes_of(cell) {
            CellVolumes::Are(volumes) => volumes.iter().map(|volume| volume.z).min(),
            _ => None,
        });
        floor.map_or_else(|| self.nodes_height([x, y]).round(), f64::from)
    }

    pub(super) fn place_mesh(&mut self, made: Option<Box<VolumesFromMesh>>) {
        self.mesh = made.map(|made| ReferenceMesh::new(*made));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::tera::message::AreaMessage;
    use crate::kind::tera::tests::{sample, tell, volumes};
    use crate::message::{ImportTo, Message};
    use landwright_core::world::area::action::Action;
    use tempfile::TempDir;

    /// A plate of two by two cells, a metre above its origin; y is up.
    const PLATE: &str = "v 0 1 0\nv 1.28 1 0\nv 1.28 1 -1.28\nv 0 1 -1.28\nf 1 2 3 4\n";

    fn opened(text: &str) -> Model {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("plate.obj");
        std::fs::write(&path, text).unwrap();
        let mut model = sample();
        let id = model.active_area().unwrap().id;
        model.handle(Message::Import(ImportTo::Mesh(id), path));
        model.settle();
        model
    }

    #[test]
    fn volumes_of_a_mesh_are_shown_before_they_are_made() {
        let mut model = opened(PLATE);
        let mesh = model.active_area().unwrap().mesh.clone().unwrap();
        assert_eq!((mesh.made.at, mesh.lines.len()), ([0.0; 3], 5), "no view shows a place");
        let mut made = mesh.made;
        (made.at, made.clearance) = ([32.0, 32.0, 100.0], 20);
        tell(&mut model, AreaMessage::PlaceMesh(Some(Box::new(made.clone()))));
        tell(&mut model, AreaMessage::Propose(Action::VolumesFromMesh(Box::new(made))));
        model.settle();
        let proposal = model.active_area().unwrap().proposal.clone().unwrap();
        assert_eq!(proposal.title, "Volumes from plate.obj");
        assert_eq!(proposal.in_words(), "4 cells changed");
        assert_eq!(volumes(&mut model, 2, 2), [(0, 32_767)]);
        tell(&mut model, AreaMessage::Accept);
        assert_eq!(volumes(&mut model, 2, 2), [(0, 125), (125, 32_767)]);
        model.handle(Message::Command(Id::Undo));
        assert_eq!(volumes(&mut model, 2, 2), [(0, 32_767)]);
        tell(&mut model, AreaMessage::PlaceMesh(None));
        assert!(model.active_area().unwrap().mesh.is_none());
    }

    #[test]
    fn a_file_without_faces_is_reported() {
        let model = opened("v 0 0 0\n");
        assert!(model.active_area().unwrap().mesh.is_none());
        let said = &model.log.last().unwrap().text;
        assert!(said.contains("plate.obj: it has no face"), "{said}");
    }
}
