//! Maps in a real git repository: shown, merged and rebased by what `landwright git setup` writes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

mod support;

use std::ops::ControlFlow;
use std::process::Command;

use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::Terrain;
use landwright_core::format::rose::ifo;
use landwright_core::format::tera::apd::{Apd, NodeRange, ZonePaths};
use support::{Run, Scratch, finish};

/// A repository with a file of each kind that the branches edit.
struct Repository(Scratch);

/// Without git, nothing can be tested; the summary says so.
macro_rules! repository {
    () => {
        match Repository::new() {
            Some(repository) => repository,
            None => {
                eprintln!("skipped: git is not installed");
                return;
            }
        }
    };
}

/// A file of each kind, and the name of its copy.
const ADDED: [(&str, &str); 4] = [
    ("31_30.IFO", "32_30.IFO"),
    ("LIST_NPC.STB", "LIST_NEW.STB"),
    ("S_LOGIN.1.def", "S_NEW.1.def"),
    ("island.gat", "new.gat"),
];

const DEF: &str = "int32 id\nint16 level # unknown\nstring name\n";

impl Repository {
    fn new() -> Option<Repository> {
        Command::new("git").arg("--version").output().ok()?;
        let repository = Repository(Scratch::with_samples());
        repository.0.put("S_LOGIN.1.def", DEF.as_bytes());
        repository.git("init -q -b main .").expect_code(0);
        for (key, value) in
            [("user.name", "Tester"), ("user.email", "t@example.com"), ("commit.gpgsign", "false")]
        {
            repository.git(&format!("config {key} {value}")).expect_code(0);
        }
        repository.run("git setup").expect_code(0);
        repository.commit("base");
        Some(repository)
    }

    fn run(&self, arguments: &str) -> Run {
        self.0.run(arguments)
    }

    fn git(&self, arguments: &str) -> Run {
        let mut git = Command::new("git");
        git.args(arguments.split_whitespace()).current_dir(self.0.path());
        for (key, value) in [
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_EDITOR", "true"),
            ("LC_ALL", "C"),
        ] {
            git.env(key, value);
        }
        finish(git)
    }

    fn commit(&self, message: &str) {
        self.git("add -A").expect_code(0);
        self.git(&format!("commit -q -m {message}")).expect_code(0);
    }

    /// Changes what a file holds.
    fn edit(&self, name: &str, change: impl FnOnce(&mut Content)) {
        let kind = Kind::of_name(name).unwrap();
        let mut file = file::read(kind, &self.0.read(name)).unwrap();
        change(&mut file.content);
        self.0.put(name, &bytes_of(&file));
    }

    fn content(&self, name: &str) -> Content {
        file::read(Kind::of_name(name).unwrap(), &self.0.read(name)).unwrap().content
    }

    fn paint(&self, cell: usize, kind: u32) {
        self.edit("island.gat", |content| {
            let Content::Gat(gat) = content else { panic!() };
            gat.tiles_mut()[cell].terrain = Terrain(kind);
        });
    }

    fn set_spawn(&self, set: impl FnOnce(&mut ifo::spawn::Spawn)) {
        self.edit("31_30.IFO", |content| {
            let Content::Ifo(ifo) = content else { panic!() };
            let Some(ifo::Body::Spawn(spawns)) = ifo.body_mut(ifo::SPAWN) else { panic!() };
            set(&mut spawns[0]);
        });
    }

    /// The area with nodes at these places of one square.
    fn put_nodes(&self, places: &[(f32, f32)]) {
        self.edit("island_p.apd", |content| {
            let Content::Apd(apd) = content else { panic!() };
            let mut node = apd.node(0).unwrap();
            node.edges = [None; 8];
            let nodes = places.iter().map(|(x, y)| {
                node.position = [*x, *y, 0.0].map(F32::new);
                node
            });
            let count = places.len() as u8;
            let zone = ZonePaths::from_squares(1000, 1000, |x, y| match (x, y) {
                (0, 0) => NodeRange { first: 0, count },
                _ => NodeRange { first: u32::from(count), count: 0 },
            });
            *apd = Apd::new(nodes.collect::<Vec<_>>(), vec![zone]).unwrap();
        });
    }

