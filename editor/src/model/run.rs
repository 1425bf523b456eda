//! What the commands of the table do.

mod state;

use glam::vec2;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::world::gat::action::{Action, Convert, Crop};
use landwright_core::world::gat::area::{Area, Rect};
use landwright_core::world::gat::paint::{Across, Ink, Paint};
use landwright_core::world::gat::region::{Region, Tip};
use landwright_core::world::gat::reshape::lost_by_converting;
use landwright_core::world::gat::stamp::Flip;

use self::state::{format_of, interrupts, mirrors, panel_of, tool_of, type_of};
use crate::command::CommandId;
use crate::kind::ragnarok::form::replace::ReplaceForm;
use crate::kind::ragnarok::form::resize::ResizeForm;
use crate::kind::ragnarok::tool::Pointer;
use crate::model::Model;
use crate::model::dialog::{Dialog, KeysForm, NewMapForm, Then};
use crate::model::document::{DocumentId, ViewId, ViewKind};
use crate::model::exchange::ImportTo;
use crate::model::history::Travel;
use crate::model::kind::Open;
use crate::model::message::Request;
use crate::settings::{Palette, Settings, Theme};
use crate::versions::conflicts::{Side, Which};
use crate::view::hand::Phase;
use crate::view::orbit::Orbit;
use crate::view::{Colours, Shown};

const ZOOM_STEP: f32 = 1.25;

impl Model {
    pub(crate) fn run(&mut self, id: CommandId) {
        let kind = self.kind_in_front().map(|(kind, _)| kind);
        if interrupts(id) && !kind.is_some_and(|kind| kind.goes_on_with(self, id)) {
            self.finish_gesture();
        }
        if !self.can_run(id) || kind.is_some_and(|kind| kind.run(self, id)) {
            return;
        }
        if let Some(tool) = tool_of(id) {
            self.tools.tool = tool;
            self.tools.give_corners_up();
        } else if let Some(kind) = type_of(id) {
            self.tools.ink = Ink::Type(kind);
        } else if let Some(panel) = panel_of(id) {
            self.requests.push(Request::ShowPanel(panel));
        } else if !(self.run_file(id) || self.run_any(id) || self.run_edit(id) || self.run_view(id))
        {
            self.run_setting(id);
        }
    }

    /// A gesture under way becomes a step; the rest of the drag does nothing.
    fn finish_gesture(&mut self) {
        self.tools.let_go();
        if let Some((_, id)) = self.kind_in_front()
            && let Some(document) = self.documents.get_mut(&id).map(Open::as_kind_mut)
        {
            document.finish_gesture();
        }
        if let Some(document) = self.active_mut() {
            document.history_mut().end();
        }
    }

    fn run_file(&mut self, id: CommandId) -> bool {
        let active = self.active().map(|document| document.common().id);
        match (id, active) {
            (CommandId::NewMap, _) => {
                self.dialogs.push_back(Dialog::NewMap(NewMapForm::default()));
            }
            (CommandId::NewArea, _) => self.requests.push(Request::AskZonesFolder),
            (CommandId::OpenByName, _) => self.ask_for_name(),
            (CommandId::Open, _) => self.requests.push(Request::AskWhatToOpen),
            (CommandId::OpenFolder, _) => self.requests.push(Request::AskFolder),
            (CommandId::OpenSample, _) => self.open_sample(),
            (CommandId::OpenSampleArea, _) => self.open_sample_area(),
            (CommandId::OpenSampleZone, _) => self.open_sample_zone(),
            (CommandId::ReopenClosed, _) => {
                if let Some(path) = self.closed.pop() {
                    self.open(path);
                }
            }
            (CommandId::Save, Some(document)) => {
                self.forget_closing(document);
                self.save(document);
            }
            (CommandId::SaveAs, Some(document)) => {
                self.requests.push(Request::AskWhereToSave(document));
            }
            (CommandId::SaveAll, _) => {
                let unsaved = self.documents().filter(|d| d.has_unsaved_changes());
                let unsaved: Vec<DocumentId> = unsaved.map(|d| d.common().id).collect();
                unsaved.into_iter().for_each(|document| self.save(document));
            }
            (id, Some(document)) if let Some(format) = format_of(id) => {
                self.requests.push(Request::AskWhereToExport(document, format));
            }
            (CommandId::ImportOnto, Some(document)) => {
                self.requests.push(Request::AskWhatToImport(ImportTo::Document(document)));
            }
            (CommandId::ImportReports, Some(area)) => {
                self.requests.push(Request::AskWhatToImport(ImportTo::Reports(area)));
            }
            (CommandId::Import, _) => {
                self.requests.push(Request::AskWhatToImport(ImportTo::New));
            }
            (CommandId::Reload, Some(document)) => self.close_or_ask(document, Then::Reload),
            (CommandId::Close, Some(_)) => {
                if let Some(view) = self.active {
                    self.close_view(view);
                }
            }
            (CommandId::Quit, _) => self.quit(),
            _ => return false,
        }
        true
    }

