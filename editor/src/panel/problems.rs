//! The problems of a document, where, and how it can be mended.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui;
use egui::{Align, Button, Color32, Id, Layout, Popup, RichText, Ui, vec2};
use landwright_core::problem::{Problem, Severity, Spot, Thing};

use super::kept::kept;
use super::{empty, name, rows};
use crate::command::CommandId;
use crate::kind::document::common::Common;
use crate::kind::document::open::OpenDocument;
use crate::look::control::{self, Weight};
use crate::look::{colours, help, sign, size};
use crate::message::Message;
use crate::model::Model;
use crate::versions::name_of;

/// Everything that is shown of the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct ProblemsPanel {
    text: String,
    hidden_severities: BTreeSet<&'static str>,
    code: Option<&'static str>,
    /// Groups of which only the head is shown.
    folded: BTreeSet<&'static str>,
}

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    /// The head of all problems of a code.
    Group {
        code: &'static str,
        n: usize,
    },
    Problem {
        index: usize,
        is_in_group: bool,
    },
}

/// From so many problems of a code on, they get a head.
const GROUP_FROM: usize = 3;

const SEVERITIES: [(Severity, &str); 4] = [
    (Severity::Error, "Errors"),
    (Severity::Warning, "Warnings"),
    (Severity::Information, "Information"),
    (Severity::Hint, "Hints"),
];

impl ProblemsPanel {
    pub(crate) fn show(&mut self, ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
        let Some(document) = model.active() else {
            empty(ui, "No document is open");
            return;
        };
        let common = document.common();
        let before = self.clone();
        let revision = document.history().revision();
        let key = (common.id, common.n_problem_lists, revision, before.clone());
        let shown = kept(ui, Id::new("problems shown"), key, || {
            let problems = common.problems.iter().enumerate();
            let shown = problems.filter(|found| self.lists_row(model, common, *found));
            self.rows(&shown.collect::<Vec<(usize, &Problem)>>())
        });
        let (shown, n_listed) = (&shown.0, shown.1);
        self.filters(ui, &common.problems, common.problems.len() - n_listed);
        if *self != before {
            // The next frame shows what comes of it.
            ui.ctx().request_repaint();
        }
        if common.is_check_given_up() {
            given_up(ui, common, send);
        }
        if shown.is_empty() {
            let text = match (common.checked, common.problems.is_empty()) {
                (None, _) => "Checking…",
                (_, true) if common.is_check_given_up() => "No problems found",
                (_, true) => "No problems",
                (_, false) => "No problems of this kind",
            };
            empty(ui, text);
            return;
        }
        let height = ui.spacing().interact_size.y;
        let scroll = egui::ScrollArea::vertical().auto_shrink(false);
        scroll.show_rows(ui, height, shown.len(), |ui, listed| {
            for listed in shown.get(listed).unwrap_or_default() {
                match *listed {
                    Row::Group { code, n } => self.group(ui, common, code, n, send),
                    Row::Problem { index, is_in_group } => {
                        let Some(problem) = common.problems.get(index) else { continue };
                        let found = (index, problem);
                        let place = place(model, document, found);
                        row(ui, document, found, is_in_group, &place, send);
                    }
                }
            }
        });
    }

