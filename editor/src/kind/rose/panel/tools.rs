//! The tools of a zone and how they are set, what the next click puts, layers, and the preview of
//! spawns.

use eframe::egui;
use egui::{ComboBox, DragValue, Id, ScrollArea, Ui};
use landwright_core::world::zone::names::choice::Source;
use landwright_core::world::zone::place::Snap;
use landwright_core::world::zone::region::{Edge, Tip};
use landwright_core::world::zone::thing::Kind;

use super::picker::Picker;
use super::whole::walk_in_words;
use super::{Outbox, layers, preview, tile_palette};
use crate::command::CommandId;
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::message::ZoneMessage;
use crate::kind::rose::tool::{Ink, MOST_BRUSH_CELLS, Palette, Shaping, ZoneTool, ZoneTools};
use crate::kind::rose::words::{kind_in_words, name_of};
use crate::message::Message;
use crate::model::Model;
use crate::panel::{command_buttons, tool_buttons};

const TOOLS: [&[CommandId]; 3] = [
    &[CommandId::ToolSelectRectangle, CommandId::ToolLasso, CommandId::ToolPut, CommandId::ToolPan],
    &[CommandId::GizmoMove, CommandId::GizmoRotate, CommandId::GizmoScale],
    &[
        CommandId::ToolHeights,
        CommandId::ToolPaint,
        CommandId::ToolRectangle,
        CommandId::ToolEllipse,
        CommandId::ToolPolygon,
        CommandId::ToolFill,
    ],
];

const OF_SELECTION: [CommandId; 6] = [
    CommandId::SelectAlike,
    CommandId::DuplicateThings,
    CommandId::ArrayThings,
    CommandId::DropToGround,
    CommandId::FindThings,
    CommandId::DeleteSelected,
];

const SNAPS: [(Snap, &str, &str); 5] = [
    (Snap::FollowGround, "Follow the ground", "Keep the height above the ground"),
    (Snap::Ground, "On the ground", "Place on the ground"),
    (Snap::Cell, "Cell centre", "At the centre of a cell of 250 cm"),
    (Snap::CellAndGround, "Cell and ground", "At the centre of a cell, on the ground"),
    (Snap::None, "Free", "Exactly at the pointer, with the height unchanged"),
];

/// How much of the height layers and the preview have at first.
const LAYERS_SHARE: f32 = 0.45;

pub(crate) fn show(ui: &mut Ui, model: &Model, zone: &ZoneDocument, send: &mut Vec<Message>) {
    let mut out = Outbox { zone, send };
    let height = ui.available_height();
    // Layers stay where they are, however much the tool in hand has to say.
    let below = egui::Panel::bottom("zone layers").resizable(true).frame(egui::Frame::NONE);
    let below = below.default_size(height * LAYERS_SHARE).max_size((height - 80.0).max(80.0));
    below.min_size(60.0_f32.min(height)).show(ui, |ui| {
        ScrollArea::vertical().id_salt("zone layers").auto_shrink(false).show(ui, |ui| {
            ui.add_space(4.0);
            // Anyone who lets it run wants its clock, and nobody else its invitation.
            if zone.clock.is_some() {
                preview::show(ui, &mut out);
                ui.separator();
                layers::show(ui, &mut out);
            } else {
                layers::show(ui, &mut out);
                ui.separator();
                preview::show(ui, &mut out);
            }
        });
    });
    ScrollArea::vertical().id_salt("zone tools").auto_shrink(false).show(ui, |ui| {
        tool_buttons::groups(ui, model, &TOOLS, out.send);
        ui.weak(explained(zone.tools.tool));
        ui.separator();
        settings(ui, &mut out);
        // Brushes leave things alone, and have much to choose from.
        if zone.tools.tool.paints() || zone.tools.tool == ZoneTool::Heights {
            return;
        }
        ui.separator();
        ui.label(match zone.selection.len() {
            0 => "Nothing selected".to_owned(),
            1 => "1 thing selected".to_owned(),
            n => format!("{n} things selected"),
        });
        command_buttons(ui, model, &OF_SELECTION, out.send);
    });
}

fn explained(tool: ZoneTool) -> &'static str {
    match tool {
        ZoneTool::Select => {
            "Click things, drag boxes, or drag the selection. Shift adds, Ctrl subtracts, Alt \
            drags a copy. Arrow keys move the selection by a cell, with Shift by 10 cm"
        }
        ZoneTool::Lasso => "Draw around things; Shift adds, Ctrl subtracts",
        ZoneTool::Put => "Click to place a new thing",
        ZoneTool::Heights => "Drag over the ground; Shift swaps raise and lower",
        ZoneTool::Paint => "Paint the ground; Alt picks the tile or walkability under the pointer",
        ZoneTool::Rectangle | ZoneTool::Ellipse => "Drag from corner to corner",
        ZoneTool::Polygon => "Draw an outline, or click its corners and press Enter to close it",
        ZoneTool::Fill => "Fill connected ground that is alike",
        ZoneTool::Pan => "Drag the view",
    }
}

/// How the tool in hand is set.
fn settings(ui: &mut Ui, out: &mut Outbox<'_>) {
    let mut tools = out.zone.tools.clone();
    match tools.tool {
        ZoneTool::Select | ZoneTool::Lasso | ZoneTool::Pan => snap(ui, &mut tools),
        ZoneTool::Put => {
            palette(ui, out.zone, &mut tools);
            snap(ui, &mut tools);
        }
        ZoneTool::Heights => shaping(ui, &mut tools),
        _ => ink(ui, out.zone, &mut tools),
    }
    if tools != out.zone.tools {
        out.tell(ZoneMessage::SetTools(Box::new(tools)));
    }
}

