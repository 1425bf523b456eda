//! The view of a map from above: cells, what lies over them, and what the pointer does there.

use eframe::egui;
use egui::{Color32, Event, Key, Popup, Response, Ui};
use glam::vec2;
use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::region::Region;

use super::keyboard;
use super::map_key;
use super::overlay;
use super::pictures::{Pictures, Style};
use super::reference;
use crate::canvas::gesture::{Gesture, is_ours};
use crate::canvas::ground;
use crate::canvas::menu::context_menu;
use crate::canvas::plain;
use crate::canvas::plain::{Fill, Quad, mesh};
use crate::canvas::stage::Stage;
use crate::canvas::steer;
use crate::canvas::steer::LeftButton;
use crate::command::CommandId;
use crate::kind::document::common::View;
use crate::kind::ragnarok::canvas::{Kept, Supply};
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::message::MapMessage;
use crate::kind::ragnarok::tool::{MapTools, Pointer, Tool};
use crate::look::{colours, key};
use crate::message::Message;
use crate::model::Model;
use crate::view::Camera;
use crate::view::hand::{Held, Phase};
use crate::view::id::ViewId;
use crate::view::reference::Layer;

/// Below this, cells are smaller than the points of the screen, and the overview is drawn.
const OVERVIEW_BELOW_POINTS: f32 = 0.3;

/// Shows a view, and sends what the person does in it.
pub(crate) fn show(
    ui: &mut Ui,
    id: ViewId,
    model: &Model,
    supply: Supply<'_>,
    send: &mut Vec<Message>,
) {
    let (Some(document), Some(view)) = (model.map(id.document), model.view(id)) else {
        return;
    };
    let room = steer::room(ui, &format!("Map view of {}", document.title));
    let Some((rect, response)) = room else { return };
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(keyboard::EXPLAINED);
    });
    let mut stage = Stage { rect, camera: camera_of(document, view, rect) };
    match brush_step(ui, &response) {
        Some(step) => send.push(Message::Command(step)),
        None => steer::steer(ui, &response, &mut stage, left_button(model.tools.maps.tool)),
    }
    keyboard::steer(ui, &response, &mut stage, id, document, model, send);
    stage.camera.keep_near(document.map().rect());
    if view.camera != Some(stage.camera) || view.size != Some(stage.size()) {
        send.push(Message::Look(id, stage.camera, stage.size()));
    }
    point(ui, &response, &stage, id, model, send);
    close_or_give_up(ui, &response, id, model, send);
    draw(ui, &response, &stage, (id, document, view), model, supply, send);
    key::scale_bar(&ui.painter_at(rect), rect, stage.camera.points_per_cell, "cells");
    context_menu(&response, model, &ON_A_MAP, id, send);
    map_key::show(ui, id, rect, view, model, send);
}

/// What a right click on a map offers.
const ON_A_MAP: [&[CommandId]; 4] = [
    &[CommandId::Cut, CommandId::Copy, CommandId::Paste, CommandId::FillSelection],
    &[
        CommandId::SelectAll,
        CommandId::SelectNone,
        CommandId::SelectType,
        CommandId::InvertSelection,
    ],
    &[CommandId::CropToSelection, CommandId::MirrorAtSelection, CommandId::MirrorPoint],
    &[CommandId::GoTo, CommandId::ZoomFit],
];

pub(crate) fn left_button(tool: Tool) -> LeftButton {
    if tool == Tool::Pan { LeftButton::Pans } else { LeftButton::IsTheTools }
}

fn camera_of(document: &MapDocument, view: &View, rect: egui::Rect) -> Camera {
    let fit_to = view.fit_to.unwrap_or_else(|| document.map().rect());
    let size = vec2(rect.width(), rect.height());
    match (view.camera, view.size) {
        // What fitted into the view goes on fitting as that grows or shrinks.
        (Some(camera), Some(before)) if camera == Camera::fit(fit_to, before) => {
            Camera::fit(fit_to, size)
        }
        (Some(camera), _) => camera,
        (None, _) => Camera::fit(fit_to, size),
    }
}

/// The wheel with Ctrl and Alt makes the brush larger or smaller.
fn brush_step(ui: &Ui, response: &Response) -> Option<CommandId> {
    let turned = ui.input(|input| {
        let is_held = input.modifiers.command && input.modifiers.alt;
        is_held.then(|| {
            let turns = input.events.iter().filter_map(|event| match event {
                Event::MouseWheel { delta, .. } => Some(delta.x + delta.y),
                _ => None,
            });
            turns.sum::<f32>()
        })
    })?;
    let is_here = response.hovered();
    match turned {
        turned if turned > 0.0 && is_here => Some(CommandId::BrushLarger),
        turned if turned < 0.0 && is_here => Some(CommandId::BrushSmaller),
        _ => None,
    }
}

