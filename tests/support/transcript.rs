//! Transcripts: what the command lines say and write, kept to the letter.
//!
//! A transcript is a text file. Some of its lines say what is done, and the rest is what came of it:
//!
//! ```text
//! world map              a fresh folder with a world of `worlds`
//! file NAME TEXT         a file of one line; \n begins another
//! cut NAME LENGTH        a file ends early
//! $ landwright …         a run in that folder; `…'` holds blanks together
//! ```
//!
//! Below a run are its exit code, both outputs, and a digest of every file that it made, changed or
//! removed. `UPDATE_EXPECT=1` writes the transcripts anew.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    unreachable_pub,
    reason = "a test that can't go on fails"
)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use landwright_core::vfs::ContentHash;
use tempfile::TempDir;

use super::worlds;

/// So many lines of an output are shown, and a digest of all of it.
const SHOWN: usize = 60;

/// Programs by the names that transcripts have for them.
pub type Programs<'p> = &'p [(&'p str, &'p str)];

/// Runs every transcript of a folder and compares it with what is written there.
pub fn check_all(folder: &Path, programs: Programs<'_>) {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    assert!(!files.is_empty(), "no transcripts in {}", folder.display());
    std::thread::scope(|scope| {
        let checks: Vec<_> =
            files.iter().map(|file| scope.spawn(|| check(file, programs))).collect();
        let wrong: Vec<String> =
            checks.into_iter().filter_map(|check| check.join().unwrap()).collect();
        let said = wrong.join("\n");
        assert!(wrong.is_empty(), "{said}\nUPDATE_EXPECT=1 takes what came for what is right");
    });
}

/// Fails where `--help` lists a command that has no transcript.
pub fn check_complete(folder: &Path, program: &str) {
    let help = Command::new(program).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, listed) = help.split_once("Commands:\n").unwrap();
    let names = listed.lines().take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in names.filter(|name| !name.is_empty()) {
        let file = folder.join(name).with_extension("txt");
        assert!(file.is_file(), "there is no {}", file.display());
    }
}

/// The first line of a transcript that came otherwise.
fn check(file: &Path, programs: Programs<'_>) -> Option<String> {
    let expected = fs::read_to_string(file).unwrap();
    let came = run(&expected, programs);
    if came == expected {
        return None;
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(file, came).unwrap();
        return None;
    }
    let lines = expected.lines().chain(std::iter::repeat("(the end)"));
    let both = (1..).zip(lines.zip(came.lines().chain(std::iter::repeat("(the end)"))));
    let (number, (expected, came)) = both.into_iter().find(|(_, (a, b))| a != b).unwrap();
    let file = file.display();
    Some(format!("{file}:{number}:\n  expected: {expected}\n  came:     {came}"))
}

/// Does what a transcript says, and gives it as it came.
fn run(transcript: &str, programs: Programs<'_>) -> String {
    let mut stage = Stage::new();
    let mut text = String::new();
    for line in transcript.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "#" => writeln!(text, "{line}").unwrap(),
            "world" => {
                stage = Stage::new();
                worlds::write(rest, stage.path());
                stage.look();
                let gap = if text.is_empty() { "" } else { "\n" };
                writeln!(text, "{gap}{line}").unwrap();
            }
            "file" => {
                let (name, content) = rest.split_once(' ').unwrap_or((rest, ""));
                let path = stage.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, content.replace("\\n", "\n")).unwrap();
                stage.look();
                writeln!(text, "{line}").unwrap();
            }
            "cut" => {
                let (name, len) = rest.split_once(' ').unwrap();
                let mut bytes = fs::read(stage.path().join(name)).unwrap();
                bytes.truncate(len.parse().unwrap());
                fs::write(stage.path().join(name), bytes).unwrap();
                stage.look();
                writeln!(text, "{line}").unwrap();
            }
            "$" => {
                writeln!(text, "\n{line}").unwrap();
                text.push_str(&stage.run(rest, programs));
            }
            _ => {}
        }
    }
    text
}

