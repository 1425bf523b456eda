//! The tools to choose from: a button for each, with a drawn sign and its name.

use std::f32::consts::TAU;

use eframe::egui;
use egui::{
    Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, TextStyle,
    TextWrapMode, Ui, WidgetInfo, WidgetText, WidgetType, pos2, vec2,
};

use crate::command::CommandId;
use crate::model::Model;
use crate::model::message::Message;

/// Those that belong together stand together.
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
pub(super) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    groups(ui, model, &GROUPS, send);
}

/// A button for each, in columns.
pub(super) fn groups(ui: &mut Ui, model: &Model, groups: &[&[CommandId]], send: &mut Vec<Message>) {
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
    let sign = Rect::from_center_size(pos2(rect.left() + 15.0, rect.center().y), vec2(16.0, 16.0));
    draw(ui.painter(), sign, id, colour);
    let room = rect.right() - sign.right() - 8.0;
    let text = WidgetText::from(text_of(id)).color(colour);
    let text = text.into_galley(ui, Some(TextWrapMode::Truncate), room, TextStyle::Button);
    let at = pos2(sign.right() + 6.0, rect.center().y - text.size().y / 2.0);
    ui.painter().galley(at, text, colour);
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
    let keys = model.settings.keys_of(id);
    let key = keys.first().map(|key| format!(" ({key})")).unwrap_or_default();
    response.on_hover_text(format!("{}{key}", id.command().tooltip))
}

