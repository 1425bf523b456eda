//! Everything that Landwright knows about the worlds, without a window and without a protocol.
//!
//! The rooms stand in the order in which they may use each other: a room imports only from the
//! rooms above it. `def` stands alone, on `problem`.
//!
//! Without the feature `worlds`, what the language server does not need is left out: everything
//! about maps, and the packages that only they need.
//!
//! # A map is opened, edited, checked and saved
//!
//! ```
//! # #[cfg(not(feature = "worlds"))]
//! # fn main() {}
//! # #[cfg(feature = "worlds")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use landwright_core::check;
//! use landwright_core::format::ragnarok::gat;
//! use landwright_core::sample::ragnarok::{Plan, island};
//! use landwright_core::vfs::save::{Before, Session, Write};
//! use landwright_core::vfs::disk;
//! use landwright_core::world::Editing;
//! use landwright_core::world::gat::GatMap;
//! use landwright_core::world::gat::action::Action;
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("meadow.gat");
//! let plan = Plan { seed: 1, width: 40, height: 40, version: gat::Version::V1_2 };
//! disk::write_new(&file, &gat::write(&island(plan).gat))?;
//!
//! // Open it. `Editing` keeps the steps, and undoes them.
//! let loaded = disk::read_file(&file, disk::READ_LIMIT)?;
//! let mut map = Editing::new(GatMap::new(&gat::read(&loaded.bytes)?)?);
//!
//! // Do an action, as a script would.
//! let action: Action = serde_json::from_str(
//!     r#"{"action": "set-cells", "cells": [{"x": 3, "y": 4, "terrain": 1}]}"#,
//! )?;
//! if let Some(edit) = action.resolve(map.document())?.edit {
//!     map.apply("Block a cell", edit);
//! }
//!
//! // Check it.
//! let problems = check::gat::check("meadow.gat", map.document());
//! assert!(problems.iter().all(|problem| problem.place.file == "meadow.gat"));
//!
//! // Save it. The old bytes stay in a backup, and nothing is written if the file is a different one by now.
//! let bytes = gat::write(&map.document().to_gat());
//! let before = Before::Was(loaded.fingerprint);
//! let write = Write { file: file.clone(), bytes: &bytes, before, folders_below: None };
//! let saved = Session::new(10).save(&[write])?;
//! let backup = saved[0].backup.as_ref().ok_or("no backup")?;
//! assert!(std::fs::read(backup)? == loaded.bytes);
//! # Ok(())
//! # }
//! ```
//!
//! # A packet definition is parsed, laid out and formatted
//!
//! ```
//! use landwright_core::def::edit::applied;
//! use landwright_core::def::format::{FormatOptions, format};
//! use landwright_core::def::layout::Layout;
//! use landwright_core::def::syntax::Syntax;
//! use landwright_core::def::{Dialect, Settings};
//!
//! let text = "int32     amount\nvec3  place\n";
//! let syntax = Syntax::parse(text);
//! let settings = Settings { dialect: Dialect::Toolbox, ..Settings::default() };
//! let layout = Layout::of(&syntax, settings);
//! let names: Vec<&str> = layout.message.slots.iter().map(|slot| slot.name()).collect();
//! assert!(names.ends_with(&["amount", "place"]));
//!
//! let formatted = applied(text, &format(&syntax, &FormatOptions::default()));
//! assert_eq!(Syntax::parse(formatted.as_str()).lines().len(), syntax.lines().len());
//! ```

pub mod problem;
pub mod format;
pub mod vfs;
pub mod project;
#[cfg(feature = "worlds")]
pub mod space;
#[cfg(feature = "worlds")]
pub mod nav;
#[cfg(feature = "worlds")]
pub mod scene;
#[cfg(feature = "worlds")]
pub mod sample;
#[cfg(feature = "worlds")]
pub mod world;
#[cfg(feature = "worlds")]
pub mod stage;
#[cfg(feature = "worlds")]
pub mod check;
#[cfg(feature = "worlds")]
pub mod kinds;
pub mod def;
pub mod rules;
