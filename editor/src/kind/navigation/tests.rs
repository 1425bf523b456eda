//! An open mesh by its model: asked, mended with undo, saved, recovered.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::eq::nav;
use landwright_core::nav::eq::mesh::why::Outcome;
use landwright_core::sample;
use landwright_core::space::eq::area::Area;
use tempfile::TempDir;

use crate::command::CommandId;
use crate::kind::document::common::ViewKind;
use crate::kind::navigation::commands::{
    AREAS, BRIDGE_GAP, ISLAND, NONE, REMOVE, REMOVE_TILE, TILE, TOOLS,
};
use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::message::{ToMesh, Tool, Way};
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::brought_back;
use crate::settings::Settings;

struct Desk {
    folder: TempDir,
    model: Model,
}

impl Desk {
    /// With the made-up mesh in front, and its zone beside it.
    fn new() -> Desk {
        let folder = TempDir::new().unwrap();
        for file in sample::eq::files().unwrap() {
            fs::write(folder.path().join(&file.path), &file.bytes).unwrap();
        }
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model };
        let path = desk.file();
        desk.handle(Message::Open(vec![path]));
        desk
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("isle.nav")
    }

    fn handle(&mut self, message: Message) {
        self.model.handle(message);
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        assert!(self.model.can_run(id), "{}", id.command().name);
        self.handle(Message::Command(id));
    }

    fn mesh(&self) -> &NavDocument {
        let any: &dyn std::any::Any = self.model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn send(&mut self, message: ToMesh) {
        let id = self.mesh().id;
        self.handle(Message::Kind(id, Sent::new(message)));
    }

    fn choose(&mut self, tool: Tool) {
        self.run(TOOLS.iter().find(|(own, _)| *own == tool).unwrap().1);
        assert_eq!(self.mesh().tool, tool);
    }

    /// Clicks a place from above, in the server's axes.
    fn click(&mut self, x: f32, y: f32) {
        let (polygon, z) = self.mesh().seen_at([x, y]).unwrap();
        self.send(ToMesh::Click { at: [x, y, z], polygon: Some(polygon), way: Way::Replace });
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.file()).unwrap()
    }

    fn last_step(&self) -> String {
        self.mesh().editing.rows().last().unwrap().title.clone()
    }
}

fn make(area: Area) -> CommandId {
    AREAS.iter().find(|(own, _)| *own == area).unwrap().1
}

#[test]
fn the_zone_beside_a_mesh_is_its_ground_and_a_click_selects_the_highest_polygon() {
    let mut desk = Desk::new();
    assert_eq!(desk.mesh().zone.as_ref().unwrap().file, "isle.s3d");
    desk.click(0.5, -60.0);
    let mesh = desk.mesh();
    let own = *mesh.selection.first().unwrap();
    assert!(mesh.mesh.polygons[own].corners.iter().all(|[_, z, _]| *z == 5.0), "the bridge");
    desk.send(ToMesh::Below(Some(4.0)));
    let (_, z) = desk.mesh().seen_at([0.5, -60.0]).unwrap();
    assert_eq!(z, -20.0, "the bottom of the lake");
    desk.run(CommandId::New3dView);
    let view = desk.model.active.unwrap();
    assert_eq!(desk.model.view(view).unwrap().kind, ViewKind::InSpace);
}

#[test]
fn a_connection_of_two_clicks_is_undone_redone_and_saved() {
    let mut desk = Desk::new();
    let before = desk.bytes();
    let n_before = desk.mesh().connections.len();
    desk.choose(Tool::Connect);
    desk.send(ToMesh::BothWays(true));
    desk.click(0.0, -30.0);
    assert!(desk.mesh().begun.is_some());
    desk.click(0.0, 30.0);
    assert_eq!(desk.last_step(), "Connect both ways");
    let mesh = desk.mesh();
    assert_eq!((mesh.connections.len(), mesh.selection.len()), (n_before + 1, 1));
    let added = mesh.connections[mesh.selection.first().unwrap()];
    assert!(added.leads_back && added.stands == [true, true]);
    desk.run(CommandId::Undo);
    assert_eq!(desk.mesh().edited().to_bytes(), before);
    desk.run(CommandId::Redo);
    assert_eq!(desk.mesh().selection.len(), 1, "what a step changed is selected");
    desk.run(CommandId::Save);
    let on_disk = nav::read(&desk.bytes()).unwrap();
    assert_eq!(on_disk.content, *desk.mesh().edited().content());
    desk.run(CommandId::Undo);
    desk.run(CommandId::Save);
    assert_eq!(desk.bytes(), before);
}