/// A sign of 16 points.
fn draw(painter: &Painter, sign: Rect, id: CommandId, colour: Color32) {
    let at = |x: f32, y: f32| sign.min + vec2(x, y);
    let stroke = Stroke::new(1.5, colour);
    let path = |points: &[(f32, f32)]| {
        let points: Vec<Pos2> = points.iter().map(|(x, y)| at(*x, *y)).collect();
        painter.add(Shape::line(points, stroke));
    };
    let closed = |points: &[(f32, f32)]| {
        let points: Vec<Pos2> = points.iter().map(|(x, y)| at(*x, *y)).collect();
        painter.add(Shape::closed_line(points, stroke));
    };
    let dot = |x: f32, y: f32, radius: f32| {
        painter.circle_filled(at(x, y), radius, colour);
    };
    match id {
        CommandId::ToolPaint => {
            path(&[(14.0, 2.0), (7.0, 9.0)]);
            dot(4.5, 11.5, 3.5);
        }
        CommandId::ToolFill => {
            closed(&[(7.0, 2.0), (13.0, 8.0), (7.0, 14.0), (1.0, 8.0)]);
            path(&[(1.5, 8.0), (12.5, 8.0)]);
            dot(14.5, 12.5, 1.5);
        }
        CommandId::ToolRectangle => {
            painter.rect_filled(Rect::from_min_max(at(1.5, 3.5), at(14.5, 12.5)), 0.0, colour);
        }
        CommandId::ToolEllipse => {
            painter.add(Shape::ellipse_filled(at(8.0, 8.0), vec2(7.0, 5.0), colour));
        }
        CommandId::ToolPolygon => {
            closed(&[(2.0, 5.0), (8.0, 2.0), (14.0, 6.0), (11.0, 14.0), (4.0, 13.0)]);
        }
        CommandId::ToolStamp => {
            dot(8.0, 4.0, 2.5);
            path(&[(8.0, 5.0), (8.0, 10.0)]);
            painter.rect_filled(Rect::from_min_max(at(2.0, 10.0), at(14.0, 13.0)), 1.0, colour);
        }
        CommandId::ToolHeights => {
            path(&[(1.0, 13.0), (6.0, 4.0), (9.0, 9.0), (11.0, 6.0), (15.0, 13.0)]);
        }
        CommandId::ToolRamp => closed(&[(1.5, 13.0), (14.5, 13.0), (14.5, 4.0)]),
        CommandId::ToolCorner => {
            closed(&[(3.0, 5.0), (11.0, 5.0), (11.0, 13.0), (3.0, 13.0)]);
            dot(11.0, 5.0, 2.8);
        }
        CommandId::ToolSelectRectangle => {
            let corners = [(2.0, 3.0), (14.0, 3.0), (14.0, 13.0), (2.0, 13.0), (2.0, 3.0)];
            let points: Vec<Pos2> = corners.iter().map(|(x, y)| at(*x, *y)).collect();
            painter.extend(Shape::dashed_line(&points, stroke, 3.0, 2.0));
        }
        CommandId::ToolLasso => {
            let round = |n: usize| {
                let angle = TAU * n as f32 / 16.0;
                at(8.0 + 6.5 * angle.cos(), 6.5 + 4.5 * angle.sin())
            };
            let points: Vec<Pos2> = (0..=16).map(round).collect();
            painter.extend(Shape::dashed_line(&points, stroke, 3.0, 2.0));
            path(&[(5.0, 10.5), (6.5, 13.0), (5.0, 15.0)]);
        }
        CommandId::ToolWand => {
            path(&[(2.0, 14.0), (9.0, 7.0)]);
            path(&[(11.5, 1.5), (11.5, 7.5)]);
            path(&[(8.5, 4.5), (14.5, 4.5)]);
            path(&[(9.5, 2.5), (13.5, 6.5)]);
            path(&[(13.5, 2.5), (9.5, 6.5)]);
        }
        CommandId::ToolProbe => {
            dot(3.0, 13.0, 2.2);
            dot(13.0, 3.0, 2.2);
            path(&[(3.0, 13.0), (8.0, 13.0), (8.0, 3.0), (13.0, 3.0)]);
        }
        CommandId::ToolNode => {
            painter.circle_stroke(at(8.0, 8.0), 4.0, stroke);
            dot(8.0, 8.0, 1.5);
        }
        CommandId::ToolEdge => {
            painter.circle_stroke(at(3.5, 12.5), 2.5, stroke);
            painter.circle_stroke(at(12.5, 3.5), 2.5, stroke);
            path(&[(5.5, 10.5), (10.5, 5.5)]);
        }
        CommandId::ToolVolumes => {
            for y in [2.0, 7.5] {
                closed(&[(1.5, y + 3.0), (8.0, y), (14.5, y + 3.0), (8.0, y + 6.0)]);
            }
        }
        CommandId::ToolPut => {
            closed(&[(2.0, 8.0), (6.5, 3.5), (11.0, 8.0), (6.5, 12.5)]);
            path(&[(10.0, 13.0), (16.0, 13.0)]);
            path(&[(13.0, 10.0), (13.0, 16.0)]);
        }
        CommandId::GizmoMove => {
            path(&[(3.0, 13.0), (3.0, 2.0)]);
            path(&[(1.0, 4.5), (3.0, 2.0), (5.0, 4.5)]);
            path(&[(3.0, 13.0), (14.0, 13.0)]);
            path(&[(11.5, 11.0), (14.0, 13.0), (11.5, 15.0)]);
        }
        CommandId::GizmoRotate => {
            let round = |n: usize| {
                let angle = TAU * (n as f32 + 2.0) / 16.0;
                (8.0 + 6.0 * angle.cos(), 8.0 - 6.0 * angle.sin())
            };
            path(&(0..=13).map(round).collect::<Vec<_>>());
            path(&[(8.5, 4.0), (12.5, 4.0), (12.5, 0.5)]);
        }
        CommandId::GizmoScale => {
            closed(&[(2.0, 9.0), (7.0, 9.0), (7.0, 14.0), (2.0, 14.0)]);
            path(&[(8.0, 8.0), (14.0, 2.0)]);
            path(&[(10.0, 2.0), (14.0, 2.0), (14.0, 6.0)]);
        }
        _ => {
            path(&[(8.0, 1.5), (8.0, 14.5)]);
            path(&[(1.5, 8.0), (14.5, 8.0)]);
            path(&[(6.0, 3.5), (8.0, 1.5), (10.0, 3.5)]);
            path(&[(6.0, 12.5), (8.0, 14.5), (10.0, 12.5)]);
            path(&[(3.5, 6.0), (1.5, 8.0), (3.5, 10.0)]);
            path(&[(12.5, 6.0), (14.5, 8.0), (12.5, 10.0)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{COMMANDS, Menu};

    #[test]
    fn every_tool_of_maps_has_a_button() {
        let tools = COMMANDS.iter().filter(|command| command.name.starts_with("tool-"));
        for command in tools.filter(|command| command.menu == Menu::Tool) {
            let n = GROUPS.iter().flat_map(|group| group.iter()).filter(|id| **id == command.id);
            assert_eq!(n.count(), 1, "{}", command.name);
        }
    }
}
