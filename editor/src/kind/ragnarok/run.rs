//! The commands of maps: which can run, which are on, and what they do.

use landwright_core::format::ragnarok::gat::Version;
use landwright_core::world::gat::action::{Action, Convert, Crop};
use landwright_core::world::gat::area::{Area, Rect};
use landwright_core::world::gat::paint::{Across, Ink, Paint};
use landwright_core::world::gat::region::{Region, Tip};
use landwright_core::world::gat::reshape::lost_by_converting;
use landwright_core::world::gat::stamp::Flip;

use crate::command::{CommandId, Needs};
use crate::kind::document::open::Open;
use crate::kind::ragnarok::dialog::MapDialog;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::form::new_map::NewMapForm;
use crate::kind::ragnarok::form::replace::ReplaceForm;
use crate::kind::ragnarok::form::resize::ResizeForm;
use crate::kind::ragnarok::tool::{Pointer, Tool};
use crate::model::Model;
use crate::view::hand::Phase;
use crate::view::id::{DocumentId, ViewId};

impl Model {
    /// Whether a command would do something to the map in front; `None` for those that are alike for
    /// all documents.
    pub(super) fn can_run_on_map(&self, id: CommandId) -> Option<bool> {
        (id == CommandId::Undo && self.tools.maps.is_drawing()).then_some(true)
    }

