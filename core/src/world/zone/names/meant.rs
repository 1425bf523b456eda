//! Which row of a table a name means: alike in `find`, scripts, sheets and the window.

use std::collections::BTreeSet;

use crate::format::text::CodePage;
use crate::problem::nearest::{did_you_mean, near_ones};
use crate::world::sum::BadSetting;
use crate::world::zone::names::Names;
use crate::world::zone::names::choice::{Choice, Source};

/// So many rows are listed where several have a name.
const MOST_LISTED: usize = 8;

/// Why a name means no row.
#[derive(Debug, Clone, PartialEq)]
pub enum NotMeant {
    /// No table is at hand.
    NoTable(Source),
    /// No row has the name; these are near.
    Unknown { source: Source, near: Vec<String> },
    /// These rows have it.
    Several(Vec<Choice>),
}

impl Names {
    /// All rows that are called so; or else those with all words of the text in their names.
    /// `None` where the table is not at hand.
    pub fn called(&self, source: Source, text: &str, code_page: CodePage) -> Option<Called> {
        let parts = self.choices(source, text, code_page)?;
        // A number that begins so is no name.
        let has_words = |choice: &Choice| {
            let [name, about] = [&choice.name, &choice.about].map(|text| text.to_lowercase());
            let mut words = text.split_whitespace().map(str::to_lowercase);
            words.all(|word| name.contains(&word) || about.contains(&word))
        };
        let (exact, parts) = parts.into_iter().filter(has_words).partition(|choice| {
            let is_it = |name: &str| name.trim().to_lowercase() == text.trim().to_lowercase();
            is_it(&choice.name) || source == Source::Warps && is_it(&choice.about)
        });
        Some(Called { exact, parts })
    }

    /// The number of the only row that is called so.
    pub fn number_of(
        &self,
        source: Source,
        name: &str,
        code_page: CodePage,
    ) -> Result<u32, NotMeant> {
        let called = self.called(source, name, code_page).ok_or(NotMeant::NoTable(source))?;
        match called.exact.as_slice() {
            [Choice { id: Some(id), .. }] => Ok(*id),
            [] => {
                let near = self.near(source, name, code_page);
                Err(NotMeant::Unknown { source, near })
            }
            _ => Err(NotMeant::Several(called.exact)),
        }
    }

    fn near(&self, source: Source, name: &str, code_page: CodePage) -> Vec<String> {
        let all = self.choices(source, "", code_page).unwrap_or_default();
        let mut names: Vec<&str> = all.iter().map(|choice| choice.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        near_ones(name.trim(), &names).into_iter().map(str::to_owned).collect()
    }
}

/// The rows that a text may mean.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Called {
    /// Those of just this name.
    pub exact: Vec<Choice>,
    /// Others that have its words in their names.
    pub parts: Vec<Choice>,
}

impl Called {
    /// The numbers of all that have a text in their names.
    pub fn rows_with(&self, part: &str) -> BTreeSet<u32> {
        let part = part.trim().to_lowercase();
        let has_part = |row: &&Choice| row.name.to_lowercase().contains(&part);
        let rows = self.exact.iter().chain(&self.parts).filter(has_part);
        rows.filter_map(|row| row.id).collect()
    }
}

impl NotMeant {
    /// What was typed, and what would be right instead. `possible` are the values that the field
    /// has besides names.
    pub fn of(self, typed: &str, possible: &str) -> BadSetting {
        BadSetting { found: format!("{typed:?}"), expected: self.expected(possible) }
    }

    fn expected(&self, possible: &str) -> String {
        match self {
            NotMeant::NoTable(source) => {
                let table = source.table();
                format!("{possible}: {table} is not at hand, so no name is known")
            }
            NotMeant::Unknown { source, near } => {
                let near: Vec<&str> = near.iter().map(String::as_str).collect();
                let table = source.table();
                format!("{possible}, or a name of {table}{}", did_you_mean(&near))
            }
            NotMeant::Several(rows) => {
                format!("one of the rows that have this name: {}", listed(rows))
            }
        }
    }
}

/// The numbers of rows, with what tells them apart.
fn listed(rows: &[Choice]) -> String {
    let in_words = |row: &Choice| {
        let id = row.id.unwrap_or_default();
        match row.about.as_str() {
            "" => id.to_string(),
            about => format!("{id} ({about})"),
        }
    };
    let listed: Vec<String> = rows.iter().take(MOST_LISTED).map(in_words).collect();
    let more = match rows.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!("{}{more}", listed.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::zone::names::{Named, Rows};
    use crate::world::zone::tests::sample;

    const PAGE: CodePage = CodePage::Cp949;

    fn names() -> Names {
        let row = |(id, name, level): (u32, &str, u32)| {
            (id, Named { name: name.to_owned(), level: Some(level) })
        };
        let rows = [(2, "Bat", 3), (3, "Blood Bat", 9), (7, "Bat ", 12), (8, "4", 1)];
        let npcs: Rows = rows.into_iter().map(row).collect();
        Names { npcs: Some(npcs), ..Names::default() }
    }

    fn wrong(name: &str) -> String {
        let error = names().number_of(Source::Npcs, name, PAGE).unwrap_err();
        let BadSetting { found, expected } = error.of(name, "a number");
        format!("{found} / {expected}")
    }

    #[test]
    fn a_name_means_the_only_row_that_has_it() {
        assert_eq!(names().number_of(Source::Npcs, " blood bat ", PAGE), Ok(3));
        assert_eq!(names().number_of(Source::Npcs, "4", PAGE), Ok(8), "no number that begins so");
    }

    #[test]
    fn a_name_of_several_rows_lists_them_and_an_unknown_one_the_near_ones() {
        assert_eq!(
            wrong("bat"),
            r#""bat" / one of the rows that have this name: 2 (level 3), 7 (level 12)"#
        );
        assert_eq!(
            wrong("Blod Bat"),
            r#""Blod Bat" / a number, or a name of LIST_NPC; did you mean Blood Bat or Bat?"#
        );
        assert_eq!(wrong("Ogre"), r#""Ogre" / a number, or a name of LIST_NPC"#);
        let none = Names::default().number_of(Source::Npcs, "Bat", PAGE).unwrap_err();
        assert_eq!(
            none.of("Bat", "a number").expected,
            "a number: LIST_NPC is not at hand, so no name is known"
        );
    }

    #[test]
    fn a_warp_is_named_by_its_row_or_by_where_it_leads() {
        let (vfs, opened) = sample();
        let names = Names::load(&vfs, &opened.zone, 1);
        let warps = names.choices(Source::Warps, "", PAGE).unwrap();
        for warp in &warps {
            let is_alone = |text: &str| {
                warps.iter().filter(|other| other.name == text || other.about == text).count() == 1
            };
            for text in [&warp.name, &warp.about].into_iter().filter(|text| is_alone(text)) {
                assert_eq!(names.number_of(Source::Warps, text, PAGE).ok(), warp.id, "{text}");
            }
        }
    }
}
