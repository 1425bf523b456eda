//! Documents of any kind: the shell carries what goes between them,
//! their panels and their jobs.

use std::path::{Path, PathBuf};

use super::{Done, Model};
use crate::command::{Command, CommandId, Menu, Needs};
use crate::kind::document::open::{Open, OpenDocument};
use crate::kind::{ALL, Kind, KindDocument};
use crate::message::dialog::Dialog;
use crate::message::sent::{Other, Sent, Wishes};
use crate::view::id::DocumentId;

/// What waits for a file that is being opened.
#[derive(Debug)]
pub(crate) struct Waiting {
    path: PathBuf,
    sent: Option<Sent>,
    /// The document that is brought back to the front.
    front: Option<DocumentId>,
}

impl Model {
    pub fn kind_document(&self, id: DocumentId) -> Option<&dyn KindDocument> {
        self.documents.get(&id).map(Open::as_kind)
    }

    /// The document in front.
    pub fn active_kind(&self) -> Option<&dyn KindDocument> {
        self.kind_document(self.active?.document)
    }

    /// The kind of the document in front, and that document.
    pub(crate) fn kind_in_front(&self) -> Option<(&'static dyn Kind, DocumentId)> {
        let document = self.active_kind()?;
        Some((document.kind(), document.common().id))
    }

    /// Gives a document what a panel, a question or a job sent.
    pub(crate) fn send_to_kind(&mut self, id: DocumentId, sent: &Sent) {
        let kind = self.kind_document(id).map(KindDocument::kind);
        if let Some(kind) = kind {
            kind.take(self, id, sent);
        }
    }

    /// Whether a command would do something to the document in front; `None` where nothing is in
    /// front, or the command is alike for all kinds.
    pub(crate) fn can_run_on_document(&self, id: CommandId) -> Option<bool> {
        let document = self.active_kind()?;
        let command = id.command();
        if !self.has_use_for(command) {
            return Some(false);
        }
        document.can_run(id).or(match (command.menu, id) {
            (Menu::Tool | Menu::Select | Menu::Map, _) => Some(false),
            (menu @ Menu::Kind(_), _) if menu != document.kind().menu() => Some(false),
            (Menu::View, CommandId::NewView) => None,
            (Menu::View, _) => Some(false),
            (_, CommandId::GoTo) => Some(document.places().is_some()),
            (_, CommandId::ImportOnto) => Some(document.importer().is_some()),
            _ => None,
        })
    }

    /// Whether a command is for every kind, or for that of the document in front.
    pub fn has_use_for(&self, command: &Command) -> bool {
        match command.needs {
            Needs::Kind(id) => {
                let shares = |kind: &&dyn Kind| kind.id() == id && kind.shares_menus();
                ALL.iter().any(shares) || self.is_in_front(id)
            }
            _ => true,
        }
    }

    /// Whether the document in front is of a kind.
    pub(crate) fn is_in_front(&self, id: &str) -> bool {
        self.active_kind().is_some_and(|document| document.kind().id() == id)
    }

    /// Does a command that the document in front does alone.
    pub(crate) fn run_on_document(&mut self, id: CommandId) -> bool {
        let own = self.active_kind().filter(|document| document.can_run(id) == Some(true));
        let Some(of) = own.map(|document| document.common().id) else { return false };
        self.with_kind(of, |document| document.run(id));
        true
    }

    /// What a key means to the document in front.
    pub fn meant_by_key(&self, id: CommandId) -> CommandId {
        self.kind_in_front().map_or(id, |(kind, _)| kind.meant_by_key(self, id))
    }

    /// Does something with a document, and what it wishes then.
    pub(crate) fn with_kind(
        &mut self,
        id: DocumentId,
        act: impl FnOnce(&mut dyn KindDocument) -> Wishes,
    ) {
        let Some(document) = self.documents.get_mut(&id).map(Open::as_kind_mut) else {
            return;
        };
        let before = document.history().revision();
        let wishes = act(document);
        let has_changed = document.history().revision() != before;
        self.grant(id, wishes);
        if has_changed {
            self.flush(id);
        }
    }

    fn grant(&mut self, id: DocumentId, wishes: Wishes) {
        let Wishes { notes, warnings, requests, question, jobs, others } = wishes;
        notes.into_iter().for_each(|note| self.log.note(note));
        warnings.into_iter().for_each(|warning| self.log.warn(warning));
        self.requests.extend(requests);
        self.dialogs.extend(question.map(|question| Dialog::Kind(id, question)));
        for job in jobs {
            let work = job.work;
            self.jobs.start(job.title, move |progress| Done::Kind(id, work(progress)));
        }
        for Other { path, sent, stays_behind } in others {
            let front = stays_behind.then_some(id);
            self.waiting.push(Waiting { path: path.clone(), sent, front });
            self.open(path.clone());
            // It may have been open already.
            let is_it = |open: &&dyn OpenDocument| open.common().is_of_same(&path);
            let open = self.documents().find(is_it).map(|open| open.common().id);
            if let Some(open) = open {
                self.arrive_at(&path, open);
            }
        }
    }

    /// Lets the kind of a document do what it does as one is opened.
    pub(crate) fn note_opened(&mut self, id: DocumentId) {
        let kind = self.kind_document(id).map(KindDocument::kind);
        if let Some(kind) = kind {
            kind.note_opened(self, id);
        }
    }

    pub(crate) fn note_saved(&mut self, id: DocumentId) {
        let kind = self.kind_document(id).map(KindDocument::kind);
        if let Some(kind) = kind {
            kind.note_saved(self, id);
        }
    }

    /// Gives a document what waited for it.
    pub(crate) fn arrive_at(&mut self, path: &Path, id: DocumentId) {
        let is_it = |waiting: &mut Waiting| waiting.path == path;
        let waiting: Vec<Waiting> = self.waiting.extract_if(.., is_it).collect();
        for Waiting { sent, front, .. } in waiting {
            if let Some(sent) = sent {
                self.send_to_kind(id, &sent);
            }
            if let Some(view) = front.and_then(|front| self.document(front)?.common().first_view())
            {
                self.bring_to_front(view);
            }
        }
    }

    /// What documents want between frames.
    pub(crate) fn follow_kinds(&mut self) {
        let ids: Vec<DocumentId> = self.documents.keys().copied().collect();
        for id in ids {
            self.with_kind(id, KindDocument::follow);
        }
    }
}
