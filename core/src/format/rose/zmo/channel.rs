//! What a motion changes, frame by frame.

use serde::{Deserialize, Serialize, Serializer};

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::{Malformed, ReadError};

/// The values of one bone, or of one vertex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct Channel {
    #[serde(rename = "type")]
    kind: ChannelKind,
    pub bone: u32,
    /// Invariant: `kind.width()` numbers for each frame.
    #[serde(rename = "frames", serialize_with = "Channel::serialize_frames")]
    values: Values,
}

/// So that the width is at hand where the values are serialized.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Values {
    width: usize,
    numbers: Vec<F32>,
}

/// What a channel changes, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChannelKind(pub u32);

impl ChannelKind {
    pub const NONE: ChannelKind = ChannelKind(1);
    pub const POSITION: ChannelKind = ChannelKind(2);
    pub const ROTATION: ChannelKind = ChannelKind(4);
    pub const NORMAL: ChannelKind = ChannelKind(8);
    pub const ALPHA: ChannelKind = ChannelKind(16);
    pub const UV1: ChannelKind = ChannelKind(32);
    pub const UV2: ChannelKind = ChannelKind(64);
    pub const UV3: ChannelKind = ChannelKind(128);
    pub const UV4: ChannelKind = ChannelKind(256);
    pub const TEXTURE: ChannelKind = ChannelKind(512);
    pub const SCALE: ChannelKind = ChannelKind(1024);

    /// How many numbers a frame has; `None` for a type that is not known.
    pub fn width(self) -> Option<usize> {
        match self {
            ChannelKind::NONE => Some(0),
            ChannelKind::POSITION | ChannelKind::NORMAL => Some(3),
            ChannelKind::ROTATION => Some(4),
            ChannelKind::UV1 | ChannelKind::UV2 | ChannelKind::UV3 | ChannelKind::UV4 => Some(2),
            ChannelKind::ALPHA | ChannelKind::TEXTURE | ChannelKind::SCALE => Some(1),
            _ => None,
        }
    }

    /// In a word; `None` for a type that is not known.
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            ChannelKind::NONE => "nothing",
            ChannelKind::POSITION => "position",
            ChannelKind::ROTATION => "rotation",
            ChannelKind::NORMAL => "normal",
            ChannelKind::ALPHA => "alpha",
            ChannelKind::UV1 => "texture coordinates 1",
            ChannelKind::UV2 => "texture coordinates 2",
            ChannelKind::UV3 => "texture coordinates 3",
            ChannelKind::UV4 => "texture coordinates 4",
            ChannelKind::TEXTURE => "picture",
            ChannelKind::SCALE => "scale",
            _ => return None,
        })
    }
}

/// Why channels make no motion.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadChannel {
    #[error("no channel has the type {0}; types are 1, 2, 4 and so on up to 1024")]
    Unknown(u32),
    #[error("a frame of type {kind} has {width} numbers, but this one has {found}")]
    Width { kind: u32, width: usize, found: usize },
    #[error("channel {channel} has {found} frames, but the motion has {n_frames}")]
    Frames { channel: usize, found: usize, n_frames: u32 },
    #[error("a motion has an extension or a tail, not both")]
    TwoEnds,
}

impl Channel {
    /// `numbers` has those of all frames, one behind the other.
    pub fn new(kind: ChannelKind, bone: u32, numbers: Vec<F32>) -> Result<Channel, BadChannel> {
        let width = kind.width().ok_or(BadChannel::Unknown(kind.0))?;
        let n_odd = numbers.len().checked_rem(width).unwrap_or(numbers.len());
        if n_odd > 0 {
            return Err(BadChannel::Width { kind: kind.0, width, found: n_odd });
        }
        Ok(Channel { kind, bone, values: Values { width, numbers } })
    }

    pub fn kind(&self) -> ChannelKind {
        self.kind
    }

    pub fn values(&self) -> &[F32] {
        &self.values.numbers
    }

