//! Everything that changes files: what an editor is told to do, done to the text.

use serde_json::{Value, json};

use crate::features::able;
use crate::fixture::{PACKETS, World};

fn world(file: &str) -> World {
    World::new(&able(), &format!("{PACKETS}{file}"))
}

/// A text after some edits of ASCII lines, done from the last to the first.
fn applied(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + position["character"].as_u64().unwrap() as usize
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let new_text = edit["newText"].as_str().unwrap();
            (offset(&range["start"]), offset(&range["end"]), new_text)
        })
        .collect();
    edits.sort_unstable();
    let mut after = text.to_owned();
    for (start, end, new_text) in edits.into_iter().rev() {
        after.replace_range(start..end, new_text);
    }
    after
}

#[test]
fn a_file_is_formatted_whole_in_part_and_as_it_is_typed() {
    let text = "array  list\n-int32   a\n-  int32 b\n";
    let mut world = world(&format!("//- S_X.1.def\n|{text}"));
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let whole = world.ask("textDocument/formatting", &json!({ "options": options }));
    assert_eq!(applied(text, &whole), "array list\n- int32 a\n- int32 b\n");
    let line = json!({
        "start": { "line": 1, "character": 0 },
        "end": { "line": 1, "character": 3 },
    });
    let more = json!({ "options": options, "range": line });
    let part = world.ask("textDocument/rangeFormatting", &more);
    assert_eq!(applied(text, &part), "array  list\n- int32 a\n-  int32 b\n");
    let file = world.file.clone();
    world.client.change(&file, 2, "array list\n\n");
    let more = json!({ "options": options, "ch": "\n", "position": { "line": 1, "character": 0 } });
    let typed = world.ask("textDocument/onTypeFormatting", &more);
    assert_eq!(applied("array list\n\n", &typed), "array list\n- \n");
}

#[test]
fn a_field_is_renamed_with_what_refers_to_it() {
    let text = "count list\noffset list\narray list\n- int32 a\n";
    let mut world = world("//- S_X.1.def\ncount list\noffset list\narray l|ist\n- int32 a\n");
    let name = world.ask("textDocument/prepareRename", &json!({}));
    assert_eq!(name["placeholder"], "list");
    let edit = world.ask("textDocument/rename", &json!({ "newName": "lamps" }));
    let change = &edit["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": world.file, "version": 1 }));
    let expected = "count lamps\noffset lamps\narray lamps\n- int32 a\n";
    assert_eq!(applied(text, &change["edits"]), expected);
    let params = json!({
        "textDocument": { "uri": world.file },
        "position": world.position(),
        "newName": "no name",
    });
    assert_eq!(world.client.error("textDocument/rename", params), -32803);
}

