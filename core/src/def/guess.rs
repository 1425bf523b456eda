//! Types for fields that nobody knows yet, out of recorded packets.
//!
//! A field is taken for unknown if its name says so: `unk`, `unk3`, `unknown`. Three things speak
//! for a type of its size:
//!
//! - the values: floats are floats, a `-1` has a sign, an offset leads to a string
//!   (`values`, and what known fields of the same captures look like: `profile`);
//! - where it is: between which fields, in an element or not, and in a packet of which name, since
//!   packets of a family have types in common (`context`);
//! - what others call it: another version has a known field there, or a known field of another
//!   packet has the same ids (`ids`).
//!
//! Each adds to the logarithm of a type's odds; scores are shares of all types of the size.

mod columns;
mod context;
mod ids;
mod profile;
mod rank;
mod twin;
mod values;

use std::sync::Arc;

use super::capture::Capture;
use super::catalogue::Catalogue;
use super::syntax::FieldId;

/// What an unknown field may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The definition.
    pub path: Arc<str>,
    /// `S_LOGIN.14`, or the path where the file's name is no packet's.
    pub packet: String,
    pub field: String,
    pub id: FieldId,
    /// From the start of its message or element, where that is fixed.
    pub offset: Option<u32>,
    pub n_values: usize,
    /// The most likely first.
    pub types: Vec<TypeGuess>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TypeGuess {
    pub ty: String,
    /// Its share, from 0 to 1.
    pub score: f64,
    /// As the end of a sentence: "all 40 values are plausible floats".
    pub why: String,
}

/// True where the name of a field says that nobody knows what it is.
pub fn is_unknown(name: &str) -> bool {
    let start = name.get(..3).unwrap_or_default();
    let rest = name.get(3..).unwrap_or_default();
    let is_word = rest.is_empty() || !rest.starts_with(|c: char| c.is_ascii_lowercase());
    let known = ["n", "nown", "now"];
    let stem = rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    start.eq_ignore_ascii_case("unk") && (is_word || known.contains(&stem))
}

/// The guesses for every unknown field that captures hold, by definition and line.
pub fn all(captures: &[&Capture], catalogue: &Catalogue) -> Vec<Guess> {
    let columns = columns::read(captures, catalogue, None);
    rank::guesses(&columns, catalogue)
}

/// The types for one field of a definition, by its own packets; of a known field none.
pub fn of_field(
    catalogue: &Catalogue,
    path: &str,
    field: FieldId,
    captures: &[&Capture],
) -> Vec<TypeGuess> {
    let Some(definition) = catalogue.definition(path) else { return Vec::new() };
    if captures.is_empty() || !is_unknown(definition.syntax.name(field)) {
        return Vec::new();
    }
    let mut guesses = of_definition(catalogue, path, captures).into_iter();
    guesses.find(|guess| guess.id == field).map_or(Vec::new(), |guess| guess.types)
}

/// The types for all unknown fields of a definition, by its own packets.
pub fn of_definition(catalogue: &Catalogue, path: &str, captures: &[&Capture]) -> Vec<Guess> {
    let Some(definition) = catalogue.definition(path) else { return Vec::new() };
    if captures.is_empty() {
        return Vec::new();
    }
    let columns = columns::read(captures, catalogue, Some(&definition.path));
    rank::guesses(&columns, catalogue)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::fixture::Fixture;

    #[test]
    fn names_say_what_is_unknown() {
        for name in ["unk", "unk3", "UNK", "unkn", "unknown2", "unk_1", "unkFlag", "unkn1"] {
            assert!(is_unknown(name), "{name}");
        }
        for name in ["unkind", "un", "id", "bunk", "unknowable"] {
            assert!(!is_unknown(name), "{name}");
        }
    }

    fn check(text: &str, packets: &[&str], expected: &Expect) {
        let catalogue = Fixture::parse(text).catalogue();
        let capture = Capture::parse("S_TEST.1.hex", &packets.join("\n")).unwrap();
        let mut out = String::new();
        for guess in all(&[&capture], &catalogue) {
            out += &format!("{} {} {:?}\n", guess.packet, guess.field, guess.offset);
            for ty in guess.types.iter().take(2) {
                out += &format!("  {} {:.2} {}\n", ty.ty, ty.score, ty.why);
            }
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn floats_signs_and_flags_are_seen() {
        check(
            "int32 unk1\nuint32 unk2\nbyte unk3\nint16 id\n",
            &[
                "0f00 0100 0000c03f ffffffff 01 0500",
                "0f00 0100 00002a43 05000000 00 0600",
                "0f00 0100 cdcc4c3e 07000000 01 0700",
            ],
            &expect![[r#"
                S_TEST.1 unk1 Some(4)
                  float 1.00 the values are plausible floats, from 0.200 to 170.000
                S_TEST.1 unk2 Some(8)
                  int32 1.00 there are negative values, down to -1
                  uint32 0.00 there are negative values, down to -1
                S_TEST.1 unk3 Some(12)
                  bool 0.81 every value is 0 or 1
                  byte 0.19 2 different values, up to 1
            "#]],
        );
    }

    #[test]
    fn an_offset_that_leads_to_a_text_is_seen() {
        check(
            "int16 unk1\nint32 id\n",
            &["0e00 0100 0a00 01000000 41000000", "1000 0100 0a00 02000000 410042000000"],
            &expect![[r#"
                S_TEST.1 unk1 Some(4)
                  string 0.75 it always points to a text that no field reads
                  uint16 0.11 every value is 10
            "#]],
        );
    }

    #[test]
    fn without_packets_nothing_is_guessed() {
        check("int32 unk1\n", &[], &expect![[""]]);
    }
}
