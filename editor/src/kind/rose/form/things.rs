//! The values of the dialogs about things of a zone: rows of copies, find and replace, and what is
//! asked before lightmaps lead elsewhere.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::world::sum::worked_out_u32;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::add::Array;
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::holds::Holds;
use landwright_core::world::zone::names::choice::{Choice, Source};
use landwright_core::world::zone::names::meant::Called;
use landwright_core::world::zone::refusal::Refusal;
use landwright_core::world::zone::selection::{FieldIs, Matching, Selection};
use landwright_core::world::zone::set::Replace;
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::thing::{Kind, ThingId};

use crate::kind::rose::calling::Calling;
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::words::name_of;
use crate::message::dialog::Scope;
use crate::view::id::DocumentId;

#[derive(Debug, Clone, PartialEq)]
pub struct ArrayForm {
    pub columns: u32,
    pub rows: u32,
    /// To the east and to the north, in metres.
    pub column_by_m: [f64; 2],
    pub row_by_m: [f64; 2],
}

impl Default for ArrayForm {
    fn default() -> ArrayForm {
        ArrayForm { columns: 3, rows: 1, column_by_m: [5.0, 0.0], row_by_m: [0.0, -5.0] }
    }
}

impl ArrayForm {
    pub fn action(&self, document: &ZoneDocument) -> Action {
        let cm = |[x, y]: [f64; 2]| [x * 100.0, y * 100.0, 0.0];
        Action::Array(Array {
            things: document.selected(),
            columns: self.columns,
            rows: self.rows,
            column_by: cm(self.column_by_m),
            row_by: cm(self.row_by_m),
            snap: document.tools.snap,
        })
    }
}

/// A step on a zone that lets lightmaps lead elsewhere, to be done once the person says so.
#[derive(Debug, Clone, PartialEq)]
pub struct LeadElsewhere {
    pub document: DocumentId,
    /// Of the step.
    pub title: String,
    pub actions: Vec<Action>,
    /// A line for each kind of thing.
    pub lost: Vec<String>,
}

impl LeadElsewhere {
    /// `None` where all lightmaps are still of the same things.
    pub fn of<'a>(
        document: DocumentId,
        title: &str,
        actions: impl IntoIterator<Item = &'a Action>,
        before: &Zone,
        after: &Zone,
    ) -> Option<LeadElsewhere> {
        let lost = before.lightmaps_led_elsewhere(after);
        (!lost.is_empty()).then(|| LeadElsewhere {
            document,
            title: title.to_owned(),
            actions: actions.into_iter().cloned().collect(),
            lost,
        })
    }
}

/// Looks for things by a field, and puts another value there.
#[derive(Debug, Clone, PartialEq)]
pub struct FindForm {
    pub scope: Scope,
    /// What was selected when the selection was chosen to be looked in: selecting what was found
    /// must not narrow what is looked in next.
    pub within: Arc<BTreeSet<ThingId>>,
    pub field: Field,
    pub from: String,
    pub to: String,
    /// Whether lines that are called as the monster before follow it.
    pub with_names: bool,
}

/// How many numbers of things of one name are named.
const MOST_CALLED_SO: usize = 5;

/// The names that a field's values have, whatever thing has it; `None` where it depends.
pub fn source_of(field: Field) -> Option<Source> {
    let mut sources = Kind::ALL.iter().filter_map(|kind| Source::of(*kind, field));
    let first = sources.next()?;
    sources.all(|other| other == first).then_some(first)
}

impl FindForm {
    /// As it was put last. Monsters are looked for most.
    pub fn of(document: &ZoneDocument) -> FindForm {
        let last = document.find.clone();
        let last = last.filter(|form| form.scope == Scope::Map || !document.selection.is_empty());
        let last = last.map(|form| match form.scope {
            Scope::Map => form,
            Scope::Selection => form.in_selection(document),
        });
        last.unwrap_or_else(|| FindForm {
            scope: Scope::Map,
            within: Arc::default(),
            field: Field::MonsterId,
            from: String::new(),
            to: String::new(),
            with_names: true,
        })
    }

    /// The same, looking in what is selected now.
    pub fn in_selection(self, document: &ZoneDocument) -> FindForm {
        let within = Arc::new(document.selection.clone());
        FindForm { scope: Scope::Selection, within, ..self }
    }

    /// Everything that holds what is looked for.
    pub fn found(&self, document: &ZoneDocument) -> Vec<ThingId> {
        self.looked_for(document).unwrap_or_default()
    }

    fn looked_for(&self, document: &ZoneDocument) -> Result<Vec<ThingId>, Refusal> {
        let is = self.meant(document, &self.from).into();
        let fields = vec![FieldIs { field: self.field.into(), is }];
        let matching = Selection::Matching(Matching { fields, ..Matching::default() });
        let found = matching.things_by(document.zone(), &document.names)?;
        let is_meant = |id: &ThingId| match self.scope {
            Scope::Map => true,
            Scope::Selection => self.within.contains(id),
        };
        Ok(found.into_iter().filter(is_meant).collect())
    }

