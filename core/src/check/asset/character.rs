//! Characters that name something which is not there.

use std::collections::BTreeMap;

use super::Around;
use crate::format::file::Content;
use crate::format::rose::chr::{Character, Chr};
use crate::format::rose::zero_text::ZeroText;
use crate::format::rose::zmo::{ChannelKind, Zmo};
use crate::format::text::CodePage;
use crate::problem::{Place, Problem, Rule, Severity, Thing};

pub(super) const INDEX: Rule = Rule {
    code: "character-index",
    severity: Severity::Error,
    title: "Character with a number that is not in its lists",
    explanation: "\
A character refers to its skeleton, motions and effects by their numbers in the lists of its file. \
This number is past the end of the list. The game reads unrelated memory there: the NPC is \
missing, or the game crashes.

Most often, list entries were removed and the numbers after them were not updated. Add the entry \
again, or choose a different one.",
};

pub(super) const MODEL: Rule = Rule {
    code: "character-model",
    severity: Severity::Warning,
    title: "Character whose model is missing",
    explanation: "\
The models of a character are objects in PART_NPC.ZSC, by number. That file has no object with \
this number, or an empty one. The game shows the NPC without this part of its body.

Most often the two files are from different versions of the game. Take both from one client, or \
choose an object that exists.",
};

pub(super) const MOTION_BONE: Rule = Rule {
    code: "motion-bone",
    severity: Severity::Warning,
    title: "Motion for a bone that the skeleton does not have",
    explanation: "\
A motion of this character moves a bone whose number its skeleton does not have. The motion was \
made for a different skeleton: the character is stiff or distorted.

Choose a motion for this skeleton, or the skeleton for this motion.",
};

/// What descriptions write for none.
const NONE: u16 = 0xffff;

fn place(file: &str, row: u32) -> Place {
    Place::thing(file, Thing::object("character", row))
}

fn characters(chr: &Chr) -> impl Iterator<Item = (u32, &Character)> {
    (0..).zip(chr.characters.iter()).filter_map(|(row, one)| Some((row, one.as_deref()?)))
}

pub(super) fn check(file: &str, chr: &Chr) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (row, character) in characters(chr) {
        let mut past = |what: &str, number: u16, n: usize| {
            if usize::from(number) >= n && number != NONE {
                let message =
                    format!("character {row} uses {what} {number}, but there are only {n}");
                problems.push(Problem::new(&INDEX, place(file, row), message));
            }
        };
        past("skeleton", character.skeleton, chr.skeletons.len());
        for pair in character.motions.iter().filter(|pair| pair.is_set()) {
            past("motion", pair.motion, chr.motions.len());
        }
        for pair in character.effects.iter() {
            past("effect", pair.effect, chr.effects.len());
        }
    }
    problems
}

/// What is at hand of other files.
struct Near<'a> {
    around: Around<'a>,
    /// By path: how many bones a skeleton has, and the largest bone that a motion moves.
    n_bones: BTreeMap<Vec<u8>, Option<u32>>,
    moved: BTreeMap<Vec<u8>, Option<u32>>,
}

pub(super) fn check_around(file: &str, path: &str, chr: &Chr, around: Around<'_>) -> Vec<Problem> {
    let mut near = Near { around, n_bones: BTreeMap::new(), moved: BTreeMap::new() };
    let folder = path.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder);
    let parts = around(&format!("{folder}/PART_NPC.ZSC"));
    let mut problems = Vec::new();
    for (row, character) in characters(chr) {
        if let Some(Content::Zsc(zsc)) = parts.as_deref() {
            for model in character.models.iter() {
                let object = zsc.objects.get(usize::from(*model));
                if object.is_none_or(|object| object.body.is_none()) {
                    let what =
                        if object.is_some() { "which is empty" } else { "which does not exist" };
                    let message = format!(
                        "model {model} of character {row} is an object of PART_NPC.ZSC {what}"
                    );
                    problems.push(Problem::new(&MODEL, place(file, row), message));
                }
            }
        }
        problems.extend(near.motions(file, chr, row, character));
    }
    problems
}

