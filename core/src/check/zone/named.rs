//! Files that a zone names and the client does not have.

use crate::check::asset::files::MISSING;
use crate::problem::{Place, Thing as Spot};
use crate::world::zone::Listed;
use crate::world::zone::names::Names;
use crate::world::zone::thing::Thing;

use super::found::Found;

pub(super) fn check(found: &mut Found<'_>, names: &Names, listed: Listed, thing: &Thing) {
    let path = match thing {
        Thing::Sound(sound) => &sound.path,
        Thing::Effect(effect) => &effect.path,
        _ => return,
    };
    if names.misses(path.as_bytes()) {
        let path = found.zone().code_page().decode(path.as_bytes());
        found.add(&MISSING, listed, || (format!("{path} is missing"), Vec::new()));
    }
}

/// The textures of the ground.
pub(super) fn check_textures(found: &mut Found<'_>, names: &Names) {
    let zone = found.zone();
    for (index, texture) in (0..).zip(zone.textures()) {
        if names.misses(texture.as_bytes()) {
            let path = zone.code_page().decode(texture.as_bytes());
            let zon = zone.path_of(None).unwrap_or(zone.name());
            let place = || Place::thing(zon, Spot::object("texture", index));
            found.add_at(&MISSING, place, || (format!("{path} is missing"), Vec::new()));
        }
    }
}
