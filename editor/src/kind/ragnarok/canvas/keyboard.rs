//! The keyboard in a view of a map that has the focus: arrows walk from cell to cell, and the tool
//! in hand is used there.

use eframe::egui;
use egui::{Color32, EventFilter, Id, Key, Modifiers, Response, Stroke, StrokeKind, Ui};
use glam::{Vec2, vec2};
use landwright_core::world::gat::area::Rect;

use crate::canvas::stage::Stage;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::message::MapMessage;
use crate::kind::ragnarok::tool::{Pointer, Tool};
use crate::message::Message;
use crate::model::Model;
use crate::view::hand::{Held, Phase};
use crate::view::id::ViewId;

/// What a screen reader tells about a view.
pub(crate) const EXPLAINED: &str = "Arrow keys move the cell cursor, with Shift by ten cells. \
    Enter uses the tool there; Space holds it down until you press Space again";

/// How far arrows go with Shift.
const STRIDE: i32 = 10;

/// Walks to another cell and uses the tool, as far as keys say so. The camera follows.
pub(crate) fn steer(
    ui: &Ui,
    response: &Response,
    stage: &mut Stage,
    id: ViewId,
    document: &MapDocument,
    model: &Model,
    send: &mut Vec<Message>,
) {
    if !response.has_focus() {
        return;
    }
    let ours = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, ours));
    let map = document.map().rect();
    let known = model.hover.filter(|(view, _)| *view == id).map(|(_, cell)| cell);
    let before = known.unwrap_or_else(|| cell_of(stage.camera.middle_in_cells));
    let cell = walked(ui, before, map);
    if known != Some(cell) {
        send.push(Message::Hover(Some((id, cell))));
        keep_in_view(stage, cell);
    }
    let held_id = held_id(response);
    let is_held = is_held(ui, response) && model.tools.maps.is_busy();
    let mut use_tool = |phase| {
        let held = ui.input(|input| Held {
            ctrl: input.modifiers.command,
            alt: input.modifiers.alt,
            shift: input.modifiers.shift,
        });
        let pointer = Pointer { phase, at_in_cells: middle_of(cell), held };
        send.push(MapMessage::Point(id.number, vec![pointer]).to(id.document));
    };
    if is_held && cell != before {
        use_tool(Phase::Drag);
    }
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let is_clicked = pressed(Key::Enter) && !model.tools.maps.can_give_up();
    let will_hold = match (is_clicked, pressed(Key::Space)) {
        (true, _) => {
            [Phase::Press, Phase::Release].into_iter().for_each(&mut use_tool);
            false
        }
        (false, true) if is_held => {
            use_tool(Phase::Release);
            false
        }
        (false, true) if is_drawn(model.tools.maps.tool) => {
            use_tool(Phase::Press);
            true
        }
        (false, true) => {
            [Phase::Press, Phase::Release].into_iter().for_each(&mut use_tool);
            false
        }
        (false, false) => is_held,
    };
    ui.data_mut(|data| data.insert_temp(held_id, will_hold));
}

/// Whether Space holds the tool down, so that the pointer has nothing to do with it.
pub(crate) fn is_held(ui: &Ui, response: &Response) -> bool {
    ui.data(|data| data.get_temp(held_id(response))).unwrap_or(false)
}

/// Whether keys lead, and not a pointer that lies still.
pub(crate) fn leads(ui: &Ui, response: &Response) -> bool {
    response.has_focus()
        && ui.input(|input| input.pointer.delta() == egui::Vec2::ZERO && !input.pointer.any_down())
}

/// Where the keyboard is, for everybody to see.
pub(crate) fn show(ui: &Ui, response: &Response, stage: &Stage, id: ViewId, model: &Model) {
    if !response.has_focus() {
        return;
    }
    let painter = ui.painter_at(stage.rect);
    let ring = ui.visuals().selection.stroke.color;
    painter.rect_stroke(stage.rect, 0.0, Stroke::new(2.0, ring), StrokeKind::Inside);
    let cell = model.hover.filter(|(view, _)| *view == id).map(|(_, cell)| cell);
    let Some([x, y]) =
        cell.and_then(|[x, y]| Some([u32::try_from(x).ok()?, u32::try_from(y).ok()?]))
    else {
        return;
    };
    let rect = stage.screen_rect(Rect { x, y, width: 1, height: 1 });
    let rect = egui::Rect::from_center_size(rect.center(), rect.size().max(egui::vec2(6.0, 6.0)));
    painter.rect_stroke(rect, 0.0, Stroke::new(3.0, Color32::BLACK), StrokeKind::Outside);
    painter.rect_stroke(rect, 0.0, Stroke::new(1.5, Color32::WHITE), StrokeKind::Outside);
}

fn held_id(response: &Response) -> Id {
    response.id.with("held by a key")
}

fn cell_of(at_in_cells: Vec2) -> [i32; 2] {
    [at_in_cells.x.floor() as i32, at_in_cells.y.floor() as i32]
}

fn middle_of([x, y]: [i32; 2]) -> Vec2 {
    vec2(x as f32 + 0.5, y as f32 + 0.5)
}

/// Tools that begin in one cell and end in another; others are done with a click.
fn is_drawn(tool: Tool) -> bool {
    match tool {
        Tool::Paint
        | Tool::Rectangle
        | Tool::Ellipse
        | Tool::SelectRectangle
        | Tool::Probe
        | Tool::Heights
        | Tool::Ramp => true,
        Tool::Polygon
        | Tool::Fill
        | Tool::Lasso
        | Tool::Wand
        | Tool::Stamp
        | Tool::Corner
        | Tool::Pan => false,
    }
}

fn walked(ui: &Ui, [x, y]: [i32; 2], map: Rect) -> [i32; 2] {
    let steps = |key| {
        ui.input_mut(|input| {
            // Without Shift comes second: it would take those with Shift as well.
            let strides = input.count_and_consume_key(Modifiers::SHIFT, key) as i32;
            strides * STRIDE + input.count_and_consume_key(Modifiers::NONE, key) as i32
        })
    };
    let [east, west] = [Key::ArrowRight, Key::ArrowLeft].map(steps);
    let [north, south] = [Key::ArrowUp, Key::ArrowDown].map(steps);
    let last = |side: u32| i32::try_from(side).unwrap_or(i32::MAX) - 1;
    [
        (x + east - west).clamp(0, last(map.width).max(0)),
        (y + north - south).clamp(0, last(map.height).max(0)),
    ]
}

/// Moves the camera no farther than it takes to see a cell.
fn keep_in_view(stage: &mut Stage, cell: [i32; 2]) {
    let size = stage.size();
    let margin = (size / 8.0).min(vec2(48.0, 48.0));
    let at = stage.camera.view_from_cell(middle_of(cell), size);
    let wanted = at.clamp(margin, size - margin);
    stage.camera.pan(wanted - at);
}