/// Sends what the pointer does with the tool in hand.
fn point(
    ui: &Ui,
    response: &Response,
    stage: &Stage,
    id: ViewId,
    model: &Model,
    send: &mut Vec<Message>,
) {
    let is_held_by_key = keyboard::is_held(ui, response);
    let is_busy = model.tools.maps.is_busy() && model.active_view() == Some(id) && !is_held_by_key;
    let held = ui.input(|input| Held {
        ctrl: input.modifiers.command,
        alt: input.modifiers.alt,
        shift: input.modifiers.shift,
    });
    let pointer = |phase, at| Pointer { phase, at_in_cells: stage.cell_from_screen(at), held };
    let is_led = keyboard::leads(ui, response);
    match response.interact_pointer_pos().or(response.hover_pos()) {
        _ if is_led => {}
        Some(at) => {
            let over = Some((id, pointer(Phase::Drag, at).cell()));
            if response.hovered() && model.hover != over {
                send.push(Message::Hover(over));
            }
        }
        None if model.hover.is_some_and(|(view, _)| view == id) => {
            send.push(Message::Hover(None));
        }
        None => {}
    }
    let gesture = Gesture { is_ours: is_ours(response), is_busy };
    let phases = ui.input(|input| gesture.follow(input));
    let pointers = phases.into_iter();
    let pointers = pointers.map(|(phase, at)| pointer(phase, at.unwrap_or(stage.rect.center())));
    send_pointers(id, pointers.collect(), send);
}

pub(crate) fn send_pointers(id: ViewId, pointers: Vec<Pointer>, send: &mut Vec<Message>) {
    if !pointers.is_empty() {
        send.push(MapMessage::Point(id.number, pointers).to(id.document));
    }
}

/// Enter or a double click closes what is drawn corner by corner, Escape gives up: the gesture, else
/// the stamp in hand, else the selection.
pub(crate) fn close_or_give_up(
    ui: &Ui,
    response: &Response,
    id: ViewId,
    model: &Model,
    send: &mut Vec<Message>,
) {
    let is_meant = model.active_view() == Some(id) && model.dialog().is_none();
    let is_reached = ui.memory(|memory| memory.allows_interaction(response.layer_id));
    let is_covered = !is_reached || Popup::is_any_open(ui.ctx());
    if !is_meant || is_covered || ui.ctx().text_edit_focused() {
        return;
    }
    let (escape, enter) =
        ui.input(|input| (input.key_pressed(Key::Escape), input.key_pressed(Key::Enter)));
    if !model.tools.maps.can_give_up() {
        let given_up = match model.tools.maps.tool {
            Tool::Stamp => CommandId::ToolSelectRectangle,
            _ => CommandId::SelectNone,
        };
        if escape && model.can_run(given_up) {
            send.push(Message::Command(given_up));
        }
        return;
    }
    // Of a gesture under way, anyone who follows it hears of Escape.
    let phase = if escape && !model.tools.maps.is_busy() {
        Phase::GiveUp
    } else if enter || response.double_clicked() {
        Phase::Close
    } else {
        return;
    };
    let (at_in_cells, held) = (glam::Vec2::ZERO, Held::default());
    send_pointers(id, vec![Pointer { phase, at_in_cells, held }], send);
}

fn draw(
    ui: &Ui,
    response: &Response,
    stage: &Stage,
    (view_id, document, view): (ViewId, &MapDocument, &View),
    model: &Model,
    supply: Supply<'_>,
    send: &mut Vec<Message>,
) {
    let Supply { pictures, kept, is_listed } = supply;
    cells(ui, stage, (document, view), model, pictures, kept, send);
    let painter = ui.painter_at(stage.rect);
    let map = document.map().rect();
    overlay::border(&painter, stage, map);
    if view.layers.grid.is_yes() {
        overlay::grid(&painter, stage, map, Color32::from_black_alpha(50));
    }
    if view.layers.contours.is_yes() {
        kept.contours.show(&painter, stage, document, model.settings.contour_distance);
    }
    overlay::numbers(&painter, stage, document);
    overlay::changes(&painter, stage, document, view);
    overlay::conflicts(ui, &painter, stage, document);
    overlay::selection(&painter, stage, document);
    overlay::probe(&painter, stage, document);
    if view.layers.problems.is_yes() {
        overlay::marks(&painter, stage, document, is_listed, ui.visuals());
    }
    let points_per_cell = stage.camera.points_per_cell;
    overlay::problem(&painter, stage, points_per_cell, document);
    if model.tools.maps.tool == Tool::Stamp
        && response.hovered()
        && let Some((_, cell)) = model.hover.filter(|(view, _)| view.document == document.id)
    {
        kept.stamps.float(&painter, stage, &model.tools.maps, cell, model.settings.palette);
    }
    preview(&painter, response, stage, document, model);
    keyboard::show(ui, response, stage, view_id, model);
    let pointer = response.hover_pos().map(|at| stage.cell_from_screen(at));
    super::drawing::show(&painter, stage, document, &model.tools.maps);
    super::heights::show(&painter, stage, document, &model.tools.maps, pointer);
    if model.settings.hatching.is_yes() {
        super::hatch::show(&painter, stage, document);
    }
}

