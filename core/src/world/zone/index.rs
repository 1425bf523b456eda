//! Where the things of a zone are, kept up by its edits.

use crate::format::number::F32;
use crate::space::extent::Extent;
use crate::space::index::{Hit, Index2};

use super::Zone;
use super::edit::Edit;
use super::thing::{Thing, ThingId};

/// An edit that touches more than one in so many is quicker loaded than followed.
const FEW: usize = 20;

/// The things of a zone by place, in cm of the files. What is nowhere is not in it.
#[derive(Debug)]
pub struct Places {
    index: Index2<ThingId>,
}

impl Places {
    pub fn new(zone: &Zone) -> Places {
        let things = zone.things().filter_map(|(id, thing)| Some((id, extent(thing)?)));
        Places { index: Index2::bulk(things.collect()) }
    }

    pub fn index(&self) -> &Index2<ThingId> {
        &self.index
    }

    /// Brings it up to date with a zone that an edit, or the undoing of one, was just done to.
    pub fn follow(&mut self, zone: &Zone, edit: &Edit) {
        if edit.is_whole() || edit.things().count() * FEW > self.index.len() {
            *self = Places::new(zone);
            return;
        }
        for id in edit.things() {
            match zone.thing(id).and_then(extent) {
                Some(extent) => {
                    self.index.insert(id, extent);
                }
                None => {
                    self.index.remove(id);
                }
            }
        }
    }

    /// What a click means, best first.
    pub fn pick(&self, zone: &Zone, at_file_cm: [f32; 2], radius_cm: f32) -> Vec<Hit<ThingId>> {
        self.index.pick(at_file_cm, radius_cm, |id| zone.thing(id).map(Thing::kind))
    }
}

/// What a thing fills; `None` where it is nowhere.
pub fn extent(thing: &Thing) -> Option<Extent<2>> {
    let [a, b] = thing.corners_file_cm().map(|[x, y, _]| [x, y].map(F32::get));
    Extent::between(a, b).ok()
}
