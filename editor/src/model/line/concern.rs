//! Which documents a message is about: what comes for those waits behind what waits already.

use crate::command::CommandId;
use crate::message::ImportTo;
use crate::message::Message;
use crate::message::dialog::Answer;
use crate::message::dialog::OfKind;
use crate::message::dialog::export::ReplaceForm;
use crate::versions::comparing::Compare;
use crate::versions::conflicts::Settle;
use crate::view::id::DocumentId;

/// Which documents a message is about.
pub(super) enum Concern {
    Nobody,
    One(DocumentId),
    /// The one in front.
    Active,
    Everybody,
}

impl Concern {
    pub(super) fn of(message: &Message) -> Concern {
        match message {
            Message::Kind(id, _)
            | Message::SaveTo(id, _)
            | Message::Fix(id, _)
            | Message::PreviewFix(id, _)
            | Message::FixAllOf(id, _)
            | Message::Jump(id, _)
            | Message::ShowProblem(id, _)
            | Message::Settle(id, Settle::Decide(..))
            | Message::Export(id, ..)
            | Message::TakePicture(id, _)
            | Message::Import(
                ImportTo::Document(id) | ImportTo::Reports(id) | ImportTo::Mesh(id),
                _,
            )
            | Message::Compare(id, Compare::Take(_) | Compare::TakeAll) => Concern::One(*id),
            Message::CloseView(view) => Concern::One(view.document),
            Message::Command(CommandId::Quit) => Concern::Everybody,
            // Of each document, a save waits by itself; and a place is asked for at once.
            Message::Command(CommandId::SaveAll | CommandId::GoTo | CommandId::Publish) => {
                Concern::Nobody
            }
            Message::Command(_) | Message::Paste(_) => Concern::Active,
            Message::Answer(answer) => Concern::of_answer(answer),
            Message::ToKind(..)
            | Message::Open(_)
            | Message::OpenFolder(_)
            | Message::OpenList(_)
            | Message::NewArea(_)
            | Message::Focus(_)
            | Message::Look(..)
            | Message::LookFrom(..)
            | Message::Hover(_)
            | Message::Import(ImportTo::New, _)
            | Message::Compare(..)
            | Message::Settle(..)
            | Message::SetTools(_)
            | Message::SetSettings(_)
            | Message::ChangeKeys(_)
            | Message::CancelJob(_)
            | Message::FileChanged(_)
            | Message::LookForLeft
            | Message::ClearLog
            | Message::DismissNotice => Concern::Nobody,
        }
    }

    fn of_answer(answer: &Answer) -> Concern {
        match answer {
            Answer::SaveFirst(id, _)
            | Answer::Discard(id, _)
            | Answer::TakeDisk(id)
            | Answer::KeepMine(id)
            | Answer::Merge(id)
            | Answer::OfKind(OfKind { after: Some(id), .. })
            | Answer::ReplaceFiles(ReplaceForm { document: id, .. }) => Concern::One(*id),
            Answer::GoTo(_) => Concern::Active,
            Answer::SaveAllFirst(_) | Answer::DiscardAll(_) => Concern::Everybody,
            // About maps and zones, or about no document.
            Answer::Cancel
            | Answer::Keep(_)
            | Answer::OfKind(_)
            | Answer::Open(_)
            | Answer::Trust(_)
            | Answer::Recover(_)
            | Answer::RecoverAll(_)
            | Answer::Kind(..)
            | Answer::Forget(_) => Concern::Nobody,
        }
    }
}
