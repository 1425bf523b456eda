//! Which projects a person trusts to say where else is read and written.
//!
//! A `landwright.toml` is found upwards from a file, so it may be anybody's: one in a folder that
//! many share could have `copies` that make a save write anywhere, a `command` to run, or
//! `backups = 0`, which leaves none of your old bytes. So its roots, its copies, what it publishes
//! and a number of backups below the usual are left out until the person has seen them and said
//! yes. That is kept for exactly this file, its owner and these parts: when one of them changes,
//! they are asked again. All other keys harm nobody.

use std::fmt;
use std::path::{Path, PathBuf};

use super::publish::Publish;
use super::{FILE_NAME, Project, Stated, USUAL_BACKUPS};
use crate::problem::Problem;
use crate::problem::counted::counted;
use crate::vfs::save::{Before, Write};
use crate::vfs::{ContentHash, FileError, SaveError, Session, disk};

/// The folder of answers, in the one where the program keeps its own things.
const FOLDER: &str = "trust";

/// Where the answers are kept.
#[derive(Debug, Clone)]
pub struct Trust {
    home: PathBuf,
}

/// What of a `landwright.toml` is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    /// The `landwright.toml`.
    pub file: PathBuf,
    pub owner: Owner,
    pub roots: Vec<PathBuf>,
    pub copies: Vec<PathBuf>,
    pub publishes: Vec<Publish>,
    /// Fewer backups than usual.
    pub n_backups: Option<usize>,
    /// Backups that go with age.
    pub backup_days: Option<u32>,
    /// The person has seen exactly this, and wants it left out.
    pub is_refused: bool,
}

/// Who answers for a `landwright.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    You,
    /// A user of this number.
    Other(u32),
    /// The system does not say.
    Unknown,
    /// The file is a link out of its folder, so that others change what it says.
    Elsewhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Trust,
    Ignore,
}

impl Answer {
    fn word(self) -> &'static str {
        match self {
            Answer::Trust => "trusted",
            Answer::Ignore => "ignored",
        }
    }
}

impl Trust {
    pub fn kept_in(home: impl Into<PathBuf>) -> Trust {
        Trust { home: home.into() }
    }

    /// The folder that answers are kept in.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Keeps an answer, in the place of any that was given before.
    pub fn keep(&self, withheld: &Withheld, answer: Answer) -> Result<(), SaveError> {
        let file = self.file_of(withheld);
        let before = disk::fingerprint(&file).map_or(Before::Absent, Before::Was);
        let text = withheld.text(answer);
        let folders_below = self.home.ancestors().last().map(Path::to_path_buf);
        let write = Write { file, bytes: text.as_bytes(), before, folders_below };
        Session::without_backups().save(&[write]).map(drop)
    }

    /// Takes out of a project what the person has not said yes to.
    pub(super) fn withhold(&self, project: &mut Project) {
        let Some(mut withheld) = Withheld::of(project) else { return };
        // What is much longer than any answer is none.
        let limit = (withheld.text(Answer::Trust).len() as u64).saturating_add(1);
        let kept = disk::read_file(&self.file_of(&withheld), limit).map(|loaded| loaded.bytes);
        let is =
            |answer| kept.as_ref().is_ok_and(|kept| *kept == withheld.text(answer).into_bytes());
        if is(Answer::Trust) {
            return;
        }
        withheld.is_refused = is(Answer::Ignore);
        project.roots.clear();
        project.scripts.clear();
        project.copies.clear();
        project.publishes.clear();
        if withheld.n_backups.is_some() {
            project.n_backups = USUAL_BACKUPS;
        }
        project.backup_days = None;
        project.withheld = Some(Box::new(withheld));
    }

    fn file_of(&self, withheld: &Withheld) -> PathBuf {
        let ContentHash(hash) = ContentHash::of(format!("{:?}", withheld.file).as_bytes());
        self.home.join(FOLDER).join(format!("{hash:032x}.txt"))
    }
}

