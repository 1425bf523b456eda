//! One file as the server knows it: text that an editor has open, or that lies on disk.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use landwright_core::def;
use landwright_core::def::capture::Capture;
use landwright_core::problem::line::LineIndex;
use tower_lsp::lsp_types::{Position, TextDocumentContentChangeEvent, Url};

use crate::kind::Kind;
use crate::position::{self, Encoding};

/// Names a file whatever its URL is spelled like: its path, or the URL where it has none
/// (`untitled:Untitled-1`).
///
/// Editors write the same file as `file:///c%3A/a` and `file:///C:/a`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Arc<str>);

impl Key {
    pub fn of_url(url: &Url) -> Key {
        match url.to_file_path() {
            Ok(path) => Key::of_path(&path),
            Err(()) => Key(url.as_str().into()),
        }
    }

    pub fn of_path(path: &Path) -> Key {
        let mut name = path.to_string_lossy().into_owned();
        // Windows: the drive's letter comes in either case.
        if name.as_bytes().get(1) == Some(&b':')
            && let Some(drive) = name.get_mut(..1)
        {
            drive.make_ascii_lowercase();
        }
        Key(name.into())
    }

    /// By a path as core has it, which is a key's own text.
    pub fn of_core(path: &str) -> Key {
        Key(path.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same text, for core to keep without another copy.
    pub fn shared(&self) -> &Arc<str> {
        &self.0
    }

    /// Where it lies on disk, if it is a file.
    pub fn path(&self) -> Option<PathBuf> {
        let path = PathBuf::from(&*self.0);
        path.is_absolute().then_some(path)
    }

    pub fn url(&self) -> Option<Url> {
        match self.path() {
            Some(path) => Url::from_file_path(path).ok(),
            None => Url::parse(&self.0).ok(),
        }
    }

    pub fn file_name(&self) -> &str {
        self.0.rsplit(['/', '\\', ':']).next().unwrap_or_default()
    }

    /// Whether it is a folder, or lies in it or anywhere below.
    pub fn is_in(&self, folder: &Key) -> bool {
        self == folder || self.is_inside(folder)
    }

    /// Whether it lies in a folder or anywhere below.
    pub fn is_inside(&self, folder: &Key) -> bool {
        match self.0.strip_prefix(&*folder.0) {
            Some(rest) => rest.starts_with(['/', '\\']) || folder.0.ends_with(['/', '\\']),
            None => false,
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Never changed: an edit makes a new one, and who holds the old one may finish with it.
#[derive(Debug)]
pub struct File {
    pub key: Key,
    /// As the client spells it, or as its path gives it.
    pub url: Url,
    pub kind: Kind,
    /// The editor's count of edits; `None` for a file that no editor has open.
    pub version: Option<i32>,
    pub text: Arc<str>,
    /// As core's catalogue takes it in; `None` for what does not belong there.
    pub parsed: Option<def::File>,
    /// The packets of a capture.
    pub capture: Option<Capture>,
    /// Why it is not read; its text is empty then, and it belongs in no catalogue.
    pub skipped: Option<String>,
    /// True where what it means is for other files to say.
    pub depends_on_others: bool,
    /// Another one for every text that was ever read.
    pub serial: u64,
    lines: OnceLock<LineIndex>,
}

static N_FILES: AtomicU64 = AtomicU64::new(0);

impl File {
    pub fn new(url: Url, kind: Kind, version: Option<i32>, text: impl Into<Arc<str>>) -> File {
        let (key, text) = (Key::of_url(&url), text.into());
        let parsed = kind
            .of_core(key.as_str())
            .map(|kind| def::File::parse(key.shared(), kind, Arc::clone(&text)));
        let capture = match kind {
            Kind::Capture => Capture::parse(key.as_str(), &text),
            _ => None,
        };
        let depends_on_others = match kind {
            Kind::Definition => text.contains("@include"),
            Kind::Capture => true,
            _ => false,
        };
        let serial = N_FILES.fetch_add(1, Ordering::Relaxed);
        let (skipped, lines) = (None, OnceLock::new());
        File {
            key,
            url,
            kind,
            version,
            text,
            parsed,
            capture,
            skipped,
            depends_on_others,
            serial,
            lines,
        }
    }

    /// A file on disk that is not read, and why.
    pub fn skipped(url: Url, kind: Kind, why: String) -> File {
        let file = File::new(url, kind, None, "");
        let (parsed, capture, skipped) = (None, None, Some(why));
        File { parsed, capture, skipped, depends_on_others: false, ..file }
    }

    /// Whether reading it gave the same as before.
    pub fn is_same(&self, read: &File) -> bool {
        self.text == read.text && self.skipped == read.skipped
    }

    /// The same text, now that an editor has it open in a version, or has it no longer.
    pub fn held(&self, url: Url, version: Option<i32>) -> File {
        File {
            key: self.key.clone(),
            url,
            kind: self.kind,
            version,
            text: Arc::clone(&self.text),
            parsed: self.parsed.clone(),
            capture: self.capture.clone(),
            skipped: self.skipped.clone(),
            depends_on_others: self.depends_on_others,
            serial: self.serial,
            lines: OnceLock::new(),
        }
    }

    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        position::offset(self.lines(), position, encoding)
    }

    /// The file after some changes of its editor, done in order.
    pub fn changed(
        &self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> File {
        let text = apply(&self.text, changes, encoding);
        File::new(self.url.clone(), self.kind, Some(version), text)
    }
}

/// A text after some changes, each of which speaks of the text that the one before it left.
pub fn apply(
    text: &str,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: Encoding,
) -> String {
    // What is before the last change without a range is overwritten by it anyway.
    let last_full = changes.iter().rposition(|change| change.range.is_none());
    let mut changes = changes.into_iter().skip(last_full.unwrap_or(0)).peekable();
    let mut text = match changes.next_if(|change| change.range.is_none()) {
        Some(change) => change.text,
        None => text.to_owned(),
    };
    for change in changes {
        let Some(range) = change.range else { continue };
        let lines = LineIndex::new(&text);
        let start = position::offset(&lines, range.start, encoding);
        let end = position::offset(&lines, range.end, encoding);
        text.replace_range(start.min(end)..start.max(end), &change.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::Range;

    use super::*;

    /// Marsaglia's xorshift: the same numbers on every machine.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 >> 33).unwrap() % limit
        }

        fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
            items[self.below(items.len())]
        }
    }

    const PIECES: &[&str] = &[
        "",
        "a",
        "int32 x\n",
        "\n",
        "\r\n",
        "\r",
        "- - ",
        "# 한글",
        "😀",
        "\u{feff}",
        "é",
        "\t",
        "array list\n- uint32 id\n",
    ];

    /// An editor's own idea of its text: a list of characters, and positions found by walking.
    struct Editor {
        text: Vec<char>,
    }

    impl Editor {
        fn position(&self, idx: usize, encoding: Encoding) -> Position {
            let before: String = self.text[..idx].iter().collect();
            let line = before.matches('\n').count();
            let last = before.rsplit('\n').next().unwrap();
            let column = match encoding {
                Encoding::Utf8 => last.len(),
                Encoding::Utf16 => last.encode_utf16().count(),
                Encoding::Utf32 => last.chars().count(),
            };
            Position { line: line as u32, character: column as u32 }
        }

        fn edit(
            &mut self,
            numbers: &mut Numbers,
            encoding: Encoding,
        ) -> TextDocumentContentChangeEvent {
            let new = numbers.pick(PIECES);
            if numbers.below(20) == 0 {
                self.text = new.chars().collect();
                return TextDocumentContentChangeEvent {
                    range: None,
                    range_length: None,
                    text: new.into(),
                };
            }
            let start = numbers.below(self.text.len() + 1);
            let end = (start + numbers.below(4)).min(self.text.len());
            let range = Range::new(self.position(start, encoding), self.position(end, encoding));
            self.text.splice(start..end, new.chars());
            let text = new.to_owned();
            TextDocumentContentChangeEvent { range: Some(range), range_length: None, text }
        }
    }

    #[test]
    fn ten_thousand_edits_of_every_kind_give_the_editors_text() {
        for (seed, encoding) in [(11, Encoding::Utf8), (22, Encoding::Utf16), (33, Encoding::Utf32)]
        {
            let mut numbers = Numbers(seed);
            let mut editor = Editor { text: "int32 a\n".chars().collect() };
            let mut ours = String::from("int32 a\n");
            let mut n_edits = 0;
            while n_edits < 10_000 {
                let changes: Vec<_> = (0..1 + numbers.below(4))
                    .map(|_| editor.edit(&mut numbers, encoding))
                    .collect();
                n_edits += changes.len();
                ours = apply(&ours, changes, encoding);
                let theirs: String = editor.text.iter().collect();
                assert_eq!(ours, theirs, "after {n_edits} edits in {encoding:?}");
            }
        }
    }

    #[test]
    fn ranges_that_are_wrong_are_clamped_and_turned_round() {
        let change = |start, end, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(start, end)),
            range_length: None,
            text: text.into(),
        };
        let at = Position::new;
        let check = |changes, expected: &str| {
            assert_eq!(apply("ab\ncd", changes, Encoding::Utf16), expected);
        };
        check(vec![change(at(9, 9), at(10, 0), "!")], "ab\ncd!");
        check(vec![change(at(0, 99), at(0, 100), "!")], "ab!\ncd");
        check(vec![change(at(1, 1), at(0, 1), "!")], "a!d");
        check(vec![change(at(0, 0), at(u32::MAX, u32::MAX), "")], "");
    }

    #[test]
    fn one_file_has_one_key_however_its_url_is_spelled() {
        let key = |url: &str| Key::of_url(&Url::parse(url).unwrap());
        assert_eq!(key("file:///a/b%20c.1.def"), key("file:///a/b c.1.def"));
        assert_eq!(key("file:///a/%5Bx%5D.def"), key("file:///a/[x].def"));
        assert_eq!(key("untitled:Untitled-1").as_str(), "untitled:Untitled-1");
        assert_eq!(key("untitled:Untitled-1").url().unwrap().as_str(), "untitled:Untitled-1");
        assert_eq!(key("file:///a/b.def").file_name(), "b.def");
    }

    #[test]
    fn a_folder_holds_what_is_below_it_and_not_its_namesakes() {
        let key = |path: &str| Key::of_path(Path::new(path));
        assert!(key("/a/b/c").is_inside(&key("/a/b")));
        assert!(key("/a").is_inside(&key("/")));
        assert!(!key("/a/bc").is_inside(&key("/a/b")));
        assert!(!key("/a/b").is_inside(&key("/a/b")));
    }
}
