//! A look at a set of models, as a view asks for it.

use std::sync::Arc;

use landwright_core::scene::frame::Thrift;
use landwright_core::scene::light::Surroundings;
use landwright_core::scene::set::Set;

use crate::renderer::camera::Eye;

/// Two that are equal give the same picture as long as nothing more comes to the graphics card.
#[derive(Debug, Clone)]
pub(crate) struct Cast {
    pub(crate) set: Arc<Set>,
    /// What on the graphics card is of this set.
    pub(crate) id: CastId,
    /// Another one wherever the set is another.
    pub(crate) revision: u64,
    pub(crate) eye: Eye,
    pub(crate) around: Surroundings,
    /// Since all motions began.
    pub(crate) seconds: f64,
    pub(crate) backdrop: Backdrop,
    pub(crate) thrift: Thrift,
}

/// Each set that is drawn has one of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct CastId {
    /// Whose it is.
    pub(crate) document: u32,
    /// Of those that it ever had.
    pub(crate) number: u64,
}

/// What of a scene is drawn besides its models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backdrop {
    GroundAndSky,
    Sky,
    Nothing,
}

impl PartialEq for Cast {
    fn eq(&self, other: &Cast) -> bool {
        let own = |cast: &Cast| {
            (cast.id, cast.revision, cast.eye, cast.around, cast.backdrop, cast.thrift)
        };
        own(self) == own(other) && self.seconds == other.seconds
    }
}
