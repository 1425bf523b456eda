//! Grounds that come from one: what makes one into another, and what both sides changed, field by field of each
//! cube and of each entry of the lists. Conflicts are data.
//!
//! Entries of lists are the same by their numbers, as new ones go to the end. A file whose lists became shorter, or
//! that has a different size or version, can't be compared in this way.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::format::ragnarok::gnd::Surface;
use crate::world::gnd::Ground;
use crate::world::gnd::entry::{Entry, Names};
use crate::world::gnd::face::Face;
use crate::world::three_way::{Change, Conflict, Each, WHOLE, Wanted};
use crate::world::values;

/// Both sides of ground in one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub ground: Ground,
    /// What both made something else of. It is as ours has it.
    pub conflicts: Vec<Conflict>,
    /// For each conflict, what decides it for the other side.
    pub takes: Vec<Take>,
}

/// Makes a field of a thing as the other side has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Take {
    pub entry: Entry,
    pub field: String,
    /// All of the thing, as the other side has it.
    pub theirs: Value,
}

/// Why grounds can't be compared cube by cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the grounds have different sizes or versions, or lists with fewer entries")]
pub struct OtherLayout;

impl Ground {
    /// Whether `later` can have come from this ground by changes of cubes and entries, and new entries.
    fn leads_to(&self, later: &Ground) -> bool {
        let frame = |ground: &Ground| (ground.width, ground.height, ground.version());
        let has_water = |ground: &Ground| ground.frame.water().is_some();
        frame(self) == frame(later)
            && has_water(self) == has_water(later)
            && self.textures.len() <= later.textures.len()
            && self.lightmaps.len() <= later.lightmaps.len()
            && self.n_surfaces <= later.n_surfaces
    }

    /// The ground with the other side in some conflicts of a merge, or why it can't have that.
    pub fn with_theirs(&self, takes: &[Take]) -> Result<Ground, String> {
        let mut ground = self.clone();
        for Take { entry, field, theirs } in takes {
            let own = ground.value(*entry).ok_or("it is not there any more")?;
            let is_it = |change: &Change| change.field == *field;
            ground.put_value(*entry, values::take(&own, theirs, &is_it))?;
        }
        match ground.is_sound_as(self) {
            true => Ok(ground),
            false => Err("it names an entry of a list that is not there any more".to_owned()),
        }
    }

    /// Whether no face names a surface that is not there, unless it did before.
    fn is_sound_as(&self, before: &Ground) -> bool {
        let last = |ground: &Ground| {
            Face::ALL.map(|face| {
                let words =
                    ground.cubes.get(face.word()).into_iter().flat_map(|column| column.iter());
                words.filter(|word| *word <= i32::MAX.cast_unsigned()).max()
            })
        };
        let beyond = |last: &Option<u32>| last.is_some_and(|last| last >= self.n_surfaces);
        !last(self).iter().zip(last(before)).any(|(new, old)| beyond(new) && *new > old)
    }
}

/// What makes one ground into another.
pub fn compare(a: &Ground, b: &Ground, each: Each<'_>) -> Result<(), OtherLayout> {
    if !a.leads_to(b) {
        return Err(OtherLayout);
    }
    let names = Names::of(a);
    for entry in a.differing(b) {
        changes_of(a, b, entry, &names).into_iter().for_each(&mut *each);
    }
    Ok(())
}

fn changes_of(a: &Ground, b: &Ground, entry: Entry, names: &Names) -> Vec<Change> {
    let thing = names.thing(entry);
    let mut changes = Vec::new();
    match (a.value(entry), b.value(entry)) {
        (Some(old), Some(new)) => values::compare(&old, &new, &mut |change| {
            changes.push(Change { thing: thing.clone(), ..change });
        }),
        (old, new) => {
            let [a, b] = [old, new].map(Option::unwrap_or_default);
            changes.push(Change { thing, field: WHOLE.into(), a, b });
        }
    }
    changes
}

