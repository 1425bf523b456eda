//! Tools, types, and how both are set.

use eframe::egui;
use egui::{
    Button, Color32, DragValue, Rect, RichText, Sense, StrokeKind, TextStyle, TextWrapMode, Ui,
    WidgetInfo, WidgetText, WidgetType, pos2, vec2,
};
use landwright_core::world::gat::paint::{Across, Ink};
use landwright_core::world::gat::picture::palette::SWATCHES;
use landwright_core::world::gat::region::{Likeness, Tip, Ways};

use super::heights;
use super::kinds::colour_of;
use super::stamps;
use crate::command::CommandId;
use crate::kind::Tools;
use crate::kind::ragnarok::canvas::stamps::Stamps;
use crate::kind::ragnarok::panel::ground;
use crate::kind::ragnarok::tool::{MAX_BRUSH, MapTools, Tool};
use crate::look::control::segmented;
use crate::message::Message;
use crate::model::Model;
use crate::panel::slider::{Scale, line, slider};
use crate::panel::{name, tool_buttons};

pub(crate) fn show(ui: &mut Ui, model: &Model, kept: &mut Stamps, send: &mut Vec<Message>) {
    let mut tools = model.tools.maps.clone();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        tool_buttons::show(ui, model, send);
        ui.separator();
        if ground::show(ui, model, send).is_some() {
            ui.separator();
        }
        options(ui, model, &mut tools, kept, send);
        if tools.paints() {
            ui.separator();
            types(ui, model, &mut tools);
        }
    });
    if is_set_otherwise(&tools, &model.tools.maps) {
        send.push(Tools { maps: tools, ..model.tools.clone() }.set());
    }
}

fn options(
    ui: &mut Ui,
    model: &Model,
    tools: &mut MapTools,
    kept: &mut Stamps,
    send: &mut Vec<Message>,
) {
    match tools.tool {
        Tool::Paint => {
            brush(ui, tools);
            mirror(ui, model, tools, send);
        }
        Tool::Rectangle | Tool::Ellipse => mirror(ui, model, tools, send),
        Tool::Polygon => {
            mirror(ui, model, tools, send);
            ui.weak(CORNERS);
        }
        Tool::Fill => ways(ui, tools),
        Tool::Heights => heights::brush(ui, tools),
        Tool::Ramp => heights::ramp(ui, tools),
        Tool::Corner => heights::corner(ui, model, tools, send),
        Tool::Wand => {
            ways(ui, tools);
            wand(ui, tools);
        }
        Tool::Stamp => stamps::show(ui, model, tools, kept, send),
        Tool::SelectRectangle => {
            ui.weak(COMBINE);
        }
        Tool::Lasso => {
            ui.weak(COMBINE);
            ui.weak(CORNERS);
        }
        Tool::Probe => {
            ui.weak("Drag from one cell to another; the Inspector shows what each server does");
        }
        Tool::Pan => {
            ui.weak("With any tool, the middle button or Space moves the view");
        }
    }
}

const COMBINE: &str = "Shift adds, Alt removes, both keep the overlap";
const CORNERS: &str = "Draw an outline, or click its corners. Enter or a double click closes it, \
    Escape cancels it";

pub(crate) fn brush(ui: &mut Ui, tools: &mut MapTools) {
    ui.horizontal(|ui| {
        ui.label("Size").on_hover_text("Cells across");
        let text = "Size of the brush in cells";
        line(ui, text, &mut tools.brush_size, 1..=MAX_BRUSH, Scale::Logarithmic);
    });
    segmented(ui, &mut tools.tip, &[(Tip::Round, "Round"), (Tip::Square, "Square")]);
}

fn mirror(ui: &mut Ui, model: &Model, tools: &mut MapTools, send: &mut Vec<Message>) {
    let text = |mirror: Option<Across>| match mirror {
        None => "No mirror",
        Some(Across::X) => "Left and right",
        Some(Across::Y) => "Top and bottom",
        Some(Across::Both) => "Both",
        Some(Across::Point) => "Around a point",
    };
    ui.horizontal(|ui| {
        ui.label("Mirror");
        let list = egui::ComboBox::from_id_salt("mirror").width(ui.available_width().min(160.0));
        let list = list.selected_text(text(tools.mirror)).show_ui(ui, |ui| {
            for mirror in
                [None, Some(Across::X), Some(Across::Y), Some(Across::Both), Some(Across::Point)]
            {
                ui.selectable_value(&mut tools.mirror, mirror, text(mirror));
            }
        });
        name(&list.response, "Mirror");
    });
    if tools.mirror.is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        match (tools.is_setting_mirror, model.active_map().and_then(|map| tools.mirror_at(map.id)))
        {
            (true, _) => ui.strong("Click on the map"),
            (false, Some([x, y])) => ui.label(format!("At ({x}, {y})")),
            (false, None) => ui.label("At the map's centre"),
        };
        for (id, text) in [
            (CommandId::MirrorPoint, "Click to set"),
            (CommandId::MirrorAtSelection, "Selection"),
            (CommandId::MirrorAtMap, "Map"),
        ] {
            let button = ui.add_enabled(model.can_run(id), Button::new(text).small());
            if button.on_hover_text(id.command().tooltip).clicked() {
                send.push(Message::Command(id));
            }
        }
    });
}