    fn n_nodes(&self) -> usize {
        let Content::Apd(apd) = self.content("island_p.apd") else { panic!() };
        apd.n_nodes()
    }

    fn set_cell(&self, row: u32, column: u32, to: &str) {
        let script = format!(
            r#"[{{"action": "set-cell", "row": {row}, "column": {column}, "to": "{to}"}}]"#
        );
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("script.json");
        std::fs::write(&path, script).unwrap();
        let script = path.to_str().unwrap();
        let arguments = ["apply", script, "LIST_NPC.STB", "-o", "LIST_NPC.STB", "--force"];
        finish(self.0.command(&arguments)).expect_code(0);
        let _ = std::fs::remove_dir_all(self.0.file(".landwright"));
    }

    fn define(&self, from: &str, to: &str) {
        let text = String::from_utf8(self.0.read("S_LOGIN.1.def")).unwrap();
        assert!(text.contains(from));
        self.0.put("S_LOGIN.1.def", text.replace(from, to).as_bytes());
    }

    fn ours(&self) {
        self.paint(0, 1);
        self.set_spawn(|spawn| spawn.limit = 50);
        self.put_nodes(&[(8.0, 8.0), (72.0, 8.0), (24.0, 8.0)]);
        self.set_cell(0, 0, "9");
        self.define("int16 level", "int32 level");
        self.commit("ours");
    }

    fn theirs(&self) {
        self.paint(5, 5);
        self.set_spawn(|spawn| spawn.interval_s = 99);
        self.put_nodes(&[(8.0, 8.0), (72.0, 8.0), (8.0, 72.0)]);
        self.set_cell(1, 0, "3");
        self.define("# unknown", "# of the player");
        self.commit("theirs");
    }

    /// Commits its files as they are by now under new names, which the base has not.
    fn add_copies(&self, message: &str) {
        for (from, to) in ADDED {
            self.0.put(to, &self.0.read(from));
        }
        self.git("checkout -q -- .").expect_code(0);
        self.commit(message);
    }

    /// The files that git shows as not merged.
    fn unmerged(&self) -> Vec<String> {
        let names = self.git("diff --name-only --diff-filter=U").stdout;
        names.lines().map(str::to_owned).collect()
    }

    #[track_caller]
    fn assert_both(&self) {
        let Content::Gat(gat) = self.content("island.gat") else { panic!() };
        let types = [0, 5].map(|cell| gat.tiles()[cell].terrain.0);
        assert_eq!(types, [1, 5]);
        let Content::Ifo(ifo) = self.content("31_30.IFO") else { panic!() };
        let Some(ifo::Body::Spawn(spawns)) = ifo.body(ifo::SPAWN) else { panic!() };
        assert_eq!((spawns[0].limit, spawns[0].interval_s), (50, 99));
        assert_eq!(self.n_nodes(), 4);
        let Content::Stb(stb) = self.content("LIST_NPC.STB") else { panic!() };
        let cells = [0, 1].map(|row| stb.row(row).unwrap().next().unwrap().to_vec());
        assert_eq!(cells, [b"9".to_vec(), b"3".to_vec()]);
        let text = String::from_utf8(self.0.read("S_LOGIN.1.def")).unwrap();
        assert_eq!(text, "int32 id\nint32 level # of the player\nstring name\n");
        self.assert_nothing_beside();
    }

    /// A merge leaves nothing in the folder that is not the repository's.
    #[track_caller]
    fn assert_nothing_beside(&self) {
        let status = self.git("status --porcelain --untracked-files=all").stdout;
        assert!(!status.contains("??"), "{status}");
        assert!(!self.0.file(".landwright").exists());
    }
}

