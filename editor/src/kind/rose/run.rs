//! What commands do to the zone in front.

use std::collections::BTreeSet;

use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::add::Delete;
use landwright_core::world::zone::arrange::{Align, AlignTo, Axis, Distribute};
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::place::{Drop, Settle};
use landwright_core::world::zone::region::Tip;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::commands::{FOG, MODELS, MOTIONS, SYMBOLS};
use super::document::ZoneDocument;
use super::message::PreviewMessage;
use super::nudge::nudge_of;
use super::preview::PLAN;
use crate::command::{CommandId as Id, Menu, Needs};
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::form::things::{ArrayForm, FindForm};
use crate::kind::rose::tool::select::within;
use crate::kind::rose::tool::{Ink, MOST_BRUSH_CELLS, ZoneTool, ZoneTools};
use crate::kind::rose::view::gizmo::GizmoKind;
use crate::kind::rose::view::{KindLayer, ZoneGround, ZoneLayers};
use crate::message::dialog::Dialog;
use crate::model::Model;
use crate::view::Shown;
use crate::view::id::DocumentId;

impl Model {
    /// Whether a command would do something to the zone in front; `None` for a command that zones
    /// have no way of their own to do.
    pub(crate) fn can_run_on_zone(&self, id: Id) -> Option<bool> {
        let zone = self.active_zone()?;
        let n_selected = zone.selection.len();
        let can_run = match id {
            Id::SelectAll | Id::InvertSelection | Id::GoTo | Id::FindThings => true,
            Id::PreviewSpawns | Id::ShowAllKinds | Id::ToggleKind(_) => true,
            Id::Paste => self.has_clip(),
            Id::SelectNone | Id::Copy | Id::Cut | Id::ZoomSelection => n_selected > 0,
            Id::DeleteSelected | Id::DuplicateThings | Id::ArrayThings => n_selected > 0,
            Id::DropToGround | Id::SettleThings | Id::SelectAlike => n_selected > 0,
            Id::FollowWarp => zone.warp().is_some(),
            Id::CompareCopies => zone.home.is_some(),
            Id::DistributeX | Id::DistributeY => n_selected > 2,
            Id::BrushLarger | Id::BrushSmaller | Id::BrushTip => true,
            Id::Type0 | Id::Type1 | Id::Type2 => true,
            Id::ColoursTypes | Id::ColoursHeights => true,
            _ if align_of(id).is_some() => n_selected > 1,
            _ if nudge_of(id).is_some() => n_selected > 0,
            _ if tool_of(id).is_some() || gizmo_of(id).is_some() => true,
            _ if layer_of(&mut ZoneLayers::default(), id).is_some() => true,
            _ if id.command().menu == Menu::Tool => false,
            _ if matches!(id.command().needs, Needs::Selection | Needs::Stamp) => false,
            _ => return None,
        };
        Some(can_run)
    }

    pub(crate) fn is_on_for_zone(&self, id: Id) -> Option<bool> {
        let zone = self.active_zone()?;
        if let Some(tool) = tool_of(id) {
            return Some(zone.tools.tool == tool);
        }
        if let Some(gizmo) = gizmo_of(id) {
            return Some(zone.tools.tool == ZoneTool::Select && zone.tools.gizmo == gizmo);
        }
        let mut layers = zone.layers;
        if let Some(layer) = layer_of(&mut layers, id) {
            return Some(layer.is_yes());
        }
        Some(match id {
            Id::ToggleKind(number) => kind_of(number).is_some_and(|kind| zone.layers.shows(kind)),
            Id::Type0 => zone.tools.ink == Ink::Walk(0),
            Id::Type1 => zone.tools.ink == Ink::Walk(1),
            Id::Type2 => zone.tools.ink == Ink::Walk(2),
            Id::ColoursTypes => zone.layers.ground == ZoneGround::Tiles,
            Id::ColoursHeights => zone.layers.ground == ZoneGround::Heights,
            Id::PreviewSpawns => zone.clock.is_some(),
            _ => return None,
        })
    }

    /// Does a command to the zone in front, where zones have a way of their own to do it.
    pub(crate) fn run_on_zone(&mut self, id: Id) -> bool {
        let Some(of) = self.active_zone().map(|zone| zone.id) else { return false };
        if self.can_run_on_zone(id).is_none() {
            return false;
        }
        match id {
            Id::Copy => self.copy_things(of),
            Id::Cut => {
                self.copy_things(of);
                self.delete_things(of);
            }
            Id::Paste => self.paste_into_zone(of, None),
            Id::DeleteSelected => self.delete_things(of),
            Id::DuplicateThings => self.duplicate_things(of),
            Id::GoTo => self.dialogs.push_back(Dialog::GoTo { text: String::new() }),
            Id::ArrayThings => {
                self.dialogs.push_back(ZoneDialog::Array(of, ArrayForm::default()).into());
            }
            Id::FindThings => {
                let form = self.zone(of).map(FindForm::of);
                self.dialogs.extend(form.map(|form| ZoneDialog::FindThings(of, form).into()));
            }
            Id::FollowWarp => self.follow_warp(of),
            Id::CompareCopies => self.compare_copies(of),
            _ if nudge_of(id).is_some() => self.nudge(of, id),
            _ => self.run_on_things(of, id),
        }
        true
    }