#[test]
fn a_way_is_found_or_its_gap_is_connected() {
    let mut desk = Desk::new();
    desk.choose(Tool::Route);
    desk.click(0.0, 0.0);
    desk.click(-80.0, 0.0);
    let outcome = |desk: &Desk| desk.mesh().route.as_ref().unwrap().answer.outcome.clone();
    assert!(matches!(outcome(&desk), Outcome::Reached(_)), "{:?}", outcome(&desk));
    assert!(!desk.model.can_run(BRIDGE_GAP));
    // From the grass to the top of the hill, which one can only jump down from.
    desk.click(0.0, 0.0);
    assert!(desk.mesh().route.is_none());
    desk.click(60.0, 50.0);
    assert!(matches!(outcome(&desk), Outcome::CutOff(_)), "{:?}", outcome(&desk));
    desk.run(BRIDGE_GAP);
    assert!(matches!(outcome(&desk), Outcome::Reached(_)), "it is asked again");
    desk.run(CommandId::Undo);
    assert!(matches!(outcome(&desk), Outcome::CutOff(_)));
    desk.run(NONE);
    assert!(desk.mesh().route.is_none() && desk.mesh().selection.is_empty());
}

#[test]
fn polygons_are_disabled_and_removed_with_connections_as_one_step() {
    let mut desk = Desk::new();
    desk.click(0.5, -60.0);
    desk.run(make(Area::Disabled));
    let own = *desk.mesh().selection.first().unwrap();
    assert_eq!(desk.mesh().mesh.polygons[own].area, Area::Disabled.number());
    assert!(!desk.mesh().mesh.is_walked(own));
    let (n_polygons, n_connections) = {
        let mesh = desk.mesh();
        (mesh.order.len(), mesh.connections.len())
    };
    let connection = *desk.mesh().connections.keys().next().unwrap();
    // The last polygon has a number behind that of the connection.
    let last = *desk.mesh().order.iter().max().unwrap();
    assert!(connection < last);
    let corners = desk.mesh().mesh.polygons[last].corners.clone();
    let polygons = BTreeSet::from([connection, last]);
    desk.send(ToMesh::Select { polygons, way: Way::Replace });
    desk.run(REMOVE);
    assert_eq!(desk.last_step(), "Remove 1 connection and 1 polygon");
    let mesh = desk.mesh();
    assert_eq!((mesh.order.len(), mesh.connections.len()), (n_polygons - 1, n_connections - 1));
    assert!(mesh.mesh.polygons.iter().all(|polygon| polygon.corners != corners));
    desk.run(CommandId::Undo);
    assert_eq!(desk.mesh().order.len(), n_polygons);
}

#[test]
fn tiles_and_islands_are_selected_and_a_tile_is_removed() {
    let mut desk = Desk::new();
    let n_tiles = desk.mesh().mesh.tiles.len();
    desk.click(0.5, -60.0);
    desk.run(TILE);
    let n_of_tile = desk.mesh().selection.len();
    assert!(n_of_tile > 1);
    desk.run(ISLAND);
    assert!(desk.mesh().selection.len() > n_of_tile);
    desk.click(0.5, -60.0);
    desk.run(REMOVE_TILE);
    assert_eq!(desk.mesh().mesh.tiles.len(), n_tiles - 1);
    assert_eq!(desk.mesh().seen_at([0.5, -60.0]), None);
    desk.run(CommandId::Undo);
    assert_eq!(desk.mesh().edited().to_bytes(), desk.bytes());
}

#[test]
fn problems_lead_to_their_connections_and_what_is_not_possible_says_why() {
    let mut desk = Desk::new();
    let problems = &desk.mesh().problems;
    let loose = problems.iter().position(|it| it.code == "nav-connection-loose").unwrap();
    let id = desk.mesh().id;
    desk.handle(Message::ShowProblem(id, loose));
    let mesh = desk.mesh();
    let shown = mesh.connections[mesh.selection.first().unwrap()];
    assert_eq!(shown.stands, [true, false]);
    desk.choose(Tool::Connect);
    let steps = desk.mesh().editing.rows().len();
    desk.click(0.0, 0.0);
    desk.send(ToMesh::Click { at: [0.0, 0.0, 900.0], polygon: None, way: Way::Replace });
    assert_eq!(desk.mesh().editing.rows().len(), steps, "it is refused");
}

