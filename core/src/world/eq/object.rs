//! What is placed in a zone: listed, moved, turned, scaled, added and taken out.
//!
//! An object is known by the number of its fragment in `objects.wld`, counted from 1. No change moves
//! fragments, so it keeps that number. Places are in the axes of the server.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::format::eq::wld::scene::Instance;
use crate::format::eq::wld::{Wld, fragment};
use crate::format::number::F32;
use crate::space::eq::exchanged;
use crate::world::eq::{Zone, pieces};

/// Names of what can be placed end so. People leave it out.
const ACTOR: &str = "_ACTORDEF";

/// An object where it is placed.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// Of its fragment, counted from 1.
    pub number: u32,
    pub model: String,
    pub place: Placed,
}

/// Where an object is, how it is turned, and how large.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// In the axes of the server.
    pub at: [F32; 3],
    /// Heading, pitch and roll, 512 to a circle.
    pub turns: [F32; 3],
    pub scale: Scale,
}

/// One number in every real file.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number, or two: along x, and along y and z")]
pub enum Scale {
    Even(F32),
    /// Along x of the client, and along its y and z.
    Uneven([F32; 2]),
}

impl Scale {
    fn of([x, yz]: [F32; 2]) -> Scale {
        if x == yz { Scale::Even(x) } else { Scale::Uneven([x, yz]) }
    }

    pub(super) fn parts(self) -> [F32; 2] {
        match self {
            Scale::Even(all) => [all, all],
            Scale::Uneven(parts) => parts,
        }
    }
}

impl std::fmt::Display for Scale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scale::Even(all) => write!(f, "{}", all.get()),
            Scale::Uneven([x, yz]) => write!(f, "{} × {}", x.get(), yz.get()),
        }
    }
}

impl Placed {
    pub fn of(stated: &Instance) -> Placed {
        let at = exchanged(stated.position);
        Placed { at, turns: stated.turns_zyx, scale: Scale::of([stated.scale_x, stated.scale_yz]) }
    }

    /// A scale that a file has already is nobody's wish.
    fn check(&self, had: Option<Scale>) -> Result<(), Refusal> {
        let scale = self.scale.parts();
        let mut numbers = self.at.iter().chain(&self.turns).chain(&scale);
        if !numbers.all(|number| number.get().is_finite()) {
            return Err(Refusal::NotFinite);
        }
        match had == Some(self.scale) || scale.iter().all(|part| part.get() > 0.0) {
            true => Ok(()),
            false => Err(Refusal::NoScale(self.scale.to_string())),
        }
    }

    /// As a fragment states it.
    fn stated(&self) -> Instance {
        let [scale_x, scale_yz] = self.scale.parts();
        Instance {
            actor: 0,
            flags: 0,
            position: exchanged(self.at),
            turns_zyx: self.turns,
            scale_yz,
            scale_x,
            colours: None,
        }
    }
}

/// Why objects stay as they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("the archive has no objects.wld, so it has no objects")]
    NoObjects,
    #[error("no objects are given")]
    NothingNamed,
    #[error("there is no object {0}: `landwright find thing=placed-object` lists their numbers")]
    NoObject(u32),
    #[error("{0} is not beside the zone, so no model is known")]
    NoModels(String),
    #[error("{file} has no model {model}{hint}")]
    NoModel { file: String, model: String, hint: String },
    #[error("a place, turn or scale is too large a number")]
    NotFinite,
    #[error("expected a scale above 0, found {0}")]
    NoScale(String),
}

/// Every object of a zone that can be read, in the order of the file.
pub fn objects(zone: &Zone) -> Vec<Object> {
    let Some(world) = &zone.objects else { return Vec::new() };
    world.of_kind(fragment::INSTANCE).filter_map(|(idx, _)| object_in(world, idx)).collect()
}

pub fn object(zone: &Zone, number: u32) -> Option<Object> {
    object_in(zone.objects.as_ref()?, idx_of(number)?)
}

fn object_in(world: &Wld, idx: usize) -> Option<Object> {
    let (number, stated) = (u32::try_from(idx + 1).ok()?, instance(world, idx)?);
    let model = String::from_utf8_lossy(world.name(stated.actor)).into_owned();
    Some(Object { number, model, place: Placed::of(&stated) })
}

