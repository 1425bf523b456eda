//! Merging an open area with what is on disk: nodes and edges by what each side did since the last save.

use landwright_core::world::Document;
use landwright_core::world::area::Area;
use landwright_core::world::area::merge::{Merged, merge};

use crate::kind::tera::conflicts;
use crate::kind::tera::document::AreaDocument;
use crate::versions::conflicts::{Conflict, Theirs};

/// What both sides come to.
#[derive(Debug)]
pub(super) struct Merge {
    area: Area,
    /// What both sides changed, each in its own way: it is as it is here.
    pub(super) conflicts: Vec<Conflict>,
    /// The same where only a person can decide it.
    pub(super) told: Vec<String>,
    /// The version on disk, where there are conflicts.
    pub(super) theirs: Option<Theirs>,
}

impl Merge {
    /// Of the area as it was saved, as it is here, and as it is on disk.
    pub(super) fn of([saved, ours, theirs]: &[Area; 3]) -> Result<Merge, String> {
        let apd = |area: &Area| area.to_apd().map_err(|error| error.to_string());
        let merged = merge(&apd(saved)?, &apd(ours)?, &apd(theirs)?);
        let Merged { apd, conflicts, takes, .. } = merged.map_err(|error| error.to_string())?;
        let area = Area::new(&apd).map_err(|error| error.to_string())?;
        let (conflicts, told) = conflicts::of(conflicts, takes);
        Ok(Merge { area, conflicts, told, theirs: None })
    }
}

impl AreaDocument {
    /// Becomes it, over the geometry and with the route tests that are here.
    pub(super) fn take_merge(&mut self, Merge { area, .. }: &Merge) {
        self.give_edits_up();
        let before = self.area().clone();
        let new = area.with_volumes_of(&before).with_route_tests(before.route_tests().clone());
        let (selection, edge) = (self.selection.clone(), self.edge);
        if let Some(edit) = before.edit_to(&new) {
            self.apply("Merge with the version on disk", &edit);
            self.editing.mark_renumbered();
            (self.selection, self.edge) = (selection, edge);
            self.select_by_place(&before);
            (self.numbers_in_file, self.n_ids_in_file) = (None, self.area().n_ids());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use landwright_core::format::tera::apd;
    use landwright_core::sample::tera::packed_file;
    use landwright_core::space::tera::PosInWorld;
    use landwright_core::world::area::action::Action;
    use landwright_core::world::area::geometry::Geometry;
    use landwright_core::world::area::id::NodeId;

    use super::*;
    use crate::command::CommandId;
    use crate::kind::document::open::OpenDocument;
    use crate::kind::tera::message::AreaMessage;
    use crate::kind::tera::tests::{opened_with_zones, tell};
    use crate::message::Message;
    use crate::message::dialog::{Answer, Dialog};
    use crate::model::Model;
    use crate::model::trial::{brought_back, run};

    fn first_two(area: &Area) -> [(NodeId, PosInWorld); 2] {
        let mut nodes = area.nodes().map(|node| (node, area.pos(node).unwrap()));
        [nodes.next().unwrap(), nodes.next().unwrap()]
    }

    fn moving(node: NodeId, by: i32) -> Action {
        let action = format!(
            r#"{{"action":"move-nodes","nodes":{{"ids":[{}]}},"by":[{by},0,0],"snap":"none"}}"#,
            node.0
        );
        serde_json::from_str(&action).unwrap()
    }

    fn move_here(model: &mut Model, node: NodeId, by: i32) {
        tell(model, AreaMessage::Act(moving(node, by)));
        model.settle();
    }

    /// Another program moves a node of the file.
    fn move_there(file: &Path, node: NodeId, by: i32) {
        let read = apd::read_packed(&std::fs::read(file).unwrap()).unwrap().0;
        let area = Area::new(&read).unwrap();
        let moved = moving(node, by).resolve(&area, &Geometry::none()).unwrap().area;
        let bytes = packed_file("", &apd::write(&moved.to_apd().unwrap())).bytes;
        std::fs::write(file, bytes).unwrap();
    }

    fn merge_both(model: &mut Model, file: &Path) {
        model.handle(Message::FileChanged(file.to_owned()));
        model.settle();
        let Some(Dialog::ChangedOnDisk { document, .. }) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        model.handle(Message::Answer(Answer::Merge(document)));
        model.settle();
    }

    /// Where nodes are, along one axis.
    fn xs(model: &Model) -> Vec<f64> {
        let area = model.active_area().unwrap().area();
        area.nodes().map(|node| area.pos(node).unwrap().x).collect()
    }

    #[test]
    fn nodes_that_were_moved_here_and_there_are_both_where_they_were_put() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, file) = opened_with_zones(folder.path(), None);
        let [first, second] = first_two(model.active_area().unwrap().area());
        move_here(&mut model, first.0, 4);
        let mine = xs(&model);
        move_there(&file, second.0, 6);
        merge_both(&mut model, &file);
        assert_eq!(model.dialog(), None);
        let both = xs(&model);
        assert!(both.contains(&(first.1.x + 4.0)) && both.contains(&(second.1.x + 6.0)));
        assert_eq!(both.len(), mine.len());
        assert!(model.active_area().unwrap().has_unsaved_changes());
        run(&mut model, CommandId::Undo);
        assert_eq!(xs(&model), mine);
        run(&mut model, CommandId::Redo);
        run(&mut model, CommandId::Save);
        model.settle();
        assert!(!model.active_area().unwrap().has_unsaved_changes());

        // The next merge begins with what was saved.
        let [first, second] = first_two(model.active_area().unwrap().area());
        move_here(&mut model, second.0, 2);
        move_there(&file, first.0, 3);
        merge_both(&mut model, &file);
        let both = xs(&model);
        assert!(both.contains(&(first.1.x + 3.0)) && both.contains(&(second.1.x + 2.0)));
    }

