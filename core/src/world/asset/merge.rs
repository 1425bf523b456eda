//! Assets compared and merged, by their things and fields.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::format::file::{Content, Kind};
use crate::world::asset::identity::{
    Named, Numbered, followed, is_named_text, list_of, named, numbered,
};
use crate::world::asset::place::{Place, places_in, value_at};
use crate::world::asset::shape::{Reference, Way, list_at, references_of};
use crate::world::asset::{Asset, Unfit};
use crate::world::three_way::{Change, Conflict, Each, FILE, WHOLE, Wanted};
use crate::world::values;
use crate::world::values::likeness::{is_same, likeness};

/// Things that are less alike are not the same.
const ALIKE: f32 = 0.5;

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
    /// A field gets their value, or a thing becomes theirs, also where both sides added one at a number. The thing that it is in is as the merge gave it: its
    /// place may be a different one by now.
    Set {
        place: String,
        thing: Value,
        ours: Value,
        theirs: Value,
        #[serde(default)]
        needs: Vec<Need>,
    },
    /// They removed the thing.
    Remove { place: String, thing: Value },
    /// We removed the thing.
    Put {
        list: String,
        thing: Value,
        #[serde(default)]
        needs: Vec<Need>,
    },
    /// Nothing of theirs can be put anywhere.
    Nothing,
}

/// A thing that their side refers to by number: as the merge gave it, at its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Need {
    place: String,
    thing: Value,
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
    let kind = ours.kind();
    let list = list_at(kind, &thing.parent().pattern());
    let Some(mut theirs) = numbered.shown_at(&thing, &conflict.theirs, other) else {
        return Take::Nothing;
    };
    let is_whole = conflict.field == WHOLE;
    if let Some(slots) = list.filter(|list| is_whole && list.way == Way::Slots)
        && theirs.is_null()
    {
        theirs = slots.empty();
    }
    match followed(&thing, from, merged) {
        Some(place)
            if is_whole && theirs.is_null() && list.is_some_and(|list| list.way == Way::Rows) =>
        {
            let thing = value_at(&numbered.tree, place.steps()).cloned().unwrap_or_default();
            Take::Remove { place: place.to_string(), thing }
        }
        Some(place) => {
            let is_text = value_at(merged, place.steps()).is_some_and(is_named_text);
            let place = match is_whole || is_text {
                true => Some(place),
                false => field_in(&place, &conflict.field),
            };
            let Some(place) = place else { return Take::Nothing };
            let around = ours.thing_around(&place);
            let thing = around.and_then(|around| value_at(&numbered.tree, around.steps()).cloned());
            let (thing, ours) = (thing.unwrap_or_default(), numbered.shown(&conflict.ours));
            let needs = needs_of(kind, &place, &theirs, &numbered.tree);
            Take::Set { place: place.to_string(), thing, ours, theirs, needs }
        }
        None if is_whole && !theirs.is_null() => match followed(&thing.parent(), from, merged) {
            Some(list) => {
                let needs = needs_of(kind, &list.nth(0), &theirs, &numbered.tree);
                Take::Put { list: list.to_string(), thing: theirs, needs }
            }
            None => Take::Nothing,
        },
        None => Take::Nothing,
    }
}

/// The things that a value refers to once it is at a place, without those in the value itself.
fn needs_of(kind: Kind, at: &Place, value: &Value, merged: &Value) -> Vec<Need> {
    let mut needs = Vec::new();
    for (reference, from, value) in references_in(kind, at, value) {
        let list = list_of(reference.to, &from);
        let thing = reference.place_of(value).map(|n| list.nth(n));
        let Some(thing) = thing.filter(|thing| !thing.is_within(at)) else { continue };
        if let Some(held) = value_at(merged, thing.steps()) {
            needs.push(Need { place: thing.to_string(), thing: held.clone() });
        }
    }
    needs
}

