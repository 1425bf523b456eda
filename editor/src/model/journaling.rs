//! Journals that the disk doesn't take: they are tried again after a while, and a person sees that.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use landwright_core::vfs::FileError;

use super::kind::OpenDocument;

type Keep = dyn Fn(&Path) -> Result<(), FileError> + Send + Sync;

/// Keeps what a journal builds on beside it, as often as it takes.
#[derive(Clone)]
pub struct BaseKeeper(Arc<Keep>);

impl BaseKeeper {
    pub(crate) fn new(
        keep: impl Fn(&Path) -> Result<(), FileError> + Send + Sync + 'static,
    ) -> BaseKeeper {
        BaseKeeper(Arc::new(keep))
    }

    pub(crate) fn keep(&self, journal: &Path) -> Result<(), FileError> {
        (self.0)(journal)
    }
}

impl fmt::Debug for BaseKeeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BaseKeeper")
    }
}

/// The time until a journal is tried again: longer after each attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pause {
    until: Instant,
    length: Duration,
}

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

impl Pause {
    fn begun(now: Instant) -> Pause {
        Pause { until: now + FIRST_PAUSE, length: FIRST_PAUSE }
    }

    fn is_over(self, now: Instant) -> bool {
        now >= self.until
    }

    fn after_another_attempt(self, now: Instant) -> Pause {
        let length = (self.length * 2).min(LONGEST_PAUSE);
        Pause { until: now + length, length }
    }
}

/// What a person has to hear about the journal of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum News {
    None,
    Broken(String),
    Mended(String),
}

/// Tries a journal again: at once, and then each time that its pause is over.
pub(crate) fn look_after(document: &mut dyn OpenDocument, now: Instant) -> News {
    let pause = document.common().journal_pause;
    let is_due = match pause {
        // Many troubles of a disk pass at once, and nobody needs to hear of them.
        None => document.journal_trouble().is_some(),
        Some(pause) => pause.is_over(now),
    };
    if is_due {
        document.common_mut().keep_base_again();
        document.history_mut().try_journal_again();
    }
    let title = &document.common().title;
    let (news, next) = match (pause, document.journal_trouble()) {
        (None, None) => return News::None,
        (None, Some(error)) => {
            let lost = "a crash would lose unsaved work";
            let news = format!("{title}: the journal can't be written, and {lost}: {error}");
            (News::Broken(news), Some(Pause::begun(now)))
        }
        (Some(pause), Some(_)) if pause.is_over(now) => {
            (News::None, Some(pause.after_another_attempt(now)))
        }
        (Some(pause), Some(_)) => (News::None, Some(pause)),
        (Some(_), None) => {
            let news = format!("{title}: the journal is written again; no step is missing");
            (News::Mended(news), None)
        }
    };
    document.common_mut().journal_pause = next;
    news
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::model::Model;
    use crate::model::trial::act;
    use crate::settings::Settings;

    /// A window with a new map, whose home takes no journals.
    fn broken(home: &Path) -> Model {
        fs::write(home.join("journals"), b"in the way").unwrap();
        let mut model = Model::new(Settings::default(), Some(home.to_owned()), Arc::new(|| ()));
        crate::model::trial::new_map(&mut model, 8);
        paint(&mut model, 1);
        model.settle();
        model
    }

    fn paint(model: &mut Model, kind: u32) {
        act(model, "paint", &format!(r#"{{"region":"everything","ink":{{"type":{kind}}}}}"#));
    }

    fn look(model: &mut Model, now: Instant) -> News {
        let id = model.active_map().unwrap().id;
        look_after(model.document_mut(id).unwrap(), now)
    }

    #[test]
    fn a_journal_that_cant_be_written_is_shown_until_it_is_and_no_step_is_missing() {
        let home = tempfile::tempdir().unwrap();
        let mut model = broken(home.path());
        assert!(model.journal_in_trouble().is_some());
        paint(&mut model, 5);
        fs::remove_file(home.path().join("journals")).unwrap();
        let soon = Instant::now();
        assert_eq!(look(&mut model, soon), News::None, "its pause is not over");
        assert!(matches!(look(&mut model, soon + LONGEST_PAUSE), News::Mended(_)));
        assert_eq!(model.journal_in_trouble(), None);
        assert_eq!(look(&mut model, soon + LONGEST_PAUSE), News::None, "said once");
        let map = model.active_map().unwrap().map().clone();
        // A crash: the window is gone without closing its journal.
        drop(model);
        let found = crate::model::recovery::find(home.path());
        let restored = crate::model::recovery::restore(&found.left[0]).unwrap();
        assert_eq!(restored.n_steps, 2);
        let content: Box<dyn std::any::Any> = restored.content;
        let left = content.downcast::<crate::kind::ragnarok::open::MapLeft>().unwrap();
        assert!(left.editing.document() == &map);
    }

    #[test]
    fn attempts_come_less_often_but_never_end() {
        let home = tempfile::tempdir().unwrap();
        let mut model = broken(home.path());
        let mut now = Instant::now() + FIRST_PAUSE;
        let mut pauses = Vec::new();
        for _ in 0..8 {
            assert_eq!(look(&mut model, now), News::None);
            let id = model.active_map().unwrap().id;
            let pause = model.document_mut(id).unwrap().common().journal_pause.unwrap();
            pauses.push(pause.length.as_secs());
            now = pause.until;
        }
        assert_eq!(pauses, [2, 4, 8, 16, 32, 60, 60, 60]);
    }
}
