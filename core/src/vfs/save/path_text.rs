//! Paths as text that gives the same bytes again, whatever code page they are in; and paths from one
//! folder to another, which hold wherever both are moved.
//!
//! `%` and two hex digits are a byte: `%25` is `%` itself, and so are control characters and what
//! is not UTF-8. All else is as it is, with `/` between folders.

use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

/// `None` where this system has no bytes for the path, such as half a character on Windows.
pub(crate) fn to_text(path: &Path) -> Option<String> {
    let escaped =
        |bytes: &[u8]| bytes.iter().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let mut text = String::new();
    for chunk in name_bytes(path)?.utf8_chunks() {
        for c in chunk.valid().chars() {
            let mut buffer = [0; 4];
            let c = if c == MAIN_SEPARATOR && path.is_relative() { '/' } else { c };
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            match c == '%' || c.is_control() {
                true => text.push_str(&escaped(bytes)),
                false => text.push(c),
            }
        }
        text.push_str(&escaped(chunk.invalid()));
    }
    Some(text)
}

/// `None` where no path has this text.
pub(crate) fn from_text(text: &str) -> Option<PathBuf> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
        let digits = std::str::from_utf8(digits).ok().filter(|_| is_hex)?;
        bytes.push(u8::from_str_radix(digits, 16).ok().filter(|byte| *byte != 0)?);
        rest = after;
    }
    of_bytes(bytes)
}

#[cfg(unix)]
fn name_bytes(path: &Path) -> Option<&[u8]> {
    Some(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()))
}

#[cfg(not(unix))]
fn name_bytes(path: &Path) -> Option<&[u8]> {
    path.to_str().map(str::as_bytes)
}

#[cfg(unix)]
fn of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    Some(PathBuf::from(name))
}

#[cfg(not(unix))]
fn of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The way from a folder to a path, both without links; the path itself where it is on another
/// disk.
pub(super) fn relative(folder: &Path, path: &Path) -> PathBuf {
    let mut from = folder.components().peekable();
    let mut to = path.components().peekable();
    if from.peek() != to.peek() {
        return path.to_owned();
    }
    while from.peek().is_some() && from.peek() == to.peek() {
        from.next();
        to.next();
    }
    from.map(|_| Component::ParentDir).chain(to).collect()
}

/// Where a way from a folder leads; `None` where it leads nowhere.
pub(super) fn resolve(folder: &Path, way: &Path) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for component in way.components() {
        match component {
            Component::ParentDir if path.pop() => {}
            Component::Normal(name) => path.push(name),
            Component::RootDir | Component::Prefix(_) => path.push(component),
            Component::ParentDir | Component::CurDir => return None,
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_looks_like_an_escape_is_not_taken_for_one() {
        for (name, text) in
            [("a/블.ifo", "a/블.ifo"), ("100%25", "100%2525"), ("a\nb", "a%0ab"), ("../x", "../x")]
        {
            assert_eq!(to_text(Path::new(name)).unwrap(), text);
            assert_eq!(from_text(text).unwrap(), Path::new(name));
        }
        for wrong in ["%", "%2", "%+1", "%zz", "a%00"] {
            assert_eq!(from_text(wrong), None, "{wrong}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_in_any_code_page_keeps_its_bytes() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let name = Path::new(OsStr::from_bytes(b"\xba\xed\xb7\xaf/\xff%ba\xeb\xb8\x94"));
        let text = to_text(name).unwrap();
        assert_eq!(text, "%ba%ed%b7%af/%ff%25ba블");
        assert_eq!(from_text(&text).unwrap(), name);
    }

    #[cfg(unix)]
    #[test]
    fn a_way_leads_back_to_its_path_wherever_both_are() {
        for (folder, path, way) in
            [("/m/a", "/m/a/x", "x"), ("/m/a", "/m/b/x", "../b/x"), ("/m/a", "/n", "../../n")]
        {
            let (folder, path) = (Path::new(folder), Path::new(path));
            assert_eq!(relative(folder, path), Path::new(way));
            assert_eq!(resolve(folder, Path::new(way)).unwrap(), path);
        }
        assert_eq!(resolve(Path::new("/a"), Path::new("../../x")), None);
        assert_eq!(resolve(Path::new("/a"), Path::new("/b")).unwrap(), Path::new("/b"));
    }
}
