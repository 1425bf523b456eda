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
    fn an_endless_word_is_near_to_nothing() {
        let word = "x".repeat(1_000_000);
        assert_eq!(nearest(&word, [word.as_str(), "int32"]), None);
    }
}
