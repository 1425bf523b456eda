//! The front door of the model: every message comes in here.

use crate::kind::document::history::Travel;
use crate::kind::{self, ALL, KindDocument, Tools};
use crate::message::Message;
use crate::model::Model;

impl Model {
    /// Does what a message says, or lets it wait.
    pub fn handle(&mut self, message: Message) {
        if let Some(message) = self.unless_it_waits(message) {
            let again = self.in_case_it_has_to_wait(&message);
            self.do_now(message);
            self.let_wait_again(again);
        }
    }

    fn do_now(&mut self, message: Message) {
        ALL.iter().for_each(|kind| kind.before(self, &message));
        match message {
            Message::Command(id) => self.run(id),
            Message::Open(paths) => paths.into_iter().for_each(|path| self.open(path)),
            Message::OpenList(list) => self.open_list(list),
            Message::OpenFolder(folder) => self.open_folder(folder),
            Message::NewArea(folder) => self.ask_about_new_area(folder),
            Message::Kind(document, sent) => self.send_to_kind(document, &sent),
            Message::ToKind(id, sent) => {
                if let Some(kind) = kind::of_id(id) {
                    kind.take_without_document(self, &sent);
                }
            }
            Message::SaveTo(document, path) => self.save_to(document, path),
            Message::Focus(view) => self.focus(view),
            Message::CloseView(view) => self.close_view(view),
            Message::Fix(document, fix) => self.fix(document, &fix),
            Message::PreviewFix(document, fix) => self.preview_fix(document, &fix),
            Message::FixAllOf(document, code) => self.fix_all(document, Some(code)),
            Message::Jump(document, step) => self.travel(document, Travel::To(step)),
            Message::Look(view, camera, size) => self.look(view, camera, size),
            Message::LookFrom(view, orbit, size) => self.look_from(view, orbit, size),
            Message::Hover(hover) => self.hover = hover,
            Message::ShowProblem(document, index) => self.show_problem(document, index),
            Message::Paste(text) => self.paste_text(&text),
            Message::Settle(document, what) => self.settle_conflict(document, what),
            Message::Export(document, format, path) => {
                self.export(document, format, path, None);
            }
            Message::Import(to, path) => self.import(to, path),
            Message::TakePicture(document, path) => {
                if let Some(kind) = self.kind_document(document).map(KindDocument::kind) {
                    kind.take_picture(self, document, path);
                }
            }
            Message::Compare(document, what) => self.compare(document, what),
            Message::SetTools(tools) => {
                if let Some(tools) = tools.get::<Tools>() {
                    self.tools = tools.clone();
                }
            }
            Message::SetSettings(settings) => self.set_settings(*settings),
            Message::ChangeKeys(change) => self.change_keys(change),
            Message::Answer(answer) => self.answer(answer),
            Message::CancelJob(id) => {
                self.jobs.cancel(id);
            }
            Message::FileChanged(path) if path.ends_with(landwright_core::project::FILE_NAME) => {
                self.heed_project(&path);
            }
            Message::FileChanged(path) => self.look_again(&path),
            Message::LookForLeft => self.look_for_left(),
            Message::ClearLog => self.log.clear(),
            Message::DismissNotice => self.log.dismiss(),
        }
    }
}