    /// The numbers of a frame; `None` behind the last.
    pub fn frame(&self, frame: usize) -> Option<&[F32]> {
        let width = self.values.width;
        let start = frame.checked_mul(width)?;
        self.values.numbers.get(start..start.checked_add(width)?)
    }

    pub(super) fn check(&self, channel: usize, n_frames: u32) -> Result<(), BadChannel> {
        let Values { width, numbers } = &self.values;
        match numbers.len().checked_div(*width) {
            Some(found) if found as u64 != u64::from(n_frames) => {
                Err(BadChannel::Frames { channel, found, n_frames })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn read_head(bytes: &mut Bytes<'_>) -> Result<Channel, ReadError> {
        let start = bytes.clone();
        let kind = ChannelKind(bytes.u32("channel type")?);
        let Some(width) = kind.width() else {
            let expected = "1, 2, 4 and so on up to 1024";
            let malformed = Malformed::Unexpected { found: kind.0.into(), expected };
            return Err(start.error("channel type", malformed));
        };
        let bone = bytes.u32("bone")?;
        Ok(Channel { kind, bone, values: Values { width, numbers: Vec::new() } })
    }

    pub(super) fn write_head(&self, out: &mut Vec<u8>) {
        out.put_u32(self.kind.0);
        out.put_u32(self.bone);
    }

    /// A list of numbers for each frame, or just its number where it has one.
    fn serialize_frames<S: Serializer>(values: &Values, serializer: S) -> Result<S::Ok, S::Error> {
        match values.width {
            0 | 1 => values.numbers.serialize(serializer),
            width => serializer.collect_seq(values.numbers.chunks(width)),
        }
    }
}

/// Channels without values are not looked at, so that every step takes bytes.
pub(super) fn read_frames(
    bytes: &mut Bytes<'_>,
    channels: &mut [Channel],
    n_frames: u32,
) -> Result<(), ReadError> {
    let width: usize = channels.iter().map(|channel| channel.values.width).sum();
    let n_frames = if width == 0 { 0 } else { n_frames };
    let n_frames = bytes.expect_items("frames", n_frames.into(), width as u64 * 4)?;
    let mut filled: Vec<&mut Values> = channels
        .iter_mut()
        .map(|channel| &mut channel.values)
        .filter(|values| values.width > 0)
        .collect();
    for values in &mut filled {
        values.numbers.reserve_exact(n_frames * values.width);
    }
    for _ in 0..n_frames {
        for values in &mut filled {
            for _ in 0..values.width {
                values.numbers.push(bytes.f32("frames")?);
            }
        }
    }
    Ok(())
}

pub(super) fn write_frames(channels: &[Channel], n_frames: u32, out: &mut Vec<u8>) {
    let filled: Vec<&Channel> =
        channels.iter().filter(|channel| channel.values.width > 0).collect();
    let n_frames = if filled.is_empty() { 0 } else { n_frames as usize };
    for frame in 0..n_frames {
        for channel in &filled {
            out.put_f32s(channel.frame(frame).unwrap_or_default());
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(rename = "type")]
    kind: ChannelKind,
    bone: u32,
    frames: Vec<Frame>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number or a list of numbers")]
enum Frame {
    One(F32),
    Several(Vec<F32>),
}

impl TryFrom<Form> for Channel {
    type Error = BadChannel;

    fn try_from(form: Form) -> Result<Channel, BadChannel> {
        let Form { kind, bone, frames } = form;
        let width = kind.width().ok_or(BadChannel::Unknown(kind.0))?;
        let mut numbers = Vec::new();
        for frame in frames {
            let frame = match frame {
                Frame::One(number) => vec![number],
                Frame::Several(numbers) => numbers,
            };
            if frame.len() != width {
                return Err(BadChannel::Width { kind: kind.0, width, found: frame.len() });
            }
            numbers.extend(frame);
        }
        Channel::new(kind, bone, numbers)
    }
}
