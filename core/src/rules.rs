//! Every rule of every room, to be looked up by its code.
//!
//! A build without the worlds has the rules of definitions alone, and knows the codes of the rest.

mod codes;

use crate::problem::nearest::nearest;
use crate::problem::{Rule, today};

pub use self::codes::OF_WORLDS;

/// Rules of some rooms.
#[derive(Debug, Clone, Copy)]
pub struct Rules(&'static [&'static [&'static Rule]]);

/// What the rooms can find that every build has. A room that gets rules of its own is added here.
pub const OF_DEFINITIONS: Rules = Rules(&[
    crate::format::problem::RULES,
    crate::vfs::problem::RULES,
    crate::project::RULES,
    crate::def::check::RULES,
    crate::def::against::RULES,
    crate::def::capture::rule::RULES,
    crate::def::skipped::RULES,
]);

/// What each room can find: the rooms above and those of the worlds.
#[cfg(feature = "worlds")]
pub const ALL: Rules = Rules(&[
    crate::format::problem::RULES,
    crate::vfs::problem::RULES,
    crate::project::RULES,
    crate::def::check::RULES,
    crate::def::against::RULES,
    crate::def::capture::rule::RULES,
    crate::def::skipped::RULES,
    crate::space::extent::RULES,
    crate::check::gat::RULES,
    crate::check::cache::RULES,
    crate::check::scene::RULES,
    crate::check::scripts::RULES,
    crate::check::area::RULES,
    crate::check::territory::RULES,
    crate::check::rose::RULES,
    crate::check::zone::RULES,
    crate::check::table::RULES,
    crate::check::eq::RULES,
    crate::check::navigation::RULES,
    crate::check::eq_rows::RULES,
    crate::check::asset::RULES,
    crate::check::client::RULES,
    crate::format::other_layout::RULES,
]);

impl Rules {
    /// Sorted by code.
    pub fn sorted(self) -> Vec<&'static Rule> {
        let mut rules: Vec<&'static Rule> = self.0.iter().copied().flatten().copied().collect();
        rules.sort_by_key(|rule| rule.code);
        rules
    }

    /// The rule that has a code.
    pub fn find(self, code: &str) -> Result<&'static Rule, UnknownCode> {
        let rules = self.sorted();
        let today = today(code);
        rules.iter().copied().find(|rule| rule.code == today).ok_or_else(|| UnknownCode {
            code: code.to_owned(),
            nearest: nearest(code, rules.iter().map(|rule| rule.code)),
        })
    }

    /// What `explain CODE` prints: the code, its usual severity, what is wrong, and why that matters.
    pub fn explain(self, code: &str) -> Result<String, UnknownCode> {
        let Rule { code, severity, title, explanation } = self.find(code)?;
        Ok(format!("{severity}[{code}]: {title}\n\n{explanation}\n"))
    }

    /// What `explain` prints without a code: a line for every rule.
    pub fn list(self) -> String {
        let rules = self.sorted();
        let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
        let line = |Rule { code, severity, title, .. }: &&Rule| {
            format!("{code:width$}  {:11}  {title}\n", severity.name())
        };
        rules.iter().map(line).collect()
    }
}

/// The code of every rule that there is, in builds without the worlds as well: those that a
/// `landwright.toml` may name.
pub fn codes() -> Vec<&'static str> {
    let own = OF_DEFINITIONS.sorted().into_iter().map(|rule| rule.code);
    own.chain(OF_WORLDS.iter().copied()).collect()
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

#[cfg(all(test, feature = "worlds"))]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_sorted_and_lower_case_words_with_dashes() {
        let codes: Vec<&str> = ALL.sorted().iter().map(|rule| rule.code).collect();
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
        for Rule { code, title, explanation, .. } in ALL.sorted() {
            assert!(title.starts_with(|c: char| c.is_uppercase()), "{code}: {title}");
            assert!(!title.ends_with('.'), "{code}: {title}");
            assert!(explanation.len() > 80, "{code} is not explained: {explanation}");
            assert!(explanation.trim_end().ends_with('.'), "{code}: {explanation}");
        }
    }

    #[test]
    fn a_code_is_explained_by_its_name() {
        let text = ALL.explain("file-unreadable").unwrap();
        assert!(text.starts_with("error[file-unreadable]: Unreadable file\n\nThe bytes"), "{text}");
    }

    #[test]
    fn an_unknown_code_gets_the_nearest_one() {
        assert_eq!(
            ALL.explain("file-unredable").unwrap_err().to_string(),
            "no rule has the code `file-unredable`; did you mean `file-unreadable`?"
        );
        assert_eq!(ALL.find("xyz").unwrap_err().to_string(), "no rule has the code `xyz`");
    }

    #[test]
    fn a_code_of_before_is_explained_by_the_rule_that_has_it_now() {
        assert_eq!(ALL.explain("apd-square-middle"), ALL.explain("apd-centre-missing"));
    }

    #[test]
    fn the_codes_of_the_worlds_are_those_of_their_rules() {
        let mut codes = codes();
        codes.sort_unstable();
        let all: Vec<&str> = ALL.sorted().iter().map(|rule| rule.code).collect();
        assert_eq!(codes, all, "core/src/rules/codes.rs lists the codes of the worlds");
        assert!(OF_WORLDS.is_sorted());
    }
}
