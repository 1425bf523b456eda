//! The view of an area from above: floors, nodes and edges, and what the pointer does there.

pub(crate) mod floors;
mod conflicts;
mod density;
pub(crate) mod legend;
pub(crate) mod graph;
pub(crate) mod overlay;
pub(crate) mod marks;
pub(crate) mod cells;
pub(crate) mod mesh;
pub(crate) mod reports;
pub(crate) mod space;

use std::collections::BTreeMap;

use eframe::egui;
use egui::{Key, Response, Ui};
use glam::{Vec2, vec2};
use landwright_core::problem::Problem;
use landwright_core::space::tera::{UNITS_PER_CELL, UNITS_PER_METRE};

use crate::canvas::gesture::{Gesture, is_ours};
use crate::canvas::ground;
use crate::canvas::menu::context_menu;
use crate::canvas::stage::Stage;
use crate::canvas::steer::{self, LeftButton};
use crate::command::CommandId;
use crate::kind::document::common::View;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::message::AreaMessage;
use crate::kind::tera::tool::{AreaPointer, AreaTool, Drawn};
use crate::kind::tera::view::{bounds, fit, world_from_map};
use crate::look::key;
use crate::message::Message;
use crate::model::Model;
use crate::view::hand::{Held, Phase};
use crate::view::id::ViewId;

/// How far from the pointer a node or edge may be, in points.
pub(crate) const PICK_POINTS: f32 = 8.0;

/// What views of areas keep from frame to frame.
#[derive(Default)]
pub(crate) struct AreaPictures {
    floors: floors::Floors,
    density: density::Density,
    /// What each view had of the graph when it was drawn last: what a person points at.
    drawn: BTreeMap<ViewId, DrawnLast>,
}

struct DrawnLast {
    drawn: Drawn,
    is_used: bool,
}

impl AreaPictures {
    /// All of an area as far as it is known, for the minimap: floors that a view has shown, and
    /// how dense the nodes are.
    pub(crate) fn overview(
        &mut self,
        ui: &Ui,
        painter: &egui::Painter,
        stage: &Stage,
        document: &AreaDocument,
    ) {
        self.floors.show_known(painter, stage, document);
        self.density.show(ui, painter, stage, document);
    }

    /// Forgets what no view has asked for since the last call.
    pub(crate) fn forget_unused(&mut self) {
        self.floors.forget_unused();
        self.density.forget_unused();
        self.drawn.retain(|_, last| std::mem::take(&mut last.is_used));
    }
}

/// Shows a view, and sends what the person does in it.
pub(crate) fn show(
    ui: &mut Ui,
    id: ViewId,
    model: &Model,
    pictures: &mut AreaPictures,
    is_listed: &dyn Fn(&Problem) -> bool,
    send: &mut Vec<Message>,
) {
    let (Some(document), Some(view)) = (model.area(id.document), model.view(id)) else { return };
    let room = steer::room(ui, &format!("Area view of {}", document.title));
    let Some((rect, response)) = room else { return };
    let mut stage = Stage { rect, camera: camera_of(document, view, rect) };
    steer::steer(ui, &response, &mut stage, left_button(document.tool));
    keep_near(&mut stage, document);
    if view.camera != Some(stage.camera) || view.size != Some(stage.size()) {
        send.push(Message::Look(id, stage.camera, stage.size()));
    }
    let drawn = pictures.drawn.get(&id).map_or(Drawn::Density, |last| last.drawn);
    point(ui, &response, (id, &stage, drawn), document, send);
    close_or_give_up(ui, &response, id, model, document, send);
    let painter = ui.painter_at(rect);
    ground::around(&painter, rect, egui::Rect::NOTHING, crate::look::colours(ui).backdrop);
    pictures.floors.show(ui, &painter, &stage, document, send);
    let drawn = graph::show(ui, &painter, &stage, document, &mut pictures.density);
    pictures.drawn.insert(id, DrawnLast { drawn, is_used: true });
    if view.layers.problems.is_yes() {
        let place = |pos| Some(screen(&stage, pos));
        marks::show(&painter, document, is_listed, ui.visuals(), &place);
    }
    conflicts::show(ui, &painter, document, &|pos| Some(screen(&stage, pos)));
    overlay::show(&painter, &stage, document, &model.tools, &response);
    let points_per_metre =
        stage.camera.points_per_cell / UNITS_PER_CELL as f32 * UNITS_PER_METRE as f32;
    key::scale_bar(&painter, rect, points_per_metre, "m");
    context_menu(&response, model, &ON_AN_AREA, id, send);
}