    /// How many of those are on locked layers, and stay as they are.
    pub fn n_locked(&self, document: &ZoneDocument, found: &[ThingId]) -> usize {
        found.iter().filter(|id| document.is_locked(**id)).count()
    }

    pub fn replace(&self, document: &ZoneDocument) -> Action {
        let [from, to] = [&self.from, &self.to].map(|typed| self.meant(document, typed));
        let is_free = |kind: &Kind| !document.layers.locks(*kind);
        let things = match self.scope {
            Scope::Map if Kind::ALL.iter().all(is_free) => Selection::Everything,
            Scope::Map => {
                let kinds = Some(Kind::ALL.into_iter().filter(is_free).collect());
                Selection::Matching(Matching { kinds, ..Matching::default() })
            }
            Scope::Selection => {
                let is_meant =
                    |id: &&ThingId| document.zone().contains(**id) && !document.is_locked(**id);
                Selection::Ids(self.within.iter().filter(is_meant).copied().collect())
            }
        };
        Action::Replace(Replace { things, field: self.field, from, to })
    }

    /// What lets the names in the lists follow a monster that is replaced by another.
    pub fn names(&self, document: &ZoneDocument) -> Vec<Action> {
        let Some((from, to)) = self.monsters(document).filter(|_| self.with_names) else {
            return Vec::new();
        };
        let mut replaced = self.found(document);
        replaced.retain(|id| !document.is_locked(*id));
        Calling::of(document.zone(), &document.names).follow(&replaced, from, to)
    }

    /// The monster that is looked for, and the one that comes out where a sum is written.
    fn monsters(&self, document: &ZoneDocument) -> Option<(u32, u32)> {
        if self.field != Field::MonsterId {
            return None;
        }
        let number = |typed: &str, before: u32| match self.named(document, typed) {
            Some(id) => Some(id),
            None => worked_out_u32(typed, before).ok(),
        };
        let from = number(&self.from, 0)?;
        Some((from, number(&self.to, from)?))
    }

    /// How a thing that was found is called, with what was looked for where that does not say it.
    pub fn hit_in_words(&self, document: &ZoneDocument, id: ThingId) -> String {
        let words = document.words().thing(id);
        let number =
            self.named(document, &self.from).map_or(self.from.clone(), |id| id.to_string());
        match (self.field, name_of(&document.names, Kind::Spawn, self.field, number.trim())) {
            (Field::MonsterId, Some(name)) if !words.ends_with(&format!("  {name}")) => {
                format!("{words}, with {name}")
            }
            _ => words,
        }
    }

    /// What is typed, or the number of what is called so.
    fn meant(&self, document: &ZoneDocument, typed: &str) -> Setting {
        match self.named(document, typed) {
            Some(id) => Setting::from(id.to_string().as_str()),
            None => Setting::from(typed),
        }
    }

    /// The only one that is called so, or whose name has that in it.
    fn named(&self, document: &ZoneDocument, typed: &str) -> Option<u32> {
        match self.called_so(document, typed).as_slice() {
            [one] => one.id,
            _ => None,
        }
    }

    /// All that are called so, or else whose names have that in them.
    fn called_so(&self, document: &ZoneDocument, typed: &str) -> Vec<Choice> {
        let typed = typed.trim();
        if !typed.contains(char::is_alphabetic) {
            return Vec::new();
        }
        let called = |source| document.names.called(source, typed, document.zone().code_page());
        let Called { exact, parts } = source_of(self.field).and_then(called).unwrap_or_default();
        if exact.is_empty() { parts } else { exact }
    }

    /// Where a name is that of several, which those are.
    pub fn several(&self, document: &ZoneDocument) -> Option<String> {
        [&self.from, &self.to].into_iter().find_map(|typed| {
            let called_so = self.called_so(document, typed);
            if called_so.len() < 2 {
                return None;
            }
            let numbers = called_so.iter().filter_map(|choice| choice.id).take(MOST_CALLED_SO);
            let numbers: Vec<String> = numbers.map(|id| id.to_string()).collect();
            let (n, typed, numbers) = (called_so.len(), typed.trim(), numbers.join(", "));
            let more = if n > MOST_CALLED_SO { ", …" } else { "" };
            Some(format!(
                "“{typed}” matches {n} entries: {numbers}{more}. Type one of these \
                numbers"
            ))
        })
    }

    /// What of it can't be done, or `None` where it can.
    pub fn trouble(&self, document: &ZoneDocument) -> Option<String> {
        if self.from.trim().is_empty() && self.field.holds() != Holds::Text {
            return None;
        }
        let refusal = match self.to.is_empty() {
            true => self.looked_for(document).err(),
            false => self.replace(document).resolve_by(document.zone(), &document.names).err(),
        };
        refusal.map(|refusal| refusal.to_string())
    }
}
