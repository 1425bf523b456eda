//! A program that is killed while somebody paints: what was finished is there afterwards.
//!
//! The test starts itself a second time, as the program that paints.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that can't go on fails"
)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::sample::rng::Rng;
use landwright_core::vfs::save::{Before, Session, Write as Save};
use landwright_core::vfs::{ContentHash, disk};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::journal::left::base_of;
use landwright_core::world::journal::recover::recover;
use landwright_core::world::journal::{Base, Journal};
use landwright_core::world::{Document, Editing, StepId};
use serde_json::json;

/// Tells the program that paints where to, and how.
const FOLDER: &str = "LANDWRIGHT_TEST_PAINTS_IN";
const SEED: &str = "LANDWRIGHT_TEST_SEED";

const N_KILLS: u64 = 50;

fn map_file(folder: &Path) -> PathBuf {
    folder.join("isle.gat")
}

fn journal_file(folder: &Path) -> PathBuf {
    folder.join("isle.journal")
}

fn read(bytes: &[u8]) -> GatMap {
    GatMap::new(&gat::read(bytes).unwrap()).unwrap()
}

fn hash(map: &GatMap) -> ContentHash {
    ContentHash::of(&gat::write(&map.to_gat()))
}

#[test]
fn a_killed_program_loses_no_finished_stroke_and_leaves_whole_files() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let seed = std::env::var(SEED).unwrap().parse().unwrap();
        paint_until_killed(Path::new(&folder), seed);
    }
    let (mut n_strokes, mut n_saves, mut n_torn) = (0, 0, 0);
    for seed in 0..N_KILLS {
        let folder = tempfile::tempdir().unwrap();
        let told = paint_and_kill(folder.path(), seed);
        let seen = check(folder.path(), &told);
        n_strokes += seen.n_strokes;
        n_saves += u32::from(seen.was_saved);
        n_torn += u32::from(seen.was_torn);
    }
    assert!(n_strokes > N_KILLS, "{n_strokes} strokes are too few to say anything");
    assert!(n_saves > 0, "no run came to a save");
    println!(
        "{N_KILLS} kills, {n_strokes} strokes, {n_saves} runs with a save, {n_torn} torn ends"
    );
}

/// Strokes without end. Whatever is finished is said at once, on a line of its own.
fn paint_until_killed(folder: &Path, seed: u64) -> ! {
    let loaded = disk::read_file(&map_file(folder), disk::READ_LIMIT).unwrap();
    let name = "isle.gat".to_owned();
    let (hash_of_base, len) = (ContentHash::of(&loaded.bytes), loaded.bytes.len() as u64);
    let base = Base { name, hash: hash_of_base, len, beside: None };
    let journal = Journal::start(&journal_file(folder), GatMap::KIND, &base).unwrap();
    let mut editing = Editing::new(read(&loaded.bytes)).with_journal(journal);
    let mut session = Session::new(3);
    let mut fingerprint = loaded.fingerprint;
    let mut rng = Rng::new(seed);
    say("ready");
    loop {
        stroke(&mut editing, &mut rng);
        if rng.below(6) == 0 {
            editing.undo().unwrap();
            say(&format!("went {} {}", editing.steps().head().0, hash(editing.document()).0));
        }
        if rng.below(5) == 0 {
            let bytes = gat::write(&editing.document().to_gat());
            say(&format!("saving {}", ContentHash::of(&bytes).0));
            let before = Before::Was(fingerprint);
            let save = Save { file: map_file(folder), bytes: &bytes, before, folders_below: None };
            let saved = session.save(&[save]).unwrap().remove(0);
            if let Some(backup) = saved.backup {
                session.hold(backup);
            }
            fingerprint = saved.fingerprint;
            editing.mark_saved(&fingerprint);
            say(&format!("saved {}", ContentHash::of(&bytes).0));
        }
    }
}

/// A drag of a brush, now and then one that is given up.
fn stroke(editing: &mut Editing<GatMap>, rng: &mut Rng) {
    editing.begin("Stroke");
    let kind = rng.below(7);
    for _ in 0..=rng.below(5) {
        let point = [rng.below(64), rng.below(48)];
        let region = json!({ "brush": { "points": [point], "size": 1 + rng.below(9) } });
        let json = match rng.below(3) {
            0 => {
                json!({ "action": "shape-heights", "region": region, "how": { "raise": { "by": 1.5 } } })
            }
            _ => json!({ "action": "paint", "region": region, "ink": { "type": kind } }),
        };
        let action: Action = serde_json::from_value(json).unwrap();
        if let Some(edit) = action.resolve(editing.document()).unwrap().edit {
            editing.grow(&edit);
        }
        say("painting");
    }
    if rng.below(10) == 0 {
        editing.cancel();
    } else if let Some(step) = editing.end() {
        say(&format!("stroke {} {}", step.0, hash(editing.document()).0));
    }
}

