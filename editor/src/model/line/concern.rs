//! Which documents a message is about: what comes for those waits behind what waits already.

use crate::command::CommandId;
use crate::model::dialog::Answer;
use crate::model::dialog::export::ReplaceForm;
use crate::model::document::DocumentId;
use crate::model::exchange::ImportTo;
use crate::model::message::Message;
use crate::versions::comparing::Compare;
use crate::versions::conflicts::Settle;

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
            | Message::Act(id, _)
            | Message::Fix(id, _)
            | Message::FixAllOf(id, _)
            | Message::Jump(id, _)
            | Message::ShowCell(id, _)
            | Message::ShowProblem(id, _)
            | Message::Select(id, _)
            | Message::Settle(id, Settle::Decide(..))
            | Message::Export(id, ..)
            | Message::Import(ImportTo::Document(id) | ImportTo::Reports(id), _)
            | Message::Compare(id, Compare::Take(_) | Compare::TakeAll)
            | Message::AskPicture(id)
            | Message::TakePicture(id, _)
            | Message::SetReference(id, _) => Concern::One(*id),
            Message::Point(view, _) | Message::CloseView(view) => Concern::One(view.document),
            Message::Command(CommandId::Quit) => Concern::Everybody,
            // Of each document, a save waits by itself; and a place is asked for at once.
            Message::Command(CommandId::SaveAll | CommandId::GoTo) => Concern::Nobody,
            Message::Command(_) | Message::Paste(_) | Message::KeepStamp => Concern::Active,
            Message::Answer(answer) => Concern::of_answer(answer),
            Message::Open(_)
            | Message::OpenFolder(_)
            | Message::OpenList(_)
            | Message::NewArea(_)
            | Message::Focus(_)
            | Message::Look(..)
            | Message::LookFrom(..)
            | Message::Hover(_)
            | Message::Import(ImportTo::New, _)
            | Message::TakeStamp(_)
            | Message::RenameStamp(..)
            | Message::DeleteStamp(_)
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
            | Answer::WriteZonesAnew(id)
            | Answer::TakeCells(id, _)
            | Answer::ReplaceFiles(ReplaceForm { document: id, .. }) => Concern::One(*id),
            Answer::Regenerate(form) => Concern::One(form.document),
            Answer::GoTo(_) => Concern::Active,
            Answer::SaveAllFirst(_) | Answer::DiscardAll(_) => Concern::Everybody,
            // About maps and zones, or about no document.
            Answer::Cancel
            | Answer::Keep(_)
            | Answer::NewMap(_)
            | Answer::NewArea(_)
            | Answer::Open(_)
            | Answer::Do(..)
            | Answer::GoToCell(..)
            | Answer::Trust(_)
            | Answer::DeleteStamp(_)
            | Answer::DoDespite(_)
            | Answer::DoToZone(..)
            | Answer::ReplaceThings(..)
            | Answer::SettleCopies(..)
            | Answer::Find(..)
            | Answer::Recover(_)
            | Answer::RecoverAll(_)
            | Answer::Kind(..)
            | Answer::Forget(_) => Concern::Nobody,
        }
    }
}
