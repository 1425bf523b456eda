//! What the inspector shows of things: one table of fields, what several things have in common,
//! and what somebody types.

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::format::text::{CodePage, Text};
use landwright_core::world::Revision;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::selection::Selection;
use landwright_core::world::zone::set::Set;
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};
use landwright_core::world::zone::turn::{Rotation, SetRotation};

use super::document::ZoneDocument;
use super::words::{Words, kind_in_words};

/// A row of the inspector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldRow {
    pub field: Field,
    pub label: &'static str,
    pub unit: &'static str,
    pub group: Group,
    pub edit: Edit,
}

/// Rows that are together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    What,
    Spawn,
    Place,
    Rotation,
    Scale,
    /// What nobody sets by hand as a rule.
    Odd,
}

impl Group {
    pub const ALL: [Group; 6] =
        [Group::What, Group::Spawn, Group::Place, Group::Rotation, Group::Scale, Group::Odd];

    /// Over the rows that stand for things of some kinds.
    pub fn title(self, kinds: &BTreeSet<Kind>) -> &'static str {
        match self {
            Group::What => "Kind and number",
            Group::Spawn if kinds.contains(&Kind::Sound) => "How it sounds",
            Group::Spawn => "Spawn",
            Group::Place => "Place",
            Group::Rotation => "Rotation",
            Group::Scale => "Scale",
            Group::Odd => "As stored in the file",
        }
    }
}

/// How a field is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// A number, or a sum such as `+50` or `*1.2`.
    Number,
    /// Text in the code page of the zone.
    Text,
    /// A number that has a name in a table.
    Row,
    /// A text that is one of a list.
    Listed,
}

const fn row(
    field: Field,
    label: &'static str,
    unit: &'static str,
    group: Group,
    edit: Edit,
) -> FieldRow {
    FieldRow { field, label, unit, group, edit }
}

/// Every field but those of the lists of monsters, in the order of the inspector.
pub const ROWS: &[FieldRow] = &[
    row(Field::SpawnName, "Spawn name", "", Group::What, Edit::Text),
    row(Field::ObjectId, "Object", "", Group::What, Edit::Row),
    row(Field::WarpId, "Warp", "", Group::What, Edit::Row),
    row(Field::Name, "Name", "", Group::What, Edit::Text),
    row(Field::AiId, "AI", "", Group::What, Edit::Row),
    row(Field::Conversation, "Conversation", "", Group::What, Edit::Listed),
    row(Field::Path, "File", "", Group::What, Edit::Text),
    row(Field::Trigger, "Trigger", "", Group::What, Edit::Listed),
    row(Field::Function, "Function", "", Group::What, Edit::Text),
    row(Field::EventId, "Event", "", Group::What, Edit::Number),
    row(Field::Limit, "Limit", "alive", Group::Spawn, Edit::Number),
    row(Field::Interval, "Interval", "s", Group::Spawn, Edit::Number),
    row(Field::Range, "Range", "m", Group::Spawn, Edit::Number),
    row(Field::TacticPoints, "Tactic points", "", Group::Spawn, Edit::Number),
    row(Field::X, "x", "cm", Group::Place, Edit::Number),
    row(Field::Y, "y", "cm", Group::Place, Edit::Number),
    row(Field::Z, "z", "cm", Group::Place, Edit::Number),
    row(Field::StartX, "From x", "cm", Group::Place, Edit::Number),
    row(Field::StartY, "From y", "cm", Group::Place, Edit::Number),
    row(Field::StartZ, "From z", "cm", Group::Place, Edit::Number),
    row(Field::EndX, "To x", "cm", Group::Place, Edit::Number),
    row(Field::EndY, "To y", "cm", Group::Place, Edit::Number),
    row(Field::EndZ, "To z", "cm", Group::Place, Edit::Number),
    row(Field::RotationX, "Quaternion x", "", Group::Rotation, Edit::Number),
    row(Field::RotationY, "Quaternion y", "", Group::Rotation, Edit::Number),
    row(Field::RotationZ, "Quaternion z", "", Group::Rotation, Edit::Number),
    row(Field::RotationW, "Quaternion w", "", Group::Rotation, Edit::Number),
    row(Field::ScaleX, "Scale x", "×", Group::Scale, Edit::Number),
    row(Field::ScaleY, "Scale y", "×", Group::Scale, Edit::Number),
    row(Field::ScaleZ, "Scale z", "×", Group::Scale, Edit::Number),
    row(Field::CellX, "Cell x", "", Group::Odd, Edit::Number),
    row(Field::CellY, "Cell y", "", Group::Odd, Edit::Number),
    row(Field::ObjectType, "Object type", "", Group::Odd, Edit::Number),
];

