//! Brotli files: the stream as it was found, and new ones.
//!
//! Two packers hardly ever agree on a byte, so the law holds on the payload, and a file whose
//! payload is unchanged keeps the stream that it came in.
//!
//! ```text
//! 0  …  stream    brotli (RFC 7932), without the large-window extension
//! …  …  trailing  whatever follows the stream; kept, meaning unknown
//! ```

mod unpack;

use std::io::Write;
use std::ops::ControlFlow;

use brotli::CompressorWriter;
use brotli::enc::BrotliEncoderParams;
use serde::{Deserialize, Serialize};

use super::ReadError;
use super::effort::Effort;
use super::error::Within;
use super::source::Source;
use super::text::Opaque;

pub use unpack::Unpacker;

/// Payloads up to this size are packed as small as possible. Every retail zone and area is
/// below it, and takes seconds.
pub const SMALLEST_UP_TO: usize = 8 << 20;

/// How much is packed between two reports of progress.
const STEP: usize = 1 << 16;

/// The file that a payload came in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packed {
    pub stream: Opaque,
    /// What stands behind the stream. It stays there when the payload changes.
    pub trailing: Opaque,
}

/// Asked now and then with how much is done and how much there is; `Break` cancels.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// Packing was cancelled by its [`Progress`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("packing was cancelled")]
pub struct Cancelled;

impl Packed {
    /// Whether the stream unpacks to exactly this payload. The bytes themselves are compared,
    /// since a stream that is kept by mistake would lose an edit.
    pub fn holds(&self, payload: &[u8]) -> bool {
        let limit = payload.len() as u64;
        let mut unpacker = Unpacker::new(&self.stream.0, limit);
        let mut rest = payload;
        loop {
            let Ok(mut bytes) = unpacker.window(1) else { return false };
            if bytes.is_empty() {
                return rest.is_empty();
            }
            match rest.strip_prefix(bytes.rest()) {
                Some(after) => rest = after,
                None => return false,
            }
            let offset = bytes.offset();
            unpacker.move_on_to(offset);
        }
    }

    /// The file to write for a payload: this very one where the payload is unchanged.
    pub fn with_payload(
        &self,
        payload: &[u8],
        effort: Effort,
        progress: Progress<'_>,
    ) -> Result<Packed, Cancelled> {
        if self.holds(payload) {
            return Ok(self.clone());
        }
        let stream = Opaque(pack(payload, effort, progress)?);
        Ok(Packed { stream, trailing: self.trailing.clone() })
    }

    pub fn n_opaque(&self) -> usize {
        self.trailing.0.len()
    }
}

/// The whole payload of a file, which may be `limit` bytes at most.
pub fn unpack(file: &[u8], limit: u64) -> Result<(Vec<u8>, Packed), ReadError> {
    read_with(file, limit, |unpacker| unpacker.read_rest())
}