/// The first ground with the wanted ones of the changes that [`compare`] finds. New entries of a list come with
/// all before them, as far as something names them.
pub fn take(a: &Ground, b: &Ground, wanted: Wanted<'_>) -> Result<Ground, String> {
    let names = Names::of(a);
    let mut taken = a.clone();
    // The lists are as long as those of the other side, until it is clear what is used.
    taken.lengthen_as(b);
    for entry in a.differing(b) {
        let (Some(old), Some(new)) = (a.value(entry), b.value(entry)) else { continue };
        let thing = names.thing(entry);
        let is_wanted =
            |change: &Change| wanted(&Change { thing: thing.clone(), ..change.clone() });
        taken.put_value(entry, values::take(&old, &new, &is_wanted))?;
    }
    let is_wanted = |entry| changes_of(a, b, entry, &names).iter().any(wanted);
    taken.shorten(a, is_wanted);
    Ok(taken)
}

/// Puts into `ours` what `theirs` changed since `base`.
pub fn merge(base: &Ground, ours: &Ground, theirs: &Ground) -> Result<Merged, OtherLayout> {
    if ours == base || theirs == base || theirs == ours {
        let ground = if ours == base { theirs } else { ours };
        return Ok(Merged { ground: ground.clone(), conflicts: Vec::new(), takes: Vec::new() });
    }
    if !base.leads_to(ours) || !base.leads_to(theirs) {
        return Err(OtherLayout);
    }
    let mut ground = ours.clone();
    let theirs = ground.take_new_entries(base, theirs).ok_or(OtherLayout)?;
    let mut merged = Merged { ground, conflicts: Vec::new(), takes: Vec::new() };
    let names = Names::of(base);
    for entry in base.differing(&theirs) {
        let sides = [base, ours, &theirs].map(|side| side.value(entry));
        let [Some(was), Some(own), Some(there)] = sides else { continue };
        let values::Merged { value, conflicts } = values::merge(&was, &own, &there);
        if value != own {
            // It is a mix of fields that were read.
            let _ = merged.ground.put_value(entry, value);
        }
        for conflict in conflicts {
            let take = Take { entry, field: conflict.field.to_string(), theirs: there.clone() };
            merged.conflicts.push(Conflict { thing: names.thing(entry), ..conflict });
            merged.takes.push(take);
        }
    }
    Ok(merged)
}

impl Ground {
    /// Adds what is behind the end of the lists on the other side.
    fn lengthen_as(&mut self, other: &Ground) {
        let new = other.textures.get(self.textures.len()..).unwrap_or_default();
        if !new.is_empty() {
            Arc::make_mut(&mut self.textures).extend_from_slice(new);
        }
        let new = other.lightmaps.get(self.lightmaps.len()..).unwrap_or_default();
        if !new.is_empty() {
            Arc::make_mut(&mut self.lightmaps).extend_from_slice(new);
        }
        for number in self.n_surfaces..other.n_surfaces {
            if let Some(surface) = other.surface(number).copied() {
                self.surfaces.set(number, Some(Arc::new(surface)));
                self.n_surfaces = number + 1;
            }
        }
    }

    /// Takes entries from the ends of the lists that `before` has not, that nothing names and nobody wants.
    fn shorten(&mut self, before: &Ground, is_wanted: impl Fn(Entry) -> bool) {
        let faces = Face::ALL.into_iter().filter_map(|face| self.cubes.get(face.word()));
        let faces = faces.flat_map(|column| column.iter());
        let named = faces.filter(|word| *word <= i32::MAX.cast_unsigned()).max();
        let mut end = named.map_or(0, |last| last.saturating_add(1)).max(before.n_surfaces);
        let wanted = (end..self.n_surfaces).rfind(|number| is_wanted(Entry::Surface(*number)));
        end = wanted.map_or(end, |last| last + 1).min(self.n_surfaces);
        (end..self.n_surfaces).for_each(|number| self.surfaces.set(number, None));
        self.n_surfaces = end;
        let used = |of: fn(&Surface) -> Option<usize>| {
            self.surfaces().filter_map(of).max().map_or(0, |last| last + 1)
        };
        let textures = used(|surface| usize::try_from(surface.texture).ok());
        let lightmaps = used(|surface| Some(surface.lightmap.into()));
        let last = |len: usize, from: usize, entry: fn(u32) -> Entry| {
            let is_wanted =
                |n: &usize| u32::try_from(*n).is_ok_and(|number| is_wanted(entry(number)));
            (from..len).rfind(is_wanted).map_or(from, |last| last + 1)
        };
        let from = textures.max(before.textures.len());
        let end = last(self.textures.len(), from, Entry::Texture);
        if end < self.textures.len() {
            Arc::make_mut(&mut self.textures).truncate(end);
        }
        let from = lightmaps.max(before.lightmaps.len());
        let end = last(self.lightmaps.len(), from, Entry::Lightmap);
        if end < self.lightmaps.len() {
            Arc::make_mut(&mut self.lightmaps).truncate(end);
        }
    }