fn ways(ui: &mut Ui, tools: &mut MapTools) {
    ui.horizontal(|ui| {
        ui.selectable_value(&mut tools.ways, Ways::Four, "4 ways")
            .on_hover_text("Connect cells at their sides");
        ui.selectable_value(&mut tools.ways, Ways::Eight, "8 ways")
            .on_hover_text("Connect cells at their sides and corners");
    });
}

fn wand(ui: &mut Ui, tools: &mut MapTools) {
    let is_by_height = matches!(tools.wand, Likeness::Height { .. });
    ui.horizontal(|ui| {
        if ui.selectable_label(!is_by_height, "Same type").clicked() {
            tools.wand = Likeness::Terrain;
        }
        if ui.selectable_label(is_by_height, "Like height").clicked() && !is_by_height {
            tools.wand = Likeness::Height { within: 2.0 };
        }
    });
    if let Likeness::Height { within } = &mut tools.wand {
        slider(ui, "Height difference up to", within, 0.0..=50.0, Scale::Even);
    }
}

fn types(ui: &mut Ui, model: &Model, tools: &mut MapTools) {
    for swatch in &SWATCHES {
        let Some(kind) = swatch.number else { continue };
        let colour = colour_of(&model.settings, kind);
        kind_button(ui, tools, kind, swatch.name, colour);
    }
    ui.horizontal(|ui| {
        let has_bit = model.active_map().is_some_and(|document| document.has_water_bit());
        ui.add_enabled_ui(has_bit, |ui| {
            ui.selectable_value(&mut tools.ink, Ink::Water(true), "Water bit on");
            ui.selectable_value(&mut tools.ink, Ink::Water(false), "Water bit off");
        })
        .response
        .on_disabled_hover_text("Only maps of version 1.3 have a water bit");
    });
    ui.horizontal(|ui| {
        let mut raw = match tools.ink {
            Ink::Raw(raw) => raw,
            Ink::Type(kind) => kind,
            Ink::Water(_) => 0,
        };
        let is_raw = matches!(tools.ink, Ink::Raw(_));
        if ui.selectable_label(is_raw, "Raw value").clicked() {
            tools.ink = Ink::Raw(raw);
        }
        let field = ui.add(DragValue::new(&mut raw).range(0..=u32::MAX));
        name(&field, "Raw value to paint with");
        if field.on_hover_text("All 32 bits of a cell").changed() {
            tools.ink = Ink::Raw(raw);
        }
    });
    ui.label(RichText::new("Alt picks a type from the map").weak());
}

/// A row over the whole width: the colour, the number, and as much of the name as there is room.
fn kind_button(ui: &mut Ui, tools: &mut MapTools, kind: u32, named: &str, colour: Color32) {
    let is_on = tools.ink == Ink::Type(kind);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::click());
    let text = format!("{kind}  {named}");
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, is_on, &text));
    let visuals = ui.style().interact_selectable(&response, is_on);
    if is_on || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
        let stroke = visuals.bg_stroke;
        ui.painter().rect_stroke(rect, visuals.corner_radius, stroke, StrokeKind::Inside);
    }
    let square = Rect::from_min_size(rect.min + vec2(3.0, 3.0), vec2(16.0, 16.0));
    ui.painter().rect_filled(square, 3.0, colour);
    let room = rect.right() - square.right() - 10.0;
    let shown = WidgetText::from(text.as_str()).color(visuals.text_color());
    let shown = shown.into_galley(ui, Some(TextWrapMode::Truncate), room, TextStyle::Button);
    let at = pos2(square.right() + 7.0, rect.center().y - shown.size().y / 2.0);
    ui.painter().galley(at, shown, visuals.text_color());
    if response.on_hover_text(text).clicked() {
        tools.ink = Ink::Type(kind);
    }
}

/// Whether a person changed something; what a gesture does to the tools is not theirs.
fn is_set_otherwise(new: &MapTools, old: &MapTools) -> bool {
    new.ink != old.ink
        || new.brush_size != old.brush_size
        || new.tip != old.tip
        || new.mirror != old.mirror
        || new.ways != old.ways
        || new.wand != old.wand
        || new.stamp_what != old.stamp_what
        || new.heights != old.heights
}