/// Reads a value from a file while it is unpacked. What `read` leaves of the payload is lost.
pub fn read_with<T>(
    file: &[u8],
    limit: u64,
    read: impl FnOnce(&mut Unpacker<'_>) -> Result<T, ReadError>,
) -> Result<(T, Packed), ReadError> {
    let mut unpacker = Unpacker::new(file, limit);
    let value =
        read(&mut unpacker).map_err(|error| ReadError { within: Within::Unpacked, ..error })?;
    let (stream, trailing) = unpacker.finish()?;
    Ok((value, Packed { stream: Opaque(stream.to_vec()), trailing: Opaque(trailing.to_vec()) }))
}

/// The bytes of the file.
pub fn write(packed: &Packed) -> Vec<u8> {
    [packed.stream.0.as_slice(), &packed.trailing.0].concat()
}

/// A brotli stream of a payload. Takes seconds for some megabytes.
pub fn pack(payload: &[u8], effort: Effort, progress: Progress<'_>) -> Result<Vec<u8>, Cancelled> {
    let is_quick = match effort {
        Effort::BySize => payload.len() > SMALLEST_UP_TO,
        Effort::Quick => true,
        Effort::Smallest => false,
    };
    let params = BrotliEncoderParams {
        quality: if is_quick { 5 } else { 11 },
        lgwin: window_bits(payload.len()),
        size_hint: payload.len(),
        ..Default::default()
    };
    let mut writer = CompressorWriter::with_params(Vec::new(), STEP, &params);
    let mut n_done = 0;
    for step in payload.chunks(STEP) {
        if progress(n_done, payload.len()).is_break() {
            return Err(Cancelled);
        }
        // A vector takes everything, so that writing to it can't fail.
        let written = writer.write_all(step);
        debug_assert!(written.is_ok(), "{written:?}");
        n_done += step.len();
    }
    let stream = writer.into_inner();
    if progress(n_done, payload.len()).is_break() {
        return Err(Cancelled);
    }
    Ok(stream)
}

/// The smallest window that sees the whole payload, up to the largest that every brotli reader
/// knows.
fn window_bits(payload_len: usize) -> i32 {
    // The window is 16 bytes less than the power of two.
    (16..24).find(|bits| (1 << bits) - 16 >= payload_len).unwrap_or(24)
}

#[cfg(test)]
pub(super) mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// The stream of a payload.
    pub(in crate::format) fn packed(payload: &[u8]) -> Vec<u8> {
        pack(payload, Effort::Quick, &mut |_, _| ControlFlow::Continue(())).unwrap()
    }

    /// Runs a check on a file with each of its bits flipped in turn.
    fn with_flipped_bits(file: &[u8], mut check: impl FnMut(&[u8])) {
        let mut damaged = file.to_vec();
        for idx in 0..file.len() {
            for bit in 0..8 {
                damaged[idx] ^= 1 << bit;
                check(&damaged);
                damaged[idx] ^= 1 << bit;
            }
        }
    }

    fn noise(len: usize) -> Vec<u8> {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..len).map(|_| next()).collect()
    }

    fn check_error(file: &[u8], limit: u64, expect: &Expect) {
        expect.assert_eq(&unpack(file, limit).unwrap_err().to_string());
    }

    #[test]
    fn what_is_packed_unpacks() {
        for payload in [vec![], vec![7], noise(300_000), vec![0; 3_000_000]] {
            for effort in [Effort::BySize, Effort::Quick, Effort::Smallest] {
                let file = pack(&payload, effort, &mut |_, _| ControlFlow::Continue(())).unwrap();
                let (found, packed) = unpack(&file, payload.len() as u64).unwrap();
                assert!(found == payload && packed.holds(&payload));
                assert_eq!(write(&packed), file);
            }
        }
    }

    #[test]
    fn how_hard_a_payload_is_packed_follows_from_its_size() {
        let pack = |payload: &[u8], effort| {
            pack(payload, effort, &mut |_, _| ControlFlow::Continue(())).unwrap()
        };
        let words: Vec<u8> = noise(20_000).into_iter().map(|byte| byte % 7).collect();
        let [by_size, quick, smallest] =
            [Effort::BySize, Effort::Quick, Effort::Smallest].map(|effort| pack(&words, effort));
        assert!(by_size == smallest && smallest.len() < quick.len());

        let mut large = words;
        large.resize(SMALLEST_UP_TO + 1, 0);
        assert!(pack(&large, Effort::BySize) == pack(&large, Effort::Quick));
    }

    #[test]
    fn an_unchanged_payload_keeps_its_stream_and_a_changed_one_its_trailing_bytes() {
        let payload = noise(100_000);
        let mut file = Vec::new();
        let mut writer = CompressorWriter::new(&mut file, 4096, 1, 18);
        writer.write_all(&payload).unwrap();
        drop(writer);
        file.extend(b"left over");
        let (_, original) = unpack(&file, 1 << 20).unwrap();
        assert_eq!(original.trailing.0, b"left over");

        let mut never = |_, _| panic!("nothing needs packing");
        let same = original.with_payload(&payload, Effort::BySize, &mut never).unwrap();
        assert_eq!(write(&same), file);

        for changed in [&payload[1..], &[&payload, &b"x"[..]].concat(), &payload[..99_999], b""] {
            let mut go_on = |_, _| ControlFlow::Continue(());
            let new = original.with_payload(changed, Effort::BySize, &mut go_on).unwrap();
            let (found, again) = unpack(&write(&new), 1 << 20).unwrap();
            assert!(found == changed && again.trailing.0 == b"left over");
        }
    }

    #[test]
    fn packing_reports_and_can_be_cancelled() {
        let payload = noise(5 * STEP);
        let mut seen = Vec::new();
        let result = pack(&payload, Effort::Smallest, &mut |n_done, n_all| {
            seen.push((n_done / STEP, n_all / STEP));
            if n_done == 3 * STEP { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(result, Err(Cancelled));
        assert_eq!(seen, [(0, 5), (1, 5), (2, 5), (3, 5)]);
    }

    #[test]
    fn errors_say_where() {
        let file = packed(&noise(5000));
        check_error(
            &file,
            4999,
            &expect![
                "brotli stream at byte 0x1387 of the unpacked content: is larger than 4999 bytes, \
                the limit for reading"
            ],
        );
        check_error(
            &file[..2000],
            5000,
            &expect![
                "brotli stream at byte 0x7cd of the unpacked content: the packed data is broken: it ends too early (at byte 0x7d0 of the packed file)"
            ],
        );
        check_error(
            b"",
            5000,
            &expect![
                "brotli stream at byte 0x0 of the unpacked content: the packed data is broken: it ends too early (at byte 0x0 of the packed file)"
            ],
        );
        check_error(
            b"not brotli",
            5000,
            &expect![
                r#"brotli stream at byte 0x0 of the unpacked content: the packed data is broken: brotli calls it "format padding 2"; is it another kind of file? (at byte 0x1 of the packed file)"#
            ],
        );
        // The window bits 0x11 announce the large-window extension.
        check_error(
            &[0x11, 0x1e, 0, 0, 0],
            5000,
            &expect![
                r#"brotli stream at byte 0x0 of the unpacked content: the packed data is broken: brotli calls it "format window bits"; is it another kind of file? (at byte 0x1 of the packed file)"#
            ],
        );
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit() {
        let file = packed(&vec![0; 5_000_000]);
        assert!(file.len() < 100);
        assert!(unpack(&file, 4_999_999).is_err());
    }

    #[test]
    fn damage_is_an_error_or_another_payload_but_never_a_panic() {
        let payload: Vec<u8> = [noise(300), b"walk the path ".repeat(20)].concat();
        let file = packed(&payload);
        for len in 0..file.len() {
            assert!(unpack(&file[..len], 1 << 16).is_err(), "{len}");
        }
        with_flipped_bits(&file, |damaged| {
            if let Ok((found, packed)) = unpack(damaged, 1 << 16) {
                assert!(packed.holds(&found) && write(&packed) == damaged);
            }
        });
    }

    #[test]
    fn json_keeps_the_stream() {
        let mut file = packed(b"payload");
        file.push(9);
        let (_, packed) = unpack(&file, 100).unwrap();
        let json = serde_json::to_string(&packed).unwrap();
        assert_eq!(write(&serde_json::from_str(&json).unwrap()), file);
    }
}