/// Without its line the packet would be unmapped, and nobody would notice.
#[test]
fn a_packet_is_renamed_with_its_files_and_its_line_and_in_other_maps_only_when_asked() {
    let rename = |settings: Value| {
        let mut world = world("//- S_LAMP.1.hex\n# none\n//- protocol.101.map\nS_LA|MP = 1\n");
        let settings = json!({ "settings": { "landwright": settings } });
        world.client.notify("workspace/didChangeConfiguration", settings);
        let edit = world.ask("textDocument/rename", &json!({ "newName": "S_LIGHT" }));
        world.brief(&edit)
    };
    let files = rename(json!({}));
    assert!(files.contains(r#""newUri":"S_LIGHT.1.def""#), "{files}");
    assert!(files.contains(r#""newUri":"S_LIGHT.1.hex""#), "{files}");
    assert_eq!(files.matches(r#""newText":"S_LIGHT""#).count(), 1, "{files}");
    assert!(files.contains(r#""uri":"protocol.101.map""#), "{files}");
    let all = rename(json!({ "rename": { "maps": true } }));
    assert_eq!(all.matches(r#""newText":"S_LIGHT""#).count(), 2, "{all}");
}

#[test]
fn what_includes_a_version_follows_when_an_editor_renames_it() {
    let file = "//- S_LAMP.1.hex\n# none\n//- S_X.1.def\n@include S_LAMP.1.def|\n";
    let mut world = world(file);
    let names =
        json!([{ "oldUri": world.uri("S_LAMP.1.def"), "newUri": world.uri("S_LAMP.2.def") }]);
    let answer = world.client.request("workspace/willRenameFiles", json!({ "files": names }));
    let [edit, rename] = answer["documentChanges"].as_array().unwrap().as_slice() else {
        panic!("{answer}")
    };
    assert_eq!(edit["textDocument"]["uri"], world.file);
    let text = "@include S_LAMP.1.def\n";
    assert_eq!(applied(text, &edit["edits"]), "@include S_LAMP.2.def\n");
    assert_eq!(rename["newUri"], world.uri("S_LAMP.2.hex"));
}

#[test]
fn maps_and_tables_follow_when_an_editor_renames_the_only_version() {
    let file = "//- deprecated.json\n{\"S_LAMP\": {\"1\": {\"max\": 92}}|}\n";
    let mut world = world(file);
    let rename = |world: &mut World, new: &str| {
        let files = json!([{ "oldUri": world.uri("S_LAMP.1.def"), "newUri": world.uri(new) }]);
        let answer = world.client.request("workspace/willRenameFiles", json!({ "files": files }));
        world.brief(&answer)
    };
    let edit = rename(&mut world, "S_LIGHT.1.def");
    assert!(edit.contains(r#""newText":"S_LIGHT""#) && !edit.contains("newUri"), "{edit}");
    assert_eq!(rename(&mut world, "S_LAMP.2.def"), "null");
}

#[test]
fn actions_are_offered_and_resolved() {
    let mut world = world("//- S_X.1.def\nint32 a|\nstring b\n");
    let at = json!({ "start": world.position(), "end": world.position() });
    let more = json!({ "range": at, "context": { "diagnostics": [] } });
    let offered = world.ask("textDocument/codeAction", &more);
    let offered = offered.as_array().unwrap();
    let copy = offered.iter().find(|action| action["kind"] == "refactor").unwrap();
    assert!(copy.get("edit").is_none());
    let resolved = world.client.request("codeAction/resolve", copy.clone());
    let edit = world.brief(&resolved["edit"]);
    assert!(edit.contains(r#""kind":"create""#) && edit.contains("S_X.2.def"), "{edit}");
    let only = json!({ "range": at, "context": { "diagnostics": [], "only": ["quickfix"] } });
    assert_eq!(world.ask("textDocument/codeAction", &only), json!([]));
    // The text is another now.
    let file = world.file.clone();
    world.client.change(&file, 2, "int32 c\n");
    assert_eq!(world.client.error("codeAction/resolve", copy.clone()), -32801);
}

#[test]
fn a_client_that_makes_no_files_is_not_told_to() {
    let plain = json!({ "textDocument": { "codeAction": { "codeActionLiteralSupport": {
        "codeActionKind": { "valueSet": [] },
    } } } });
    let mut world = World::new(&plain, &format!("{PACKETS}//- S_X.1.def\nint32 a|\nstring b\n"));
    let at = json!({ "start": world.position(), "end": world.position() });
    let offered = world
        .ask("textDocument/codeAction", &json!({ "range": at, "context": { "diagnostics": [] } }));
    for action in offered.as_array().unwrap() {
        assert!(action["edit"]["changes"].is_object(), "{action}");
    }
}

#[test]
fn versions_are_told_apart_in_words() {
    let mut world = world("//- S_LAMP.2.def\nint32 id\nint32 oil|\nstring name\n");
    let arguments = json!([{ "to": world.file }]);
    let params = json!({ "command": "landwright.compare", "arguments": arguments });
    let answer = world.client.request("workspace/executeCommand", params);
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("added") && text.contains("oil"), "{text}");
    assert_eq!(world.brief(&answer["from"]), r#""S_LAMP.1.def""#);
    let first = json!([{ "to": world.uri("S_LAMP.1.def") }]);
    let params = json!({ "command": "landwright.compare", "arguments": first });
    assert_eq!(world.client.error("workspace/executeCommand", params), -32803);
}

#[test]
fn what_a_lens_tells_of_versions_is_shown_by_any_editor() {
    let mut world = world("//- S_LAMP.2.def\nint32 id\nint32 oil|\nstring name\n");
    let lenses = world.ask("textDocument/codeLens", &json!({}));
    let lenses = lenses.as_array().unwrap();
    let lens = lenses.iter().find(|lens| lens.to_string().contains("diff with")).unwrap();
    let command = &lens["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    world.client.request("workspace/executeCommand", params);
    let told = world.client.notification("window/showMessage");
    let text = told["message"].as_str().unwrap();
    assert!(text.contains("1 field added") && text.contains("oil"), "{text}");
}

#[test]
fn a_new_version_is_made_by_the_editor() {
    let mut world = world("//- S_LAMP.2.def\nint32 oil|\n");
    let arguments = json!([{ "uri": world.file }]);
    let params = json!({ "command": "landwright.newVersion", "arguments": arguments });
    let asked = world.client.ask("workspace/executeCommand", params);
    let edit = world.client.wait("the edit", |message| message["method"] == "workspace/applyEdit");
    let text = world.brief(&edit["params"]["edit"]);
    assert!(text.contains("S_LAMP.3.def") && text.contains("int32 oil"), "{text}");
    let answer = world.client.answer(asked);
    assert_eq!(world.brief(&answer["result"]["uri"]), r#""S_LAMP.3.def""#);
}

#[test]
fn a_definition_that_is_made_empty_is_filled_with_the_version_before_it() {
    let mut world = world("//- S_LAMP.2.def\nint32 oil|\n");
    let create = |world: &mut World, name: &str, text: &str| {
        std::fs::write(world.path(name), text).unwrap();
        let files = json!([{ "uri": world.uri(name) }]);
        world.client.notify("workspace/didCreateFiles", json!({ "files": files }));
    };
    // None of these is filled: the first has a text, the second has no version before it.
    create(&mut world, "S_LAMP.3.def", "int32 own\n");
    create(&mut world, "S_NEW.1.def", "");
    create(&mut world, "S_LAMP.4.def", "");
    let edit = world.client.wait("the edit", |message| message["method"] == "workspace/applyEdit");
    let text = world.brief(&edit["params"]["edit"]);
    assert!(text.contains("S_LAMP.4.def") && text.contains("int32 o"), "{text}");
    assert!(!world.client.has_seen("workspace/applyEdit"));
}

#[test]
fn a_new_version_of_ours_is_not_filled_twice() {
    let mut world = world("//- S_LAMP.2.def\nint32 oil|\n");
    let arguments = json!([{ "uri": world.file }]);
    let params = json!({ "command": "landwright.newVersion", "arguments": arguments });
    let asked = world.client.ask("workspace/executeCommand", params);
    let is_edit = |message: &Value| message["method"] == "workspace/applyEdit";
    world.client.wait("the edit", is_edit);
    // An editor tells of the file when it is there, and fills it then.
    for name in ["S_LAMP.3.def", "S_LAMP.5.def"] {
        std::fs::write(world.path(name), "").unwrap();
        let files = json!([{ "uri": world.uri(name) }]);
        world.client.notify("workspace/didCreateFiles", json!({ "files": files }));
    }
    let edit = world.client.wait("the edit", is_edit);
    assert!(edit.to_string().contains("S_LAMP.5.def"), "{edit}");
    world.client.answer(asked);
    assert!(!world.client.has_seen("workspace/applyEdit"));
}

#[test]
fn a_problem_is_mended_by_its_best_fix_and_all_of_them_at_once() {
    let mut world = world("//- S_X.1.def\narray list\n- int32 a\nin|32 b\n");
    let at = json!({ "start": world.position(), "end": world.position() });
    let more = json!({ "range": at, "context": { "diagnostics": [], "only": ["quickfix"] } });
    let offered = world.ask("textDocument/codeAction", &more);
    let best = &offered[0];
    assert_eq!(best["isPreferred"], true, "{offered}");
    assert_eq!(best["diagnostics"][0]["code"], "def-unknown-type");
    let resolved = world.client.request("codeAction/resolve", best.clone());
    assert!(world.brief(&resolved).contains(r#""newText":"int32""#), "{resolved}");
}

#[test]
fn fixes_that_change_no_meaning_are_made_all_at_once() {
    let text = "array list\n- - int32 a\narray more\n- - int32 b\n";
    let mut world = world("//- S_X.1.def\narray list|\n- - int32 a\narray more\n- - int32 b\n");
    let at = json!({ "start": world.position(), "end": world.position() });
    let more = json!({ "range": at, "context": { "diagnostics": [], "only": ["source.fixAll"] } });
    let offered = world.ask("textDocument/codeAction", &more);
    assert_eq!(offered.as_array().map(Vec::len), Some(1), "{offered}");
    let resolved = world.client.request("codeAction/resolve", offered[0].clone());
    let edits = &resolved["edit"]["documentChanges"][0]["edits"];
    let after = applied(text, edits);
    assert_eq!(after, "array list\n- int32 a\narray more\n- int32 b\n");
}

/// The seed's parser throws on `ref`, and mods read fields by their names.
#[test]
fn what_a_person_may_have_meant_is_not_fixed_with_all() {
    for text in ["int32 x\noffset s\nstring| s\n", "int32| amount\nint32 amount\n"] {
        let mut world = world(&format!("//- S_X.1.def\n{text}"));
        let at = json!({ "start": world.position(), "end": world.position() });
        let context = json!({ "diagnostics": [], "only": ["source.fixAll"] });
        let more = json!({ "range": at, "context": context });
        let offered = world.ask("textDocument/codeAction", &more);
        assert_eq!(offered, json!([]), "{text}");
    }
}
