//! The pages of the manual as a reader follows them: files are made and commands are run.
//!
//! A comment before a block of code says how it is run:
//!
//! ```text
//! <!-- file: NAME -->             the block is the content of this file
//! <!-- not run: why -->           nothing of it is run
//! <!-- run by: PROGRAM -->        the tests of that program run it
//! <!-- needs: PROGRAM -->         it is passed over where that program is missing
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    dead_code,
    unreachable_pub,
    reason = "a test that can't go on fails, and not every test needs all of this"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A block of code with what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub language: String,
    /// The words of the comment before it: `file` and a name, for example.
    pub said: Option<(String, String)>,
    pub text: String,
}

/// All pages that people wrote below a folder, by their paths from there.
pub fn pages(folder: &Path) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                pages.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    pages.sort();
    assert!(!pages.is_empty(), "no pages in {}", folder.display());
    pages
}

pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut said = None;
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(comment) = line.strip_prefix("<!-- ") {
            let comment = comment.strip_suffix(" -->").expect("a comment is one line");
            let (word, rest) = comment.split_once(": ").expect("a comment has a word and a rest");
            assert!(!rest.trim().is_empty(), "{line}");
            said = Some((word.to_owned(), rest.to_owned()));
        } else if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let text = text.iter().map(|line| format!("{line}\n")).collect();
            blocks.push(Block { language: language.to_owned(), said: said.take(), text });
        } else {
            assert!(said.is_none(), "a comment stands directly before its block: {line}");
        }
    }
    blocks
}

/// The same of texts whose comments are about anything.
pub fn blocks_of_any(markdown: &str) -> Vec<Block> {
    let lines: Vec<&str> = markdown.lines().filter(|line| !line.starts_with("<!--")).collect();
    blocks(&lines.join("\n"))
}

/// Does in a folder what a page says, with a program whose tests these are. Gives how many commands were
/// run.
pub fn follow(page: &str, markdown: &str, folder: &Path, (name, program): (&str, &str)) -> usize {
    let programs = folder.join("programs of this test");
    fs::create_dir_all(&programs).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(program, programs.join(name)).unwrap();
    let mut n_run = 0;
    for block in blocks(markdown) {
        let said = block.said.as_ref().map(|(word, rest)| (word.as_str(), rest.as_str()));
        match said {
            Some(("file", file)) => {
                let file = folder.join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, &block.text).unwrap();
                continue;
            }
            Some(("not run", _)) => continue,
            Some(("run by", other)) if other != name => continue,
            None if block.language == "sh" && name != "landwright" => continue,
            Some(("needs", needed)) if name != "landwright" || !is_there(needed) => {
                eprintln!("{page}: skipped what needs {needed}");
                continue;
            }
            Some(("run by" | "needs", _)) | None => {}
            Some((word, _)) => panic!("{page}: a block can't be `{word}`"),
        }
        if block.language != "sh" {
            continue;
        }
        for line in block.text.lines() {
            run(page, line, folder, &programs);
            n_run += 1;
        }
    }
    n_run
}

fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

fn run(page: &str, line: &str, folder: &Path, programs: &Path) {
    let path = std::env::var("PATH").unwrap_or_default();
    let home: PathBuf = folder.join("home of this test");
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("LANDWRIGHT_HOME", &home)
        .env("HOME", &home)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.org")])
        .envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.org")])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    // 1 is a finding: two files differ, or a problem was planted.
    let is_done = matches!(output.status.code(), Some(0 | 1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(is_done, "{page}: `{line}` ended with {}: {said}", output.status);
    assert!(!said.contains("panicked"), "{page}: `{line}`: {said}");
}

/// The uses of a program in a text, in code: the words behind its name.
pub fn uses(markdown: &str, program: &str) -> Vec<Vec<String>> {
    let mut uses = Vec::new();
    let mut is_in_block = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_in_block = !is_in_block;
            continue;
        }
        let parts: Vec<&str> = match is_in_block {
            true => vec![line],
            false => line.split('`').skip(1).step_by(2).collect(),
        };
        for part in parts {
            let part = part.trim().trim_start_matches("run: ").trim_start_matches("exec ");
            let words: Vec<String> = part.split_whitespace().map(str::to_owned).collect();
            if words.first().is_some_and(|word| word == program) {
                uses.push(words[1..].to_vec());
            }
        }
    }
    uses
}
