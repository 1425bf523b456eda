//! What is wrong with an area, where, and how it can be mended.

use eframe::egui;
use egui::{Button, Color32, RichText, Ui};
use landwright_core::problem::{Problem, Severity, Spot};

use super::inspector::thing_in_words;
use crate::model::area::document::AreaDocument;
use crate::model::area::message::AreaMessage;
use crate::model::message::Message;
use crate::panel::empty;
use crate::panel::problems::ProblemsPanel;

pub(crate) fn show(
    ui: &mut Ui,
    filter: &mut ProblemsPanel,
    area: &AreaDocument,
    send: &mut Vec<Message>,
) {
    let n_hidden = area.problems.iter().filter(|problem| !filter.lists(problem)).count();
    filter.filters(ui, &area.problems, n_hidden);
    let problems = area.problems.iter().enumerate();
    let shown: Vec<(usize, &Problem)> = problems.filter(|(_, p)| filter.lists(p)).collect();
    if shown.is_empty() {
        let text = match (area.checked, area.problems.is_empty()) {
            (None, _) => "Checking…",
            (_, true) => "No problems",
            (_, false) => "No problems of this kind",
        };
        empty(ui, text);
        return;
    }
    let height = ui.spacing().interact_size.y;
    let scroll = egui::ScrollArea::vertical().auto_shrink(false);
    scroll.show_rows(ui, height, shown.len(), |ui, rows| {
        for (index, problem) in shown.get(rows).unwrap_or_default() {
            row(ui, area, *index, problem, send);
        }
    });
}

fn row(ui: &mut Ui, area: &AreaDocument, index: usize, problem: &Problem, send: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        let (mark, colour) = mark(ui, problem.severity);
        ui.label(RichText::new(mark).color(colour).strong());
        if let Some(fix) = problem.fixes.first()
            && ui.small_button("Fix").on_hover_text(&fix.title).clicked()
        {
            send.push(Message::Area(area.id, AreaMessage::Fix(fix.clone())));
        }
        let place = match &problem.place.spot {
            Spot::Thing(thing) => thing_in_words(thing),
            _ => "area".to_owned(),
        };
        let text = format!("{place}  {}  {}", problem.message, problem.code);
        let button = Button::selectable(area.shown_problem == Some(index), text).truncate();
        let label = ui.add(button).on_hover_text(explanation(problem.code));
        if label.clicked() {
            send.push(Message::Area(area.id, AreaMessage::ShowProblem(index)));
        }
        label.context_menu(|ui| fixes(ui, area, problem, send));
    });
}

fn fixes(ui: &mut Ui, area: &AreaDocument, problem: &Problem, send: &mut Vec<Message>) {
    let mut tell = |ui: &mut Ui, message| {
        send.push(Message::Area(area.id, message));
        ui.close();
    };
    for fix in &problem.fixes {
        if ui.button(&fix.title).clicked() {
            tell(ui, AreaMessage::Fix(fix.clone()));
        }
    }
    if ui.button(format!("Fix all {}", problem.code)).clicked() {
        tell(ui, AreaMessage::FixAllOf(problem.code));
    }
}

fn mark(ui: &Ui, severity: Severity) -> (&'static str, Color32) {
    match severity {
        Severity::Error => ("⛔", ui.visuals().error_fg_color),
        Severity::Warning => ("⚠", ui.visuals().warn_fg_color),
        Severity::Information => ("ℹ", ui.visuals().hyperlink_color),
        Severity::Hint => ("•", ui.visuals().weak_text_color()),
    }
}

fn explanation(code: &str) -> &'static str {
    landwright_core::rules::all().find(|rule| rule.code == code).map_or("", |rule| rule.explanation)
}
