//! Bytes to values and back: one file per format, which opens with its layout, then the types,
//! then `read`, then `write`, then tests.
//!
//! The law: for every file that `read` accepts, `write(read(x)) == x`, byte for byte. `write`
//! never sees the original bytes. No bytes make a reader panic, and it never asks for more
//! memory than a small multiple of what it was given. Nothing is scaled, flipped or clamped
//! here: that belongs to `space`.

pub mod bytes;
pub mod error;
pub mod problem;
pub mod number;
pub mod text;
pub mod typed;
pub mod name;
pub mod source;
pub mod packed;
pub mod xml;
pub mod csv;
pub mod picture;

pub mod rose;
pub mod tera;

pub mod ragnarok;

pub mod file;

pub use error::{Malformed, ReadError};
