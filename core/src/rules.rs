//! Every rule of every room, to be looked up by its code.

use crate::problem::Rule;
use crate::problem::nearest::nearest;

/// What each room can find. A room that gets rules of its own is added here.
const ROOMS: &[&[&Rule]] = &[
    crate::format::problem::RULES,
    crate::vfs::problem::RULES,
    crate::project::RULES,
    crate::space::extent::RULES,
    crate::def::check::RULES,
    crate::def::against::RULES,
    crate::def::capture::rule::RULES,
    crate::def::skipped::RULES,
    crate::check::gat::RULES,
    crate::check::cache::RULES,
    crate::check::area::RULES,
    crate::check::rose::RULES,
    crate::check::zone::RULES,
    crate::check::table::RULES,
];

/// All rules, sorted by code.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    let mut rules: Vec<&'static Rule> = ROOMS.iter().copied().flatten().copied().collect();
    rules.sort_by_key(|rule| rule.code);
    rules.into_iter()
}

/// The rule that has a code.
pub fn find(code: &str) -> Result<&'static Rule, UnknownCode> {
    all().find(|rule| rule.code == code).ok_or_else(|| UnknownCode {
        code: code.to_owned(),
        nearest: nearest(code, all().map(|rule| rule.code)),
    })
}

/// What `explain CODE` prints: the code, its usual severity, what is wrong, and why that matters.
pub fn explain(code: &str) -> Result<String, UnknownCode> {
    let Rule { code, severity, title, explanation } = find(code)?;
    Ok(format!("{severity}[{code}]: {title}\n\n{explanation}\n"))
}

/// What `explain` prints without a code: a line for every rule.
pub fn list() -> String {
    let width = all().map(|rule| rule.code.len()).max().unwrap_or(0);
    let line = |Rule { code, severity, title, .. }: &Rule| {
        format!("{code:width$}  {:11}  {title}\n", severity.name())
    };
    all().map(line).collect()
}

/// No rule has this code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule has the code `{code}`{}", did_you_mean(.nearest))]
pub struct UnknownCode {
    pub code: String,
    /// The code that was probably meant.
    pub nearest: Option<&'static str>,
}

fn did_you_mean(nearest: &Option<&str>) -> String {
    nearest.map_or_else(String::new, |code| format!("; did you mean `{code}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_sorted_and_lower_case_words_with_dashes() {
        let codes: Vec<&str> = all().map(|rule| rule.code).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
        for code in codes {
            let is_word = |word: &str| {
                !word.is_empty()
                    && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            };
            assert!(code.contains('-') && code.split('-').all(is_word), "{code}");
        }
    }

    #[test]
    fn every_rule_is_explained() {
        for Rule { code, title, explanation, .. } in all() {
            assert!(title.starts_with(|c: char| c.is_uppercase()), "{code}: {title}");
            assert!(!title.ends_with('.'), "{code}: {title}");
            assert!(explanation.len() > 80, "{code} is not explained: {explanation}");
            assert!(explanation.trim_end().ends_with('.'), "{code}: {explanation}");
        }
    }

    #[test]
    fn a_code_is_explained_by_its_name() {
        let text = explain("file-unreadable").unwrap();
        assert!(text.starts_with("error[file-unreadable]: Unreadable file\n\nThe bytes"), "{text}");
    }

    #[test]
    fn an_unknown_code_gets_the_nearest_one() {
        assert_eq!(
            explain("file-unredable").unwrap_err().to_string(),
            "no rule has the code `file-unredable`; did you mean `file-unreadable`?"
        );
        assert_eq!(find("xyz").unwrap_err().to_string(), "no rule has the code `xyz`");
    }
}
