//! The hand in a view, whatever tool it has: phases of a gesture, keys that are held, and settings that
//! follow it.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Press,
    Drag,
    /// Like a drag, but the pointer was not on what lies between: in 3D it may come from a summit
    /// to the valley behind.
    Hop,
    Release,
    /// A double click or Enter: what is drawn corner by corner is finished.
    Close,
    /// Escape, or the window lost the pointer.
    GiveUp,
}

/// Keys held down with the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
}

/// Takes a setting over where it is a different one than it was.
pub(crate) fn follow<T: Clone + PartialEq>(own: &mut T, were: &T, new: &T) {
    if new != were {
        own.clone_from(new);
    }
}
