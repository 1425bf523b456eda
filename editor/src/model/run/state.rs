//! Which commands can run, and which of them are on.

use landwright_core::format::ragnarok::gat::Version;
use landwright_core::world::StepId;
use landwright_core::world::gat::paint::{Across, Ink};

use crate::command::{CommandId, Menu, Needs};
use crate::exchange::Format;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::tool::Tool;
use crate::model::Model;
use crate::model::document::ViewKind;
use crate::model::kind::OpenDocument;
use crate::model::message::Panel;
use crate::settings::{Palette, Theme};
use crate::view::{Colours, Layers};

impl Model {
    /// Whether a command would do something now.
    pub fn can_run(&self, id: CommandId) -> bool {
        let kind = self.kind_in_front().map(|(kind, _)| kind);
        if let Some(can_run) = kind.and_then(|kind| kind.can_run(self, id)) {
            return can_run;
        }
        let (document, map) = (self.active(), self.active_map());
        if let Some(format) = format_of(id) {
            return document.is_some_and(|document| document.formats().contains(&format));
        }
        match id.command().needs {
            Needs::Nothing => true,
            Needs::Document => document.is_some(),
            Needs::Map => map.is_some_and(|map| has_use(map, id)),
            Needs::Kind(id) => self.is_in_front(id),
            Needs::UnsavedChanges => self.documents().any(OpenDocument::has_unsaved_changes),
            Needs::UndoStep => {
                let has_step = |of: &dyn OpenDocument| {
                    let history = of.history();
                    let has_done = history.steps().head() != StepId::OPENED;
                    has_done || history.is_in_gesture() || of.is_working_out()
                };
                self.tools.is_drawing() || document.is_some_and(has_step)
            }
            Needs::RedoStep => document.is_some_and(|d| d.history().steps().next().is_some()),
            Needs::Selection => map.is_some_and(MapDocument::has_selection),
            Needs::Stamp => map.is_some() && self.tools.stamp.is_some(),
            Needs::KeptStamp => match id {
                CommandId::TakeStamp(number) => self.stamp_of(number).is_some(),
                _ => false,
            },
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
            CommandId::ToggleReference => Some(
                self.active_map()
                    .and_then(|document| document.reference.as_ref())
                    .is_some_and(|reference| reference.shown.is_yes()),
            ),
            CommandId::ThemeSystem => Some(self.settings.theme == Theme::System),
            CommandId::ThemeLight => Some(self.settings.theme == Theme::Light),
            CommandId::ThemeDark => Some(self.settings.theme == Theme::Dark),
            CommandId::ToggleColourBlind => Some(self.settings.palette == Palette::ColourBlind),
            CommandId::MirrorX => Some(mirrors(self.tools.mirror).0),
            CommandId::MirrorY => Some(mirrors(self.tools.mirror).1),
            _ => match (tool_of(id), type_of(id)) {
                (Some(tool), _) => Some(self.tools.tool == tool),
                (_, Some(kind)) => Some(self.tools.ink == Ink::Type(kind)),
                _ => None,
            },
        }
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

/// Whether a command can't be had in the middle of a gesture: what it needs is a whole step.
pub(crate) fn interrupts(id: CommandId) -> bool {
    match id.command().menu {
        Menu::File | Menu::Edit | Menu::Select | Menu::Map => true,
        Menu::Kind(_) => true,
        Menu::Tool => tool_of(id).is_some(),
        Menu::View | Menu::Window | Menu::Help => id == CommandId::NewView,
    }
}

/// Whether left and right, and top and bottom, are mirrored.
pub(crate) fn mirrors(mirror: Option<Across>) -> (bool, bool) {
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

pub(crate) fn type_of(id: CommandId) -> Option<u32> {
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