/// At once, past whatever a test does with what it prints.
fn say(line: &str) {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{line}").and_then(|()| stdout.flush()).unwrap();
}

/// What the killed program had said.
#[derive(Debug, Default)]
struct Told {
    /// The state after each stroke, by its step.
    strokes: Vec<(StepId, ContentHash)>,
    /// Where it stood in its history, and the map there.
    head: Option<(StepId, ContentHash)>,
    saved: Option<ContentHash>,
    saving: Option<ContentHash>,
}

/// Lets the program paint in a folder and kills it after some of its lines.
fn paint_and_kill(folder: &Path, seed: u64) -> Told {
    let plan = Plan { seed, width: 64, height: 48, version: Version::V1_3 };
    fs::write(map_file(folder), gat::write(&island(plan).gat)).unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture"])
        .arg("a_killed_program_loses_no_finished_stroke_and_leaves_whole_files")
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut told = Told::default();
    for _ in 0..=Rng::new(seed ^ 0x5eed).below(80) {
        told.hear(&whole_line(&mut lines).unwrap());
    }
    child.kill().unwrap();
    // What it had said before the end.
    while let Some(line) = whole_line(&mut lines) {
        told.hear(&line);
    }
    child.wait().unwrap();
    told
}

/// `None` at the end, half a line there included.
fn whole_line(lines: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    line.strip_suffix('\n').map(str::to_owned)
}

impl Told {
    fn hear(&mut self, line: &str) {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        let mut number = || words.next().and_then(|word| word.parse::<u128>().ok());
        match kind {
            "stroke" | "went" => {
                let (Some(step), Some(hash)) = (number(), number()) else { return };
                let at = (StepId(step as u64), ContentHash(hash));
                self.head = Some(at);
                if kind == "stroke" {
                    self.strokes.push(at);
                }
            }
            "saving" => self.saving = number().map(ContentHash),
            "saved" => self.saved = number().map(ContentHash),
            _ => {}
        }
    }
}

struct Seen {
    n_strokes: u64,
    was_saved: bool,
    was_torn: bool,
}

/// The next start of the program, after the one that was killed.
fn check(folder: &Path, told: &Told) -> Seen {
    let on_disk = fs::read(map_file(folder)).unwrap();
    let journal = journal_file(folder);
    if !journal.exists() {
        // Killed before it began.
        assert!(told.strokes.is_empty());
        return Seen { n_strokes: 0, was_saved: false, was_torn: false };
    }
    let Ok(base) = base_of(&journal) else {
        assert!(told.strokes.is_empty(), "a journal without a header had strokes");
        return Seen { n_strokes: 0, was_saved: false, was_torn: false };
    };
    let hash_on_disk = ContentHash::of(&on_disk);
    gat::read(&on_disk).unwrap();
    let is_old_or_new =
        hash_on_disk == told.saved.unwrap_or(base.hash) || Some(hash_on_disk) == told.saving;
    assert!(is_old_or_new, "another file than the old and the new one: {told:?}");

    let base_bytes = files_below(folder)
        .into_iter()
        .map(|path| fs::read(path).unwrap())
        .find(|bytes| ContentHash::of(bytes) == base.hash)
        .unwrap_or_else(|| panic!("the base of the journal is gone: {told:?}"));
    let mut recovered = recover(&journal, read(&base_bytes), &base_bytes).unwrap();
    let editing = &mut recovered.editing;
    // One thing may have been finished and not been said any more: a stroke, or an undo.
    let n_more = recovered.n_steps - told.strokes.len();
    assert!(n_more <= 1, "{told:?}");
    if let Some((step, hash_told)) = told.head {
        let head = editing.steps().head();
        let is_undone = editing.steps().parent(step) == Some(head);
        assert!(head == step || n_more == 1 || is_undone, "{head:?}: {told:?}");
        assert!(head != step || hash(editing.document()) == hash_told, "{told:?}");
    }
    for (step, hash_told) in &told.strokes {
        assert!(editing.jump(*step).unwrap(), "step {} is lost", step.0);
        assert_eq!(hash(editing.document()), *hash_told, "step {}", step.0);
    }
    editing.jump(StepId::OPENED).unwrap();
    assert_eq!(hash(editing.document()), base.hash);
    Seen {
        n_strokes: told.strokes.len() as u64,
        was_saved: told.saved.is_some(),
        was_torn: recovered.lost.is_some(),
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}
