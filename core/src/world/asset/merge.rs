//! Assets compared and merged, by their things and fields.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::format::file::Content;
use crate::world::asset::identity::{Named, Numbered, followed, is_named_text, named, numbered};
use crate::world::asset::place::{Place, Step, value_at};
use crate::world::asset::shape::{Way, list_at};
use crate::world::asset::{Asset, Unfit};
use crate::world::three_way::{Change, Conflict, Each, FILE, WHOLE, Wanted};
use crate::world::values;

/// Both sides of an asset in one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub asset: Asset,
    /// What both sides changed, and not to the same: the asset has ours.
    pub conflicts: Vec<Conflict>,
    /// For each of them, what decides it for the other side.
    pub takes: Vec<Take>,
}

/// What decides a conflict for the other side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// A field gets their value, or a thing becomes theirs.
    Set { place: String, ours: Value, theirs: Value },
    /// They removed the thing.
    Remove { place: String },
    /// We removed the thing.
    Put { list: String, thing: Value },
    /// Nothing of theirs can be put anywhere.
    Nothing,
}

/// Why there is no asset of several.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotMerged {
    #[error("has different formats on its sides")]
    Formats,
    #[error("the changes don't fit together: {0}")]
    Unfit(String),
}

/// What makes one asset into another.
pub fn compare(a: &Asset, b: &Asset, each: Each<'_>) -> Result<(), NotMerged> {
    let [old, _, new] = named_of([a, a, b])?;
    values::compare(&old.tree, &new.tree, &mut |change| each(shown(change, &old, &new)));
    Ok(())
}

/// The first asset with the wanted ones of the changes that [`compare`] finds.
pub fn take(a: &Asset, b: &Asset, wanted: Wanted<'_>) -> Result<Asset, NotMerged> {
    let [old, same, new] = named_of([a, a, b])?;
    let is_wanted = |change: &Change| wanted(&shown(change.clone(), &old, &new));
    let mut taken = values::take(&old.tree, &new.tree, &is_wanted);
    let numbered = numbered(a.kind(), &mut taken, [&old, &same, &new], &mut Vec::new());
    asset_of(a, numbered.tree)
}

/// What both sides did to an asset that they started from.
pub fn merge(base: &Asset, ours: &Asset, theirs: &Asset) -> Result<Merged, NotMerged> {
    let sides = named_of([base, ours, theirs])?;
    let [was, own, other] = &sides;
    let mut merged = values::merge(&was.tree, &own.tree, &other.tree);
    let mut back = Vec::new();
    let numbered = numbered(base.kind(), &mut merged.value, [was, own, other], &mut back);
    let take = |conflict: &Conflict| take_of(ours, conflict, &sides, &merged.value, &numbered);
    let mut takes: Vec<Take> = merged.conflicts.iter().map(take).collect();
    let shown = |conflict: Conflict| Conflict {
        base: was.shown(&conflict.base),
        ours: own.shown(&conflict.ours),
        theirs: other.shown(&conflict.theirs),
        ..conflict
    };
    let mut conflicts: Vec<Conflict> = merged.conflicts.into_iter().map(shown).collect();
    takes.extend(back.iter().map(|_| Take::Nothing));
    conflicts.extend(back);
    Ok(Merged { asset: asset_of(ours, numbered.tree)?, conflicts, takes })
}

/// What decides a conflict: where its thing is in the merged asset, and what they have there.
fn take_of(
    ours: &Asset,
    conflict: &Conflict,
    [was, _, other]: &[Named; 3],
    merged: &Value,
    numbered: &Numbered,
) -> Take {
    let Some(thing) = place_of(&conflict.thing.to_string()) else { return Take::Nothing };
    let is_new = conflict.base.is_null() && conflict.ours.is_null();
    let from = if is_new { &other.tree } else { &was.tree };
    let list = list_at(ours.kind(), &thing.parent().pattern());
    let theirs = numbered.shown(&conflict.theirs);
    let is_whole = conflict.field == WHOLE;
    match followed(&thing, from, merged) {
        Some(place)
            if is_whole && theirs.is_null() && list.is_some_and(|list| list.way == Way::Rows) =>
        {
            Take::Remove { place: place.to_string() }
        }
        Some(place) => {
            let is_text = value_at(merged, place.steps()).is_some_and(is_named_text);
            let place = match is_whole || is_text {
                true => Some(place),
                false => field_in(&place, &conflict.field),
            };
            let ours = numbered.shown(&conflict.ours);
            place.map_or(Take::Nothing, |place| Take::Set {
                place: place.to_string(),
                ours,
                theirs,
            })
        }
        None if is_whole && !theirs.is_null() => match followed(&thing.parent(), from, merged) {
            Some(list) => Take::Put { list: list.to_string(), thing: theirs },
            None => Take::Nothing,
        },
        None => Take::Nothing,
    }
}

