//! One way to save one kind of document.

use std::path::PathBuf;

use super::process;

/// A kind × way.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) kind: &'static str,
    pub(crate) way: &'static str,
    /// The folders of the world, by name.
    pub(crate) worlds: Vec<(String, String)>,
    pub(crate) files: Vec<(String, String)>,
    /// Files that have two older backups.
    pub(crate) backed_up: Vec<String>,
    /// What is run before, without faults.
    pub(crate) before: Vec<Before>,
    pub(crate) save: Step,
    /// What a second writer does.
    pub(crate) other: Step,
    /// Folders that are whole each by itself; one, but where a copy may follow later.
    pub(crate) sets: Vec<&'static str>,
    /// Whether it makes something of all that can be read, and says what can't: then the file is
    /// another one, and whole.
    pub(crate) makes_do: bool,
    /// One of these is what a person does next.
    pub(crate) next: Vec<Step>,
}

/// A line of a command, or what the window does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Line(String),
    /// Opens, edits, saves, edits again and ends.
    Window(&'static str),
    /// The same without the save.
    Unsaved(&'static str),
    /// Brings back what a window left, and saves it.
    Restart(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) enum Before {
    Run(String),
    /// The standard output becomes a file.
    Capture(String, String),
    Replace(String, &'static str),
    /// From a file to another.
    Copy(String, String),
    /// A text in a file becomes a different one.
    Change(String, &'static str, &'static str),
    /// Words for git.
    Git(&'static str),
}

impl Case {
    pub(crate) fn new(kind: &'static str, way: &'static str, world: &str) -> Case {
        let nothing = Step::Line(String::new());
        Case {
            kind,
            way,
            worlds: vec![(world.to_owned(), ".".to_owned())],
            files: Vec::new(),
            backed_up: Vec::new(),
            before: Vec::new(),
            save: nothing.clone(),
            other: nothing,
            sets: vec![""],
            makes_do: false,
            next: vec![Step::Line("landwright check .".to_owned())],
        }
    }

    pub(crate) fn in_folders(mut self, folders: &[&str]) -> Case {
        let world = self.worlds[0].0.clone();
        let of = |folder: &&str| (world.clone(), (*folder).to_owned());
        self.worlds = folders.iter().map(of).collect();
        self
    }

    pub(crate) fn in_world(mut self, world: &str) -> Case {
        self.worlds[0].0 = world.to_owned();
        self
    }

    pub(crate) fn file(mut self, name: &str, text: &str) -> Case {
        self.files.push((name.to_owned(), text.to_owned()));
        self
    }

    pub(crate) fn backed_up(mut self, file: &str) -> Case {
        self.backed_up.push(file.to_owned());
        self
    }

    pub(crate) fn before(mut self, line: &str) -> Case {
        self.before.push(Before::Run(line.to_owned()));
        self
    }

    pub(crate) fn and(mut self, before: Before) -> Case {
        self.before.push(before);
        self
    }

    /// A second writer does the same where nothing else is said.
    pub(crate) fn save(mut self, line: &str) -> Case {
        self.save = Step::Line(line.to_owned());
        self.other = self.save.clone();
        self
    }

    pub(crate) fn window(mut self, document: &'static str) -> Case {
        self.save = Step::Window(document);
        self.next = vec![Step::Restart(document)];
        self
    }

    pub(crate) fn sets(mut self, folders: &[&'static str]) -> Case {
        self.sets = folders.to_vec();
        self
    }

    pub(crate) fn makes_do(mut self) -> Case {
        self.makes_do = true;
        self
    }

    pub(crate) fn other(mut self, line: &str) -> Case {
        self.other = Step::Line(line.to_owned());
        self
    }

    pub(crate) fn next(mut self, lines: &[&str]) -> Case {
        self.next = lines.iter().map(|line| Step::Line((*line).to_owned())).collect();
        self
    }

    pub(crate) fn is_window(&self) -> bool {
        matches!(self.save, Step::Window(_))
    }

    /// The folders in which things are made before anything is run.
    pub(crate) fn older_backups(&self) -> impl Iterator<Item = (PathBuf, String)> {
        // A window saves several times, and each of its backups is to stay.
        let n_older = if self.is_window() { 2 } else { super::prepared::N_BACKUPS };
        self.backed_up.iter().flat_map(move |file| {
            let path = PathBuf::from(file);
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let ending = path.extension().unwrap().to_string_lossy().into_owned();
            let folder = path.parent().unwrap().join(".landwright/backups");
            (1..=n_older).map(move |number| {
                let name = format!("{stem}.{number:06}.{ending}");
                (folder.join(name), format!("{stem} as it was {number}"))
            })
        })
    }

    /// The programs that it needs.
    pub(crate) fn programs(&self) -> Vec<PathBuf> {
        let is_lsp = |step: &Step| matches!(step, Step::Line(l) if l.starts_with("landwright-lsp"));
        match is_lsp(&self.save) {
            true => vec![process::program("landwright-lsp")],
            false => Vec::new(),
        }
    }
}
