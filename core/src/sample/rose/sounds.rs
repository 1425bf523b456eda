//! Sounds: short ones of noise, and a tune of a few notes.

use crate::sample::File;
use crate::scene::chance::{mix, unit};

use super::names;

/// The music of the zone, by day and by night.
pub(super) const MUSIC: &str = r"SOUND\BGM\SAMPLE.WAV";

const N_PER_S: u32 = 8_000;
/// Of a note of the tune, and of a sound.
const N_SAMPLES: u32 = 2_000;
/// How high each note is.
const TUNE_HZ: [u32; 8] = [220, 277, 330, 440, 370, 330, 277, 247];

pub(super) fn files() -> impl Iterator<Item = File> {
    let file = |path: &str, bytes| File { path: path.replace('\\', "/"), bytes };
    let sounds =
        (0..).zip(names::SOUNDS).map(move |(number, name)| file(&path(name), noise(number)));
    sounds.chain([file(MUSIC, tune())])
}

/// Where a sound of the zone is, as its IFO says it.
pub(super) fn path(name: &str) -> String {
    format!(r"3DDATA\SOUND\SAMPLE\{name}.WAV")
}

/// Noise that fades, each a little deeper than the one before.
fn noise(number: u32) -> Vec<u8> {
    let sample = |at: u32| {
        let fade = 1.0 - f64::from(at) / f64::from(N_SAMPLES);
        let value = unit(mix(u64::from(number) << 32 | u64::from(at / (number + 1))));
        fade * (2.0 * f64::from(value) - 1.0)
    };
    wav((0..N_SAMPLES).map(sample))
}

/// Notes of straight lines up and down, so that every machine makes the same.
fn tune() -> Vec<u8> {
    let note = |hz: u32| {
        (0..N_SAMPLES).map(move |at| {
            let fade = 1.0 - f64::from(at) / f64::from(N_SAMPLES);
            let inside = f64::from(hz * at % N_PER_S) / f64::from(N_PER_S);
            fade * (1.0 - 4.0 * (inside - 0.5).abs())
        })
    };
    wav(TUNE_HZ.into_iter().flat_map(note))
}

/// One channel of eight bits.
fn wav(samples: impl Iterator<Item = f64>) -> Vec<u8> {
    let samples: Vec<u8> = samples.map(|sample| (128.0 + 100.0 * sample).round() as u8).collect();
    let n = samples.len() as u32;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + n).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    bytes.extend([1, 0, 1, 0]);
    bytes.extend(N_PER_S.to_le_bytes());
    bytes.extend(N_PER_S.to_le_bytes());
    // A byte for each sample, of eight bits.
    bytes.extend([1, 0, 8, 0]);
    bytes.extend(b"data");
    bytes.extend(n.to_le_bytes());
    bytes.extend(samples);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_as_long_as_its_head_says_and_is_not_silent() {
        for file in files() {
            let word = |at: usize| u32::from_le_bytes(file.bytes[at..at + 4].try_into().unwrap());
            assert_eq!(word(4) as usize + 8, file.bytes.len(), "{}", file.path);
            assert_eq!(word(40) as usize + 44, file.bytes.len(), "{}", file.path);
            let (low, high) = (file.bytes[44..].iter().min(), file.bytes[44..].iter().max());
            assert!(low < Some(&60) && high > Some(&200), "{}", file.path);
        }
    }
}
