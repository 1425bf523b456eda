//! For tests: the law, held against broken files made from a sample.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::format::ReadError;
use crate::format::text::{Text, Text16};

/// Checks that what is read is written back, through JSON too; and that this holds for every
/// prefix, every flipped bit and every count gone wild that is still read.
pub(super) fn check_law<T: PartialEq + Debug + Serialize + DeserializeOwned>(
    sample: &[u8],
    read: impl Fn(&[u8]) -> Result<T, ReadError>,
    write: impl Fn(&T) -> Vec<u8>,
) {
    let value = read(sample).unwrap();
    assert_eq!(write(&value), sample);
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), value);

    let check = |data: &[u8], what: &dyn Debug| {
        if let Ok(value) = read(data) {
            assert!(write(&value) == data, "{what:?}");
        }
    };
    for len in 0..sample.len() {
        check(&sample[..len], &("cut", len));
    }
    let mut data = sample.to_vec();
    for idx in 0..data.len() {
        for bit in 0..8 {
            data[idx] ^= 1 << bit;
            check(&data, &("flipped", idx, bit));
            data[idx] ^= 1 << bit;
        }
    }
    for idx in 0..data.len().saturating_sub(3) {
        let mut data = data.clone();
        data[idx..idx + 4].fill(0xff);
        check(&data, &("filled", idx));
    }
}

/// For a sample without a tail: nothing of it can be missing.
pub(super) fn check_prefixes<T: Debug>(
    sample: &[u8],
    read: impl Fn(&[u8]) -> Result<T, ReadError>,
) {
    for len in 0..sample.len() {
        assert!(read(&sample[..len]).is_err(), "{len}");
    }
    read(sample).unwrap();
}

/// The offsets where two files of one length differ.
pub(super) fn differences(old: &[u8], new: &[u8]) -> Vec<usize> {
    assert_eq!(old.len(), new.len());
    (0..old.len()).filter(|idx| old[*idx] != new[*idx]).collect()
}

pub(super) fn text16(text: &str) -> Text16 {
    Text16::try_from(Text::from(text)).unwrap()
}

/// Numbers as they stand in a file.
pub(super) fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}