impl FieldRow {
    /// Where it is for things of some kinds: what says nothing about any of them is with what
    /// nobody sets by hand.
    pub fn group_of(&self, kinds: &BTreeSet<Kind>) -> Group {
        let is_odd = !kinds.is_empty() && kinds.iter().all(|kind| !says_something(*kind, self));
        if is_odd { Group::Odd } else { self.group }
    }

    /// What people call it for things of some kinds.
    pub fn label_of(&self, kinds: &BTreeSet<Kind>) -> &'static str {
        let is_npc = kinds.iter().all(|kind| *kind == Kind::Npc) && !kinds.is_empty();
        if self.field == Field::ObjectId && is_npc { "NPC" } else { self.label }
    }
}

fn says_something(kind: Kind, row: &FieldRow) -> bool {
    use Kind::{Effect, Event, Sound, Spawn, Warp};
    match row.field {
        Field::WarpId => kind == Warp,
        Field::ObjectId => !matches!(kind, Spawn | Warp | Event | Sound | Effect),
        Field::Name | Field::EventId => kind != Spawn,
        // Where monsters appear is a circle.
        _ => kind != Spawn || !matches!(row.group, Group::Rotation | Group::Scale),
    }
}

/// The rows that all of some kinds have.
pub fn rows(kinds: &BTreeSet<Kind>) -> impl Iterator<Item = &'static FieldRow> {
    ROWS.iter().filter(move |row| kinds.iter().all(|kind| row.field.is_of(*kind)))
}

/// Why things of some kinds have no row that all have; `None` where there is one.
pub fn nothing_in_common(kinds: &BTreeSet<Kind>) -> Option<String> {
    if kinds.len() < 2 || rows(kinds).next().is_some() {
        return None;
    }
    if let [one, other] = kinds.iter().map(|kind| kind_in_words(*kind)).collect::<Vec<_>>()[..] {
        return Some(format!("{one} and {other} have no field in common"));
    }
    let is_apart = |kind: &&Kind| {
        let others = kinds.iter().copied().filter(|other| other != *kind).collect();
        rows(&others).next().is_some()
    };
    Some(match kinds.iter().find(is_apart) {
        Some(kind) => {
            let kind = kind_in_words(*kind);
            format!("{kind} shares no field with the others; deselect it to see their fields")
        }
        None => "The selected things have no field in common".to_owned(),
    })
}

/// What the things have in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Common {
    One(String),
    Mixed,
}

impl Common {
    pub fn text(&self) -> &str {
        match self {
            Common::One(text) => text,
            Common::Mixed => "",
        }
    }

    /// `None` where there is nothing.
    pub fn of<T: AsRef<str>>(mut texts: impl Iterator<Item = T>) -> Option<Common> {
        let first = texts.next()?;
        match texts.all(|text| text.as_ref() == first.as_ref()) {
            true => Some(Common::One(first.as_ref().to_owned())),
            false => Some(Common::Mixed),
        }
    }
}

/// A value as it is typed.
pub fn text_of(value: Value<'_>, code_page: CodePage) -> String {
    match value {
        Value::I16(number) => number.to_string(),
        Value::I32(number) => number.to_string(),
        Value::U32(number) => number.to_string(),
        Value::Float(bits) if bits.get().is_finite() => bits.get().to_string(),
        Value::Float(bits) => format!("{:#010x}", bits.to_bits()),
        Value::Text(text) => text.text().decode(code_page).into_owned(),
    }
}

/// What things have in a field, as it is typed.
pub fn common<'i>(
    zone: &Zone,
    ids: impl IntoIterator<Item = &'i ThingId>,
    field: Field,
) -> Option<Common> {
    let mut values = ids.into_iter().filter_map(|id| zone.thing(*id)?.value(field));
    let first = values.next()?;
    Some(match values.all(|value| value == first) {
        true => Common::One(text_of(first, zone.code_page())),
        false => Common::Mixed,
    })
}