    #[test]
    fn a_node_that_both_sides_moved_stays_as_it_is_here_until_it_is_decided() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let (mut model, file) = opened_with_zones(folder.path(), Some(home.clone()));
        let [first, _] = first_two(model.active_area().unwrap().area());
        move_here(&mut model, first.0, 4);
        move_there(&file, first.0, -4);
        let theirs = std::fs::read(&file).unwrap();
        merge_both(&mut model, &file);
        let Some(Dialog::Merged { told, .. }) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        // Edges that came into other octants are as neither side has them.
        assert_eq!(told.iter().filter(|line| line.contains(": edge ")).count(), told.len());

        // The list and the version of the other side outlive a crash.
        drop(model);
        let mut model = brought_back(home);
        let [ours, there] = [4.0, -4.0].map(|by| first.1.x + by);
        let open = |model: &Model| {
            let conflicts = model.active_area().unwrap().conflicts.as_ref().unwrap();
            let open = conflicts.open().iter().map(|open| open.conflict.clone());
            open.collect::<Vec<_>>()
        };
        let conflicts = open(&model);
        let fields: Vec<&str> = conflicts.iter().map(|it| it.field.as_str()).collect();
        assert_eq!(fields, ["position"]);
        assert!(conflicts[0].theirs.starts_with(&format!("{there}")), "{conflicts:?}");
        assert!(xs(&model).contains(&ours) && !xs(&model).contains(&there));
        let kept = model.active_area().unwrap().conflicts.as_ref().unwrap();
        assert!(std::fs::read(&kept.theirs.as_ref().unwrap().backup).unwrap() == theirs);

        run(&mut model, CommandId::NextConflict);
        let area = model.active_area().unwrap();
        let selected: Vec<f64> =
            area.selection.iter().map(|node| area.pos(*node).unwrap().x).collect();
        assert_eq!(selected, [ours]);
        run(&mut model, CommandId::TakeTheirs);
        assert!(xs(&model).contains(&there) && !xs(&model).contains(&ours));
        assert_eq!(open(&model), []);
        run(&mut model, CommandId::Undo);
        assert!(xs(&model).contains(&ours));
        assert_eq!(open(&model), conflicts);
        run(&mut model, CommandId::TakeAllOurs);
        assert_eq!(open(&model), []);
    }
}