    /// Whether a command of maps, tools and stamps can run, whatever is in front.
    pub(super) fn can_run_with_map(&self, id: CommandId) -> bool {
        let map = self.active_map();
        match id.command().needs {
            Needs::Map => map.is_some_and(|map| has_use(map, id)),
            Needs::Selection => map.is_some_and(MapDocument::has_selection),
            Needs::Stamp => map.is_some() && self.tools.maps.stamp.is_some(),
            Needs::KeptStamp => match id {
                CommandId::TakeStamp(number) => self.stamp_of(number).is_some(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the tool, the type or the mirror of a command is the one in hand.
    pub(super) fn is_on_for_tools(&self, id: CommandId) -> Option<bool> {
        let tools = &self.tools.maps;
        match id {
            CommandId::MirrorX => Some(mirrors(tools.mirror).0),
            CommandId::MirrorY => Some(mirrors(tools.mirror).1),
            CommandId::ToggleReference => {
                let reference = self.active_map().and_then(|map| map.reference.as_ref());
                Some(reference.is_some_and(|reference| reference.shown.is_yes()))
            }
            _ => match (tool_of(id), type_of(id)) {
                (Some(tool), _) => Some(tools.tool == tool),
                (_, Some(kind)) => Some(tools.ink == Ink::Type(kind)),
                _ => None,
            },
        }
    }

    /// Does what needs no map in front: a new one, and how the tools are set.
    pub(super) fn run_without_map(&mut self, id: CommandId) -> bool {
        if let Some(tool) = tool_of(id) {
            self.tools.maps.tool = tool;
            self.tools.maps.give_corners_up();
            return true;
        }
        if let Some(kind) = type_of(id) {
            self.tools.maps.ink = Ink::Type(kind);
            return true;
        }
        match id {
            CommandId::NewMap => {
                self.dialogs.push_back(MapDialog::NewMap(NewMapForm::default()).into());
            }
            CommandId::OpenSample => self.open_sample(),
            CommandId::NextType => self.tools.maps.step_type(1),
            CommandId::PreviousType => self.tools.maps.step_type(-1),
            CommandId::BrushLarger => {
                self.tools.maps.set_brush_size(self.tools.maps.brush_size + 1);
            }
            CommandId::BrushSmaller => {
                self.tools.maps.set_brush_size(self.tools.maps.brush_size - 1);
            }
            CommandId::BrushTip => {
                self.tools.maps.tip = match self.tools.maps.tip {
                    Tip::Round => Tip::Square,
                    Tip::Square => Tip::Round,
                };
            }
            CommandId::MirrorX | CommandId::MirrorY => {
                let (x, y) = mirrors(self.tools.maps.mirror);
                let wanted = if id == CommandId::MirrorX { (!x, y) } else { (x, !y) };
                self.tools.maps.mirror = match wanted {
                    (true, true) => Some(Across::Both),
                    (true, false) => Some(Across::X),
                    (false, true) => Some(Across::Y),
                    (false, false) => None,
                };
            }
            CommandId::Paste => self.take_paste(),
            CommandId::KeepStamp(number) => self.keep_stamp(Some(number)),
            CommandId::TakeStamp(number) => {
                if let Some(stamp) = self.stamp_of(number).map(|kept| kept.id) {
                    self.take_stamp(stamp);
                }
            }
            CommandId::FlipStampX => self.tools.maps.flip_stamp(Flip::X),
            CommandId::FlipStampY => self.tools.maps.flip_stamp(Flip::Y),
            CommandId::TurnStamp => self.tools.maps.turn_stamp(),
            _ => return false,
        }
        true
    }

    /// Does a command to the map in front.
    pub(super) fn run_on_map(&mut self, id: CommandId) -> bool {
        let Some(document) = self.active_map() else { return false };
        let (of, rect) = (document.id, document.map().rect());
        let selection = document.selection.clone();
        match id {
            CommandId::Undo if self.tools.maps.is_drawing() => self.tools.maps.take_back_corner(),
            CommandId::ZoomSelection => {
                if let Some(view) = self.active_view_mut() {
                    view.fit(Some(selection.bounds()));
                }
            }
            CommandId::ToggleGround => {
                let Some(view) = self.active_view_mut() else { return false };
                view.layers.ground.toggle();
                let is_on = view.layers.ground.is_yes();
                self.note_ground(is_on);
            }
            CommandId::MirrorAtMap => self.tools.maps.mirror_around(of, None),
            CommandId::Copy => self.copy(),
            CommandId::Cut => {
                self.copy();
                self.paint_selection(of, Ink::Type(0), "Cut");
            }
            CommandId::FillSelection => {
                self.paint_selection(of, self.tools.maps.ink, "Fill selection");
            }
            CommandId::ReplaceType => {
                let form = ReplaceForm::new(self.tools.maps.ink, document);
                self.dialogs.push_back(MapDialog::ReplaceType(of, form).into());
            }
            CommandId::MirrorAtSelection => {
                let Rect { x, y, width, height } = selection.bounds();
                let middle = |start: u32, len: u32| start as f32 + len as f32 / 2.0;
                self.tools.maps.mirror_around(of, Some([middle(x, width), middle(y, height)]));
            }
            CommandId::MirrorPoint => self.tools.maps.is_setting_mirror = true,
            CommandId::AutomaticTypes => {
                let form = self.tools.maps.automatic.for_document(document);
                self.dialogs.push_back(MapDialog::AutomaticTypes(of, form).into());
            }
            CommandId::HeightsFromGround => {
                let form = self.tools.maps.from_ground.for_document(document);
                self.dialogs.push_back(MapDialog::HeightsFromGround(of, form).into());
            }
            CommandId::Reference => self.dialogs.push_back(MapDialog::Reference(of).into()),
            CommandId::ToggleReference => self.toggle_reference(of),
            CommandId::SelectAll => self.select(of, Area::of_rect(rect)),
            CommandId::SelectNone => self.select(of, Area::default()),
            CommandId::InvertSelection => self.select(of, selection.inverted(rect)),
            CommandId::GrowSelection => self.select(of, selection.grown(1, rect)),
            CommandId::ShrinkSelection => self.select(of, selection.shrunk(1, rect)),
            CommandId::SelectType => self.select_type(of),
            CommandId::ConvertTo12 => self.convert(of, Version::V1_2),
            CommandId::ConvertTo13 => self.convert(of, Version::V1_3),
            CommandId::Resize => {
                let form = ResizeForm::of(document.map());
                self.dialogs.push_back(MapDialog::Resize(of, form).into());
            }
            CommandId::CropToSelection => {
                self.do_beside(of, Action::Crop(Crop { rectangle: selection.bounds() }));
            }
            _ => return false,
        }
        true
    }

    pub(super) fn act(&mut self, id: DocumentId, action: &Action) {
        let Some(document) = self.map_mut(id) else { return };
        match document.act(action) {
            Ok(notes) => notes.into_iter().for_each(|note| self.log.note(note)),
            Err(refusal) => self.log.warn(format!("{}: {refusal}", action.title())),
        }
        self.flush(id);
    }

    /// Ways of the pointer are followed in one piece each: however often it says where it is, what
    /// lies along its way is changed once a frame.
    pub(super) fn point(&mut self, view: ViewId, pointers: &[Pointer]) {
        for piece in pointers.chunk_by(|a, b| a.is_under_way() && b.is_under_way()) {
            self.point_on(view, piece);
        }
    }

    fn point_on(&mut self, view: ViewId, piece: &[Pointer]) {
        let Some(pointer) = piece.last().copied() else { return };
        if pointer.phase == Phase::Press {
            self.focus(view);
        }
        if self.dialog().is_some() && pointer.phase == Phase::Press {
            return;
        }
        let Some(document) = self.documents.get_mut(&view.document).and_then(Open::as_map_mut)
        else {
            return;
        };
        let is_beside =
            pointer.phase == Phase::Release && self.tools.maps.is_beside_selection(document);
        let deeds = if pointer.is_under_way() {
            self.tools.maps.go(document, piece)
        } else {
            self.tools.maps.point(document, pointer)
        };
        if let Err(refusal) = deeds.and_then(|deeds| document.do_deeds(deeds)) {
            self.tools.maps.let_go();
            document.cancel();
            self.log.warn(refusal.to_string());
        } else if is_beside && self.tools.maps.has_done_nothing(document) {
            self.log.note("You can only paint inside the selection; “Select nothing” clears it");
        }
        if pointer.phase == Phase::Release {
            self.flush(view.document);
        }
    }

    /// Does some actions as one step. Those that are refused by now are left out, and said.
    fn do_as(&mut self, id: DocumentId, title: &str, actions: &[Action]) {
        let Some(document) = self.map_mut(id) else { return };
        for refusal in document.do_all(title, actions) {
            self.log.warn(format!("{title}: {refusal}"));
        }
        self.flush(id);
    }

    fn paint_selection(&mut self, id: DocumentId, ink: Ink, title: &str) {
        let Some(document) = self.map(id) else { return };
        let region = Region::of_area(&document.selection);
        let action = Action::Paint(Paint { region, ink, mirror: None, within: None });
        self.do_as(id, title, &[action]);
    }

    /// Asks first where something would be lost.
    fn convert(&mut self, id: DocumentId, version: Version) {
        let Some(document) = self.map(id) else { return };
        match lost_by_converting(document.map(), version) {
            Some(lost) => {
                self.dialogs.push_back(MapDialog::Convert { document: id, version, lost }.into());
            }
            None => self.do_beside(id, Action::Convert(Convert { version })),
        }
    }

    pub(super) fn select(&mut self, id: DocumentId, area: Area) {
        if let Some(document) = self.map_mut(id) {
            document.select(area);
        }
    }

    fn select_type(&mut self, id: DocumentId) {
        let region = match self.tools.maps.ink {
            Ink::Type(kind) => Region::Type(kind),
            Ink::Raw(raw) => Region::Raw(raw),
            Ink::Water(_) => return,
        };
        let area = self.map(id).and_then(|document| region.area(document.map()).ok());
        self.select(id, area.unwrap_or_default());
    }
}

/// Whether a map is not yet what it would become, and has what would be shown.
fn has_use(document: &MapDocument, id: CommandId) -> bool {
    match id {
        CommandId::ConvertTo12 => document.map().version() != Version::V1_2,
        CommandId::ConvertTo13 => document.map().version() != Version::V1_3,
        CommandId::ToggleReference => document.reference.is_some(),
        _ => true,
    }
}

/// Whether left and right, and top and bottom, are mirrored.
fn mirrors(mirror: Option<Across>) -> (bool, bool) {
    match mirror {
        Some(Across::X) => (true, false),
        Some(Across::Y) => (false, true),
        Some(Across::Both) => (true, true),
        Some(Across::Point) | None => (false, false),
    }
}

pub(crate) fn tool_of(id: CommandId) -> Option<Tool> {
    Some(match id {
        CommandId::ToolPaint => Tool::Paint,
        CommandId::ToolRectangle => Tool::Rectangle,
        CommandId::ToolEllipse => Tool::Ellipse,
        CommandId::ToolPolygon => Tool::Polygon,
        CommandId::ToolFill => Tool::Fill,
        CommandId::ToolHeights => Tool::Heights,
        CommandId::ToolRamp => Tool::Ramp,
        CommandId::ToolCorner => Tool::Corner,
        CommandId::ToolSelectRectangle => Tool::SelectRectangle,
        CommandId::ToolLasso => Tool::Lasso,
        CommandId::ToolWand => Tool::Wand,
        CommandId::ToolStamp => Tool::Stamp,
        CommandId::ToolProbe => Tool::Probe,
        CommandId::ToolPan => Tool::Pan,
        _ => return None,
    })
}

fn type_of(id: CommandId) -> Option<u32> {
    Some(match id {
        CommandId::Type0 => 0,
        CommandId::Type1 => 1,
        CommandId::Type2 => 2,
        CommandId::Type3 => 3,
        CommandId::Type4 => 4,
        CommandId::Type5 => 5,
        CommandId::Type6 => 6,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::kind::ragnarok::dialog::MapAnswer;
    use crate::message::Message;

    use crate::message::dialog::Dialog;
    use crate::model::trial::{act, flat, kind, run, titles};

    use super::*;

    #[test]
    fn a_conversion_asks_before_it_loses_something() {
        let mut model = flat(4);
        run(&mut model, CommandId::ConvertTo13);
        model.settle();
        assert_eq!(model.dialog(), None, "nothing is lost");
        act(&mut model, "paint", r#"{"region":"everything","ink":{"water":true}}"#);
        run(&mut model, CommandId::ConvertTo12);
        model.settle();
        assert_eq!(titles(&model), ["Convert to 1.3", "Set the water bit"]);
        let Some(MapDialog::Convert { document, version, lost }) =
            model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!("{:?}", model.dialog())
        };
        assert_eq!(lost, "the water bit of 16 cells is lost: 1.2 has none");
        let convert = Action::Convert(Convert { version });
        model.handle(Message::Answer(MapAnswer::Do(document, convert.into()).answer()));
        model.settle();
        assert_eq!(kind(&model, 0, 0), 0);
        assert_eq!(titles(&model).len(), 3);
    }
}
