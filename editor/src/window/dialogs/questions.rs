//! Questions that are answered by a button: what is lost, what changed, what is left of a crash.

use eframe::egui;
use egui::{ScrollArea, Ui};
use landwright_core::project::trust::{self, Withheld};

use crate::kind::document::common::Then;
use crate::message::dialog::Answer;
use crate::message::dialog::export::ReplaceForm;
use crate::message::dialog::trust::TrustForm;
use crate::message::sent::Question;
use crate::model::Model;
use crate::panel::choices::choices;
use crate::view::id::DocumentId;

/// Room for what a merge has to say, in points; of more, one scrolls.
const TOLD_HEIGHT: f32 = 300.0;

pub(super) fn unsaved(ui: &mut Ui, document: DocumentId, name: &str, then: Then) -> Option<Answer> {
    ui.heading("Unsaved changes");
    ui.label(match then {
        Then::Reload => format!("{name} has unsaved changes. If you reload it, they are lost."),
        Then::Close | Then::Quit => format!("{name} has unsaved changes."),
    });
    let save = match then {
        Then::Reload => None,
        Then::Close | Then::Quit => Some(("Save", Answer::SaveFirst(document, then))),
    };
    let text = if then == Then::Reload { "Reload" } else { "Don't save" };
    let discard = (text, Answer::Discard(document, then));
    choices(ui, save.into_iter().chain([discard, ("Cancel", Answer::Cancel)]))
}

pub(super) fn unsaved_at_end(ui: &mut Ui, documents: &[(DocumentId, String)]) -> Option<Answer> {
    ui.heading("Unsaved changes");
    ui.label(format!("{} documents have unsaved changes:", documents.len()));
    ScrollArea::vertical().max_height(TOLD_HEIGHT).show(ui, |ui| {
        for (_, name) in documents {
            ui.label(format!("• {name}"));
        }
    });
    let ids = || documents.iter().map(|(id, _)| *id).collect::<Vec<_>>();
    choices(
        ui,
        [
            ("Save all", Answer::SaveAllFirst(ids())),
            ("Don't save", Answer::DiscardAll(ids())),
            ("Cancel", Answer::Cancel),
        ],
    )
}

pub(super) fn changed(
    ui: &mut Ui,
    model: &Model,
    document: DocumentId,
    what: &str,
) -> Option<Answer> {
    ui.heading("Changed on disk");
    ui.label(format!(
        "Another program changed {what}, and you have unsaved changes here. You can undo every \
        choice."
    ));
    let can_merge = model.document(document).is_some_and(|document| document.can_merge());
    let merge = can_merge.then_some(("Merge both", Answer::Merge(document)));
    let either = [
        ("Use the version on disk", Answer::TakeDisk(document)),
        ("Keep mine", Answer::KeepMine(document)),
    ];
    choices(ui, merge.into_iter().chain(either))
}

pub(super) fn with_buttons(
    ui: &mut Ui,
    document: DocumentId,
    question: &Question,
) -> Option<Answer> {
    let Question { heading, texts, answers } = question;
    ui.heading(heading);
    for text in texts {
        ui.label(text);
        ui.add_space(2.0);
    }
    let answers =
        answers.iter().map(|(text, sent)| (text.as_str(), Answer::Kind(document, sent.clone())));
    choices(ui, answers.chain([("Cancel", Answer::Cancel)]))
}

pub(super) fn replace_files(ui: &mut Ui, form: &ReplaceForm) -> Option<Answer> {
    ui.heading("Replace files");
    ui.label("Nothing is written yet. These files already exist and would be replaced:");
    for file in &form.replaced {
        ui.label(file.path.display().to_string());
    }
    choices(ui, [("Replace", Answer::ReplaceFiles(form.clone())), ("Cancel", Answer::Cancel)])
}

pub(super) fn trust(ui: &mut Ui, form: &TrustForm) -> Option<Answer> {
    let Withheld { file, owner, .. } = &form.withheld;
    ui.heading("Do you trust this project?");
    ui.label(format!("{} ({owner}) asks for this:", file.display()));
    ScrollArea::vertical().max_height(TOLD_HEIGHT).show(ui, |ui| {
        for line in form.withheld.lines() {
            ui.label(line);
        }
    });
    ui.label(
        "If you trust it, this happens whenever you work here. If you ignore it, the project opens \
        without these parts. Landwright asks again when one of these lines changes.",
    );
    let [trust, ignore] = [trust::Answer::Trust, trust::Answer::Ignore].map(Answer::Trust);
    choices(
        ui,
        [
            ("Not now", Answer::Cancel),
            ("Ignore these parts", ignore),
            ("Trust this project", trust),
        ],
    )
}

pub(super) fn failed(ui: &mut Ui, what: &str) -> Option<Answer> {
    ui.heading("Something went wrong");
    ui.label(what);
    choices(ui, [("OK", Answer::Cancel)])
}

pub(super) fn merged(ui: &mut Ui, name: &str, told: &[String]) -> Option<Answer> {
    ui.heading(format!("Merged {name}"));
    ui.label("Both versions were merged, except for these conflicts:");
    ScrollArea::vertical().max_height(TOLD_HEIGHT).show(ui, |ui| {
        told.iter().for_each(|line| {
            ui.label(line);
        });
    });
    ui.weak("You can undo the merge. Files that a save replaces are kept in the backups.");
    choices(ui, [("OK", Answer::Cancel)])
}

pub(super) fn about(ui: &mut Ui) -> Option<Answer> {
    ui.heading("Landwright");
    ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
    ui.label("A level editor with a language server, for private servers of old games.");
    ui.label("Licensed under MIT or Apache-2.0, as you like.");
    choices(ui, [("Close", Answer::Cancel)])
}
