//! What the panels say of a mesh: the selected polygon or connection, the way that was asked for, and the tools.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui;
use egui::{Checkbox, ComboBox, DragValue, Grid, ScrollArea, Slider, Ui};
use landwright_core::nav::eq::mesh::shape::{middle, surface};
use landwright_core::nav::eq::mesh::why::{Outcome, area_name};
use landwright_core::nav::eq::mesh::{Point, Polygon};
use landwright_core::problem::counted::counted;
use landwright_core::space::eq::area::{Area, cost};
use landwright_core::space::eq::height_second;
use landwright_core::world::eq::mesh::picture::View;

use crate::command::CommandId;
use crate::kind::face::Seen;
use crate::kind::navigation::commands::{
    AREAS, BRIDGE_GAP, ISLAND, NONE, REMOVE, REMOVE_TILE, SAME_AREA, TILE, TOOLS,
};
use crate::kind::navigation::document::{Connection, NavDocument};
use crate::kind::navigation::message::{ToMesh, Tool, Way};
use crate::kind::navigation::route::Route;
use crate::look::control::segmented;
use crate::panel::rows::line;
use crate::panel::{command_buttons, name};

/// So many neighbours of a polygon are listed.
const MOST_NEIGHBOURS: usize = 24;

pub(super) fn place_in_words([x, y, z]: Point) -> String {
    // No minus before a zero.
    let [x, y, z] = [x, y, z].map(|number| (number * 10.0).round() / 10.0 + 0.0);
    format!("{x:.1}, {y:.1}, {z:.1}")
}

pub(super) fn inspector(ui: &mut Ui, document: &NavDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.strong(&document.title).on_hover_text(document.path_shown());
        if let Some(asked) = &document.route {
            ui.add_space(6.0);
            route(ui, asked, seen);
        }
        ui.add_space(6.0);
        match document.selection.len() {
            0 => _ = ui.weak("Click a polygon or an arrow to see what it is and where it leads"),
            1 => one(ui, document, seen),
            _ => several(ui, document),
        }
        ui.add_space(6.0);
        whole(ui, document);
    });
}

fn route(ui: &mut Ui, asked: &Route, seen: &mut Seen<'_>) {
    let heading = match &asked.answer.outcome {
        Outcome::Reached(_) => "There is a way",
        Outcome::CutShort { .. } => "Only a part of the way",
        Outcome::NoPolygonNear(_) | Outcome::CutOff(_) => "There is no way",
    };
    ui.strong(heading);
    let [from, to] = asked.ends;
    ui.weak(format!("A {}   B {}", place_in_words(from), place_in_words(to)));
    for line in asked.lines() {
        ui.label(line);
    }
    if asked.gap().is_some() {
        command_buttons(ui, seen.model, &[BRIDGE_GAP], seen.send);
    }
}

fn one(ui: &mut Ui, document: &NavDocument, seen: &mut Seen<'_>) {
    let Some(own) = document.selection.first().copied() else { return };
    let Some(polygon) = document.mesh.polygons.get(own) else { return };
    match document.connections.get(&own) {
        Some(connection) => {
            ui.strong(format!("Connection {}", connection.number));
            Grid::new("connection").num_columns(2).striped(true).show(ui, |ui| {
                of_connection(ui, connection);
                of_both(ui, document, own, polygon);
            });
        }
        None => {
            ui.strong(format!("Polygon {own}"));
            Grid::new("polygon").num_columns(2).striped(true).show(ui, |ui| {
                let at = height_second(middle(&polygon.corners));
                line(ui, "Middle", place_in_words(at));
                line(ui, "Corners", polygon.corners.len().to_string());
                line(ui, "Surface", format!("{:.1}", surface(&polygon.corners)));
                of_both(ui, document, own, polygon);
            });
        }
    }
    ui.add_space(4.0);
    ui.strong("Leads to");
    let links: BTreeSet<usize> = polygon.links().map(|link| link.to).collect();
    for to in links.iter().take(MOST_NEIGHBOURS) {
        let Some(other) = document.mesh.polygons.get(*to) else { continue };
        let area = area_name(other.area);
        let text = match document.connections.get(to) {
            Some(connection) => format!("connection {}  {area}", connection.number),
            None => format!("polygon {to}  {area}"),
        };
        if ui.selectable_label(false, text).on_hover_text("Select this one").clicked() {
            seen.send(ToMesh::Select { polygons: BTreeSet::from([*to]), way: Way::Replace });
        }
    }
    match links.len().checked_sub(MOST_NEIGHBOURS) {
        Some(n_more) if n_more > 0 => _ = ui.weak(format!("and {n_more} more")),
        _ if links.is_empty() => _ = ui.weak("nothing: nobody leaves it"),
        _ => {}
    }
}

