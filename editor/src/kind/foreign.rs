//! Scripts that the built-in fonts lack, in texts of documents.

/// One that needs a font of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    Hangul,
    Kana,
    Han,
    Thai,
}

impl Script {
    #[cfg(any(test, feature = "window"))]
    pub(crate) const ALL: [Script; 4] = [Script::Hangul, Script::Kana, Script::Han, Script::Thai];

    /// A letter that every font for the script has.
    #[cfg(any(test, feature = "window"))]
    pub(crate) fn letter(self) -> char {
        match self {
            Script::Hangul => '가',
            Script::Kana => 'あ',
            Script::Han => '一',
            Script::Thai => 'ก',
        }
    }

    /// As a language that people know.
    #[cfg(any(test, feature = "window"))]
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Script::Hangul => "Korean",
            Script::Kana => "Japanese",
            Script::Han => "Chinese",
            Script::Thai => "Thai",
        }
    }

    fn of(letter: char) -> Option<Script> {
        match letter {
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{a960}'..='\u{a97f}' => {
                Some(Script::Hangul)
            }
            '\u{ac00}'..='\u{d7ff}' => Some(Script::Hangul),
            '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff65}'..='\u{ff9f}' => {
                Some(Script::Kana)
            }
            '\u{0e00}'..='\u{0e7f}' => Some(Script::Thai),
            '\u{2e80}'..='\u{a4ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff64}' => {
                Some(Script::Han)
            }
            '\u{20000}'..='\u{3ffff}' => Some(Script::Han),
            _ => None,
        }
    }
}

/// Some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scripts(u8);

impl Scripts {
    pub(crate) const NONE: Scripts = Scripts(0);

    pub(crate) fn of(text: &str) -> Scripts {
        if text.is_ascii() {
            return Scripts::NONE;
        }
        text.chars().filter_map(Script::of).map(Scripts::from).collect()
    }

    #[cfg(any(test, feature = "window"))]
    pub(crate) fn is_empty(self) -> bool {
        self == Scripts::NONE
    }

    pub(crate) fn and(self, others: Scripts) -> Scripts {
        Scripts(self.0 | others.0)
    }

    #[cfg(any(test, feature = "window"))]
    pub(crate) fn without(self, others: Scripts) -> Scripts {
        Scripts(self.0 & !others.0)
    }

    #[cfg(any(test, feature = "window"))]
    pub(crate) fn iter(self) -> impl Iterator<Item = Script> {
        Script::ALL.into_iter().filter(move |script| self.0 & Scripts::from(*script).0 != 0)
    }

    /// Such as `Korean and Thai`.
    #[cfg(any(test, feature = "window"))]
    pub(crate) fn in_words(self) -> String {
        let names: Vec<&str> = self.iter().map(Script::in_words).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
            None => String::new(),
        }
    }
}

impl From<Script> for Scripts {
    fn from(script: Script) -> Scripts {
        Scripts(1 << script as u8)
    }
}

impl FromIterator<Scripts> for Scripts {
    fn from_iter<I: IntoIterator<Item = Scripts>>(all: I) -> Scripts {
        all.into_iter().fold(Scripts::NONE, Scripts::and)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_scripts_and_other_letters_need_none() {
        for (name, expected) in [
            ("블러드뱃", "Korean"),
            ("ブラッド", "Japanese"),
            ("血蝠", "Chinese"),
            ("กบ", "Thai"),
            ("Boar 血 กบ 뱃", "Korean, Chinese and Thai"),
            ("Blood Bat", ""),
            ("Größe №1 – „a“", ""),
            ("Медведь \u{fffd}", ""),
        ] {
            assert_eq!(Scripts::of(name).in_words(), expected, "{name}");
        }
        for script in Script::ALL {
            assert_eq!(Script::of(script.letter()), Some(script));
        }
    }
}
