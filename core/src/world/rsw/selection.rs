//! Which objects an action is about.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::format::ragnarok::rsw::object::Object;
use crate::world::rsw::Scene;
use crate::world::rsw::field::{Field, value_of};
use crate::world::rsw::object::{Kind, ObjectId};
use crate::world::rsw::refusal::{Refusal, finite};
use crate::world::zone::setting::Setting;

/// Objects, as a script says which. As JSON `"everything"`, or an object with one key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    Everything,
    /// These, which have to be there.
    Ids(Vec<ObjectId>),
    /// All that everything given is true of.
    Matching(Matching),
}

/// Conditions; those that are not given hold for all.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Matching {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<Kind>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#box: Option<SelectedBox>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldIs>,
}

/// Between two corners, each x and z in world units from the middle of the map.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectedBox {
    pub from: [f64; 2],
    pub to: [f64; 2],
}

/// A field that holds a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldIs {
    pub field: Field,
    pub is: Setting,
}

impl Selection {
    pub fn of(id: ObjectId) -> Selection {
        Selection::Ids(vec![id])
    }

    /// The objects in the order of the file, each once; refused where there are none.
    pub fn objects(&self, scene: &Scene) -> Result<Vec<ObjectId>, Refusal> {
        let all = scene.objects();
        let objects: Vec<ObjectId> = match self {
            Selection::Everything => all.map(|(id, _)| id).collect(),
            Selection::Ids(ids) => {
                if let Some(missing) = ids.iter().find(|id| scene.object(**id).is_none()) {
                    return Err(Refusal::NoObject(*missing));
                }
                let ids: BTreeSet<ObjectId> = ids.iter().copied().collect();
                all.map(|(id, _)| id).filter(|id| ids.contains(id)).collect()
            }
            Selection::Matching(matching) => {
                if let Some(SelectedBox { from: [a, b], to: [c, d] }) = matching.r#box {
                    finite("box", [a, b, c, d])?;
                }
                let holds = |(_, object): &(ObjectId, &Object)| matching.holds(scene, object);
                all.filter(holds).map(|(id, _)| id).collect()
            }
        };
        if objects.is_empty() { Err(Refusal::NothingSelected) } else { Ok(objects) }
    }

    /// For a history of steps: "3 objects".
    pub(super) fn counted(&self) -> String {
        match self {
            Selection::Everything => "everything".to_owned(),
            Selection::Ids(ids) => match ids.as_slice() {
                [one] => one.to_string(),
                more => format!("{} objects", more.len()),
            },
            Selection::Matching(_) => "matching objects".to_owned(),
        }
    }
}

impl Matching {
    fn holds(&self, scene: &Scene, object: &Object) -> bool {
        let kind = Kind::of(object);
        let [x, _, z] = object.position().map(|number| f64::from(number.get()));
        let is_in_box = |within: &SelectedBox| {
            let ([a, b], [c, d]) = (within.from, within.to);
            (a.min(c)..=a.max(c)).contains(&x) && (b.min(d)..=b.max(d)).contains(&z)
        };
        let is = |FieldIs { field, is }: &FieldIs| {
            let value = value_of(object, *field).filter(|_| field.is_of(kind, scene.layout()));
            value.is_some_and(|value| value.is(is, scene.code_page()))
        };
        self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind))
            && self.r#box.as_ref().is_none_or(is_in_box)
            && self.fields.iter().all(is)
    }
}
