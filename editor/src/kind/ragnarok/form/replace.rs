//! The values of the dialog that replaces a type.

use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::paint::{Ink, Paint};
use landwright_core::world::gat::region::Region;

use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::proposal::Suggestion;
use crate::message::dialog::Scope;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceForm {
    pub scope: Scope,
    pub by: By,
    pub from: u32,
    pub to: u32,
}

/// What is compared and replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The water bit is not asked and stays.
    Type,
    /// All 32 bits.
    Raw,
}

impl ReplaceForm {
    /// To what is painted with.
    pub fn new(ink: Ink, document: &MapDocument) -> ReplaceForm {
        let (by, to) = match ink {
            Ink::Type(kind) => (By::Type, kind),
            Ink::Raw(raw) => (By::Raw, raw),
            Ink::Water(_) => (By::Type, 0),
        };
        let from = u32::from(to == 0);
        ReplaceForm { scope: Scope::usual(document), by, from, to }
    }

    pub fn suggestion(&self, document: &MapDocument) -> Suggestion {
        let (from, to) = (self.from, self.to);
        let (region, ink, title) = match self.by {
            By::Type => (Region::Type(from), Ink::Type(to), format!("Replace type {from} by {to}")),
            By::Raw => {
                (Region::Raw(from), Ink::Raw(to), format!("Replace raw value {from} by {to}"))
            }
        };
        let within = match self.scope {
            Scope::Map => None,
            Scope::Selection => Some(Region::of_area(&document.selection)),
        };
        Suggestion { title, action: Action::Paint(Paint { region, ink, mirror: None, within }) }
    }
}

#[cfg(test)]
mod tests {
    use crate::kind::ragnarok::dialog::{MapAnswer, MapDialog};
    use landwright_core::world::gat::area::{Area, Rect};

    use super::*;
    use crate::command::CommandId;
    use crate::kind::ragnarok::message::MapMessage;
    use crate::message::Message;
    use crate::message::dialog::{Answer, Dialog};
    use crate::model::trial::{act, flat, kind, run, titles};

    #[test]
    fn a_type_is_replaced_in_the_selection_alone_as_one_step() {
        let mut model = flat(4);
        run(&mut model, CommandId::ConvertTo13);
        model.settle();
        act(&mut model, "paint", r#"{"region":{"type":0},"ink":{"water":true}}"#);
        let id = model.active_map().unwrap().id;
        let west = Rect { x: 0, y: 0, width: 2, height: 4 };
        model.handle(MapMessage::Select(Area::of_rect(west)).to(id));
        run(&mut model, CommandId::Type5);
        run(&mut model, CommandId::ReplaceType);
        let Some(MapDialog::ReplaceType(_, mut form)) =
            model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!()
        };
        assert_eq!((form.to, form.scope), (5, Scope::Selection));
        form.from = 0;
        model
            .handle(Message::Answer(Answer::Keep(MapDialog::ReplaceType(id, form.clone()).into())));
        model.settle();
        let document = model.map(id).unwrap();
        assert_eq!(document.proposal.as_ref().unwrap().n_cells(), Some(8));
        model.handle(Message::Answer(MapAnswer::Do(id, form.suggestion(document)).answer()));
        assert_eq!(kind(&model, 1, 1), 1 << 31 | 5, "the water bit stays");
        assert_eq!(kind(&model, 2, 1), 1 << 31);
        assert_eq!(titles(&model).last().unwrap(), "Replace type 0 by 5");
    }
}
