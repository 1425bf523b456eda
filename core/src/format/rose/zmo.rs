//! ZMO: a motion.
//!
//! ```text
//! 0   8  magic      "ZMO0002" and a zero byte
//! 8   4  fps        u32
//! 12  4  n frames   u32
//! 16  4  channels   u32 n; n × (u32 type, u32 bone)
//!        frames     frame by frame, the values of all channels
//!        gap        bytes up to the offset of the extension
//!        extension  u16 n, n × u16 events; u32 blend ms (3ZMO); u32 offset of the extension;
//!                   "EZMO" or "3ZMO", which end the file
//!        tail       whatever follows, where there is no extension
//! ```
//!
//! An event is one of the frame with its number: 0 is none. Lengths are centimetres; rotations are
//! w, x, y, z. Of a mesh that is morphed, a bone is a vertex.

mod channel;

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

pub use self::channel::{BadChannel, Channel, ChannelKind};

const MAGIC: &[u8] = b"ZMO0002\0";

/// Type and bone.
const CHANNEL_HEAD: u64 = 8;

/// Count, offset and magic.
const MIN_EXTENSION: usize = 10;

/// A motion whose channels all have a value for each frame.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct Zmo {
    pub fps: u32,
    /// Invariant: each channel has as many.
    n_frames: u32,
    channels: Vec<Channel>,
    #[serde(flatten)]
    pub end: End,
}

/// What follows the frames.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Extension(Extension),
    Tail(Opaque),
}

/// Events of frames, in newer files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extension {
    /// Between the frames and the extension.
    pub gap: Opaque,
    /// One of each frame in every file seen.
    pub events: Events,
    /// `3ZMO`: how long a motion takes over from the one before. `None` in `EZMO`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blend_ms: Option<u32>,
}

/// As many as two bytes can count.
pub type Events = super::list16::List16<u16>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    fps: u32,
    n_frames: u32,
    channels: Vec<Channel>,
    extension: Option<Extension>,
    tail: Option<Opaque>,
}

impl TryFrom<Form> for Zmo {
    type Error = BadChannel;

    fn try_from(form: Form) -> Result<Zmo, BadChannel> {
        let Form { fps, n_frames, channels, extension, tail } = form;
        let end = match (extension, tail) {
            (Some(_), Some(_)) => return Err(BadChannel::TwoEnds),
            (Some(extension), None) => End::Extension(extension),
            (None, tail) => End::Tail(tail.unwrap_or_default()),
        };
        Zmo::new(fps, n_frames, channels, end)
    }
}

impl Default for End {
    fn default() -> End {
        End::Tail(Opaque::default())
    }
}

impl Zmo {
    /// Fails where a channel has more or fewer frames than the motion.
    pub fn new(
        fps: u32,
        n_frames: u32,
        channels: Vec<Channel>,
        end: End,
    ) -> Result<Zmo, BadChannel> {
        for (channel, number) in channels.iter().zip(0..) {
            channel.check(number, n_frames)?;
        }
        Ok(Zmo { fps, n_frames, channels, end })
    }

    pub fn n_frames(&self) -> u32 {
        self.n_frames
    }

    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The events of frames; none where there is no extension.
    pub fn events(&self) -> &[u16] {
        match &self.end {
            End::Extension(extension) => &extension.events,
            End::Tail(_) => &[],
        }
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        match &self.end {
            End::Extension(extension) => extension.gap.0.len(),
            End::Tail(tail) => tail.0.len(),
        }
    }
}

pub fn read(data: &[u8]) -> Result<Zmo, ReadError> {
    let mut bytes = Bytes::new(data);
    if data.starts_with(b"ZMO0002") && data.get(7).is_some_and(|byte| *byte != 0) {
        let what = "channels right behind 7 letters";
        return Err(bytes.error("magic", Malformed::OtherLayout(what)));
    }
    bytes.magic("magic", MAGIC)?;
    let fps = bytes.u32("fps")?;
    let n_frames = bytes.u32("n frames")?;
    let n_channels = bytes.u32("channels")?;
    let mut channels =
        bytes.items("channels", n_channels.into(), CHANNEL_HEAD, Channel::read_head)?;
    channel::read_frames(&mut bytes, &mut channels, n_frames)?;
    let end = match read_extension(data, &bytes) {
        Some(extension) => End::Extension(extension),
        None => End::Tail(Opaque(bytes.rest().to_vec())),
    };
    Ok(Zmo { fps, n_frames, channels, end })
}

/// What the end of the file says is an extension, where it is one to the last byte.
fn read_extension(data: &[u8], after_frames: &Bytes<'_>) -> Option<Extension> {
    let has_blend = data.ends_with(b"3ZMO");
    let is_there = has_blend || data.ends_with(b"EZMO");
    if !is_there || after_frames.n_left() < MIN_EXTENSION {
        return None;
    }
    let mut offset = Bytes::new(data.get(data.len().checked_sub(8)?..)?);
    let offset = usize::try_from(offset.u32("offset").ok()?).ok()?;
    let mut bytes = after_frames.clone();
    let gap = bytes.slice("gap", offset.checked_sub(after_frames.offset())?).ok()?;
    let n_events = bytes.u16("events").ok()?;
    let events = bytes.items("events", n_events.into(), 2, |bytes| bytes.u16("event")).ok()?;
    let blend_ms = if has_blend { Some(bytes.u32("blend ms").ok()?) } else { None };
    let events = Events::of_first(events);
    (bytes.n_left() == 8).then(|| Extension { gap: Opaque(gap.to_vec()), events, blend_ms })
}

