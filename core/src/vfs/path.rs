//! Names of files as game data writes them: case-blind, `\` or `/`, and never leading outside.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::format::text::{CodePage, Text};

/// What a component may be at most on the disks that we know.
const MAX_COMPONENT: usize = 255;
const MAX_PATH: usize = 4096;

/// The place of a file or folder below the root of a mount.
///
/// It is made from a name in the data as the games do it: `\` is `/`, slashes in a row count
/// once, blanks around a component fall away, and so do the dots and blanks at its end that
/// Windows drops. `..` is followed inside the root and never above it. Two paths are equal when
/// they differ only in case; the case that was written is kept for display and for new files.
#[derive(Clone)]
pub struct VfsPath {
    /// Components joined by `/`, each of them a name that every system can hold. Empty: the root.
    shown: Box<str>,
    /// `shown`, with every letter that has a single upper case letter in upper case.
    key: Box<str>,
}

/// Why a name is no path, as the end of a sentence that starts with the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    #[error("leads outside its root")]
    Outside,
    #[error("has a `:`, which means a drive or a hidden stream on Windows")]
    Colon,
    #[error("has a control character")]
    Control,
    #[error("has a part that is a device on Windows, such as CON or NUL")]
    Device,
    #[error("has a part of nothing but dots")]
    Dots,
    #[error("is too long for a file name")]
    TooLong,
    #[error("has bytes that are no text in its code page")]
    NotText,
}

impl VfsPath {
    pub fn root() -> VfsPath {
        VfsPath { shown: "".into(), key: "".into() }
    }

    /// The path that a name in the data means. Nothing that is written there leads outside the
    /// root; a name that tries is refused.
    pub fn new(name: &str) -> Result<VfsPath, BadName> {
        let mut components: Vec<&str> = Vec::new();
        for component in name.split(['/', '\\']) {
            match component.trim() {
                "" | "." => {}
                ".." => {
                    components.pop().ok_or(BadName::Outside)?;
                }
                component => components.push(checked(component)?),
            }
        }
        let shown = components.join("/");
        if shown.len() > MAX_PATH {
            return Err(BadName::TooLong);
        }
        Ok(VfsPath { key: fold(&shown).into(), shown: shown.into() })
    }

    /// The path that bytes in the data mean, in the code page that they were written in. The
    /// bytes are decoded before they are split, since a `\` can be half of a Japanese letter.
    pub fn from_text(name: &Text, code_page: CodePage) -> Result<VfsPath, BadName> {
        let decoded = name.decode(code_page);
        if decoded.contains('\u{fffd}') {
            return Err(BadName::NotText);
        }
        VfsPath::new(&decoded)
    }

    /// With `/`, in the case that it was written in.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// What paths are compared by.
    pub fn key(&self) -> &str {
        &self.key
    }

    pub fn is_root(&self) -> bool {
        self.shown.is_empty()
    }

    /// The components as they were written, from the root.
    pub fn components(&self) -> impl Iterator<Item = &str> {
        self.shown.split('/').filter(|component| !component.is_empty())
    }

    /// The last component; empty for the root.
    pub fn name(&self) -> &str {
        self.shown.rsplit('/').next().unwrap_or_default()
    }

    /// The folder that it is in; `None` for the root.
    pub fn parent(&self) -> Option<VfsPath> {
        if self.is_root() {
            return None;
        }
        let parent = self.shown.rsplit_once('/').map_or("", |(parent, _)| parent);
        Some(VfsPath { key: fold(parent).into(), shown: parent.into() })
    }

    /// The path that `name` means when it is relative to this folder.
    pub fn join(&self, name: &str) -> Result<VfsPath, BadName> {
        VfsPath::new(&format!("{}/{name}", self.shown))
    }

    /// Where in an order of paths everything below it starts. No path of a file.
    pub(super) fn start_below(&self) -> VfsPath {
        self.bound(if self.is_root() { "" } else { "/" })
    }

    /// As [`VfsPath::start_below`], where that ends.
    pub(super) fn end_below(&self) -> VfsPath {
        // Behind a slash comes a zero.
        self.bound("0")
    }

    fn bound(&self, behind: &str) -> VfsPath {
        VfsPath {
            shown: format!("{}{behind}", self.shown).into(),
            key: format!("{}{behind}", self.key).into(),
        }
    }

    pub fn starts_with(&self, folder: &VfsPath) -> bool {
        match self.key.strip_prefix(&*folder.key) {
            Some(rest) => folder.is_root() || rest.is_empty() || rest.starts_with('/'),
            None => false,
        }
    }
}

/// A component as it may stand in a path, without what Windows drops at its end.
fn checked(component: &str) -> Result<&str, BadName> {
    if component.chars().any(char::is_control) {
        return Err(BadName::Control);
    }
    if component.contains(':') {
        return Err(BadName::Colon);
    }
    let component = component.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    if component.is_empty() {
        return Err(BadName::Dots);
    }
    if component.len() > MAX_COMPONENT {
        return Err(BadName::TooLong);
    }
    if is_device(component) { Err(BadName::Device) } else { Ok(component) }
}