/// Everything that is selected in a zone, looked through once and kept until either is different.
#[derive(Debug)]
pub struct Selected {
    revision: Revision,
    selection: BTreeSet<ThingId>,
    pub kinds: BTreeSet<Kind>,
    fields: BTreeMap<Field, Common>,
    /// Rotations about the vertical, in degrees.
    pub angle: Option<Common>,
}

impl Selected {
    pub fn of(document: &ZoneDocument) -> Selected {
        let (zone, selection) = (document.zone(), &document.selection);
        let things = selection.iter().filter_map(|id| zone.thing(*id));
        let kinds: BTreeSet<Kind> = things.map(Thing::kind).collect();
        let value = |row: &FieldRow| Some((row.field, common(zone, selection, row.field)?));
        let fields = rows(&kinds).filter_map(value).collect();
        let angles = selection.iter().filter_map(|id| angle_degrees(zone, *id));
        let angle = Common::of(angles.map(|angle| angle.to_string()));
        let revision = document.editing().revision();
        Selected { revision, selection: selection.clone(), kinds, fields, angle }
    }

    /// Whether it still says what is so.
    pub fn is_of(&self, document: &ZoneDocument) -> bool {
        self.revision == document.editing().revision() && self.selection == document.selection
    }

    /// What all have in a field.
    pub fn common(&self, field: Field) -> Option<&Common> {
        self.fields.get(&field)
    }
}

/// Which way a thing looks: degrees against the clock from how it was made, as seen from above.
pub fn angle_degrees(zone: &Zone, id: ThingId) -> Option<f64> {
    let object = zone.thing(id)?.object()?;
    let [_, _, z, w] = object.rotation_xyzw.map(|part| f64::from(part.get()));
    let degrees = (2.0 * z.atan2(w)).to_degrees();
    let degrees = (degrees * 1000.0).round() / 1000.0;
    degrees.is_finite().then(|| degrees.rem_euclid(360.0))
}

/// Of very many things, the first few tell whether what is typed is a value at all.
const TRIED: usize = 64;

/// What comes of a text that somebody types into a field, or why nothing does.
pub fn setting(
    words: Words<'_>,
    ids: &BTreeSet<ThingId>,
    row: &FieldRow,
    typed: &str,
) -> Result<Action, String> {
    let setting = Setting::from(typed);
    let some = Selection::Ids(ids.iter().copied().take(TRIED).collect());
    let set =
        |things: Selection| Action::Set(Set { things, field: row.field, to: setting.clone() });
    set(some).resolve_by(words.zone, words.names).map_err(|refusal| words.refusal(&refusal))?;
    Ok(set(Selection::Ids(ids.iter().copied().collect())))
}

/// What comes of an angle, or a sum such as `+90`, that somebody types for what is selected.
pub fn rotation(document: &ZoneDocument, typed: &str) -> Result<Action, String> {
    let to = Rotation::Degrees(Setting::from(typed));
    let act = |things: Selection| Action::SetRotation(SetRotation { things, to: to.clone() });
    let some = Selection::Ids(document.selection.iter().copied().take(TRIED).collect());
    let resolved = act(some).resolve(document.zone());
    resolved.map_err(|refusal| document.words().refusal(&refusal))?;
    Ok(act(document.selected()))
}