/// Whether the person has said yes beforehand, as a command line does with `--trust`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    NotGiven,
    Given,
}

/// Loads a project for a command, which can't ask: with consent, what needs trust is trusted from
/// now on. `say` hears what is left out, or trusted.
pub fn load(
    start: &Path,
    codes: &[&'static str],
    (trust, consent): (&Trust, Consent),
    say: impl FnOnce(&str),
) -> Result<(Project, Vec<Problem>), FileError> {
    let (project, problems) = Project::load(start, codes, trust)?;
    let Some(withheld) = &project.withheld else { return Ok((project, problems)) };
    if consent == Consent::NotGiven {
        say(&format!(
            "{withheld}: left out, because you have not trusted it; use --trust to trust it"
        ));
        return Ok((project, problems));
    }
    trust.keep(withheld, Answer::Trust).map_err(|error| error.error)?;
    say(&format!("{withheld}: trusted from now on"));
    Project::load(start, codes, trust)
}

impl Withheld {
    /// What of a project needs trust; `None` where nothing does.
    fn of(project: &Project) -> Option<Withheld> {
        let file = project.file.as_deref()?;
        let paths = |stated: &[Stated]| -> Vec<PathBuf> {
            stated.iter().map(|one| one.path.clone()).collect()
        };
        // Scripts are read as roots are.
        let roots = [paths(&project.roots), paths(&project.scripts)].concat();
        let copies = paths(&project.copies);
        let n_backups = Some(project.n_backups).filter(|n| *n < USUAL_BACKUPS);
        let publishes = project.publishes.clone();
        let harms = !(roots.is_empty() && copies.is_empty() && publishes.is_empty());
        let backup_days = project.backup_days;
        if !harms && n_backups.is_none() && backup_days.is_none() {
            return None;
        }
        let folder = disk::real_path(&project.folder).unwrap_or_else(|_| project.folder.clone());
        let real = disk::real_path(file).ok();
        let is_link_out = real.as_deref().and_then(Path::parent) != Some(&*folder);
        let owner = match (disk::owner(file), disk::owner(&folder), disk::own_number()) {
            _ if is_link_out => Owner::Elsewhere,
            (Some(file), Some(folder), Some(own)) if file == own && folder == own => Owner::You,
            (Some(file), Some(folder), Some(own)) => {
                Owner::Other(if file == own { folder } else { file })
            }
            _ => Owner::Unknown,
        };
        let file = folder.join(FILE_NAME);
        let is_refused = false;
        Some(Withheld { file, owner, roots, copies, publishes, n_backups, backup_days, is_refused })
    }

    /// The answer as it is kept: everything that it is about. Paths are quoted, so that each takes
    /// one line and no two are alike, whatever their bytes are.
    fn text(&self, answer: Answer) -> String {
        let mut text = format!("{} {:?}\nowner {:?}\n", answer.word(), self.file, self.owner);
        for (what, paths) in [("root", &self.roots), ("copy", &self.copies)] {
            text.extend(paths.iter().map(|path| format!("{what} {path:?}\n")));
        }
        text.extend(self.n_backups.map(|n| format!("backups {n}\n")));
        text.extend(self.backup_days.map(|n| format!("backups-days {n}\n")));
        for Publish { name, files, command } in &self.publishes {
            text += &format!("publish {name:?} {files:?} {command:?}\n");
        }
        text
    }

    /// What it would have the program do, a line for each path.
    pub fn lines(&self) -> Vec<String> {
        let reads = self.roots.iter().map(|path| format!("reads {}", path.display()));
        let writes = self.copies.iter().map(|path| format!("writes copies to {}", path.display()));
        let backups = self.n_backups.map(|n| match n {
            0 => "keeps no backups".to_owned(),
            n => format!("keeps no more than {}", counted(n, "backup", "backups")),
        });
        let days = |n: u32| {
            let days = counted(n as usize, "day", "days");
            format!("keeps backups for {days}, but for the newest of each file")
        };
        let age = self.backup_days.map(days);
        let publishes = self.publishes.iter().flat_map(Publish::lines);
        reads.chain(writes).chain(backups).chain(age).chain(publishes).collect()
    }
}

/// In one line: the file, its owner, and the parts.
impl fmt::Display for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) {}", self.file.display(), self.owner, self.lines().join(", "))
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::You => f.write_str("your own"),
            Owner::Other(number) => write!(f, "owned by user {number}"),
            Owner::Unknown => f.write_str("of an unknown owner"),
            Owner::Elsewhere => f.write_str("a link out of its folder"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    struct Place {
        home: tempfile::TempDir,
        folder: tempfile::TempDir,
    }

    impl Place {
        fn new(toml: &str) -> Place {
            let home = tempfile::tempdir().unwrap();
            let place = Place { home, folder: tempfile::tempdir().unwrap() };
            place.write(toml);
            place
        }

        fn write(&self, toml: &str) {
            fs::write(self.folder.path().join(FILE_NAME), toml).unwrap();
        }

        fn trust(&self) -> Trust {
            Trust::kept_in(self.home.path().join("not/there/yet"))
        }

        fn load(&self) -> Project {
            Project::load(self.folder.path(), &[], &self.trust()).unwrap().0
        }

        fn answer(&self, answer: Answer) {
            self.trust().keep(&self.load().withheld.unwrap(), answer).unwrap();
        }
    }

    #[test]
    fn roots_and_copies_wait_for_trust_and_the_rest_holds() {
        let place = Place::new("game = 'rose'\nroots = ['/r']\ncopies = ['a', '/b']\n");
        let project = place.load();
        assert_eq!(project.game, Some(super::super::Game::Rose));
        assert_eq!((project.roots, project.copies), (vec![], vec![]));
        let withheld = project.withheld.unwrap();
        assert_eq!(withheld.roots, [Path::new("/r")]);
        assert_eq!(withheld.copies, [place.folder.path().join("a"), "/b".into()]);
        assert!(withheld.to_string().contains("reads /r, writes copies to "), "{withheld}");
        place.answer(Answer::Trust);
        let project = place.load();
        assert_eq!((project.roots.len(), project.copies.len()), (1, 2));
        assert_eq!(project.withheld, None);
    }

    #[test]
    fn fewer_backups_than_usual_wait_for_trust_and_more_do_not() {
        let place = Place::new("backups = 0\n");
        let project = place.load();
        assert_eq!(project.n_backups, USUAL_BACKUPS);
        assert_eq!(project.withheld.unwrap().lines(), ["keeps no backups"]);
        place.answer(Answer::Trust);
        assert_eq!((place.load().n_backups, place.load().withheld), (0, None));
        place.write("backups = 3\n");
        assert_eq!(
            (place.load().n_backups, place.load().withheld.is_some()),
            (USUAL_BACKUPS, true)
        );
        place.write("backups-days = 7\n");
        assert_eq!((place.load().backup_days, place.load().withheld.is_some()), (None, true));
        place.write("backups = 30\n");
        assert_eq!((place.load().n_backups, place.load().withheld), (30, None));
    }

    #[test]
    fn what_is_published_waits_for_trust_and_a_changed_command_asks_again() {
        let place = Place::new("[[publish]]\nfiles = '*.gat'\nto = '/b'\ncommand = 'make'\n");
        let project = place.load();
        assert_eq!(project.publishes, []);
        let withheld = project.withheld.unwrap();
        assert_eq!(withheld.lines(), ["publishes *.gat to /b", "runs `make`"]);
        place.answer(Answer::Trust);
        assert_eq!((place.load().publishes.len(), place.load().withheld), (1, None));
        place.write("patch = 92\n[[publish]]\nfiles = '*.gat'\nto = '/b'\ncommand = 'make'\n");
        assert_eq!(place.load().publishes.len(), 1);
        for (files, to, command) in
            [("*.gat", "/b", "rm"), ("*.gat", "/c", "make"), ("*", "/b", "make")]
        {
            let step = format!("files = '{files}'\nto = '{to}'\ncommand = '{command}'\n");
            place.write(&format!("[[publish]]\n{step}"));
            assert_eq!(place.load().publishes, [], "{step}");
        }
    }

    #[test]
    fn harmless_keys_never_ask() {
        let harmless = "game = 'tera'\ndialect = 'seed'\npatch = 92\nroots = []\n\
                        [names]\nmonster = 'a.stb'\n[severity]\ngat-x = 'off'\n";
        let project = Place::new(harmless).load();
        assert_eq!((project.withheld, project.patch), (None, Some(92)));
    }

    #[test]
    fn a_change_of_the_parts_asks_again_and_of_the_rest_does_not() {
        let place = Place::new("copies = ['/a']\n");
        place.answer(Answer::Trust);
        place.write("# more\npatch = 9\ncopies = [\n '/a' ]\n");
        assert_eq!(place.load().withheld, None);
        for parts in ["copies = ['/b']", "copies = ['/a', '/b']", "roots = ['/a']"] {
            place.write(parts);
            assert!(place.load().withheld.is_some(), "{parts}");
        }
        place.write("copies = ['/a']");
        assert_eq!(place.load().withheld, None);
    }

    #[test]
    fn what_was_refused_stays_out_and_is_not_asked_again() {
        let place = Place::new("copies = ['/a']\n");
        assert!(!place.load().withheld.unwrap().is_refused);
        place.answer(Answer::Ignore);
        assert!(place.load().withheld.unwrap().is_refused);
        place.answer(Answer::Trust);
        assert_eq!(place.load().withheld, None);
    }

    #[test]
    fn a_command_says_what_it_leaves_out_and_trusts_where_it_may() {
        let place = Place::new("copies = ['/a']\n");
        let load = |consent| {
            let mut said = String::new();
            let way = (&place.trust(), consent);
            let (project, _) =
                load(place.folder.path(), &[], way, |line| said = line.to_owned()).unwrap();
            (project.copies.len(), said.rsplit(": ").next().unwrap().to_owned())
        };
        let left_out = "left out, because you have not trusted it; use --trust to trust it";
        assert_eq!(load(Consent::NotGiven), (0, left_out.to_owned()));
        assert_eq!(load(Consent::Given), (1, "trusted from now on".to_owned()));
        assert_eq!(load(Consent::NotGiven), (1, String::new()));
    }

    #[test]
    fn trust_in_one_place_is_none_in_another() {
        let place = Place::new("copies = ['/a']\n");
        place.answer(Answer::Trust);
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join(FILE_NAME), "copies = ['/a']\n").unwrap();
        let project = Project::load(other.path(), &[], &place.trust()).unwrap().0;
        assert!(project.withheld.is_some());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_its_folder_is_a_strangers() {
        let place = Place::new("copies = ['/a']\n");
        assert_eq!(place.load().withheld.unwrap().owner, Owner::You);
        place.answer(Answer::Trust);
        let file = place.folder.path().join(FILE_NAME);
        let elsewhere = tempfile::tempdir().unwrap();
        fs::rename(&file, elsewhere.path().join("other.toml")).unwrap();
        std::os::unix::fs::symlink(elsewhere.path().join("other.toml"), &file).unwrap();
        assert_eq!(place.load().withheld.unwrap().owner, Owner::Elsewhere);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_of_another_user_is_a_strangers() {
        let place = Place::new("copies = ['/a']\n");
        place.answer(Answer::Trust);
        let file = place.folder.path().join(FILE_NAME);
        if std::os::unix::fs::chown(&file, Some(54_321), None).is_err() {
            eprintln!("skipped: only root can give a file away");
            return;
        }
        assert_eq!(place.load().withheld.unwrap().owner, Owner::Other(54_321));
    }
}