pub fn write(zmo: &Zmo) -> Vec<u8> {
    let mut out = Vec::new();
    out.put(MAGIC);
    out.put_u32(zmo.fps);
    out.put_u32(zmo.n_frames);
    out.put_count(zmo.channels.len());
    for channel in &zmo.channels {
        channel.write_head(&mut out);
    }
    channel::write_frames(&zmo.channels, zmo.n_frames, &mut out);
    match &zmo.end {
        End::Extension(extension) => write_extension(extension, &mut out),
        End::Tail(tail) => out.put(&tail.0),
    }
    out
}

fn write_extension(extension: &Extension, out: &mut Vec<u8>) {
    out.put(&extension.gap.0);
    let offset = out.len();
    extension.events.put_count(out);
    extension.events.iter().for_each(|event| out.put_u16(*event));
    if let Some(ms) = extension.blend_ms {
        out.put_u32(ms);
    }
    out.put_count(offset);
    out.put(if extension.blend_ms.is_some() { b"3ZMO" } else { b"EZMO" });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, differences, words};

    /// Two frames of a position, nothing, and a rotation.
    fn frames() -> Vec<u8> {
        let head = words(&[30, 2, 3, 2, 0, 1, 7, 4, 1]);
        let frame = |first: u32| words(&(first..first + 7).collect::<Vec<_>>());
        [MAGIC.to_vec(), head, frame(1), frame(11)].concat()
    }

    fn extended(gap: &[u8], magic: &[u8; 4]) -> Vec<u8> {
        let mut out = [&frames(), gap].concat();
        let offset = out.len() as u32;
        out.extend([2, 0, 0, 0, 21, 0]);
        if magic == b"3ZMO" {
            out.extend(words(&[500]));
        }
        out.extend(words(&[offset]));
        out.put(magic);
        out
    }

    #[test]
    fn every_form_is_written_back() {
        for sample in [
            frames(),
            [frames(), b"stale".to_vec()].concat(),
            extended(b"", b"EZMO"),
            extended(b"", b"3ZMO"),
            extended(b"gap", b"3ZMO"),
            [extended(b"", b"3ZMO"), b"x".to_vec()].concat(),
        ] {
            check_law(&sample, read, write);
        }
    }

    #[test]
    fn every_channel_has_its_frames() {
        let zmo = read(&extended(b"", b"3ZMO")).unwrap();
        let bits: Vec<Vec<u32>> = zmo
            .channels()
            .iter()
            .map(|channel| channel.values().iter().map(|value| value.to_bits()).collect())
            .collect();
        assert_eq!(bits, [vec![1, 2, 3, 11, 12, 13], vec![], vec![4, 5, 6, 7, 14, 15, 16, 17]]);
        assert_eq!((zmo.events(), zmo.n_opaque()), (&[0, 21][..], 0));
        let json = serde_json::to_value(&zmo).unwrap();
        assert_eq!(json["extension"]["blend_ms"], 500);
        assert_eq!(json["channels"][0]["frames"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn a_file_without_all_its_frames_is_refused() {
        for len in 0..frames().len() {
            assert!(read(&frames()[..len]).is_err(), "{len}");
        }
    }

    #[test]
    fn channels_without_values_take_no_time_for_their_frames() {
        let n_channels = 20_000;
        let mut data = [MAGIC.to_vec(), words(&[30, u32::MAX, n_channels])].concat();
        data.extend(words(&[1, 0]).repeat(n_channels as usize));
        assert_eq!(write(&read(&data).unwrap()), data);
    }

    #[test]
    fn an_edit_of_one_event_changes_that_event_alone() {
        let data = extended(b"", b"EZMO");
        let mut zmo = read(&data).unwrap();
        let End::Extension(extension) = &mut zmo.end else { panic!("{zmo:?}") };
        extension.events.iter_mut().for_each(|event| *event = 21);
        assert_eq!(differences(&data, &write(&zmo)), [data.len() - 12]);
    }

    #[test]
    fn what_can_not_be_is_said() {
        let mut unknown = frames();
        unknown[20] = 3;
        let error = read(&unknown).unwrap_err().to_string();
        assert_eq!(
            error,
            "channel type at byte 0x14: found 3, expected 1, 2, 4 and so on up to 1024"
        );
        let mut described = frames();
        described.remove(7);
        assert!(read(&described).unwrap_err().to_string().contains("description"));
        let mut json = serde_json::to_value(read(&frames()).unwrap()).unwrap();
        json["n_frames"] = 3.into();
        let error = serde_json::from_value::<Zmo>(json).unwrap_err().to_string();
        assert_eq!(error, "channel 0 has 2 frames, but the motion has 3");
    }
}
