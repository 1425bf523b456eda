//! Fragments about what is placed in a world: objects and lights.
//!
//! ```text
//! 0x06  name, flags, u32 frames, u32 pitches, size 2f, sphere, [depth f32 if 0x80],
//!       [centre 3f if 1], [radius f32 if 2], [current u32 if 4], [ms u32 if 8],
//!       pitches: cap f32, u32 headings: cap f32, references to 0x03; [render method if 0x10]
//! 0x14  name, flags, callback, u32 actions, u32 models, bounds, [u32 action if 1], [place 7 numbers if 2],
//!       actions: u32 levels: i32, f32; references to models, u32 length, XOR text
//! 0x15  name, actor, flags, sphere, x y z, turns about z y x (512 to a circle), u32, scale of y and z,
//!       scale of x, [reference to 0x33 if 0x100], u32 length of a text
//! 0x1B  name, flags, u32 frames, [current if 1], [ms if 2], [levels if 4], [colours 3f if 0x10]
//! 0x28  name, reference to 0x1C, flags, x y z, radius
//! ```

use super::fragment::body;
use super::{Fragment, crypt};
use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::number::F32;
use crate::format::text::Text;

/// 0x06: a picture that turns to whoever looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sprite2d {
    pub flags: u32,
    pub size: [F32; 2],
    pub bitmaps: Vec<i32>,
}

impl Sprite2d {
    pub fn read(fragment: &Fragment) -> Result<Sprite2d, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let n_frames = bytes.u32("number of frames")?;
            let n_pitches = bytes.u32("number of pitches")?;
            let size = bytes.f32s("size")?;
            bytes.i32("sphere")?;
            for (flag, len) in [(0x80, 4), (1, 12), (2, 4), (4, 4), (8, 4)] {
                if flags & flag != 0 {
                    bytes.slice("what a flag adds", len)?;
                }
            }
            let pitches = bytes.items("pitches", n_pitches.into(), 8, |bytes| {
                bytes.f32("cap of a pitch")?;
                let n_headings = bytes.u32("number of headings")?;
                let each = u64::from(n_frames).saturating_mul(4).saturating_add(4);
                bytes.items("headings", n_headings.into(), each, |bytes| {
                    bytes.f32("cap of a heading")?;
                    bytes.items("frames", n_frames.into(), 4, |bytes| bytes.i32("frame"))
                })
            })?;
            if flags & 0x10 != 0 {
                bytes.u32("render method")?;
            }
            let bitmaps = pitches.into_iter().flatten().flatten().collect();
            Ok(Sprite2d { flags, size, bitmaps })
        })
    }
}

/// 0x14: an object that can be placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub flags: u32,
    /// A reference to the name of what the client does with it.
    pub callback: i32,
    pub models: Vec<i32>,
}

impl Actor {
    pub fn read(fragment: &Fragment) -> Result<Actor, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let callback = bytes.i32("callback")?;
            let n_actions = bytes.u32("number of actions")?;
            let n_models = bytes.u32("number of models")?;
            bytes.i32("bounds")?;
            if flags & 1 != 0 {
                bytes.u32("current action")?;
            }
            if flags & 2 != 0 {
                bytes.array::<28>("place")?;
            }
            bytes.items("actions", n_actions.into(), 4, |bytes| {
                let n_levels = bytes.u32("number of levels")?;
                let n_levels = bytes.expect_items("levels", n_levels.into(), 8)?;
                bytes.slice("levels", n_levels * 8).map(drop)
            })?;
            let models = bytes.items("models", n_models.into(), 4, |bytes| bytes.i32("model"))?;
            text(bytes)?;
            Ok(Actor { flags, callback, models })
        })
    }
}

/// 0x15: an object where it is placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// A reference to the name of an actor; above 0 it is that of a fragment.
    pub actor: i32,
    pub flags: u32,
    pub position: [F32; 3],
    /// About z, y and x, 512 to a circle.
    pub turns_zyx: [F32; 3],
    /// Of y and z.
    pub scale_yz: F32,
    pub scale_x: F32,
    /// A reference to 0x33.
    pub colours: Option<i32>,
}

impl Instance {
    pub fn read(fragment: &Fragment) -> Result<Instance, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let actor = bytes.i32("actor")?;
            let flags = bytes.u32("flags")?;
            bytes.i32("sphere")?;
            let position = bytes.f32s("position")?;
            let turns_zyx = bytes.f32s("turns")?;
            bytes.u32("unknown")?;
            let scale_yz = bytes.f32("scale of y and z")?;
            let scale_x = bytes.f32("scale of x")?;
            let colours = (flags & 0x100 != 0).then(|| bytes.i32("colours")).transpose()?;
            text(bytes)?;
            Ok(Instance { actor, flags, position, turns_zyx, scale_yz, scale_x, colours })
        })
    }
}

/// 0x1B: a light, which may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Light {
    pub flags: u32,
    pub milliseconds: Option<u32>,
    pub levels: Vec<F32>,
    /// Red, green, blue.
    pub colours: Vec<[F32; 3]>,
}

impl Light {
    pub fn read(fragment: &Fragment) -> Result<Light, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            let flags = bytes.u32("flags")?;
            let n_frames = u64::from(bytes.u32("number of frames")?);
            if flags & 1 != 0 {
                bytes.u32("current frame")?;
            }
            let milliseconds = (flags & 2 != 0).then(|| bytes.u32("milliseconds")).transpose()?;
            let n_levels = if flags & 4 != 0 { n_frames } else { 0 };
            let levels = bytes.items("levels", n_levels, 4, |bytes| bytes.f32("level"))?;
            let n_colours = if flags & 0x10 != 0 { n_frames } else { 0 };
            let colours = bytes.items("colours", n_colours, 12, |bytes| bytes.f32s("colour"))?;
            Ok(Light { flags, milliseconds, levels, colours })
        })
    }
}

/// 0x28: a light where it is placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LightPlace {
    /// A reference to 0x1C.
    pub light: i32,
    pub flags: u32,
    pub position: [F32; 3],
    pub radius: F32,
}

impl LightPlace {
    pub fn read(fragment: &Fragment) -> Result<LightPlace, ReadError> {
        body(fragment, |bytes| {
            bytes.i32("name")?;
            Ok(LightPlace {
                light: bytes.i32("light")?,
                flags: bytes.u32("flags")?,
                position: bytes.f32s("position")?,
                radius: bytes.f32("radius")?,
            })
        })
    }
}

/// A text behind its length in four bytes, which may be left out where it is empty.
fn text(bytes: &mut Bytes<'_>) -> Result<Text, ReadError> {
    if bytes.n_left() < 4 {
        return Ok(Text::default());
    }
    let len = bytes.u32("length of the text")?;
    let len = bytes.expect_items("text", len.into(), 1)?;
    Ok(Text::from(crypt(bytes.slice("text", len)?).as_slice()))
}