/// Why a text can't stand in a file, as it is typed.
pub fn text_trouble(typed: &str, code_page: CodePage) -> Option<String> {
    match Text::encode(typed, code_page) {
        Err(error) => Some(error.to_string()),
        Ok(text) if text.len() > 255 => Some(format!("{} bytes; at most 255 fit", text.len())),
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::zone::numbers::Numbers;

    use super::super::message::ZoneMessage;
    use super::super::tests::{opened_sample, sample};
    use super::*;

    #[test]
    fn every_field_has_one_row_but_those_of_lists() {
        for field in Field::ALL {
            let n_rows = ROWS.iter().filter(|row| row.field == *field).count();
            let is_of_lists =
                matches!(field, Field::MonsterId | Field::MonsterName | Field::MonsterCount);
            assert_eq!(n_rows, usize::from(!is_of_lists), "{field}");
        }
        for group in Group::ALL {
            assert!(ROWS.iter().any(|row| row.group == group), "{group:?}");
        }
    }

    #[test]
    fn what_is_selected_is_looked_through_again_once_it_is_another() {
        let mut model = opened_sample();
        let id = model.active_zone().unwrap().id;
        let zone = model.active_zone().unwrap().zone();
        let spawns: BTreeSet<ThingId> =
            zone.things().filter(|(_, t)| t.kind() == Kind::Spawn).map(|(id, _)| id).collect();
        model.handle(ZoneMessage::to(id, ZoneMessage::Select(spawns)));
        let selected = Selected::of(model.active_zone().unwrap());
        assert_eq!(selected.kinds, [Kind::Spawn].into());
        assert_eq!(selected.common(Field::X), Some(&Common::Mixed));
        assert_eq!(selected.common(Field::ObjectType), Some(&Common::One("9".to_owned())));
        assert_eq!(selected.common(Field::Trigger), None);
        assert!(selected.is_of(model.active_zone().unwrap()));
        let spawns = r#"{"matching":{"kinds":["spawn"]}}"#;
        let set = format!(r#"{{"action":"set","things":{spawns},"field":"object-type","to":8}}"#);
        model.handle(ZoneMessage::to(id, ZoneMessage::Act(serde_json::from_str(&set).unwrap())));
        assert!(!selected.is_of(model.active_zone().unwrap()));
        let selected = Selected::of(model.active_zone().unwrap());
        assert_eq!(selected.common(Field::ObjectType), Some(&Common::One("8".to_owned())));
        model.handle(ZoneMessage::to(id, ZoneMessage::Select(BTreeSet::new())));
        assert!(!selected.is_of(model.active_zone().unwrap()));
    }

    #[test]
    fn what_things_share_is_shown_and_what_not_is_mixed() {
        let (zone, names) = sample();
        let spawns: BTreeSet<ThingId> =
            zone.things().filter(|(_, t)| t.kind() == Kind::Spawn).map(|(id, _)| id).collect();
        assert_eq!(common(&zone, &spawns, Field::X), Some(Common::Mixed));
        assert_eq!(common(&zone, &spawns, Field::ObjectType), Some(Common::One("9".to_owned())));
        assert_eq!(common(&zone, &spawns, Field::Trigger), None);
        let limit = ROWS.iter().find(|row| row.field == Field::Limit).unwrap();
        let numbers = Numbers::default();
        let words = Words { zone: &zone, names: &names, numbers: &numbers };
        for (typed, is_good) in
            [("7", true), ("+50", true), ("*1.2", true), ("-=99", false), ("x", false), ("", false)]
        {
            assert_eq!(setting(words, &spawns, limit, typed).is_ok(), is_good, "{typed}");
        }
        let object = ROWS.iter().find(|row| row.field == Field::ObjectId).unwrap();
        let (npc, spawn) = (BTreeSet::from([Kind::Npc]), BTreeSet::from([Kind::Spawn]));
        assert_eq!((object.label_of(&npc), object.group_of(&npc)), ("NPC", Group::What));
        assert_eq!((object.label_of(&spawn), object.group_of(&spawn)), ("Object", Group::Odd));
        let kinds = BTreeSet::from([Kind::Spawn, Kind::Npc]);
        assert_eq!((object.label_of(&kinds), object.group_of(&kinds)), ("Object", Group::What));
        assert!(rows(&kinds).all(|row| row.field != Field::Limit));
        assert!(rows(&kinds).any(|row| row.field == Field::ObjectId));
    }

    #[test]
    fn of_any_kinds_something_is_in_common_or_it_is_said_what_stands_apart() {
        for a in Kind::ALL {
            for b in Kind::ALL {
                let kinds = BTreeSet::from([a, b, Kind::Npc]);
                let why = nothing_in_common(&kinds);
                let has_water = kinds.contains(&Kind::Water);
                assert_eq!(why.is_some(), has_water, "{kinds:?}");
                let expected = match kinds.len() {
                    2 => "NPC and Water have no field in common",
                    _ => "Water shares no field with the others",
                };
                assert!(why.is_none_or(|why| why.starts_with(expected)), "{kinds:?}");
                let has_place = rows(&kinds).any(|row| row.field == Field::X);
                assert_eq!(has_place, !has_water, "{kinds:?}");
            }
        }
        assert_eq!(nothing_in_common(&BTreeSet::from([Kind::Water])), None);
    }

    #[test]
    fn what_a_file_can_t_hold_is_refused_as_it_is_typed() {
        assert_eq!(text_trouble("블러드뱃", CodePage::Cp949), None);
        assert!(text_trouble("😀", CodePage::Cp949).is_some());
        assert!(text_trouble(&"x".repeat(256), CodePage::Cp949).unwrap().contains("256"));
    }
}
