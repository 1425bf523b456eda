//! What waits: a document may need something that is made ready beside the window, such as data that
//! is packed. Whatever asks for it does nothing, and is done once it is there; what comes after it for
//! the same document waits behind it, so that all is done in the order in which the hand did it. Other
//! documents go on meanwhile, and those that never wait cost nothing.

mod concern;

use self::concern::Concern;
use super::Model;
use crate::command::{CommandId, Menu};
use crate::kind::document::common::Then;
use crate::kind::document::line::{LetsWait, Waiting};
use crate::kind::document::open::Open;
use crate::kind::{KindDocument, Means, Tools};
use crate::message::Message;
use crate::message::dialog::Answer;
use crate::view::hand::Phase;
use crate::view::id::{DocumentId, ViewId};

impl dyn LetsWait + '_ {
    /// Whether what comes now has to wait behind something.
    fn has_line(&self) -> bool {
        !self.line().messages.is_empty() || self.comes_first()
    }

    fn may_go_on(&self) -> bool {
        !self.line().messages.is_empty() && !self.comes_first() && self.is_ready()
    }
}

impl Model {
    /// The message, unless it has to wait.
    pub(super) fn unless_it_waits(&mut self, message: Message) -> Option<Message> {
        if let Some(id) = self.line_for(&message) {
            self.let_wait(id, message);
            return None;
        }
        if self.waits_first(&message) { None } else { Some(message) }
    }

    /// Everything that is kept of a message until it is known whether it has to wait.
    pub(super) fn in_case_it_has_to_wait(&self, message: &Message) -> Option<Waiting> {
        let lets_wait = |id: &DocumentId| {
            self.kind_document(*id).is_some_and(|document| document.lets_wait().is_some())
        };
        let may_wait = match message {
            Message::Kind(id, _) => lets_wait(id) && !self.is_only_looked(message),
            Message::Fix(id, _) | Message::PreviewFix(id, _) | Message::FixAllOf(id, _) => {
                lets_wait(id)
            }
            Message::Command(_) => self.documents.keys().any(lets_wait),
            _ => false,
        };
        may_wait.then(|| self.waiting(message.clone()))
    }

    pub(super) fn let_wait_again(&mut self, mut again: Option<Waiting>) {
        let documents = self.documents.values_mut().map(Open::as_kind_mut);
        for document in documents.filter_map(|document| document.lets_wait_mut()) {
            let line = document.line_mut();
            if std::mem::take(&mut line.has_to_wait) {
                line.messages.extend(again.take());
            }
        }
    }

    /// The document whose line a message has to wait in.
    fn line_for(&self, message: &Message) -> Option<DocumentId> {
        let has_line = |document: &&dyn KindDocument| {
            document.lets_wait().is_some_and(|document| document.has_line())
        };
        let document = match Concern::of(message) {
            _ if self.is_only_looked(message) => return None,
            Concern::Nobody => return None,
            Concern::Everybody => self.documents.values().map(Open::as_kind).find(has_line),
            Concern::Active => self.active_kind().filter(has_line),
            Concern::One(id) => self.kind_document(id).filter(has_line),
        };
        document.map(|document| document.common().id)
    }

    fn let_wait(&mut self, id: DocumentId, message: Message) {
        // Where something is asked, nothing is drawn.
        if self.dialog().is_some() && self.meaning(&message) == Some(Means::Pointing(Phase::Press))
        {
            return;
        }
        let mut waiting = self.waiting(message);
        if let Message::Answer(_) = waiting.message {
            waiting.asked = self.dialogs.pop_front();
        }
        if let Some(document) = self.lets_wait_mut(id) {
            document.line_mut().messages.push_back(waiting);
        }
    }

    fn lets_wait_mut(&mut self, id: DocumentId) -> Option<&mut dyn LetsWait> {
        self.documents.get_mut(&id)?.as_kind_mut().lets_wait_mut()
    }

    fn waiting(&self, message: Message) -> Waiting {
        let (tools, active) = (Box::new(self.tools.clone()), self.active);
        Waiting { message, tools, active, asked: None }
    }

