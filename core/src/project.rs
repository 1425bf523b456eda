//! `landwright.toml`: what a person says once about their files, for the window, the command
//! lines and the language server alike.
//!
//! ```toml
//! game = "rose"                      # ragnarok, rose, tera or everquest: files of others are
//!                                    # passed over, as a .mov that is a film
//! roots = ["patch", "client.zip"]    # folders and archives; the first that has a file wins:
//!                                    # the .rsw of a map, tables of names, definitions
//! scripts = ["npc"]                  # scripts of a Ragnarok server, which lead players to maps
//! copies = ["../server"]             # folders of the same game whose zones are kept in step
//! code-page = "cp949"                # cp949, cp932, cp1252 or utf-8
//! dialect = "auto"                   # of .def files: auto, seed, toolbox or protojs
//! patch = 92                         # major patch version, where files do not say it
//! backups = 10                       # how many are kept of a file
//! backups-days = 90                  # and for how long, the newest for good
//! compression = "auto"               # of packed files: auto, or smallest however long it takes
//!
//! [names]                            # tables that give numbers a name, by what they number
//! monster = "3DDATA/STB/LIST_NPC.STB"
//!
//! [severity]                         # error, warning, information, hint or off
//! gat-unknown-type = "hint"
//!
//! [[ignore]]
//! code = "gat-unknown-type"
//! file = "old/*.gat"                 # `*` within a name, `**` over folders
//! at = "cell (12, 34)"               # as reports say it, or "line 7"; optional
//! reason = "The water of the old capital"
//!
//! [[publish]]
//! files = "maps/*.gat"
//! to = "../server/db"                # a folder
//! as = "map_cache.dat"               # a cache, or the ending of an export; optional
//! command = "make reload"            # run after it; optional
//! ```
//!
//! Paths are relative to the file, and written with `/` or `\`. Roots, copies and what is published
//! are left out until the person trusts the file with them: see [`trust`].

mod value;
mod settings;
pub mod keys;
#[cfg(feature = "worlds")]
mod roots;
#[cfg(feature = "worlds")]
pub mod names;
pub mod pattern;
pub mod ignore;
pub mod publish;
pub mod verdict;
pub mod baseline;
pub mod trust;
pub mod home;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use toml::de::DeTable;

use self::ignore::Ignore;
use self::publish::Publish;
use self::trust::{Trust, Withheld};
use self::value::Reader;
use self::verdict::Level;
use crate::format::effort::Effort;
use crate::format::text::CodePage;
use crate::problem::{Place, Problem, Rule, Severity};
use crate::vfs::save::Backups;
use crate::vfs::{FileError, disk};

pub const FILE_NAME: &str = "landwright.toml";

/// How many backups are kept of a file where nobody says otherwise.
pub const USUAL_BACKUPS: usize = 10;

/// Many times the longest one that a person would write.
const MAX_LEN: u64 = 1 << 20;

pub const RULES: &[&Rule] = &[
    &BROKEN,
    &MISSING_ROOT,
    &UNREADABLE_NAMES,
    &value::UNKNOWN_KEY,
    &value::BAD_VALUE,
    &value::UNKNOWN_CODE,
    &ignore::WITHOUT_REASON,
    &verdict::UNUSED_IGNORE,
];

pub const BROKEN: Rule = Rule {
    code: "project-broken",
    severity: Severity::Error,
    title: "Broken landwright.toml",
    explanation: "\
This landwright.toml is not valid TOML, so none of it is used.

Until you correct it, Landwright works as if the file did not exist: no roots, default severities, \
and nothing ignored.",
};

pub const MISSING_ROOT: Rule = Rule {
    code: "project-missing-root",
    severity: Severity::Error,
    title: "Root that can't be opened",
    explanation: "\
A root in landwright.toml is neither a folder nor a ZIP archive, or can't be read. Roots are \
relative to the folder of landwright.toml.

The other roots are used. Files that are only in this root are missing, so this may cause problems \
about missing files.",
};