fn field_in(place: &Place, field: &str) -> Option<Place> {
    let text = if place.steps().is_empty() { field.to_owned() } else { format!("{place}.{field}") };
    text.parse().ok()
}

/// The place of a thing that comparisons name: `objects 1, parts 0 "called so"`.
pub fn place_of(thing: &str) -> Option<Place> {
    let mut place = Place::default();
    if thing == FILE.to_string() {
        return Some(place);
    }
    let mut rest = thing;
    loop {
        let (name, behind) = rest.split_once(' ')?;
        let n_digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = behind.split_at_checked(n_digits)?;
        place = place.field(name).nth(number.parse().ok()?);
        rest = without_title(behind)?;
        match rest.strip_prefix(", ") {
            Some(next) => rest = next,
            None => return rest.is_empty().then_some(place),
        }
    }
}

/// What is behind a name in quotes.
fn without_title(text: &str) -> Option<&str> {
    let Some(title) = text.strip_prefix(" \"") else { return Some(text) };
    let mut is_escaped = false;
    let end = title.find(|letter| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    });
    title.get(end? + 1..)
}

impl Asset {
    /// The asset with their side of conflicts. `merged` is what the merge gave, where that is known: things may
    /// have moved since.
    pub fn with_theirs(&self, takes: &[Take], merged: Option<&Asset>) -> Result<Asset, String> {
        let mut asset = self.clone();
        let mut gone = Vec::new();
        let here = |place: &str, ours: Option<&Value>| {
            let place: Place = place.parse().ok()?;
            match merged {
                Some(merged) => self.place_since(merged, &place),
                None => ours.filter(|ours| self.get(&place) == Some(ours)).map(|_| place),
            }
        };
        let moved = |place: &str| format!("{place} was changed since the merge; set it by hand");
        for take in takes {
            match take {
                Take::Set { place, ours, theirs } => {
                    let at = here(place, Some(ours)).ok_or_else(|| moved(place))?;
                    asset.put_whole(&at, theirs.clone())?;
                }
                Take::Remove { place } => {
                    gone.push(here(place, None).ok_or_else(|| moved(place))?);
                }
                Take::Put { list, thing } => {
                    let at = match list.parse::<Place>() {
                        Ok(list) if self.n_things(&list).is_some() => list,
                        _ => return Err(moved(list)),
                    };
                    asset.push_whole(&at, thing.clone())?;
                }
                Take::Nothing => {
                    return Err("their side can't be put here by itself; set it by hand".to_owned());
                }
            }
        }
        gone.sort_by_key(|place| std::cmp::Reverse(place.numbers()));
        for place in gone {
            let number = place.numbers().last().copied();
            let numbers: Vec<usize> = number.into_iter().collect();
            asset.remove(&place.parent(), &numbers).map_err(|refusal| refusal.to_string())?;
        }
        Ok(asset)
    }

    /// Where a thing or field of a former state is; `None` where it is gone.
    pub fn place_since(&self, before: &Asset, place: &Place) -> Option<Place> {
        let (old, new) = (before.tree(), self.tree());
        let (mut old, mut new) = (&old, &new);
        let mut at = Place::default();
        for step in place.steps() {
            match step {
                Step::Field(name) => {
                    (old, new) = (old.get(name)?, new.get(name)?);
                    at = at.field(name);
                }
                Step::Nth(n) => {
                    let is_slots = list_at(self.kind(), &at.pattern())
                        .is_some_and(|list| list.way == Way::Slots);
                    let places = values::places(old.as_array()?, new.as_array()?);
                    let to = if is_slots { *n } else { places.get(*n).copied().flatten()? };
                    (old, new) = (old.get(n)?, new.get(to)?);
                    at = at.nth(to);
                }
            }
        }
        Some(at)
    }
}

fn named_of(assets: [&Asset; 3]) -> Result<[Named; 3], NotMerged> {
    let [first, others @ ..] = assets;
    let kind = first.kind();
    match others.iter().all(|other| other.kind() == kind) {
        true => Ok(named(kind, assets.map(Asset::tree))),
        false => Err(NotMerged::Formats),
    }
}

fn shown(change: Change, old: &Named, new: &Named) -> Change {
    Change { a: old.shown(&change.a), b: new.shown(&change.b), ..change }
}

fn asset_of(like: &Asset, tree: Value) -> Result<Asset, NotMerged> {
    let Value::Object(fields) = tree else { return Err(NotMerged::Formats) };
    let asset = Asset::of_tree(like.kind(), like.code_page(), fields);
    let content: Content = asset.content().map_err(NotMerged::Unfit)?;
    let asset = Asset::new(&content, like.code_page());
    asset.map_err(|unfit: Unfit| NotMerged::Unfit(unfit.to_string()))
}
