//! The views of a ROSE zone: its ground, what stands on it, and what the hand is in the middle of.

pub(crate) mod scene;
