//! What becomes of problems once the project has had its say.

use super::Project;
use crate::problem::{Place, Problem, Rule, Severity};

pub const UNUSED_IGNORE: Rule = Rule {
    code: "project-unused-ignore",
    severity: Severity::Hint,
    title: "Ignore entry that ignores nothing",
    explanation: "\
An [[ignore]] in landwright.toml is about a file that was checked, but no problem with its code \
was found there. Most likely the problem was fixed.

Remove the entry: if the problem came back, it would hide it.",
};

/// How bad the problems of a rule are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    On(Severity),
    Off,
}

/// What a run looked at, so that an ignore is called unused only if it had its chance.
pub struct Checked<'c> {
    pub files: &'c [String],
    pub rules: &'c [&'static Rule],
    /// The line, counted from 1, of a byte offset in a text file.
    pub line_of: &'c dyn Fn(&str, usize) -> Option<u32>,
}

impl Project {
    /// How bad the problems of a rule are here; `None` where they are off.
    pub fn severity_of(&self, rule: &Rule) -> Option<Severity> {
        self.severity(rule.code, rule.severity)
    }

    fn severity(&self, code: &str, usual: Severity) -> Option<Severity> {
        match self.levels.get(code) {
            None => Some(usual),
            Some(Level::On(severity)) => Some(*severity),
            Some(Level::Off) => None,
        }
    }

    /// Takes out problems that are off or ignored, gives the others their severities, and adds a
    /// hint for every ignore that was of no use.
    pub fn apply(&self, problems: Vec<Problem>, checked: &Checked<'_>) -> Vec<Problem> {
        let mut is_used = vec![false; self.ignores.len()];
        let mut kept = Vec::new();
        for mut problem in problems {
            let names = self.names_of(&problem.place.file);
            let mut is_ignored = false;
            for (ignore, is_used) in self.ignores.iter().zip(&mut is_used) {
                if ignore.covers(&problem, &names, checked.line_of) {
                    *is_used = true;
                    is_ignored = true;
                }
            }
            let severity = self.severity(problem.code, problem.severity);
            if let Some(severity) = severity.filter(|_| !is_ignored) {
                problem.severity = severity;
                kept.push(problem);
            }
        }
        kept.extend(self.unused(&is_used, checked));
        kept
    }