fn snap(ui: &mut Ui, tools: &mut ZoneTools) {
    ui.horizontal(|ui| {
        ui.label("Snap");
        let shown = SNAPS.iter().find(|(snap, ..)| *snap == tools.snap);
        let text = shown.map_or("", |(_, text, _)| text);
        let list = ComboBox::from_id_salt("zone snap").selected_text(text).show_ui(ui, |ui| {
            for (snap, text, about) in SNAPS {
                ui.selectable_value(&mut tools.snap, snap, text).on_hover_text(about);
            }
        });
        crate::panel::name(&list.response, "Snap");
    });
}

fn palette(ui: &mut Ui, zone: &ZoneDocument, tools: &mut ZoneTools) {
    ui.horizontal_wrapped(|ui| {
        for kind in Kind::ALL {
            ui.selectable_value(&mut tools.palette.kind, kind, kind_in_words(kind));
        }
    });
    let kind = tools.palette.kind;
    let Some(field) = Palette::field(kind) else { return };
    let Some(source) = Source::of(kind, field) else { return };
    let id = tools.palette.id();
    let named = id.and_then(|id| name_of(&zone.names, kind, field, &id.to_string()));
    let text = match (id, named) {
        (Some(id), Some(named)) => format!("{id}  {named}"),
        (Some(id), None) => id.to_string(),
        (None, _) => "Choose…".to_owned(),
    };
    let current = id.map(|id| id.to_string()).unwrap_or_default();
    let picker = Picker {
        id: Id::new(("zone palette", zone.id, kind)),
        name: "Thing to place",
        zone,
        source,
        current: &current,
    };
    if let Some(id) = picker.show(ui, &text).and_then(|chosen| chosen.id) {
        tools.palette.ids.insert(kind, id);
    }
}

fn shaping(ui: &mut Ui, tools: &mut ZoneTools) {
    ui.horizontal_wrapped(|ui| {
        for shaping in Shaping::ALL {
            ui.selectable_value(&mut tools.shaping, shaping, shaping.name());
        }
    });
    let radius = DragValue::new(&mut tools.shaping_radius_m).range(2.5..=500.0).suffix(" m");
    field(ui, "Radius", radius);
    if matches!(tools.shaping, Shaping::Raise | Shaping::Lower) {
        let by = DragValue::new(&mut tools.shaping_cm).range(1.0..=10_000.0).suffix(" cm");
        field(ui, "By", by);
    }
    ui.horizontal(|ui| {
        ui.selectable_value(&mut tools.shaping_edge, Edge::Soft, "Soft edge");
        ui.selectable_value(&mut tools.shaping_edge, Edge::Hard, "Hard edge");
    });
}

fn field(ui: &mut Ui, text: &str, value: DragValue<'_>) {
    ui.horizontal(|ui| {
        ui.label(text);
        crate::panel::name(&ui.add(value), text);
    });
}

fn ink(ui: &mut Ui, zone: &ZoneDocument, tools: &mut ZoneTools) {
    if tools.tool == ZoneTool::Paint {
        brush(ui, tools);
    }
    for walk in 0..=2 {
        let text = format!("Walk {walk}: {}", walk_in_words(walk));
        ui.radio_value(&mut tools.ink, Ink::Walk(walk), text);
    }
    let n_tiles = zone.zone().ground_tiles().len() as u32;
    ui.horizontal(|ui| {
        let mut tile = match tools.ink {
            Ink::Tile(tile) => tile,
            Ink::Walk(_) => 0,
        };
        let is_tile = matches!(tools.ink, Ink::Tile(_));
        if ui.add_enabled(n_tiles > 0, egui::RadioButton::new(is_tile, "Tile")).clicked() {
            tools.ink = Ink::Tile(tile);
        }
        let last = n_tiles.saturating_sub(1);
        let response = ui.add_enabled(n_tiles > 0, DragValue::new(&mut tile).range(0..=last));
        crate::panel::name(&response, "Tile to paint");
        if response.changed() {
            tools.ink = Ink::Tile(tile);
        }
    });
    if let Ink::Tile(tile) = tools.ink {
        ui.weak(tile_palette::in_words(zone.zone(), tile));
        if let Some(tile) = ui.scope(|ui| tile_palette::show(ui, zone, Some(tile))).inner {
            tools.ink = Ink::Tile(tile);
        }
    }
}

/// In one row, above what may be long.
fn brush(ui: &mut Ui, tools: &mut ZoneTools) {
    ui.horizontal(|ui| {
        let suffix = if tools.brush_cells == 1 { " cell" } else { " cells" };
        let size = DragValue::new(&mut tools.brush_cells).range(1..=MOST_BRUSH_CELLS);
        ui.label("Brush");
        crate::panel::name(&ui.add(size.suffix(suffix)), "Brush");
        ui.selectable_value(&mut tools.tip, Tip::Round, "Round");
        ui.selectable_value(&mut tools.tip, Tip::Square, "Square");
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::all;
    use crate::kind::rose::commands::MENU;
    use crate::kind::rose::run::tool_of;

    #[test]
    fn every_tool_of_zones_has_a_button() {
        for command in all() {
            let is_tool = tool_of(command.id).is_some() || command.name.starts_with("gizmo-");
            let n = TOOLS.iter().flat_map(|group| group.iter()).filter(|id| **id == command.id);
            assert_eq!(n.count(), usize::from(is_tool), "{}", command.name);
        }
        let own = all().filter(|command| command.name.starts_with("tool-"));
        for command in own.filter(|command| command.menu == MENU) {
            assert!(tool_of(command.id).is_some(), "{}", command.name);
        }
    }
}
