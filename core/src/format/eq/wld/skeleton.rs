//! Fragments about objects of several pieces.
//!
//! ```text
//! 0x10  name, flags, u32 bones, reference to an animation, [12 bytes if 1], [radius f32 if 2],
//!       bones: name, flags, reference to 0x13, reference to 0x2D, u32 children, u32 each;
//!       [u32 skins, a reference and a number for each if 0x200]
//! 0x12  name, flags, u32 frames, frames of 8 i16: divisor and numbers of the turn, numbers and
//!       divisor of the shift
//! ```

use super::Fragment;
use super::fragment::body;
use crate::format::ReadError;

/// 0x10: bones that hang on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skeleton {
    pub flags: u32,
    pub bones: Vec<Bone>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bone {
    /// A reference to 0x13.
    pub track: i32,
    /// A reference to 0x2D, or 0.
    pub mesh: i32,
    pub children: Vec<u32>,
}

impl Skeleton {
    pub fn read(fragment: &Fragment) -> Result<Skeleton, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let n_bones = bytes.u32("number of bones")?;
            bytes.i32("animation")?;
            for (flag, len) in [(1, 12), (2, 4)] {
                if flags & flag != 0 {
                    bytes.slice("what a flag adds", len)?;
                }
            }
            let bones = bytes.items("bones", n_bones.into(), 20, |bytes| {
                bytes.array::<8>("name and flags")?;
                let (track, mesh) = (bytes.i32("track")?, bytes.i32("mesh")?);
                let n_children = bytes.u32("number of children")?;
                let children =
                    bytes.items("children", n_children.into(), 4, |bytes| bytes.u32("child"))?;
                Ok(Bone { track, mesh, children })
            })?;
            if flags & 0x200 != 0 {
                let n_skins = bytes.u32("number of skins")?;
                let n_skins = bytes.expect_items("skins", n_skins.into(), 8)?;
                bytes.slice("skins", n_skins * 8)?;
            }
            Ok(Skeleton { flags, bones })
        })
    }
}

/// 0x12: how a bone lies to the one that it hangs on, in each frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    pub flags: u32,
    pub frames: Vec<Frame>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// A quaternion: its divisor or real part, and the parts of x, y and z.
    pub turn: [i16; 4],
    pub shift: [i16; 3],
    pub shift_divisor: i16,
}

impl Track {
    pub fn read(fragment: &Fragment) -> Result<Track, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let n_frames = bytes.u32("number of frames")?;
            let frames = bytes.items("frames", n_frames.into(), 16, |bytes| {
                let mut numbers = [0; 8];
                for number in &mut numbers {
                    *number = bytes.i16("turn and shift")?;
                }
                let [divisor, x, y, z, shift_x, shift_y, shift_z, shift_divisor] = numbers;
                let shift = [shift_x, shift_y, shift_z];
                Ok(Frame { turn: [divisor, x, y, z], shift, shift_divisor })
            })?;
            Ok(Track { flags, frames })
        })
    }
}
