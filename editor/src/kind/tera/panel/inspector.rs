//! The area, what is selected in it, and what is under the pointer.

use eframe::egui;
use egui::{Grid, Ui};
use landwright_core::format::number::F32;
use landwright_core::problem::counted::counted;
use landwright_core::space::tera::{Octant, PosInWorld};
use landwright_core::world::area::action::Action;
use landwright_core::world::area::edges::{RemoveEdge, Taken};
use landwright_core::world::area::id::{EdgeRef, NodeId, Target};
use landwright_core::world::area::nodes::SetNode;

use super::{place, volumes};
use crate::kind::tera::canvas::legend::{self, Entry};
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::geometry::CellVolumes;
use crate::kind::tera::message::AreaMessage;
use crate::kind::tera::open::missing_zones;
use crate::message::Message;
use crate::model::Model;
use crate::panel::number::number;
use crate::panel::rows::line;

pub(crate) fn show(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        whole(ui, area);
        if area.cell.is_some() {
            ui.separator();
            volumes::of_cell(ui, model, area, send);
        }
        selected(ui, area, send);
        ui.separator();
        under_pointer(ui, area);
        ui.separator();
        ui.collapsing("Colours", colours);
    });
}

/// What they mean, each with a sample.
fn colours(ui: &mut Ui) {
    for Entry { colours, text } in legend::entries() {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(36.0, 12.0), egui::Sense::hover());
            let width = rect.width() / colours.len() as f32;
            for (n, colour) in colours.into_iter().enumerate() {
                let left = rect.left() + n as f32 * width;
                let part = egui::Rect::from_x_y_ranges(left..=left + width, rect.y_range());
                ui.painter().rect_filled(part, 0.0, colour);
            }
            ui.weak(text);
        });
    }
}

/// A node, or the edge that is selected below the node that it leads away from.
fn selected(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    if let Some(edge) = area.edge {
        ui.separator();
        of_node(ui, area, edge.node, send);
        ui.separator();
        whole_edge(ui, area, edge);
        return;
    }
    match (area.selection.len(), area.selection.first()) {
        (1, Some(node)) => {
            ui.separator();
            of_node(ui, area, *node, send);
        }
        (0, _) | (_, None) => {}
        (n, _) => {
            ui.separator();
            ui.strong(format!("{n} nodes"));
            ui.weak("Press Delete to remove all of them with their edges");
        }
    }
}

fn whole_edge(ui: &mut Ui, document: &AreaDocument, edge: EdgeRef) {
    let EdgeRef { node, .. } = edge;
    let Some(to) = document.end_of(edge) else {
        ui.strong(format!("Edge of {node} to a missing node"));
        return;
    };
    ui.strong(format!("Edge from {node} to {to}"));
    let leads_back = document.area().octant_of_edge(to, node).is_some();
    Grid::new("edge").num_columns(2).show(ui, |ui| {
        if let Some((from, to)) = document.pos(node).zip(document.pos(to)) {
            let length = from.distance(to);
            line(ui, "Length", format!("{length:.0} units, {:.2} m", length / 25.0));
        }
        line(ui, "Edge back", if leads_back { "yes" } else { "none" });
    });
    ui.weak(match leads_back {
        true => "Press Delete to remove this edge; the edge back stays",
        false => "Press Delete to remove this edge",
    });
}

fn whole(ui: &mut Ui, document: &AreaDocument) {
    let area = document.area();
    let path = document.file.as_ref().map(|file| file.path.display().to_string());
    ui.strong(&document.title).on_hover_text(path.unwrap_or_else(|| "not saved yet".to_owned()));
    Grid::new("area").num_columns(2).show(ui, |ui| {
        line(ui, "Nodes", area.n_nodes().to_string());
        line(ui, "Zones", area.zones().len().to_string());
        let missing = missing_zones(area, &document.geometry);
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().take(9).map(|zone| zone.file_name()).collect();
            let text = counted(missing.len(), "zone", "zones");
            line(ui, "Without geometry", text).on_hover_text(names.join(", "));
        }
        if !document.sharing.is_empty() {
            let names: Vec<&str> = document.sharing.iter().map(|(name, _)| name.as_str()).collect();
            let text = counted(names.len(), "area", "areas");
            line(ui, "Shares zones with", text).on_hover_text(names.join(", "));
        }
    });
}

