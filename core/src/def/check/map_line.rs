//! Lines of a map that are no name with a number, or have one that can't be.

use crate::def::catalogue::MapFile;
use crate::def::file_name::MapKind;
use crate::def::map::{MAX_MAP_LEN, MapFaultKind, MapLine};
use crate::def::text::{Span, trimmed};
use crate::problem::{Fix, Place, Problem, Rule, Severity, TextEdit};

/// What the title of a fix ends in if the map gives other numbers after it.
pub(super) const CHANGES_MAP: &str = " (changes the map)";

pub(super) const MAP_TOO_LONG: Rule = Rule {
    code: "map-too-long",
    severity: Severity::Error,
    title: "Map too long",
    explanation: "\
This map has more than eight million bytes and was not read. The longest map of the game has \
160,000. It is probably a different kind of file with the name of a map.",
};

pub(super) const MAP_MERGE_CONFLICT: Rule = Rule {
    code: "map-merge-conflict",
    severity: Severity::Error,
    title: "Unfinished merge",
    explanation: "\
A merge left both versions of some lines in this map, between the markers `<<<<<<<`, `=======` and \
`>>>>>>>`. The parsers skip the markers and read the lines of both sides. Where the sides differ, \
the last line counts.

Keep one side, or the right lines of both, and remove the markers. Until then nothing else is \
checked in this file.",
};

pub(super) const MAP_MALFORMED_LINE: Rule = Rule {
    code: "map-malformed-line",
    severity: Severity::Error,
    title: "Malformed line",
    explanation: "\
A line of a map is a name and a number, with `=` or white space in between: `S_LOGIN = 12345`. \
Everything else belongs in a comment, after `#`. Most parsers skip such a line, so the packet is \
unknown. protojs rejects the whole map.",
};

pub(super) const MAP_NOT_A_NUMBER: Rule = Rule {
    code: "map-not-a-number",
    severity: Severity::Error,
    title: "Value that is not a number",
    explanation: "\
The value of a line of a map is a decimal number without a sign: `S_LOGIN = 12345`. Most parsers \
skip a line with any other value, so the packet is unknown. protojs rejects the whole map.",
};

pub(super) const MAP_OUT_OF_RANGE: Rule = Rule {
    code: "map-out-of-range",
    severity: Severity::Error,
    title: "Number that no packet can have",
    explanation: "\
The number of a packet takes two bytes in its header, so it is at most 65535. It probably has a \
digit too many.",
};

/// True where there were any.
pub(super) fn check_conflicts(file: &MapFile, problems: &mut Vec<Problem>) -> bool {
    let spans: Vec<Span> = file.map.lines().iter().map(|line| line.span).collect();
    let n_before = problems.len();
    let (path, text) = (&*file.path, &**file.map.text());
    super::conflict::add(&MAP_MERGE_CONFLICT, path, text, &spans, CHANGES_MAP, problems);
    problems.len() > n_before
}

pub(super) fn check(file: &MapFile, problems: &mut Vec<Problem>) {
    for fault in file.map.faults() {
        let found = file.map.str(fault.span);
        let (rule, message) = match fault.kind {
            MapFaultKind::TooLong => {
                (&MAP_TOO_LONG, format!("a map has at most {MAX_MAP_LEN} bytes"))
            }
            MapFaultKind::NoName => (&MAP_MALFORMED_LINE, "the name is missing".to_owned()),
            MapFaultKind::NoValue => (&MAP_MALFORMED_LINE, "the number is missing".to_owned()),
            MapFaultKind::ExtraWords => {
                (&MAP_MALFORMED_LINE, format!("`{found}` is more than one number"))
            }
            MapFaultKind::NotANumber => {
                (&MAP_NOT_A_NUMBER, format!("`{found}` is not a decimal number"))
            }
        };
        let span = match fault.kind {
            // Of what was not read, the first line stands for all.
            MapFaultKind::TooLong => Span::new(0, first_line_len(found)),
            _ => fault.span,
        };
        let mut problem = Problem::new(rule, Place::text(&*file.path, span.range()), message);
        if let Some(line) =
            file.map.lines().get(fault.line as usize).filter(|_| rule != &MAP_TOO_LONG)
        {
            problem.fixes.extend(fixes(file, line, fault.kind, fault.span));
        }
        problems.push(problem);
    }
    if file.kind == MapKind::Protocol {
        check_range(file, problems);
    }
}

fn first_line_len(text: &str) -> u32 {
    const MAX_SHOWN: usize = 200;
    text.char_indices()
        .take(MAX_SHOWN)
        .find(|(_, c)| "\r\n".contains(*c))
        .map_or(0, |(at, _)| at as u32)
}

fn fixes(file: &MapFile, line: &MapLine, kind: MapFaultKind, span: Span) -> Vec<Fix> {
    let found = file.map.str(span);
    let mut fixes = Vec::new();
    let mut add = |title: String, edit| {
        fixes.push(Fix::edit(title, &*file.path, vec![edit]).one_by_one());
    };
    if kind == MapFaultKind::ExtraWords {
        let first = found.split(crate::def::text::is_space).next().unwrap_or_default();
        if first.bytes().all(|byte| byte.is_ascii_digit()) {
            let at = span.start as usize + first.len();
            let title = format!("Turn the text after the `{first}` into a comment{CHANGES_MAP}");
            add(title, TextEdit::insert(at, " #"));
        }
    }
    if kind == MapFaultKind::NotANumber
        && let Some(number) = hexadecimal(found)
    {
        let title = format!("Write it as `{number}`{CHANGES_MAP}");
        add(title, TextEdit::replace(span.range(), number.to_string()));
    }
    let start = trimmed(file.map.text(), line.span).start as usize;
    add("Turn the line into a comment".to_owned(), TextEdit::insert(start, "# "));
    fixes
}

