//! Sizes of the interface, in points: a few, used everywhere.

/// Between things that belong together.
pub const TIGHT: f32 = 4.0;
/// Between things beside each other.
pub const GAP: f32 = 8.0;
/// Between groups.
pub const SECTION: f32 = 16.0;
/// Around a page.
pub const PAGE: f32 = 32.0;

/// Corners of controls, and of what lies over the window.
pub const CORNER: u8 = 4;
pub const CORNER_RAISED: u8 = 8;

/// A row of a list.
pub const ROW: f32 = 20.0;

/// Letters.
pub const SMALL: f32 = 11.0;
pub const BODY: f32 = 13.0;
pub const TITLE: f32 = 16.0;
pub const DISPLAY: f32 = 30.0;

/// The room that a scroll bar takes from its contents.
pub const BAR_ROOM: i8 = 6;