#[test]
fn what_was_mended_is_there_again_after_a_crash() {
    let mut desk = Desk::new();
    desk.click(0.5, -60.0);
    desk.run(make(Area::Disabled));
    let now = desk.mesh().edited().content().clone();
    let Desk { folder, model } = desk;
    drop(model);
    let model = brought_back(folder.path().join("home"));
    let mut desk = Desk { folder, model };
    assert_eq!(*desk.mesh().edited().content(), now);
    assert!(!desk.mesh().editing.is_saved());
    desk.run(CommandId::Undo);
    assert_eq!(desk.mesh().edited().to_bytes(), desk.bytes());
}

#[test]
fn a_mesh_that_changed_on_disk_is_read_again_as_a_step() {
    let mut desk = Desk::new();
    let before = desk.bytes();
    let mut file = nav::read(&before).unwrap();
    file.content.tiles.remove(0);
    let path = desk.file();
    fs::write(&path, nav::write(&file)).unwrap();
    desk.handle(Message::FileChanged(path.clone()));
    assert_eq!(desk.mesh().mesh.tiles.len(), file.content.tiles.len());
    desk.run(CommandId::Undo);
    assert_eq!(desk.mesh().edited().to_bytes(), before);
    // With changes of both, the person decides.
    file.content.tiles.remove(0);
    fs::write(&path, nav::write(&file)).unwrap();
    desk.handle(Message::FileChanged(path));
    let id = desk.mesh().id;
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.handle(Message::Answer(Answer::KeepMine(id)));
    desk.run(CommandId::Save);
    assert_eq!(desk.bytes(), before);
}

#[test]
fn both_sides_of_a_mesh_are_merged_and_a_polygon_that_both_painted_is_decided() {
    let mut desk = Desk::new();
    desk.click(0.5, -60.0);
    let polygon = *desk.mesh().selection.first().unwrap();
    desk.run(make(Area::Disabled));
    let painted = |desk: &Desk, nth: usize| {
        let content = desk.mesh().edited().content();
        let tile = content.tiles.iter().position(|tile| !tile.polygons.is_empty()).unwrap();
        let all: Vec<u8> = content.tiles[tile..]
            .iter()
            .flat_map(|tile| tile.polygons.iter().map(|own| own.area_and_kind))
            .collect();
        all[nth]
    };
    let ours = painted(&desk, polygon);
    let mut file = nav::read(&desk.bytes()).unwrap();
    let other = usize::from(polygon == 0);
    let mut all = file.content.tiles.iter_mut().flat_map(|tile| &mut tile.polygons);
    let mut nth = |n: usize| {
        let own = all.by_ref().nth(n).unwrap();
        own.area_and_kind = (own.area_and_kind & 0xc0) | 9;
        own.area_and_kind
    };
    let (first, second) = (polygon.min(other), polygon.max(other));
    let [_, theirs] = [nth(first), nth(second - first - 1)];
    let path = desk.file();
    fs::write(&path, nav::write(&file)).unwrap();
    desk.handle(Message::FileChanged(path));
    desk.handle(Message::Answer(Answer::Merge(desk.mesh().id)));
    assert_eq!(desk.model.dialog(), None);
    assert_eq!((painted(&desk, polygon), painted(&desk, other)), (ours, theirs));
    let open = |desk: &Desk| desk.mesh().common.conflicts.as_ref().unwrap().open().len();
    assert_eq!(open(&desk), 1);
    desk.click(0.5, -60.0);
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.mesh().selection.iter().copied().collect::<Vec<_>>(), [polygon]);
    desk.run(CommandId::TakeTheirs);
    assert_eq!((painted(&desk, polygon), open(&desk)), (theirs, 0));
    desk.run(CommandId::Undo);
    assert_eq!((painted(&desk, polygon), open(&desk)), (ours, 1));
}

#[test]
fn after_its_journal_was_given_up_a_saved_mesh_has_a_new_one() {
    let mut desk = Desk::new();
    desk.click(0.5, -60.0);
    desk.run(make(Area::Disabled));
    let id = desk.mesh().id;
    desk.model.document_mut(id).unwrap().history_mut().give_journal_up();
    desk.run(CommandId::Save);
    assert!(desk.model.journal_in_trouble().is_none());
    desk.run(REMOVE_TILE);
    let now = desk.mesh().edited().content().clone();
    let Desk { folder, model } = desk;
    drop(model);
    let model = brought_back(folder.path().join("home"));
    let desk = Desk { folder, model };
    assert_eq!(*desk.mesh().edited().content(), now);
    assert_eq!(desk.mesh().editing.rows().len(), 1);
}
