//! The definitions and maps around a place on disk, as a command works on them.
//!
//! Files have the names by which a person reaches them from the current folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::def::{self, Capture, Catalogue, Definition, FileKind, capture};
use landwright_core::problem::nearest::nearest;
use landwright_core::problem::report::Sources;
use landwright_core::problem::{Place, Problem};
use landwright_core::project::Project;
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::recover::Walker;
use landwright_core::vfs::{Fingerprint, disk};
use landwright_core::{format, rules};

use super::outcome::Failure;

/// A definition is some kilobytes; a capture may be long.
const MAX_LEN: u64 = 256 << 20;
/// What the folders of definitions and maps are called in the repositories that there are.
const KNOWN_FOLDERS: &[&str] = &["protocol", "definitions", "map"];

pub(super) struct Workspace {
    pub(super) project: Project,
    pub(super) catalogue: Catalogue,
    pub(super) captures: Vec<Capture>,
    /// Every text that was read, by its name.
    pub(super) files: BTreeMap<String, Source>,
    /// Whether every file that is there could be read.
    pub(super) is_all_read: bool,
    /// Of `landwright.toml`, and of files that can't be read.
    pub(super) problems: Vec<Problem>,
    /// The folders that it was read from.
    pub(super) folders: Vec<PathBuf>,
}

pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) text: Arc<str>,
    pub(super) fingerprint: Fingerprint,
}

impl Sources for Workspace {
    fn text(&self, file: &str) -> Option<&str> {
        self.files.get(file).map(|source| &*source.text)
    }
}

impl Workspace {
    /// Reads what is around a file or a folder, and these files besides.
    pub(super) fn around(start: &Path, besides: &[PathBuf]) -> Result<Workspace, Failure> {
        let all_rules: Vec<_> = rules::all().collect();
        let start = disk::absolute(start).map_err(Failure::disk)?;
        let (project, problems) = Project::load(&start, &all_rules).map_err(Failure::disk)?;
        let folders = folders_of(&project, &start);
        let settings = def::Settings {
            dialect: crate::project::dialect(project.dialect),
            patch: project.patch,
        };
        let roots: Vec<String> = folders.iter().map(|folder| shown(folder)).collect();
        let mut workspace = Workspace {
            catalogue: Catalogue::new(settings, &roots),
            project,
            captures: Vec::new(),
            files: BTreeMap::new(),
            is_all_read: true,
            problems,
            folders: folders.clone(),
        };
        if let Some(file) = workspace.project.file.clone() {
            workspace.read(&file);
        }
        for folder in folders.iter().chain(besides) {
            workspace.read_below(folder);
        }
        Ok(workspace)
    }

    fn read_below(&mut self, start: &Path) {
        let mut walker = Walker::default();
        let walk = walker.walk(start);
        self.problems.extend(problems_of(&walker.into_recovery()));
        for error in walk.errors {
            self.unreadable(&error.path, error.trouble.to_string());
        }
        for path in walk.files {
            let name = path.to_string_lossy();
            if FileKind::of(&name).is_some() || capture::is_capture(&name) {
                self.read(&path);
            }
        }
    }

    fn read(&mut self, path: &Path) {
        let name = shown(path);
        if self.files.contains_key(&name) {
            return;
        }
        let loaded = match disk::read_file(path, MAX_LEN) {
            Ok(loaded) => loaded,
            Err(error) => return self.unreadable(path, error.trouble.to_string()),
        };
        let text: Arc<str> = match String::from_utf8(loaded.bytes) {
            Ok(text) => text.into(),
            // Logs of other programs are none of ours, whatever is in them.
            Err(_) if name.ends_with(".log") => return,
            Err(error) => {
                let at = error.utf8_error().valid_up_to() as u64;
                let place = Place::bytes(name, at..at.saturating_add(1));
                let message = "is not UTF-8; save it as UTF-8 in your text editor";
                let rule = &format::problem::FILE_UNREADABLE;
                return self.problems.push(Problem::new(rule, place, message));
            }
        };
        match Capture::parse(&name, &text) {
            Some(capture) => self.captures.push(capture),
            None => self.catalogue.set_file(&name, text.clone()),
        }
        let source = Source { path: path.to_owned(), text, fingerprint: loaded.fingerprint };
        self.files.insert(name, source);
    }

    /// Gives a definition or a map another text. The file on disk stays as it is.
    pub(super) fn set_text(&mut self, name: &str, text: String) {
        if let Some(source) = self.files.get_mut(name) {
            source.text = text.into();
            self.catalogue.set_file(name, source.text.clone());
        }
    }

