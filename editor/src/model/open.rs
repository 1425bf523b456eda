//! Opening: reading beside the window, and looking again when a file changed on disk.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::format::text::CodePage;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::recover::recover_at;
use landwright_core::world::journal;

use super::{Done, Model, project};
use crate::job::Progress;
use crate::job::lock;
use crate::kind::document::common::{Common, File, View, ViewKind};
use crate::kind::document::left::{Left, Restored};
use crate::kind::document::open::{Open, OpenDocument};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::place;
use crate::kind::{self, FileRead, KindDocument};
use crate::message::Request;
use crate::message::dialog::Dialog;
use crate::message::dialog::trust::Then;
use crate::model::recovery::{self, Reopened, reopened};
use crate::versions::differences::FileNow;
pub use crate::versions::name_of;
use crate::view::id::{DocumentId, ViewId};

/// A file that was read, or why it could not be.
#[derive(Debug)]
pub(crate) struct Opened {
    path: PathBuf,
    /// `None` where the person gave it up.
    read: Option<Result<Read, String>>,
    /// Conflicts of the file that were open when it was closed.
    reopened: Option<Reopened>,
}

impl Model {
    pub(crate) fn open(&mut self, path: PathBuf) {
        let path = disk::absolute(&path).unwrap_or(path);
        let file = kind::ALL.iter().find_map(|kind| kind.file_of(&path));
        if disk::is_folder(&path) && file.is_none() {
            self.list_folder(path);
            return;
        }
        let path = file.unwrap_or(path);
        let open = self.documents().map(|document| document.common());
        let open = open.filter(|common| common.is_of_same(&path)).find_map(Common::first_view);
        if let Some(view) = open {
            self.bring_to_front(view);
            return;
        }
        if self.waits_for_trust(&path, Some(Then::Open(path.clone()))) {
            return;
        }
        if kind::ALL.iter().any(|kind| kind.is_list(&path)) {
            self.open_list(path);
            return;
        }
        let title = format!("Opening {}", name_of(&path));
        let home = self.home.clone();
        self.jobs.start(title, move |progress| {
            let read = read(&path, progress);
            let read = (!progress.is_cancelled()).then_some(read);
            let now = read.as_ref().and_then(|read| read.as_ref().ok()).map(|it| it.fingerprint);
            let reopened = home.zip(now).and_then(|(home, now)| reopened(&home, &path, &now));
            Done::Opened(Box::new(Opened { path, read, reopened }))
        });
    }

    pub(crate) fn bring_to_front(&mut self, view: ViewId) {
        self.active = Some(view);
        self.requests.push(Request::ShowView(view));
    }

    pub(crate) fn take_opened(&mut self, opened: Opened) {
        let Opened { path, read, reopened } = opened;
        let read = match read {
            None => {
                self.log.note(format!("Opening {} was cancelled", name_of(&path)));
                return;
            }
            Some(Ok(read)) => read,
            Some(Err(error)) => {
                self.log.error(format!("{}: {error}", path.display()));
                let said = format!("{} can't be opened: {error}", name_of(&path));
                self.dialogs.push_back(Dialog::Failed { what: said });
                return;
            }
        };
        self.settings.remember(&path);
        self.keep_settings();
        match reopened {
            Some(Reopened::Restored(restored, others)) => {
                lock(&self.session).back_up_again(&place::file_of(&path));
                self.take_restored(Ok(*restored));
                let id = self.documents().find(|it| it.common().is_of_same(&path));
                if let Some(id) = id.map(|document| document.common().id) {
                    self.say_of_files(id, read.said);
                    self.arrive_at(&path, id);
                }
                self.offer_different(&path, others);
                return;
            }
            Some(Reopened::Different(left)) => self.offer_different(&path, left),
            None => {}
        }
        let (name, fingerprint) = (name_of(&path), read.fingerprint);
        let ReadContent(content) = read.content;
        let id = self.add_document(|id| content.open(id, name, fingerprint));
        // The version on disk now is another base than what was there before.
        lock(&self.session).back_up_again(&place::file_of(&path));
        if let Some(document) = self.document_mut(id) {
            document.common_mut().begin_at(path.clone(), fingerprint);
        }
        self.say_of_files(id, read.said);
        self.note_opened(id);
        self.arrive_at(&path, id);
    }

    /// Offers what was closed with open conflicts, of other versions of a file.
    fn offer_different(&mut self, path: &Path, left: Vec<Left>) {
        if left.is_empty() {
            return;
        }
        self.log.warn(format!(
            "{}: the conflicts that were open when you closed it are of a different version of the \
             file; they stay until you recover or delete them",
            name_of(path)
        ));
        self.dialogs.push_back(Dialog::Recover { left });
    }

