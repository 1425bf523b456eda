//! Decimal commas and thousands marks in a line, as some systems write numbers.

use std::borrow::Cow;

use super::line::{axis_before, is_part_of_a_word, is_time, next_run, run_at};

/// A number with commas in a line.
struct Marked<'l> {
    start: usize,
    text: &'l str,
    is_labelled: bool,
    is_bracketed: bool,
}

/// What a number with commas is.
#[derive(Debug, Clone, PartialEq)]
enum Meaning {
    Number(String),
    /// The comma may be either mark.
    Unclear,
    /// Several numbers.
    List,
}

/// The line with a point as the only mark of its numbers. Commas between numbers stay. What may be read
/// both ways is refused.
pub(super) fn with_points(line: &str) -> Result<Cow<'_, str>, String> {
    let marked = marked(line);
    let with_comma = || marked.iter().filter(|number| number.text.contains(','));
    // A label is about one number; without labels, three numbers or six, each with its own comma.
    let is_labelled =
        with_comma().next().is_some() && with_comma().all(|number| number.is_labelled);
    let n_marked = with_comma().count();
    let are_coordinates =
        [3, 6].contains(&n_marked) && !with_comma().all(|number| number.is_bracketed);
    if !is_labelled && !are_coordinates {
        return Ok(Cow::Borrowed(line));
    }
    let meanings: Vec<(&Marked<'_>, Meaning)> =
        with_comma().map(|number| (number, meaning(number.text))).collect();
    if meanings.iter().any(|(_, meaning)| *meaning == Meaning::List) {
        return Ok(Cow::Borrowed(line));
    }
    // One number tells how the others are meant.
    let is_decimal = meanings.iter().any(|(number, meaning)| {
        matches!(meaning, Meaning::Number(_))
            && number.text.matches(',').count() == 1
            && !number.text.rsplit_once('.').is_some_and(|(head, _)| head.contains(','))
    });
    let mut read = String::with_capacity(line.len());
    let mut end = 0;
    for (number, meaning) in meanings {
        read += line.get(end..number.start).unwrap_or_default();
        match meaning {
            Meaning::Number(text) => read += &text,
            _ if is_decimal => read += &number.text.replace(',', "."),
            _ => {
                return Err(format!(
                    "`{}` may have a decimal comma or a thousands separator; write it with a \
                     point, or without separators",
                    number.text
                ));
            }
        }
        end = number.start + number.text.len();
    }
    read += line.get(end..).unwrap_or_default();
    Ok(Cow::Owned(read))
}

/// Everything in a line that looks like a number with marks in it.
fn marked(line: &str) -> Vec<Marked<'_>> {
    let (mut marked, mut searched) = (Vec::new(), 0);
    while let Some(start) = next_run(line, searched) {
        let whole = run_at(line, start);
        searched = start + whole.len();
        let text = whole.trim_end_matches([',', '.', ':', '/']);
        let before = line.get(..start).unwrap_or_default();
        let after = line.get(start + text.len()..).unwrap_or_default();
        let is_list = text.contains([':', '/']);
        if is_part_of_a_word(before, after) || is_list || (is_time(text) && !text.contains(',')) {
            continue;
        }
        let opening = before.trim_end().chars().next_back();
        let is_bracketed = matches!(opening, Some('(' | '[' | '<' | '{'));
        let is_labelled = axis_before(before).is_some();
        marked.push(Marked { start, text, is_labelled, is_bracketed });
    }
    marked
}

fn meaning(text: &str) -> Meaning {
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (if text.starts_with('-') { "-" } else { "" }, digits),
        None => ("", text),
    };
    let number = |whole: String, rest: &str| match rest {
        "" => Meaning::Number(format!("{sign}{whole}")),
        rest => Meaning::Number(format!("{sign}{whole}.{rest}")),
    };
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let in_threes = |whole: &str, mark: char| {
        let mut parts = whole.split(mark);
        let first = parts.next().unwrap_or_default();
        is_digits(first)
            && first.len() <= 3
            && parts.all(|part| is_digits(part) && part.len() == 3)
            && whole.contains(mark)
    };
    let comma = digits.rfind(',');
    match (digits.rfind('.'), comma) {
        // 106,298.72
        (Some(point), Some(comma)) if point > comma => {
            let (whole, rest) = digits.split_at(point);
            let rest = rest.trim_start_matches('.');
            match in_threes(whole, ',') && is_digits(rest) {
                true => number(whole.replace(',', ""), rest),
                false => Meaning::List,
            }
        }
        // 106.298,72
        (Some(_), Some(comma)) => {
            let (whole, rest) = digits.split_at(comma);
            let rest = rest.trim_start_matches(',');
            match in_threes(whole, '.') && is_digits(rest) {
                true => number(whole.replace('.', ""), rest),
                false => Meaning::List,
            }
        }
        (None, Some(_)) if digits.matches(',').count() > 1 => match in_threes(digits, ',') {
            // 1,106,298, if it is not three coordinates.
            true if digits.len() > 7 => number(digits.replace(',', ""), ""),
            _ => Meaning::List,
        },
        (None, Some(comma)) => {
            let (whole, rest) = digits.split_at(comma);
            let rest = rest.trim_start_matches(',');
            match (is_digits(whole) && is_digits(rest), in_threes(digits, ',')) {
                (false, _) => Meaning::List,
                (true, true) => Meaning::Unclear,
                (true, false) => number(whole.to_owned(), rest),
            }
        }
        (_, None) => Meaning::List,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let read = with_points(line);
        assert_eq!(read.as_deref().unwrap_or("unclear"), expected, "{line}");
    }

    #[test]
    fn commas_within_numbers_become_points_and_those_between_stay() {
        check("x=-106298,72 y=124491,66 z=-7047,5", "x=-106298.72 y=124491.66 z=-7047.5");
        check("stuck at 106298,72 124491,66 -7047,66", "stuck at 106298.72 124491.66 -7047.66");
        check("106.298,72; 124.491,66; -7.047,66", "106298.72; 124491.66; -7047.66");
        check("(106,298.72, 124,491.66, -7,047.66)", "(106298.72, 124491.66, -7047.66)");
        check("x=106,298 y=124491,66", "x=106.298 y=124491.66");
        check("x=106,298 y=124,491", "unclear");
        for same in
            ["1,2,3", "(1,2) to (3,4)", "x=1,y=2,z=3", "at (1.5, 2, 3)", "1,2,3 > 4,5,6", "", "5,5"]
        {
            check(same, same);
        }
        check("[2026-11-22 10:15:30,123] at (1, 2, 3)", "[2026-11-22 10:15:30,123] at (1, 2, 3)");
    }
}
