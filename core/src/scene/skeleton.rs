//! Skeletons, and motions that move them.

use glam::{Affine3A, Quat, Vec3};

/// Bones, parents before their children.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Skeleton {
    /// Invariant: a parent stands before its children.
    bones: Vec<Bone>,
    /// From the model's space at rest to the bone's.
    bone_from_model: Vec<Affine3A>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bone {
    pub name: String,
    pub parent: Option<u32>,
    pub rest: Place,
}

/// Where something is in its parent: scaled, then turned, then moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    pub at_m: Vec3,
    pub turn: Quat,
    pub scale: Vec3,
}

/// How bones move, or a thing that has none as if it were bone 0.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Motion {
    pub name: String,
    pub frames_per_second: f32,
    pub n_frames: u32,
    pub tracks: Vec<Track>,
}

/// What a motion says of a bone, each for all frames or for none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Track {
    pub bone: u32,
    pub at_m: Vec<Vec3>,
    pub turn: Vec<Quat>,
    pub scale: Vec<Vec3>,
}

/// Why bones make no skeleton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bone {bone} has the parent {parent}, which does not stand before it")]
pub struct BadSkeleton {
    pub bone: usize,
    pub parent: u32,
}

impl Default for Place {
    fn default() -> Place {
        Place { at_m: Vec3::ZERO, turn: Quat::IDENTITY, scale: Vec3::ONE }
    }
}

impl Place {
    pub fn affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.turn, self.at_m)
    }
}

impl Skeleton {
    pub fn new(bones: Vec<Bone>) -> Result<Skeleton, BadSkeleton> {
        for (bone, one) in bones.iter().enumerate() {
            if let Some(parent) = one.parent.filter(|parent| *parent as usize >= bone) {
                return Err(BadSkeleton { bone, parent });
            }
        }
        let mut skeleton = Skeleton { bones, bone_from_model: Vec::new() };
        let at_rest = skeleton.model_from_bones(None);
        skeleton.bone_from_model = at_rest.iter().map(Affine3A::inverse).collect();
        Ok(skeleton)
    }

    pub fn bones(&self) -> &[Bone] {
        &self.bones
    }

    /// What takes a vertex from the model's space to a bone's, at rest.
    pub fn bone_from_model(&self) -> &[Affine3A] {
        &self.bone_from_model
    }

    /// Where the bones are: at rest, or in a motion after some seconds.
    pub fn model_from_bones(&self, motion: Option<(&Motion, f64)>) -> Vec<Affine3A> {
        let mut places: Vec<Place> = self.bones.iter().map(|bone| bone.rest).collect();
        if let Some((motion, seconds)) = motion {
            let between = motion.between(seconds);
            for track in &motion.tracks {
                if let Some(place) = places.get_mut(track.bone as usize) {
                    *place = track.at(between, *place);
                }
            }
        }
        let mut model_from_bones: Vec<Affine3A> = Vec::with_capacity(places.len());
        for (bone, place) in self.bones.iter().zip(&places) {
            let parent = bone.parent.and_then(|parent| model_from_bones.get(parent as usize));
            let own = place.affine();
            model_from_bones.push(parent.map_or(own, |parent| *parent * own));
        }
        model_from_bones
    }
}

/// Two frames, and how far it is from the first to the second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Between {
    pub first: usize,
    pub second: usize,
    pub share: f32,
}

impl Motion {
    pub fn seconds(&self) -> f64 {
        let fps = f64::from(self.frames_per_second);
        if fps > 0.0 { f64::from(self.n_frames) / fps } else { 0.0 }
    }

    /// The frames that are seen after some seconds; behind the last frame follows the first.
    pub fn between(&self, seconds: f64) -> Between {
        let n = f64::from(self.n_frames.max(1));
        let frame = (seconds * f64::from(self.frames_per_second)).rem_euclid(n);
        let frame = if frame.is_finite() { frame } else { 0.0 };
        let first = frame.floor().min(n - 1.0);
        let second = if first + 1.0 >= n { 0 } else { first as usize + 1 };
        Between { first: first as usize, second, share: (frame - first) as f32 }
    }
}

impl Track {
    /// What it makes of a place; what it says nothing of stays.
    pub fn at(&self, between: Between, rest: Place) -> Place {
        let Between { first, second, share } = between;
        let mixed = |list: &[Vec3], rest: Vec3| match (list.get(first), list.get(second)) {
            (Some(from), Some(to)) => from.lerp(*to, share),
            _ => rest,
        };
        let turn = match (self.turn.get(first), self.turn.get(second)) {
            // The shorter way round.
            (Some(from), Some(to)) => from.slerp(*to, share),
            _ => rest.turn,
        };
        Place { at_m: mixed(&self.at_m, rest.at_m), turn, scale: mixed(&self.scale, rest.scale) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bone(parent: Option<u32>, x: f32) -> Bone {
        let rest = Place { at_m: Vec3::new(x, 0.0, 0.0), ..Place::default() };
        Bone { name: String::new(), parent, rest }
    }

    #[test]
    fn children_follow_their_parents_between_two_frames() {
        let skeleton = Skeleton::new(vec![bone(None, 1.0), bone(Some(0), 2.0)]).unwrap();
        let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let track = Track { turn: vec![Quat::IDENTITY, quarter], ..Track::default() };
        let motion = Motion {
            frames_per_second: 2.0,
            n_frames: 2,
            tracks: vec![track],
            ..Motion::default()
        };
        let child = |seconds| {
            let pose = skeleton.model_from_bones(Some((&motion, seconds)));
            Vec3::from(pose[1].translation)
        };
        assert!(child(0.0).distance(Vec3::new(3.0, 0.0, 0.0)) < 1e-5);
        assert!(child(0.5).distance(Vec3::new(1.0, 2.0, 0.0)) < 1e-5);
        let half = 2.0_f32.sqrt();
        assert!(child(0.25).distance(Vec3::new(1.0 + half, half, 0.0)) < 1e-5);
        // From the last frame on it goes back to the first.
        assert!(child(0.75).distance(child(0.25)) < 1e-5);
        assert_eq!(motion.seconds(), 1.0);
    }

    #[test]
    fn a_bone_before_its_parent_is_refused() {
        let bad = Skeleton::new(vec![bone(Some(1), 0.0), bone(None, 0.0)]);
        assert_eq!(bad, Err(BadSkeleton { bone: 0, parent: 1 }));
    }
}
