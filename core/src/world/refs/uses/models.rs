//! What objects, characters, effects and windows name.

use super::{At, Looking, To, number};
use crate::format::rose::chr::Chr;
use crate::format::rose::eft::{self, Eft};
use crate::format::rose::ptl::Ptl;
use crate::format::rose::tsi::Tsi;
use crate::format::rose::zsc::{NO_EFFECT, Object, Zsc};

impl Looking {
    pub(super) fn zsc(&mut self, zsc: &Zsc) {
        self.seen.n_parts = number(zsc.objects.len());
        let mut used = [
            vec![false; zsc.meshes.len()],
            vec![false; zsc.materials.len()],
            vec![false; zsc.effects.len()],
        ];
        let mut mark = |list: usize, place: usize| {
            if let Some(is_used) = used.get_mut(list).and_then(|list| list.get_mut(place)) {
                *is_used = true;
            }
        };
        for (object, number) in zsc.objects.iter().zip(0..) {
            self.zsc_object(zsc, object, number, &mut mark);
        }
        let [meshes, materials, effects] = &used;
        for (at, path) in unused(meshes).filter_map(|at| Some((at, zsc.meshes.get(at)?))) {
            self.path(None, At::part("mesh in no object", number(at)), path.as_bytes());
        }
        for (at, one) in unused(materials).filter_map(|at| Some((at, zsc.materials.get(at)?))) {
            self.path(None, At::part("material in no object", number(at)), one.path.as_bytes());
        }
        for (at, path) in unused(effects).filter_map(|at| Some((at, zsc.effects.get(at)?))) {
            self.path(None, At::part("effect in no object", number(at)), path.as_bytes());
        }
    }

    fn zsc_object(
        &mut self,
        zsc: &Zsc,
        object: &Object,
        number: u32,
        mark: &mut impl FnMut(usize, usize),
    ) {
        let own = Some(number);
        for (part, place) in object.parts().iter().zip(0..) {
            let at = || At::inner("object", number, "part", place);
            let (mesh, material) = (usize::from(part.mesh), usize::from(part.material));
            mark(0, mesh);
            mark(1, material);
            if let Some(path) = zsc.meshes.get(mesh) {
                self.path(own, at(), path.as_bytes());
            }
            if let Some(material) = zsc.materials.get(material) {
                self.path(own, at(), material.path.as_bytes());
            }
            if let Some(motion) = part.properties.motion() {
                self.path(own, at(), motion.as_bytes());
            }
        }
        for (effect, place) in object.effects().iter().zip(0..) {
            if effect.effect == NO_EFFECT {
                continue;
            }
            mark(2, usize::from(effect.effect));
            if let Some(path) = zsc.effects.get(usize::from(effect.effect)) {
                self.path(own, At::inner("object", number, "effect", place), path.as_bytes());
            }
        }
    }

    pub(super) fn chr(&mut self, chr: &Chr) {
        self.seen.n_parts = number(chr.characters.len());
        for (character, row) in chr.characters.iter().zip(0..) {
            let Some(character) = character else { continue };
            let name = self.text(character.name.as_bytes());
            self.seen.names.push((row, name));
            let own = Some(row);
            let at =
                |what: &'static str, place: usize| At::inner("character", row, what, number(place));
            if let Some(path) = chr.skeletons.get(usize::from(character.skeleton)) {
                self.path(own, At::part("skeleton of character", row), path.as_bytes());
            }
            for (place, model) in character.models.iter().enumerate() {
                self.put(own, at("model", place), To::Models((*model).into()));
            }
            for (place, pair) in
                character.motions.iter().enumerate().filter(|(_, pair)| pair.is_set())
            {
                if let Some(path) = chr.motions.get(usize::from(pair.motion)) {
                    self.path(own, at("motion", place), path.as_bytes());
                }
            }
            for (place, pair) in character.effects.iter().enumerate() {
                if let Some(path) = chr.effects.get(usize::from(pair.effect)) {
                    self.path(own, at("effect", place), path.as_bytes());
                }
            }
        }
    }

    pub(super) fn eft(&mut self, eft: &Eft) {
        if eft.use_sound.is_set() {
            self.path(None, At::text("sound"), eft.sound.as_bytes());
        }
        for (particle, place) in eft.particles.iter().zip(0..) {
            let at = || At::part("particle", place);
            self.path(None, at(), particle.ptl.as_bytes());
            if particle.use_motion.is_set() {
                self.path(None, at(), particle.motion.as_bytes());
            }
        }
        for (mesh, place) in eft.meshes.iter().zip(0..) {
            let eft::Mesh { mesh, morph, picture, use_motion, motion, .. } = mesh;
            for path in [mesh, morph, picture] {
                self.path(None, At::part("mesh", place), path.as_bytes());
            }
            if use_motion.is_set() {
                self.path(None, At::part("mesh", place), motion.as_bytes());
            }
        }
    }

    pub(super) fn ptl(&mut self, ptl: &Ptl) {
        for (sequence, place) in ptl.sequences.iter().zip(0..) {
            self.path(None, At::part("sequence", place), sequence.picture.as_bytes());
        }
    }

    pub(super) fn tsi(&mut self, tsi: &Tsi) {
        for (texture, place) in tsi.textures.iter().zip(0..) {
            let name = self.text(texture.file.as_bytes());
            if !name.is_empty() {
                self.put(None, At::part("texture", place), To::Beside(name));
            }
        }
    }
}

fn unused(list: &[bool]) -> impl Iterator<Item = usize> {
    list.iter().enumerate().filter(|(_, is_used)| !**is_used).map(|(at, _)| at)
}
