//! The status bar: where the pointer is, what is selected, what runs.

use std::time::Duration;

use eframe::egui;
use egui::{
    Align, Button, Label, Layout, Popup, PopupCloseBehavior, ProgressBar, RichText, Sense, Ui,
};

use crate::job::Running;
use crate::look::{colours, sign};
use crate::message::Message;
use crate::model::Model;
use crate::model::log::Level;
use crate::panel::{name, place_in_status};

/// Room for the longest place.
const PLACE_WIDTH: f32 = 230.0;

pub(super) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        if let Some(document) = model.active_kind() {
            document.face().status_bar(ui, model);
            ui.separator();
            jobs_and_line(ui, model, send);
            return;
        }
        place_in_status(ui, None, PLACE_WIDTH);
        ui.separator();
        jobs_and_line(ui, model, send);
    });
}

fn jobs_and_line(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        jobs(ui, model, send);
        journal_trouble(ui, model);
        last_line(ui, model, send);
    });
}

fn jobs(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    // What is over in a moment would only flicker.
    let long = model.jobs().iter().filter(|job| job.started.elapsed().as_millis() > 250);
    running(ui, &long.collect::<Vec<_>>(), send);
    if !model.jobs().is_empty() {
        ui.ctx().request_repaint_after(Duration::from_millis(250));
    }
}

/// The first of them, and all behind a button: side by side they would lie over each other.
fn running(ui: &mut Ui, jobs: &[&Running], send: &mut Vec<Message>) {
    let Some((first, others)) = jobs.split_first() else { return };
    if !others.is_empty() {
        let more = ui.small_button(format!("and {} more", others.len()));
        let popup = Popup::menu(&more).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        popup.show(|ui| {
            for running in jobs {
                ui.horizontal(|ui| job(ui, running, send));
            }
        });
    }
    job(ui, first, send);
}

fn job(ui: &mut Ui, job: &Running, send: &mut Vec<Message>) {
    if ui.small_button("Cancel").clicked() {
        send.push(Message::CancelJob(job.id));
    }
    match job.progress.share() {
        Some(share) => {
            ui.add(ProgressBar::new(share).desired_width(120.0));
        }
        None => {
            ui.spinner();
        }
    }
    ui.label(&job.title);
}

/// Shown as long as a crash would lose work.
fn journal_trouble(ui: &mut Ui, model: &Model) {
    let Some((title, error)) = model.journal_in_trouble() else { return };
    let text = RichText::new("Journal not written").color(ui.visuals().error_fg_color);
    let help = format!(
        "A crash would lose unsaved work of {title}: {error}. Landwright tries again \
        automatically. Free some disk space, or save your work."
    );
    ui.label(text).on_hover_text(help);
    ui.ctx().request_repaint_after(Duration::from_secs(1));
}

/// A note goes by itself; a warning or an error stays until it was read.
fn last_line(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    let Some(line) = model.log.current() else { return };
    let colours = *colours(ui);
    let (sign, colour) = match line.level {
        Level::Note => {
            let (age, stays) = (line.at.elapsed(), Duration::from_secs(6));
            if age < stays {
                ui.add(Label::new(&line.text).truncate());
                ui.ctx().request_repaint_after(stays - age);
            }
            return;
        }
        Level::Warning => (sign::WARNING, colours.warning),
        Level::Error => (sign::ERROR, colours.danger),
    };
    let close = ui.add(Button::new(RichText::new(sign::CLOSE).color(colours.muted)).frame(false));
    name(&close, "Dismiss the message");
    if close.on_hover_text("Dismiss; the message stays in the Log").clicked() {
        send.push(Message::DismissNotice);
    }
    let text = RichText::new(&line.text).color(colour);
    // All of it is shown by a click, or where the pointer rests on it, if it is cut.
    let label = ui.add(Label::new(text).truncate().sense(Sense::click()));
    ui.label(RichText::new(sign).color(colour));
    Popup::menu(&label).show(|ui| {
        ui.set_max_width(520.0);
        ui.add(Label::new(RichText::new(&line.text)).wrap());
        if ui.button("Copy").clicked() {
            ui.ctx().copy_text(line.text.clone());
        }
    });
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::job::{JobId, Progress};

    #[test]
    fn of_many_jobs_the_first_is_shown_and_each_can_be_cancelled() {
        let titles = ["Saving a.apd", "Checking b.apd", "Exporting c.png"];
        let jobs = (0..).zip(titles).map(|(id, title)| Running {
            id: JobId(id),
            title: title.to_owned(),
            progress: Progress::default(),
            started: Instant::now(),
        });
        let jobs: Vec<Running> = jobs.collect();
        jobs.iter().for_each(|job| job.progress.report(1, 2));
        let show = |ui: &mut Ui, cancelled: &mut Vec<JobId>| {
            let mut send = Vec::new();
            ui.horizontal(|ui| running(ui, &jobs.iter().collect::<Vec<_>>(), &mut send));
            cancelled.extend(send.into_iter().filter_map(|message| match message {
                Message::CancelJob(job) => Some(job),
                _ => None,
            }));
        };
        let mut harness = Harness::new_ui_state(show, Vec::new());
        harness.run();
        assert!(harness.query_by_label(titles[0]).is_some());
        assert!(harness.query_by_label(titles[1]).is_none());
        harness.get_by_label("and 2 more").click();
        harness.run();
        assert!(titles[1..].iter().all(|title| harness.query_by_label(title).is_some()));
        for _ in &jobs {
            let n = harness.state().len();
            let cancels: Vec<_> = harness.get_all_by_label("Cancel").collect();
            // That of the status bar comes first.
            cancels[1 + n].click();
            drop(cancels);
            harness.run();
        }
        assert_eq!(*harness.state(), [0, 1, 2].map(JobId));
    }
}
