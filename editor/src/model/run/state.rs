//! Which commands can run, and which of them are on.

use landwright_core::world::StepId;

use crate::command::{CommandId, Menu, Needs};
use crate::exchange::Format;
use crate::kind::ALL;
use crate::kind::document::common::ViewKind;
use crate::kind::document::open::OpenDocument;
use crate::message::Panel;
use crate::model::Model;
use crate::settings::{Palette, Theme};
use crate::view::{Colours, Layers};

impl Model {
    /// Whether a command would do something now.
    pub fn can_run(&self, id: CommandId) -> bool {
        let kind = self.kind_in_front().map(|(kind, _)| kind);
        if let Some(can_run) = kind.and_then(|kind| kind.can_run(self, id)) {
            return can_run;
        }
        let document = self.active();
        if let Some(format) = format_of(id) {
            return document.is_some_and(|document| document.formats().contains(&format));
        }
        match id.command().needs {
            Needs::Nothing => true,
            Needs::Document => document.is_some(),
            Needs::Kind(id) => self.is_in_front(id),
            Needs::Map | Needs::Selection | Needs::Stamp | Needs::KeptStamp => {
                ALL.iter().any(|kind| kind.can_run_anywhere(self, id))
            }
            Needs::UnsavedChanges => self.documents().any(OpenDocument::has_unsaved_changes),
            Needs::UndoStep => {
                let has_step = |of: &dyn OpenDocument| {
                    let history = of.history();
                    let has_done = history.steps().head() != StepId::OPENED;
                    has_done || history.is_in_gesture() || of.is_working_out()
                };
                document.is_some_and(has_step)
            }
            Needs::RedoStep => document.is_some_and(|d| d.history().steps().next().is_some()),
            Needs::Problem => document.is_some_and(|d| !d.common().problems.is_empty()),
            Needs::Conflict => document.is_some_and(|d| self.has_conflicts(d.common().id)),
            Needs::Difference => document.is_some_and(|d| self.has_differences(d.common().id)),
            Needs::ClosedFile => !self.closed.is_empty(),
            Needs::ViewInSpace => {
                let view = self.active.and_then(|id| self.view(id));
                view.is_some_and(|view| view.kind == ViewKind::InSpace)
            }
        }
    }

    /// For commands that are on or off, or one of several: whether it is the one that is on.
    pub fn is_on(&self, id: CommandId) -> Option<bool> {
        let kind = self.kind_in_front().map(|(kind, _)| kind);
        if let Some(is_on) = kind.and_then(|kind| kind.is_on(self, id)) {
            return Some(is_on);
        }
        let layers = self.active.and_then(|view| self.view(view)).map(|view| view.layers);
        let layer = |test: fn(&Layers) -> bool| Some(layers.as_ref().is_some_and(test));
        let colours = |of: Colours| Some(layers.is_some_and(|layers| layers.colours == of));
        match id {
            CommandId::ToggleGrid => layer(|layers| layers.grid.is_yes()),
            CommandId::ToggleShading => layer(|layers| layers.shading.is_yes()),
            CommandId::ToggleChanges => layer(|layers| layers.changes.is_yes()),
            CommandId::ToggleContours => layer(|layers| layers.contours.is_yes()),
            CommandId::ToggleWater => layer(|layers| layers.water.is_yes()),
            CommandId::ToggleGround => layer(|layers| layers.ground.is_yes()),
            CommandId::ToggleCells => layer(|layers| layers.cells.is_yes()),
            CommandId::ToggleModels => layer(|layers| layers.models.is_yes()),
            CommandId::ToggleSea => layer(|layers| layers.sea.is_yes()),
            CommandId::ToggleProblems => layer(|layers| layers.problems.is_yes()),
            CommandId::ColoursTypes => colours(Colours::Types),
            CommandId::ColoursClient => colours(Colours::Client),
            CommandId::ColoursServer => colours(Colours::Server),
            CommandId::ColoursHeights => colours(Colours::Heights),
            CommandId::ColoursSlope => colours(Colours::Slope),
            CommandId::ColoursIslands => colours(Colours::Islands),
            CommandId::ThemeSystem => Some(self.settings.theme == Theme::System),
            CommandId::ThemeLight => Some(self.settings.theme == Theme::Light),
            CommandId::ThemeDark => Some(self.settings.theme == Theme::Dark),
            CommandId::ToggleColourBlind => Some(self.settings.palette == Palette::ColourBlind),
            _ => ALL.iter().find_map(|kind| kind.is_on_anywhere(self, id)),
        }
    }

    /// Whether a command can't be had in the middle of a gesture: what it needs is a whole step.
    pub(super) fn interrupts(&self, id: CommandId) -> bool {
        match id.command().menu {
            Menu::File | Menu::Edit | Menu::Select | Menu::Map => true,
            Menu::Kind(_) => true,
            Menu::Tool => ALL.iter().any(|kind| kind.has_tool(id)),
            Menu::View | Menu::Window | Menu::Help => id == CommandId::NewView,
        }
    }
}

pub(crate) fn format_of(id: CommandId) -> Option<Format> {
    Some(match id {
        CommandId::ExportPng => Format::Png,
        CommandId::ExportMinimap => Format::Minimap,
        CommandId::ExportCsv => Format::Csv,
        CommandId::ExportTmj => Format::Tmj,
        CommandId::ExportMcache => Format::Mcache,
        CommandId::ExportMapCache => Format::MapCache,
        CommandId::ExportJson => Format::Json,
        CommandId::ExportGeojson => Format::Geojson,
        CommandId::ExportGdi => Format::Gdi,
        _ => return None,
    })
}

pub(crate) fn panel_of(id: CommandId) -> Option<Panel> {
    Some(match id {
        CommandId::ShowProject => Panel::Project,
        CommandId::ShowTools => Panel::Tools,
        CommandId::ShowInspector => Panel::Inspector,
        CommandId::ShowProblems => Panel::Problems,
        CommandId::ShowHistory => Panel::History,
        CommandId::ShowMinimap => Panel::Minimap,
        CommandId::ShowLog => Panel::Log,
        CommandId::ShowCompare => Panel::Compare,
        CommandId::ShowConflicts => Panel::Conflicts,
        _ => return None,
    })
}
