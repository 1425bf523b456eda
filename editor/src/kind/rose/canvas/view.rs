//! The view of a zone from above: it moves and zooms, and tells what the pointer does there.

use eframe::egui;
use egui::{Key, Response, Ui};
use glam::vec2;
use landwright_core::space::rose::position::PosInFileCm;

use super::plan::ZonePictures;
use super::scene::ZoneScene;
use crate::canvas::gesture::{Gesture, is_ours};
use crate::canvas::stage::Stage;
use crate::canvas::steer::{self, LeftButton};
use crate::kind::rose::tool::{Sight, ZonePointer};
use crate::kind::rose::view::span::ZoneSpan;
use crate::look::key;
use crate::view::Camera;
use crate::view::ViewSize;
use crate::view::hand::{Held, Phase};

/// What is known of a view besides its zone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seat<'a> {
    /// For who can't see it.
    pub(crate) name: &'a str,
    pub(crate) camera: Option<Camera>,
    pub(crate) size: Option<ViewSize>,
    pub(crate) left: LeftButton,
    /// Whether a gesture is under way.
    pub(crate) is_busy: bool,
    /// Whether keys mean this view.
    pub(crate) is_active: bool,
    /// What the pointer was over when that was told last, in cm of the files.
    pub(crate) hover: Option<[f64; 2]>,
}

/// What a person did in a view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ZoneEvent {
    Look(Camera, ViewSize),
    /// In cm of the files.
    Hover(Option<[f64; 2]>),
    /// The button went down in this view.
    Focus,
    Point(ZonePointer),
}

/// Shows a view. Gives the person's actions in it, and the response for a menu.
pub(crate) fn show(
    ui: &mut Ui,
    seat: Seat<'_>,
    scene: &ZoneScene<'_>,
    pictures: &mut ZonePictures,
) -> (Vec<ZoneEvent>, Option<Response>) {
    let Some((rect, response)) = steer::room(ui, seat.name) else { return (Vec::new(), None) };
    let span = ZoneSpan::of(scene.zone);
    let camera = seat.camera.unwrap_or_else(|| span.fit(vec2(rect.width(), rect.height())));
    let mut stage = Stage { rect, camera };
    steer::steer(ui, &response, &mut stage, seat.left);
    span.keep_near(&mut stage.camera);
    let mut events = Vec::new();
    if seat.camera != Some(stage.camera) || seat.size != Some(stage.size()) {
        events.push(ZoneEvent::Look(stage.camera, stage.size()));
    }
    point(ui, &response, &stage, &span, seat, &mut events);
    steer::leave_arrows(ui, &response);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
    pictures.draw(&painter, &stage, scene);
    let cm_per_point = span.cm_from_cells(1.0 / stage.camera.points_per_cell);
    key::scale_bar(&painter, rect, (100.0 / cm_per_point) as f32, "m");
    (events, Some(response))
}

/// Tells what the pointer does with the tool in hand.
fn point(
    ui: &Ui,
    response: &Response,
    stage: &Stage,
    span: &ZoneSpan,
    seat: Seat<'_>,
    events: &mut Vec<ZoneEvent>,
) {
    let file = |at: egui::Pos2| {
        let PosInFileCm { x, y, .. } = span.file_from_map(stage.cell_from_screen(at));
        [x, y]
    };
    let hover = response.hover_pos().map(file);
    if hover != seat.hover && (hover.is_some() || response.contains_pointer()) {
        events.push(ZoneEvent::Hover(hover));
    }
    let held = ui.input(|input| Held {
        ctrl: input.modifiers.command,
        alt: input.modifiers.alt,
        shift: input.modifiers.shift,
    });
    let cm_per_point = span.cm_from_cells(1.0 / stage.camera.points_per_cell);
    let pointer = |phase, at_file_cm| {
        let sight = Sight::FromAbove;
        ZoneEvent::Point(ZonePointer { phase, at_file_cm, cm_per_point, sight, held })
    };
    let gesture = Gesture { is_ours: is_ours(response), is_busy: seat.is_busy };
    let phases = ui.input(|input| gesture.follow(input));
    if phases.iter().any(|(phase, _)| *phase == Phase::Press) {
        events.push(ZoneEvent::Focus);
        response.request_focus();
    }
    for (phase, at) in phases {
        let at_file_cm = file(at.unwrap_or(stage.rect.center()));
        events.push(pointer(phase, at_file_cm));
    }
    let at_file_cm = file(response.hover_pos().unwrap_or(stage.rect.center()));
    let end = end_of_outline(ui, response, seat);
    events.extend(end.map(|phase| pointer(phase, at_file_cm)));
}

/// Enter or a double click closes what is drawn corner by corner, Escape gives up.
fn end_of_outline(ui: &Ui, response: &Response, seat: Seat<'_>) -> Option<Phase> {
    if response.double_clicked() {
        return Some(Phase::Close);
    }
    // Of a gesture under way, whoever follows it hears of Escape.
    if !seat.is_active || seat.is_busy || ui.ctx().text_edit_focused() {
        return None;
    }
    ui.input(|input| match () {
        () if input.key_pressed(Key::Escape) => Some(Phase::GiveUp),
        () if input.key_pressed(Key::Enter) => Some(Phase::Close),
        () => None,
    })
}
