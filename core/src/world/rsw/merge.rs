//! Scenes that come from one: what both sides changed, object by object and field by field, with
//! conflicts as data.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::format::ragnarok::rsw::object::Object;
use crate::world::rsw::Scene;
use crate::world::rsw::object::ObjectId;
use crate::world::rsw::part::{Part, WorldPart};
use crate::world::rsw::take::{Difference, Take, are_in_one_order, differences};
use crate::world::three_way::{Conflict, Verdict};

/// Both sides of a scene in one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub scene: Scene,
    /// What both made something else of. It is as ours has it.
    pub conflicts: Vec<Conflict>,
    /// For each conflict, what decides it for the other side.
    pub takes: Vec<Take>,
}

/// Why sides can't be merged object by object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the files are laid out differently, as of different versions")]
pub struct OtherLayout;

/// Puts into `ours` what `theirs` changed since `base`. Ours has the numbers of the base, and theirs
/// was read anew.
pub fn merge(base: &Scene, ours: &Scene, theirs: &Scene) -> Result<Merged, OtherLayout> {
    if [ours, theirs].iter().any(|side| side.layout() != base.layout()) {
        return Err(OtherLayout);
    }
    let theirs = base.numbered(theirs, ours.objects.len());
    let mut merge = Merge {
        base,
        ours,
        merged: Merged { scene: ours.clone(), conflicts: Vec::new(), takes: Vec::new() },
        in_whole: BTreeSet::new(),
        own: ours
            .objects()
            .filter(|(id, _)| base.object(*id).is_none())
            .map(|(id, _)| id)
            .collect(),
    };
    for difference in differences(base, &theirs) {
        merge.take(&difference, &theirs);
    }
    Ok(merge.merged)
}

/// The same for a side that was read anew.
pub fn merge_read(base: &Scene, ours: &Scene, theirs: &Scene) -> Result<Merged, OtherLayout> {
    merge(base, &base.numbered(ours, 0), theirs)
}

struct Merge<'s> {
    base: &'s Scene,
    ours: &'s Scene,
    merged: Merged,
    /// Objects that are deleted in ours and were told.
    in_whole: BTreeSet<ObjectId>,
    /// Objects that ours added and theirs did not, as far as we know.
    own: Vec<ObjectId>,
}

impl Merge<'_> {
    fn take(&mut self, difference: &Difference, theirs: &Scene) {
        match &difference.take {
            Take::Part { id, part, object } => match self.ours.object(*id) {
                Some(own) => self.part(*id, *part, [own, object], difference),
                None if self.in_whole.insert(*id) => self.gone(*id, object, theirs, difference),
                None => {}
            },
            Take::Delete { id } => match self.ours.object(*id) {
                Some(own) if self.base.object(*id) == Some(own) => self.apply(&difference.take),
                Some(own) => {
                    let own = serde_json::to_value(own).unwrap_or_default();
                    self.tell(difference, own, Value::Null, difference.take.clone());
                }
                None => {}
            },
            Take::Put { object, .. } => {
                let same = |id: &ObjectId| self.ours.object(*id) == Some(object);
                match self.own.iter().position(same) {
                    Some(place) => drop(self.own.remove(place)),
                    None => self.apply(&difference.take),
                }
            }
            Take::Order { .. } if are_in_one_order(self.base, self.ours) => {
                self.apply(&difference.take);
            }
            Take::Order { .. } => {
                if !are_in_one_order(self.ours, theirs) {
                    let [ours, theirs] = ["different", "different again"].map(Value::from);
                    self.tell(difference, ours, theirs, difference.take.clone());
                }
            }
            Take::World { part, .. } => self.world(*part, theirs, difference),
        }
    }

    fn part(&mut self, id: ObjectId, part: Part, sides: [&Object; 2], difference: &Difference) {
        let [own, their] = sides;
        let Some(base) = self.base.object(id) else { return };
        let bytes = [base, own, their].map(|object| part.bytes_of(object));
        match Verdict::of(&bytes[0], &bytes[1], &bytes[2]) {
            Verdict::Keep => {}
            Verdict::Take => self.apply(&difference.take),
            Verdict::Conflict => {
                let [base, ours, theirs] =
                    part.shown([base, own, their], self.base.code_page()).map(Value::from);
                let mut difference = difference.clone();
                difference.change.a = base;
                let take = difference.take.clone();
                self.tell(&difference, ours, theirs, take);
            }
        }
    }

    /// An object that theirs changed and ours deleted.
    fn gone(&mut self, id: ObjectId, object: &Object, theirs: &Scene, difference: &Difference) {
        let place = theirs.place_of(id).and_then(|place| place.checked_sub(1));
        let behind = place.and_then(|place| theirs.id_at(place));
        let take = Take::Put { id, behind, object: object.clone() };
        let mut difference = difference.clone();
        difference.change.field = crate::world::three_way::WHOLE.into();
        let value = |object: Option<&Object>| serde_json::to_value(object).unwrap_or_default();
        difference.change.a = value(self.base.object(id));
        self.tell(&difference, Value::Null, value(Some(object)), take);
    }

    fn world(&mut self, part: WorldPart, theirs: &Scene, difference: &Difference) {
        let [base, own, their] = [self.base, self.ours, theirs].map(Scene::world);
        if part.is_same(own, base) {
            self.apply(&difference.take);
        } else if !part.is_same(own, their) {
            let [base, ours, theirs] =
                part.shown([base, own, their], self.base.code_page()).map(Value::from);
            let mut difference = difference.clone();
            difference.change.a = base;
            let take = difference.take.clone();
            self.tell(&difference, ours, theirs, take);
        }
    }

    fn apply(&mut self, take: &Take) {
        // Whatever it is about is as it was in the base, so there is nothing to refuse.
        let _ = take.apply(&mut self.merged.scene);
    }

    fn tell(&mut self, difference: &Difference, ours: Value, theirs: Value, take: Take) {
        let change = difference.change.clone();
        let (thing, field, base) = (change.thing, change.field, change.a);
        self.merged.conflicts.push(Conflict { thing, field, base, ours, theirs });
        self.merged.takes.push(take);
    }
}

impl Scene {
    /// The scene with the other side in some conflicts of a merge, or why it can't have that.
    pub fn with_theirs(&self, takes: &[Take]) -> Result<Scene, String> {
        let mut scene = self.clone();
        takes.iter().try_for_each(|take| take.apply(&mut scene))?;
        Ok(scene)
    }
}
