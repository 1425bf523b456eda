//! What a file was when it was read, so that a change behind our back is seen.

use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;
use std::time::SystemTime;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// XXH3 of 128 bits: the same on every machine and in every version, so it may be written down.
/// It tells files apart that changed by accident; it is no proof against forgery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentHash(pub u128);

impl ContentHash {
    pub fn of(bytes: &[u8]) -> ContentHash {
        ContentHash(xxh3_128(bytes))
    }
}

/// A file as it was: how long, when changed, and what was in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fingerprint {
    pub len: u64,
    pub hash: ContentHash,
    /// Good for a quick look and never proof: copying tools set it as they like, and some disks
    /// count in steps of two seconds. `None` where the mount knows none.
    pub modified: Option<SystemTime>,
}

impl Fingerprint {
    pub fn of(bytes: &[u8], modified: Option<SystemTime>) -> Fingerprint {
        Fingerprint { len: bytes.len() as u64, hash: ContentHash::of(bytes), modified }
    }

    /// Whether both were taken of the same bytes, whenever that was.
    pub fn same_content(&self, other: &Fingerprint) -> bool {
        self.len == other.len && self.hash == other.hash
    }

    /// Of a file too large to hold twice.
    pub(super) fn of_stream(
        mut stream: impl Read,
        modified: Option<SystemTime>,
    ) -> io::Result<Fingerprint> {
        let mut hasher = Xxh3::new();
        let mut buffer = vec![0; 1 << 16];
        let mut len = 0;
        loop {
            let n_read = match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(n_read) => n_read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hasher.update(buffer.get(..n_read).unwrap_or_default());
            len += n_read as u64;
        }
        Ok(Fingerprint { len, hash: ContentHash(hasher.digest128()), modified })
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for ContentHash {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<ContentHash, &'static str> {
        let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let hash = u128::from_str_radix(text, 16).ok().filter(|_| is_hex);
        hash.map(ContentHash).ok_or("expected 32 hex digits")
    }
}

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ContentHash, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(ContentHash::of(b"").to_string(), "99aa06d3014798d86001c324468d497f");
    }

    #[test]
    fn a_stream_has_the_fingerprint_of_its_bytes() {
        let bytes: Vec<u8> = (0..200_000_u32).map(|n| (n * 7 % 251) as u8).collect();
        let streamed = Fingerprint::of_stream(bytes.as_slice(), None).unwrap();
        assert_eq!(streamed, Fingerprint::of(&bytes, None));
    }

    #[test]
    fn only_the_bytes_count() {
        let early = Fingerprint::of(b"a", Some(SystemTime::UNIX_EPOCH));
        assert!(early.same_content(&Fingerprint::of(b"a", None)));
        assert!(!early.same_content(&Fingerprint::of(b"b", Some(SystemTime::UNIX_EPOCH))));
    }

    #[test]
    fn json_gives_the_same_fingerprint() {
        let print = Fingerprint::of(b"a", Some(SystemTime::UNIX_EPOCH));
        let json = serde_json::to_string(&print).unwrap();
        assert_eq!(serde_json::from_str::<Fingerprint>(&json).unwrap(), print, "{json}");
        assert!(
            serde_json::from_str::<ContentHash>("\"+9aa06d3014798d86001c324468d497f\"").is_err()
        );
    }
}
