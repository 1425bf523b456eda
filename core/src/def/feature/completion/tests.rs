//! Completions as a person meets them.

use expect_test::{Expect, expect};

use super::super::super::fixture::Fixture;
use super::*;

fn items(text: &str) -> (Fixture, Vec<Item>) {
    let fixture = Fixture::parse(text);
    let items = complete(&fixture.catalogue(), fixture.path(), fixture.offset()).items;
    for item in &items {
        assert!(fixture.text().get(item.range.clone()).is_some(), "{item:?}");
    }
    (fixture, items)
}

/// The items of some kinds, with their details.
fn check(text: &str, kinds: &[ItemKind], expected: &Expect) {
    let (_, items) = items(text);
    let wanted = items.iter().filter(|item| kinds.contains(&item.kind));
    let line = |item: &Item| {
        let text =
            if item.text == item.label { String::new() } else { format!(" {:?}", item.text) };
        let mark = if item.is_deprecated { "!" } else { "" };
        format!("{}{mark}{text} ({})\n", item.label, item.detail)
    };
    expected.assert_eq(&wanted.map(line).collect::<String>());
}

/// The text after an item was taken.
fn check_edit(text: &str, label: &str, expected: &str) {
    let (fixture, items) = items(text);
    let found = items.iter().find(|item| item.label == label);
    let item = found.unwrap_or_else(|| panic!("no {label:?} in {items:?}"));
    let mut text = fixture.text().to_owned();
    text.replace_range(item.range.clone(), &item.text);
    assert_eq!(text, expected);
}

const FILES: &str = "//- S_A.1.def\nuint64 gameId\nvec3 loc\nuint32 unk1\n\
                     //- S_B.1.def\nuint64 gameId\nuint64 target\narray list\n- string name\n\
                     //- S_C.1.def\nint32 gameId\nint32 amount\n";

fn with_files(text: &str) -> String {
    format!("{FILES}//- S_NEW.1.def\n{text}")
}