fn of_node(ui: &mut Ui, document: &AreaDocument, node: NodeId, send: &mut Vec<Message>) {
    let Some(pos) = document.pos(node) else { return };
    let area = document.area();
    ui.horizontal(|ui| {
        ui.strong(format!("Node {node}"));
        if let Some(number) = document.number_in_file(node) {
            ui.weak(format!("{number} in the file")).on_hover_text(
                "You added or removed nodes before this one. This number is valid while the area \
                is open; `landwright check` and servers use the number in the file",
            );
        }
        if document.is_new(node) {
            ui.weak("new").on_hover_text(
                "This number is valid while the area is open. A file numbers its nodes in order, \
                so the number may change when you reopen it",
            );
        }
    });
    coordinates(ui, document, node, pos, send);
    Grid::new("node").num_columns(2).show(ui, |ui| {
        // The first are those that can be typed.
        for (space, text) in place::in_words(document, pos).into_iter().skip(1) {
            line(ui, space, text);
        }
        let zone = area.cell_at(pos).map(|(zone, _)| zone);
        let sharing = zone.map(|zone| place::sharing(document, zone)).unwrap_or_default();
        if !sharing.is_empty() {
            line(ui, "Zone also in", sharing.join(", "));
        }
        line(ui, "Edges to it", area.edges_to(node).count().to_string());
    });
    ui.add_space(4.0);
    for octant in Octant::all() {
        ui.horizontal(|ui| {
            ui.weak(format!("{} {}", octant.number(), octant.label()))
                .on_hover_text("The octant: its number and its range of directions");
            let Some(target) = area.edge(node, octant) else {
                ui.weak("–");
                return;
            };
            let edge = EdgeRef::new(node, octant);
            of_edge(ui, document, edge, target, send);
        });
    }
}

/// In the game's units, to be typed or dragged. Anything that is not changed keeps its bits.
fn coordinates(
    ui: &mut Ui,
    document: &AreaDocument,
    node: NodeId,
    pos: PosInWorld,
    send: &mut Vec<Message>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (axis, (name, value)) in
            [("x", pos.x), ("y", pos.y), ("z", pos.z)].into_iter().enumerate()
        {
            let id = egui::Id::new(("node", document.id, node, name));
            let new = number(ui, id, &format!("{name} of node"), value, |field| {
                field.prefix(format!("{name} ")).speed(1.0).max_decimals(3)
            });
            let mut at = pos.to_bits();
            if let (Some(new), Some(place)) = (new, at.get_mut(axis)) {
                *place = F32::new(new as f32);
                let action = Action::SetNode(SetNode { node, at, taken: Taken::Nearest });
                send.push(AreaMessage::to(document.id, AreaMessage::Act(action)));
            }
        }
    });
}

fn of_edge(
    ui: &mut Ui,
    document: &AreaDocument,
    edge: EdgeRef,
    target: Target,
    send: &mut Vec<Message>,
) {
    let mut tell = |message| send.push(AreaMessage::to(document.id, message));
    match target {
        Target::Node(to) => {
            let is_two_way = document.area().octant_of_edge(to, edge.node).is_some();
            let arrow = if is_two_way { "<->" } else { "->" };
            if ui.selectable_label(document.edge == Some(edge), format!("{arrow} {to}")).clicked() {
                tell(AreaMessage::SelectEdge(Some(edge)));
            }
            if ui.small_button("Go").on_hover_text("Go to the node at its end").clicked() {
                tell(AreaMessage::ShowNode(to));
            }
        }
        Target::Nowhere(index) => {
            ui.colored_label(ui.visuals().error_fg_color, format!("{index}, which is not a node"));
        }
    }
    let EdgeRef { node, octant } = edge;
    if ui.small_button("Remove").clicked() {
        tell(AreaMessage::Act(Action::RemoveEdge(RemoveEdge { node, octant })));
    }
}

fn under_pointer(ui: &mut Ui, document: &AreaDocument) {
    let Some(at) = document.hover else {
        ui.weak("Point at a cell to see its floors");
        return;
    };
    ui.strong("Under the pointer");
    match place::volumes(document, at) {
        CellVolumes::NoGeometry => {
            ui.weak("No geometry here");
        }
        CellVolumes::Coming => {
            ui.weak("…").on_hover_text("Reading its zone");
        }
        CellVolumes::Are(volumes) if volumes.is_empty() => {
            ui.weak("No floor");
        }
        CellVolumes::Are(mut volumes) => {
            volumes.sort_by_key(|volume| std::cmp::Reverse(volume.z));
            for volume in volumes {
                ui.label(format!(
                    "floor at {}, {}",
                    volume.z,
                    volumes::room_in_words(volume.height)
                ));
            }
        }
    }
}
