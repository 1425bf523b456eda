//! The editor: its commands, its model, its window, and its command line.
//!
//! The model does what commands and messages say and knows no window. The window shows the model
//! and sends it messages. `--no-default-features` leaves the window out.

pub mod command;
pub mod settings;
pub mod trust;
pub mod job;
pub mod view;
mod json;
mod git;
pub mod versions;
pub mod exchange;
pub mod message;
pub mod kind;
pub mod model;
pub mod manual;
pub mod cli;

#[cfg(feature = "window")]
pub mod look;
#[cfg(feature = "window")]
mod renderer;
#[cfg(feature = "window")]
mod canvas;
#[cfg(feature = "window")]
mod panel;
#[cfg(feature = "window")]
pub mod window;
