//! What is brought to servers and clients, and where: one `[[publish]]` after the other.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::DeValue;

use crate::format::text::{in_one_line, quoted};
use crate::project::Project;
use crate::project::pattern::Pattern;
use crate::project::value::{BAD_VALUE, Reader, Value};

/// A form is the end of a name, and never leads into another folder.
const NOT_IN_FORMS: fn(char) -> bool = |c| c.is_control() || matches!(c, '/' | '\\' | ':');

const KEYS: &[&str] = &["name", "files", "to", "as", "command"];

/// One `[[publish]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publish {
    /// By which a person asks for it; steps may share a name.
    pub name: Option<String>,
    /// None where it only runs a command.
    pub files: Option<Files>,
    /// Run once the files are there, by the shell and in the project's folder.
    pub command: Option<String>,
}

/// Files of the project, and where they go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    pub patterns: Vec<Pattern>,
    /// A folder.
    pub to: PathBuf,
    /// The ending of the exported files, or the name of the cache that takes all of them; `None`
    /// where they are copied as they are.
    pub form: Option<String>,
}

impl Publish {
    /// `None` where something is wrong with it: a step that was not understood does nothing.
    pub(super) fn read(
        value: &Value<'_>,
        file_range: &Range<usize>,
        project: &Project,
        reader: &mut Reader<'_>,
    ) -> Option<Publish> {
        let DeValue::Table(table) = value.get_ref() else {
            reader.wrong_kind(value, "a table such as `[[publish]]`");
            return None;
        };
        reader.check_keys(table, KEYS);
        let range = if value.span().is_empty() { file_range.clone() } else { value.span() };
        let mut is_whole = table.keys().all(|key| KEYS.contains(&&**key.get_ref()));
        let mut text = |key: &str, expected: &str| {
            let text = reader.text(table.get(key)?, expected);
            is_whole &= text.is_some();
            text.map(str::to_owned)
        };
        let name = text("name", "a name for the command line");
        let to = text("to", "a folder");
        let form = text("as", "the ending of an export such as `wtr`, or `map_cache.dat`");
        let command = text("command", "a command of the shell");
        let is_bad =
            |form: &String| form.trim_start_matches('.').is_empty() || form.contains(NOT_IN_FORMS);
        if let Some(form) = form.as_ref().filter(|form| is_bad(form)) {
            let span = table.get("as").map_or(range, Value::span);
            let message = format!("{} is neither the ending nor the name of a file", quoted(form));
            reader.problem(&BAD_VALUE, span, message);
            return None;
        }
        let patterns = table.get("files").map(|value| Publish::patterns(value, reader));
        let patterns = match patterns {
            Some(None) => return None,
            Some(Some(patterns)) => Some(patterns),
            None => None,
        };
        let missing = match (&patterns, &to, &form, &command) {
            (None, None, None, None) => Some("has neither `files` nor a `command`"),
            (None, Some(_), ..) => Some("has no `files`; expected patterns of file names"),
            (Some(_), None, ..) => Some("has no `to`; expected a folder"),
            (None, None, Some(_), _) => Some("has `as` without `files`"),
            _ => None,
        };
        if let Some(missing) = missing.filter(|_| is_whole) {
            reader.problem(&BAD_VALUE, range, missing.to_owned());
            return None;
        }
        let files = patterns.zip(to);
        let files = files.map(|(patterns, to)| Files { patterns, to: project.resolve(&to), form });
        is_whole.then_some(Publish { name, files, command })
    }

    fn patterns(value: &Value<'_>, reader: &mut Reader<'_>) -> Option<Vec<Pattern>> {
        let expected = "a pattern of file names, or a list of them";
        let texts = reader.texts(value, expected);
        let n_stated = if let DeValue::Array(values) = value.get_ref() { values.len() } else { 1 };
        if n_stated == 0 {
            reader.wrong_kind(value, expected);
            return None;
        }
        let mut patterns = Vec::new();
        for (text, range) in &texts {
            match Pattern::new(text) {
                Ok(pattern) => patterns.push(pattern),
                Err(error) => {
                    let message = format!("\"{text}\" is not a pattern: {error}");
                    reader.problem(&BAD_VALUE, range.clone(), message);
                }
            }
        }
        (patterns.len() == n_stated).then_some(patterns)
    }

    /// What it does, a line for each part.
    pub fn lines(&self) -> Vec<String> {
        let files = self.files.iter().map(|files| {
            let patterns: Vec<&str> = files.patterns.iter().map(Pattern::text).collect();
            let form = files.form.as_ref().map(|form| format!(" as {form}")).unwrap_or_default();
            format!("publishes {}{form} to {}", patterns.join(", "), files.to.display())
        });
        let lines = files.chain(self.command.iter().map(|command| format!("runs `{command}`")));
        lines.map(|line| in_one_line(&line)).collect()
    }
}

