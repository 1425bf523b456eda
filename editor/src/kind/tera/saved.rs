//! The version on disk of an open area where none of its steps is that any more: another program
//! changed a file meanwhile, and what is here stayed.

use landwright_core::world::area::Area;
use landwright_core::world::journal::Trouble;
use landwright_core::world::{Document, StepId};

use super::document::AreaDocument;

/// The version on disk, but for the geometry and the route tests.
#[derive(Debug)]
pub(super) enum Base {
    /// As it was right after a step.
    Step(StepId),
    /// As it was read.
    Read(Box<Area>),
}

impl Default for Base {
    fn default() -> Base {
        Base::Step(StepId::OPENED)
    }
}

impl AreaDocument {
    /// No step is what is on disk: until the next save, wherever undo leads is unsaved.
    pub(crate) fn forget_saved(&mut self) {
        if let Some(saved) = self.editing.steps().saved() {
            self.base = Base::Step(saved);
            self.editing.forget_saved();
        }
    }

    /// Goes where it was saved; where no step is that, becomes what is on disk by one more.
    pub(super) fn go_to_what_is_on_disk(&mut self) -> Result<(), Trouble> {
        if let Some(saved) = self.editing.steps().saved() {
            return self.go_at_once(saved);
        }
        let on_disk = match &self.base {
            Base::Read(area) => Area::clone(area),
            Base::Step(step) => {
                let step = *step;
                self.go_at_once(step)?;
                self.area().clone()
            }
        };
        self.become_as_on_disk("Discard unsaved changes", &on_disk);
        if let Some(fingerprint) = self.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
        }
        Ok(())
    }

    /// Becomes an area as it is on disk, over the geometry and with the route tests that are there.
    pub(super) fn become_as_on_disk(&mut self, title: &str, on_disk: &Area) {
        let volumes = self.area().with_volumes_on_disk(&self.geometry);
        let route_tests = self.tests_on_disk.tests.clone();
        let on_disk = on_disk.with_volumes_of(&volumes).with_route_tests(route_tests);
        let before = self.area().clone();
        let (selection, edge) = (self.selection.clone(), self.edge);
        if let Some(edit) = before.edit_to(&on_disk) {
            self.apply(title, &edit);
            self.editing.mark_renumbered();
            (self.selection, self.edge) = (selection, edge);
            self.select_by_place(&before);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::kind::tera::dialog::{AreaAnswer, AreaDialog};
    use std::fs;
    use std::path::Path;

    use landwright_core::format::tera::zgd::{self, Zgd};
    use landwright_core::sample::tera::packed_file;

    use super::super::message::AreaMessage;
    use super::super::tests::{brush, drag_with, opened_with_zones, point, tell, volumes};
    use crate::command::CommandId as Id;
    use crate::kind::document::common::Then;
    use crate::kind::document::open::OpenDocument;
    use crate::message::Message;
    use crate::message::dialog::{Answer, Dialog};
    use crate::model::Model;
    use crate::view::hand::{Held, Phase};
    use landwright_core::format::tera::zgd::OPEN_SKY as SKY;

    const ZONE: &str = "x1000y1000.zgd";

    fn run(model: &mut Model, id: Id) {
        model.handle(Message::Command(id));
        model.settle();
    }

    fn paint(model: &mut Model, at: [f64; 2]) {
        brush(model, Id::AddVolumes, 300, 50);
        drag_with(model, at, at, Held::default());
    }

    /// Another program puts the floor of the first cell somewhere else.
    fn change(folder: &Path, z: i16) {
        let theirs = Zgd::from_cells(|x, y, cell| {
            cell.push((if (x, y) == (0, 0) { z } else { 0 }, SKY).into());
        });
        fs::write(folder.join(ZONE), packed_file("", &zgd::write(&theirs)).bytes).unwrap();
    }

    fn changed(model: &mut Model, folder: &Path, z: i16) {
        change(folder, z);
        model.handle(Message::FileChanged(folder.join(ZONE)));
        model.settle();
    }

    fn first_cell_on_disk(folder: &Path) -> Vec<(i16, u16)> {
        let zgd = zgd::read_packed(&fs::read(folder.join(ZONE)).unwrap()).unwrap().0;
        zgd.volumes_at(0, 0).iter().map(|volume| (volume.z, volume.height)).collect()
    }

    fn is_saved(model: &Model) -> bool {
        !model.active_area().unwrap().has_unsaved_changes()
    }

    #[test]
    fn undo_to_what_was_saved_is_unsaved_where_that_is_not_on_disk_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        paint(&mut model, [8.0, 8.0]);
        changed(&mut model, folder.path(), 40);
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY), (300, 50)], "mine stays");
        run(&mut model, Id::Undo);
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY)]);
        assert!(!is_saved(&model), "a save would put 0 where 40 is");
        let id = model.active_area().unwrap().id;
        model.handle(Message::Answer(Answer::Discard(id, Then::Reload)));
        model.settle();
        assert!(is_saved(&model));
        assert_eq!(volumes(&mut model, 0, 0), [(40, SKY)]);
        paint(&mut model, [88.0, 8.0]);
        run(&mut model, Id::Save);
        assert!(is_saved(&model), "{:?}", model.dialog());
        assert_eq!(first_cell_on_disk(folder.path()), [(40, SKY)]);
    }

    #[test]
    fn a_cell_that_changed_on_both_sides_is_mine_until_somebody_wants_that_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        paint(&mut model, [8.0, 8.0]);
        changed(&mut model, folder.path(), 40);
        let Some(AreaDialog::CellsChanged { document, name, cells }) =
            model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!("{:?}", model.dialog())
        };
        let cell = cells.first().unwrap().1;
        assert_eq!((cells.len(), cell.x(), cell.y()), (1, 0, 0));
        assert!(name.ends_with(".apd"), "{name}");
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY), (300, 50)], "mine");
        let shown = AreaAnswer::GoToCell(document, *cells.first().unwrap()).answer();
        model.handle(Message::Answer(shown));
        assert!(model.dialog().is_some(), "the question stays");
        let cell = model.active_area().unwrap().cell.unwrap();
        assert_eq!((cell.x, cell.y), (0, 0));
        model.handle(Message::Answer(AreaAnswer::TakeCells(document, cells).answer()));
        model.settle();
        assert_eq!(model.dialog(), None);
        assert_eq!(volumes(&mut model, 0, 0), [(40, SKY)]);
        run(&mut model, Id::Undo);
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY), (300, 50)]);
        run(&mut model, Id::Redo);
        run(&mut model, Id::Save);
        assert_eq!(first_cell_on_disk(folder.path()), [(40, SKY)]);
    }

    #[test]
    fn what_changes_on_disk_during_a_stroke_ends_it() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        paint(&mut model, [8.0, 8.0]);
        brush(&mut model, Id::AddVolumes, 500, 50);
        point(&mut model, Phase::Press, [88.0, 8.0], Held::default());
        changed(&mut model, folder.path(), 40);
        point(&mut model, Phase::Drag, [168.0, 8.0], Held::default());
        point(&mut model, Phase::Release, [168.0, 8.0], Held::default());
        let n_steps = model.active_area().unwrap().editing().rows().len();
        assert_eq!(n_steps, 2, "the rest of the drag does nothing");
        assert_eq!(volumes(&mut model, 5, 0).len(), 2);
        assert_eq!(volumes(&mut model, 10, 0), [(0, SKY)]);
    }

    #[test]
    fn whoever_keeps_theirs_hears_of_the_cells_that_changed_on_both_sides() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, path) = opened_with_zones(folder.path(), None);
        let mut other = Model::new(Default::default(), None, std::sync::Arc::new(|| ()));
        other.handle(Message::Open(vec![path.clone()]));
        other.settle();
        let node = other.active_area().unwrap().area().nodes().next().unwrap();
        tell(&mut other, AreaMessage::Select([node].into()));
        run(&mut other, Id::DeleteSelected);
        run(&mut other, Id::Save);
        paint(&mut model, [8.0, 8.0]);
        changed(&mut model, folder.path(), 40);
        let Some(Dialog::ChangedOnDisk { document, .. }) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        model.handle(Message::Answer(Answer::KeepMine(document)));
        model.settle();
        assert!(matches!(
            model.dialog().and_then(Dialog::form),
            Some(AreaDialog::CellsChanged { .. })
        ));
        model.handle(Message::Answer(Answer::Cancel));
        let n_nodes = |model: &Model| model.active_area().unwrap().area().n_nodes();
        let n_mine = n_nodes(&model);
        run(&mut model, Id::Undo);
        assert!(!is_saved(&model), "on disk there is a node less");
        let nodes: Vec<_> = model.active_area().unwrap().area().nodes().collect();
        let last = *nodes.last().unwrap();
        let pos_of_selected = |model: &Model| {
            let area = model.active_area().unwrap();
            area.selection.iter().map(|node| area.pos(*node).unwrap()).collect::<Vec<_>>()
        };
        tell(&mut model, AreaMessage::Select([last].into()));
        let pos = pos_of_selected(&model);
        model.handle(Message::Answer(Answer::Discard(document, Then::Reload)));
        model.settle();
        assert!(is_saved(&model));
        assert_eq!(n_nodes(&model) + 1, n_mine);
        for id in [Id::Undo, Id::Redo, Id::Undo] {
            assert_eq!(pos_of_selected(&model), pos, "the node that stands there");
            run(&mut model, id);
        }
        assert_eq!(pos_of_selected(&model), pos);
        run(&mut model, Id::Redo);
        assert_eq!(volumes(&mut model, 0, 0), [(40, SKY)]);
    }
}
