//! Parts of objects that name something which their file does not list.

use crate::format::rose::zsc::{NO_EFFECT, Zsc};
use crate::problem::{Place, Problem, Rule, Severity, Thing};

pub(super) const INDEX: Rule = Rule {
    code: "object-index",
    severity: Severity::Error,
    title: "Object part with a number that is not in its lists",
    explanation: "\
A part of an object refers to its mesh, its material and its parent by number, and so do effects. \
This number is past the end of its list. The game reads unrelated memory there, and shows garbage \
or crashes.

Most often, list entries were removed and the numbers after them were not updated. Add the entry \
again, or choose a different one.",
};

pub(super) fn check(file: &str, zsc: &Zsc) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (object, index) in zsc.objects.iter().zip(0..) {
        let mut add = |message: String| {
            let place = Place::thing(file, Thing::object("object", index));
            problems.push(Problem::new(&INDEX, place, message));
        };
        let n_parts = object.parts().len();
        for (place, part) in object.parts().iter().enumerate() {
            let mut past = |what: &str, number: u16, n: usize| {
                // What descriptions write for none.
                if usize::from(number) >= n && number != 0xffff {
                    add(format!(
                        "part {place} of object {index} uses {what} {number}, but there \
                        are only {n}"
                    ));
                }
            };
            past("mesh", part.mesh, zsc.meshes.len());
            past("material", part.material, zsc.materials.len());
            // Counted from 1; that of the first part is not looked at.
            let parent = part.properties.parent().filter(|_| place > 0);
            past("parent", parent.map_or(0, |parent| parent - 1), n_parts);
        }
        for (place, effect) in object.effects().iter().enumerate() {
            let n = zsc.effects.len();
            if effect.effect != NO_EFFECT && usize::from(effect.effect) >= n {
                let number = effect.effect;
                add(format!(
                    "effect {place} of object {index} uses effect {number}, but there are \
                    only {n}"
                ));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::rose::list16::List16;
    use crate::format::rose::zero_text::ZeroText;
    use crate::format::rose::zsc::property::{Properties, Property};
    use crate::format::rose::zsc::{Body, Effect, Object, Part};
    use crate::format::text::Opaque;

    fn found(mesh: u16, parents: [u16; 2], effect: u16) -> Vec<String> {
        let part = |parent| {
            let properties = Properties::new(&[Property::Parent(parent)]).unwrap();
            Part { mesh, material: 0, properties }
        };
        let effect = Effect { effect, kind: 0, properties: Properties::default() };
        let parts = List16::of_first(parents.map(part).to_vec());
        let body = Body::new(parts, List16::of_first(vec![effect]), [F32::ZERO; 6]).map(Box::new);
        let zsc = Zsc {
            meshes: List16::of_first(vec![ZeroText::default()]),
            materials: List16::default(),
            effects: List16::default(),
            objects: List16::of_first(vec![Object { radius: 0, x: 0, y: 0, body }]),
            tail: Opaque::default(),
        };
        let problems = check("a.zsc", &zsc).into_iter().map(|problem| problem.message);
        problems.filter(|message| !message.contains("material")).collect()
    }

    #[test]
    fn numbers_behind_the_end_of_a_list_are_found() {
        assert_eq!(found(0, [1, 1], NO_EFFECT), [] as [&str; 0]);
        assert_eq!(found(0, [9, 0], NO_EFFECT), [] as [&str; 0]);
        assert_eq!(
            found(0, [0, 3], NO_EFFECT),
            ["part 1 of object 0 uses parent 2, but there are only 2"]
        );
        assert_eq!(
            found(0, [0, 0], 0),
            ["effect 0 of object 0 uses effect 0, but there are only 0"]
        );
        assert_eq!(found(1, [0, 0], NO_EFFECT).len(), 2);
    }
}
