//! All that a session knows: files, folders, settings, and what its client can do.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use tower_lsp::lsp_types::{
    ClientCapabilities, InitializeParams, ProgressToken, Url, WorkspaceFolder,
};

use crate::config::Settings;
use crate::file::{File, Key};
use crate::job::Cancel;
use crate::position::Encoding;

#[derive(Debug, Default)]
pub struct State {
    pub abilities: Arc<Abilities>,
    /// Those that are open in the editor, and those on disk below the folders.
    pub files: BTreeMap<Key, Arc<File>>,
    pub folders: Vec<Folder>,
    /// For files outside all folders, and for folders without settings of their own.
    pub settings: Arc<Settings>,
    /// Grows with whatever can change an answer.
    pub revision: u64,
    /// What a publisher has to look at; the last one first.
    pub dirty: Vec<Key>,
    /// Long works that the client shows, and how to stop each.
    pub progresses: Vec<(ProgressToken, Cancel)>,
    /// How many there have been, for the next one's token.
    pub n_progresses: u64,
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

/// What a request works on: one file as it was when the request came.
#[derive(Debug, Clone)]
pub struct Snapshot {
    pub file: Arc<File>,
    pub settings: Arc<Settings>,
    pub encoding: Encoding,
    pub revision: u64,
}

/// What the client can do, in our words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Abilities {
    pub encoding: Encoding,
    /// It asks for diagnostics, so they are not pushed.
    pub pulls_diagnostics: bool,
    pub refreshes_diagnostics: bool,
    pub has_configuration: bool,
    pub registers_configuration: bool,
    /// It watches files for a server that asks for it.
    pub watches_files: bool,
    pub shows_progress: bool,
}

impl Abilities {
    pub fn of(client: &ClientCapabilities) -> Abilities {
        let workspace = client.workspace.clone().unwrap_or_default();
        let text_document = client.text_document.clone().unwrap_or_default();
        let general = client.general.clone().unwrap_or_default();
        let window = client.window.clone().unwrap_or_default();
        let offered = general.position_encodings.unwrap_or_default();
        let watching = workspace.did_change_watched_files;
        let configuration = workspace.did_change_configuration;
        Abilities {
            encoding: Encoding::negotiate(&offered),
            pulls_diagnostics: text_document.diagnostic.is_some(),
            refreshes_diagnostics: workspace
                .diagnostic
                .is_some_and(|diagnostic| diagnostic.refresh_support == Some(true)),
            has_configuration: workspace.configuration == Some(true),
            registers_configuration: configuration
                .is_some_and(|it| it.dynamic_registration == Some(true)),
            watches_files: watching.is_some_and(|it| it.dynamic_registration == Some(true)),
            shows_progress: window.work_done_progress == Some(true),
        }
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
        complaints
    }

    /// Puts a file in, or in the place of what was known of it.
    pub fn put(&mut self, file: File) {
        let key = file.key.clone();
        self.files.insert(key.clone(), Arc::new(file));
        self.touch(key);
    }

    pub fn remove(&mut self, key: &Key) {
        if self.files.remove(key).is_some() {
            self.touch(key.clone());
        }
    }

    /// Notes that a file's problems may be others now.
    pub fn touch(&mut self, key: Key) {
        self.revision += 1;
        self.dirty.retain(|other| *other != key);
        self.dirty.push(key);
    }

    /// Notes that the problems of every open file may be others now.
    pub fn touch_all(&mut self) {
        let open = self.files.values().filter(|file| file.version.is_some());
        let open: Vec<Key> = open.map(|file| file.key.clone()).collect();
        self.revision += 1;
        self.dirty = open;
    }

    pub fn snapshot(&self, key: &Key) -> Option<Snapshot> {
        Some(self.snapshot_of(Arc::clone(self.files.get(key)?)))
    }

    /// All files, as they are.
    pub fn snapshots(&self) -> Vec<Snapshot> {
        self.files.values().map(|file| self.snapshot_of(Arc::clone(file))).collect()
    }

    fn snapshot_of(&self, file: Arc<File>) -> Snapshot {
        Snapshot {
            settings: self.settings_for(&file.key),
            encoding: self.abilities.encoding,
            revision: self.revision,
            file,
        }
    }

    /// The settings of the innermost folder around a file.
    fn settings_for(&self, key: &Key) -> Arc<Settings> {
        let around = self.folders.iter().filter(|folder| key.is_inside(&folder.key));
        let innermost = around.max_by_key(|folder| folder.key.as_str().len());
        let settings = innermost.and_then(|folder| folder.settings.as_ref());
        Arc::clone(settings.unwrap_or(&self.settings))
    }

    pub fn add_folder(&mut self, folder: WorkspaceFolder) {
        let folder = Folder::new(folder.uri);
        if self.folders.iter().all(|other| other.key != folder.key) {
            self.folders.push(folder);
        }
    }

    /// Forgets a folder and what of it is neither open nor in another folder.
    pub fn remove_folder(&mut self, folder: &WorkspaceFolder) {
        let gone = Key::of_url(&folder.uri);
        self.folders.retain(|folder| folder.key != gone);
        let folders = &self.folders;
        self.files.retain(|key, file| {
            let is_kept = |folder: &Folder| key.is_inside(&folder.key);
            file.version.is_some() || !key.is_inside(&gone) || folders.iter().any(is_kept)
        });
        self.touch_all();
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
    use crate::analysis::Kind;

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
        let left: Vec<_> = state.files.keys().map(Key::file_name).collect();
        assert_eq!(left, ["kept.def", "open.def", "elsewhere.def"]);
    }

    #[test]
    fn what_was_touched_last_is_looked_at_first() {
        let mut state = State::default();
        for path in ["/a", "/b", "/a"] {
            state.put(file(path, Some(1)));
        }
        let order: Vec<_> = state.dirty.iter().rev().map(Key::as_str).collect();
        assert_eq!(order, ["/a", "/b"]);
        assert_eq!(state.revision, 3);
    }
}
