//! `roundtrip` over real files: none differs, and none is refused but those that are broken.

mod support;

use landwright_core::format::file::Kind;
use support::Scratch;

/// Files of which the formats' notes say that they are broken, by the end of their names.
const BROKEN: &[&str] = &["LIST_TERRAIN_OBJECT_ORO.STB"];

#[test]
fn real_files_are_rewritten_byte_for_byte() {
    let Some(corpus) = landwright_core::sample::real::corpus("") else { return };
    let folders = ["rose", "gat", "tera/world"].map(|folder| corpus.join(folder));
    let mut command = Scratch::new().command(&["roundtrip", "--json"]);
    let run = support::finish({
        command.args(&folders).current_dir(&corpus);
        command
    });
    let json = run.json();
    let files = json["files"].as_array().unwrap();
    assert!(files.len() > 100, "{} files", files.len());
    for file in files {
        let name = file["file"].as_str().unwrap();
        match file["status"].as_str().unwrap() {
            "refused" => assert!(BROKEN.iter().any(|broken| name.ends_with(broken)), "{file}"),
            "ok" | "kept" => {}
            "skipped" => assert_eq!(Kind::of_name(name), None, "{file}"),
            _ => panic!("{file}"),
        }
    }
}