    /// Problems of a code together, where there are several, in the order of the first of each; and
    /// how many problems the rows stand for.
    fn rows(&self, listed: &[(usize, &Problem)]) -> (Vec<Row>, usize) {
        let mut groups: Vec<(&'static str, Vec<usize>)> = Vec::new();
        let mut group_of: BTreeMap<&'static str, usize> = BTreeMap::new();
        for (index, problem) in listed {
            let group = *group_of.entry(problem.code).or_insert_with(|| {
                groups.push((problem.code, Vec::new()));
                groups.len() - 1
            });
            groups.get_mut(group).into_iter().for_each(|(_, group)| group.push(*index));
        }
        let mut rows = Vec::new();
        for (code, group) in groups {
            let is_in_group = group.len() >= GROUP_FROM;
            if is_in_group {
                rows.push(Row::Group { code, n: group.len() });
            }
            if !(is_in_group && self.folded.contains(code)) {
                rows.extend(group.into_iter().map(|index| Row::Problem { index, is_in_group }));
            }
        }
        (rows, listed.len())
    }

    /// The head of a group: how many, the meaning, and the fix of all where there is one.
    fn group(
        &mut self,
        ui: &mut Ui,
        common: &Common,
        code: &'static str,
        n: usize,
        send: &mut Vec<Message>,
    ) {
        let is_folded = self.folded.contains(code);
        ui.horizontal(|ui| {
            let mark = if is_folded { sign::CLOSED } else { sign::MORE };
            let text = RichText::new(format!("{mark} {code}  {n}")).strong();
            let head = ui.add(Button::new(text).frame(false));
            name(&head, &format!("{code}, {n} problems"));
            help::about(&head, || format!("codes/{code}"));
            if head.clicked() {
                match is_folded {
                    true => self.folded.remove(code),
                    false => self.folded.insert(code),
                };
                ui.ctx().request_repaint();
            }
            let question = Button::new(RichText::new(sign::QUESTION).color(colours(ui).muted));
            let question = ui.add(question.frame(false)).on_hover_text("What does this mean?");
            name(&question, &format!("What does {code} mean?"));
            Popup::menu(&question).show(|ui| {
                ui.set_max_width(420.0);
                ui.strong(code);
                ui.label(explanation(code));
            });
            if has_fixes(common, code) && ui.small_button("Fix all").clicked() {
                send.push(Message::FixAllOf(common.id, code));
            }
        });
    }

    fn filters(&mut self, ui: &mut Ui, problems: &[Problem], n_hidden: usize) {
        ui.horizontal_wrapped(|ui| {
            for (severity, name) in SEVERITIES {
                let n = problems.iter().filter(|p| p.severity == severity).count();
                let is_shown = !self.hidden_severities.contains(name);
                if control::chip(ui, is_shown, mark(ui, severity), n, name).clicked() {
                    if is_shown {
                        self.hidden_severities.insert(name);
                    } else {
                        self.hidden_severities.remove(name);
                    }
                }
            }
            let codes: BTreeSet<&'static str> =
                problems.iter().map(|problem| problem.code).collect();
            if self.code.is_some_and(|code| !codes.contains(code)) {
                self.code = None;
            }
            let selected = self.code.unwrap_or("All codes");
            let list = egui::ComboBox::from_id_salt("code").width(150.0).selected_text(selected);
            let list = list.show_ui(ui, |ui| {
                ui.selectable_value(&mut self.code, None, "All codes");
                for code in codes {
                    ui.selectable_value(&mut self.code, Some(code), code);
                }
            });
            name(&list.response, "Code");
            let find = egui::TextEdit::singleline(&mut self.text).hint_text("Find");
            name(&ui.add(find.desired_width(120.0)), "Find in problems");
            if n_hidden > 0 {
                ui.weak(format!("{n_hidden} hidden"));
                if ui.small_button("Show all").clicked() {
                    *self = ProblemsPanel::default();
                }
            }
        });
    }

    /// Whether it is in the list, as the person has filtered it.
    pub(crate) fn lists(&self, problem: &Problem) -> bool {
        // Every frame asks this of every problem, so what takes long comes last.
        self.is_of_kind(problem) && (self.text.is_empty() || self.is_found_in(problem))
    }

    /// The same for a row, which calls things of a zone by their names.
    fn lists_row(
        &self,
        model: &Model,
        common: &Common,
        (index, problem): (usize, &Problem),
    ) -> bool {
        let is_called_so = || {
            let said = model.zone(common.id).and_then(|zone| zone.problem_in_words(index));
            said.is_some_and(|said| said.to_lowercase().contains(&self.text.to_lowercase()))
        };
        self.lists(problem) || self.is_of_kind(problem) && !self.text.is_empty() && is_called_so()
    }

    fn is_of_kind(&self, problem: &Problem) -> bool {
        let name = SEVERITIES.iter().find(|(severity, _)| *severity == problem.severity);
        let is_hidden = name.is_some_and(|(_, name)| self.hidden_severities.contains(name));
        !is_hidden && self.code.is_none_or(|code| code == problem.code)
    }

    fn is_found_in(&self, problem: &Problem) -> bool {
        let text = self.text.to_lowercase();
        let is_in = |said: &str| said.to_lowercase().contains(&text);
        is_in(&problem.message)
            || problem.code.contains(&text)
            || is_in(&name_of(problem.place.file.as_ref()))
            || matches!(&problem.place.spot, Spot::Thing(thing)
                if is_in(&thing.to_string()) || is_in(&thing_in_words(thing)))
    }
}

/// That nobody knows what is wrong now.
fn given_up(ui: &mut Ui, common: &Common, send: &mut Vec<Message>) {
    let text = match common.problems.is_empty() {
        true => "Not checked: the check was cancelled or failed",
        false => "Not everything was checked: the last check was cancelled or failed",
    };
    control::notice(ui, Weight::Warning, text, |ui| {
        if ui.button("Check again").clicked() {
            send.push(Message::Command(CommandId::CheckAgain));
        }
    });
}

fn row(
    ui: &mut Ui,
    document: &dyn OpenDocument,
    (index, problem): (usize, &Problem),
    is_in_group: bool,
    place: &Whereabouts,
    send: &mut Vec<Message>,
) {
    let common = document.common();
    ui.horizontal(|ui| {
        if is_in_group {
            ui.add_space(size::SECTION);
        }
        let (mark, colour) = mark(ui, problem.severity);
        let sign = RichText::new(mark).color(colour).strong();
        let sign = column(ui, 14.0, |ui| ui.label(sign));
        sign.on_hover_text(severity_in_words(problem.severity));
        let text = format!("{}  {}", place.said, problem.message);
        let spacing = ui.spacing();
        let (gap, padding) = (spacing.item_spacing.x, 2.0 * spacing.button_padding.x);
        let fix_width = if problem.fixes.is_empty() { 0.0 } else { FIX_WIDTH + gap };
        let room = (ui.available_width() - fix_width).max(60.0);
        let label = column(ui, room, |ui| {
            // Something on the right, be it nothing, pushes the text to the left.
            let button = Button::selectable(common.shown_problem == Some(index), text.as_str())
                .truncate()
                .right_text("");
            ui.add(button.min_size(vec2(room, 0.0)))
        });
        let explained = format!("{}: {}", problem.code, explanation(problem.code));
        let mut told = vec![explained.as_str()];
        if let Some(in_file) = &place.in_file {
            told.insert(0, in_file);
        }
        if rows::is_longer(ui, text.as_str(), room - padding) {
            told.insert(0, &text);
        }
        let label = label.on_hover_text(told.join("\n\n"));
        help::about(&label, || format!("codes/{}", problem.code));
        if label.clicked() {
            send.push(Message::ShowProblem(common.id, index));
        }
        label.context_menu(|ui| fixes(ui, document, problem, send));
        if let Some(fix) = problem.fixes.first()
            && ui.small_button("Fix").on_hover_text(&fix.title).clicked()
        {
            send.push(Message::Fix(common.id, fix.clone()));
        }
    });
}

/// Where a problem is.
struct Whereabouts {
    said: String,
    /// The same as reports and `landwright.toml` name it, where that is a different name.
    in_file: Option<String>,
}

/// A thing, the document, or another file such as the project's settings. Of a zone, things are
/// called as everywhere in the window, and other places by their file.
fn place(
    model: &Model,
    document: &dyn OpenDocument,
    (index, problem): (usize, &Problem),
) -> Whereabouts {
    let common = document.common();
    let zone = model.zone(common.id);
    let file = || name_of(problem.place.file.as_ref());
    let is_own = || common.is_of(problem.place.file.as_ref()) || problem.place.file == common.name;
    let said = match &problem.place.spot {
        Spot::Thing(thing) if let Some(said) = in_words_of_kind(model, common, thing) => said,
        Spot::Thing(thing) => match zone {
            None => thing_in_words(thing),
            Some(zone) => {
                let in_file = format!("{}: {thing}", file());
                if let Some(said) = zone.problem_in_words(index) {
                    return Whereabouts { said, in_file: Some(in_file) };
                }
                format!("{} {}", file(), thing_in_words(thing))
            }
        },
        _ if is_own() => document.noun().to_owned(),
        _ => file(),
    };
    Whereabouts { said, in_file: None }
}

fn in_words_of_kind(model: &Model, common: &Common, thing: &Thing) -> Option<String> {
    model.kind_document(common.id)?.thing_in_words(thing)
}

/// What a problem is about, in a few letters.
pub(crate) fn thing_in_words(thing: &Thing) -> String {
    match thing {
        Thing::Cell { x, y } => format!("({x}, {y})"),
        Thing::Node { index } => format!("#{index}"),
        Thing::Edge { node, octant } => format!("#{node} octant {octant}"),
        other => other.to_string(),
    }
}

const FIX_WIDTH: f32 = 32.0;

/// Something that takes as much room in every row, so that rows are below each other.
fn column<T>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> T) -> T {
    let size = vec2(width, ui.spacing().interact_size.y);
    let from_left = Layout::left_to_right(Align::Center);
    let column = ui.allocate_ui_with_layout(size, from_left, |ui| {
        ui.set_min_width(width);
        add(ui)
    });
    column.inner
}