/// A folder in which commands are run one after the other.
struct Stage {
    folder: TempDir,
    /// Digests of what was there when it was last looked at.
    seen: BTreeMap<String, String>,
}

impl Stage {
    fn new() -> Stage {
        Stage { folder: TempDir::new().unwrap(), seen: BTreeMap::new() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn look(&mut self) {
        self.seen = digests(self.path());
    }

    fn run(&mut self, line: &str, programs: Programs<'_>) -> String {
        let words = words(line);
        let known = programs.iter().find(|(name, _)| *name == words[0]);
        let (_, program) = known.unwrap_or_else(|| panic!("{} is no program here", words[0]));
        let output = Command::new(program)
            .args(&words[1..])
            .current_dir(self.path())
            .env_remove("COLUMNS")
            .env_remove("NO_COLOR")
            .env("LANDWRIGHT_HOME", self.path().join("home"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let mut text = match output.status.code() {
            Some(code) => format!("exit {code}\n"),
            None => format!("{}\n", output.status),
        };
        for (name, bytes) in [("out", &output.stdout), ("err", &output.stderr)] {
            let said = self.without_paths(bytes);
            for line in said.lines().take(SHOWN) {
                writeln!(text, "{}", format!("{name}: {line}").trim_end()).unwrap();
            }
            let more = said.lines().count().saturating_sub(SHOWN);
            if more > 0 {
                let digest = digest(said.as_bytes());
                writeln!(text, "{name}: … and {more} more lines; all of it: {digest}").unwrap();
            }
        }
        let now = digests(self.path());
        for (name, digest) in &now {
            match self.seen.get(name) {
                None => writeln!(text, "made {name}: {digest}").unwrap(),
                Some(then) if then != digest => {
                    writeln!(text, "changed {name}: {digest}").unwrap();
                }
                Some(_) => {}
            }
        }
        for name in self.seen.keys().filter(|name| !now.contains_key(*name)) {
            writeln!(text, "removed {name}").unwrap();
        }
        self.seen = now;
        text
    }

    fn without_paths(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        let real = fs::canonicalize(self.path()).unwrap();
        let text = text.replace(&*real.to_string_lossy(), "[folder]");
        text.replace(&*self.path().to_string_lossy(), "[folder]")
    }
}

/// Words between blanks; quotes hold blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut is_word, mut is_quoted) = (String::new(), false, false);
    for c in line.chars() {
        match c {
            '\'' => (is_quoted, is_word) = (!is_quoted, true),
            ' ' if !is_quoted => {
                if std::mem::take(&mut is_word) {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => {
                word.push(c);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

/// Length and hash of every file below a folder, by its path from there.
fn digests(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            // Named by the place of the folder, with times in it: no two runs write the same.
            if name.starts_with("home/refs/") {
                found.insert("home/refs/[index].json".to_owned(), "any content".to_owned());
                continue;
            }
            if name.starts_with("home/trust/") {
                found.insert("home/trust/[answer].txt".to_owned(), "any content".to_owned());
                continue;
            }
            found.insert(name, digest(&without_times(fs::read(&path).unwrap())));
        }
    }
    found
}

/// A measured time differs from run to run: the digest of statistics leaves out those lines.
fn without_times(bytes: Vec<u8>) -> Vec<u8> {
    const TIMES: [&str; 2] = ["\"first_ms\":", "\"frame_ms\":"];
    match std::str::from_utf8(&bytes) {
        Ok(text) if TIMES.iter().any(|time| text.contains(time)) => {
            let is_time = |line: &str| TIMES.iter().any(|time| line.contains(time));
            text.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n").into_bytes()
        }
        _ => bytes,
    }
}

fn digest(bytes: &[u8]) -> String {
    format!("{} bytes, {:016x}", bytes.len(), ContentHash::of(bytes).0 as u64)
}