/// The cells themselves, over the client's ground, with the picture to paint after under or over them.
fn cells(
    ui: &Ui,
    stage: &Stage,
    (document, view): (&MapDocument, &View),
    model: &Model,
    pictures: &mut Pictures,
    kept: &mut Kept,
    send: &mut Vec<Message>,
) {
    let painter = ui.painter_at(stage.rect);
    let map = document.map().rect();
    let style = Style::of(&view.layers, model.settings.palette);
    let pieces = if stage.camera.points_per_cell < OVERVIEW_BELOW_POINTS {
        vec![pictures.overview(ui.ctx(), document, style)]
    } else {
        pictures.pieces(ui.ctx(), document, style, stage.visible(map))
    };
    let mut tint = reference::tint_of_cells(document);
    let backdrop = colours(ui).backdrop;
    let of_ground = view.layers.ground.is_yes();
    let of_ground = of_ground.then(|| kept.grounds.show(stage, document, &painter, backdrop, send));
    if of_ground.flatten().is_some() {
        tint = tint.gamma_multiply(view.layers.cells_over_ground());
    } else {
        let covered = if tint.is_opaque() { stage.screen_rect(map) } else { egui::Rect::NOTHING };
        ground::around(&painter, stage.rect, covered, backdrop);
    }
    let references = &mut kept.references;
    references.show(&painter, stage, document, Layer::Under);
    if tint == Color32::TRANSPARENT {
        // The ground alone is seen.
    } else if tint == Color32::WHITE {
        let quads = pieces.iter().map(|piece| Quad {
            rect: stage.screen_rect(piece.cells),
            fill: Fill::Picture(piece.texture),
        });
        plain::paint(&painter, &quads.collect::<Vec<_>>());
    } else {
        for piece in pieces {
            mesh::picture(&painter, piece.texture, stage.screen_rect(piece.cells), tint);
        }
    }
    references.show(&painter, stage, document, Layer::Over);
}

/// What the tool in hand is about to touch.
fn preview(
    painter: &egui::Painter,
    response: &Response,
    stage: &Stage,
    document: &MapDocument,
    model: &Model,
) {
    if !(response.hovered() || response.has_focus() || model.tools.maps.is_busy()) {
        return;
    }
    let area = touched(document, model);
    overlay::edges(painter, stage, document.map().rect(), &area, Color32::from_rgb(255, 240, 150));
    if let Some(at) = response.interact_pointer_pos().filter(|_| model.tools.maps.is_busy()) {
        size_of_drawn(painter, stage, document, model, at);
    }
}

/// How large the rectangle or ellipse is that is being drawn, beside the pointer.
fn size_of_drawn(
    painter: &egui::Painter,
    stage: &Stage,
    document: &MapDocument,
    model: &Model,
    at: egui::Pos2,
) {
    let tool = model.tools.maps.tool;
    let is_shape = matches!(tool, Tool::Rectangle | Tool::Ellipse | Tool::SelectRectangle);
    let cell = model.hover.filter(|(view, _)| view.document == document.id).map(|(_, cell)| cell);
    let drawn = cell.filter(|_| is_shape).and_then(|cell| model.tools.maps.drawn_region_to(cell));
    let area = drawn.and_then(|drawn| drawn.area(document.map()).ok());
    let Some(rect) = area.filter(|area| !area.is_empty()).map(|area| area.bounds()) else { return };
    if tool != Tool::Ellipse {
        painter.rect_filled(stage.screen_rect(rect), 0.0, Color32::from_white_alpha(24));
    }
    let text = format!("{} × {}", rect.width, rect.height);
    key::tag(painter, at, text);
}

/// The cells that the tool in hand is about to touch.
pub(crate) fn touched(document: &MapDocument, model: &Model) -> Area {
    let tools = &model.tools.maps;
    let hovered = model.hover.filter(|(view, _)| view.document == document.id);
    let Some((_, cell)) = hovered else { return Area::default() };
    let region = match tools.tool {
        Tool::Paint | Tool::Heights => {
            Some(Region::Brush { points: vec![cell], size: tools.brush_size, tip: tools.tip })
        }
        Tool::Stamp => None,
        _ => tools.drawn_region_to(cell),
    };
    let area = region.and_then(|region| region.area(document.map()).ok());
    let area = match tools.mirror(document.id).filter(|_| tools.paints()) {
        Some(mirror) => area.and_then(|area| mirror.area(&area, document.map()).ok()),
        None => area,
    };
    match (area, tools.tool) {
        (Some(area), _) => area,
        (None, Tool::Stamp) => stamp_area(tools, cell, document),
        (None, _) => Area::default(),
    }
}

/// The cells that the stamp would cover.
fn stamp_area(tools: &MapTools, cell: [i32; 2], document: &MapDocument) -> Area {
    let (Some([x, y]), Some(stamp)) = (tools.stamp_corner(cell), &tools.stamp) else {
        return Area::default();
    };
    let side = |start: i32, len: u32| {
        let end = i64::from(start) + i64::from(len);
        (start.max(0) as u32, u32::try_from(end - i64::from(start.max(0))).unwrap_or(0))
    };
    let ((x, width), (y, height)) = (side(x, stamp.width()), side(y, stamp.height()));
    let rect = landwright_core::world::gat::area::Rect { x, y, width, height };
    Area::of_rect(rect.within(document.map().rect()))
}
