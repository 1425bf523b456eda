//! Merging an open area with what is on disk: nodes and edges by what each side did since the last save.

use landwright_core::world::Document;
use landwright_core::world::area::Area;
use landwright_core::world::area::merge::{Merged, merge};
use landwright_core::world::three_way::Line;

use crate::kind::tera::document::AreaDocument;

/// What both sides come to.
#[derive(Debug)]
pub(super) struct Merge {
    area: Area,
    /// What both sides changed, each in its own way: it is as it is here.
    pub(super) told: Vec<String>,
}

impl Merge {
    /// Of the area as it was saved, as it is here, and as it is on disk.
    pub(super) fn of([saved, ours, theirs]: &[Area; 3]) -> Result<Merge, String> {
        let apd = |area: &Area| area.to_apd().map_err(|error| error.to_string());
        let merged = merge(&apd(saved)?, &apd(ours)?, &apd(theirs)?);
        let Merged { apd, conflicts, .. } = merged.map_err(|error| error.to_string())?;
        let area = Area::new(&apd).map_err(|error| error.to_string())?;
        let told = conflicts.into_iter().map(|conflict| Line::from(conflict).conflict()).collect();
        Ok(Merge { area, told })
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
    use crate::model::trial::run;

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
    fn a_node_that_both_sides_moved_stays_as_it_is_here_and_is_listed() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, file) = opened_with_zones(folder.path(), None);
        let [first, _] = first_two(model.active_area().unwrap().area());
        move_here(&mut model, first.0, 4);
        move_there(&file, first.0, -4);
        merge_both(&mut model, &file);
        let Some(Dialog::Merged { told, .. }) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        assert!(told.iter().any(|line| line.contains("position")), "{told:?}");
        assert!(xs(&model).contains(&(first.1.x + 4.0)));
    }
}
