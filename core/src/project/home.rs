//! Where the program keeps its own things: settings, journals, and which projects are trusted.

use std::env;
use std::path::PathBuf;

/// `LANDWRIGHT_HOME`, or where the system puts such things.
pub fn home() -> PathBuf {
    let folder =
        |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(home) = folder("LANDWRIGHT_HOME") {
        return home;
    }
    let user = folder("HOME").or_else(|| folder("USERPROFILE")).unwrap_or_else(env::temp_dir);
    if cfg!(target_os = "windows") {
        folder("APPDATA").unwrap_or(user).join("Landwright")
    } else if cfg!(target_os = "macos") {
        user.join("Library/Application Support/Landwright")
    } else {
        folder("XDG_CONFIG_HOME").unwrap_or_else(|| user.join(".config")).join("landwright")
    }
}
