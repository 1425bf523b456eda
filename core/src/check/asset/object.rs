//! Parts of objects that name something which their file does not list.

use crate::format::rose::zsc::{NO_EFFECT, Object, Zsc};
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

pub(super) const CYCLE: Rule = Rule {
    code: "object-cycle",
    severity: Severity::Error,
    title: "Part of an object that is its own ancestor",
    explanation: "\
A part of an object moves with its parent, which may be any other part. The parents of this part lead \
back to it, so that there is no place for it: the game hangs, or reads unrelated memory. In the views \
here it counts as a part without a parent.

The parent of the first part is not looked at, so it never closes a circle. Choose a different parent \
for one of the parts, or none.",
};

pub(super) fn check(file: &str, zsc: &Zsc) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (object, index) in zsc.objects.iter().zip(0..) {
        problems.extend(cycles(file, object, index));
    }
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

/// A problem for each circle of parents, at its first part.
fn cycles(file: &str, object: &Object, index: u32) -> Vec<Problem> {
    let parts = object.parts();
    // That of the first part is not looked at, and a part that names itself has none.
    let parent = |part: usize| {
        let parent = usize::from(parts.get(part).filter(|_| part > 0)?.properties.parent()?) - 1;
        (parent != part && parent < parts.len()).then_some(parent)
    };
    let mut is_done = vec![false; parts.len()];
    let mut problems = Vec::new();
    for start in 0..parts.len() {
        let mut way: Vec<usize> = Vec::new();
        let mut at = Some(start);
        while let Some(part) = at.filter(|part| is_done.get(*part) == Some(&false)) {
            is_done.get_mut(part).into_iter().for_each(|it| *it = true);
            way.push(part);
            at = parent(part);
        }
        let circle = at.and_then(|part| way.iter().position(|own| *own == part));
        let Some(circle) = circle.and_then(|from| way.get(from..)) else { continue };
        let names: Vec<String> = circle.iter().map(usize::to_string).collect();
        let first = circle.first().copied().unwrap_or_default();
        let message = format!(
            "part {first} of object {index} is its own ancestor: the parents lead from {} to {first}",
            names.join(" to ")
        );
        let place = Place::thing(file, Thing::object("object", index));
        problems.push(Problem::new(&CYCLE, place, message));
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
    use crate::format::rose::zsc::{Body, Effect, Part};
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

    fn circles(parents: &[u16]) -> Vec<String> {
        let part = |parent: &u16| {
            let properties = Properties::new(&[Property::Parent(*parent)]).unwrap();
            Part { mesh: 0, material: 0, properties }
        };
        let parts = List16::of_first(parents.iter().map(part).collect());
        let body = Body::new(parts, List16::default(), [F32::ZERO; 6]).map(Box::new);
        let object = Object { radius: 0, x: 0, y: 0, body };
        cycles("a.zsc", &object, 7).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn parts_whose_parents_lead_back_to_them_are_found_once_for_each_circle() {
        // A long chain, one that names itself, and the first part, whose parent is not looked at.
        assert_eq!(circles(&[2, 1, 2, 3, 5, 0]), [] as [&str; 0]);
        assert_eq!(
            circles(&[1, 3, 4, 2, 4, 7, 6]),
            [
                "part 1 of object 7 is its own ancestor: the parents lead from 1 to 2 to 3 to 1",
                "part 5 of object 7 is its own ancestor: the parents lead from 5 to 6 to 5"
            ]
        );
    }
}
