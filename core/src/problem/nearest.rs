//! "Did you mean …?": the known word that is nearest to one that was typed.

/// Words longer than this are not compared: nobody meant them.
const MAX_LEN: usize = 64;

/// The candidate that a person most likely meant, if any is near: at most one letter in three
/// wrong, missing, too many or swapped with its neighbour. Upper and lower case are alike. Of
/// equally near ones it is the first.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = lower_case(word);
    let limit = (letters.len() / 3).max(1).min(letters.len().saturating_sub(1));
    let is_comparable = |len: usize| len <= MAX_LEN && len.abs_diff(letters.len()) <= limit;
    candidates
        .into_iter()
        .filter(|candidate| is_comparable(candidate.chars().count()))
        .map(|candidate| (n_slips(&letters, &lower_case(candidate)), candidate))
        .filter(|(n_slips, _)| *n_slips <= limit)
        .min_by_key(|(n_slips, _)| *n_slips)
        .map(|(_, candidate)| candidate)
}

/// So many candidates are named at most.
const MAX_NEAR: usize = 3;

/// No shorter word tells anything by being a part of another.
const MIN_PART: usize = 3;

/// The candidates that a person may have meant: the nearest one, and then those that hold the word
/// or that it holds.
pub fn near_ones<'a>(word: &str, candidates: &[&'a str]) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let holds = |whole: &str, part: &str| part.chars().count() >= MIN_PART && whole.contains(part);
    let is_near = |candidate: &&&str| {
        let candidate = candidate.to_lowercase();
        holds(&candidate, &lower) || holds(&lower, &candidate)
    };
    let mut near: Vec<&str> = nearest(word, candidates.iter().copied()).into_iter().collect();
    for candidate in candidates.iter().filter(is_near) {
        if !near.contains(candidate) {
            near.push(candidate);
        }
    }
    near.truncate(MAX_NEAR);
    near
}

/// What follows "there is no such name": the near ones as a question, or nothing.
pub fn did_you_mean(near: &[&str]) -> String {
    match near {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [some @ .., last] => format!("; did you mean {} or {last}?", some.join(", ")),
    }
}

fn lower_case(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).collect()
}

/// How many letters have to be changed, put in, taken out or swapped to make `b` of `a`.
fn n_slips(a: &[char], b: &[char]) -> usize {
    // Row by row: entry `j` is the distance of what was seen of `a` and the first `j` of `b`.
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut before_x = None;
    for (i, x) in a.iter().enumerate() {
        let mut left = i + 1;
        let mut row = vec![left];
        let mut before_y = None;
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let changed = at(&last, j) + usize::from(x != y);
            let mut n_slips = changed.min(left + 1).min(at(&last, j + 1) + 1);
            if before_x == Some(y) && before_y == Some(x) {
                n_slips = n_slips.min(at(&before_last, j.saturating_sub(1)) + 1);
            }
            row.push(n_slips);
            left = n_slips;
            before_y = Some(y);
        }
        before_last = std::mem::replace(&mut last, row);
        before_x = Some(x);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: &[&str] = &["int16", "int32", "int64", "uint32", "string", "byte"];

    #[test]
    fn slips_are_counted() {
        let cases = [("", "", 0), ("", "ab", 2), ("ab", "", 2), ("ab", "ba", 1), ("a", "b", 1)];
        for (a, b, n) in cases.into_iter().chain([("kitten", "sitting", 3), ("sting", "string", 1)])
        {
            assert_eq!(n_slips(&lower_case(a), &lower_case(b)), n, "{a} {b}");
        }
    }

    #[test]
    fn the_nearest_word_is_found_and_a_far_one_is_not() {
        let cases = [
            ("in32", Some("int32")),
            ("unt32", Some("int32")),
            ("INT32", Some("int32")),
            ("stirng", Some("string")),
            ("btye", Some("byte")),
            ("vector", None),
            ("B", None),
            ("", None),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, TYPES.iter().copied()), expected, "{word}");
        }
    }

    #[test]
    fn near_are_what_is_nearly_spelt_so_and_what_holds_it_or_is_held() {
        let names = ["Velika_City", "Velik_P", "Old_Velika_P", "P", "Lumbertown", "velika_p_2"];
        assert_eq!(near_ones("Velika_P", &names), ["Velik_P", "Old_Velika_P", "velika_p_2"]);
        assert_eq!(near_ones("lumber", &names), ["Lumbertown"]);
        assert_eq!(near_ones("Lumbertown_P", &names), ["Lumbertown"]);
        assert!(near_ones("Allemantheia", &names).is_empty());
        assert_eq!(did_you_mean(&[]), "");
        assert_eq!(did_you_mean(&["a"]), "; did you mean a?");
        assert_eq!(did_you_mean(&["a", "b", "c"]), "; did you mean a, b or c?");
    }

    #[test]
    fn an_endless_word_is_near_to_nothing() {
        let word = "x".repeat(1_000_000);
        assert_eq!(nearest(&word, [word.as_str(), "int32"]), None);
    }
}
