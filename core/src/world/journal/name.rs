//! Paths as the names in a journal, which are UTF-8: a path that is not is kept byte for byte.

use std::path::{Path, PathBuf};

use crate::vfs::save::path_text;

/// In front of a path that is no UTF-8; no path has it.
const ENCODED: char = '\0';

pub fn of_path(path: &Path) -> String {
    let encoded = || Some(format!("{ENCODED}{}", path_text::to_text(path)?));
    let plain = path.to_str().map(str::to_owned);
    plain.or_else(encoded).unwrap_or_else(|| path.to_string_lossy().into_owned())
}

/// The path of a name; the name of a document that is in no file becomes a relative one.
pub fn to_path(name: &str) -> PathBuf {
    let encoded = name.strip_prefix(ENCODED).and_then(path_text::from_text);
    encoded.unwrap_or_else(|| PathBuf::from(name))
}

/// As a person reads it.
pub fn shown(name: &str) -> String {
    to_path(name).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_from_its_name_whatever_code_page_it_is_in() {
        for path in ["/maps/a%20b.gat", "new.gat"] {
            assert_eq!(of_path(Path::new(path)), path);
            assert_eq!(to_path(path), Path::new(path));
        }
        #[cfg(unix)]
        {
            let bytes: &std::ffi::OsStr =
                std::os::unix::ffi::OsStrExt::from_bytes(b"/\xc7\xcf%/a.gat");
            let name = of_path(Path::new(bytes));
            assert_eq!(to_path(&name), Path::new(bytes));
            assert!(shown(&name).ends_with("/a.gat"));
        }
    }
}
