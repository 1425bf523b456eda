//! Problems that a person has looked at and wants to keep, each with the reason why.

use std::ops::Range;

use toml::de::DeValue;

use super::pattern::Pattern;
use super::value::{Reader, Value, quoted};
use crate::problem::{Problem, Rule, Severity, Spot, Thing};

pub const WITHOUT_REASON: Rule = Rule {
    code: "project-ignore-without-reason",
    severity: Severity::Error,
    title: "Ignore entry without a reason",
    explanation: "\
An [[ignore]] in landwright.toml needs a reason. In a year, nobody will know whether a problem was \
reviewed or silenced in a hurry.

Until it has one, it ignores nothing. Write what you know: who depends on it, which client needs \
it, or that the original map is like this.",
};

const KEYS: &[&str] = &["code", "file", "at", "reason"];

/// One `[[ignore]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignore {
    pub code: String,
    pub file: Pattern,
    /// `None`: anywhere in the file.
    pub at: Option<At>,
    pub reason: String,
    /// Where it stands in `landwright.toml`.
    pub range: Range<usize>,
}

/// A thing or a line of a file, as reports write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// Counted from 1.
    Line(u32),
    Cell {
        x: u32,
        y: u32,
    },
    Node {
        index: u32,
    },
    Edge {
        node: u32,
        octant: u32,
    },
    Object {
        /// Words in lower case, with one blank between them.
        list: String,
        index: u32,
    },
}

impl Ignore {
    /// `None` where something is wrong with it: an ignore that was not understood ignores nothing.
    pub(super) fn read(
        value: &Value<'_>,
        file_range: &Range<usize>,
        reader: &mut Reader<'_>,
    ) -> Option<Ignore> {
        let DeValue::Table(table) = value.get_ref() else {
            reader.wrong_kind(value, "a table such as `[[ignore]]`");
            return None;
        };
        reader.check_keys(table, KEYS);
        let range = if value.span().is_empty() { file_range.clone() } else { value.span() };
        let mut text = |key: &str, expected: &str, rule: &'static Rule| match table.get(key) {
            Some(value) => Some((reader.text(value, expected)?, value.span())),
            None => {
                reader.problem(rule, range.clone(), format!("has no `{key}`; expected {expected}"));
                None
            }
        };
        let bad = &super::value::BAD_VALUE;
        let code = text("code", "the code of a rule", bad);
        let file = text("file", "a pattern of file names", bad);
        let reason = text("reason", "a text that says why it may stay", &WITHOUT_REASON);
        let at = table.get("at").map(|value| At::read(value, reader));
        let code = code.and_then(|(code, range)| reader.known_code(code, range, quoted));
        let (code, (file, file_at), (reason, _)) = (code?, file?, reason?);
        let at = match at {
            None => None,
            Some(at) => Some(at?),
        };
        // A misspelt `at` would let it ignore a whole file.
        if table.keys().any(|key| !KEYS.contains(&&**key.get_ref())) {
            return None;
        }
        let file = match Pattern::new(file) {
            Ok(pattern) => pattern,
            Err(error) => {
                reader.problem(bad, file_at, format!("\"{file}\" is not a pattern: {error}"));
                return None;
            }
        };
        Some(Ignore { code: code.to_owned(), file, at, reason: reason.to_owned(), range })
    }

    pub(super) fn is_about(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.file.matches(name))
    }

    /// Whether it is this problem that it ignores, where `names` are those of its file.
    pub(super) fn covers(
        &self,
        problem: &Problem,
        names: &[String],
        line_of: &dyn Fn(&str, usize) -> Option<u32>,
    ) -> bool {
        let covers_spot =
            |at: &At| at.is_at(&problem.place.spot, |offset| line_of(&problem.place.file, offset));
        self.code == problem.code && self.is_about(names) && self.at.iter().all(covers_spot)
    }
}

impl At {
    fn read(value: &Value<'_>, reader: &mut Reader<'_>) -> Option<At> {
        let expected = "a place as in reports, such as `line 7`, `cell (12, 34)`, `node 5`, `edge \
                        of node 5 in octant 3` or `monster spawn 2`";
        let at = At::parse(reader.text(value, expected)?);
        if at.is_none() {
            reader.wrong_kind(value, expected);
        }
        at
    }

    /// Signs between words and numbers are passed over, so `cell 12,34` is as good.
    fn parse(text: &str) -> Option<At> {
        let mut words = Vec::new();
        let mut numbers = Vec::new();
        for token in text.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty()) {
            match token.parse::<u32>() {
                Ok(number) => numbers.push(number),
                Err(_) => words.push(token.to_lowercase()),
            }
        }
        let first = words.first()?.as_str();
        match (first, numbers.as_slice()) {
            ("line", [line]) => Some(At::Line(*line)),
            ("cell", [x, y]) => Some(At::Cell { x: *x, y: *y }),
            ("node", [index]) => Some(At::Node { index: *index }),
            ("edge", [node, octant]) => Some(At::Edge { node: *node, octant: *octant }),
            ("line" | "cell" | "node" | "edge", _) => None,
            (_, [index]) => Some(At::Object { list: words.join(" "), index: *index }),
            _ => None,
        }
    }

    fn is_at(&self, spot: &Spot, line_of: impl Fn(usize) -> Option<u32>) -> bool {
        match spot {
            Spot::Text { start, .. } => match self {
                At::Line(line) => line_of(*start) == Some(*line),
                _ => false,
            },
            Spot::Thing(thing) => *self == At::from(thing),
            Spot::File | Spot::Bytes { .. } => false,
        }
    }
}

impl From<&Thing> for At {
    fn from(thing: &Thing) -> At {
        match *thing {
            Thing::Cell { x, y } => At::Cell { x, y },
            Thing::Node { index } => At::Node { index },
            Thing::Edge { node, octant } => At::Edge { node, octant: u32::from(octant) },
            Thing::Object { list, index, .. } => {
                let words = list.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
                let list = words.map(str::to_lowercase).collect::<Vec<String>>().join(" ");
                At::Object { list, index }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_understood_as_reports_write_them() {
        let rows = [
            ("cell (3, 4)", At::from(&Thing::Cell { x: 3, y: 4 })),
            ("Cell 3,4", At::from(&Thing::Cell { x: 3, y: 4 })),
            ("node 7", At::from(&Thing::Node { index: 7 })),
            ("edge of node 7 in octant 1", At::from(&Thing::Edge { node: 7, octant: 1 })),
            ("monster  spawn 2", At::from(&Thing::object("monster spawn", 2))),
            ("line 12", At::Line(12)),
        ];
        for (text, at) in rows {
            assert_eq!(At::parse(text), Some(at), "{text}");
        }
        for text in ["", "7", "cell 3", "edge 7", "monster spawn", "line 99999999999"] {
            assert_eq!(At::parse(text), None, "{text}");
        }
    }
}