fn bytes_of(file: &File) -> Vec<u8> {
    file::write(file, Effort::Quick, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

#[test]
fn branches_that_edit_different_things_are_merged_and_rebased() {
    for way in ["merge -q -m both other", "rebase -q other"] {
        let repository = repository!();
        repository.git("checkout -q -b other").expect_code(0);
        repository.theirs();
        repository.git("checkout -q main").expect_code(0);
        repository.ours();
        let run = repository.git(way);
        assert_eq!(run.code, 0, "{way}: {run:?}");
        repository.assert_both();
    }
}

#[test]
fn a_field_that_both_changed_is_a_conflict_and_ours_stays() {
    let repository = repository!();
    repository.git("checkout -q -b other").expect_code(0);
    repository.theirs();
    repository.paint(0, 5);
    repository.set_spawn(|spawn| spawn.limit = 7);
    repository.define("int16 level", "int64 level");
    repository.commit("more");
    repository.git("checkout -q main").expect_code(0);
    repository.ours();
    let run = repository.git("merge -q -m both other");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("conflict: 31_30.IFO: spawn 0"), "{run:?}");
    assert!(run.stderr.contains("limit: 5 before, 50 here, 7 there"), "{run:?}");
    assert!(run.stderr.contains("cell 0,0: type: 0 before, 1 here, 5 there"), "{run:?}");
    assert_eq!(repository.unmerged(), ["31_30.IFO", "S_LOGIN.1.def", "island.gat"]);
    repository.assert_both();
    // What is decided is committed as with any file.
    repository.git("add -A").expect_code(0);
    repository.git("commit -q -m decided").expect_code(0);
}

#[test]
fn files_that_both_sides_added_are_conflicts_and_ours_stay() {
    let repository = repository!();
    repository.git("checkout -q -b other").expect_code(0);
    repository.paint(0, 5);
    repository.set_spawn(|spawn| spawn.limit = 7);
    repository.set_cell(0, 0, "3");
    repository.define("int16 level", "int64 level");
    repository.add_copies("theirs");
    repository.git("checkout -q main").expect_code(0);
    repository.paint(0, 1);
    repository.set_spawn(|spawn| spawn.limit = 50);
    repository.set_cell(0, 0, "9");
    repository.define("int16 level", "int32 level");
    repository.add_copies("ours");
    let ours = ADDED.map(|(_, name)| repository.0.read(name));
    let run = repository.git("merge -q -m both other");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(repository.0.file(".git/MERGE_HEAD").exists(), "{run:?}");
    assert_eq!(repository.unmerged(), ADDED.map(|(_, name)| name));
    assert_eq!(ADDED.map(|(_, name)| repository.0.read(name)), ours);
    for line in [
        "note: new.gat: BASE is empty, so each difference is a conflict",
        "conflict: new.gat: cell 0,0: type: none before, 1 here, 5 there; yours was kept",
        "limit: none before, 50 here, 7 there",
        "none before, 9 here, 3 there",
        "S_NEW.1.def: level (line 2): type: none before, int32 here, int64 there",
    ] {
        assert!(run.stderr.contains(line), "{line}: {run:?}");
    }
    let theirs = repository.git("checkout --theirs -- new.gat").expect_code(0);
    let Content::Gat(gat) = repository.content("new.gat") else { panic!("{theirs:?}") };
    assert_eq!(gat.tiles()[0].terrain.0, 5);
    repository.assert_nothing_beside();
}

#[test]
fn a_damaged_side_is_a_conflict_of_the_whole_file() {
    let repository = repository!();
    repository.git("checkout -q -b other").expect_code(0);
    repository.paint(5, 5);
    let theirs = repository.0.read("island.gat")[..100].to_vec();
    repository.0.put("island.gat", &theirs);
    repository.commit("theirs");
    repository.git("checkout -q main").expect_code(0);
    repository.paint(0, 1);
    repository.commit("ours");
    let ours = repository.0.read("island.gat");
    let run = repository.git("merge -q -m both other");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("conflict: island.gat: the whole file: yours was kept"), "{run:?}");
    assert!(repository.0.file(".git/MERGE_HEAD").exists(), "{run:?}");
    assert_eq!(repository.unmerged(), ["island.gat"]);
    assert_eq!(repository.0.read("island.gat"), ours);
    repository.git("checkout --theirs -- island.gat").expect_code(0);
    assert_eq!(repository.0.read("island.gat"), theirs);
    repository.assert_nothing_beside();
}