const UNREADABLE_NAMES: Rule = Rule {
    code: "project-unreadable-names",
    severity: Severity::Warning,
    title: "Table of names that can't be read",
    explanation: "\
A table in [names] of landwright.toml is missing, both beside it and in the roots, or is not a \
table. Names are in the rows of an STB, numbered from 0, or after the ids of an STL.

Landwright shows numbers without names. No file depends on it.",
};

/// What holds for the files of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Project {
    /// The `landwright.toml`; `None` where there is none and everything is as usual.
    pub file: Option<PathBuf>,
    /// The folder that it stands in.
    pub folder: PathBuf,
    pub game: Option<Game>,
    /// In order: the first that has a file wins.
    pub roots: Vec<Stated>,
    /// Scripts of a Ragnarok server, or folders of them: where players come to its maps.
    pub scripts: Vec<Stated>,
    /// Other folders of the same game: what is done to a zone here is done to its copy there.
    pub copies: Vec<Stated>,
    pub code_page: CodePage,
    pub dialect: Dialect,
    /// Major patch version.
    pub patch: Option<u32>,
    /// Files that give numbers a name, by what they name.
    pub names: BTreeMap<String, Vec<Stated>>,
    pub n_backups: usize,
    /// How long backups stay; `None` whatever their age.
    pub backup_days: Option<u32>,
    /// How hard files are packed whose content changed.
    pub compression: Effort,
    /// In the order in which they are done.
    pub publishes: Vec<Publish>,
    /// Steps that were not understood. Without them, the others may do harm.
    pub n_unread_publishes: usize,
    /// Roots, copies and steps of publishing that the person has not said yes to, and that are left out.
    pub withheld: Option<Box<Withheld>>,
    levels: BTreeMap<String, Level>,
    ignores: Vec<Ignore>,
}

/// A file or a folder that `landwright.toml` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    pub path: PathBuf,
    /// Where it stands in `landwright.toml`.
    pub range: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Game {
    Ragnarok,
    Rose,
    Tera,
    EverQuest,
}

/// What `.def` files are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Told from the file.
    #[default]
    Auto,
    Seed,
    Toolbox,
    Protojs,
}

impl Project {
    /// Which backups of its files stay.
    pub fn backups(&self) -> Backups {
        Backups { most: self.n_backups, days: self.backup_days }
    }

    /// What holds where there is no `landwright.toml`.
    pub fn usual(folder: impl Into<PathBuf>) -> Project {
        Project {
            file: None,
            folder: folder.into(),
            game: None,
            roots: Vec::new(),
            scripts: Vec::new(),
            copies: Vec::new(),
            code_page: CodePage::default(),
            dialect: Dialect::default(),
            patch: None,
            names: BTreeMap::new(),
            n_backups: USUAL_BACKUPS,
            backup_days: None,
            compression: Effort::default(),
            publishes: Vec::new(),
            n_unread_publishes: 0,
            withheld: None,
            levels: BTreeMap::new(),
            ignores: Vec::new(),
        }
    }

    /// The nearest `landwright.toml` in the folder of `start` or above; `start` is a file or a
    /// folder, and need not exist yet. One that the disk can't tell of counts, and can't be read.
    pub fn find(start: &Path) -> Option<PathBuf> {
        let start = disk::absolute(start).ok()?;
        start.ancestors().map(|folder| folder.join(FILE_NAME)).find(|file| disk::may_be_file(file))
    }