#[test]
fn types_are_those_of_the_dialect() {
    check(
        "$0",
        &[ItemKind::Type],
        &expect![[r#"
            int32 (4 bytes)
            uint32 (4 bytes)
            string ()
            uint64 (8 bytes)
            bool (1 byte)
            float (4 bytes)
            array ()
            int64 (8 bytes)
            byte (1 byte)
            vec3 (12 bytes)
            int16 (2 bytes)
            uint16 (2 bytes)
            angle (2 bytes)
            skillid (8 bytes)
            double (8 bytes)
            vec3fa (12 bytes)
            skillid32 (4 bytes)
            customize (8 bytes)
            bytes ()
            object ()
            ref ()
            count! (2 bytes)
            offset! (2 bytes)
        "#]],
    );
    let (_, protojs) = items("int32 a ^80\n$0");
    let labels: Vec<_> = protojs.iter().map(|item| item.label.as_str()).collect();
    assert!(labels.contains(&"@include") && !labels.contains(&"count"));
}

#[test]
fn subtypes_and_flags_are_offered_in_brackets() {
    let (_, found) = items("array<$0");
    let labels: Vec<_> = found.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels[..5], ["int32", "uint32", "vec3", "string", "uint64"]);
    assert!(!labels.contains(&"count"));
    check_edit("array<in$0t> a", "vec3", "array<vec3> a");
    check_edit("array[$0] a", "interleaved", "array[interleaved] a");
}

#[test]
fn names_come_with_the_types_that_they_usually_have() {
    check(
        &with_files("$0"),
        &[ItemKind::Line],
        &expect![[r#"
        uint64 gameId (2 of 3×)
        int32 amount (1 of 1×)
        array list (1 of 1×)
        vec3 loc (1 of 1×)
        string name (1 of 1×)
        uint64 target (1 of 1×)
    "#]],
    );
    check(
        &with_files("uint64 gameId\nuint64 $0"),
        &[ItemKind::Field],
        &expect![[r#"
        target (uint64 1 of 1×)
    "#]],
    );
    check(
        &with_files("int32 am$0"),
        &[ItemKind::Field],
        &expect![[r#"
            amount (int32 1 of 1×)
            gameId (int32 1 of 3×)
        "#]],
    );
    check(
        &with_files("u$0"),
        &[ItemKind::Line],
        &expect![[r#"
        uint32 unk1 (1 of 1×)
        int32 amount (1 of 1×)
    "#]],
    );
    check_edit(&with_files("gam$0 # c"), "uint64 gameId", "uint64 gameId # c");
    check_edit(&with_files("int32 ga$0me"), "gameId", "int32 gameId");
}

#[test]
fn what_other_versions_have_comes_first() {
    check(
        "//- S_A.2.def\nint32 a\narray list\n- $0\n//- S_A.1.def\nint32 a\narray list\n- vec3 loc\n\
         - bool isOn\n//- S_B.1.def\nint32 often\n//- S_C.1.def\nint32 often\n",
        &[ItemKind::Line],
        &expect![[r#"
            vec3 loc (in version 1)
            bool isOn (in version 1)
            int32 a (2 of 2×)
            array list (2 of 2×)
            int32 often (2 of 2×)
        "#]],
    );
}

#[test]
fn meta_fields_are_offered_what_lacks_them() {
    let text = "count a\noffset $0\narray a\n- string inner\nobject o\n- bytes b\n- string s\n";
    check(
        text,
        &[ItemKind::Field],
        &expect![[r#"
        a (array)
        o.b (bytes)
        o.s (string)
    "#]],
    );
    check(
        &text.replace("offset $0", "count $0"),
        &[ItemKind::Field],
        &expect![[r#"
        o.b (bytes)
    "#]],
    );
    check(
        &text.replace("offset $0", "ref $0"),
        &[ItemKind::Field],
        &expect![[r#"
        o.b (bytes)
        o.s (string)
    "#]],
    );
    check(
        "object o\n- ref $0\n- bytes b\nbytes c\n",
        &[ItemKind::Field],
        &expect![[r#"
        b (bytes)
    "#]],
    );
    check(
        "array a\n- offset $0\n- string inner\n",
        &[ItemKind::Field],
        &expect![[r#"
        inner (string)
    "#]],
    );
}

#[test]
fn dashes_go_on_at_every_level() {
    check(
        "array a\n- object o\n$0",
        &[ItemKind::Dashes],
        &expect![[r#"
        - - "- - " (below o)
        - "- " (below a)
    "#]],
    );
    check(
        "array a\n- object o\n- - int32 b\n- $0",
        &[ItemKind::Dashes],
        &expect![[r#"
        - - "- - " (below o)
    "#]],
    );
    check_edit("array a\n-object o\n-$0", "--", "array a\n-object o\n--");
    check_edit(
        "array a\n- ar$0",
        "array with a field",
        "array a\n- array ${1:list}\n- - ${2:int32} ${3:value}",
    );
}

#[test]
fn maps_are_offered_what_they_lack() {
    check(
        &format!("{FILES}//- protocol.1.map\nS_A = 1\n$0\n"),
        &[ItemKind::Packet],
        &expect![[r#"
        S_B "S_B = " (has a definition)
        S_C "S_C = " (has a definition)
    "#]],
    );
    check_edit(&format!("{FILES}//- protocol.1.map\nS_A 1\ns_b$0"), "S_B", "S_A 1\nS_B ");
    check_edit(&format!("{FILES}//- protocol.1.map\nb$0 = 1"), "S_B", "S_B = 1");
}

#[test]
fn files_and_versions_are_offered_by_name() {
    check_edit(&with_files("@include S_$0"), "S_A.1.def", "@include S_A.1.def");
    check_edit("# $0", "majorPatchVersion", "# majorPatchVersion >= ");
    let table = "//- deprecated.json\n{\"S_X\": {\"$0\": 0}}\n//- S_X.7.def\n";
    check_edit(table, "7", "{\"S_X\": {\"7\": 0}}\n");
    check_edit(
        &table.replace("$0", "").replace("{\"S_X", "{\"$0"),
        "S_X",
        "{\"S_X\": {\"\": 0}}\n",
    );
}

#[test]
fn items_can_be_explained_later() {
    let catalogue = Fixture::parse(FILES).catalogue();
    let of = |topic| documentation(&catalogue, &topic).unwrap_or_default();
    expect!["`gameId` is `uint64` in 2 of 3, `int32` in 1 of 3 fields of this name"]
        .assert_eq(&of(Topic::Field("gameId".to_owned())));
    expect![[r#"
        **vec3** · 12 bytes

        A place or a direction: three floats x, y, z."#]]
    .assert_eq(&of(Topic::Type("vec3".to_owned())));
    expect![[r#"
        **S_B.1**  
        Only version: 1  
        Size with its header: at least 24 bytes"#]]
    .assert_eq(&of(Topic::Packet("S_B".to_owned())));
    assert_eq!(of(Topic::Nothing), "");
}
