//! Coordinates in a line of text, as logs and people write them.

use super::{Reported, Subject, marks};

/// A number in a line, and what stands before it.
#[derive(Debug, Clone, Copy)]
struct Number {
    value: f64,
    axis: Option<Axis>,
    /// Whether it goes on with what the number before it began.
    follows: bool,
    is_in_brackets: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    X,
    Y,
    Z,
}

/// The place or the way that a line speaks of.
pub(super) fn subject(line: &str) -> Result<Subject, String> {
    let line = marks::with_points(line)?;
    let numbers = numbers(&line);
    let mut places = Vec::new();
    let mut odd = None;
    for group in numbers.chunk_by(|_, next| next.follows) {
        match places_of(group) {
            Ok(found) => places.extend(found),
            Err(why) => odd = Some(why),
        }
    }
    match (places.as_slice(), odd) {
        ([at], _) => Ok(Subject::Place(*at)),
        ([from, to], _) => Ok(Subject::Way { from: *from, to: *to }),
        ([], Some(why)) => Err(why),
        ([], None) => Err("there are no coordinates in it".to_owned()),
        (more, _) => {
            Err(format!("{} positions in one line; expected one, or two for a route", more.len()))
        }
    }
}

/// The places that numbers side by side are. What can't be meant as one is none.
fn places_of(group: &[Number]) -> Result<Vec<Reported>, String> {
    let labelled = |axis| {
        let mut values = group.iter().filter(|number| number.axis == Some(axis));
        let first = values.next();
        (first.map(|number| number.value), values.next().is_some())
    };
    if group.iter().any(|number| number.axis.is_some()) {
        let place = match (labelled(Axis::X), labelled(Axis::Y), labelled(Axis::Z)) {
            ((Some(x), false), (Some(y), false), (Some(z), false)) => Reported::of(&[x, y, z]),
            ((Some(x), false), (Some(y), false), (None, _)) => Reported::of(&[x, y]),
            _ => None,
        };
        return Ok(place.into_iter().collect());
    }
    let is_in_brackets = group.first().is_some_and(|number| number.is_in_brackets);
    let values: Vec<f64> = group.iter().map(|number| number.value).collect();
    match values.len() {
        3 => Ok(Reported::of(&values).into_iter().collect()),
        6 => Ok(values.chunks(3).filter_map(Reported::of).collect()),
        2 | 4 if is_in_brackets => Ok(Reported::of(&values).into_iter().collect()),
        0..=2 => Ok(Vec::new()),
        n => Err(format!("{n} numbers follow each other; expected x, y and z")),
    }
}

/// The numbers of a line that may be coordinates: no times, dates, versions, or parts of words.
fn numbers(line: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    // Behind the run before, and behind the number before.
    let (mut searched, mut end) = (0, 0);
    let mut is_after_number = false;
    while let Some(start) = next_run(line, searched) {
        let whole = run_at(line, start);
        searched = start + whole.len();
        // A comma ends a number: `x=1.5,y=2`.
        let run = whole.trim_end_matches([',', ':', '/']);
        let before = line.get(..start).unwrap_or_default();
        let after = line.get(start + run.len()..).unwrap_or_default();
        let is_marked = before.ends_with('@');
        if is_part_of_a_word(before, after) || (is_time(run) && !is_marked) {
            is_after_number = false;
            continue;
        }
        for (at, text) in numbers_of(run) {
            let gap = line.get(end..start + at).unwrap_or_default();
            let before = line.get(..start + at).unwrap_or_default();
            let axis = axis_before(before);
            let opening = before.trim_end().chars().next_back();
            let Ok(value) = text.parse::<f64>() else {
                is_after_number = false;
                continue;
            };
            let begins = axis == Some(Axis::X) && numbers.last().is_some_and(is_labelled);
            numbers.push(Number {
                value,
                axis,
                follows: is_after_number && joins(gap, axis) && !begins,
                is_in_brackets: matches!(opening, Some('(' | '[' | '<' | '{')),
            });
            (end, is_after_number) = (start + at + text.len(), true);
        }
    }
    numbers
}

fn is_labelled(number: &Number) -> bool {
    number.axis.is_some()
}

/// Where the next run of digits with what may stand between them starts.
pub(super) fn next_run(line: &str, from: usize) -> Option<usize> {
    let rest = line.get(from..)?;
    let digit = from + rest.find(|c: char| c.is_ascii_digit())?;
    // With the sign and the point before it.
    let before = line.get(from..digit)?;
    let signs = before.len() - before.trim_end_matches(['-', '+', '.']).len();
    Some(digit - signs.min(2))
}

