//! Bytes to values and back: one file per format, which opens with its layout, then the types,
//! then `read`, then `write`, then tests.
//!
//! The law: for every file that `read` accepts, `write(read(x)) == x`, byte for byte. `write`
//! never sees the original bytes. No bytes make a reader panic, and it never asks for more
//! memory than a small multiple of what it was given. Nothing is scaled, flipped or clamped
//! here: that belongs to `space`.

pub mod bytes;
pub mod error;
pub mod effort;
pub mod problem;
pub mod number;
pub mod text;
#[cfg(feature = "worlds")]
pub mod other_layout;
#[cfg(feature = "worlds")]
pub mod typed;
#[cfg(feature = "worlds")]
pub mod name;
#[cfg(feature = "worlds")]
pub mod source;
#[cfg(feature = "worlds")]
pub mod packed;
#[cfg(feature = "worlds")]
pub mod xml;
#[cfg(feature = "worlds")]
pub mod csv;
#[cfg(feature = "worlds")]
pub mod order;
#[cfg(feature = "worlds")]
pub mod picture;

#[cfg(feature = "worlds")]
pub mod rose;
#[cfg(feature = "worlds")]
pub mod tera;
#[cfg(feature = "worlds")]
pub mod eq;

#[cfg(feature = "worlds")]
pub mod ragnarok;

#[cfg(feature = "worlds")]
pub mod file;

pub use error::{Malformed, ReadError};