    /// Does what has waited, for the view and with the tools that it was meant for, and with what
    /// those before it in the line set. Who has gone on to something else meanwhile stays there.
    fn do_what_waited(&mut self, waiting: Waiting, handed_on: &mut Option<HandedOn>) {
        let Waiting { message, tools: sent_with, active, asked } = waiting;
        if let Some(dialog) = asked {
            self.dialogs.push_front(dialog);
        }
        let is_there = |view: &ViewId| self.view(*view).is_some();
        let (meant, active_now) = (active.filter(is_there), self.active);
        self.active = meant;
        let own = Tools::clone(&sent_with);
        let tools = handed_on.take().map_or(own, |before| before.to(&sent_with));
        let tools_now = std::mem::replace(&mut self.tools, tools);
        // It was drawn before anything was asked.
        let is_pointing = matches!(self.meaning(&message), Some(Means::Pointing(_)));
        let asked_since = is_pointing.then(|| std::mem::take(&mut self.dialogs));
        self.handle(message);
        if let Some(dialogs) = asked_since {
            let new = std::mem::replace(&mut self.dialogs, dialogs);
            self.dialogs.extend(new);
        }
        let left = Box::new(std::mem::replace(&mut self.tools, tools_now));
        *handed_on = Some(HandedOn { sent_with, left });
        if active_now != active && active_now.is_none_or(|view| self.view(view).is_some()) {
            self.active = active_now;
        }
    }

    /// What gives changes up may need more than is ready, and can't begin twice.
    fn waits_first(&mut self, message: &Message) -> bool {
        let Message::Answer(Answer::Discard(id, Then::Reload)) = message else { return false };
        let waits = self.lets_wait_mut(*id).is_some_and(|document| document.waits_to_reload());
        if waits {
            self.let_wait(*id, message.clone());
        }
        waits
    }

    /// Does what has waited, where its documents are ready by now.
    pub(super) fn go_on_in_line(&mut self) {
        let may_go_on = |open: &Open| {
            let document = open.as_kind().lets_wait();
            document.is_some_and(|document| document.may_go_on())
        };
        let ready = self.documents.iter().filter(|(_, open)| may_go_on(open));
        let ids: Vec<DocumentId> = ready.map(|(id, _)| *id).collect();
        for id in ids {
            let document = self.lets_wait_mut(id);
            let messages =
                document.map(|document| std::mem::take(&mut document.line_mut().messages));
            // The first that has to wait again begins the line anew.
            let mut handed_on = None;
            for waiting in messages.into_iter().flatten() {
                self.do_what_waited(waiting, &mut handed_on);
            }
            if let Some(last) = handed_on {
                self.tools = last.to(&self.tools);
            }
            if let Some(document) = self.lets_wait_mut(id)
                && document.line().messages.is_empty()
            {
                document.end_line();
            }
        }
    }

    /// What a message means to the document that it is for.
    fn meaning(&self, message: &Message) -> Option<Means> {
        let Message::Kind(id, sent) = message else { return None };
        Some(self.kind_document(*id)?.means(sent))
    }

    /// Whether it changes nothing that what waits could change as well.
    fn is_only_looked(&self, message: &Message) -> bool {
        matches!(
            message,
            Message::Look(..)
                | Message::LookFrom(..)
                | Message::Hover(_)
                // As a whole, it would undo what was typed before it and waits as well.
                | Message::Answer(Answer::Keep(_))
                | Message::SetSettings(_)
                | Message::CancelJob(_)
                | Message::FileChanged(_)
                | Message::LookForLeft
        ) || matches!(message, Message::Command(id) if is_of_windows(*id))
            || self.meaning(message) == Some(Means::Looking)
    }
}

/// The tools of something that waited, for what comes behind it.
struct HandedOn {
    sent_with: Box<Tools>,
    /// As they were when it was done.
    left: Box<Tools>,
}

impl HandedOn {
    /// What somebody has set by then, after what was left.
    fn to(&self, tools: &Tools) -> Tools {
        let mut settings = Tools::clone(&self.left);
        settings.set_as_changed(&self.sent_with, tools);
        let mut next = tools.clone();
        next.set_as_changed(tools, &settings);
        next
    }
}

/// Whether a command is about what is seen, and nothing else.
fn is_of_windows(id: CommandId) -> bool {
    matches!(id.command().menu, Menu::View | Menu::Window | Menu::Help)
}