pub(super) fn run_at(line: &str, start: usize) -> &str {
    let rest = line.get(start..).unwrap_or_default();
    let is_of_run = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ':' | '/' | '-' | '+');
    let len = rest.find(|c: char| !is_of_run(c)).unwrap_or(rest.len());
    rest.get(..len).unwrap_or_default()
}

/// `v2`, `#12`, `3rd`, `0x1f`.
pub(super) fn is_part_of_a_word(before: &str, after: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '#');
    let mut behind = after.chars();
    let next = behind.next();
    // As programs write numbers with a point.
    let is_suffix = matches!(next, Some('f' | 'F')) && !behind.next().is_some_and(is_of_word);
    before.chars().next_back().is_some_and(is_of_word)
        || next.is_some_and(|c| is_of_word(c) && c != '#') && !is_suffix
}

/// `10:15:30`, `2026-11-22`, `22/11`, `1.2.3`; but not `1200/-340/17` nor `5100:200:12`.
pub(super) fn is_time(run: &str) -> bool {
    if is_three_with(run, '/') || is_three_with(run, ':') {
        return false;
    }
    let bytes = run.as_bytes();
    let is_between = |window: &[u8]| match window {
        [a, b':' | b'/' | b'-', c] => a.is_ascii_digit() && c.is_ascii_digit(),
        _ => false,
    };
    let has_two_points = run.split(',').any(|part| part.matches('.').count() > 1);
    bytes.windows(3).any(is_between) || has_two_points
}

/// Three numbers with a mark between them that are no date and no time of day.
fn is_three_with(run: &str, mark: char) -> bool {
    let parts: Vec<&str> = run.split(mark).collect();
    let is_number = |part: &&str| {
        part.parse::<f64>().is_ok()
            && part.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    };
    let has_longest = |n: usize| parts.iter().all(|part| part.len() <= n);
    let is_plain = run.chars().all(|c| c.is_ascii_digit() || c == mark);
    let n_years = parts.iter().filter(|part| part.len() == 4).count();
    let is_date = is_plain && (has_longest(2) || (mark == '/' && n_years == 1 && has_longest(4)));
    // Seconds may have a fraction.
    let is_hour =
        mark == ':' && parts.iter().take(2).all(|part| part.len() <= 2 && is_digits(part));
    parts.len() == 3 && parts.iter().all(is_number) && !is_date && !is_hour
}

fn is_digits(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}

/// The numbers of a run, each with where it starts in it.
fn numbers_of(run: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    run.split([',', ':', '/']).filter_map(move |part| {
        let start = at;
        at += part.len() + 1;
        // A point behind a number ends a sentence.
        let number = part.trim_end_matches(['.', '-', '+']);
        number.contains(|c: char| c.is_ascii_digit()).then_some((start, number))
    })
}

/// Whether what stands between two numbers holds them together.
fn joins(gap: &str, axis: Option<Axis>) -> bool {
    let gap = match axis {
        Some(_) => gap.trim_end_matches([' ', '\t', '=', ':', '"', '\'']),
        None => gap,
    };
    let gap = match axis {
        Some(_) => gap.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')),
        None => gap.trim_start_matches(['f', 'F']),
    };
    // Within a run that is no time and no date.
    let is_mark = axis.is_none() && matches!(gap, "/" | ":");
    is_mark
        || gap
            .chars()
            .all(|c| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '"' | '\'' | 'f' | 'F'))
}

/// The axis that a number is labelled with: `x=`, `Y:`, `pos_z = `.
pub(super) fn axis_before(before: &str) -> Option<Axis> {
    let label = before.trim_end_matches([' ', '\t', '=', ':', '"', '\'']);
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let word = label.trim_end_matches(is_of_word);
    let word = label.get(word.len()..)?.to_lowercase();
    let prefix = word.get(..word.len().checked_sub(1)?)?;
    let is_label = prefix.is_empty()
        || prefix.ends_with(['_', '.'])
        || matches!(prefix, "pos" | "loc" | "position" | "location" | "coord");
    match word.chars().next_back().filter(|_| is_label)? {
        'x' => Some(Axis::X),
        'y' => Some(Axis::Y),
        'z' => Some(Axis::Z),
        _ => None,
    }
}
