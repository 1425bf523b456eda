//! The tools to choose from: a button for each, with a drawn sign and its name.

use eframe::egui;
use egui::{
    Rect, Response, Sense, StrokeKind, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText,
    WidgetType, pos2, vec2,
};

use super::tool_signs;
use crate::command::CommandId;
use crate::look::help;
use crate::message::Message;
use crate::model::Model;

/// Those that belong together are next to each other.
const GROUPS: [&[CommandId]; 4] = [
    &[
        CommandId::ToolPaint,
        CommandId::ToolFill,
        CommandId::ToolRectangle,
        CommandId::ToolEllipse,
        CommandId::ToolPolygon,
        CommandId::ToolStamp,
    ],
    &[CommandId::ToolHeights, CommandId::ToolRamp, CommandId::ToolCorner],
    &[CommandId::ToolSelectRectangle, CommandId::ToolLasso, CommandId::ToolWand],
    &[CommandId::ToolProbe, CommandId::ToolPan],
];

const HEIGHT: f32 = 26.0;
const GAP: f32 = 3.0;

/// Enough for the longest name.
const WIDTH: f32 = 104.0;

/// Those of a map.
pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    groups(ui, model, &GROUPS, send);
}

/// A button for each, in columns.
pub(crate) fn groups(ui: &mut Ui, model: &Model, groups: &[&[CommandId]], send: &mut Vec<Message>) {
    ui.scope(|ui| columns(ui, model, groups, send));
}

fn columns(ui: &mut Ui, model: &Model, groups: &[&[CommandId]], send: &mut Vec<Message>) {
    let room = ui.available_width();
    let n_columns = (((room + GAP) / (WIDTH + GAP)) as usize).clamp(1, 6);
    let width = ((room + GAP) / n_columns as f32 - GAP).min(WIDTH * 1.5);
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for group in groups {
        for row in group.chunks(n_columns) {
            ui.horizontal(|ui| {
                for id in row {
                    button(ui, *id, width, model, send);
                }
            });
        }
        ui.add_space(GAP);
    }
}

fn button(ui: &mut Ui, id: CommandId, width: f32, model: &Model, send: &mut Vec<Message>) {
    let command = id.command();
    let (is_on, can_run) = (model.is_on(id) == Some(true), model.can_run(id));
    let sense = if can_run { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), sense);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, can_run, is_on, command.text));
    let visuals = ui.style().interact_selectable(&response, is_on);
    let weak = ui.visuals().weak_text_color();
    let colour = if can_run { visuals.text_color() } else { weak };
    if is_on || response.hovered() || response.has_focus() {
        let painter = ui.painter();
        painter.rect_filled(rect, visuals.corner_radius, visuals.weak_bg_fill);
        painter.rect_stroke(rect, visuals.corner_radius, visuals.bg_stroke, StrokeKind::Inside);
    }
    let sign = Rect::from_center_size(pos2(rect.left() + 13.0, rect.center().y), vec2(16.0, 16.0));
    tool_signs::draw(ui.painter(), sign.min, id, colour);
    let room = rect.right() - sign.right() - 8.0;
    let text = WidgetText::from(text_of(id)).color(colour);
    let text = text.into_galley(ui, Some(TextWrapMode::Truncate), room, TextStyle::Button);
    let at = pos2(sign.right() + 6.0, rect.center().y - text.size().y / 2.0);
    let response = if text.elided { response.on_hover_text(text_of(id)) } else { response };
    ui.painter().galley(at, text, colour);
    help::about(&response, || format!("window/{}", command.name));
    if explained(response, id, model).clicked() {
        send.push(Message::Command(id));
    }
}

/// Short enough for a button.
fn text_of(id: CommandId) -> &'static str {
    match id {
        CommandId::GizmoMove => "Move",
        CommandId::GizmoRotate => "Rotate",
        CommandId::GizmoScale => "Scale",
        _ => id.command().text,
    }
}

fn explained(response: Response, id: CommandId, model: &Model) -> Response {
    response.on_hover_text(model.settings.tooltip(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Menu, all};

    #[test]
    fn every_tool_of_maps_has_a_button() {
        let tools = all().filter(|command| command.name.starts_with("tool-"));
        for command in tools.filter(|command| command.menu == Menu::Tool) {
            let n = GROUPS.iter().flat_map(|group| group.iter()).filter(|id| **id == command.id);
            assert_eq!(n.count(), 1, "{}", command.name);
        }
    }
}