    /// Adds what the other side added to its lists, unless this side added the same. Gives the other side with its
    /// numbers as they are here; `None` where those have no room.
    fn take_new_entries(&mut self, base: &Ground, theirs: &Ground) -> Option<Ground> {
        let mut theirs = theirs.clone();
        let textures = added(&mut self.textures, base.textures.len(), &theirs.textures);
        let lightmaps = added(&mut self.lightmaps, base.lightmaps.len(), &theirs.lightmaps);
        let mut surfaces = Vec::new();
        let mut own: HashMap<Surface, u32> = HashMap::new();
        for number in base.n_surfaces..self.n_surfaces {
            self.surface(number).into_iter().for_each(|it| _ = own.entry(*it).or_insert(number));
        }
        for number in 0..theirs.n_surfaces {
            let Some(mut surface) = theirs.surface(number).copied() else { continue };
            if let Some(new) = renumbered(surface.texture.into(), &textures) {
                surface.texture = i16::try_from(new).ok()?;
            }
            if let Some(new) = renumbered(surface.lightmap.into(), &lightmaps) {
                surface.lightmap = u16::try_from(new).ok()?;
            }
            match number < base.n_surfaces {
                true => theirs.set_surface(number, surface),
                false => {
                    let new = match own.get(&surface) {
                        Some(new) => *new,
                        None => self.add_surface(surface).ok()?,
                    };
                    own.entry(surface).or_insert(new);
                    surfaces.push((i64::from(number), i64::from(new)));
                }
            }
        }
        let moved = surfaces.iter().any(|(old, new)| old != new);
        for face in Face::ALL.into_iter().filter(|_| moved) {
            for idx in 0..theirs.n_cubes() {
                let at = theirs.pos(idx);
                let number = theirs.surface_at(at, face).map_or(-1, i64::from);
                if let Some(new) = renumbered(number, &surfaces) {
                    theirs.set_face(at, face, Some(u32::try_from(new).ok()?)).ok()?;
                }
            }
        }
        // The lists are compared as far as the base had them: all else is there by now.
        let kept = base.textures.len();
        Arc::make_mut(&mut theirs.textures).truncate(kept);
        Arc::make_mut(&mut theirs.lightmaps).truncate(base.lightmaps.len());
        theirs.n_surfaces = base.n_surfaces;
        Some(theirs)
    }
}

/// Adds what is behind the first `n` of a list, and says which number became which.
fn added<T: Clone + Eq + Hash>(own: &mut Arc<Vec<T>>, n: usize, theirs: &[T]) -> Vec<(i64, i64)> {
    let mut numbers = Vec::new();
    let mut places: HashMap<T, usize> = HashMap::new();
    for (place, thing) in own.iter().enumerate().skip(n) {
        places.entry(thing.clone()).or_insert(place);
    }
    for (number, thing) in theirs.iter().enumerate().skip(n) {
        let place = *places.entry(thing.clone()).or_insert_with(|| {
            Arc::make_mut(own).push(thing.clone());
            own.len() - 1
        });
        numbers.push((number as i64, place as i64));
    }
    numbers
}

/// The new number of an entry; `None` for those that both had before. Numbers are in order without a gap.
fn renumbered(number: i64, numbers: &[(i64, i64)]) -> Option<i64> {
    let (first, _) = numbers.first()?;
    let (_, new) = numbers.get(usize::try_from(number.checked_sub(*first)?).ok()?)?;
    Some(*new)
}