fn of_connection(ui: &mut Ui, connection: &Connection) {
    line(ui, "From", place_in_words(connection.from));
    line(ui, "To", place_in_words(connection.to));
    line(ui, "Leads", if connection.leads_back { "both ways" } else { "one way" });
    line(ui, "Radius", format!("{:.1}", connection.radius));
    let [start, end] = connection.stands;
    let stands = match (start, end) {
        (true, true) => "both are on the mesh",
        (true, false) => "its end is off the mesh",
        (false, true) => "its start is off the mesh",
        (false, false) => "both are off the mesh",
    };
    line(ui, "Ends", stands);
}

fn of_both(ui: &mut Ui, document: &NavDocument, own: usize, polygon: &Polygon) {
    line(ui, "Area", format!("{}, {}", polygon.area, area_name(polygon.area)));
    let flags = format!("{:#06x}", polygon.flags);
    line(ui, "Flags", flags).on_hover_text("Of these, a server's walkers never take 8 and 0x800");
    let walked = if document.mesh.is_walked(own) { "yes" } else { "no" };
    line(ui, "Walked", format!("{walked}, cost {}", cost(polygon.area)));
    let island = document.islands.of_polygon(own);
    let island =
        island.map_or("none".to_owned(), |island| match document.islands.all.get(island) {
            Some(of) => format!("{island}, of {}", counted(of.n_polygons, "polygon", "polygons")),
            None => island.to_string(),
        });
    line(ui, "Island", island).on_hover_text("Nobody walks from one island to a different one");
    if let Some(tile) = document.mesh.tiles.get(polygon.tile) {
        let [x, y, layer] = tile.place;
        line(ui, "Tile", format!("{}, at {x}, {y}, layer {layer}", polygon.tile));
        if let Some(refused) = &tile.refused {
            line(ui, "Left out", refused.to_string()).on_hover_text(refused.to_string());
        }
    }
}

fn several(ui: &mut Ui, document: &NavDocument) {
    ui.strong("Selection");
    let mut kinds: BTreeMap<(bool, u8), usize> = BTreeMap::new();
    for own in &document.selection {
        let Some(polygon) = document.mesh.polygons.get(*own) else { continue };
        *kinds.entry((polygon.is_connection, polygon.area)).or_default() += 1;
    }
    for ((is_connection, area), number) in kinds {
        let things = match is_connection {
            true => counted(number, "connection", "connections"),
            false => counted(number, "polygon", "polygons"),
        };
        ui.label(format!("{things}, {}", area_name(area)));
    }
    ui.label(format!("in {}", counted(document.tiles().len(), "tile", "tiles")));
}

fn whole(ui: &mut Ui, document: &NavDocument) {
    ui.strong("Mesh");
    Grid::new("mesh").num_columns(2).show(ui, |ui| {
        line(ui, "Tiles", document.mesh.tiles.len().to_string());
        line(ui, "Polygons", document.order.len().to_string());
        line(ui, "Connections", document.connections.len().to_string());
        line(ui, "Islands", document.islands.all.len().to_string());
        match &document.zone {
            Some(zone) => line(ui, "Ground", format!("of {}", zone.file)),
            None => line(ui, "Ground", "none").on_hover_text(
                "Put the .s3d or the .map of the zone beside the mesh to see what is below it",
            ),
        };
    });
}

