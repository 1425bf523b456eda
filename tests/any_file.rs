//! A file of every format: told from the others, read, rewritten, as JSON, and searched.

#[path = "support/samples.rs"]
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use landwright_core::format::effort::Effort;
use landwright_core::format::file::query::Query;
use landwright_core::format::file::record::{Record, Value, things};
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::packed::Packed;
use landwright_core::format::text::{CodePage, Opaque};
use landwright_core::sample::eq;

fn write(file: &File) -> Vec<u8> {
    file::write(file, Effort::BySize, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

fn read(name: &str, bytes: &[u8]) -> File {
    file::read(Kind::of(name, bytes).unwrap(), bytes).unwrap()
}

#[test]
fn there_is_a_sample_of_every_format_and_its_name_tells_which() {
    let contents = samples::contents();
    let files = samples::files();
    let kinds: Vec<Kind> =
        files.iter().map(|(name, bytes)| Kind::of(name, bytes).unwrap()).collect();
    assert_eq!(kinds, Kind::ALL);
    assert!(contents.iter().zip(kinds).all(|((_, content), kind)| content.kind() == kind));
}

#[test]
fn every_sample_is_rewritten_byte_for_byte() {
    for (name, bytes) in samples::files() {
        let file = read(name, &bytes);
        assert_eq!(file.difference(&bytes), None, "{name}");
        assert!(write(&file) == bytes, "{name}");
        assert_eq!(file.packed.is_some(), file.kind().is_packed(), "{name}");
    }
}

#[test]
fn json_makes_every_file_again() {
    for (name, bytes) in samples::files() {
        let file = read(name, &bytes);
        let json = serde_json::to_string(&file).unwrap();
        let start = format!("{{\"format\":\"{}\",\"file\":{{", file.kind().name());
        assert!(json.starts_with(&start), "{name}: {}", json.get(..80).unwrap());
        assert!(write(&serde_json::from_str(&json).unwrap()) == bytes, "{name}");
    }
}

#[test]
fn json_whose_keys_were_sorted_makes_the_file_too() {
    let json = r#"{"file":{"width":1,"height":1,"cells":[7],"tail":""},"format":"fld2"}"#;
    let file: File = serde_json::from_str(json).unwrap();
    assert_eq!(write(&file), [1, 0, 1, 0, 7]);
}

#[test]
fn wrong_json_says_where_and_what() {
    let check = |json: &str, expected: &str| {
        assert_eq!(serde_json::from_str::<File>(json).unwrap_err().to_string(), expected);
    };
    check("{}", "missing field `format` at line 1 column 2");
    check(r#"{"format":"gat"}"#, "missing field `file` at line 1 column 16");
    check(
        r#"{"format":"gta"}"#,
        "unknown format \"gta\"; did you mean \"gat\"? at line 1 column 16",
    );
    check(
        r#"{"format":"fld2","file":{"width":1,"height":2,"cells":[7],"tail":""}}"#,
        "1 cells do not fill 1 × 2 at line 1 column 69",
    );
    check(
        r#"{"format":"fld2","file":{"width":0,"height":0,"cells":[],"tail":""},"packed":{"stream":"","trailing":""}}"#,
        "\"packed\" does not go with the format \"fld2\" at line 1 column 105",
    );
    check(
        r#"{"format":"gat","colour":1}"#,
        "unknown field `colour`, expected one of `format`, `texts`, `file`, `packed` at line 1 column 24",
    );
}

#[test]
fn a_name_is_told_whatever_its_case_and_bytes_where_it_says_nothing() {
    let check = |name: &str, bytes: &[u8], expected: Option<Kind>| {
        assert_eq!(Kind::of(name, bytes), expected, "{name}");
    };
    check("PRONTERA.GaT", b"", Some(Kind::Gat));
    check("Map_Cache.DAT", b"", Some(Kind::MapCache));
    check("other.dat", b"", None);
    check("backup", b"GRAT\x01\x02", Some(Kind::Gat));
    check("backup", b"STB1", Some(Kind::Stb));
    check("table.bin", b"\x06ITST01", Some(Kind::Stl));
    check("readme.txt", b"GR", None);
    // The name is what a person sees: bytes that don't fit it are an error, not another format.
    check("a.gat", b"GRSW", Some(Kind::Gat));
}

#[test]
fn a_stream_that_holds_other_content_is_packed_anew() {
    let (name, bytes) = samples::files().pop().unwrap();
    let mut file = read(name, &bytes);
    let Content::Apd(apd) = &mut file.content else { panic!("{name}") };
    apd.tail.0 = b"more".to_vec();
    let written = write(&file);
    assert_ne!(written, bytes);
    let again = read(name, &written);
    assert_eq!(again.content, file.content);

    file.packed = file.packed.map(|packed| Packed { trailing: Opaque(vec![7]), ..packed });
    assert!(write(&file).ends_with(&[7]));
}

/// A zone of EverQuest with objects, and the world that they are in.
fn placed() -> [Content; 2] {
    let Content::S3d(zone) = read("isle.s3d", &eq::zone().unwrap()).content else { panic!() };
    let world = zone.content(zone.find("objects.wld").unwrap().entry).unwrap();
    [Content::S3d(zone), read("objects.wld", &world).content]
}

/// Every kind of thing that the samples list, with the names of its fields.
fn listed() -> BTreeMap<(Kind, &'static str), BTreeSet<String>> {
    let mut listed: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    let samples = samples::contents().into_iter().map(|(_, content)| content);
    for content in samples.chain(placed()) {
        content.for_each_record(CodePage::Cp949, &mut |record: Record<'_>| {
            let fields = record.fields.0.iter().filter(|field| field.column.is_none());
            let fields = fields.map(|field| field.name.clone().into_owned());
            listed.entry((content.kind(), record.thing)).or_default().extend(fields);
        });
    }
    listed
}

#[test]
fn everything_that_is_listed_has_the_fields_that_it_is_said_to_have() {
    let told: BTreeMap<_, BTreeSet<String>> = things()
        .map(|thing| {
            let fields = thing.fields.iter().map(|field| (*field).to_owned()).collect();
            ((thing.kind, thing.name), fields)
        })
        .collect();
    assert_eq!(listed(), told);
}

/// What fulfils all queries in all samples but one: a zone of TERA has nearly a million cells.
fn find(queries: &[&str]) -> Vec<String> {
    let contents = samples::contents().into_iter();
    find_in(contents.filter(|(_, content)| content.kind() != Kind::Zgd), queries)
}

fn find_in(
    contents: impl Iterator<Item = (&'static str, Content)>,
    queries: &[&str],
) -> Vec<String> {
    let queries: Vec<Query> = queries.iter().map(|query| query.parse().unwrap()).collect();
    let mut found = Vec::new();
    for (name, content) in contents {
        content.for_each_record(CodePage::Cp949, &mut |record| {
            if queries.iter().all(|query| query.holds(&record)) {
                found.push(format!("{name} {} {}", record.thing, record.index));
            }
        });
    }
    found
}

#[test]
fn things_are_found_by_their_fields() {
    let check =
        |queries: &[&str], expected: &[&str]| assert_eq!(find(queries), expected, "{queries:?}");
    check(&["monster=271"], &["31_30.IFO spawn 0"]);
    check(&["monster=271", "limit>5"], &[]);
    check(&["Monster = 274", "limit>=5", "range<9"], &["31_30.IFO spawn 0"]);
    check(&["monster!=271"], &[]);
    check(&["monster!=272"], &["31_30.IFO spawn 0"]);
    check(&["monster_name~goblin k"], &["31_30.IFO spawn 0"]);
    check(&["monster_name=블러드뱃"], &["31_30.IFO spawn 0"]);
    check(&["trigger=tutorial_1"], &["31_30.IFO event 0"]);
    check(&["name=Tutorial_1"], &["QN-1.QSD trigger 0"]);
    check(&["thing=npc", "conversation~em01"], &["31_30.IFO npc 0"]);
    check(&["x=-10443.994", "thing=deco", "index>0"], &["31_30.IFO deco 1"]);
    check(&["type=6"], &["island.gat tile 2"]);
    check(&["water=1"], &["island.gat tile 2"]);
    check(&["level=7"], &["LIST_NPC.STB row 0"]);
    check(&["1~zsc"], &["LIST_NPC.STB row 0"]);
    check(&["level=", "thing=row"], &["LIST_NPC.STB row 1"]);
    check(&["condition=0x04000001"], &["JELLY.AIP event 0"]);
    check(&["text~wobbles"], &["LIST_NPC_S.STL entry 0"]);
    check(&["text~greetings"], &["ULNGTB_CON.LTB row 0"]);
    check(&["action=at_end"], &["EM01-001.CON message 0"]);
    check(&["edge=1"], &["island_p.apd node 0"]);
    check(&["degree=0", "square_x=0"], &["island_p.apd node 1"]);

    let zone = samples::contents().into_iter().filter(|(_, content)| content.kind() == Kind::Zgd);
    assert_eq!(find_in(zone, &["volumes>1", "y=959"]), ["x1000y1000.zgd cell 7647"]);
}

#[test]
fn a_query_that_is_none_says_what_one_looks_like() {
    let check = |query: &str, expected: &str| {
        assert_eq!(query.parse::<Query>().unwrap_err().to_string(), expected);
    };
    check("monster", "not a comparison; write for example monster=271, limit>=5 or name~jelly");
    check("=5", "no field before the =; write for example monster=271");
    check("limit>many", "> compares numbers, but \"many\" is not a number");
}

#[test]
fn a_query_is_shown_as_it_was_asked() {
    for query in ["monster=271", "limit>=5", "name~jelly", "a!=b", "a<1"] {
        assert_eq!(query.parse::<Query>().unwrap().to_string(), query);
    }
}

#[test]
fn values_that_repeat_are_counted() {
    let mut contents = samples::contents().into_iter();
    let (_, ifo) = contents.find(|(_, content)| content.kind() == Kind::Ifo).unwrap();
    let mut shown = Vec::new();
    ifo.for_each_record(CodePage::Cp949, &mut |record| {
        for field in record.fields.0.iter().filter(|field| field.name == "monster_count") {
            shown.push(field.values.to_string());
            assert_eq!(field.values.as_slice().first(), Some(&Value::Integer(2)));
        }
    });
    assert_eq!(shown, ["2,1×2"]);
}
