//! Changes of placed objects that a client takes. No fragment moves: others are named by their numbers.
//!
//! A place is put into the bytes of its object. A new object is appended, behind the colours of its
//! vertices where they are known. An object that goes leaves a use of vertex colours (0x33) in its place,
//! as each object has one anyway. Nothing refers to it, so it has no effect.

use crate::format::bytes::Put;
use crate::format::eq::wld::fragment::{self, Use};
use crate::format::eq::wld::scene::Instance;
use crate::format::eq::wld::{Fragment, Wld};
use crate::format::text::Opaque;

/// Where the bytes of a placed object have its position, turns and scale.
const POSITION: usize = 16;
const TURNS: usize = 28;
const SCALE: usize = 44;

/// Flags of objects in real files: with colours of vertices, and without.
const COLOURED: u32 = 0x32E;
const PLAIN: u32 = 0x22E;

impl Wld {
    /// Puts where an object is, how it is turned, and its scale. All other bytes stay.
    pub fn put_place(&mut self, idx: usize, place: &Instance) {
        let Some(fragment) = self.fragments.get_mut(idx) else { return };
        let scales = [place.scale_yz, place.scale_x];
        let parts = [(POSITION, &place.position[..]), (TURNS, &place.turns_zyx), (SCALE, &scales)];
        for (at, numbers) in parts {
            let places = fragment.body.0.get_mut(at..).unwrap_or_default();
            for (to, number) in places.chunks_exact_mut(4).zip(numbers) {
                to.copy_from_slice(&number.get().to_le_bytes());
            }
        }
    }

    /// Appends an object of an actor. `colours` are those of a fragment of vertex colours, behind its name.
    /// Gives the number of its fragment, counted from 0.
    pub fn append_object(
        &mut self,
        actor: &[u8],
        place: &Instance,
        colours: Option<&[u8]>,
    ) -> usize {
        let actor = self.reference_to(actor);
        let colours = colours.map(|colours| {
            let name = self.add_name(self.free_name().as_bytes());
            let colours = self.append(fragment::VERTEX_COLOURS, name, colours);
            let usage: Vec<u8> = [colours, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
            self.append(fragment::COLOURS_USE, 0, &usage)
        });
        let mut rest = actor.to_le_bytes().to_vec();
        rest.put_u32(if colours.is_some() { COLOURED } else { PLAIN });
        // No sphere. The numbers are put by the next step.
        rest.put(&[0; 40]);
        colours.into_iter().for_each(|colours| rest.put_i32(colours));
        rest.put_u32(0);
        self.append(fragment::INSTANCE, 0, &rest);
        let idx = self.fragments.len() - 1;
        self.put_place(idx, place);
        idx
    }

    /// Takes an object out.
    pub fn blank_object(&mut self, idx: usize) {
        let object = self.fragments.get(idx).filter(|own| own.kind == fragment::INSTANCE);
        let Some(object) = object else { return };
        let used = Instance::read(object).ok().and_then(|object| object.colours);
        let used = used.and_then(|used| self.fragment(used)).map(Use::read);
        let any = || self.of_kind(fragment::VERTEX_COLOURS).next().map(|(idx, _)| idx + 1);
        let target = match used {
            Some(Ok(used)) => used.target,
            _ => any().and_then(|number| i32::try_from(number).ok()).unwrap_or_default(),
        };
        let mut body = Vec::new();
        [0, target, 0].iter().for_each(|word| body.put_i32(*word));
        let blank = Fragment { kind: fragment::COLOURS_USE, body: Opaque(body) };
        self.fragments.get_mut(idx).into_iter().for_each(|object| *object = blank.clone());
    }

    /// The colours of an object's vertices, behind the name of their fragment.
    pub fn colours_of(&self, object: &Instance) -> Option<&[u8]> {
        let usage = self.fragment(object.colours?)?;
        let colours = self.fragment(Use::read(usage).ok()?.target)?;
        let colours = Some(colours).filter(|own| own.kind == fragment::VERTEX_COLOURS)?;
        colours.body.0.get(4..)
    }

    /// Appends a fragment, and gives the reference to it.
    fn append(&mut self, kind: u32, name: i32, rest: &[u8]) -> i32 {
        let body = Opaque([&name.to_le_bytes(), rest].concat());
        self.largest = self.largest.max(u32::try_from(body.0.len()).unwrap_or(u32::MAX));
        self.fragments.push(Fragment { kind, body });
        i32::try_from(self.fragments.len()).unwrap_or(i32::MAX)
    }

    /// The reference to a name, which is added where it is not there yet.
    fn reference_to(&mut self, name: &[u8]) -> i32 {
        let mut at = 0;
        for own in self.names.0.split(|byte| *byte == 0) {
            if own == name
                && let Ok(at) = i32::try_from(at)
            {
                return -at;
            }
            at += own.len() + 1;
        }
        self.add_name(name)
    }

    /// A name for vertex colours that none has: ENT0_DMT and so on.
    fn free_name(&self) -> String {
        let number = |name: &[u8]| {
            let name = std::str::from_utf8(name).ok()?;
            name.strip_prefix("ENT")?.strip_suffix("_DMT")?.parse::<u32>().ok()
        };
        let used = self.names.0.split(|byte| *byte == 0).filter_map(number);
        format!("ENT{}_DMT", used.max().map_or(0, |number| number.saturating_add(1)))
    }
}