    fn unreadable(&mut self, path: &Path, message: String) {
        self.is_all_read = false;
        let place = Place::file(shown(path));
        self.problems.push(Problem::new(&format::problem::FILE_UNREADABLE, place, message));
    }

    /// The names of the files that are one of these paths or below it.
    pub(super) fn below(&self, paths: &[PathBuf]) -> Result<Vec<String>, Failure> {
        let mut names: Vec<String> = Vec::new();
        for path in paths {
            if !disk::is_file(path) && !disk::is_folder(path) {
                return Err(Failure::use_of(format!("{}: there is no such file", shown(path))));
            }
            let found =
                self.files.iter().filter(|(_, file)| disk::below(&file.path, path).is_some());
            let before = names.len();
            names.extend(found.map(|(name, _)| name.clone()));
            let has_problem = self.problems.iter().any(|problem| problem.place.file == shown(path));
            if disk::is_file(path) && names.len() == before && !has_problem {
                let message = "is neither a definition (NAME.VERSION.def) nor a map \
                               (protocol*.map, sysmsg*.map) nor a capture";
                return Err(Failure::use_of(format!("{}: {message}", shown(path))));
            }
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The definition that a person means: a file, `NAME`, `NAME.VERSION`, or that with a platform.
    pub(super) fn definition(&self, wanted: &str) -> Result<Arc<Definition>, Failure> {
        if let Some(definition) = self.catalogue.definition(&shown(Path::new(wanted))) {
            return Ok(definition.clone());
        }
        let mut parts = wanted.trim_end_matches(".def").split('.');
        let name = parts.next().unwrap_or_default();
        let version = match parts.next() {
            None | Some("*") => None,
            Some(version) => Some(version.parse::<u32>().map_err(|_| {
                Failure::use_of(format!("`{wanted}` is neither NAME nor NAME.VERSION nor a file"))
            })?),
        };
        let platform = parts.next();
        let Some(packet) = self.catalogue.packet(name) else {
            return Err(self.no_packet(name));
        };
        let fits = |v: &&def::PacketVersion| {
            !v.is_script
                && version.is_none_or(|version| version == v.version)
                && platform.is_none_or(|platform| v.platform.as_deref() == Some(platform))
        };
        let found = packet.versions.iter().filter(fits);
        let best = found.max_by_key(|v| (v.version, v.platform.is_none(), v.root.is_some()));
        let definition = best.and_then(|version| self.catalogue.definition(&version.path));
        definition.cloned().ok_or_else(|| {
            let known = packet.versions.iter().filter(|version| !version.is_script);
            let known: Vec<String> = known.map(|version| version.version.to_string()).collect();
            let there_are = match known.is_empty() {
                true => "there is only a script, which can't be read here".to_owned(),
                false => format!("there are the versions {}", known.join(", ")),
            };
            Failure::use_of(format!("there is no definition {wanted}; {there_are}"))
        })
    }

    fn no_packet(&self, name: &str) -> Failure {
        let folders: Vec<String> = self.folders.iter().map(|folder| shown(folder)).collect();
        let folders = folders.join(", ");
        let folders = if folders.is_empty() { "the current folder".to_owned() } else { folders };
        let mut message = format!("there is no definition of {name} below {folders}");
        let names = self.catalogue.packets().map(|packet| &*packet.name);
        match nearest(name, names) {
            Some(nearest) => message.push_str(&format!("; did you mean {nearest}?")),
            None => message.push_str("; --dir says where else to look"),
        }
        Failure::WrongUse(message)
    }
}

/// Where the files of a project are; without a project, the repository that `start` is in.
fn folders_of(project: &Project, start: &Path) -> Vec<PathBuf> {
    if project.file.is_some() {
        let roots = project.roots.iter().map(|root| root.path.clone());
        let roots: Vec<PathBuf> = roots.filter(|path| disk::is_folder(path)).collect();
        return if roots.is_empty() { vec![project.folder.clone()] } else { roots };
    }
    let folder = if disk::is_folder(start) { Some(start) } else { start.parent() };
    let folder = folder.unwrap_or(start);
    let is_repository =
        |folder: &&Path| KNOWN_FOLDERS.iter().any(|name| disk::is_folder(&folder.join(name)));
    vec![folder.ancestors().find(is_repository).unwrap_or(folder).to_owned()]
}

/// A path as a person would type it from where they are, with `/`; the current folder is empty.
pub(super) fn shown(path: &Path) -> String {
    let below = disk::below(path, Path::new("."));
    below.as_deref().unwrap_or(path).to_string_lossy().replace('\\', "/")
}
