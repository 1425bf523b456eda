//! All that a session knows: files, folders, settings, and what its client can do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use landwright_core::def;
use landwright_core::def::shelf::Shelf;
use landwright_core::project::Project;
use serde_json::Value;
use tower_lsp::lsp_types::{InitializeParams, ProgressToken, Url, WorkspaceFolder};

use crate::abilities::Abilities;
use crate::catalogues::Catalogues;
use crate::config::Settings;
use crate::file::{File, Key};
use crate::job::Cancel;
use crate::kind::Kind;
use crate::opcode_names::OpcodeNames;
use crate::project;
use crate::world::{Snapshot, World};

#[derive(Debug, Default)]
pub struct State {
    pub abilities: Arc<Abilities>,
    /// Those that are open in the editor, and those on disk below the folders.
    pub files: Shelf<Key, Arc<File>>,
    captures: Shelf<Key, Arc<File>>,
    opcode_names: Arc<OpcodeNames>,
    /// Those of all files that are open.
    open: BTreeSet<Key>,
    /// Those of the open files whose meaning is for others to say.
    dependents: BTreeSet<Key>,
    catalogues: Catalogues,
    pub folders: Vec<Folder>,
    /// By the folder that each holds for.
    projects: BTreeMap<Key, Arc<Project>>,
    /// For files outside all folders, and for folders without settings of their own.
    pub settings: Arc<Settings>,
    /// Grows with whatever can change an answer.
    pub revision: u64,
    /// Grows with whatever can change an answer about a file that did not change itself.
    pub epoch: u64,
    /// What a publisher has to look at.
    pub dirty: Dirty,
    /// A file changed such that others may mean something else, and no client has been told yet.
    pub has_altered_others: bool,
    /// Closed files whose problems the client has no more, since they were open.
    pub cleared: BTreeSet<Key>,
    /// Files that the client is making for us, text and all.
    pub made: BTreeSet<Key>,
    /// Long works that the client shows, and how to stop each.
    pub progresses: Vec<(ProgressToken, Cancel)>,
    /// How many there have been, for the next one's token.
    pub n_progresses: u64,
}

/// Files that somebody has to look at: each once, and the one that was noted last at first.
#[derive(Debug, Default)]
pub struct Dirty {
    /// In the order in which they were noted; one that was noted again is here twice.
    order: Vec<Key>,
    waiting: BTreeSet<Key>,
}

impl Dirty {
    pub fn push(&mut self, key: Key) {
        if self.waiting.insert(key.clone()) || self.order.last() != Some(&key) {
            self.order.push(key);
        }
    }

    pub fn pop(&mut self) -> Option<Key> {
        loop {
            let key = self.order.pop()?;
            if self.waiting.remove(&key) {
                return Some(key);
            }
        }
    }
}

/// How a file was before it changed.
#[derive(Debug, Clone, Copy)]
struct Before {
    was_open: bool,
    /// How definitions around it were read where nobody says how.
    dialect: def::Dialect,
}

#[derive(Debug, Clone)]
pub struct Folder {
    pub key: Key,
    pub url: Url,
    pub settings: Option<Arc<Settings>>,
}

impl Folder {
    pub fn new(url: Url) -> Folder {
        Folder { key: Key::of_url(&url), url, settings: None }
    }
}

impl State {
    /// What a client says of itself when it starts, and what is wrong with its settings.
    pub fn initialize(&mut self, params: &InitializeParams) -> Vec<String> {
        self.abilities = Arc::new(Abilities::of(&params.capabilities));
        self.folders = folders(params);
        let section = params.initialization_options.as_ref().unwrap_or(&Value::Null);
        let (settings, complaints) = Settings::read(section);
        self.settings = Arc::new(settings);
        self.arrange();
        complaints
    }

    /// Puts a file in, or in the place of what was known of it.
    pub fn put(&mut self, file: File) {
        let key = file.key.clone();
        if file.skipped.is_some() {
            // What was read of it before is gone.
            self.remove(&key);
        }
        let before = self.before(&key);
        if let Some(parsed) = &file.parsed {
            self.catalogues.put(key.shared(), parsed);
        }
        let (is_open, kind) = (file.version.is_some(), file.kind);
        self.has_altered_others |= alters_others(self.files.get(&key).map(|it| &**it), &file);
        if kind == Kind::Project && file.skipped.is_none() {
            let (project, _) = project::parse(Path::new(key.as_str()), &file.text);
            self.projects.insert(Key::of_path(&project.folder), Arc::new(project));
        }
        if is_open && file.depends_on_others {
            self.dependents.insert(key.clone());
        } else {
            self.dependents.remove(&key);
        }
        let file = Arc::new(file);
        if kind == Kind::Capture {
            self.captures.insert(key.clone(), Arc::clone(&file));
        }
        self.files.insert(key.clone(), file);
        if is_open {
            self.open.insert(key.clone());
        } else {
            self.open.remove(&key);
        }
        self.note(&key, kind, before);
    }