    /// What is done alike to documents of every kind.
    fn run_any(&mut self, id: CommandId) -> bool {
        let Some(of) = self.active().map(|document| document.common().id) else { return false };
        match id {
            CommandId::Undo if self.tools.is_drawing() => self.tools.take_back_corner(),
            CommandId::Undo => self.travel(of, Travel::Undo),
            CommandId::Redo => self.travel(of, Travel::Redo),
            CommandId::FixAll => self.fix_all(of, None),
            CommandId::CheckAgain => self.check_again(of),
            CommandId::Compare => self.start_comparing(of),
            CommandId::NextDifference => self.step_through_differences(of, 1),
            CommandId::PreviousDifference => self.step_through_differences(of, -1),
            CommandId::NextConflict => self.step_through_conflicts(of, 1),
            CommandId::PreviousConflict => self.step_through_conflicts(of, -1),
            CommandId::TakeOurs => self.decide_conflicts(of, Side::Ours, &Which::Chosen),
            CommandId::TakeTheirs => self.decide_conflicts(of, Side::Theirs, &Which::Chosen),
            CommandId::TakeAllOurs => self.decide_conflicts(of, Side::Ours, &Which::All),
            CommandId::TakeAllTheirs => self.decide_conflicts(of, Side::Theirs, &Which::All),
            CommandId::NextProblem => self.step_through_problems(1),
            CommandId::PreviousProblem => self.step_through_problems(-1),
            CommandId::GoTo => self.dialogs.push_back(Dialog::GoTo { text: String::new() }),
            CommandId::NewView => self.add_view(of, ViewKind::FromAbove),
            CommandId::New3dView => self.add_view(of, ViewKind::InSpace),
            _ => return false,
        }
        true
    }