/// The fields that refer to things, of a value that is at a place.
fn references_in<'v>(
    kind: Kind,
    at: &Place,
    value: &'v Value,
) -> Vec<(&'static Reference, Place, &'v Value)> {
    let pattern = at.pattern();
    let mut found = Vec::new();
    for reference in references_of(kind) {
        let Some(rest) = reference.from.strip_prefix(pattern.as_str()) else { continue };
        let places = match rest.strip_prefix('.') {
            Some(rest) => places_in(value, at.clone(), rest, &[]),
            None if rest.is_empty() => vec![at.clone()],
            None => continue,
        };
        for from in places {
            let steps = from.steps().get(at.steps().len()..).unwrap_or_default();
            if let Some(value) = value_at(value, steps) {
                found.push((reference, from, value));
            }
        }
    }
    found
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

impl Take {
    fn needs(&self) -> &[Need] {
        match self {
            Take::Set { needs, .. } | Take::Put { needs, .. } => needs,
            Take::Remove { .. } | Take::Nothing => &[],
        }
    }
}

impl Asset {
    /// Where a conflict is by now; `None` where nobody can tell.
    pub fn place_of_take(&self, take: &Take) -> Option<Place> {
        match take {
            Take::Set { place, thing, .. } | Take::Remove { place, thing } => {
                self.place_since(&place.parse().ok()?, thing)
            }
            Take::Put { list, .. } => list.parse().ok(),
            Take::Nothing => None,
        }
    }

    /// The asset with their side of conflicts.
    pub fn with_theirs(&self, takes: &[Take]) -> Result<Asset, String> {
        let mut asset = self.clone();
        let mut gone = Vec::new();
        let moved = |place: &str| format!("{place} was changed since the merge; set it by hand");
        for take in takes {
            let at = self.place_of_take(take);
            if let Some(need) = take.needs().iter().find(|need| !self.has(need)) {
                return Err(moved(&need.place));
            }
            match take {
                Take::Set { place, ours, theirs, .. } => {
                    let is_ours = |at: &Place| self.get(at).is_some_and(|held| is_same(held, ours));
                    let at = at.filter(is_ours).ok_or_else(|| moved(place))?;
                    asset.check_reference(&at, theirs).map_err(|refusal| refusal.to_string())?;
                    asset.put_whole(&at, theirs.clone())?;
                }
                Take::Remove { place, .. } => gone.push(at.ok_or_else(|| moved(place))?),
                Take::Put { list, thing, .. } => {
                    let at = at.filter(|at| self.n_things(at).is_some());
                    asset.push_whole(&at.ok_or_else(|| moved(list))?, thing.clone())?;
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

    /// Whether a thing is still at its place.
    fn has(&self, need: &Need) -> bool {
        need.place.parse().is_ok_and(|place: Place| {
            self.get(&place).is_some() && self.place_since(&place, &need.thing) == Some(place)
        })
    }

    /// The innermost thing of a list that a place is in.
    fn thing_around(&self, place: &Place) -> Option<Place> {
        let mut around = place.clone();
        while !around.steps().is_empty() {
            if list_at(self.kind(), &around.parent().pattern()).is_some() {
                return Some(around);
            }
            around = around.parent();
        }
        None
    }

    /// Where a place of a merge is by now. The thing that it was in is the one that is most alike; of several, the
    /// one that is still at its place.
    fn place_since(&self, place: &Place, thing: &Value) -> Option<Place> {
        let Some(around) = self.thing_around(place) else { return Some(place.clone()) };
        let list = around.parent();
        let is_slots = list_at(self.kind(), &list.pattern()).is_some_and(|it| it.way == Way::Slots);
        let like = |at: &Place| self.get(at).map_or(0.0, |held| likeness(held, thing));
        if is_slots || like(&around) == 1.0 {
            return Some(place.clone());
        }
        let things = (0..self.n_things(&list)?).map(|n| list.nth(n));
        let best = things.clone().map(|at| like(&at)).fold(0.0, f32::max);
        let is_best = |at: &Place| like(at) == best;
        let mut alike = things.filter(is_best);
        let now = match (alike.next(), alike.next()) {
            _ if is_best(&around) => around.clone(),
            (Some(one), None) => one,
            _ => return None,
        };
        (best >= ALIKE).then(|| place.moved(&around, &now))
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
