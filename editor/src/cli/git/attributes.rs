//! The lines of `.gitattributes`: which files git hands to this program.

use landwright_core::format::file::Kind;

/// Around the lines that are ours.
const BEGIN: &str = "# landwright git setup: begin";
const END: &str = "# landwright git setup: end";

/// Behind [`BEGIN`], where the line before got an end with the block.
const JOINED: &str = " (the line before had no end)";

/// How the drivers are called in attributes and configuration.
pub(super) const DRIVER: &str = "landwright";

/// The text with our lines behind it; `None` where they are there already.
pub(super) fn with_lines(text: &str) -> Option<String> {
    if text.contains(BEGIN) {
        return None;
    }
    let is_joined = !text.is_empty() && !text.ends_with('\n');
    let (gap, joined) = if is_joined { ("\n", JOINED) } else { ("", "") };
    Some(format!("{text}{gap}{BEGIN}{joined}\n{}{END}\n", lines()))
}

/// The text as it was before; `None` where our lines are not in it as they were written.
pub(super) fn without_lines(text: &str) -> Option<String> {
    let start = text.find(BEGIN)?;
    let (before, block) = text.split_at(start);
    let (_, after) = block.split_once(END)?;
    let after = after.strip_prefix('\r').unwrap_or(after).strip_prefix('\n')?;
    let is_joined = block.lines().next().is_some_and(|line| line.ends_with(JOINED));
    // A line that came later needs the end of the one before.
    let is_joined = is_joined && after.is_empty();
    let before = if is_joined { before.strip_suffix('\n').unwrap_or(before) } else { before };
    Some(format!("{before}{after}"))
}

/// A line for each kind of name, whatever its case. Bytes of maps are never taken for text.
fn lines() -> String {
    let mut lines = String::new();
    for ending in Kind::ALL.iter().flat_map(|kind| kind.format().endings()) {
        let pattern = in_any_case(ending);
        lines.push_str(&format!("*{pattern} -text diff={DRIVER} merge={DRIVER}\n"));
    }
    lines.push_str(&format!("*.{} diff={DRIVER} merge={DRIVER}\n", in_any_case("def")));
    lines
}

/// `.gat` → `.[gG][aA][tT]`: git tells large letters from small ones.
fn in_any_case(ending: &str) -> String {
    let letter = |letter: char| match letter.is_ascii_alphabetic() {
        true => format!("[{}{}]", letter.to_ascii_lowercase(), letter.to_ascii_uppercase()),
        false => letter.to_string(),
    };
    ending.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_and_go_and_leave_every_byte() {
        for text in ["", "*.txt text\n", "*.txt text", "a\r\nb\r\n\n\n"] {
            let with = with_lines(text).unwrap();
            assert!(with.contains("\n*.[gG][aA][tT] -text diff=landwright merge=landwright\n"));
            assert_eq!(with_lines(&with), None);
            assert_eq!(without_lines(&with).as_deref(), Some(text));
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            let more = without_lines(&format!("{with}*.later text\n"));
            assert_eq!(more, Some(format!("{text}{end}*.later text\n")));
        }
        assert_eq!(without_lines("*.txt text\n"), None);
        assert_eq!(without_lines(&format!("{BEGIN}\n*.gat")), None, "somebody cut it");
    }
}