#[test]
fn a_rebase_stops_at_a_conflict_and_goes_on_once_it_is_decided() {
    let repository = repository!();
    repository.git("checkout -q -b other").expect_code(0);
    repository.theirs();
    repository.paint(0, 5);
    repository.commit("more");
    repository.git("checkout -q main").expect_code(0);
    repository.ours();
    let run = repository.git("rebase -q other");
    assert_eq!(run.code, 1, "{run:?}");
    // The branch that a rebase puts commits on is ours to git.
    let line = "conflict: island.gat: cell 0,0: type: 0 before, 5 here, 1 there";
    assert!(run.stderr.contains(line), "{run:?}");
    assert_eq!(repository.unmerged(), ["island.gat"]);
    let Content::Gat(gat) = repository.content("island.gat") else { panic!() };
    assert_eq!([0, 5].map(|cell| gat.tiles()[cell].terrain.0), [5, 5]);
    repository.paint(0, 1);
    repository.git("add island.gat").expect_code(0);
    repository.git("rebase --continue").expect_code(0);
    repository.assert_both();
    let left = repository.git("status --porcelain").stdout;
    assert_eq!(left, "");
}

#[test]
fn git_shows_what_changed_in_words() {
    let repository = repository!();
    repository.ours();
    let diff = repository.git("diff HEAD~1 HEAD").expect_code(0).stdout;
    for line in [
        "-cell 0,0 type 0 altitude 0.0 0.0 0.0 0.0",
        "+cell 0,0 type 1 altitude 0.0 0.0 0.0 0.0",
        "+node 24.0, 8.0, 0.0",
        "-int16 level # unknown",
        "+int32 level # unknown",
    ] {
        assert!(diff.lines().any(|other| other == line), "{line}: {diff}");
    }
    assert!(diff.contains("\"limit\": 50"), "{diff}");
    assert!(!diff.contains("Binary files"), "{diff}");
    let diff = repository.run("diff island.gat --rev HEAD~1").expect_code(1).stdout;
    assert_eq!(diff, "type of cell 0,0: 0 → 1\n");
    let json = repository.run("diff . --rev HEAD~1 --format json").expect_code(1).json();
    let changes = json["changes"].as_array().unwrap();
    let files: Vec<&str> = changes.iter().map(|it| it["file"].as_str().unwrap()).collect();
    for name in ["31_30.IFO", "LIST_NPC.STB", "S_LOGIN.1.def", "island.gat", "island_p.apd"] {
        assert!(files.contains(&name), "{name}: {files:?}");
    }
    repository.run("diff . --rev HEAD").expect_code(0);
    repository.run("diff island.gat --rev nothing").expect_code(2);
}

#[test]
fn a_setup_is_taken_away_without_a_trace() {
    let repository = repository!();
    for attributes in [None, Some("*.txt text"), Some("*.gat binary\n")] {
        repository.run("git setup --undo").expect_code(0);
        let _ = std::fs::remove_file(repository.0.file(".gitattributes"));
        if let Some(text) = attributes {
            repository.0.put(".gitattributes", text.as_bytes());
        }
        let config = repository.0.read(".git/config");
        repository.run("git setup").expect_code(0);
        let value = repository.git("check-attr merge -- A_MAP.GAT").stdout;
        assert_eq!(value, "A_MAP.GAT: merge: landwright\n");
        repository.run("git setup").expect_code(0);
        repository.run("git setup --undo").expect_code(0);
        assert_eq!(repository.0.read(".git/config"), config);
        let left = std::fs::read_to_string(repository.0.file(".gitattributes")).ok();
        assert_eq!(left.as_deref(), attributes);
    }
    let nowhere = Scratch::new();
    nowhere.run("git setup").expect_code(2);
}
