//! The pieces of objects that can be placed: meshes, alone or on the bones of a skeleton.

use std::collections::HashMap;

use crate::format::eq::wld::Wld;
use crate::format::eq::wld::fragment::{self, Use};
use crate::format::eq::wld::scene::Actor;
use crate::format::eq::wld::skeleton::{Bone, Frame, Skeleton, Track};
use crate::nav::eq::placing::{PI, turned};

/// A piece of an object, by the number of its fragment counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Mesh(usize),
    Skeleton(usize),
}

/// The pieces of each object, by its name; the first of a name is the one that is taken.
pub fn actors(models: &Wld) -> HashMap<&[u8], Vec<Piece>> {
    let mut actors = HashMap::new();
    for (_, fragment) in models.of_kind(fragment::ACTOR) {
        let Ok(actor) = Actor::read(fragment) else { continue };
        let pieces = || actor.models.iter().filter_map(|model| piece(models, *model)).collect();
        actors.entry(models.name_of(fragment)).or_insert_with(pieces);
    }
    actors
}

/// What a reference to a piece leads to.
pub fn piece(models: &Wld, reference: i32) -> Option<Piece> {
    let fragment = models.fragment(reference)?;
    let make: fn(usize) -> Piece = match fragment.kind {
        fragment::MESH_USE => Piece::Mesh,
        fragment::SKELETON_USE => Piece::Skeleton,
        _ => return None,
    };
    let wanted = match fragment.kind {
        fragment::MESH_USE => fragment::MESH,
        _ => fragment::SKELETON,
    };
    let target = Use::read(fragment).ok()?.target;
    models.fragment(target).filter(|target| target.kind == wanted)?;
    usize::try_from(target).ok().map(|target| make(target - 1))
}

/// Hands out each mesh of a skeleton, where it is and how it is turned, as the server's tools follow
/// the bones: they take the parts of a quaternion for degrees, which is wrong and kept.
pub(super) fn follow(
    models: &Wld,
    skeleton: usize,
    position: [f32; 3],
    turns: [f32; 3],
    mut each: impl FnMut(usize, [f32; 3], [f32; 3]),
) {
    let skeleton = models.fragments.get(skeleton);
    let Some(Ok(skeleton)) = skeleton.map(Skeleton::read) else { return };
    let mut to_come = vec![(0, position, turns)];
    // Bones form no circle in any real file; each bone is followed once for each that it hangs on.
    let mut n_left = skeleton.bones.len().saturating_mul(2);
    while let Some((bone, position, turns)) = to_come.pop() {
        let Some(bone) = skeleton.bones.get(bone).filter(|_| n_left > 0) else { continue };
        n_left -= 1;
        let mesh = match piece(models, bone.mesh) {
            Some(Piece::Mesh(mesh)) => Some(mesh),
            _ => None,
        };
        // A bone without a mesh is taken for one that is not moved.
        let frame = mesh.and_then(|_| frame(models, bone));
        let (shift, turn) = frame.map_or(([0.0; 3], [0.0; 3]), parts);
        let [x, y, z] = turned(shift, turns);
        let [x0, y0, z0] = position;
        let position = [x + x0, y + y0, z + z0];
        let [turn_x, turn_y, turn_z] = turn;
        let [x0, y0, z0] = turns;
        let turns = [turn_x + x0, turn_y + y0, turn_z + z0];
        if let Some(mesh) = mesh {
            each(mesh, position, turns);
        }
        let children = bone.children.iter().rev();
        to_come.extend(children.map(|child| (*child as usize, position, turns)));
    }
}

/// How a bone lies to the one that it hangs on, as it stands.
pub fn frame(models: &Wld, bone: &Bone) -> Option<Frame> {
    let track = models.fragment(bone.track).filter(|track| track.kind == fragment::TRACK_USE)?;
    // What is behind the reference differs, and is of no account here.
    let target = track.body.0.get(4..8)?.try_into().ok().map(i32::from_le_bytes)?;
    let track = models.fragment(target).filter(|track| track.kind == fragment::TRACK)?;
    Track::read(track).ok()?.frames.first().copied()
}

fn parts(frame: Frame) -> ([f32; 3], [f32; 3]) {
    let [divisor, x, y, z] = frame.turn.map(f32::from);
    let shift_divisor = f32::from(frame.shift_divisor);
    let shift = match frame.shift_divisor {
        0 => [0.0; 3],
        _ => frame.shift.map(|number| f32::from(number) / shift_divisor),
    };
    let turn = match frame.turn {
        [0, ..] => [0.0; 3],
        _ => [x, y, z].map(|number| number / divisor * PI / 180.0),
    };
    (shift, turn)
}
