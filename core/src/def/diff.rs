//! What differs between two definitions, in the terms of the packet: fields added, removed,
//! moved, retyped, renamed, and the offsets that shift with them.
//!
//! ```text
//! added    uint32 level at 12
//! retyped  class: int16 → int32 at 16
//! shifted  name … guild by +6 bytes (4 fields)
//! size     at least 34 → 40 bytes
//! ```

mod scope;
mod pair;
mod text;
mod map;

use serde::Serialize;

use super::layout::{Layout, MetaPlace};
use super::syntax::Syntax;

pub use map::{MapDiff, Named, Renumbered, diff_maps};

/// What differs between two definitions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// By scope, and in a scope in the order of the packet.
    pub differences: Vec<Difference>,
    /// The message, and the elements of arrays, whose smallest size changed.
    pub sizes: Vec<SizeChange>,
    /// Where counts and offsets come from, if that changed.
    pub metas: Option<MetaChange>,
    /// True where both mean the same bytes under the same names.
    pub is_same_on_wire: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Difference {
    Added {
        after: Spot,
    },
    Removed {
        before: Spot,
    },
    /// Another name, and the same type in the same place.
    Renamed {
        before: Spot,
        after: Spot,
    },
    Retyped {
        before: Spot,
        after: Spot,
    },
    /// It stands before or behind others than it did.
    Moved {
        before: Spot,
        after: Spot,
    },
    /// Fields in a row that stand elsewhere because of what changed before them.
    Shifted {
        first: Spot,
        last: Spot,
        n_fields: usize,
        shift: Shift,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shift {
    Bytes(i64),
    /// It had a fixed offset, and has none any more.
    ToFloating,
    ToFixed,
}

/// A field of one of the two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// With the arrays and objects around it: `list[].target.id`. Of a count or an offset, the
    /// field that it describes.
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    /// From 0; `None` where no line declares it.
    pub line: Option<u32>,
    /// From the start of the message or element; `None` where it floats.
    pub offset: Option<u32>,
}

/// The fewest bytes that a message or an element takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SizeChange {
    /// The array, as `list[]`; empty for the message.
    pub of: String,
    pub before: u32,
    pub after: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MetaChange {
    pub before: Metas,
    pub after: Metas,
}

/// Where counts and offsets come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Metas {
    Implied,
    Written,
    InPlace,
}

/// A definition with its layout.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    pub syntax: &'a Syntax,
    pub layout: &'a Layout,
}

pub fn diff(before: Side<'_>, after: Side<'_>) -> Diff {
    let mut scopes = scope::Scopes { before, after, differences: Vec::new(), sizes: Vec::new() };
    scopes.compare(&before.layout.message, &after.layout.message, "");
    let metas = MetaChange { before: metas(before), after: metas(after) };
    Diff {
        differences: scopes.differences,
        sizes: scopes.sizes,
        metas: (metas.before != metas.after).then_some(metas),
        is_same_on_wire: before.layout.is_same_on_wire(after.layout),
    }
}

