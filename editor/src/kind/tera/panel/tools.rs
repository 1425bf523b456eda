//! The tools of an area, which heights are shown, and what can be done to the selection.

use std::collections::BTreeMap;

use eframe::egui;
use egui::{DragValue, RichText, Ui};
use landwright_core::world::area::action::Action;
use landwright_core::world::area::routes::{Expect, Outcome};

use crate::command::CommandId as Id;
use crate::kind::tera::document::{AreaDocument, KeptRoute};
use crate::kind::tera::message::AreaMessage;
use crate::kind::tera::routes::in_words;
use crate::kind::tera::tool::AreaTool;
use crate::message::Message;
use crate::model::Model;
use crate::panel::typed::{Blanks, Typed, no_name};
use crate::panel::{command_buttons, tool_buttons};

const TOOLS: [&[Id]; 3] = [
    &[Id::ToolSelectRectangle, Id::ToolLasso],
    &[Id::ToolNode, Id::ToolEdge, Id::ToolVolumes],
    &[Id::ToolProbe, Id::ToolPan],
];

pub(crate) fn show(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        tool_buttons::groups(ui, model, &TOOLS, send);
        if area.tool == AreaTool::Volumes {
            super::volumes::settings(ui, model, area, send);
        } else {
            ui.weak(explained(area.tool));
        }
        ui.separator();
        proposal(ui, area, send);
        pending_edge(ui, area, send);
        left_out(ui, area, send);
        section(ui, "Heights", |ui| {
            slice(ui, model, area, send);
            let slices = [Id::LowerSlice, Id::RaiseSlice, Id::SelectionSlice, Id::WholeSlice];
            command_buttons(ui, model, &slices, send);
        });
        section(ui, "Selection", |ui| {
            match area.selected_in_words() {
                Some(selected) => ui.label(selected),
                None => ui.weak("Nothing is selected"),
            };
            command_buttons(ui, model, commands_of_selection(area), send);
        });
        section(ui, "Routes", |ui| routes(ui, model, area, send));
        section(ui, "Reports", |ui| {
            super::reports::show(ui, area, send);
            command_buttons(ui, model, &[Id::ImportReports], send);
        });
        section(ui, "Mesh", |ui| super::mesh::show(ui, model, area, send));
    });
}

/// Folded away by anyone who needs the room for others.
fn section(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    let title = RichText::new(title).strong();
    egui::CollapsingHeader::new(title).default_open(true).show_unindented(ui, add);
}

/// Those that mean what is selected; the menus have them all.
fn commands_of_selection(area: &AreaDocument) -> &'static [Id] {
    match (area.edge, area.selection.is_empty()) {
        (Some(_), _) => &[
            Id::DeleteSelected,
            Id::ReverseEdge,
            Id::OneWayEdge,
            Id::TwoWayEdge,
            Id::SelectComponent,
        ],
        (None, false) => &[
            Id::DeleteSelected,
            Id::ConnectSelection,
            Id::SelectComponent,
            Id::SelectWay,
            Id::FixSelection,
            Id::RegenerateSelection,
        ],
        (None, true) => &[],
    }
}

fn explained(tool: AreaTool) -> &'static str {
    match tool {
        AreaTool::Select => {
            "Click a node or an edge. Drag the selection to move it, or drag a box from beside it. \
            Shift always drags a box"
        }
        AreaTool::Lasso => {
            "Draw around nodes, or click corners and press Enter. Shift adds to the selection"
        }
        AreaTool::Node => "Click to add a node",
        AreaTool::Edge => "Drag from node to node; hold Shift for a one-way edge",
        AreaTool::Volumes => "Click cells or drag over them",
        AreaTool::Probe => "Click a start, then a goal",
        AreaTool::Pan => "Drag the view",
    }
}

fn slice(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    let mut slice = area.slice;
    // Those of the nodes that are seen: at first, nothing is left out.
    let usual = || {
        let view = model.active_view().and_then(|view| model.view(view));
        area.heights_in(view)
    };
    ui.horizontal(|ui| {
        border(ui, "from", &mut slice.low, || usual().map_or(0, |[low, _]| low));
        border(ui, "to", &mut slice.high, || usual().map_or(0, |[_, high]| high));
    });
    if slice != area.slice {
        send.push(AreaMessage::to(area.id, AreaMessage::SetSlice(slice)));
    }
}

fn border(ui: &mut Ui, name: &str, border: &mut Option<i16>, usual: impl FnOnce() -> i16) {
    let mut is_set = border.is_some();
    if ui.checkbox(&mut is_set, name).changed() {
        *border = is_set.then(usual);
    }
    if let Some(z) = border {
        let field = ui.add(DragValue::new(z).speed(8.0));
        crate::panel::name(&field, &format!("Heights {name}"));
    }
}

fn proposal(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some(proposal) = &area.proposal else { return };
    ui.strong(format!("{}?", proposal.title));
    ui.label(proposal.in_words());
    for line in proposal.outlook.in_words() {
        ui.label(line);
    }
    if !proposal.comparison.is_empty() {
        ui.weak("Green is new, red is removed");
    }
    ui.horizontal(|ui| {
        if ui.button("Accept").clicked() {
            send.push(AreaMessage::to(area.id, AreaMessage::Accept));
        }
        if ui.button("Leave it").clicked() {
            send.push(AreaMessage::to(area.id, AreaMessage::DropProposal));
        }
    });
    ui.separator();
}

fn left_out(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some(left) = &area.left_out else { return };
    ui.strong("Directions are taken");
    ui.label(match left.n_edges {
        1 => "1 edge needs a direction that has an edge to a farther node".to_owned(),
        n => format!("{n} edges need directions that have edges to farther nodes"),
    });
    ui.horizontal(|ui| {
        if ui.button("Replace those").clicked() {
            let action = Action::Connect(left.connect.clone());
            send.push(AreaMessage::to(area.id, AreaMessage::Act(action)));
        }
        if ui.button("Keep them").clicked() {
            send.push(AreaMessage::to(area.id, AreaMessage::GiveEdgeUp));
        }
    });
    ui.separator();
}

