//! What a person chooses from: fixes as plain commands, dialects, opcodes for the map, types.

use serde_json::{Value, json};

use crate::features::able;
use crate::fixture::{PACKETS, World};

fn command(world: &mut World, command: &str, argument: &Value) -> Value {
    let params = json!({ "command": command, "arguments": [argument] });
    world.client.request("workspace/executeCommand", params)
}

fn actions(world: &mut World) -> Vec<Value> {
    let range = json!({ "start": world.position(), "end": world.position() });
    let params = json!({ "range": range, "context": { "diagnostics": [] } });
    world.ask("textDocument/codeAction", &params).as_array().unwrap().clone()
}

#[test]
fn a_client_of_plain_commands_applies_fixes_too() {
    let plain = json!({ "workspace": { "applyEdit": true } });
    let mut world = World::new(&plain, "//- S_X.1.def\nin|t32x a\n");
    let actions = actions(&mut world);
    let fix = actions.iter().find(|it| it["title"].as_str().unwrap().contains("`int32`")).unwrap();
    assert!(fix.get("edit").is_none() && fix["command"].is_string(), "{fix}");
    let name = fix["command"].as_str().unwrap().to_owned();
    let argument = fix["arguments"][0].clone();
    command(&mut world, &name, &argument);
    let edit = world.client.wait("the edit", |it| it["method"] == "workspace/applyEdit");
    assert!(edit.to_string().contains("\"int32\""), "{edit}");
    // What was offered for another text is not done to this one.
    let file = world.file.clone();
    world.client.change(&file, 2, "int16 b\n");
    let params = json!({ "command": name, "arguments": [argument] });
    assert_eq!(world.client.error("workspace/executeCommand", params), -32803);
}

#[test]
fn a_client_that_applies_no_edits_is_offered_none() {
    let mut client = crate::support::Client::start();
    let server = client.initialize(&json!({}), &[]);
    assert!(server["capabilities"]["codeActionProvider"].is_null());
}

#[test]
fn a_reference_leads_to_its_field_and_back() {
    let go = |text: &str, expected: &str| {
        let mut world = World::new(&able(), &format!("{PACKETS}//- S_X.1.def\n{text}"));
        let found = world.ask("textDocument/typeDefinition", &json!({}));
        let found = world.brief(&found);
        assert!(found.contains(expected), "{found}");
    };
    go("ref li|st\narray list\n- byte b\n", "\"start\":{\"line\":1,\"character\":6}");
    go("ref list\narray l|ist\n- byte b\n", "\"start\":{\"line\":0,\"character\":4}");
    go("@include S_LAMP|.1.def\n", "S_LAMP.1.def");
}

#[test]
fn a_file_says_which_parsers_load_it_and_why_not() {
    let mut world = World::new(&able(), "//- S_X.1.def\nref s|\nstring s\n");
    let lenses = world.ask("textDocument/codeLens", &json!({})).to_string();
    assert!(lenses.contains("loads in: seed ✘ toolbox ✔ protojs ✘"), "{lenses}");
    let argument = json!({ "uri": world.file });
    let found = command(&mut world, "landwright.dialects", &argument);
    assert_eq!((&found["chosen"], &found["toolbox"]["loads"]), (&json!("auto"), &json!(true)));
    assert!(found["protojs"]["reason"].as_str().unwrap().starts_with("line 1: "), "{found}");
    command(&mut world, "landwright.showDialects", &argument);
    let shown = world.client.notification("window/showMessage");
    assert!(shown.to_string().contains("line 1: the first parser has no `ref`"), "{shown}");
}

/// The edit of the action whose title begins so.
fn chosen(world: &mut World, title: &str) -> String {
    let actions = actions(world);
    let is_it = |it: &&Value| it["title"].as_str().unwrap().starts_with(title);
    let action = actions.iter().find(is_it).unwrap_or_else(|| panic!("{actions:?}")).clone();
    let resolved = world.client.request("codeAction/resolve", action);
    world.brief(&resolved["edit"])
}

#[test]
fn a_definition_without_an_opcode_gets_its_line_in_the_map() {
    let file =
        format!("{PACKETS}//- S_ROOM.1.hex\n0800 6912 07000000\n//- S_ROOM.1.def\n|int32 b\n");
    let mut world = World::new(&able(), &file);
    let edit = chosen(&mut world, "Add `S_ROOM = 4713` to protocol.100.map");
    assert!(edit.contains("protocol.100.map") && edit.contains("S_ROOM = 4713"), "{edit}");
}

