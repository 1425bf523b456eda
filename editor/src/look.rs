//! The look of the window: colours by their roles, sizes, signs, and one drawing for each control.
//!
//! Panels name a role or a control and never a colour of their own. `editor/examples/controls.rs` draws
//! everything of this room in both themes.

pub mod colour;
pub mod size;
pub mod sign;
pub mod font;
pub mod theme;
pub mod control;
pub mod help;
pub(crate) mod key;

pub use self::colour::{Colours, colours};
