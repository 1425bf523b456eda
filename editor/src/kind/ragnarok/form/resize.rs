//! The values of the dialog for a different size.

use landwright_core::format::ragnarok::gat::Terrain;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::reshape::{Anchor, Fill, Resize};

#[derive(Debug, Clone, PartialEq)]
pub struct ResizeForm {
    pub width: u32,
    pub height: u32,
    /// Which part of the map keeps its place.
    pub anchor: Anchor,
    /// What new cells are.
    pub kind: u32,
    pub height_of_new_cells: f32,
}

impl ResizeForm {
    pub fn of(map: &GatMap) -> ResizeForm {
        let (width, height) = (map.width(), map.height());
        let (anchor, kind, height_of_new_cells) = (Anchor::SouthWest, 1, 0.0);
        ResizeForm { width, height, anchor, kind, height_of_new_cells }
    }

    pub fn action(&self) -> Action {
        let fill = Fill { terrain: Terrain(self.kind), height: self.height_of_new_cells };
        let (width, height, anchor) = (self.width, self.height, self.anchor);
        Action::Resize(Resize { width, height, anchor, fill })
    }

    /// How many cells of a map have no place any more, and how many are new.
    pub fn cut_and_new(&self, map: &GatMap) -> (u64, u64) {
        let cells = |width: u32, height: u32| u64::from(width) * u64::from(height);
        let kept = cells(self.width.min(map.width()), self.height.min(map.height()));
        (cells(map.width(), map.height()) - kept, cells(self.width, self.height) - kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::CommandId;
    use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog};
    use crate::message::Message;
    use crate::message::dialog::Dialog;
    use crate::model::trial::{act, flat, kind, run, titles};

    #[test]
    fn a_map_grows_around_its_anchor_as_one_step() {
        let mut model = flat(10);
        act(&mut model, "paint", r#"{"region":{"spans":[[9,9,10]]},"ink":{"type":5}}"#);
        run(&mut model, CommandId::Resize);
        let Some(MapDialog::Resize(id, mut form)) = model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!()
        };
        form = ResizeForm { width: 12, height: 8, anchor: Anchor::NorthEast, ..form };
        let map = model.map(id).unwrap().map();
        assert_eq!(form.cut_and_new(map), (20, 16));
        model.handle(Message::Answer(MapAnswer::Do(id, form.action().into()).answer()));
        model.settle();
        let map = model.map(id).unwrap().map();
        assert_eq!((map.width(), map.height()), (12, 8));
        assert_eq!(kind(&model, 11, 7), 5);
        assert_eq!(kind(&model, 0, 0), 1);
        assert_eq!(titles(&model)[1], "Resize to 12 × 8");
        run(&mut model, CommandId::Undo);
        assert_eq!(kind(&model, 9, 9), 5);
    }
}