#[test]
fn a_packet_of_an_open_log_gets_a_name_in_the_map() {
    let log = "<- 0e00 6912 0a00 01000000 41000000\n<- 1000 6912 0a00 02000000 410042000000\n";
    let file = format!("{PACKETS}//- S_ROOM.1.def\n|int32 b\nstring s\n//- x.log\n{log}");
    let mut world = World::new(&able(), &file);
    let uri = world.uri("x.log");
    let document = json!({ "uri": uri, "languageId": "teracapture", "version": 1, "text": log });
    world.client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let edit = chosen(&mut world, "Add `S_ROOM = 4713`");
    assert!(edit.contains("S_ROOM = 4713"), "{edit}");
    world.file = uri;
    let edit = chosen(&mut world, "Add `S_ROOM = 4713`");
    assert!(edit.contains("protocol.100.map"), "{edit}");
}

#[test]
fn likely_types_are_shown_if_the_settings_say_so() {
    let hints = |settings: Value| {
        let file = "//- S_X.1.hex\n0c00 0100 0000c03f 07000000\n0c00 0100 00002a43 08000000\n\
                    //- S_X.1.def\nint32 unk1|\nint32 id\n";
        let mut world = World::new(&able(), file);
        let params = json!({ "settings": { "landwright": settings } });
        world.client.notify("workspace/didChangeConfiguration", params);
        let range =
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
        world.ask("textDocument/inlayHint", &json!({ "range": range })).to_string()
    };
    assert!(hints(json!({ "inlayHints": { "types": true } })).contains("float? 100 %"));
    let usual = hints(json!({}));
    assert!(!usual.contains("float?") && usual.contains("packet = 12 B"), "{usual}");
}

#[test]
fn filler_is_put_in_front_of_a_field_up_to_an_offset() {
    let mut world = World::new(&able(), "//- S_X.1.def\nint32 a\nint32 |b\n");
    let argument = json!({ "uri": world.file, "position": world.position(), "offset": 14 });
    command(&mut world, "landwright.pad", &argument);
    let edit = world.client.wait("the edit", |it| it["method"] == "workspace/applyEdit");
    assert!(edit.to_string().contains("uint32 unk\\nuint16 unk2\\n"), "{edit}");
    let back = json!({ "command": "landwright.pad", "arguments":
        [{ "uri": world.file, "position": world.position(), "offset": 4 }] });
    assert_eq!(world.client.error("workspace/executeCommand", back), -32803);
}

/// A client that shows changes before it makes them.
fn careful() -> Value {
    let mut able = able();
    able["workspace"]["workspaceEdit"]["changeAnnotationSupport"] =
        json!({ "groupsOnLabel": true });
    able
}

#[test]
fn a_rename_asks_before_it_takes_other_maps_and_packets_along() {
    let files = "//- S_A.1.def\nint32 a\n//- S_A.1.hex\n0800 0500 00000000\n\
                 //- protocol.1.map\nS_A = 5\n//- protocol.2.map\nS_|A = 6\n";
    let rename = |client: &Value| {
        let mut world = World::new(client, files);
        let edit = world.ask("textDocument/rename", &json!({ "newName": "S_B" }));
        (world.brief(&edit), edit)
    };
    let (text, edit) = rename(&careful());
    let steps = edit["documentChanges"].as_array().unwrap();
    let asked = |name: &str| {
        let step = steps.iter().find(|step| step.to_string().contains(name));
        step.unwrap_or_else(|| panic!("{name}: {text}")).to_string().contains("annotationId")
    };
    assert_eq!(edit["changeAnnotations"]["asked"]["needsConfirmation"], json!(true), "{text}");
    assert!(asked("protocol.1.map"), "{text}");
    for sure in ["protocol.2.map", "S_A.1.def", "S_A.1.hex"] {
        assert!(!asked(sure), "{sure}: {text}");
    }
    let (text, edit) = rename(&able());
    assert!(!text.contains("protocol.1.map") && edit["changeAnnotations"].is_null(), "{text}");
}

#[test]
fn a_type_for_all_versions_is_shown_before() {
    let files = "//- S_A.1.def\nint32 a\n//- S_A.2.def\nint32 a\n//- S_A.3.def\nfloat |a\n";
    let mut world = World::new(&careful(), files);
    let actions = actions(&mut world);
    let is_it = |it: &&Value| it["title"].as_str().unwrap().contains("in 2 other versions too");
    let action = actions.iter().find(is_it).unwrap_or_else(|| panic!("{actions:?}")).clone();
    let resolved = world.client.request("codeAction/resolve", action);
    let text = world.brief(&resolved["edit"]);
    assert_eq!(text.matches("annotationId").count(), 2, "{text}");
    assert!(text.contains("S_A.1.def") && text.contains("S_A.2.def"), "{text}");
}