    /// Finds and reads the `landwright.toml` that holds for `start`, takes out of it what nobody
    /// has trusted it with, and looks whether its roots are there.
    pub fn load(
        start: &Path,
        codes: &[&'static str],
        trust: &Trust,
    ) -> Result<(Project, Vec<Problem>), FileError> {
        let Some(file) = Project::find(start) else {
            let start = disk::absolute(start)?;
            let folder = if disk::is_folder(&start) { Some(&*start) } else { start.parent() };
            return Ok((Project::usual(folder.unwrap_or(&start)), Vec::new()));
        };
        let bytes = disk::read_file(&file, MAX_LEN)?.bytes;
        match std::str::from_utf8(&bytes) {
            Ok(text) => {
                let (mut project, mut problems) = Project::parse(text, &file, codes);
                trust.withhold(&mut project);
                problems.extend(project.missing_roots());
                Ok((project, problems))
            }
            Err(error) => {
                let at = error.valid_up_to() as u64;
                let place = Place::bytes(file.display().to_string(), at..at + 1);
                let message = "is not UTF-8; save it as UTF-8 in your text editor";
                Ok((Project::of_file(&file), vec![Problem::new(&BROKEN, place, message)]))
            }
        }
    }

    /// What a `landwright.toml` says. What is wrong in it is left out, and the rest holds.
    pub fn parse(text: &str, file: &Path, codes: &[&'static str]) -> (Project, Vec<Problem>) {
        let mut project = Project::of_file(file);
        let name = file.display().to_string();
        let problems = match DeTable::parse(text) {
            Ok(table) => {
                let mut reader = Reader::new(name, codes);
                settings::read(&mut project, table.get_ref(), table.span(), &mut reader);
                reader.into_problems()
            }
            Err(error) => {
                let range = error.span().unwrap_or(0..text.len());
                vec![Problem::new(&BROKEN, Place::text(name, range), error.message())]
            }
        };
        (project, problems)
    }

    fn of_file(file: &Path) -> Project {
        let folder = file.parent().unwrap_or(Path::new(""));
        Project { file: Some(file.to_owned()), ..Project::usual(folder) }
    }

    /// The roots that are not there, neither as a folder nor as a file.
    pub fn missing_roots(&self) -> Vec<Problem> {
        let missing = self.roots.iter().filter(|root| !is_there(root));
        let message = |root: &Stated| format!("there is no {}", root.path.display());
        missing.map(|root| self.without_root(root, message(root))).collect()
    }

    fn without_root(&self, root: &Stated, message: String) -> Problem {
        let file = self.file.as_deref().unwrap_or(&self.folder).display().to_string();
        Problem::new(&MISSING_ROOT, Place::text(file, root.range.clone()), message)
    }

    fn stated(&self, paths: Vec<(&str, Range<usize>)>) -> Vec<Stated> {
        let stated = |(path, range)| Stated { path: self.resolve(path), range };
        paths.into_iter().map(stated).collect()
    }

    /// A path as it stands in the file, from the root of the disk.
    fn resolve(&self, path: &str) -> PathBuf {
        let mut resolved = PathBuf::new();
        for component in self.folder.join(path.replace('\\', "/")).components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir if resolved.file_name().is_some() => {
                    resolved.pop();
                }
                component => resolved.push(component),
            }
        }
        resolved
    }

    /// The names under which patterns know a file: from the project's folder, and from its
    /// roots. Problems name files as the user or as a root did.
    fn names_of(&self, file: &str) -> Vec<String> {
        let path = Path::new(file);
        let folders = std::iter::once(&self.folder).chain(self.roots.iter().map(|root| &root.path));
        let below = folders.filter_map(|folder| disk::below(path, folder));
        let names = std::iter::once(path.to_owned()).chain(below);
        names.map(|name| name.display().to_string().replace('\\', "/")).collect()
    }
}