/// A right click on an area offers these.
const ON_AN_AREA: [&[CommandId]; 4] = [
    &[CommandId::Cut, CommandId::Copy, CommandId::Paste, CommandId::DeleteSelected],
    &[
        CommandId::ConnectSelection,
        CommandId::OneWayEdge,
        CommandId::TwoWayEdge,
        CommandId::ReverseEdge,
    ],
    &[
        CommandId::SelectWay,
        CommandId::SelectComponent,
        CommandId::SelectAll,
        CommandId::SelectNone,
    ],
    &[
        CommandId::FixSelection,
        CommandId::RegenerateSelection,
        CommandId::SelectionSlice,
        CommandId::GoTo,
        CommandId::ZoomFit,
    ],
];

pub(crate) fn left_button(tool: AreaTool) -> LeftButton {
    if tool == AreaTool::Pan { LeftButton::Pans } else { LeftButton::IsTheTools }
}

fn camera_of(document: &AreaDocument, view: &View, rect: egui::Rect) -> crate::view::Camera {
    view.camera.unwrap_or_else(|| fit(bounds(document.area()), vec2(rect.width(), rect.height())))
}

fn keep_near(stage: &mut Stage, document: &AreaDocument) {
    let [low, high] = bounds(document.area());
    stage.camera.middle_in_cells = stage.camera.middle_in_cells.clamp(low, high);
}

/// Sends what the pointer does with the tool in hand.
fn point(
    ui: &Ui,
    response: &Response,
    (id, stage, drawn): (ViewId, &Stage, Drawn),
    document: &AreaDocument,
    send: &mut Vec<Message>,
) {
    let world = |at: egui::Pos2| world_from_map(stage.cell_from_screen(at));
    let hover = response.hover_pos().map(world);
    if hover != document.hover && (hover.is_some() || response.contains_pointer()) {
        send.push(AreaMessage::to(id.document, AreaMessage::Hover(hover)));
    }
    let held = ui.input(|input| Held {
        ctrl: input.modifiers.command,
        alt: input.modifiers.alt,
        shift: input.modifiers.shift,
    });
    let radius = f64::from(PICK_POINTS / stage.camera.points_per_cell) * 16.0;
    let gesture = Gesture { is_ours: is_ours(response), is_busy: document.is_in_hand() };
    let phases = ui.input(|input| gesture.follow(input));
    if phases.iter().any(|(phase, _)| *phase == Phase::Press) {
        send.push(Message::Focus(id));
        response.request_focus();
    }
    for (phase, at) in phases {
        let at_in_world = world(at.unwrap_or(stage.rect.center()));
        let pointer = AreaPointer { phase, at_in_world, radius, held, drawn, seen: None };
        send.push(AreaMessage::to(id.document, AreaMessage::Point(pointer)));
    }
}

/// Enter or a double click closes an outline that is clicked corner by corner, Escape gives it up.
pub(crate) fn close_or_give_up(
    ui: &Ui,
    response: &Response,
    id: ViewId,
    model: &Model,
    document: &AreaDocument,
    send: &mut Vec<Message>,
) {
    let is_meant = model.active_view() == Some(id) && model.dialog().is_none();
    let is_drawing = !document.corners.at.is_empty() && !document.is_in_hand();
    if !is_meant || !is_drawing || ui.ctx().text_edit_focused() {
        return;
    }
    let (escape, enter) =
        ui.input(|input| (input.key_pressed(Key::Escape), input.key_pressed(Key::Enter)));
    if escape {
        send.push(AreaMessage::to(id.document, AreaMessage::GiveCornersUp));
    } else if enter || response.double_clicked() {
        send.push(AreaMessage::to(id.document, AreaMessage::CloseCorners));
    }
}

/// The corners of what is seen, in the game's units: low and high.
fn visible(stage: &Stage) -> [[f64; 2]; 2] {
    let low = stage.cell_from_screen(stage.rect.left_bottom());
    let high = stage.cell_from_screen(stage.rect.right_top());
    [world_from_map(low), world_from_map(high)]
}

/// Where a place of the world is on the screen.
fn screen(stage: &Stage, pos: landwright_core::space::tera::PosInWorld) -> egui::Pos2 {
    let at: Vec2 = crate::kind::tera::view::map_from_world([pos.x, pos.y]);
    stage.screen_from_cell(at)
}