    fn run_on_things(&mut self, of: DocumentId, id: Id) {
        let number = self.active_view().map_or(0, |view| view.number);
        let Some(zone) = self.zone_mut(of) else { return };
        if zone.look(id, number) {
            return;
        }
        let (things, snap) = (zone.selected(), zone.tools.snap);
        let action = match id {
            Id::DropToGround => Some(Action::Drop(Drop { things })),
            Id::SettleThings => Some(Action::Settle(Settle { things })),
            Id::DistributeX => Some(Action::Distribute(Distribute { things, axis: Axis::X, snap })),
            Id::DistributeY => Some(Action::Distribute(Distribute { things, axis: Axis::Y, snap })),
            _ => {
                let align = |(axis, to)| Action::Align(Align { things, axis, to, snap });
                align_of(id).map(align)
            }
        };
        if let Some(action) = action {
            self.act_on_zone(of, &action);
        }
    }

    fn delete_things(&mut self, id: DocumentId) {
        let things = self.zone(id).map(ZoneDocument::selected);
        if let Some(things) = things {
            self.act_on_zone(id, &Action::Delete(Delete { things }));
        }
    }
}

impl ZoneDocument {
    /// Commands that change nothing but what is seen and selected; says whether it is one.
    fn look(&mut self, id: Id, view: u32) -> bool {
        if let Some(tool) = tool_of(id) {
            self.set_tools(ZoneTools { tool, ..self.tools.clone() });
            return true;
        }
        if let Some(gizmo) = gizmo_of(id) {
            let tool = ZoneTool::Select;
            self.set_tools(ZoneTools { tool, gizmo, ..self.tools.clone() });
            return true;
        }
        let mut layers = self.layers;
        if let Some(layer) = layer_of(&mut layers, id) {
            layer.toggle();
            self.set_layers(layers);
            return true;
        }
        match id {
            Id::SelectAll => self.selection = self.all_that_can_be_picked(),
            Id::SelectNone => self.selection.clear(),
            Id::InvertSelection => {
                let all = self.all_that_can_be_picked();
                self.selection = all.difference(&self.selection).copied().collect();
            }
            Id::SelectAlike => self.select_alike(),
            Id::ColoursTypes => self.layers.ground = ZoneGround::Tiles,
            Id::ColoursHeights => self.layers.ground = ZoneGround::Heights,
            Id::ShowAllKinds => {
                for layer in Kind::ALL.map(|kind| (kind, KindLayer::default())) {
                    if let Some(kind) = self.layers.kind_mut(layer.0) {
                        *kind = layer.1;
                    }
                }
            }
            Id::ToggleKind(number) => {
                let kind = kind_of(number).and_then(|kind| layers.kind_mut(kind));
                if let Some(layer) = kind {
                    layer.shown.toggle();
                }
                self.set_layers(layers);
            }
            Id::Type0 => self.take_ink(Ink::Walk(0)),
            Id::Type1 => self.take_ink(Ink::Walk(1)),
            Id::Type2 => self.take_ink(Ink::Walk(2)),
            Id::BrushLarger => self.resize_brush(1),
            Id::BrushSmaller => self.resize_brush(-1),
            Id::BrushTip => {
                self.tools.tip = match self.tools.tip {
                    Tip::Round => Tip::Square,
                    Tip::Square => Tip::Round,
                };
            }
            Id::PreviewSpawns => self.preview(match self.clock {
                Some(_) => PreviewMessage::Drop,
                None => PreviewMessage::Start(PLAN),
            }),
            Id::ZoomSelection => self.zoom_to_selection(view),
            _ => return false,
        }
        true
    }

    fn take_ink(&mut self, ink: Ink) {
        self.set_tools(ZoneTools { ink, ..self.tools.clone() });
    }

    fn resize_brush(&mut self, by: i32) {
        if self.tools.tool == ZoneTool::Heights {
            let to = self.tools.shaping_radius_m + 2.5 * f64::from(by);
            self.tools.shaping_radius_m = to.clamp(2.5, 500.0);
        } else {
            let to = self.tools.brush_cells.saturating_add_signed(by);
            self.tools.brush_cells = to.clamp(1, MOST_BRUSH_CELLS);
        }
    }

    fn all_that_can_be_picked(&self) -> BTreeSet<ThingId> {
        let picks = |(_, thing): &(ThingId, &Thing)| self.layers.picks(thing.kind());
        self.zone().things().filter(picks).map(|(id, _)| id).collect()
    }

    /// Everything of the same kinds that is called the same: spawns by the monster that comes
    /// first, as their labels are.
    fn select_alike(&mut self) {
        let what = |thing: &Thing| {
            let value = said_by(thing.kind()).and_then(|field| thing.value(field));
            (thing.kind(), format!("{value:?}"))
        };
        let zone = self.zone();
        let wanted: BTreeSet<_> =
            self.selection.iter().filter_map(|id| zone.thing(*id)).map(what).collect();
        let alike = zone
            .things()
            .filter(|(_, thing)| self.layers.picks(thing.kind()) && wanted.contains(&what(thing)));
        self.selection = alike.map(|(id, _)| id).collect();
    }