pub(super) fn tools(ui: &mut Ui, document: &NavDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        command_buttons(ui, seen.model, &TOOLS.map(|(_, command)| command), seen.send);
        ui.add_space(4.0);
        match document.tool {
            Tool::Select => _ = ui.weak(
                "Click a polygon or an arrow, or drag a box. Shift adds, Ctrl takes out again.",
            ),
            Tool::Connect => connect(ui, document, seen),
            Tool::Route => _ = ui.weak(
                "Click a start and a goal. You see the way of a server's walker, or why there is none.",
            ),
        }
        ui.add_space(6.0);
        ui.strong("Make the selected polygons");
        command_buttons(ui, seen.model, &AREAS.map(|(_, command)| command), seen.send);
        ui.add_space(4.0);
        ui.strong("Take away");
        command_buttons(ui, seen.model, &[REMOVE, REMOVE_TILE], seen.send);
        ui.add_space(4.0);
        ui.strong("Select");
        let select = [TILE, ISLAND, SAME_AREA, NONE, CommandId::ZoomSelection];
        command_buttons(ui, seen.model, &select, seen.send);
        ui.add_space(4.0);
        ui.strong("Colours");
        let mut colours = document.colours;
        segmented(ui, &mut colours, &[(View::Areas, "Areas"), (View::Islands, "Islands")]);
        if colours != document.colours {
            seen.send(ToMesh::Colours(colours));
        }
        if document.zone.is_some() {
            let mut is_shown = document.shows_ground;
            if ui.add(Checkbox::new(&mut is_shown, "Ground of the zone")).changed() {
                seen.send(ToMesh::Ground(is_shown));
            }
        }
        ui.add_space(4.0);
        ui.strong("Floors from above");
        cut(ui, document, seen);
    });
}

fn connect(ui: &mut Ui, document: &NavDocument, seen: &mut Seen<'_>) {
    ui.weak("Click where the connection begins, and where it ends.");
    let mut both_ways = document.both_ways;
    if ui.checkbox(&mut both_ways, "Leads back as well").changed() {
        seen.send(ToMesh::BothWays(both_ways));
    }
    ui.horizontal(|ui| {
        let mut radius = document.radius;
        let field = ui.add(DragValue::new(&mut radius).range(0.1..=100.0).speed(0.1));
        let field = field.on_hover_text("How far from its ends the mesh may be");
        name(&field, "Radius");
        ui.label("radius");
        if field.changed() {
            seen.send(ToMesh::Radius(radius));
        }
    });
    ui.horizontal(|ui| {
        let mut area = document.area;
        ComboBox::from_id_salt("area of a connection").selected_text(area.name()).show_ui(
            ui,
            |ui| {
                for one in Area::ALL {
                    ui.selectable_value(&mut area, one, one.name());
                }
            },
        );
        ui.label("area").on_hover_text("portal moves whoever takes the connection at once");
        if area != document.area {
            seen.send(ToMesh::Area(area));
        }
    });
}

/// What is above a height is cut off.
fn cut(ui: &mut Ui, document: &NavDocument, seen: &mut Seen<'_>) {
    let Some([low, high]) = document.heights() else { return };
    let mut is_cut = document.below.is_some();
    if ui.checkbox(&mut is_cut, "Only what is below a height").changed() {
        seen.send(ToMesh::Below(is_cut.then_some(high + 1.0)));
    }
    if let Some(mut below) = document.below {
        let slider = ui.add(Slider::new(&mut below, low..=high + 1.0).max_decimals(1));
        name(&slider, "Height of the cut");
        if document.below != Some(below) {
            seen.send(ToMesh::Below(Some(below)));
        }
    }
}
