//! Definitions whose name does not say which packet and version they are.

use crate::def::catalogue::{Catalogue, Definition};
use crate::def::file_name::{FileKind, file_of, folder_of};
use crate::problem::{Change, FileChange, Fix, Place, Problem, Rule, Severity};

pub(super) const FILE_NAME: Rule = Rule {
    code: "def-file-name",
    severity: Severity::Warning,
    title: "File name without a packet and a version",
    explanation: "\
The file of a definition is named after its packet and version: `S_LOGIN.14.def`, or with a \
platform `S_LOGIN.14.console.def`. The name of the packet has letters, digits and `_` in it. \
Parsers do not find files with different names.",
};

pub(super) fn check(definition: &Definition, catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    if definition.packet.is_some() {
        return;
    }
    let (path, file) = (&*definition.path, file_of(&definition.path));
    let message = format!("`{file}` is not of the form `NAME.VERSION.def`");
    let mut problem = Problem::new(&FILE_NAME, Place::file(path), message);
    let new = format!("{}.1.def", file.strip_suffix(".def").unwrap_or(file));
    let to = format!("{}{new}", folder_of(path));
    let is_right = matches!(FileKind::of(&new), Some(FileKind::Definition(Some(_))));
    if is_right && catalogue.file(&to).is_none() {
        let change = FileChange::Rename { from: path.to_owned(), to };
        let title = format!("Rename it to `{new}`");
        problem.fixes.push(Fix::new(title, Change::Files(vec![change])).one_by_one());
    }
    problems.push(problem);
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    #[test]
    fn a_name_without_a_version_gets_the_first() {
        check(
            &[&FILE_NAME],
            "//- d/sGuildInfo.def\nint32 a\n",
            &expect![[r#"
            d/sGuildInfo.def warning: `sGuildInfo.def` is not of the form `NAME.VERSION.def`
              Rename it to `sGuildInfo.1.def`
                Rename { from: "d/sGuildInfo.def", to: "d/sGuildInfo.1.def" }
        "#]],
        );
    }

    #[test]
    fn other_names_are_only_told_of() {
        check(
            &[&FILE_NAME],
            "//- S_A.1.def\n//- S_A.def\n//- S-B.1.def\n",
            &expect![[r#"
            S-B.1.def warning: `S-B.1.def` is not of the form `NAME.VERSION.def`
            S_A.def warning: `S_A.def` is not of the form `NAME.VERSION.def`
        "#]],
        );
        check_none(&[&FILE_NAME], &["//- S_A.1.def\n", "//- S_A.10.console.def\n"]);
    }
}
