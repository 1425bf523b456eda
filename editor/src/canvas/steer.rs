//! What all views do alike under the hand: they take their room, and plans are panned and zoomed.

use eframe::egui;
use egui::{
    Context, CursorIcon, EventFilter, Id, Key, PointerButton, Rect, Response, Sense, Ui,
    WidgetInfo, WidgetType,
};
use glam::vec2;

use super::stage::Stage;

/// What the left button does when it is dragged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeftButton {
    Pans,
    IsTheTools,
}

/// All the room that is left, under a name for those who can't see it. `None` where there is too
/// little to show anything.
pub(crate) fn room(ui: &mut Ui, label: &str) -> Option<(Rect, Response)> {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, label));
    (rect.width() >= 2.0 && rect.height() >= 2.0).then_some((rect, response))
}

/// Keeps the focus in a view that has it when arrows are pressed, and leaves those to commands.
pub(crate) fn leave_arrows(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let kept =
            EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, kept));
        ui.data_mut(|data| data.insert_temp(leaving(), response.id));
    }
}

/// Whether what has the focus is a view that leaves arrows to commands.
pub(crate) fn leaves_arrows(context: &Context, focused: Id) -> bool {
    context.data(|data| data.get_temp::<Id>(leaving())) == Some(focused)
}

fn leaving() -> Id {
    Id::new("view that leaves arrows to commands")
}

/// Wheel, pinch, middle or right button, and Space with any button.
pub(crate) fn steer(ui: &Ui, response: &Response, stage: &mut Stage, left: LeftButton) {
    zoom(ui, response, stage);
    if is_panning(ui, response, left) || response.dragged_by(PointerButton::Secondary) {
        let by = response.drag_delta();
        stage.camera.pan(vec2(by.x, by.y));
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
}

fn zoom(ui: &Ui, response: &Response, stage: &mut Stage) {
    let Some(point) = response.hover_pos() else { return };
    let scroll = ui.input(|input| input.smooth_scroll_delta());
    let factor = wheel_factor(ui);
    if factor != 1.0 {
        let at = point - stage.rect.min;
        let size = stage.size();
        stage.camera.zoom_at(factor, vec2(at.x, at.y), size);
    }
    if scroll.x != 0.0 {
        stage.camera.pan(vec2(scroll.x, 0.0));
    }
}

/// How much nearer the wheel, or two fingers, bring what is seen.
pub(crate) fn wheel_factor(ui: &Ui) -> f32 {
    ui.input(|input| input.zoom_delta() * (input.smooth_scroll_delta().y * 0.004).exp())
}

/// Whether a drag moves the view: with the middle button, or with the left one and Space.
pub(crate) fn is_panning(ui: &Ui, response: &Response, left: LeftButton) -> bool {
    let with_space = ui.input(|input| input.key_down(Key::Space));
    response.dragged_by(PointerButton::Middle)
        || response.dragged_by(PointerButton::Primary) && (with_space || left == LeftButton::Pans)
}