impl Near<'_> {
    fn motions(&mut self, file: &str, chr: &Chr, row: u32, character: &Character) -> Vec<Problem> {
        let skeleton = chr.skeletons.get(usize::from(character.skeleton));
        let Some(n_bones) = skeleton.and_then(|path| self.n_bones(path)) else { return Vec::new() };
        let mut problems = Vec::new();
        for pair in character.motions.iter().filter(|pair| pair.is_set()) {
            let motion = chr.motions.get(usize::from(pair.motion));
            let Some(bone) = motion.and_then(|path| self.moved(path)) else { continue };
            if bone >= n_bones {
                let action = pair.action;
                let message = format!(
                    "the motion of action {action} of character {row} moves bone {bone}, but the \
                    skeleton has only {n_bones} bones"
                );
                problems.push(Problem::new(&MOTION_BONE, place(file, row), message));
            }
        }
        problems
    }

    fn n_bones(&mut self, path: &ZeroText) -> Option<u32> {
        let around = self.around;
        let read = || match around(&path.decode(CodePage::Cp949)).as_deref() {
            Some(Content::Zmd(zmd)) => u32::try_from(zmd.bones.len()).ok(),
            _ => None,
        };
        *self.n_bones.entry(path.as_bytes().to_vec()).or_insert_with(read)
    }

    fn moved(&mut self, path: &ZeroText) -> Option<u32> {
        let around = self.around;
        let read = || match around(&path.decode(CodePage::Cp949)).as_deref() {
            Some(Content::Zmo(zmo)) => largest_bone(zmo),
            _ => None,
        };
        *self.moved.entry(path.as_bytes().to_vec()).or_insert_with(read)
    }
}

/// Of a motion that morphs a mesh, numbers are of vertices.
fn largest_bone(zmo: &Zmo) -> Option<u32> {
    let of_bones = zmo.channels().iter().filter(|channel| channel.kind() == ChannelKind::ROTATION);
    of_bones.map(|channel| channel.bone).max()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU8;
    use std::rc::Rc;

    use super::*;
    use crate::format::number::F32;
    use crate::format::rose::chr::MotionPair;
    use crate::format::rose::list16::List16;
    use crate::format::rose::zmd::{Bone, Dummies, Zmd};
    use crate::format::rose::zmo::{Channel, End};
    use crate::format::rose::zsc::{Object, Zsc};
    use crate::format::text::{Opaque, Text};

    fn paths(path: &str) -> List16<ZeroText> {
        List16::of_first(vec![ZeroText::try_from(Text::from(path)).unwrap()])
    }

    fn chr(skeleton: u16, motion: u16) -> Chr {
        let character = Character {
            present: NonZeroU8::MIN,
            skeleton,
            name: ZeroText::default(),
            models: List16::of_first(vec![0, 1]),
            motions: List16::of_first(vec![MotionPair { action: 1, motion }, MotionPair::UNSET]),
            effects: List16::default(),
        };
        Chr {
            skeletons: paths("a.zmd"),
            motions: paths("a.zmo"),
            effects: List16::default(),
            characters: List16::of_first(vec![None, Some(Box::new(character))]),
            tail: Opaque::default(),
        }
    }

    fn messages(problems: Vec<Problem>) -> Vec<String> {
        problems.into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn numbers_behind_the_end_of_a_list_are_found_and_unset_motions_are_not() {
        assert_eq!(messages(check("a.chr", &chr(0, 0))), [] as [&str; 0]);
        assert_eq!(
            messages(check("a.chr", &chr(1, 2))),
            [
                "character 1 uses skeleton 1, but there are only 1",
                "character 1 uses motion 2, but there are only 1"
            ]
        );
    }

    fn around(path: &str) -> Option<Rc<Content>> {
        let bone = Bone {
            name: ZeroText::default(),
            parent: 0,
            position_cm: [F32::ZERO; 3],
            rotation_wxyz: [F32::ZERO; 4],
        };
        let object = Object { radius: 0, x: 0, y: 0, body: None };
        Some(Rc::new(match path {
            "a.zmd" => Content::Zmd(Zmd {
                bones: vec![bone],
                dummies: Dummies::None,
                tail: Opaque::default(),
            }),
            "a.zmo" => {
                let channel = Channel::new(ChannelKind::ROTATION, 1, Vec::new()).unwrap();
                let end = End::Tail(Opaque::default());
                Content::Zmo(Zmo::new(30, 0, vec![channel], end).unwrap())
            }
            "NPC/PART_NPC.ZSC" => Content::Zsc(Zsc {
                meshes: List16::default(),
                materials: List16::default(),
                effects: List16::default(),
                objects: List16::of_first(vec![object]),
                tail: Opaque::default(),
            }),
            _ => return None,
        }))
    }

    #[test]
    fn models_and_motions_of_other_files_are_looked_at() {
        let found = messages(check_around("a.chr", "NPC/a.chr", &chr(0, 0), &around));
        assert_eq!(
            found,
            [
                "model 0 of character 1 is an object of PART_NPC.ZSC which is empty",
                "model 1 of character 1 is an object of PART_NPC.ZSC which does not exist",
                "the motion of action 1 of character 1 moves bone 1, but the skeleton has only \
                1 bones",
            ]
        );
        assert_eq!(
            messages(check_around("a.chr", "NPC/a.chr", &chr(0, 0), &|_| None)),
            [] as [&str; 0]
        );
    }
}
