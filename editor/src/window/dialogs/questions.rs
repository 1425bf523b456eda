//! Questions that are answered by a button: what is lost, what changed, what is left of a crash.

use std::collections::BTreeSet;
use std::path::PathBuf;

use eframe::egui;
use egui::{ScrollArea, Ui};
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::project::trust::{self, Withheld};
use landwright_core::world::area::on_disk::ZoneCell;
use landwright_core::world::gat::action::{Action, Convert};

use super::choices;
use crate::kind::document::common::Then;
use crate::kind::ragnarok::stamps::StampId;
use crate::message::dialog::Answer;
use crate::message::dialog::copies::{CopiesForm, CopyChoice, CopyLeft, CopyState, Occasion};
use crate::message::dialog::export::ReplaceForm;
use crate::message::dialog::trust::TrustForm;
use crate::message::sent::Question;
use crate::model::Model;
use crate::view::id::DocumentId;

/// More cells than this are only counted.
const MOST_CELLS: usize = 100;
/// Room for what a merge has to say, in points; of more, one scrolls.
const TOLD_HEIGHT: f32 = 300.0;

pub(super) fn convert(
    ui: &mut Ui,
    document: DocumentId,
    version: Version,
    lost: &str,
) -> Option<Answer> {
    ui.heading("Some data would be lost");
    ui.label(format!("In this conversion, {lost}. You can undo this."));
    let convert = Action::Convert(Convert { version });
    choices(ui, [("Convert", Answer::Do(document, convert.into())), ("Cancel", Answer::Cancel)])
}

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

pub(super) fn of_kind(ui: &mut Ui, document: DocumentId, question: &Question) -> Option<Answer> {
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

pub(super) fn copies_left(ui: &mut Ui, form: &CopiesForm) -> Option<Answer> {
    let CopiesForm { document, name, copies, occasion } = form;
    let can_choose = !form.roots().is_empty();
    ui.heading(match occasion {
        Occasion::Saved => "Some copies were not written",
        Occasion::Compared if can_choose => "The copies are different",
        Occasion::Compared => "Some copies could not be compared",
    });
    ui.label(match (occasion, can_choose) {
        (Occasion::Saved, true) if !form.are_edits_known() => format!(
            "{name} is saved. Another program changed its files, so these copies were compared as \
            a whole, and nothing was written to them. Landwright asks again at each save until you \
            choose:"
        ),
        (Occasion::Saved, true) => format!(
            "{name} is saved. Things that you edited are different in these copies, so nothing was \
            written to them. Landwright asks again at each save until you choose:"
        ),
        (Occasion::Saved, false) => {
            format!("{name} is saved. Landwright tries these copies again at each save:")
        }
        (Occasion::Compared, _) => format!("Compared with the saved {name}:"),
    });
    // What else is asked has to fit as well.
    let height = (ui.ctx().content_rect().height() - 340.0).max(120.0);
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        let (out_of_reach, others): (Vec<_>, Vec<_>) =
            copies.iter().partition(|copy| copy.state == CopyState::OutOfReach);
        others.into_iter().for_each(|copy| one_copy(ui, copy));
        if can_choose && !out_of_reach.is_empty() {
            ui.add_space(8.0);
            ui.label("These could not be read or written:");
        }
        out_of_reach.into_iter().for_each(|copy| one_copy(ui, copy));
    });
    let offered = form.choices();
    if offered.iter().any(|(_, choice)| *choice == CopyChoice::Mine) {
        ui.add_space(4.0);
        ui.weak(
            "“Write my edits” sets the fields that you edited and leaves everything else in the \
            copy as it is.",
        );
    }
    if can_choose {
        ui.add_space(4.0);
        ui.weak("A backup of each file is kept in every copy that is written.");
    }
    let chosen = |choice: CopyChoice| Answer::SettleCopies(*document, form.roots(), choice);
    let later = match (occasion, can_choose) {
        (Occasion::Saved, true) => "Ask again",
        (Occasion::Compared, true) => "Leave them",
        (_, false) => "OK",
    };
    let offered = offered.into_iter().map(|(text, choice)| (text, chosen(choice)));
    choices(ui, [(later, Answer::Cancel)].into_iter().chain(offered))
}

fn one_copy(ui: &mut Ui, copy: &CopyLeft) {
    ui.add_space(4.0);
    ui.strong(copy.root.display().to_string());
    for why in &copy.why {
        ui.label(why);
    }
}

pub(super) fn replace_files(ui: &mut Ui, form: &ReplaceForm) -> Option<Answer> {
    ui.heading("Replace files");
    ui.label("Nothing is written yet. These files already exist and would be replaced:");
    for file in &form.replaced {
        ui.label(file.path.display().to_string());
    }
    choices(ui, [("Replace", Answer::ReplaceFiles(form.clone())), ("Cancel", Answer::Cancel)])
}

pub(super) fn zones_gone(ui: &mut Ui, document: DocumentId, files: &[PathBuf]) -> Option<Answer> {
    ui.heading("Geometry files are missing");
    ui.label(
        "Nothing is saved yet. These files were deleted or moved since they were read. Put them \
        back and save again, or save the area to a different folder. You can also write them \
        again, with your changes.",
    );
    ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
        for file in files {
            ui.label(file.display().to_string());
        }
    });
    let anew = Answer::WriteZonesAnew(document);
    choices(ui, [("Cancel", Answer::Cancel), ("Write them again", anew)])
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

pub(super) fn cells_changed(
    ui: &mut Ui,
    document: DocumentId,
    name: &str,
    cells: &BTreeSet<ZoneCell>,
) -> Option<Answer> {
    ui.heading("Geometry changed on both sides");
    ui.label(format!(
        "Another program changed cells of {name} that you also changed. Your version is kept, and \
        a save would write it. You can undo every choice."
    ));
    let mut shown = None;
    ScrollArea::vertical().max_height(200.0).show(ui, |ui| {
        for (zone, cell) in cells.iter().take(MOST_CELLS) {
            let said = format!("{}: cell ({}, {})", zone.file_name(), cell.x(), cell.y());
            if ui.link(said).on_hover_text("Go there").clicked() {
                shown = Some(Answer::GoToCell(document, (*zone, *cell)));
            }
        }
        if cells.len() > MOST_CELLS {
            ui.label(format!("and {} more", cells.len() - MOST_CELLS));
        }
    });
    let theirs = Answer::TakeCells(document, cells.clone());
    choices(ui, [("Keep mine", Answer::Cancel), ("Use the version on disk", theirs)]).or(shown)
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

pub(super) fn delete_stamp(ui: &mut Ui, stamp: StampId, name: &str) -> Option<Answer> {
    ui.heading("Delete a stamp");
    ui.label(format!("{name} will be deleted from the library for good."));
    choices(ui, [("Delete", Answer::DeleteStamp(stamp)), ("Cancel", Answer::Cancel)])
}

pub(super) fn about(ui: &mut Ui) -> Option<Answer> {
    ui.heading("Landwright");
    ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
    ui.label("A level editor with a language server, for private servers of old games.");
    ui.label("Licensed under MIT or Apache-2.0, as you like.");
    choices(ui, [("Close", Answer::Cancel)])
}
