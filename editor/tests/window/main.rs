//! The window from outside, without a GPU: what the pointer, keys and a screen reader get of it.

#![cfg(feature = "window")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

mod hand;
mod start;
mod paint;
mod menus;
mod navigation;
mod palette;
mod manual;
mod panels;
mod compare;
mod dialogs;
mod keys;
mod space;
mod ground;
mod access;
mod exchange;
mod project;
mod publish;
mod area;
mod area_space;
mod zone;
mod zone_files;
mod zone_lists;
mod table;
mod kinds;
mod everquest;
mod scene;
mod cubes;
mod assets;