fn fixes(ui: &mut Ui, document: &dyn OpenDocument, problem: &Problem, send: &mut Vec<Message>) {
    for fix in &problem.fixes {
        if document.look_ahead(&fix.title, &[fix]).is_some()
            && ui.button(format!("Preview: {}", fix.title)).clicked()
        {
            send.push(Message::PreviewFix(document.common().id, fix.clone()));
            ui.close();
        }
    }
    let document = document.common();
    for fix in &problem.fixes {
        if ui.button(&fix.title).clicked() {
            send.push(Message::Fix(document.id, fix.clone()));
            ui.close();
        }
    }
    if has_fixes(document, problem.code) && ui.button(format!("Fix all {}", problem.code)).clicked()
    {
        send.push(Message::FixAllOf(document.id, problem.code));
        ui.close();
    }
    if ui.button("Copy").clicked() {
        ui.ctx().copy_text(problem.message.clone());
        ui.close();
    }
}

/// Whether any problem of a code has a fix.
fn has_fixes(common: &Common, code: &str) -> bool {
    common.problems.iter().any(|problem| problem.code == code && !problem.fixes.is_empty())
}

pub(crate) fn mark(ui: &Ui, severity: Severity) -> (&'static str, Color32) {
    let colours = colours(ui);
    match severity {
        Severity::Error => (sign::ERROR, colours.danger),
        Severity::Warning => (sign::WARNING, colours.warning),
        Severity::Information => (sign::INFORMATION, colours.accent),
        Severity::Hint => (sign::HINT, colours.muted),
    }
}