    /// A new document, with a view in front.
    pub(crate) fn add_document(
        &mut self,
        make: impl FnOnce(DocumentId) -> Box<dyn KindDocument>,
    ) -> DocumentId {
        self.n_documents += 1;
        let id = DocumentId(self.n_documents);
        let mut document = Open::new(make(id));
        document.history_mut().set_budget(self.settings.undo_bytes());
        let name = document.common().name.clone();
        document.common_mut().journal_path =
            self.home.as_deref().map(|home| recovery::new_path(home, &name, id, None));
        self.documents.insert(id, document);
        self.add_view(id, ViewKind::FromAbove);
        id
    }

    /// Another view of a document, in front.
    pub(crate) fn add_view(&mut self, id: DocumentId, kind: ViewKind) {
        let layers = self.settings.layers;
        let Some(document) = self.document_mut(id) else { return };
        let view = document.common_mut().add_view(View::new(kind, layers));
        self.bring_to_front(view);
    }

    /// Lists what a folder holds, and opens it where it is a document.
    pub(crate) fn open_folder(&mut self, folder: PathBuf) {
        if kind::ALL.iter().any(|kind| kind.file_of(&folder).is_some()) {
            self.open(folder.clone());
        }
        self.list_folder(folder);
    }

    pub(crate) fn list_folder(&mut self, folder: PathBuf) {
        self.settings.folder = Some(folder.clone());
        self.keep_settings();
        self.requests.push(Request::ShowPanel(crate::message::Panel::Project));
        self.jobs.start(format!("Listing {}", name_of(&folder)), move |_| {
            let files = disk::walk(&folder).files.into_iter();
            let opens = |name: &str| kind::of_file(name, &[]).is_some_and(|kind| kind.lists(name));
            Done::Listed(folder, files.filter(|path| opens(&name_of(path))).collect())
        });
    }

    pub(crate) fn restore(&mut self, left: Left) {
        let title = format!("Recovering {}", journal::name::shown(&left.base.name));
        self.jobs.start(title, move |_| Done::Restored(Box::new(recovery::restore(&left))));
    }

    /// What was brought back stands in for what is open of the same file, unless work would be lost.
    fn make_room_for(&mut self, path: &Path) {
        let open = self.documents().find(|document| document.common().is_of(path));
        let Some(open) = open else { return };
        let (id, name) = (open.common().id, open.common().title.clone());
        if open.has_unsaved_changes() {
            self.log.warn(format!(
                "{name} is open twice: the version that you edited here, and the recovered version"
            ));
        } else {
            self.close_now(id);
            self.closed.retain(|closed| closed != path);
        }
    }

    pub(crate) fn take_restored(&mut self, restored: Result<Restored, String>) {
        let Restored { left, path, base, n_steps, saved, lost, said, content } = match restored {
            Ok(restored) => restored,
            Err(error) => {
                self.log.error(error.clone());
                self.dialogs.push_back(Dialog::Failed { what: error });
                return;
            }
        };
        said.into_iter().for_each(|said| self.log.warn(said));
        let name = name_of(&path);
        self.make_room_for(&path);
        let id = self.add_document(|id| content.open(id, name, base));
        let document = self.document_mut(id);
        let untold = document.map(|document| std::mem::take(&mut document.common_mut().untold));
        untold.into_iter().flatten().for_each(|said| self.log.warn(said));
        if let Some(document) = self.document_mut(id) {
            let common = document.common_mut();
            let base_file = Some(journal::name::to_path(&left.base.name));
            common.base_file = base_file.filter(|file| file.is_absolute());
            let fingerprint = saved.unwrap_or(base);
            let file = path.is_absolute().then(|| File { path: path.clone(), fingerprint });
            common.file = file;
        }
        self.restore_conflicts(id, &left.journal);
        self.note_opened(id);
        self.follow_titles();
        let document = self.document(id);
        let title = document.map_or_else(|| name_of(&path), |it| it.common().title.clone());
        // A document that was saved and closed with conflicts is back with its history.
        let recovered = match document.is_some_and(OpenDocument::has_unsaved_changes) {
            true => counted(n_steps, "unsaved step", "unsaved steps"),
            false => counted(n_steps, "step", "steps"),
        };
        self.log.note(format!("{title}: recovered {recovered}"));
        if let Some(lost) = lost {
            let (reason, copy) = (&lost.reason, lost.copy.display());
            let bytes = counted(lost.n_bytes, "byte", "bytes");
            let said = format!("the last {bytes} of the journal can't be read ({reason})");
            self.log.warn(format!("{said}; a copy of it is at {copy}"));
        }
        self.look_again_at(id);
    }
}

/// Reads a document, once saves that were interrupted beside it are brought to their end.
fn read(path: &Path, progress: &Progress) -> Result<Read, String> {
    // A folder may be no zone before that.
    let half_saves = problems_of(&recover_at(path)).into_iter();
    let half_saves =
        half_saves.map(|problem| format!("{}: {}", problem.place.file, problem.message));
    let half_saves: Vec<String> = half_saves.collect();
    let whole = kind::ALL.iter().find_map(|kind| kind.read_whole(path, progress));
    match whole.unwrap_or_else(|| read_one(path)) {
        Ok(read) => {
            let said = half_saves.into_iter().chain(read.said).collect();
            Ok(Read { said: each_once(said), ..read })
        }
        Err(error) => Err([vec![error], half_saves].concat().join("; ")),
    }
}

