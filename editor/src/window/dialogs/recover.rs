//! Work that a crash left: what it is, and what is to become of it.

use std::time::{Duration, SystemTime};

use eframe::egui;
use egui::{Id, RichText, Ui};
use landwright_core::problem::counted::counted;
use landwright_core::world::journal::name;

use crate::kind::document::left::Left;
use crate::message::dialog::Answer;
use crate::model::Model;
use crate::panel::choices::choices;

pub(super) fn show(ui: &mut Ui, model: &Model, left: &[Left]) -> Option<Answer> {
    ui.heading("Unsaved work");
    ui.label("Landwright ended unexpectedly. You can recover these documents with all steps.");
    let mut chosen = None;
    let files: Vec<String> = left.iter().map(|one| name::shown(&one.base.name)).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for (one, title) in left.iter().zip(model.told_beside_open(&files)) {
        ui.horizontal(|ui| {
            ui.label(title).on_hover_text(name::shown(&one.base.name));
            if let Some(age) =
                one.done_last.and_then(|at| SystemTime::now().duration_since(at).ok())
            {
                ui.weak(age_in_words(age));
            }
            chosen = row(ui, one).or(chosen.take());
        });
        if one.is_file_newer {
            let text = "The file on disk is newer than these steps. Compare before you save.";
            ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
        }
    }
    let all = (left.len() > 1).then(|| ("Recover all", Answer::RecoverAll(left.to_vec())));
    chosen.or_else(|| choices(ui, all.into_iter().chain([("Later", Answer::Cancel)])))
}

/// What is gone then is gone for good, so that it takes two clicks.
fn row(ui: &mut Ui, left: &Left) -> Option<Answer> {
    let asked = Id::new(("delete recovery data", &left.journal));
    if !ui.data(|data| data.get_temp(asked)).unwrap_or(false) {
        let is_back = ui.button("Recover").clicked();
        if ui.button("Delete…").clicked() {
            ui.data_mut(|data| data.insert_temp(asked, true));
        }
        return is_back.then(|| Answer::Recover(left.clone()));
    }
    // Under a pointer that clicks twice lies nothing that can be clicked.
    ui.label("All its steps would be lost:");
    let delete = RichText::new("Delete for good").color(ui.visuals().error_fg_color);
    if ui.button("Keep").clicked() {
        ui.data_mut(|data| data.remove::<bool>(asked));
    }
    let is_gone =
        ui.button(delete).on_hover_text("You can't recover these steps afterwards").clicked();
    is_gone.then(|| Answer::Forget(left.clone()))
}

fn age_in_words(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let counted = |n: u64, one: &str, many: &str| counted(n as usize, one, many);
    match minutes {
        0 => "a moment ago".to_owned(),
        1..60 => format!("{} ago", counted(minutes, "minute", "minutes")),
        60..2_880 => format!("{} ago", counted(minutes / 60, "hour", "hours")),
        _ => format!("{} ago", counted(minutes / 1_440, "day", "days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_in_what_people_count_in() {
        let words = [5, 60, 3_599, 3_600, 172_799, 172_800]
            .map(|seconds| age_in_words(Duration::from_secs(seconds)));
        let expected = [
            "a moment ago",
            "1 minute ago",
            "59 minutes ago",
            "1 hour ago",
            "47 hours ago",
            "2 days ago",
        ];
        assert_eq!(words, expected);
    }
}
