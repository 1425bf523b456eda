//! Which things an action is about.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::space::rose::block::BlockCoord;

use crate::world::zone::names::Names;

use super::Zone;
use super::condition::{Asked, Condition, Wanted};
use super::refusal::{Refusal, finite};
use super::thing::{Kind, Thing, ThingId};

/// Things, as a script says which. As JSON `"everything"`, or an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    Everything,
    /// These, which have to be there.
    Ids(Vec<ThingId>),
    /// All that everything given is true of.
    Matching(Matching),
}

/// Conditions; those that are not given hold for all.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Matching {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<Kind>>,
    /// In whose file they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<BlockCoord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#box: Option<SelectedBox>,
    /// Corners of a line around them, in cm of the files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasso: Option<Vec<[f64; 2]>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldIs>,
}

/// Between two corners, in cm of the files.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectedBox {
    pub from: [f64; 2],
    pub to: [f64; 2],
}

/// A field with a value that is wanted; one of several, where it is one of monsters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldIs {
    pub field: Asked,
    pub is: Wanted,
}

impl Selection {
    pub fn of(id: ThingId) -> Selection {
        Selection::Ids(vec![id])
    }

    /// The things by id, each once, where no table is at hand.
    pub fn things(&self, zone: &Zone) -> Result<Vec<ThingId>, Refusal> {
        self.things_by(zone, &Names::default())
    }

    /// The same, where conditions may be names of tables and levels.
    pub fn things_by(&self, zone: &Zone, names: &Names) -> Result<Vec<ThingId>, Refusal> {
        match self {
            Selection::Everything => Ok(zone.things().map(|(id, _)| id).collect()),
            Selection::Ids(ids) => {
                if let Some(missing) = ids.iter().find(|id| !zone.contains(**id)) {
                    return Err(Refusal::NoThing(*missing));
                }
                Ok(ids.iter().copied().collect::<BTreeSet<_>>().into_iter().collect())
            }
            Selection::Matching(matching) => matching.things(zone, names),
        }
    }

    /// The same, refused where there are none.
    pub(super) fn some_things(&self, zone: &Zone) -> Result<Vec<ThingId>, Refusal> {
        let things = self.things(zone)?;
        if things.is_empty() { Err(Refusal::NothingSelected) } else { Ok(things) }
    }
}

impl Matching {
    fn things(&self, zone: &Zone, names: &Names) -> Result<Vec<ThingId>, Refusal> {
        if let Some(SelectedBox { from, to }) = self.r#box {
            finite("box", [from, to].concat().try_into().unwrap_or([0.0; 4]))?;
        }
        for corner in self.lasso.iter().flatten() {
            finite("lasso", *corner)?;
        }
        let kinds = self.kinds.as_deref().unwrap_or(&Kind::ALL);
        let condition = |FieldIs { field, is }: &FieldIs| {
            Condition::new(*field, is, kinds.iter().copied(), names, zone.code_page())
        };
        let conditions = self.fields.iter().map(condition).collect::<Result<Vec<_>, Refusal>>()?;
        let is_so = |thing: &Thing| {
            conditions
                .iter()
                .all(|condition| condition.is_fulfilled(thing, names, zone.code_page()))
        };
        let things = zone.things().filter(|(id, thing)| self.is_there(zone, *id, thing));
        Ok(things.filter(|(_, thing)| is_so(thing)).map(|(id, _)| id).collect())
    }

    /// All but the conditions on fields.
    fn is_there(&self, zone: &Zone, id: ThingId, thing: &Thing) -> bool {
        let at = thing.pos_in_file_cm();
        let is_in_box = |within: &SelectedBox| {
            let ([a, b], [c, d]) = (within.from, within.to);
            (a.min(c)..=a.max(c)).contains(&at.x) && (b.min(d)..=b.max(d)).contains(&at.y)
        };
        self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&thing.kind()))
            && self.block.is_none_or(|block| zone.block_of(id) == Some(block))
            && self.r#box.as_ref().is_none_or(is_in_box)
            && self.lasso.as_ref().is_none_or(|lasso| is_inside(lasso, [at.x, at.y]))
    }
}

/// Whether a point is in a line that is closed, by the even-odd rule.
pub fn is_inside(corners: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crossed = corners.iter().zip(next).filter(|([ax, ay], [bx, by])| {
        (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasso_may_be_dented() {
        let lasso = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [5.0, 2.0], [0.0, 10.0]];
        for (at, is_in) in
            [([5.0, 1.0], true), ([5.0, 5.0], false), ([1.0, 5.0], true), ([11.0, 5.0], false)]
        {
            assert_eq!(is_inside(&lasso, at), is_in, "{at:?}");
        }
        assert!(!is_inside(&[], [0.0, 0.0]));
    }
}