    /// Takes in that no editor has a file open any more. One that may lie on disk stays as the
    /// editor left it until it has been read from there, since most are closed as they were saved.
    pub fn close(&mut self, key: &Key) {
        let Some(file) = self.files.get(key).filter(|file| file.version.is_some()) else { return };
        if self.folders.iter().any(|folder| key.is_inside(&folder.key)) {
            let file = file.held(file.url.clone(), None);
            self.put(file);
        } else {
            self.remove(key);
        }
    }

    pub fn remove(&mut self, key: &Key) {
        let before = self.before(key);
        let Some(file) = self.files.remove(key) else { return };
        self.catalogues.remove(key.as_str());
        self.open.remove(key);
        self.dependents.remove(key);
        self.captures.remove(key);
        self.has_altered_others = true;
        if file.kind == Kind::Project {
            self.projects
                .retain(|_, project| project.file.as_deref() != Some(Path::new(key.as_str())));
        }
        self.note(key, file.kind, before);
    }

    fn before(&self, key: &Key) -> Before {
        Before {
            was_open: self.open.contains(key),
            dialect: self.catalogues.usual().dialect_around(key.as_str()),
        }
    }

    /// Notes what may be different now that a file is.
    fn note(&mut self, key: &Key, kind: Kind, before: Before) {
        self.revision += 1;
        let dialect = self.catalogues.usual().dialect_around(key.as_str());
        if kind == Kind::Project {
            self.arrange();
            self.touch_all();
        } else if kind == Kind::Capture || before.dialect != dialect {
            self.touch_all();
        } else {
            self.touch_dependents(key);
        }
        if before.was_open || self.open.contains(key) {
            self.dirty.push(key.clone());
        } else if !self.abilities.pulls_diagnostics {
            // The client gets the problems of this one with those of the others.
            self.has_altered_others = true;
        }
    }

    /// Notes that the problems of every file may be different now.
    pub fn touch_all(&mut self) {
        self.revision += 1;
        self.epoch += 1;
        self.has_altered_others = true;
        // What was touched by itself comes before what is touched with all others.
        let before = std::mem::take(&mut self.dirty);
        self.open.iter().for_each(|key| self.dirty.push(key.clone()));
        before.order.into_iter().for_each(|key| self.dirty.push(key));
    }

    /// Notes that what depends on this file may mean something else now: a capture on any, and a
    /// definition on those that it includes.
    fn touch_dependents(&mut self, of: &Key) {
        let name = of.file_name();
        for key in self.dependents.iter().filter(|key| *key != of) {
            let Some(file) = self.files.get(key) else { continue };
            if file.kind == Kind::Capture || file.text.contains(name) {
                self.dirty.push(key.clone());
                self.has_altered_others = true;
            }
        }
    }

    pub fn snapshot(&self, key: &Key) -> Option<Snapshot> {
        Some(self.snapshot_of(self.files.get(key)?))
    }

    /// All files, as they are.
    pub fn snapshots(&self) -> Vec<Snapshot> {
        self.files.iter().map(|(_, file)| self.snapshot_of(file)).collect()
    }

    fn snapshot_of(&self, file: &Arc<File>) -> Snapshot {
        let settings = Arc::clone(self.settings_for(&file.key));
        let project = self.project_for(&file.key).cloned();
        let catalogue = self.catalogues.of(project::def_settings(&settings, project.as_deref()));
        let world = World { catalogue: Arc::clone(catalogue), ..self.world() };
        Snapshot { file: Arc::clone(file), settings, project, world }
    }

    /// All files, for a request that is about none of them.
    pub fn world(&self) -> World {
        World {
            files: self.files.clone(),
            captures: self.captures.clone(),
            catalogue: Arc::clone(self.catalogues.usual()),
            abilities: Arc::clone(&self.abilities),
            opcode_names: Arc::clone(&self.opcode_names),
            revision: self.revision,
            epoch: self.epoch,
        }
    }

    /// The settings of the innermost folder around a file.
    fn settings_for(&self, key: &Key) -> &Arc<Settings> {
        let around = self.folders.iter().filter(|folder| key.is_in(&folder.key));
        let innermost = around.max_by_key(|folder| folder.key.as_str().len());
        innermost.and_then(|folder| folder.settings.as_ref()).unwrap_or(&self.settings)
    }

    /// The innermost project around a file.
    fn project_for(&self, key: &Key) -> Option<&Arc<Project>> {
        let around = self.projects.iter().filter(|(folder, _)| key.is_in(folder));
        around.max_by_key(|(folder, _)| folder.as_str().len()).map(|(_, project)| project)
    }

    fn def_settings(&self, key: &Key) -> def::Settings {
        let project = self.project_for(key).map(|project| &**project);
        project::def_settings(self.settings_for(key), project)
    }

    /// Makes a catalogue for each way in which definitions are to be read.
    pub fn arrange(&mut self) {
        let folders = self.folders.iter().map(|folder| &folder.key).chain(self.projects.keys());
        let others = folders.map(|folder| self.def_settings(folder)).collect();
        let roots: Vec<String> =
            self.folders.iter().map(|folder| folder.key.as_str().to_owned()).collect();
        self.catalogues.arrange(self.settings.def, others, &roots);
    }

