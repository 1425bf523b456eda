//! What the commands of the table do.

mod state;

use glam::vec2;

use self::state::{format_of, panel_of};
use crate::command::CommandId;
use crate::kind::ALL;
use crate::kind::document::common::{Then, ViewKind};
use crate::kind::document::history::Travel;
use crate::kind::document::open::Open;
use crate::message::dialog::{Dialog, KeysForm};
use crate::message::{ImportTo, Request};
use crate::model::Model;
use crate::settings::{Palette, Settings, Theme};
use crate::versions::conflicts::{Side, Which};
use crate::view::id::DocumentId;
use crate::view::orbit::Orbit;
use crate::view::{Colours, Shown};

const ZOOM_STEP: f32 = 1.25;

impl Model {
    pub(crate) fn run(&mut self, id: CommandId) {
        let kind = self.kind_in_front().map(|(kind, _)| kind);
        if self.interrupts(id) && !kind.is_some_and(|kind| kind.goes_on_with(self, id)) {
            self.finish_gesture();
        }
        if !self.can_run(id) || kind.is_some_and(|kind| kind.run(self, id)) {
            return;
        }
        if let Some(panel) = panel_of(id) {
            self.requests.push(Request::ShowPanel(panel));
            return;
        }
        let is_done = self.run_file(id)
            || self.run_any(id)
            || self.run_view(id)
            || self.run_setting(id)
            || ALL.iter().any(|kind| kind.run_anywhere(self, id));
        if !is_done {
            self.log.error(format!("unknown command {}", id.command().name));
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
            (CommandId::OpenByName, _) => self.ask_for_name(),
            (CommandId::Open, _) => self.requests.push(Request::AskWhatToOpen),
            (CommandId::OpenFolder, _) => self.requests.push(Request::AskFolder),
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
            (CommandId::ReferenceMesh, Some(area)) => {
                self.requests.push(Request::AskWhatToImport(ImportTo::Mesh(area)));
            }
            (CommandId::Publish, _) => self.publish(),
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
        let Some(view) = self.active_view_mut() else { return false };
        match (id, colours) {
            (_, Some(colours)) => view.layers.colours = colours,
            (CommandId::ToggleGrid, _) => view.layers.grid.toggle(),
            (CommandId::ToggleShading, _) => view.layers.shading.toggle(),
            (CommandId::ToggleChanges, _) => view.layers.changes.toggle(),
            (CommandId::ToggleContours, _) => view.layers.contours.toggle(),
            (CommandId::ToggleWater, _) => view.layers.water.toggle(),
            (CommandId::ToggleProblems, _) => view.layers.problems.toggle(),
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
            (CommandId::LookNorth, _) => view.look_along(0.0, Orbit::FIRST_PITCH_DEGREES),
            (CommandId::LookDown, _) => view.look_along(0.0, 90.0),
            _ => return false,
        }
        true
    }

    fn run_setting(&mut self, id: CommandId) -> bool {
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
            _ => return false,
        }
        self.set_settings(settings);
        true
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
}

fn scale(settings: &mut Settings, factor: f32) {
    settings.scale = (settings.scale * factor).clamp(0.5, 3.0);
}
