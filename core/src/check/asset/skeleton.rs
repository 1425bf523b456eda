//! Skeletons that are no tree.

use crate::format::rose::zmd::Zmd;
use crate::problem::{Place, Problem, Rule, Severity, Thing};

pub(super) const PARENT: Rule = Rule {
    code: "skeleton-parent",
    severity: Severity::Error,
    title: "Bone whose parent is missing, or is its own child",
    explanation: "\
Each bone of a skeleton except the first has a parent, and each dummy is attached to a bone. This \
one refers to a bone that the skeleton does not have, or is its own ancestor. The game reads \
unrelated memory there or hangs.

The first bone is the root and has its own number as its parent. Correct the hierarchy in the tool \
that made the skeleton, and export it again.",
};

pub(super) fn check(file: &str, zmd: &Zmd) -> Vec<Problem> {
    let n_bones = zmd.bones.len();
    let at = |list, index| Place::thing(file, Thing::object(list, index));
    let mut problems = Vec::new();
    for (bone, index) in (0..n_bones).zip(0..) {
        let Some(parent) = zmd.parent(bone) else { continue };
        if parent >= n_bones {
            let message =
                format!("bone {bone} has the parent {parent}, but there are only {n_bones} bones");
            problems.push(Problem::new(&PARENT, at("bone", index), message));
        } else if is_in_cycle(zmd, bone) {
            let message = format!("bone {bone} is its own ancestor, through its parent {parent}");
            problems.push(Problem::new(&PARENT, at("bone", index), message));
        }
    }
    for (dummy, index) in zmd.dummies().iter().zip(0..) {
        let is_there = usize::try_from(dummy.parent).is_ok_and(|parent| parent < n_bones);
        if !is_there {
            let message = format!(
                "dummy {index} is attached to bone {}, but there are only {n_bones}",
                dummy.parent
            );
            problems.push(Problem::new(&PARENT, at("dummy", index), message));
        }
    }
    problems
}

/// Whether the parents of a bone lead back to it.
fn is_in_cycle(zmd: &Zmd, bone: usize) -> bool {
    let mut next = zmd.parent(bone);
    for _ in 0..zmd.bones.len() {
        match next {
            Some(above) if above == bone => return true,
            Some(above) => next = zmd.parent(above),
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::rose::zero_text::ZeroText;
    use crate::format::rose::zmd::{Bone, Dummies, Placed};
    use crate::format::text::Opaque;

    fn found(parents: &[u32], dummy: u32) -> Vec<String> {
        let name = ZeroText::default;
        let bone = |parent: &u32| Bone {
            name: name(),
            parent: *parent,
            position_cm: [F32::ZERO; 3],
            rotation_wxyz: [F32::ZERO; 4],
        };
        let dummy = Placed { name: name(), parent: dummy, position_cm: [F32::ZERO; 3] };
        let bones = parents.iter().map(bone).collect();
        let zmd = Zmd { bones, dummies: Dummies::Placed(vec![dummy]), tail: Opaque::default() };
        check("a.zmd", &zmd).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn parents_that_are_not_there_and_circles_are_found() {
        assert_eq!(found(&[0, 0, 1, u32::MAX], 3), [] as [&str; 0]);
        assert_eq!(found(&[0, 9], 0), ["bone 1 has the parent 9, but there are only 2 bones"]);
        assert_eq!(found(&[0, 0], 2), ["dummy 0 is attached to bone 2, but there are only 2"]);
        assert_eq!(
            found(&[0, 2, 1, 1], 0),
            [
                "bone 1 is its own ancestor, through its parent 2",
                "bone 2 is its own ancestor, through its parent 1"
            ]
        );
    }
}