    fn run_edit(&mut self, id: CommandId) -> bool {
        let Some(document) = self.active_map() else { return false };
        let (of, rect) = (document.id, document.map().rect());
        let selection = document.selection.clone();
        match id {
            CommandId::Copy => self.copy(),
            CommandId::Cut => {
                self.copy();
                self.paint_selection(of, Ink::Type(0), "Cut");
            }
            CommandId::FillSelection => self.paint_selection(of, self.tools.ink, "Fill selection"),
            CommandId::ReplaceType => {
                let form = ReplaceForm::new(self.tools.ink, document);
                self.dialogs.push_back(Dialog::ReplaceType(of, form));
            }
            CommandId::MirrorAtSelection => {
                let Rect { x, y, width, height } = selection.bounds();
                let middle = |start: u32, len: u32| start as f32 + len as f32 / 2.0;
                self.tools.mirror_around(of, Some([middle(x, width), middle(y, height)]));
            }
            CommandId::MirrorPoint => self.tools.is_setting_mirror = true,
            CommandId::AutomaticTypes => {
                let form = self.tools.automatic.for_document(document);
                self.dialogs.push_back(Dialog::AutomaticTypes(of, form));
            }
            CommandId::Reference => self.dialogs.push_back(Dialog::Reference(of)),
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
                self.dialogs.push_back(Dialog::Resize(of, form));
            }
            CommandId::CropToSelection => {
                self.do_beside(of, Action::Crop(Crop { rectangle: selection.bounds() }));
            }
            _ => return false,
        }
        true
    }

    fn run_view(&mut self, id: CommandId) -> bool {
        let colours = match id {
            CommandId::ColoursTypes => Some(Colours::Types),
            CommandId::ColoursClient => Some(Colours::Client),
            CommandId::ColoursServer => Some(Colours::Server),
            CommandId::ColoursHeights => Some(Colours::Heights),
            CommandId::ColoursSlope => Some(Colours::Slope),
            CommandId::ColoursIslands => Some(Colours::Islands),
            _ => None,
        };
        let selection = self.active_map().map(|document| document.selection.bounds());
        let Some(view) = self.active_view_mut() else { return false };
        match (id, colours) {
            (_, Some(colours)) => view.layers.colours = colours,
            (CommandId::ToggleGrid, _) => view.layers.grid.toggle(),
            (CommandId::ToggleShading, _) => view.layers.shading.toggle(),
            (CommandId::ToggleChanges, _) => view.layers.changes.toggle(),
            (CommandId::ToggleContours, _) => view.layers.contours.toggle(),
            (CommandId::ToggleWater, _) => view.layers.water.toggle(),
            (CommandId::ToggleProblems, _) => view.layers.problems.toggle(),
            (CommandId::ToggleGround, _) => {
                view.layers.ground.toggle();
                let is_on = view.layers.ground.is_yes();
                self.note_ground(is_on);
            }
            (CommandId::ToggleCells, _) => view.layers.cells.toggle(),
            (CommandId::ToggleModels, _) => view.layers.models.toggle(),
            (CommandId::ToggleSea, _) => view.layers.sea.toggle(),
            (CommandId::MoveLeft, _) => view.go(vec2(-1.0, 0.0)),
            (CommandId::MoveRight, _) => view.go(vec2(1.0, 0.0)),
            (CommandId::MoveUp, _) => view.go(vec2(0.0, -1.0)),
            (CommandId::MoveDown, _) => view.go(vec2(0.0, 1.0)),
            (CommandId::ZoomIn, _) => view.zoom(ZOOM_STEP),
            (CommandId::ZoomOut, _) => view.zoom(1.0 / ZOOM_STEP),
            // The canvas knows its size, and fits the map into it.
            (CommandId::ZoomFit, _) => view.fit(None),
            (CommandId::ZoomSelection, _) => view.fit(selection),
            (CommandId::LookNorth, _) => view.look_along(0.0, Orbit::FIRST_PITCH_DEGREES),
            (CommandId::LookDown, _) => view.look_along(0.0, 90.0),
            _ => return false,
        }
        true
    }

    fn run_setting(&mut self, id: CommandId) {
        let mut settings = self.settings.clone();
        match id {
            CommandId::Palette => self.requests.push(Request::ShowPalette),
            CommandId::Manual => self.requests.push(Request::ShowManual),
            CommandId::ResetLayout => self.requests.push(Request::ResetLayout),
            CommandId::Keys => self.dialogs.push_back(Dialog::Keys(KeysForm::default())),
            CommandId::Settings => self.dialogs.push_back(Dialog::Settings),
            CommandId::About => self.dialogs.push_back(Dialog::About),
            CommandId::ThemeSystem => settings.theme = Theme::System,
            CommandId::ThemeLight => settings.theme = Theme::Light,
            CommandId::ThemeDark => settings.theme = Theme::Dark,
            CommandId::ScaleUp => scale(&mut settings, 1.1),
            CommandId::ScaleDown => scale(&mut settings, 1.0 / 1.1),
            CommandId::ToggleColourBlind => {
                (settings.palette, settings.hatching) = match settings.palette {
                    Palette::Usual => (Palette::ColourBlind, Shown::Yes),
                    Palette::ColourBlind => (Palette::Usual, Shown::No),
                };
            }
            CommandId::MirrorAtMap => {
                if let Some(map) = self.active_map() {
                    let of = map.id;
                    self.tools.mirror_around(of, None);
                }
            }
            CommandId::NextType => self.tools.step_type(1),
            CommandId::PreviousType => self.tools.step_type(-1),
            CommandId::BrushLarger => self.tools.set_brush_size(self.tools.brush_size + 1),
            CommandId::BrushSmaller => self.tools.set_brush_size(self.tools.brush_size - 1),
            CommandId::BrushTip => {
                self.tools.tip = match self.tools.tip {
                    Tip::Round => Tip::Square,
                    Tip::Square => Tip::Round,
                };
            }
            CommandId::MirrorX | CommandId::MirrorY => {
                let (x, y) = mirrors(self.tools.mirror);
                let wanted = if id == CommandId::MirrorX { (!x, y) } else { (x, !y) };
                self.tools.mirror = match wanted {
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
            CommandId::FlipStampX => self.tools.flip_stamp(Flip::X),
            CommandId::FlipStampY => self.tools.flip_stamp(Flip::Y),
            CommandId::TurnStamp => self.tools.turn_stamp(),
            _ => self.log.error(format!("unknown command {}", id.command().name)),
        }
        self.set_settings(settings);
    }

    pub(crate) fn act(&mut self, id: DocumentId, action: &Action) {
        let Some(document) = self.map_mut(id) else { return };
        match document.act(action) {
            Ok(notes) => notes.into_iter().for_each(|note| self.log.note(note)),
            Err(refusal) => self.log.warn(format!("{}: {refusal}", action.title())),
        }
        self.flush(id);
    }

    /// Ways of the pointer are followed in one piece each: however often it says where it is, what
    /// lies along its way is changed once a frame.
    pub(crate) fn point(&mut self, view: ViewId, pointers: &[Pointer]) {
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
        let is_beside = pointer.phase == Phase::Release && self.tools.is_beside_selection(document);
        let done = if pointer.is_under_way() {
            self.tools.go(document, piece)
        } else {
            self.tools.point(document, pointer)
        };
        if let Err(refusal) = done {
            document.cancel();
            self.log.warn(refusal.to_string());
        } else if is_beside && self.tools.has_done_nothing(document) {
            self.log.note("You can only paint inside the selection; “Select nothing” clears it");
        }
        if pointer.phase == Phase::Release {
            self.flush(view.document);
        }
    }

    /// Moves through the history.
    pub(crate) fn travel(&mut self, id: DocumentId, to: Travel) {
        let Some(document) = self.document_mut(id) else { return };
        match document.travel(to) {
            Ok(()) => self.log.state_was_left(),
            Err(trouble) => self.log.error(format!("can't go to this step: {trouble}")),
        }
        self.follow_conflicts(id);
        self.flush(id);
    }

    pub(crate) fn flush(&mut self, id: DocumentId) {
        if let Some(journal) = self.document(id).and_then(|document| document.history().journal()) {
            self.flusher.flush(journal);
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
            Some(lost) => self.dialogs.push_back(Dialog::Convert { document: id, version, lost }),
            None => self.do_beside(id, Action::Convert(Convert { version })),
        }
    }

    pub(crate) fn select(&mut self, id: DocumentId, area: Area) {
        if let Some(document) = self.map_mut(id) {
            document.select(area);
        }
    }

    fn select_type(&mut self, id: DocumentId) {
        let region = match self.tools.ink {
            Ink::Type(kind) => Region::Type(kind),
            Ink::Raw(raw) => Region::Raw(raw),
            Ink::Water(_) => return,
        };
        let area = self.map(id).and_then(|document| region.area(document.map()).ok());
        self.select(id, area.unwrap_or_default());
    }
}

fn scale(settings: &mut Settings, factor: f32) {
    settings.scale = (settings.scale * factor).clamp(0.5, 3.0);
}

#[cfg(test)]
mod tests {
    use crate::model::dialog::Answer;
    use crate::model::message::Message;
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
        let Some(Dialog::Convert { document, version, lost }) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        assert_eq!(lost, "the water bit of 16 cells is lost: 1.2 has none");
        let convert = Action::Convert(Convert { version });
        model.handle(Message::Answer(Answer::Do(document, convert.into())));
        model.settle();
        assert_eq!(kind(&model, 0, 0), 0);
        assert_eq!(titles(&model).len(), 3);
    }
}
