//! Asks whether a project may read and write elsewhere, once for each, before anything of it opens.

use std::path::Path;

use landwright_core::project::trust::Answer;

use super::{Model, project};
use crate::message::dialog::Dialog;
use crate::message::dialog::trust::{Then, TrustForm};
use crate::trust::trust;

impl Model {
    /// Whether the person is to be asked about the project of a file first. The rest is done with the
    /// answer.
    pub(crate) fn waits_for_trust(&mut self, start: &Path, then: Option<Then>) -> bool {
        let Some(withheld) = project::load(start).0.withheld else { return false };
        if withheld.is_refused || self.left_out.contains(&*withheld) {
            return false;
        }
        let is_asked = |dialog: &&mut Dialog| matches!(dialog, Dialog::Trust(form) if form.withheld == *withheld);
        match self.dialogs.iter_mut().find(is_asked) {
            Some(Dialog::Trust(form)) => form.then.extend(then),
            _ => {
                let form = TrustForm { withheld: *withheld, then: then.into_iter().collect() };
                self.dialogs.push_back(Dialog::Trust(Box::new(form)));
            }
        }
        true
    }

    /// Keeps an answer, or leaves the parts out for as long as the window is open.
    pub(crate) fn settle_trust(&mut self, form: TrustForm, answer: Option<Answer>) {
        let TrustForm { withheld, then } = form;
        let kept = answer.map(|answer| trust().keep(&withheld, answer));
        if let Some(Err(error)) = &kept {
            self.log.error(format!("the answer can't be saved: {error}"));
        }
        let file = withheld.file.clone();
        if !matches!(kept, Some(Ok(()))) {
            self.left_out.push(withheld);
        }
        self.heed_project(&file);
        for then in then {
            match then {
                Then::Open(path) => self.open(path),
                Then::Publish => self.publish(),
            }
        }
    }
}
