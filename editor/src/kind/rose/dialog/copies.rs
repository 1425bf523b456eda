//! Copies that differ, and what is to become of them.

use eframe::egui;
use egui::{ScrollArea, Ui};

use crate::kind::rose::dialog::ZoneAnswer;
use crate::kind::rose::form::copies::{CopiesForm, CopyChoice, CopyLeft, CopyState, Occasion};
use crate::message::dialog::Answer;
use crate::panel::choices::choices;

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
    let chosen =
        |choice: CopyChoice| ZoneAnswer::SettleCopies(*document, form.roots(), choice).answer();
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
