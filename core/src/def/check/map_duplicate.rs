//! Names and numbers that a map has twice.

use std::collections::HashMap;

use super::map_line::CHANGES_MAP;
use crate::def::catalogue::MapFile;
use crate::def::map::MapEntry;
use crate::def::text::Span;
use crate::problem::{Fix, Place, Problem, Rule, Severity, TextEdit};

pub(super) const MAP_DUPLICATE_NAME: Rule = Rule {
    code: "map-duplicate-name",
    severity: Severity::Error,
    title: "Name with two numbers",
    explanation: "\
A name has one number in a map. If it is there twice, the parsers use the last line, which may \
well be the wrong one. Look up the packet, and remove the other line.",
};

pub(super) const MAP_REPEATED_LINE: Rule = Rule {
    code: "map-repeated-line",
    severity: Severity::Information,
    title: "Duplicate line",
    explanation: "\
The same name with the same number is in this map twice. That does no harm today. But if you \
change one of the lines later, it may have no effect.",
};

pub(super) const MAP_DUPLICATE_CODE: Rule = Rule {
    code: "map-duplicate-code",
    severity: Severity::Warning,
    title: "Number with two names",
    explanation: "\
A number belongs to one name. If two names have it, a packet with that number counts as that of \
the last line, and is read by its definition. The other packet is never seen. One of the two \
numbers is wrong, or one name is an older name of the same packet.",
};

/// A line with a name and a number.
#[derive(Clone, Copy)]
struct Row<'a> {
    line: usize,
    entry: &'a MapEntry,
    name: &'a str,
    code: u32,
}

pub(super) fn check(file: &MapFile, problems: &mut Vec<Problem>) {
    let lines = file.map.lines().iter().enumerate();
    let rows = lines.filter_map(|(line, of)| {
        let entry = of.entry.as_ref()?;
        Some(Row { line, entry, name: file.map.str(entry.name), code: entry.code? })
    });
    let mut names: HashMap<&str, Row<'_>> = HashMap::new();
    let mut codes: HashMap<u32, Row<'_>> = HashMap::new();
    for row in rows {
        let of_name = names.insert(row.name, row);
        if let Some(first) = of_name {
            problems.push(duplicate_name(file, first, row));
        }
        let of_code = codes.insert(row.code, row).filter(|first| first.name != row.name);
        // A name that was given another number further down no longer has this one.
        let still =
            of_code.filter(|first| names.get(first.name).is_some_and(|last| last.code == row.code));
        if let Some(first) = still {
            problems.push(duplicate_code(file, first, row));
        }
    }
}

fn duplicate_name(file: &MapFile, first: Row<'_>, row: Row<'_>) -> Problem {
    let (name, number) = (row.name, first.line + 1);
    let place = |span: Span| Place::text(&*file.path, span.range());
    if first.code == row.code {
        let message = format!("`{name}` already has the same number on line {number}");
        // Of lines alike the last counts, so the first can go.
        let fix = remove(file, first, format!("Remove line {number}"));
        return Problem::new(&MAP_REPEATED_LINE, place(row.entry.name), message).with_fix(fix);
    }
    let message = format!(
        "`{name}` is {} on line {number} and {} here; the last line counts",
        first.code, row.code
    );
    Problem::new(&MAP_DUPLICATE_NAME, place(row.entry.name), message)
        .with_fix(remove(file, first, format!("Remove line {number}{CHANGES_MAP}")).one_by_one())
        .with_fix(remove(file, row, format!("Remove this line{CHANGES_MAP}")).one_by_one())
}

fn duplicate_code(file: &MapFile, first: Row<'_>, row: Row<'_>) -> Problem {
    let number = first.line + 1;
    let message =
        format!("{} is already the number of `{}`, on line {number}", row.code, first.name);
    Problem::new(&MAP_DUPLICATE_CODE, Place::text(&*file.path, row.entry.value.range()), message)
        .with_fix(remove(file, first, format!("Remove `{}`{CHANGES_MAP}", first.name)).one_by_one())
        .with_fix(remove(file, row, format!("Remove `{}`{CHANGES_MAP}", row.name)).one_by_one())
}

/// Takes the line out, or, where it has a comment, all of it but that.
fn remove(file: &MapFile, row: Row<'_>, title: String) -> Fix {
    let lines = file.map.lines();
    let start = row.entry.name.start as usize;
    let comment = lines.get(row.line).and_then(|line| line.comment);
    let edit = match (comment, lines.get(row.line + 1)) {
        (Some(comment), _) => TextEdit::delete(start..comment.start as usize),
        (None, Some(next)) => TextEdit::delete(start..next.span.start as usize),
        (None, None) => {
            let before = row.line.checked_sub(1).and_then(|line| lines.get(line));
            let start = before.map_or(start, |line| line.span.end as usize);
            TextEdit::delete(start..file.map.text().len())
        }
    };
    Fix::edit(title, &*file.path, vec![edit])
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    const ALL: &[&Rule] = &[&MAP_DUPLICATE_NAME, &MAP_REPEATED_LINE, &MAP_DUPLICATE_CODE];

    #[test]
    fn of_a_name_with_two_numbers_either_line_can_go() {
        check(
            ALL,
            "//- protocol.1.map\nS_A = 1 # old\nS_B = 2\nS_A = 3",
            &expect![[r#"
            3 `S_A` error: `S_A` is 1 on line 1 and 3 here; the last line counts
              Remove line 1 (changes the map)
                | # old
                | S_B = 2
                | S_A = 3
              Remove this line (changes the map)
                | S_A = 1 # old
                | S_B = 2
        "#]],
        );
    }

    #[test]
    fn the_same_line_twice_is_no_more_than_that() {
        check(
            ALL,
            "//- sysmsg.1.map\nSMT_A 1\nSMT_B 2\nSMT_A 1\n",
            &expect![[r#"
            3 `SMT_A` information: `SMT_A` already has the same number on line 1
              Remove line 1
                | SMT_B 2
                | SMT_A 1
        "#]],
        );
    }

    #[test]
    fn a_number_belongs_to_one_name() {
        check(
            ALL,
            "//- protocol.1.map\nS_A 1\nS_B 1\n",
            &expect![[r#"
            2 `1` warning: 1 is already the number of `S_A`, on line 1
              Remove `S_A` (changes the map)
                | S_B 1
              Remove `S_B` (changes the map)
                | S_A 1
        "#]],
        );
        check_none(ALL, &["//- protocol.1.map\nS_A 1\nS_B 2\n"]);
    }
}
