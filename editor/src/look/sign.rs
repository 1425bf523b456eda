//! Signs, from one set: the Phosphor icons. Tools have drawn signs of their own, in `panel::tool_signs`.

use egui_phosphor::regular as phosphor;

pub const CLOSE: &str = phosphor::X;
pub const SEARCH: &str = phosphor::MAGNIFYING_GLASS;
pub const ERROR: &str = phosphor::X_CIRCLE;
pub const WARNING: &str = phosphor::WARNING;
pub const INFORMATION: &str = phosphor::INFO;
pub const HINT: &str = phosphor::LIGHTBULB;
pub const DONE: &str = phosphor::CHECK_CIRCLE;
pub const VISIBLE: &str = phosphor::EYE;
pub const HIDDEN: &str = phosphor::EYE_SLASH;
pub const LOCKED: &str = phosphor::LOCK_SIMPLE;
pub const UNLOCKED: &str = phosphor::LOCK_SIMPLE_OPEN;
/// These alone.
pub const SOLO: &str = phosphor::CROSSHAIR_SIMPLE;
pub const OPEN: &str = phosphor::FOLDER_OPEN;
/// From one value to another; the fonts of texts lack it.
pub const TO: &str = phosphor::ARROW_RIGHT;
pub const FILE: &str = phosphor::FILE;
pub const NEW: &str = phosphor::FILE_PLUS;
pub const MAP: &str = phosphor::MAP_TRIFOLD;
pub const ZONE: &str = phosphor::TREE;
pub const AREA: &str = phosphor::GRAPH;
pub const TABLE: &str = phosphor::TABLE;
pub const CACHE: &str = phosphor::ARCHIVE;
pub const PICTURE: &str = phosphor::IMAGE;
pub const SAVED: &str = phosphor::FLOPPY_DISK;
pub const MORE: &str = phosphor::CARET_DOWN;
pub const CLOSED: &str = phosphor::CARET_RIGHT;
pub const BEFORE: &str = phosphor::CARET_LEFT;
pub const NEXT: &str = phosphor::CARET_RIGHT;
pub const FIX: &str = phosphor::WRENCH;
pub const QUESTION: &str = phosphor::QUESTION;