    fn unused(&self, is_used: &[bool], checked: &Checked<'_>) -> Vec<Problem> {
        let file = self.file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
        let Some(severity) = self.severity_of(&UNUSED_IGNORE) else { return Vec::new() };
        let names: Vec<Vec<String>> = checked.files.iter().map(|f| self.names_of(f)).collect();
        let unused = self.ignores.iter().zip(is_used).filter(|(ignore, is_used)| {
            let was_looked_for = checked.rules.iter().any(|rule| rule.code == ignore.code);
            !**is_used && was_looked_for && names.iter().any(|names| ignore.is_about(names))
        });
        let hint = |ignore: &super::ignore::Ignore| {
            let place = Place::text(&file, ignore.range.clone());
            let message = format!("nothing here is `{}` any more; remove the entry", ignore.code);
            Problem { severity, ..Problem::new(&UNUSED_IGNORE, place, message) }
        };
        unused.map(|(ignore, _)| hint(ignore)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::problem::Thing;

    const ODD: Rule =
        Rule { code: "gat-odd", severity: Severity::Warning, title: "Odd", explanation: "" };
    const LINE: Rule =
        Rule { code: "def-line", severity: Severity::Error, title: "Line", explanation: "" };

    fn cell(file: &str, x: u32) -> Problem {
        Problem::new(&ODD, Place::thing(file, Thing::Cell { x, y: 0 }), format!("cell {x}"))
    }

    fn check(toml: &str, expected: &Expect) {
        let rules: &[&'static Rule] = &[&ODD, &LINE, &UNUSED_IGNORE];
        let codes: Vec<_> = rules.iter().map(|rule| rule.code).collect();
        let (project, problems) = Project::parse(toml, Path::new("/maps/landwright.toml"), &codes);
        assert_eq!(problems, []);
        let found = vec![
            cell("/maps/old/a.gat", 1),
            cell("/maps/old/a.gat", 2),
            cell("b.gat", 1),
            Problem::new(&LINE, Place::text("/maps/x.def", 5..6), "line 2"),
            Problem::new(&LINE, Place::text("/maps/x.def", 9..10), "line 4"),
        ];
        let files = ["/maps/old/a.gat", "b.gat", "/maps/x.def"].map(str::to_owned);
        let line_of = |_: &str, offset: usize| if offset == 5 { Some(2) } else { Some(4) };
        let checked = Checked { files: &files, rules: &[&ODD, &LINE], line_of: &line_of };
        let mut lines = String::new();
        for problem in project.apply(found, &checked) {
            let Problem { code, severity, place, message, .. } = &problem;
            lines += &format!("{severity}[{code}] {}: {message}\n", place.file);
        }
        expected.assert_eq(&lines);
    }

    fn ignore(code: &str, file: &str, rest: &str) -> String {
        format!("[[ignore]]\ncode = '{code}'\nfile = '{file}'\nreason = 'known'\n{rest}\n")
    }

    #[test]
    fn severities_are_those_of_the_project() {
        check(
            "",
            &expect![[r#"
            warning[gat-odd] /maps/old/a.gat: cell 1
            warning[gat-odd] /maps/old/a.gat: cell 2
            warning[gat-odd] b.gat: cell 1
            error[def-line] /maps/x.def: line 2
            error[def-line] /maps/x.def: line 4
        "#]],
        );
        check(
            "[severity]\ngat-odd = 'off'\ndef-line = 'hint'\n",
            &expect![[r#"
            hint[def-line] /maps/x.def: line 2
            hint[def-line] /maps/x.def: line 4
        "#]],
        );
    }

    #[test]
    fn what_is_ignored_is_left_out() {
        check(
            &ignore("gat-odd", "old/*", ""),
            &expect![[r#"
            warning[gat-odd] b.gat: cell 1
            error[def-line] /maps/x.def: line 2
            error[def-line] /maps/x.def: line 4
        "#]],
        );
        check(
            &ignore("gat-odd", "*.gat", "at = 'cell (1, 0)'"),
            &expect![[r#"
            warning[gat-odd] /maps/old/a.gat: cell 2
            error[def-line] /maps/x.def: line 2
            error[def-line] /maps/x.def: line 4
        "#]],
        );
        check(
            &ignore("def-line", "x.def", "at = 'line 4'"),
            &expect![[r#"
            warning[gat-odd] /maps/old/a.gat: cell 1
            warning[gat-odd] /maps/old/a.gat: cell 2
            warning[gat-odd] b.gat: cell 1
            error[def-line] /maps/x.def: line 2
        "#]],
        );
    }

    #[test]
    fn an_ignore_of_no_use_is_a_hint_where_its_file_was_checked() {
        let unused = ignore("def-line", "*.gat", "") + &ignore("gat-odd", "b.gat", "at='cell 9,9'");
        check(
            &format!("severity.gat-odd = 'off'\n{unused}"),
            &expect![[r#"
            error[def-line] /maps/x.def: line 2
            error[def-line] /maps/x.def: line 4
            hint[project-unused-ignore] /maps/landwright.toml: nothing here is `def-line` any more; remove the entry
            hint[project-unused-ignore] /maps/landwright.toml: nothing here is `gat-odd` any more; remove the entry
        "#]],
        );
        let not_checked = ignore("gat-odd", "c.gat", "");
        check(
            &format!("severity.gat-odd = 'off'\n{not_checked}"),
            &expect![[r#"
            error[def-line] /maps/x.def: line 2
            error[def-line] /maps/x.def: line 4
        "#]],
        );
        let off = "severity.gat-odd = 'off'\nseverity.project-unused-ignore = 'off'\n";
        check(
            &format!("{off}{unused}"),
            &expect![[r#"
            error[def-line] /maps/x.def: line 2
            error[def-line] /maps/x.def: line 4
        "#]],
        );
    }
}