/// Windows opens the device for these names in any folder, whatever extension they have.
fn is_device(component: &str) -> bool {
    let stem = component.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    match stem.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$" => true,
        _ => {
            let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
            let mut number = number.unwrap_or_default().chars();
            let is_number = number.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c));
            is_number && number.next().is_none()
        }
    }
}

/// Upper case, as the games compare names. A letter whose upper case is several letters stays,
/// as it does on Windows.
pub(super) fn fold(name: &str) -> String {
    let upper = |c: char| {
        let mut upper = c.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(single), None) => single,
            _ => c,
        }
    };
    name.chars().map(upper).collect()
}

impl PartialEq for VfsPath {
    fn eq(&self, other: &VfsPath) -> bool {
        self.key == other.key
    }
}

impl Eq for VfsPath {}

impl PartialOrd for VfsPath {
    fn partial_cmp(&self, other: &VfsPath) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for VfsPath {
    fn cmp(&self, other: &VfsPath) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl Hash for VfsPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Display for VfsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for VfsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_folded_as_the_games_do() {
        let rows = [
            (r"3DDATA\AVATAR\MALE.ZMD", "3DDATA/AVATAR/MALE.ZMD"),
            ("3DData//Avatar/\\male.zmd", "3DData/Avatar/male.zmd"),
            ("  3ddata/maps / junon ", "3ddata/maps/junon"),
            (r"\3DDATA\STB\", "3DDATA/STB"),
            (r"\\server\share", "server/share"),
            ("/etc/passwd", "etc/passwd"),
            ("./a/./b", "a/b"),
            ("a/../b", "b"),
            ("a/b. .", "a/b"),
            ("a/.hidden", "a/.hidden"),
            ("command.com", "command.com"),
            ("com10", "com10"),
            ("", ""),
            (" / ", ""),
        ];
        for (name, shown) in rows {
            assert_eq!(VfsPath::new(name).map(|path| path.shown), Ok(shown.into()), "{name:?}");
        }
    }

    #[test]
    fn names_that_try_to_leave_are_refused() {
        let rows = [
            ("..", BadName::Outside),
            (r"a\..\..\b", BadName::Outside),
            ("a/ .. /../b", BadName::Outside),
            ("/..", BadName::Outside),
            (r"C:\windows", BadName::Colon),
            ("c:evil", BadName::Colon),
            (r"\\?\C:\x", BadName::Colon),
            ("a.gat:stream", BadName::Colon),
            ("a\0b", BadName::Control),
            ("a\nb", BadName::Control),
            ("a/...", BadName::Dots),
            ("a/.. .", BadName::Dots),
            ("a/nul", BadName::Device),
            ("Con.txt", BadName::Device),
            ("aux .x.y/b", BadName::Device),
            ("LPT1", BadName::Device),
            ("com²", BadName::Device),
        ];
        for (name, reason) in rows {
            assert_eq!(VfsPath::new(name), Err(reason), "{name:?}");
        }
        assert_eq!(VfsPath::new(&"a".repeat(256)), Err(BadName::TooLong));
        assert_eq!(VfsPath::new(&"a/".repeat(3000)), Err(BadName::TooLong));
    }

    #[test]
    fn case_is_kept_and_not_compared() {
        let path = VfsPath::new("3DData/Maps/Éire.zon").unwrap();
        assert_eq!(path, VfsPath::new("3DDATA/MAPS/éIRE.ZON").unwrap());
        assert_eq!(path.to_string(), "3DData/Maps/Éire.zon");
        assert_ne!(VfsPath::new("straße").unwrap(), VfsPath::new("strasse").unwrap());
    }

    #[test]
    fn bytes_are_decoded_before_they_are_split() {
        let korean = Text::from(&b"3DDATA\\\xba\xed\xb7\xaf\xb5\xe5.zms"[..]);
        let path = VfsPath::from_text(&korean, CodePage::Cp949).unwrap();
        assert_eq!(path.as_str(), "3DDATA/블러드.zms");
        // The second byte of ソ is a backslash.
        let japanese = Text::from(&b"a/\x83\x5c.txt"[..]);
        let path = VfsPath::from_text(&japanese, CodePage::Cp932).unwrap();
        assert_eq!(path.as_str(), "a/ソ.txt");
        let cut = Text::from(&b"a\xba"[..]);
        assert_eq!(VfsPath::from_text(&cut, CodePage::Cp949), Err(BadName::NotText));
    }

    #[test]
    fn parts_of_a_path() {
        let path = VfsPath::new("A/b/C.x").unwrap();
        assert_eq!(path.name(), "C.x");
        assert_eq!(path.parent(), Some(VfsPath::new("a/B").unwrap()));
        assert_eq!(path.join("../d").unwrap().as_str(), "A/b/d");
        assert_eq!(path.join("../../../../d"), Err(BadName::Outside));
        assert!(path.starts_with(&VfsPath::new("a").unwrap()));
        assert!(path.starts_with(&VfsPath::root()));
        assert!(!path.starts_with(&VfsPath::new("a/b/c").unwrap()));
        assert_eq!(VfsPath::root().parent(), None);
    }
}