/// A document has files in several folders, and what is said of a folder may be said of each.
fn each_once(said: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for one in said {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// Reads one file, which is recognised by its name and first bytes.
pub(crate) fn read_one(path: &Path) -> Result<Read, String> {
    if let Some(read) = kind::ALL.iter().find_map(|kind| kind.read_inside(path)) {
        return read;
    }
    let in_words = |error: FileError| error.trouble.to_string();
    let start = disk::read_start(path, kind::LONGEST_MAGIC).map_err(in_words)?;
    let name = name_of(path);
    if let Some(kind) = kind::of_file(&name, &start) {
        return kind.read_at(path, &start).unwrap_or_else(|| read_of_kind(kind, path));
    }
    Err(opens_not(Kind::of(&name, &start).ok_or("is not in a known format")?))
}

/// Reads a file of a kind that needs nothing else.
pub(crate) fn read_of_kind(kind: &dyn kind::Kind, path: &Path) -> Result<Read, String> {
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.trouble.to_string())?;
    let code_page = project::load(path).0.code_page;
    let file = FileRead { path, bytes: &loaded.bytes, code_page };
    let content = ReadContent(kind.read(&file)?);
    Ok(Read { fingerprint: loaded.fingerprint, content, said: Vec::new() })
}

/// Why a file of a format that is known does not open.
pub(crate) fn opens_not(format: Kind) -> String {
    format!(
        "is a {} file, which the window can't open. It opens Ragnarok maps (gat), TERA areas \
         (apd), ROSE zones (zon, ifo), EverQuest zones (s3d) and navigation meshes (nav), tables, tables of EverQuest servers (csv, tsv, sql), map caches, models (zms, zsc, chr, \
         rsm, rsm2), the grounds and scenes of Ragnarok maps (gnd, rsw) and pictures",
        format.name()
    )
}

/// A file of a document, with what a comparison has to know of it.
pub(crate) fn file_now(path: PathBuf, bytes: Vec<u8>) -> FileNow {
    // A map of a cache is as the GAT that it would be.
    let name = match place::Place::of(&path) {
        Some(_) => "map.gat".to_owned(),
        None => name_of(&path),
    };
    let code_page = match path.is_absolute() {
        true => project::load(&path).0.code_page,
        false => CodePage::default(),
    };
    FileNow { path, name, code_page, bytes }
}

/// Reads a file, or a map of a cache; `None` where there is none.
pub(crate) fn load(path: &Path) -> Result<Option<Vec<u8>>, String> {
    if place::Place::of(path).is_some() {
        return place::load(path).map(|loaded| Some(loaded.bytes));
    }
    if disk::is_gone(path) {
        return Ok(None);
    }
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.to_string())?;
    Ok(Some(loaded.bytes))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use landwright_core::format::ragnarok::gat;
    use landwright_core::sample::ragnarok::{Plan, island};

    use super::*;

    #[test]
    fn a_save_that_is_stuck_is_told_as_a_document_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let zone =
            landwright_core::sample::rose::Zone::new(landwright_core::sample::rose::Plan::small(1));
        for file in zone.files() {
            let path = folder.path().join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &file.bytes).unwrap();
        }
        let plan = Plan { seed: 7, width: 8, height: 8, version: gat::Version::V1_3 };
        let map = folder.path().join("a.gat");
        fs::write(&map, gat::write(&island(plan).gat)).unwrap();
        let zone = folder.path().join(landwright_core::sample::rose::ZONE_FOLDER);
        for (path, folder) in [(&map, folder.path()), (&zone, &zone)] {
            let of_saves = |said: &[String]| {
                said.iter().filter(|said| said.contains("interrupted save")).count()
            };
            assert_eq!(of_saves(&read(path, &Progress::default()).unwrap().said), 0);
            fs::create_dir(folder.join(".landwright")).unwrap();
            fs::write(folder.join(".landwright/saving-7-0.json"), b"half a rec").unwrap();
            assert_eq!(of_saves(&read(path, &Progress::default()).unwrap().said), 1);
            // The zone is in a folder of that of the map.
            fs::remove_dir_all(folder.join(".landwright")).unwrap();
        }
        fs::create_dir(folder.path().join(".landwright")).unwrap();
        fs::write(folder.path().join(".landwright/saving-7-0.json"), b"half a rec").unwrap();
        fs::write(&map, b"GRAT").unwrap();
        let error = read(&map, &Progress::default()).unwrap_err();
        assert!(error.contains("interrupted save"), "{error}");
    }
}
