//! Objects of a scene that a client can't show.

use crate::format::number::F32;
use crate::format::ragnarok::rsw::Rsw;
use crate::format::ragnarok::rsw::object::Object;
use crate::problem::{Place, Problem, Rule, Severity, Thing};

pub(super) const BROKEN: Rule = Rule {
    code: "rsw-object-broken",
    severity: Severity::Warning,
    title: "Object without a file, or with a number that is none",
    explanation: "\
A model or a sound of an RSW names no file, or a position, rotation or scale is no finite number. A \
client shows nothing there, or fails to load the map.

Give the object a file and numbers, or delete it.",
};

/// What is wrong with each object by itself.
pub fn check_objects(file: &str, rsw: &Rsw) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, object) in (0..).zip(&rsw.objects) {
        let list = match object {
            Object::Model(_) => "model",
            Object::Light(_) => "light",
            Object::Sound(_) => "sound",
            Object::Effect(_) => "effect",
        };
        if let Some(message) = broken(object) {
            let place = Place::thing(file, Thing::object(list, index));
            problems.push(Problem::new(&BROKEN, place, message));
        }
    }
    problems
}

fn broken(object: &Object) -> Option<&'static str> {
    let is_broken = |numbers: &[F32]| numbers.iter().any(|number| !number.get().is_finite());
    if is_broken(&object.position()) {
        return Some("its position is no finite number");
    }
    match object {
        Object::Model(model) if is_broken(&model.rotation) => {
            Some("its rotation is no finite number")
        }
        Object::Model(model) if is_broken(&model.scale) => Some("its scale is no finite number"),
        Object::Model(model) if model.file.as_bytes().is_empty() => Some("it names no file"),
        Object::Sound(sound) if sound.file.as_bytes().is_empty() => Some("it names no file"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ragnarok::gat::Version;
    use crate::problem::Spot;
    use crate::sample::ragnarok::{Plan, island, scene};

    #[test]
    fn objects_that_a_client_can_not_show_are_found_where_they_are() {
        let plan = Plan { seed: 1, width: 60, height: 44, version: Version::V1_2 };
        let mut rsw = scene::scene(&island(plan).gat, 1, 3);
        assert_eq!(check_objects("a.rsw", &rsw), []);
        let Object::Model(model) = &mut rsw.objects[2] else { panic!() };
        model.scale[1] = F32::new(f32::NAN);
        let Object::Model(model) = &mut rsw.objects[3] else { panic!() };
        model.file.0[0] = 0;
        let problems = check_objects("a.rsw", &rsw);
        let found: Vec<(Spot, &str)> = problems
            .iter()
            .map(|problem| (problem.place.spot.clone(), problem.message.as_str()))
            .collect();
        let model = |index| Spot::Thing(Thing::object("model", index));
        let expected =
            [(model(2), "its scale is no finite number"), (model(3), "it names no file")];
        assert_eq!(found, expected);
    }
}
