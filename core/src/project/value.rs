//! Values of a TOML table as they were meant to be, or a problem with their place.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::problem::nearest::nearest;
use crate::problem::{Fix, Place, Problem, Rule, Severity, TextEdit, today};

pub(super) const UNKNOWN_KEY: Rule = Rule {
    code: "project-unknown-key",
    severity: Severity::Warning,
    title: "Unknown key in landwright.toml",
    explanation: "\
Landwright has no setting with this name, so it has no effect. Most often it is misspelled, or \
after a [table] that it does not belong to. In TOML, every line after a [table] belongs to that \
table.

The message lists the keys that are allowed there. The rest of the file is used.",
};

pub(super) const BAD_VALUE: Rule = Rule {
    code: "project-bad-value",
    severity: Severity::Error,
    title: "Bad value in landwright.toml",
    explanation: "\
The setting is known, but its value is of the wrong kind or not allowed. The message says what is \
expected.

Until you correct it, the setting has its default value. The rest of the file is used.",
};

pub(super) const UNKNOWN_CODE: Rule = Rule {
    code: "project-unknown-code",
    severity: Severity::Warning,
    title: "Unknown code in landwright.toml",
    explanation: "\
No rule has this code, so a severity or an ignore for it has no effect. Every report shows codes \
in square brackets.

The file may also be written for an older or newer Landwright, which has the code. Remove the \
line, or correct the code.",
};

/// One value with its place.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// Reads values, and gathers what is wrong with them.
#[derive(Debug)]
pub(super) struct Reader<'r> {
    file: String,
    /// Of every rule that there is.
    codes: &'r [&'static str],
    problems: Vec<Problem>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(file: String, codes: &'r [&'static str]) -> Reader<'r> {
        Reader { file, codes, problems: Vec::new() }
    }

    /// In order of their places.
    pub(super) fn into_problems(mut self) -> Vec<Problem> {
        self.problems.sort_by(|a, b| a.place.cmp(&b.place));
        self.problems
    }

    pub(super) fn problem(&mut self, rule: &'static Rule, range: Range<usize>, message: String) {
        self.problems.push(Problem::new(rule, Place::text(&self.file, range), message));
    }

    /// A problem with something that is written, and the word that was probably meant.
    fn misspelt<'w>(
        &mut self,
        (rule, what): (&'static Rule, &str),
        (word, range): (&str, Range<usize>),
        known: impl Iterator<Item = &'w str> + Clone,
        as_toml: impl Fn(&str) -> String,
    ) {
        let meant = nearest(word, known.clone());
        let hint = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => expected(known),
        };
        let message = format!("{what} `{word}`; {hint}");
        let mut problem = Problem::new(rule, Place::text(&self.file, range.clone()), message);
        if let Some(meant) = meant {
            let edit = TextEdit::replace(range, as_toml(meant));
            problem =
                problem.with_fix(Fix::edit(format!("Write `{meant}`"), &self.file, vec![edit]));
        }
        self.problems.push(problem);
    }

    /// Reports the keys of a table that are none of the known ones.
    pub(super) fn check_keys(&mut self, table: &DeTable<'_>, known: &[&str]) {
        for key in table.keys().filter(|key| !known.contains(&&**key.get_ref())) {
            let word = (&**key.get_ref(), key.span());
            self.misspelt(
                (&UNKNOWN_KEY, "there is no key"),
                word,
                known.iter().copied(),
                str::to_owned,
            );
        }
    }

    /// The code as it is today; a problem where no rule has it.
    pub(super) fn known_code(
        &mut self,
        code: &str,
        range: Range<usize>,
        as_toml: impl Fn(&str) -> String,
    ) -> Option<String> {
        let codes = self.codes;
        let today = today(code);
        let is_known = codes.contains(&today);
        if !is_known {
            let what = (&UNKNOWN_CODE, "no rule has the code");
            self.misspelt(what, (code, range), codes.iter().copied(), as_toml);
        }
        is_known.then(|| today.to_owned())
    }

    pub(super) fn wrong_kind(&mut self, value: &Value<'_>, expected: &str) {
        let found = match value.get_ref() {
            DeValue::String(text) => format!("\"{text}\""),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(bool) => bool.to_string(),
            DeValue::Datetime(time) => time.to_string(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.problem(&BAD_VALUE, value.span(), format!("expected {expected}, found {found}"));
    }

    pub(super) fn text<'v>(&mut self, value: &'v Value<'_>, expected: &str) -> Option<&'v str> {
        match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => Some(text),
            _ => {
                self.wrong_kind(value, expected);
                None
            }
        }
    }

    /// One text, or a list of them, each with its place.
    pub(super) fn texts<'v>(
        &mut self,
        value: &'v Value<'_>,
        expected: &str,
    ) -> Vec<(&'v str, Range<usize>)> {
        let one = std::slice::from_ref(value);
        let values = if let DeValue::Array(values) = value.get_ref() { values } else { one };
        let text = |value| Some((self.text(value, expected)?, Spanned::span(value)));
        values.iter().filter_map(text).collect()
    }

    pub(super) fn number(&mut self, value: &Value<'_>, range: Range<u32>) -> Option<u32> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => u32::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let expected = format!("a whole number from {} to {}", range.start, range.end - 1);
            self.wrong_kind(value, &expected);
        }
        number
    }

    /// One of a few words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        value: &Value<'_>,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let words = choices.iter().map(|(word, _)| *word);
        let text = self.text(value, &listed(words.clone()))?;
        let choice = choices.iter().find(|(word, _)| *word == text);
        if choice.is_none() {
            self.misspelt((&BAD_VALUE, "found"), (text, value.span()), words, quoted);
        }
        choice.map(|(_, choice)| *choice)
    }
}

/// A text as TOML writes it; the words that we know need no escapes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// What is said of a word that is near to none of the known ones. A long list would hide it.
fn expected<'w>(known: impl Iterator<Item = &'w str> + Clone) -> String {
    match known.clone().count() {
        0 => "none is known here".to_owned(),
        1..=16 => format!("expected {}", listed(known)),
        n => format!("none of the {n} known ones is similar"),
    }
}

fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