fn hexadecimal(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    u32::from_str_radix(digits, 16).ok()
}

fn check_range(file: &MapFile, problems: &mut Vec<Problem>) {
    for line in file.map.lines() {
        let Some(entry) = &line.entry else { continue };
        let Some(code) = entry.code.filter(|code| *code > u32::from(u16::MAX)) else { continue };
        let message = format!("{code} is more than the two bytes of a packet's number can hold");
        let place = Place::text(&*file.path, entry.value.range());
        let start = trimmed(file.map.text(), line.span).start as usize;
        let title = format!("Turn the line into a comment{CHANGES_MAP}");
        let fix = Fix::edit(title, &*file.path, vec![TextEdit::insert(start, "# ")]).one_by_one();
        problems.push(Problem::new(&MAP_OUT_OF_RANGE, place, message).with_fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::harness::{check, check_none};
    use super::*;

    const ALL: &[&Rule] =
        &[&MAP_MERGE_CONFLICT, &MAP_MALFORMED_LINE, &MAP_NOT_A_NUMBER, &MAP_OUT_OF_RANGE];

    #[test]
    fn lines_that_are_no_name_with_a_number_become_comments() {
        check(
            ALL,
            "//- protocol.1.map\nS_A =\nS_B = 1 2 # c\n= 5\nS_C x\nS_D 0x10\nS_E = 3\n",
            &expect![[r#"
                1 `S_A =` error: the number is missing
                  Turn the line into a comment
                    | # S_A =
                    | S_B = 1 2 # c
                    | = 5
                    | S_C x
                    | S_D 0x10
                    | S_E = 3
                2 `1 2` error: `1 2` is more than one number
                  Turn the text after the `1` into a comment (changes the map)
                    | S_A =
                    | S_B = 1 # 2 # c
                    | = 5
                    | S_C x
                    | S_D 0x10
                    | S_E = 3
                  Turn the line into a comment
                    | S_A =
                    | # S_B = 1 2 # c
                    | = 5
                    | S_C x
                    | S_D 0x10
                    | S_E = 3
                3 `= 5` error: the name is missing
                  Turn the line into a comment
                    | S_A =
                    | S_B = 1 2 # c
                    | # = 5
                    | S_C x
                    | S_D 0x10
                    | S_E = 3
                4 `x` error: `x` is not a decimal number
                  Turn the line into a comment
                    | S_A =
                    | S_B = 1 2 # c
                    | = 5
                    | # S_C x
                    | S_D 0x10
                    | S_E = 3
                5 `0x10` error: `0x10` is not a decimal number
                  Write it as `16` (changes the map)
                    | S_A =
                    | S_B = 1 2 # c
                    | = 5
                    | S_C x
                    | S_D 16
                    | S_E = 3
                  Turn the line into a comment
                    | S_A =
                    | S_B = 1 2 # c
                    | = 5
                    | S_C x
                    | # S_D 0x10
                    | S_E = 3
            "#]],
        );
    }

    #[test]
    fn the_number_of_a_packet_has_two_bytes() {
        check(
            ALL,
            "//- protocol.1.map\nS_A = 0\nS_B = 65536\nS_C = 65535\n",
            &expect![[r#"
                2 `65536` error: 65536 is more than the two bytes of a packet's number can hold
                  Turn the line into a comment (changes the map)
                    | S_A = 0
                    | # S_B = 65536
                    | S_C = 65535
            "#]],
        );
        check_none(ALL, &["//- sysmsg.1.map\nSMT_A = 0\nSMT_B = 70000\n"]);
    }

    #[test]
    fn a_merge_is_one_problem_per_conflict() {
        check(
            ALL,
            "//- protocol.1.map\nA 1\n<<<<<<< HEAD\nB 2\n=======\nB 3\n>>>>>>> x\n<<<<<<< HEAD\nC 4\n=======\n>>>>>>> x\n",
            &expect![[r#"
                2 `<<<<<<< HEAD` error: both versions of these lines are here: a merge was not finished
                  Keep the lines of `HEAD` (changes the map)
                    | A 1
                    | B 2
                    | <<<<<<< HEAD
                    | C 4
                    | =======
                    | >>>>>>> x
                  Keep the lines of `x` (changes the map)
                    | A 1
                    | B 3
                    | <<<<<<< HEAD
                    | C 4
                    | =======
                    | >>>>>>> x
                7 `<<<<<<< HEAD` error: both versions of these lines are here: a merge was not finished
                  Keep the lines of `HEAD` (changes the map)
                    | A 1
                    | <<<<<<< HEAD
                    | B 2
                    | =======
                    | B 3
                    | >>>>>>> x
                    | C 4
                  Keep the lines of `x` (changes the map)
                    | A 1
                    | <<<<<<< HEAD
                    | B 2
                    | =======
                    | B 3
                    | >>>>>>> x
            "#]],
        );
    }

    #[test]
    fn a_map_that_is_too_long_is_one_problem() {
        let text = format!("//- protocol.1.map\nA 1\n{}", " ".repeat(MAX_MAP_LEN));
        check(
            &[&MAP_TOO_LONG],
            &text,
            &expect![[r#"
            1 `A 1` error: a map has at most 8388608 bytes
        "#]],
        );
    }
}