fn is_there(root: &Stated) -> bool {
    disk::is_folder(&root.path) || disk::is_file(&root.path)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "worlds")]
    use crate::vfs::{Mount, VfsPath};

    #[test]
    fn it_is_found_upwards_from_a_file_or_a_folder() {
        let root = tempfile::tempdir().unwrap();
        let deep = root.path().join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        let file = root.path().join("a").join(FILE_NAME);
        std::fs::write(&file, "game = \"tera\"").unwrap();
        for start in [deep.clone(), deep.join("not-there.gat"), root.path().join("a"), file.clone()]
        {
            assert_eq!(Project::find(&start), Some(file.clone()), "{start:?}");
        }
        let (project, problems) = Project::load(&deep, &[], &Trust::kept_in(root.path())).unwrap();
        assert_eq!((project.game, problems), (Some(Game::Tera), Vec::new()));
        assert_eq!(project.folder, root.path().join("a"));
    }

    #[test]
    fn without_a_file_everything_is_as_usual() {
        let root = tempfile::tempdir().unwrap();
        let (project, problems) =
            Project::load(&root.path().join("x.gat"), &[], &Trust::kept_in(root.path())).unwrap();
        assert_eq!((project, problems), (Project::usual(root.path()), Vec::new()));
    }

    /// Its copies would be forgotten in silence.
    #[cfg(unix)]
    #[test]
    fn a_file_that_the_disk_can_t_tell_of_is_not_taken_for_missing() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join(FILE_NAME);
        std::os::unix::fs::symlink(&file, &file).unwrap();
        let trust = Trust::kept_in(root.path());
        let error = Project::load(&root.path().join("x.gat"), &[], &trust).unwrap_err();
        assert_eq!(error.path, file);
    }

    #[test]
    fn a_file_that_is_not_utf_8_is_a_problem() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join(FILE_NAME), b"game = \"rose\" # \xba\xed").unwrap();
        let trust = Trust::kept_in(root.path());
        let (project, problems) = Project::load(root.path(), &[], &trust).unwrap();
        assert_eq!(project.game, None);
        assert_eq!(problems[0].place.spot, crate::problem::Spot::Bytes { start: 16, end: 17 });
    }

    #[test]
    #[cfg(feature = "worlds")]
    fn an_interrupted_save_that_is_stuck_is_a_problem_of_the_project() {
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join(".landwright");
        std::fs::create_dir(&own).unwrap();
        std::fs::write(own.join("saving-7-0.json"), b"{\"version\": 1, \"ste").unwrap();
        let (_, problems) = Project::usual(root.path()).mount();
        let codes: Vec<&str> = problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, ["save-stuck"]);
    }

    #[test]
    fn a_root_that_is_not_there_is_told_as_the_project_is_loaded() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("patch")).unwrap();
        std::fs::write(root.path().join("client.zip"), "").unwrap();
        let file = root.path().join(FILE_NAME);
        std::fs::write(&file, "roots = ['patch', 'none', 'client.zip']").unwrap();
        let trust = Trust::kept_in(root.path().join("home"));
        let (project, problems) = Project::load(root.path(), &[], &trust).unwrap();
        assert_eq!(problems, []);
        trust.keep(&project.withheld.unwrap(), trust::Answer::Trust).unwrap();
        let (_, problems) = Project::load(root.path(), &[], &trust).unwrap();
        let found: Vec<_> = problems.iter().map(|problem| (problem.code, &problem.place)).collect();
        let place = Place::text(file.display().to_string(), 18..24);
        assert_eq!(found, [(MISSING_ROOT.code, &place)]);
    }

    #[test]
    #[cfg(feature = "worlds")]
    fn roots_are_opened_in_order_and_one_that_is_no_archive_is_a_problem() {
        let root = tempfile::tempdir().unwrap();
        for name in ["patch", "base"] {
            std::fs::create_dir(root.path().join(name)).unwrap();
            std::fs::write(root.path().join(name).join("a"), name).unwrap();
        }
        std::fs::write(root.path().join("odd.zip"), "").unwrap();
        let text = "roots = ['odd.zip', 'none', 'patch\\', './x/../base']";
        let file = root.path().join(FILE_NAME);
        let (project, problems) = Project::parse(text, &file, &[]);
        assert_eq!(problems, []);
        assert_eq!(project.roots[3].path, root.path().join("base"));
        let (vfs, problems) = project.mount();
        assert_eq!(vfs.read(&VfsPath::new("A").unwrap(), 9).unwrap().bytes, b"patch");
        assert_eq!(vfs.mounts().map(Mount::name).count(), 2);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].place, Place::text(file.display().to_string(), 9..18));
    }
}