fn pending_edge(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some(pending) = &area.pending_edge else { return };
    let (title, replace, keep) = match pending.holders.len() {
        1 => ("There is already an edge in this direction", "Replace it", "Keep it"),
        _ => ("There are already edges in these directions", "Replace both", "Keep both"),
    };
    ui.strong(title);
    for line in pending.in_words() {
        ui.label(line);
    }
    ui.weak("Edges that would be removed are red");
    ui.horizontal(|ui| {
        if ui.button(replace).clicked() {
            send.push(AreaMessage::to(area.id, AreaMessage::Replace));
        }
        if ui.button(keep).clicked() {
            send.push(AreaMessage::to(area.id, AreaMessage::GiveEdgeUp));
        }
    });
    ui.separator();
}

fn routes(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    match &area.way {
        Some(way) => {
            ui.label(in_words(&way.probe.outcome));
            if let Outcome::CutOff(why) = &way.probe.outcome
                && let Some(node) = at_fault(why)
                && ui.link(format!("Show #{node}")).clicked()
            {
                let node = landwright_core::world::area::id::NodeId(node);
                send.push(AreaMessage::to(area.id, AreaMessage::ShowNode(node)));
            }
            command_buttons(ui, model, &[Id::KeepRoute, Id::SelectWay], send);
            straight_walk(ui, model, area, send);
        }
        None => {
            ui.weak("Use the path probe to find a path");
        }
    }
    let mut n_of_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (route, number) in area.routes.iter().zip(1..) {
        let nth = n_of_name.entry(&route.test.name).or_default();
        *nth += 1;
        // What is typed stays with its test where others come before it.
        let id = egui::Id::new(("route", area.id, &route.test.name, *nth));
        let name = format!("Name of route {number}");
        kept_route(ui, area, (id, &name), route, send);
    }
}

/// The body that walks straight, and how far it got.
fn straight_walk(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    let mut tools = model.tools.clone();
    let body = &mut tools.areas.body;
    ui.horizontal(|ui| {
        ui.label("Radius");
        let radius = ui.add(DragValue::new(&mut body.radius).range(0..=WIDEST));
        crate::panel::name(&radius, "Radius of the body");
        ui.label("Height");
        let height = ui.add(DragValue::new(&mut body.height).range(1..=1000));
        crate::panel::name(&height, "Height of the body");
    });
    if tools.areas.body != model.tools.areas.body {
        send.push(tools.set());
    }
    command_buttons(ui, model, &[Id::StraightWalk], send);
    if let Some(straight) = area.straight() {
        ui.label(straight.in_words());
    }
}

/// The radius of a body that walks while you wait: 8 m.
const WIDEST: u16 = 200;

/// Of the buttons beside the name of a route, with the gaps before them.
const ROUTE_BUTTONS_WIDTH: f32 = 84.0;

/// A test: whether it holds, what it is called, and what it has to come to.
fn kept_route(
    ui: &mut Ui,
    area: &AreaDocument,
    (id, name): (egui::Id, &str),
    route: &KeptRoute,
    send: &mut Vec<Message>,
) {
    let mut tell = |message| send.push(AreaMessage::to(area.id, message));
    let said = route.result.as_ref().map(|(probe, _)| in_words(&probe.outcome));
    let said = said.unwrap_or_default();
    ui.horizontal(|ui| {
        let (mark, colour) = match route.result {
            Some((_, true)) => ("✔", ui.visuals().text_color()),
            Some((_, false)) => ("✖", ui.visuals().error_fg_color),
            None => ("…", ui.visuals().weak_text_color()),
        };
        ui.label(RichText::new(mark).color(colour)).on_hover_text(&said);
        let width = ui.available_width() - ROUTE_BUTTONS_WIDTH;
        let field =
            Typed { width, blanks: Blanks::Dropped, ..Typed::new(id, name, &route.test.name) };
        if let Some(name) = field.show(ui, no_name) {
            tell(AreaMessage::RenameRoute(route.test.clone(), name));
        }
        if ui.button("Show").on_hover_text(&said).clicked() {
            tell(AreaMessage::ShowRoute(route.test.clone()));
        }
        let forget = ui.button("✖").on_hover_text("Remove this route test");
        crate::panel::name(&forget, "Forget");
        if forget.clicked() {
            tell(AreaMessage::ForgetRoute(route.test.clone()));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.weak("Expected:");
        for (expect, text) in [(Expect::Reached, "reachable"), (Expect::CutOff, "unreachable")] {
            let is_it = route.test.expect == expect;
            if ui.selectable_label(is_it, text).clicked() && !is_it {
                tell(AreaMessage::Expect(route.test.clone(), expect));
            }
        }
    });
}

/// The node where a way is cut off.
fn at_fault(why: &landwright_core::nav::tera::route::NoRoute) -> Option<u32> {
    use landwright_core::nav::tera::route::NoRoute;
    match why {
        NoRoute::OneWay { from, .. } => Some(*from),
        NoRoute::Apart { stuck_at, .. } => Some(*stuck_at),
        NoRoute::NoNode { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::all;
    use crate::kind::tera::commands::MENU;

    #[test]
    fn every_tool_of_areas_has_a_button() {
        let tools = all().filter(|command| command.name.starts_with("tool-"));
        for command in tools.filter(|command| command.menu == MENU) {
            assert!(TOOLS.iter().any(|group| group.contains(&command.id)), "{}", command.name);
        }
    }
}
