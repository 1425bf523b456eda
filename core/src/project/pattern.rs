//! Patterns of file names: `*` and `?` within a name, `**` over folders.

/// A pattern with `/`, from the folder of the project or a root. One without a slash before its
/// end means that name in any folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// As the person wrote it.
    text: String,
    /// In lower case, since the games do not tell cases apart.
    parts: Vec<Vec<char>>,
}

const ANY_FOLDERS: &[char] = &['*', '*'];

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPattern {
    #[error("it names no file")]
    Empty,
    #[error(
        "`{0}` has no meaning here: `*` and `?` match letters of a name, `**` matches folders; for \
         a bracket in a name write `?`"
    )]
    Sign(char),
}

/// What stands for sets of letters or names in other languages of patterns, and is taken for a
/// mistake rather than for part of a name.
const SIGNS: &[char] = &['[', ']', '{', '}'];

impl Pattern {
    pub fn new(text: &str) -> Result<Pattern, BadPattern> {
        if let Some(sign) = text.chars().find(|c| SIGNS.contains(c)) {
            return Err(BadPattern::Sign(sign));
        }
        let pattern = text.replace('\\', "/");
        let mut parts = parts_of(&pattern);
        if parts.is_empty() {
            return Err(BadPattern::Empty);
        }
        if !pattern.trim_end_matches('/').contains('/') {
            parts.insert(0, ANY_FOLDERS.to_vec());
        }
        // A folder means everything in it.
        if pattern.ends_with('/') {
            parts.push(ANY_FOLDERS.to_vec());
        }
        Ok(Pattern { text: text.to_owned(), parts })
    }

    /// As the person wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many folders it names before the first part that may differ.
    pub fn n_named_folders(&self) -> usize {
        let is_open = |part: &Vec<char>| part.iter().any(|c| matches!(c, '*' | '?'));
        let n_named = self.parts.iter().take_while(|part| !is_open(part)).count();
        n_named.min(self.parts.len().saturating_sub(1))
    }

    pub fn matches(&self, name: &str) -> bool {
        let name_matches = |part: &Vec<char>, name: &Vec<char>| {
            is_match(part, name, |p| *p == '*', |p, c| *p == '?' || p == c)
        };
        is_match(&self.parts, &parts_of(name), |part| part == ANY_FOLDERS, name_matches)
    }
}

fn parts_of(name: &str) -> Vec<Vec<char>> {
    let parts = name.split('/').filter(|part| !part.is_empty() && *part != ".");
    parts.map(|part| part.chars().flat_map(char::to_lowercase).collect()).collect()
}

/// Whether a row of things fits a row of patterns, of which some fit any number. Only the last
/// of those is ever tried again with one more, so the time is at most the product of the lengths.
fn is_match<P, T>(
    pattern: &[P],
    row: &[T],
    fits_any: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut pattern_idx, mut row_idx) = (0, 0);
    let mut retry = None;
    loop {
        let part = pattern.get(pattern_idx);
        match (part, row.get(row_idx)) {
            (Some(part), _) if fits_any(part) => {
                retry = Some((pattern_idx, row_idx));
                pattern_idx += 1;
            }
            (Some(part), Some(thing)) if fits(part, thing) => {
                pattern_idx += 1;
                row_idx += 1;
            }
            (None, None) => return true,
            (_, thing) => match retry {
                Some((any_idx, seen_idx)) if thing.is_some() => {
                    retry = Some((any_idx, seen_idx + 1));
                    pattern_idx = any_idx + 1;
                    row_idx = seen_idx + 1;
                }
                _ => return false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_as_a_person_expects() {
        let rows = [
            ("a.gat", "a.gat", true),
            ("a.gat", "maps/A.GAT", true),
            ("*.gat", "maps/old/a.gat", true),
            ("maps/*.gat", "maps/a.gat", true),
            ("maps/*.gat", "maps/old/a.gat", false),
            ("maps/*.gat", "x/maps/a.gat", false),
            ("**/maps/*", "x/y/maps/a", true),
            ("maps/**", "maps/x/y", true),
            ("maps/", "maps/x/y", true),
            ("maps/", "x/maps/y", true),
            ("old/maps/", "x/old/maps/y", false),
            (r"maps\**\a.*", "maps/a.gat", true),
            (r"maps\**\a.*", "maps/1/2/a.gat", true),
            ("**/b/**/c", "a/b/x/b/c", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*a*b", "xaxbxab", true),
            ("*a*b", "xaxbxa", false),
            ("./a", "a", true),
            ("**", "", true),
            ("*", "", false),
        ];
        for (pattern, name, expected) in rows {
            assert_eq!(Pattern::new(pattern).unwrap().matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn what_other_languages_of_patterns_say_is_refused() {
        for pattern in ["[", "maps/[a-c]*.gat", "*.{gat,rsw}"] {
            let error = Pattern::new(pattern).unwrap_err().to_string();
            assert!(error.contains("has no meaning here"), "{pattern}: {error}");
        }
        assert_eq!(Pattern::new("./"), Err(BadPattern::Empty));
    }

    #[test]
    fn a_spiteful_pattern_takes_no_time() {
        let pattern = Pattern::new(&"*a".repeat(500)).unwrap();
        assert!(!pattern.matches(&format!("{}b", "a".repeat(5000))));
    }
}