    /// All that is selected in every view; a single thing as near as the view is anyway.
    pub(super) fn show_selection(&mut self) {
        if let [id] = self.selection.iter().copied().collect::<Vec<_>>().as_slice() {
            return self.show_thing(*id);
        }
        let views: Vec<u32> = self.views.keys().copied().collect();
        views.into_iter().for_each(|view| self.zoom_to_selection(view));
    }

    fn zoom_to_selection(&mut self, view: u32) {
        let is_in_space = self.views.get(&view).is_some_and(|view| view.orbit.is_some());
        let selection = self.selection.iter().copied();
        let around = is_in_space.then(|| self.box_around(selection)).flatten();
        if let Some(view) = self.views.get_mut(&view)
            && let (Some(orbit), Some(size), Some(around)) = (&mut view.orbit, view.size, around)
        {
            return orbit.fit_again(around, size);
        }
        let Some(corners) = within(self.zone(), self.selection.iter().copied()) else { return };
        let span = self.span();
        let [low, high] = corners.map(|[x, y]| span.map_from_file(PosInFileCm { x, y, z: 0.0 }));
        let margin = glam::Vec2::splat(4.0);
        if let Some(view) = self.views.get_mut(&view)
            && let Some(size) = view.size
        {
            view.camera = Some(span.fit_box([low - margin, high + margin], size));
        }
    }
}

/// The field that says what a thing is; `None` where one of its kind is like any other.
fn said_by(kind: Kind) -> Option<Field> {
    match kind {
        Kind::Deco | Kind::Cnst | Kind::Animated | Kind::Npc => Some(Field::ObjectId),
        Kind::Collision => Some(Field::ObjectId),
        Kind::Spawn => Some(Field::MonsterId),
        Kind::Warp => Some(Field::WarpId),
        Kind::Sound | Kind::Effect => Some(Field::Path),
        Kind::Event => Some(Field::Trigger),
        Kind::Water | Kind::Point => None,
    }
}

/// The tool that a command takes in hand. Zones share the keys of tools that maps have too.
pub(crate) fn tool_of(id: Id) -> Option<ZoneTool> {
    Some(match id {
        Id::ToolSelectRectangle => ZoneTool::Select,
        Id::ToolLasso => ZoneTool::Lasso,
        Id::ToolPut => ZoneTool::Put,
        Id::ToolHeights => ZoneTool::Heights,
        Id::ToolPaint => ZoneTool::Paint,
        Id::ToolRectangle => ZoneTool::Rectangle,
        Id::ToolEllipse => ZoneTool::Ellipse,
        Id::ToolPolygon => ZoneTool::Polygon,
        Id::ToolFill => ZoneTool::Fill,
        Id::ToolPan => ZoneTool::Pan,
        _ => return None,
    })
}

fn gizmo_of(id: Id) -> Option<GizmoKind> {
    Some(match id {
        Id::GizmoMove => GizmoKind::Move,
        Id::GizmoRotate => GizmoKind::Rotate,
        Id::GizmoScale => GizmoKind::Scale,
        _ => return None,
    })
}

/// What of the layers a command shows or hides.
fn layer_of(layers: &mut ZoneLayers, id: Id) -> Option<&mut Shown> {
    Some(match id {
        Id::ToggleGrid => &mut layers.cells,
        Id::ToggleShading => &mut layers.shading,
        Id::ToggleProblems => &mut layers.problems,
        Id::ToggleWalks => &mut layers.walks,
        Id::TogglePatches => &mut layers.patches,
        Id::ToggleBlocks => &mut layers.blocks,
        Id::ToggleNames => &mut layers.names,
        Id::ToggleRanges => &mut layers.ranges,
        Id::ToggleWarpLines => &mut layers.warps,
        Id::ToggleFacing => &mut layers.facing,
        Id::ToggleClusters => &mut layers.clusters,
        MODELS => &mut layers.models,
        SYMBOLS => &mut layers.symbols,
        MOTIONS => &mut layers.motions,
        FOG => &mut layers.fog,
        _ => return None,
    })
}

/// The kind of a layer by its number, from 1.
pub fn kind_of(number: u8) -> Option<Kind> {
    Kind::ALL.get(usize::from(number).checked_sub(1)?).copied()
}

fn align_of(id: Id) -> Option<(Axis, AlignTo)> {
    Some(match id {
        Id::AlignWest => (Axis::X, AlignTo::Low),
        Id::AlignMiddleX => (Axis::X, AlignTo::Middle),
        Id::AlignEast => (Axis::X, AlignTo::High),
        Id::AlignSouth => (Axis::Y, AlignTo::Low),
        Id::AlignMiddleY => (Axis::Y, AlignTo::Middle),
        Id::AlignNorth => (Axis::Y, AlignTo::High),
        _ => return None,
    })
}