impl Files {
    /// Where a file goes below `to`, by its path from the project's folder; `None` if it is not
    /// meant. Folders that the pattern names are left off.
    pub fn place_of(&self, file: &Path) -> Option<PathBuf> {
        let name = file.to_string_lossy().replace('\\', "/");
        let pattern = self.patterns.iter().find(|pattern| pattern.matches(&name))?;
        Some(file.iter().skip(pattern.n_named_folders()).collect())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: &Expect) {
        let (project, problems) = Project::parse(text, Path::new("/maps/landwright.toml"), &[]);
        let mut found = String::new();
        for one in &project.publishes {
            let name = one.name.as_deref().unwrap_or("-");
            found += &format!("{name}: {}\n", one.lines().join(", "));
        }
        found.extend(problems.iter().map(|problem| format!("{}\n", problem.message)));
        expected.assert_eq(&found);
    }

    #[test]
    fn steps_are_read_in_their_order() {
        let text = "[[publish]]\nname = 'server'\nfiles = ['maps/*.gat', 'more/']\nto = '../db'\n\
                    as = 'map_cache.dat'\ncommand = 'make reload'\n\
                    [[publish]]\nfiles = '*.rsw'\nto = '/client'\n[[publish]]\ncommand = './go'\n";
        check(
            text,
            &expect![[r#"
                server: publishes maps/*.gat, more/ as map_cache.dat to /db, runs `make reload`
                -: publishes *.rsw to /client
                -: runs `./go`
            "#]],
        );
    }

    #[test]
    fn a_step_that_is_not_understood_does_nothing() {
        let text = "[[publish]]\nfiles = '*.gat'\n[[publish]]\nto = 'a'\n[[publish]]\nname = 'a'\n\
                    [[publish]]\nas = 'csv'\n[[publish]]\ncommand = 1\n\
                    [[publish]]\nfile = 'a'\ncommand = 'x'\n\
                    [[publish]]\nfiles = ['a', '[']\nto = 'a'\n[[publish]]\nfiles = []\nto = 'b'\n";
        check(
            text,
            &expect![[r#"
            has no `to`; expected a folder
            has no `files`; expected patterns of file names
            has neither `files` nor a `command`
            has `as` without `files`
            expected a command of the shell, found 1
            there is no key `file`; did you mean `files`?
            "[" is not a pattern: `[` has no meaning here: `*` and `?` match letters of a name, `**` matches folders; for a bracket in a name write `?`
            expected a pattern of file names, or a list of them, found a list
        "#]],
        );
        check(
            "[[publish]]\nfiles = 'a'\nto = 'a'\nas = '../x.dat'\n[[publish]]\nfiles = 'a'\nto = 'a'\nas = '.'\n",
            &expect![[r#"
            "../x.dat" is neither the ending nor the name of a file
            "." is neither the ending nor the name of a file
        "#]],
        );
        check(
            "publish = 1\n",
            &expect![[r#"
            expected tables such as `[[publish]]`, found 1
        "#]],
        );
    }

    #[test]
    fn a_command_hides_nothing_from_the_person_who_trusts_it() {
        let text = "[[publish]]\ncommand = \"rm x\\u001b[2K\\necho \\u202E ok\"\n";
        let (project, _) = Project::parse(text, Path::new("/maps/landwright.toml"), &[]);
        let lines: Vec<String> = project.publishes.iter().flat_map(Publish::lines).collect();
        assert_eq!(lines, ["runs `rm x\\u{1b}[2K\\necho \\u{202e} ok`"]);
    }

    #[test]
    fn folders_that_a_pattern_names_are_left_off() {
        let place = |pattern: &str, name: &str| {
            let patterns = vec![Pattern::new(pattern).unwrap()];
            let files = Files { patterns, to: PathBuf::new(), form: None };
            files.place_of(Path::new(name)).map(|place| place.display().to_string())
        };
        let rows = [
            ("*.gat", "maps/old/A.gat", Some("maps/old/A.gat")),
            ("Maps/*.gat", "maps/a.gat", Some("a.gat")),
            ("maps/", "more/maps/a.gat", Some("more/maps/a.gat")),
            ("maps/**/*.gat", "maps/old/a.gat", Some("old/a.gat")),
            ("maps/o*/a.gat", "maps/old/a.gat", Some("old/a.gat")),
            ("maps/old/a.gat", "maps/old/a.gat", Some("a.gat")),
            ("**/a.gat", "maps/a.gat", Some("maps/a.gat")),
            ("maps/*.gat", "maps/a.rsw", None),
        ];
        for (pattern, name, expected) in rows {
            assert_eq!(place(pattern, name).as_deref(), expected, "{pattern} {name}");
        }
    }
}