fn instance(world: &Wld, idx: usize) -> Option<Instance> {
    let fragment = world.fragments.get(idx).filter(|own| own.kind == fragment::INSTANCE)?;
    Instance::read(fragment).ok()
}

fn idx_of(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

/// What can be placed in a zone, by name.
pub fn models(zone: &Zone) -> BTreeSet<String> {
    let actors = zone.models.as_ref().map(pieces::actors).unwrap_or_default();
    actors.into_keys().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

/// Puts objects somewhere: `change` gets each place and gives the new one. Gives how many changed. The
/// zone stays as it is where it refuses.
pub fn place(
    zone: &mut Zone,
    numbers: &[u32],
    change: impl Fn(&Placed) -> Placed,
) -> Result<usize, Refusal> {
    let mut places = Vec::new();
    for (idx, object) in named(zone, numbers)? {
        let place = change(&object.place);
        place.check(Some(object.place.scale))?;
        if place != object.place {
            places.push((idx, place));
        }
    }
    let world = zone.objects.as_mut().ok_or(Refusal::NoObjects)?;
    places.iter().for_each(|(idx, place)| world.put_place(*idx, &place.stated()));
    Ok(places.len())
}

/// Takes objects out. Gives how many.
pub fn remove(zone: &mut Zone, numbers: &[u32]) -> Result<usize, Refusal> {
    let found = named(zone, numbers)?;
    let world = zone.objects.as_mut().ok_or(Refusal::NoObjects)?;
    found.iter().for_each(|(idx, _)| world.blank_object(*idx));
    Ok(found.len())
}

/// Each object once, with its place among the fragments.
fn named(zone: &Zone, numbers: &[u32]) -> Result<Vec<(usize, Object)>, Refusal> {
    let world = zone.objects.as_ref().ok_or(Refusal::NoObjects)?;
    if numbers.is_empty() {
        return Err(Refusal::NothingNamed);
    }
    let numbers: BTreeSet<u32> = numbers.iter().copied().collect();
    let find = |number: u32| {
        let found = idx_of(number).and_then(|idx| Some((idx, object_in(world, idx)?)));
        found.ok_or(Refusal::NoObject(number))
    };
    numbers.into_iter().map(find).collect()
}

/// Adds an object of a model that the archive of objects has. Its vertices get the colours of an object
/// of the same model, where there is one. Gives its number.
pub fn add(zone: &mut Zone, model: &str, place: &Placed) -> Result<u32, Refusal> {
    let file = zone.models_file();
    place.check(None)?;
    if zone.objects.is_none() {
        return Err(Refusal::NoObjects);
    }
    if zone.models.is_none() {
        return Err(Refusal::NoModels(file));
    }
    let known = models(zone);
    let whole = format!("{model}{ACTOR}");
    let is_meant =
        |name: &&String| [model, &whole].iter().any(|own| name.eq_ignore_ascii_case(own));
    let Some(model) = known.iter().find(is_meant) else {
        let nearest = crate::problem::nearest::nearest(&whole, known.iter().map(String::as_str));
        let hint = nearest.map_or_else(String::new, |name| format!("; did you mean {name}?"));
        return Err(Refusal::NoModel { file, model: model.to_owned(), hint });
    };
    put_in(zone, model, place, None)
}

/// Appends an object. Colours come from an object of the same model, unless they are given.
pub(super) fn put_in(
    zone: &mut Zone,
    model: &str,
    place: &Placed,
    colours: Option<Vec<u8>>,
) -> Result<u32, Refusal> {
    let world = zone.objects.as_mut().ok_or(Refusal::NoObjects)?;
    let twin = || {
        let mut all = world.of_kind(fragment::INSTANCE).filter_map(|(idx, _)| instance(world, idx));
        let twin = all.find(|own| world.name(own.actor) == model.as_bytes())?;
        world.colours_of(&twin).map(<[u8]>::to_vec)
    };
    let colours = colours.or_else(twin);
    let idx = world.append_object(model.as_bytes(), &place.stated(), colours.as_deref());
    Ok(u32::try_from(idx + 1).unwrap_or(u32::MAX))
}

/// The colours that an object's vertices have.
pub(super) fn colours(zone: &Zone, number: u32) -> Option<Vec<u8>> {
    let world = zone.objects.as_ref()?;
    world.colours_of(&instance(world, idx_of(number)?)?).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests;
