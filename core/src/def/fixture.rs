//! Workspaces for tests, in one string.
//!
//! ```text
//! //- protocol.1.map            a file begins; without such a line there is S_TEST.1.def alone
//! S_TEST = 1
//! //- S_TEST.1.def
//! in32 a$0                      the cursor
//! ^^^^                          a range on the line above, counted without the `$0`; several may
//!                               stand on one line
//! ```

use std::ops::Range;
use std::sync::Arc;

use super::catalogue::{Catalogue, Definition};
use super::{Settings, Syntax};

pub(crate) struct Fixture {
    /// By path, in their order, without marks.
    pub(crate) files: Vec<(String, String)>,
    cursor: Option<(usize, usize)>,
    ranges: Vec<(usize, Range<usize>)>,
}

impl Fixture {
    pub(crate) fn parse(text: &str) -> Fixture {
        let mut fixture = Fixture { files: Vec::new(), cursor: None, ranges: Vec::new() };
        if !text.starts_with("//- ") {
            fixture.files.push(("S_TEST.1.def".to_owned(), String::new()));
        }
        let mut line_start = 0;
        for line in text.split_inclusive('\n') {
            if let Some(path) = line.strip_prefix("//- ") {
                fixture.files.push((path.trim().to_owned(), String::new()));
                line_start = 0;
                continue;
            }
            let idx = fixture.files.len() - 1;
            let file = &mut fixture.files[idx].1;
            let is_marks = line.contains('^') && line.trim_end().chars().all(|c| " ^".contains(c));
            if is_marks {
                for range in carets(line) {
                    let range = range.start + line_start..range.end + line_start;
                    assert!(file.get(range.clone()).is_some(), "no text above {line:?}");
                    fixture.ranges.push((idx, range));
                }
                continue;
            }
            line_start = file.len();
            match line.split_once("$0") {
                Some((before, after)) => {
                    file.push_str(before);
                    assert!(fixture.cursor.is_none(), "two cursors");
                    fixture.cursor = Some((idx, file.len()));
                    file.push_str(after);
                }
                None => file.push_str(line),
            }
        }
        fixture
    }

    /// The file that the cursor is in, or else the first; and the offset of the cursor.
    pub(crate) fn path(&self) -> &str {
        &self.files[self.cursor.map_or(0, |cursor| cursor.0)].0
    }

    pub(crate) fn text(&self) -> &str {
        &self.files[self.cursor.map_or(0, |cursor| cursor.0)].1
    }

    pub(crate) fn offset(&self) -> usize {
        self.cursor.expect("the fixture has no $0").1
    }

    /// Every marked range with the path of its file, in their order.
    pub(crate) fn ranges(&self) -> Vec<(&str, Range<usize>)> {
        let path = |idx: usize| self.files[idx].0.as_str();
        self.ranges.iter().map(|(idx, range)| (path(*idx), range.clone())).collect()
    }

    /// The one range that is marked.
    pub(crate) fn range(&self) -> Range<usize> {
        assert_eq!(self.ranges.len(), 1, "the fixture marks not one range");
        self.ranges[0].1.clone()
    }

    pub(crate) fn catalogue(&self) -> Catalogue {
        self.catalogue_with(Settings::default())
    }

    pub(crate) fn catalogue_with(&self, settings: Settings) -> Catalogue {
        let mut catalogue = Catalogue::new(settings, &[]);
        for (path, text) in &self.files {
            catalogue.set_file(path, text.as_str());
        }
        catalogue
    }

    /// The definition that the cursor is in, or else the first file.
    pub(crate) fn definition(&self) -> Arc<Definition> {
        self.catalogue().definition(self.path()).expect("the file is no definition").clone()
    }

    pub(crate) fn syntax(&self) -> Syntax {
        Syntax::parse(self.text())
    }
}

/// Words of the dictionary below, joined by chance: most lines are nearly right.
pub(crate) fn random_text(seed: u64) -> String {
    const PIECES: &[&str] = &[
        "- ",
        "-",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "\u{feff}",
        "\u{a0}",
        "\u{2028}",
        "int32",
        "array",
        "array<int32>",
        "array< vec3 >[interleaved]",
        "object",
        "string",
        "bytes",
        "offset",
        "ref",
        "@include",
        " a",
        " b",
        " o.s",
        "=5",
        " ^0-86",
        "^",
        "[2]",
        "<",
        ">",
        "[",
        "]",
        "#",
        "# majorPatchVersion >= 74",
        "é",
        "skillid",
        "\n- ",
        "\n- - ",
        "\narray a\n- ",
    ];
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut text = String::new();
    for _ in 0..seed % 60 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push_str(PIECES[(state % PIECES.len() as u64) as usize]);
    }
    text
}

/// Where the carets of a line stand.
fn carets(line: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('^') {
        match found.last_mut().filter(|range| range.end == at) {
            Some(range) => range.end = at + 1,
            None => found.push(at..at + 1),
        }
    }
    found
}

#[test]
fn marks_are_taken_out_of_the_text() {
    let fixture = Fixture::parse("//- a.map\nA = 1\n//- B.1.def\n\nin$032 a\n^^^^ ^\nbyte b\n");
    assert_eq!(fixture.files[0], ("a.map".to_owned(), "A = 1\n".to_owned()));
    assert_eq!((fixture.path(), fixture.text()), ("B.1.def", "\nin32 a\nbyte b\n"));
    assert_eq!(fixture.offset(), 3);
    assert_eq!(fixture.ranges(), [("B.1.def", 1..5), ("B.1.def", 6..7)]);
}

#[test]
fn a_fixture_without_a_file_is_one_definition() {
    let fixture = Fixture::parse("int32 a\n      ^\n");
    assert_eq!(fixture.definition().packet.as_ref().unwrap().to_string(), "S_TEST.1");
    assert_eq!((fixture.range(), fixture.syntax().n_fields()), (6..7, 1));
}
