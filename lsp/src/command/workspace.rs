//! The definitions and maps around a place on disk, as a command works on them.
//!
//! Files have the names by which a person reaches them from the current folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::Utf8Error;
use std::sync::Arc;

use landwright_core::def::skipped::{self, FILE_SKIPPED};
use landwright_core::def::{self, Capture, Catalogue, Definition, FileKind, capture};
use landwright_core::problem::line::{ColumnUnit, LineIndex};
use landwright_core::problem::nearest::nearest;
use landwright_core::problem::report::Sources;
use landwright_core::problem::{Place, Problem};
use landwright_core::project::Project;
use landwright_core::project::verdict::Checked;
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::recover::Walker;
use landwright_core::vfs::{FileError, Fingerprint, disk};
use landwright_core::{format, rules};

use super::outcome::{Failure, complain, tell_half_saves};
use crate::reading;

/// What the folders of definitions and maps are called in the repositories that there are.
const KNOWN_FOLDERS: &[&str] = &["protocol", "definitions", "map"];

pub(super) struct Workspace {
    pub(super) project: Project,
    pub(super) catalogue: Catalogue,
    pub(super) captures: Vec<Capture>,
    /// Every text that was read, by its name.
    pub(super) files: BTreeMap<String, Source>,
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
        let start = disk::absolute(start).map_err(Failure::file)?;
        let (project, mut problems) = super::project::load(&start)?;
        problems.iter_mut().for_each(as_shown);
        for root in project.roots.iter().filter(|root| disk::is_file(&root.path)) {
            let path = shown(&root.path);
            complain(&format!("note: {path}: definitions and maps are read from folders only"));
        }
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
            problems,
            folders: folders.clone(),
        };
        if let Some(file) = workspace.project.file.clone() {
            workspace.read(&file);
        }
        for folder in folders.iter().chain(besides) {
            workspace.read_below(folder);
        }
        workspace.tell_unread(besides);
        Ok(workspace)
    }

    fn read_below(&mut self, start: &Path) {
        let mut walker = Walker::default();
        let walk = walker.walk(start);
        let half_saves = problems_of(&walker.into_recovery());
        tell_half_saves(&half_saves);
        self.problems.extend(half_saves);
        for error in walk.errors.iter().chain(&walk.skipped) {
            self.not_read(error);
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
        let loaded = match reading::file(path) {
            Ok(loaded) => loaded,
            Err(error) => return self.not_read(&error),
        };
        // A link out of the folder is read where a person names it.
        self.problems
            .retain(|problem| problem.code != FILE_SKIPPED.code || problem.place.file != name);
        let text: Arc<str> = match String::from_utf8(loaded.bytes) {
            Ok(text) => text.into(),
            // Logs of other programs are none of ours, whatever is in them.
            Err(_) if name.ends_with(".log") => return,
            Err(error) => return self.not_utf8(name, error.utf8_error()),
        };
        match Capture::parse(&name, &text) {
            Some(capture) => self.captures.push(capture),
            None => self.catalogue.set_file(&name, text.clone()),
        }
        let source = Source { path: path.to_owned(), text, fingerprint: loaded.fingerprint };
        self.files.insert(name, source);
    }

    /// A log that somebody asked for has to be one of ours.
    fn tell_unread(&mut self, asked: &[PathBuf]) {
        for path in asked.iter().filter(|path| capture::is_capture(&path.to_string_lossy())) {
            let name = shown(path);
            let is_told = self.problems.iter().any(|problem| problem.place.file == name);
            if self.files.contains_key(&name) || is_told {
                continue;
            }
            let bytes = reading::file(path).map(|loaded| loaded.bytes);
            if let Some(Err(error)) = bytes.ok().map(String::from_utf8) {
                self.not_utf8(name, error.utf8_error());
            }
        }
    }

    /// Gives a definition or a map another text. The file on disk stays as it is.
    pub(super) fn set_text(&mut self, name: &str, text: String) {
        if let Some(source) = self.files.get_mut(name) {
            source.text = text.into();
            self.catalogue.set_file(name, source.text.clone());
        }
    }

    fn not_utf8(&mut self, name: String, error: Utf8Error) {
        let at = error.valid_up_to() as u64;
        let place = Place::bytes(name, at..at.saturating_add(1));
        let message = "is not UTF-8; save it as UTF-8 in your text editor";
        // Of a landwright.toml it is said in other words already.
        if self.problems.iter().all(|problem| problem.place != place) {
            self.problems.push(Problem::new(&format::problem::FILE_UNREADABLE, place, message));
        }
    }

    /// Says of a file or folder why it is not read, once.
    fn not_read(&mut self, error: &FileError) {
        let name = shown(&error.path);
        let is_ours = FileKind::of(&name).is_some()
            || capture::is_capture(&name)
            || reading::is_link_to_folder(&error.path);
        let problem = match reading::is_to_be_skipped(error) {
            true if is_ours => skipped::problem(&name, reading::why(error)),
            true => return,
            false => {
                let rule = &format::problem::FILE_UNREADABLE;
                Problem::new(rule, Place::file(name), error.trouble.to_string())
            }
        };
        if self.problems.iter().all(|other| other.place != problem.place) {
            self.problems.push(problem);
        }
    }

    /// The rest of problems once the project has had its say. `names` are the files that were
    /// looked at.
    pub(super) fn judged(&self, problems: Vec<Problem>, names: &[String]) -> Vec<Problem> {
        let rules = rules::OF_DEFINITIONS.sorted();
        let line_of = |file: &str, offset: usize| {
            let index = LineIndex::new(&self.files.get(file)?.text);
            index.position(offset, ColumnUnit::Utf8).line.checked_add(1)
        };
        let checked = Checked { files: names, rules: &rules, line_of: &line_of };
        let mut problems = self.project.apply(problems, &checked);
        problems.iter_mut().for_each(as_shown);
        problems
    }

    /// The names of the files that are one of these paths or below it.
    pub(super) fn below(&self, paths: &[PathBuf]) -> Result<Vec<String>, Failure> {
        let mut names: Vec<String> = Vec::new();
        for path in paths {
            let has_problem = self.problems.iter().any(|problem| problem.place.file == shown(path));
            let is_skipped = |problem: &Problem| {
                problem.code == FILE_SKIPPED.code && problem.place.file == shown(path)
            };
            let is_known = self.problems.iter().any(is_skipped);
            if !disk::is_file(path) && !disk::is_folder(path) && !is_known {
                return Err(Failure::use_of(format!("{}: there is no such file", shown(path))));
            }
            let found =
                self.files.iter().filter(|(_, file)| disk::below(&file.path, path).is_some());
            let before = names.len();
            names.extend(found.map(|(name, _)| name.clone()));
            if disk::is_file(path) && names.len() == before && !has_problem {
                let message = "is neither a definition (NAME.VERSION.def) nor a map \
                               (protocol.NUMBER.map, sysmsg.NUMBER.map) nor a capture \
                               (NAME.VERSION.hex, *.log)";
                return Err(Failure::use_of(format!("{}: {message}", shown(path))));
            }
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The definition that a person means: a file, `NAME`, `NAME.VERSION`, or that with a platform.
    pub(super) fn definition(&self, wanted: &str) -> Result<Arc<Definition>, Failure> {
        let file = Path::new(wanted);
        let name = shown(file);
        if let Some(definition) = self.catalogue.definition(&name) {
            return Ok(definition.clone());
        }
        if disk::is_file(file) {
            let problem = self.problems.iter().find(|problem| problem.place.file == name);
            return Err(match problem {
                Some(problem) => Failure::file(format!("{name}: {}", problem.message)),
                None => Failure::use_of(format!("{name}: this is not a definition (.def)")),
            });
        }
        if wanted.contains(['/', '\\']) {
            return Err(Failure::use_of(format!("{name}: there is no such file")));
        }
        let mut parts = wanted.strip_suffix(".def").unwrap_or(wanted).split('.');
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
                true => "there is only a script, which can't be read".to_owned(),
                false => format!("existing versions: {}", known.join(", ")),
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
            None => message.push_str("; give a different folder with --dir"),
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

/// Gives the file of a problem the name by which a person reaches it.
fn as_shown(problem: &mut Problem) {
    problem.place.file = shown(Path::new(&problem.place.file));
}

/// A path as a person would type it from where they are, with `/`; the current folder is empty.
pub(super) fn shown(path: &Path) -> String {
    let below = disk::below(path, Path::new("."));
    below.as_deref().unwrap_or(path).to_string_lossy().replace('\\', "/")
}
