//! The tools of an area, which heights are shown, and what can be done to the selection.

use eframe::egui;
use egui::{Button, DragValue, RichText, Ui, vec2};
use landwright_core::world::area::routes::Outcome;

use crate::command::CommandId as Id;
use crate::model::Model;
use crate::model::area::document::AreaDocument;
use crate::model::area::message::AreaMessage;
use crate::model::area::routes::in_words;
use crate::model::message::Message;
use crate::panel::tool_buttons;
use crate::tool::area::AreaTool;

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
        ui.strong("Heights");
        slice(ui, area, send);
        commands(ui, model, &[Id::LowerSlice, Id::RaiseSlice, Id::WholeSlice], send);
        ui.separator();
        ui.strong("Selection");
        match area.selected_in_words() {
            Some(selected) => ui.label(selected),
            None => ui.weak("Nothing is selected"),
        };
        let of_nodes = [
            Id::SelectComponent,
            Id::ConnectSelection,
            Id::RegenerateSelection,
            Id::DeleteSelected,
        ];
        commands(ui, model, &of_nodes, send);
        commands(ui, model, &[Id::ReverseEdge, Id::OneWayEdge, Id::TwoWayEdge], send);
        ui.separator();
        routes(ui, model, area, send);
        ui.separator();
        ui.strong("Reports");
        super::reports::show(ui, area, send);
        commands(ui, model, &[Id::ImportReports], send);
    });
}

fn explained(tool: AreaTool) -> &'static str {
    match tool {
        AreaTool::Select => "Click a node or an edge; drag a node, or a box from anywhere else",
        AreaTool::Lasso => "Draw around nodes; Shift adds",
        AreaTool::Node => "Click where a node is to stand",
        AreaTool::Edge => "Drag from node to node; with Shift one way only",
        AreaTool::Volumes => "Click cells, or drag over them",
        AreaTool::Probe => "Click a start, then a goal",
        AreaTool::Pan => "Drag the view",
    }
}

/// Buttons of commands, as wide as their texts.
pub(super) fn commands(ui: &mut Ui, model: &Model, ids: &[Id], send: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        for id in ids {
            let command = id.command();
            let is_on = model.is_on(*id) == Some(true);
            let button = Button::new(command.text).selected(is_on).min_size(vec2(0.0, 22.0));
            let key = model.settings.keys_of(*id).first().map(ToString::to_string);
            let key = key.map(|key| format!(" ({key})")).unwrap_or_default();
            let tooltip = format!("{}{key}", command.tooltip);
            if ui.add_enabled(model.can_run(*id), button).on_hover_text(tooltip).clicked() {
                send.push(Message::Command(*id));
            }
        }
    });
}

fn slice(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    let mut slice = area.slice;
    ui.horizontal(|ui| {
        border(ui, "from", &mut slice.low);
        border(ui, "to", &mut slice.high);
    });
    if slice != area.slice {
        send.push(Message::Area(area.id, AreaMessage::SetSlice(slice)));
    }
}

fn border(ui: &mut Ui, name: &str, border: &mut Option<i16>) {
    let mut is_set = border.is_some();
    if ui.checkbox(&mut is_set, name).changed() {
        *border = is_set.then_some(0);
    }
    if let Some(z) = border {
        ui.add(DragValue::new(z).speed(8.0));
    }
}

fn proposal(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some(proposal) = &area.proposal else { return };
    ui.strong(format!("{}?", proposal.title));
    ui.label(proposal.comparison.in_words());
    ui.weak("Green is new, red would go");
    ui.horizontal(|ui| {
        if ui.button("Accept").clicked() {
            send.push(Message::Area(area.id, AreaMessage::Accept));
        }
        if ui.button("Leave it").clicked() {
            send.push(Message::Area(area.id, AreaMessage::DropProposal));
        }
    });
    ui.separator();
}

fn pending_edge(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some((edge, holder)) = &area.pending_edge else { return };
    ui.strong("This octant is taken");
    ui.label(format!(
        "An edge to {holder} is where the one from {} to {} belongs",
        edge.from, edge.to
    ));
    ui.horizontal(|ui| {
        if ui.button("Replace it").clicked() {
            send.push(Message::Area(area.id, AreaMessage::Replace));
        }
        if ui.button("Keep it").clicked() {
            send.push(Message::Area(area.id, AreaMessage::GiveEdgeUp));
        }
    });
    ui.separator();
}

fn routes(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    ui.strong("Routes");
    match &area.way {
        Some(way) => {
            ui.label(in_words(&way.probe.outcome));
            if let Outcome::CutOff(why) = &way.probe.outcome
                && let Some(node) = at_fault(why)
                && ui.link(format!("Show #{node}")).clicked()
            {
                let node = landwright_core::world::area::id::NodeId(node);
                send.push(Message::Area(area.id, AreaMessage::ShowNode(node)));
            }
            commands(ui, model, &[Id::KeepRoute], send);
        }
        None => {
            ui.weak("The path probe asks for a way");
        }
    }
    for (index, route) in area.routes.iter().enumerate() {
        ui.horizontal(|ui| {
            let (mark, colour) = match route.result {
                Some((_, true)) => ("✔", ui.visuals().text_color()),
                Some((_, false)) => ("✖", ui.visuals().error_fg_color),
                None => ("…", ui.visuals().weak_text_color()),
            };
            ui.label(RichText::new(mark).color(colour));
            let link = ui.link(&route.test.name);
            let said = route.result.as_ref().map(|(probe, _)| in_words(&probe.outcome));
            if link.on_hover_text(said.unwrap_or_default()).clicked() {
                send.push(Message::Area(area.id, AreaMessage::ShowRoute(index)));
            }
            if ui.small_button("Forget").clicked() {
                send.push(Message::Area(area.id, AreaMessage::ForgetRoute(index)));
            }
        });
    }
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
    use crate::command::{COMMANDS, Menu};

    #[test]
    fn every_tool_of_areas_has_a_button() {
        let tools = COMMANDS.iter().filter(|command| command.name.starts_with("tool-"));
        for command in tools.filter(|command| command.menu == Menu::Area) {
            assert!(TOOLS.iter().any(|group| group.contains(&command.id)), "{}", command.name);
        }
    }
}
