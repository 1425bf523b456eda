//! What people and servers reported, grouped by what is at fault.

use eframe::egui;
use egui::{Align, Label, Layout, RichText, Ui};
use landwright_core::problem::counted::counted;
use landwright_core::world::area::reports::cause::Cause;
use landwright_core::world::area::reports::probe::Group;

use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::message::AreaMessage;
use crate::kind::tera::reports::ReportLayer;
use crate::message::Message;
use crate::panel::name as named;

/// How many lines are shown of a group when the pointer is over it.
const MAX_LINES: usize = 12;

pub(super) fn show(ui: &mut Ui, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some(layer) = &area.reports else {
        ui.weak("Import a log or table with coordinates, or paste it as text");
        return;
    };
    for (index, (name, read)) in layer.sources().enumerate() {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let button = ui.button("Take away");
                named(&button, &format!("Remove {name}"));
                if button.clicked() {
                    send.push(AreaMessage::to(area.id, AreaMessage::DropReportsOf(index)));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let n = counted(read.reports.len(), "report", "reports");
                    ui.add(Label::new(format!("{n} in {name}")).truncate());
                });
            });
        });
    }
    if layer.sources().len() > 1 && ui.small_button("Remove all").clicked() {
        send.push(AreaMessage::to(area.id, AreaMessage::DropReports));
    }
    let n_over = layer.read.passed_over.len();
    if n_over > 0 {
        let lines = layer.read.passed_over.iter().take(MAX_LINES);
        let lines: Vec<String> = lines.map(|over| format!("{}: {}", over.at, over.why)).collect();
        let over = counted(n_over, "other line", "other lines");
        ui.weak(over).on_hover_text(lines.join("\n"));
    }
    let Some(findings) = &layer.findings else {
        ui.weak("Looking…");
        return;
    };
    for (index, group) in findings.groups.iter().enumerate() {
        let text = RichText::new(in_words(group));
        let text = if group.cause == Cause::Fine { text.weak() } else { text };
        let row = ui.selectable_label(layer.shown == Some(index), text);
        if row.on_hover_text(lines(layer, group)).clicked() {
            send.push(AreaMessage::to(area.id, AreaMessage::ShowReports(index)));
        }
    }
}

fn in_words(group: &Group) -> String {
    let fault = group.fault.map(|fault| format!(", {fault}")).unwrap_or_default();
    format!("{} × {}{fault}", group.reports.len(), group.cause.title())
}

fn lines(layer: &ReportLayer, group: &Group) -> String {
    let reports = group.reports.iter().filter_map(|index| layer.read.reports.get(*index));
    let lines = reports.take(MAX_LINES).map(|one| format!("{}: {}", one.at, one.text));
    let mut lines: Vec<String> = lines.collect();
    if group.reports.len() > MAX_LINES {
        lines.push(format!("and {} more", group.reports.len() - MAX_LINES));
    }
    lines.join("\n")
}
