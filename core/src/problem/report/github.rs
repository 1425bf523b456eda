//! Problems as GitHub annotations: lines that a workflow prints and GitHub shows at the code.

use std::fmt::Write;

use super::{Report, words_for};
use crate::problem::{Problem, Severity};

impl Report<'_> {
    /// A line `::error file=…,line=…,…,title=…::message` for each problem.
    pub fn to_github(&self) -> String {
        self.problems.iter().map(|problem| self.annotation(problem)).collect()
    }

    fn annotation(&self, problem: &Problem) -> String {
        let command = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information | Severity::Hint => "notice",
        };
        let file = problem.place.file.replace('\\', "/");
        let mut line = format!("::{command} file={}", escape_property(&file));
        let mut message = problem.message.clone();
        // Writing to a string can't fail.
        if let Some(region) = self.region_of(&problem.place) {
            let _ = write!(line, ",line={},endLine={}", region.line, region.end_line);
            // Columns are refused where the lines differ.
            if region.line == region.end_line {
                let _ = write!(line, ",col={},endColumn={}", region.column, region.end_column);
            }
        } else if let Some(spot) = words_for(&problem.place.spot) {
            let _ = write!(message, " ({spot})");
        }
        for fix in &problem.fixes {
            let _ = write!(message, "\nhelp: {}", fix.title);
        }
        let title = escape_property(problem.code);
        let _ = writeln!(line, ",title={title}::{}", escape_message(&message));
        line
    }
}

fn escape_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use expect_test::expect;

    use super::*;
    use crate::problem::report::tests::{HINT, TYPE};
    use crate::problem::{Fix, Place, TextEdit, Thing};

    #[test]
    fn annotations_are_escaped_and_placed() {
        let file = r"maps\a,b:c%.def";
        let sources = BTreeMap::from([(file.to_owned(), "in32 x\nin32 y\n".to_owned())]);
        let problems = vec![
            Problem::new(&TYPE, Place::text(file, 7..11), "100 %,\r\nunknown: type")
                .with_fix(Fix::edit("Replace it", file, vec![TextEdit::delete(7..11)])),
            Problem::new(&TYPE, Place::text(file, 0..11), "over two lines"),
            Problem::new(&HINT, Place::thing("b.gat", Thing::Cell { x: 3, y: 4 }), "odd"),
            Problem::new(&HINT, Place::bytes("b.gat", 14..18), "odd"),
            Problem::new(&HINT, Place::file("b.gat"), "odd"),
        ];
        expect![[r#"
            ::notice file=b.gat,title=gat-odd::odd
            ::notice file=b.gat,title=gat-odd::odd (bytes 0xe..0x12)
            ::notice file=b.gat,title=gat-odd::odd (cell (3, 4))
            ::error file=maps/a%2Cb%3Ac%25.def,line=1,endLine=2,title=def-unknown-type::over two lines
            ::error file=maps/a%2Cb%3Ac%25.def,line=2,endLine=2,col=1,endColumn=5,title=def-unknown-type::100 %25,%0D%0Aunknown: type%0Ahelp: Replace it
        "#]].assert_eq(&Report::new(problems, &sources).to_github());
    }
}
