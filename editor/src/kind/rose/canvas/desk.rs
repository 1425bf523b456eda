//! Between an open zone and its views: what they draw of it, and the messages that they send.

use eframe::egui::Ui;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::ThingId;

use super::minimap::{self, Looks};
use super::plan::ZonePictures;
use super::scene::{Ghost, Outline, ZoneScene};
use super::view::{self, Seat, ZoneEvent};
use crate::canvas::menu::context_menu;
use crate::canvas::steer::LeftButton;
use crate::command::CommandId;
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::message::ZoneMessage;
use crate::kind::rose::tool::hand::{Grip, Hand};
use crate::kind::rose::tool::{Sight, ZonePointer, ZoneTool};
use crate::kind::rose::view::gizmo::Gizmo;
use crate::kind::rose::view::span::ZoneSpan;
use crate::message::Message;
use crate::model::Model;
use crate::view::Camera;
use crate::view::hand::{Held, Phase};
use crate::view::id::ViewId;
use crate::view::orbit::Orbit;

/// A zone as a view shows it whose points are so many cm.
pub(crate) fn scene(document: &ZoneDocument, cm_per_point: f64) -> ZoneScene<'_> {
    ZoneScene {
        document: document.id,
        zone: document.zone(),
        revision: document.editing().revision(),
        names: &document.names,
        textures: &document.textures,
        layers: &document.layers,
        models: document.models.live.as_ref().filter(|_| document.layers.models.is_yes()),
        selection: &document.selection,
        hover: hovered(document, cm_per_point),
        problems: &document.marks,
        shown_problem: document.shown_problem_thing(),
        outline: outline(document),
        gizmo: gizmo(document, cm_per_point),
        ghost: ghost(document),
        preview: document.clock.as_ref().map(|clock| &clock.preview),
    }
}

/// The thing that a click would mean.
fn hovered(document: &ZoneDocument, cm_per_point: f64) -> Option<ThingId> {
    let means_things = matches!(document.tools.tool, ZoneTool::Select | ZoneTool::Lasso);
    let at = document.hover.filter(|_| means_things && document.hand.is_free())?;
    let (phase, held) = (Phase::Hop, Held::default());
    let sight = Sight::FromAbove;
    document.bench().pick(ZonePointer { phase, at_file_cm: at, cm_per_point, sight, held })
}

fn gizmo(document: &ZoneDocument, cm_per_point: f64) -> Option<Gizmo> {
    let gizmo = document.bench().gizmo()?;
    let handle = |grip: &Grip| match grip {
        Grip::Handle(handle) => Some(*handle),
        Grip::Thing | Grip::Copy => None,
    };
    Some(match &document.hand {
        Hand::Drag(drag) => {
            Gizmo { handle: handle(&drag.grip), turned_degrees: drag.turned_degrees(), ..gizmo }
        }
        Hand::Hold { grip, .. } => Gizmo { handle: handle(grip), ..gizmo },
        _ => {
            let at = document.hover;
            Gizmo { handle: at.and_then(|at| gizmo.handle_at(at, cm_per_point)), ..gizmo }
        }
    })
}

fn ghost(document: &ZoneDocument) -> Option<Ghost> {
    let is_putting = document.tools.tool == ZoneTool::Put && document.hand.is_free();
    let at_file_cm = document.hover.filter(|_| is_putting)?;
    Some(Ghost { kind: document.tools.palette.kind, at_file_cm })
}

fn outline(document: &ZoneDocument) -> Outline<'_> {
    match &document.hand {
        Hand::Box { from, to, .. } | Hand::Figure { from, to } => Outline::Box(*from, *to),
        Hand::Lasso { way, .. } => Outline::Lasso(way),
        Hand::Outline { corners, .. } => Outline::Lasso(corners),
        Hand::Free | Hand::Hold { .. } | Hand::Drag(_) | Hand::Put { .. } | Hand::Stroke { .. } => {
            let brush = document.hover.zip(document.tools.reach_cm(document.zone()));
            brush.map_or(Outline::None, |(at_file_cm, radius_cm)| Outline::Brush {
                at_file_cm,
                radius_cm,
            })
        }
    }
}