fn severity_in_words(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Information => "Information",
        Severity::Hint => "Hint",
    }
}

pub(crate) fn explanation(code: &str) -> &'static str {
    landwright_core::rules::ALL.find(code).map_or("", |rule| rule.explanation)
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use landwright_core::problem::Place;
    use landwright_core::world::zone::thing::Kind;

    use crate::kind::rose::tests::{act, opened_sample};
    use crate::kind::tera::tests::sample;
    use crate::model::trial::{cancelled, run};

    #[test]
    fn problems_are_found_by_what_their_rows_say() {
        let mut model = opened_sample();
        let zone = model.active_zone().unwrap();
        let spawn = zone.zone().things().find(|(_, thing)| thing.kind() == Kind::Spawn).unwrap().0;
        let json = format!(
            r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":0}}"#,
            spawn.0
        );
        act(&mut model, &json);
        let document = model.active().unwrap();
        let zone = model.active_zone().unwrap();
        let all = || document.common().problems.iter().enumerate();
        let said = |index: usize| zone.problem_in_words(index).unwrap_or_default();
        let limit = all().find(|(_, problem)| problem.code == "zone-spawn-no-limit").unwrap();
        let words = said(limit.0);
        assert!(words.contains(&zone.zone().block_of(spawn).unwrap().to_string()), "{words}");
        let panel = ProblemsPanel { text: words.to_uppercase(), ..ProblemsPanel::default() };
        assert!(!panel.lists(limit.1), "by its words alone");
        let listed = |found: &(usize, &Problem)| panel.lists_row(&model, document.common(), *found);
        assert!(all().filter(listed).eq(all().filter(|(index, _)| said(*index) == words)));
        let code = Some("zone-doubled");
        let panel = ProblemsPanel { text: words, code, ..ProblemsPanel::default() };
        assert!(!panel.lists_row(&model, document.common(), limit));
    }

    #[test]
    fn problems_of_a_code_stand_together_and_can_be_folded() {
        let of = |code: &'static str| {
            let rule = landwright_core::rules::ALL.find("gat-island").unwrap();
            Problem { code, ..Problem::new(rule, Place::file("sample.gat"), "a message") }
        };
        let all = ["a", "b", "a", "c", "a", "b"].map(of);
        let listed: Vec<(usize, &Problem)> = all.iter().enumerate().collect();
        let mut panel = ProblemsPanel::default();
        let indices = |panel: &ProblemsPanel| -> Vec<Option<usize>> {
            let rows = panel.rows(&listed).0.into_iter();
            let index = |row| match row {
                Row::Group { .. } => None,
                Row::Problem { index, .. } => Some(index),
            };
            rows.map(index).collect()
        };
        let unfolded = [None, Some(0), Some(2), Some(4), Some(1), Some(5), Some(3)];
        assert_eq!(indices(&panel), unfolded);
        panel.folded.insert("a");
        assert_eq!(indices(&panel), [None, Some(1), Some(5), Some(3)]);
        assert_eq!(panel.rows(&listed).1, 6, "folded ones are not hidden by a filter");
    }

    #[test]
    fn a_check_that_was_cancelled_is_not_shown_as_no_problems_and_can_be_made_again() {
        let mut model = sample();
        cancelled(&mut model, "Checking", |model| run(model, CommandId::CheckAgain));
        let show = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            ProblemsPanel::default().show(ui, model, &mut send);
            send.into_iter().for_each(|message| model.handle(message));
        };
        let mut harness = Harness::new_ui_state(show, model);
        harness.run();
        assert!(harness.query_by_label_contains("was cancelled").is_some());
        assert!(harness.query_by_label("No problems").is_none());
        harness.get_by_label("Check again").click();
        harness.run();
        harness.state_mut().settle();
        harness.run();
        assert!(harness.query_by_label_contains("was cancelled").is_none());
    }
}