    pub fn add_folder(&mut self, folder: WorkspaceFolder) {
        let folder = Folder::new(folder.uri);
        if self.folders.iter().all(|other| other.key != folder.key) {
            self.folders.push(folder);
            self.arrange();
        }
    }

    /// Forgets a folder and what of it is neither open nor in another folder.
    pub fn remove_folder(&mut self, folder: &WorkspaceFolder) {
        let gone = Key::of_url(&folder.uri);
        self.folders.retain(|folder| folder.key != gone);
        let folders = &self.folders;
        let is_gone = |file: &File| {
            let is_kept = |folder: &Folder| file.key.is_inside(&folder.key);
            file.version.is_none() && file.key.is_inside(&gone) && !folders.iter().any(is_kept)
        };
        let files = self.files.iter().map(|(_, file)| file).filter(|file| is_gone(file));
        let files: Vec<Key> = files.map(|file| file.key.clone()).collect();
        files.iter().for_each(|key| self.remove(key));
        self.arrange();
        self.touch_all();
    }
}

/// Whether other files may mean something else, or are shown otherwise, now that a file is
/// different.
fn alters_others(before: Option<&File>, after: &File) -> bool {
    let Some(before) = before else { return true };
    match (&before.parsed, &after.parsed) {
        (Some(def::File::Map(before)), Some(def::File::Map(after))) => {
            let entries = |(_, name, code)| (name, code);
            !before.map.entries().map(entries).eq(after.map.entries().map(entries))
        }
        // Of definitions that depend on others, the state knows more.
        (Some(def::File::Definition(_)), Some(def::File::Definition(_))) => false,
        _ => before.text != after.text,
    }
}

fn folders(params: &InitializeParams) -> Vec<Folder> {
    if let Some(folders) = params.workspace_folders.as_ref().filter(|folders| !folders.is_empty()) {
        return folders.iter().map(|folder| Folder::new(folder.uri.clone())).collect();
    }
    #[allow(deprecated, reason = "clients older than 3.6 name one folder here")]
    let root = params.root_uri.clone();
    root.map(Folder::new).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(path: &str) -> Url {
        Url::from_file_path(path).unwrap()
    }

    fn file(path: &str, version: Option<i32>) -> File {
        File::new(url(path), Kind::Definition, version, "")
    }

    fn folder(path: &str) -> WorkspaceFolder {
        WorkspaceFolder { uri: url(path), name: String::new() }
    }

    #[test]
    fn the_innermost_folder_decides_the_settings() {
        let mut state = State::default();
        for (path, patch) in [("/a", Some(1)), ("/a/b", Some(2)), ("/c", None)] {
            let settings = patch.map(|patch| {
                let mut settings = Settings::default();
                settings.def.patch = Some(patch);
                settings
            });
            let folder = Folder { settings: settings.map(Arc::new), ..Folder::new(url(path)) };
            state.folders.push(folder);
        }
        let patch = |path: &str| state.settings_for(&Key::of_url(&url(path))).def.patch;
        assert_eq!(patch("/a/x.def"), Some(1));
        assert_eq!(patch("/a/b/x.def"), Some(2));
        assert_eq!(patch("/ab/x.def"), None);
        assert_eq!(patch("/c/x.def"), None);
    }

    #[test]
    fn a_folder_that_goes_takes_its_closed_files_along() {
        let mut state = State::default();
        state.add_folder(folder("/a"));
        state.add_folder(folder("/a/b"));
        state.put(file("/a/closed.def", None));
        state.put(file("/a/open.def", Some(1)));
        state.put(file("/a/b/kept.def", None));
        state.put(file("/elsewhere.def", Some(1)));
        state.remove_folder(&folder("/a"));
        let left: Vec<_> = state.files.iter().map(|(key, _)| key.file_name()).collect();
        assert_eq!(left, ["kept.def", "open.def", "elsewhere.def"]);
    }

    #[test]
    fn what_was_touched_last_is_looked_at_first() {
        let mut state = State::default();
        for path in ["/a", "/b", "/c", "/a", "/a"] {
            state.put(file(path, Some(1)));
        }
        state.put(file("/closed", None));
        let mut next = || state.dirty.pop().map(|key| key.as_str().to_owned());
        assert_eq!([(); 4].map(|()| next()).map(Option::unwrap_or_default), ["/a", "/c", "/b", ""]);
        state.put(file("/a", Some(2)));
        assert_eq!(state.dirty.pop().unwrap().as_str(), "/a");
        state.put(file("/b", Some(2)));
        state.touch_all();
        let mut next = || state.dirty.pop().map(|key| key.as_str().to_owned());
        assert_eq!([(); 4].map(|()| next()).map(Option::unwrap_or_default), ["/b", "/c", "/a", ""]);
    }
}