/// Shows a view from above, and sends what the person does in it.
pub(crate) fn show(
    ui: &mut Ui,
    id: ViewId,
    model: &Model,
    pictures: &mut ZonePictures,
    send: &mut Vec<Message>,
) {
    let (Some(document), Some(seen)) = (model.zone(id.document), model.view(id)) else { return };
    let name = format!("Zone view of {}", document.title);
    let seat = Seat {
        name: &name,
        camera: seen.camera,
        size: seen.size,
        left: left_button(document.tools.tool),
        is_busy: is_busy(document),
        is_active: model.active_view() == Some(id) && model.dialog().is_none(),
        hover: document.hover,
    };
    let points_per_cell = seen.camera.map_or(1.0, |camera| camera.points_per_cell);
    let cm_per_point = document.span().cm_from_cells(1.0 / points_per_cell);
    let (events, response) = view::show(ui, seat, &scene(document, cm_per_point), pictures);
    send.extend(events.into_iter().map(|event| message(id, event)));
    if let Some(response) = response {
        context_menu(&response, model, &ON_A_ZONE, id, send);
    }
}

/// A right click on a zone offers these.
const ON_A_ZONE: [&[CommandId]; 5] = [
    &[CommandId::Cut, CommandId::Copy, CommandId::Paste, CommandId::DuplicateThings],
    &[CommandId::SelectAlike, CommandId::SelectAll, CommandId::SelectNone],
    &[CommandId::DropToGround, CommandId::SettleThings, CommandId::ArrayThings],
    &[CommandId::FollowWarp, CommandId::FindThings, CommandId::GoTo, CommandId::ZoomFit],
    &[CommandId::DeleteSelected],
];

pub(crate) fn left_button(tool: ZoneTool) -> LeftButton {
    if tool == ZoneTool::Pan { LeftButton::Pans } else { LeftButton::IsTheTools }
}

/// Whether the button is down. An outline that is clicked corner by corner waits with it up.
pub(crate) fn is_busy(document: &ZoneDocument) -> bool {
    !document.hand.is_free() && !document.hand.is_drawing()
}

pub(crate) fn message(id: ViewId, event: ZoneEvent) -> Message {
    let of_zone = |message| ZoneMessage::to(id.document, message);
    match event {
        ZoneEvent::Look(camera, size) => Message::Look(id, camera, size),
        ZoneEvent::Hover(at) => of_zone(ZoneMessage::Hover(at)),
        ZoneEvent::Focus => Message::Focus(id),
        ZoneEvent::Point(pointer) => of_zone(ZoneMessage::Point(pointer)),
    }
}

/// Shows all of the zone, small; a click or drag moves the view there.
pub(crate) fn minimap(
    ui: &mut Ui,
    model: &Model,
    pictures: &mut ZonePictures,
    send: &mut Vec<Message>,
) {
    let active = model.active_view().and_then(|id| Some((id, model.view(id)?)));
    let (Some(document), Some((id, view))) = (model.active_zone(), active) else { return };
    let span = document.span();
    let above = view.camera.zip(view.size).map(|(camera, size)| Looks::FromAbove(camera, size));
    let in_space = view.orbit.map(|orbit| Looks::in_space(&orbit, &span));
    let clicked = minimap::show(ui, &scene(document, 1.0), in_space.or(above), pictures);
    let (Some(at_in_cells), Some(size)) = (clicked, view.size) else { return };
    if let Some(orbit) = view.orbit {
        let orbit = Orbit { target_in_world: target(document, &span, at_in_cells), ..orbit };
        send.push(Message::LookFrom(id, orbit, size));
    } else if let Some(camera) = view.camera {
        send.push(Message::Look(id, Camera { middle_in_cells: at_in_cells, ..camera }, size));
    }
}

/// A place on the ground, in metres from the corner of the zone.
fn target(document: &ZoneDocument, span: &ZoneSpan, at_in_cells: glam::Vec2) -> glam::Vec3 {
    let at: PosInFileCm = span.file_from_map(at_in_cells);
    let ground_cm = document.zone().ground_at_file_cm(at).unwrap_or_default();
    (at_in_cells * span.m_per_cell()).extend((ground_cm / 100.0) as f32)
}