fn metas(side: Side<'_>) -> Metas {
    match side.layout.meta_place {
        MetaPlace::First => Metas::Implied,
        MetaPlace::Explicit => Metas::Written,
        MetaPlace::InPlace => Metas::InPlace,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::Settings;

    fn diff_of(before: &str, after: &str) -> Diff {
        let [before, after] = [before, after].map(Syntax::parse);
        let layout = |syntax: &Syntax| Layout::of(syntax, Settings::default());
        let layouts = [layout(&before), layout(&after)];
        let side = |syntax, layout| Side { syntax, layout };
        diff(side(&before, &layouts[0]), side(&after, &layouts[1]))
    }

    fn check(before: &str, after: &str, expected: &Expect) {
        expected.assert_eq(&diff_of(before, after).to_string());
    }

    #[test]
    fn fields_come_and_go_and_shift_the_rest() {
        check(
            "int32 a\nint16 b\nint32 c\nint32 d\nstring s",
            "int32 a\nint64 x\nint16 b\nint32 d\nstring s\nbyte z",
            &expect![[r#"
                removed  int32 c at 12
                added    int64 x at 10
                added    byte z
                shifted  b by +8 bytes
                shifted  d by +4 bytes
                size     at least 22 → 27 bytes
            "#]],
        );
    }

    #[test]
    fn a_field_of_the_same_type_in_the_same_place_is_renamed() {
        check(
            "int32 a\nint32 unk1\nint64 unk2\nbyte z",
            "int32 a\nint32 hp\nint32 mp\nbyte z",
            &expect![[r#"
                removed  int64 unk2 at 12
                renamed  unk1 → hp, int32 at 8
                added    int32 mp at 12
                shifted  z by -4 bytes
                size     at least 21 → 17 bytes
            "#]],
        );
        check(
            "string a\narray b\n- int32 c",
            "string x\narray y\n- int32 z",
            &expect![[r#"
            renamed  a → x, string at 10
            renamed  b → y, array
            renamed  y[].c → y[].z, int32 at 4
        "#]],
        );
        check(
            "int32 a\nint32 b",
            "object o\n- int32 a\n- int32 b",
            &expect![[r#"
            renamed  a → o.a, int32 at 4
            renamed  b → o.b, int32 at 8
        "#]],
        );
    }

    #[test]
    fn types_change_and_fields_move() {
        check(
            "int16 a\nint32 b\nint32 c\nint32 d",
            "int32 a\nint32 c\nint32 d\nint32 b",
            &expect![[r#"
                retyped  a: int16 → int32 at 4
                moved    int32 b, 6 → 16
                shifted  c … d by -2 bytes (2 fields)
                size     at least 18 → 20 bytes
            "#]],
        );
        check(
            "string a\nbytes b",
            "bytes a\nbytes b",
            &expect![[r#"
            retyped  a: string → bytes at 12
            shifted  offset b … count b by +2 bytes (2 fields)
        "#]],
        );
        check(
            "in32 a",
            "int32 a",
            &expect![[r#"
            retyped  a: in32 → int32 at 4
            size     at least 4 → 8 bytes
        "#]],
        );
        check(
            "array<int32> a",
            "array<uint64> a",
            &expect![[r#"
            retyped  a[]: int32 → uint64 at 4
            size     a[]: at least 8 → 12 bytes
        "#]],
        );
    }

    #[test]
    fn elements_are_compared_field_by_field() {
        check(
            "array l\n- int32 a\n- array m\n- - int32 b",
            "array l\n- int32 a\n- array m\n- - byte x\n- - int32 b\n- string s",
            &expect![[r#"
                added    string l[].s
                shifted  l[].a by +2 bytes
                added    byte l[].m[].x at 4
                shifted  l[].m[].b by +1 bytes
                size     l[]: at least 12 → 16 bytes
                size     l[].m[]: at least 8 → 9 bytes
            "#]],
        );
    }

    #[test]
    fn offsets_come_loose_behind_a_variable_field() {
        check(
            "int32 a\nint32 b",
            "int32 a\nstring s\nint32 b",
            &expect![[r#"
            added    string s at 10
            shifted  a by +2 bytes
            shifted  b to no fixed offset
            size     at least 12 → 16 bytes
        "#]],
        );
        check(
            "int32 a\nstring s\nint32 b",
            "int32 a\nint32 b\nstring s",
            &expect![[r#"
            moved    string s, 10 → 14
            shifted  b to 10
        "#]],
        );
    }

    #[test]
    fn counts_and_offsets_that_are_written_out_may_mean_the_same() {
        check(
            "string s\nint32 a",
            "ref s\n\nstring s\nint32 a",
            &expect![[r#"
            metas    implied → written out, the same bytes
        "#]],
        );
        check(
            "string s\nint32 a",
            "int32 a\noffset s\nstring s",
            &expect![[r#"
            moved    int32 a, floating → 4
            shifted  offset s by +4 bytes
            metas    implied → written out
        "#]],
        );
        check(
            "array a\n- int32 b",
            "offset a\ncount a\narray a\n- int32 b",
            &expect![[r#"
            moved    count a, 4 → 6
            shifted  offset a by -2 bytes
            metas    implied → written out
        "#]],
        );
        check(
            "count a\noffset b\nstring b",
            "offset b\nstring b",
            &expect![[r#"
            removed  count a at 4
            shifted  offset b by -2 bytes
            size     at least 10 → 8 bytes
        "#]],
        );
        check(
            "int32 a # one",
            "int32  a # two",
            &expect![[r#"
            same     the same layout
        "#]],
        );
    }

    #[test]
    fn whatever_differs_on_the_wire_is_told() {
        for seed in 0..4_000 {
            let text = crate::def::fixture::random_text(seed);
            let other = crate::def::fixture::random_text(seed + 7);
            for (before, after) in [(&text, &text), (&text, &other)] {
                let diff = diff_of(before, after);
                let is_told = !diff.differences.is_empty() || diff.metas.is_some();
                assert!(diff.is_same_on_wire || is_told, "{before:?} to {after:?}: {diff:?}");
                assert!(before != after || !is_told && diff.sizes.is_empty(), "{before:?}: {diff}");
            }
        }
    }

    #[test]
    fn a_diff_is_plain_data() {
        let diff = diff_of("int32 a", "int32 b\nstring s");
        expect![[r#"
            {
              "differences": [
                {
                  "kind": "renamed",
                  "before": {
                    "name": "a",
                    "type": "int32",
                    "line": 0,
                    "offset": 4
                  },
                  "after": {
                    "name": "b",
                    "type": "int32",
                    "line": 0,
                    "offset": 6
                  }
                },
                {
                  "kind": "added",
                  "after": {
                    "name": "s",
                    "type": "string",
                    "line": 1,
                    "offset": 10
                  }
                },
                {
                  "kind": "shifted",
                  "first": {
                    "name": "b",
                    "type": "int32",
                    "line": 0,
                    "offset": 6
                  },
                  "last": {
                    "name": "b",
                    "type": "int32",
                    "line": 0,
                    "offset": 6
                  },
                  "n_fields": 1,
                  "shift": {
                    "bytes": 2
                  }
                }
              ],
              "sizes": [
                {
                  "of": "",
                  "before": 8,
                  "after": 12
                }
              ],
              "metas": null,
              "is_same_on_wire": false
            }"#]]
        .assert_eq(&serde_json::to_string_pretty(&diff).unwrap());
    }
}
