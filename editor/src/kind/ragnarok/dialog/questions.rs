//! Questions about maps and stamps that are answered by a button.

use eframe::egui::Ui;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::world::gat::action::{Action, Convert};

use crate::kind::ragnarok::dialog::MapAnswer;
use crate::kind::ragnarok::stamps::StampId;
use crate::message::dialog::Answer;
use crate::panel::choices::choices;
use crate::view::id::DocumentId;

pub(super) fn convert(
    ui: &mut Ui,
    document: DocumentId,
    version: Version,
    lost: &str,
) -> Option<Answer> {
    ui.heading("Some data would be lost");
    ui.label(format!("In this conversion, {lost}. You can undo this."));
    let convert = Action::Convert(Convert { version });
    choices(
        ui,
        [("Convert", MapAnswer::Do(document, convert.into()).answer()), ("Cancel", Answer::Cancel)],
    )
}

pub(super) fn delete_stamp(ui: &mut Ui, stamp: StampId, name: &str) -> Option<Answer> {
    ui.heading("Delete a stamp");
    ui.label(format!("{name} will be deleted from the library for good."));
    choices(ui, [("Delete", MapAnswer::DeleteStamp(stamp).answer()), ("Cancel", Answer::Cancel)])
}
