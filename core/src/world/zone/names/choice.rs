//! What a field may be set to: the rows of the game's tables, to be picked by name.

use serde::{Deserialize, Serialize};

use super::super::field::Field;
use super::super::setting::Setting;
use super::super::thing::Kind;
use super::{Asked, Named, Names, Rows, Warp};
use crate::format::text::CodePage;

/// Where the values of a field stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    Npcs,
    Decos,
    Cnsts,
    Animated,
    Ais,
    Warps,
    Triggers,
    Conversations,
}

/// One thing to pick.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What the field is set to.
    pub to: Setting,
    /// The row of its table, for fields that hold one.
    pub id: Option<u32>,
    pub name: String,
    /// What else helps to choose, such as "level 7"; often empty.
    pub about: String,
}

impl Source {
    /// Where the values of a field of a kind of thing come from; `None` where anything goes.
    pub fn of(kind: Kind, field: Field) -> Option<Source> {
        match (kind, field) {
            (Kind::Spawn, Field::MonsterId) | (Kind::Npc, Field::ObjectId) => Some(Source::Npcs),
            (Kind::Deco, Field::ObjectId) => Some(Source::Decos),
            (Kind::Cnst, Field::ObjectId) => Some(Source::Cnsts),
            (Kind::Animated, Field::ObjectId) => Some(Source::Animated),
            (Kind::Npc, Field::AiId) => Some(Source::Ais),
            (Kind::Event, Field::Trigger) => Some(Source::Triggers),
            (Kind::Npc, Field::Conversation) => Some(Source::Conversations),
            (kind, Field::WarpId) if Field::WarpId.is_of(kind) => Some(Source::Warps),
            _ => None,
        }
    }

    /// Where its rows are, for a person.
    pub(super) fn table(self) -> &'static str {
        match self {
            Source::Npcs => "LIST_NPC",
            Source::Decos => "the zone's table of decos",
            Source::Cnsts => "the zone's table of buildings",
            Source::Animated => "LIST_MORPH_OBJECT",
            Source::Ais => "FILE_AI",
            Source::Warps => "WARP",
            Source::Triggers => "LIST_QUESTDATA",
            Source::Conversations => "the folder of conversations",
        }
    }

    /// What one of its rows is.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Source::Npcs => "npc",
            Source::Decos => "deco",
            Source::Cnsts => "cnst",
            Source::Animated => "animated",
            Source::Ais => "AI",
            Source::Warps => "warp",
            Source::Triggers => "trigger",
            Source::Conversations => "conversation",
        }
    }
}

impl Names {
    /// What can be picked, with all words of a text in the name, or a number that begins with it.
    /// `None` where the table is not at hand.
    pub fn choices(&self, source: Source, text: &str, code_page: CodePage) -> Option<Vec<Choice>> {
        let asked = Asked::new(text);
        let rows = |rows: &Option<Rows>| Some(choices_of_rows(rows.as_ref()?, &asked));
        match source {
            Source::Npcs => rows(&self.npcs),
            Source::Decos => rows(&self.decos),
            Source::Cnsts => rows(&self.cnsts),
            Source::Animated => rows(&self.animated),
            Source::Ais => rows(&self.ais),
            Source::Warps => {
                let warps = self.warps.as_ref()?.iter();
                let choices = warps.map(|(id, warp)| self.choice_of_warp(*id, warp, code_page));
                let is_found = |choice: &Choice| {
                    asked.is_found(choice.id.unwrap_or_default(), &choice.name)
                        || asked.is_named(&choice.about)
                };
                Some(choices.filter(is_found).collect())
            }
            Source::Triggers => {
                let names = self.triggers.as_ref()?.iter();
                let names = names.map(|name| code_page.decode(name).into_owned());
                Some(choices_of_texts(names, &asked))
            }
            Source::Conversations => {
                let names = self.conversations.as_ref()?.iter().cloned();
                Some(choices_of_texts(names, &asked))
            }
        }
    }

    fn choice_of_warp(&self, id: u32, warp: &Warp, code_page: CodePage) -> Choice {
        let zone = self.zones.as_ref().and_then(|zones| zones.name(warp.zone));
        let zone = zone.map_or_else(|| format!("zone {}", warp.zone), str::to_owned);
        let about = format!("{zone}, {}", code_page.decode(&warp.point));
        Choice { to: f64::from(id).into(), id: Some(id), name: warp.name.clone(), about }
    }
}

fn choices_of_rows(rows: &Rows, asked: &Asked) -> Vec<Choice> {
    let choice = |(id, Named { name, level }): (u32, &Named)| {
        let about = level.map_or_else(String::new, |level| format!("level {level}"));
        asked.is_found(id, name).then(|| Choice {
            to: f64::from(id).into(),
            id: Some(id),
            name: name.clone(),
            about,
        })
    };
    rows.iter().filter_map(choice).collect()
}

fn choices_of_texts(names: impl Iterator<Item = String>, asked: &Asked) -> Vec<Choice> {
    let choice = |name: String| {
        let to = name.as_str().into();
        Choice { to, id: None, name, about: String::new() }
    };
    names.filter(|name| asked.is_named(name)).map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::sample;
    use super::*;

    #[test]
    fn every_field_that_leads_into_a_table_is_picked_from_it() {
        let (vfs, opened) = sample();
        let names = Names::load(&vfs, &opened.zone, 1);
        let mut sources = Vec::new();
        for kind in Kind::ALL {
            for field in Field::of_kind(kind) {
                let Some(source) = Source::of(kind, field) else { continue };
                let choices = names.choices(source, "", CodePage::Cp949).unwrap();
                assert!(!choices.is_empty(), "{kind} {field}");
                assert_eq!(Names::default().choices(source, "", CodePage::Cp949), None);
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
        }
        assert_eq!(sources.len(), 8);
    }

    #[test]
    fn choices_are_found_by_name_number_or_where_they_lead() {
        let (vfs, opened) = sample();
        let names = Names::load(&vfs, &opened.zone, 1);
        let found = |source, text| names.choices(source, text, CodePage::Cp949).unwrap();
        let boar = &found(Source::Npcs, "boar thorn")[0];
        assert_eq!((boar.id, boar.name.as_str()), (Some(3), "Thorn Boar"));
        assert_eq!((boar.about.as_str(), &boar.to), ("level 7", &Setting::Number(3.0)));
        assert_eq!(found(Source::Npcs, "3").len(), 1);
        assert!(!found(Source::Warps, "mossy downs").is_empty());
        let conversation = &found(Source::Conversations, "s01-001")[0];
        assert_eq!(conversation.to, Setting::Typed("S01-001.CON".to_owned()));
        assert_eq!(found(Source::Triggers, "no such thing"), []);
        // Quest files end their names in a zero byte, and IFOs do not.
        let triggers = found(Source::Triggers, "");
        let names: Vec<&str> = triggers.iter().map(|choice| choice.name.as_str()).collect();
        assert_eq!(names, ["S01-01", "S01-03", "S01-늪"]);
        assert_eq!(triggers[2].to, Setting::Typed("S01-늪".to_owned()));
    }
}
