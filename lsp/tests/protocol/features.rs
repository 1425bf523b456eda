//! Every feature, asked for as a client does.

use serde_json::{Value, json};

use crate::fixture::{PACKETS, World};

/// A client that can do all that changes an answer.
pub(crate) fn able() -> Value {
    json!({
        "workspace": {
            "applyEdit": true,
            "workspaceEdit": {
                "documentChanges": true,
                "resourceOperations": ["create", "rename", "delete"],
            },
        },
        "textDocument": {
            "completion": { "completionItem": {
                "snippetSupport": true,
                "commitCharactersSupport": true,
                "tagSupport": { "valueSet": [1] },
            } },
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "definition": { "linkSupport": true },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "codeAction": {
                "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } },
                "dataSupport": true,
                "resolveSupport": { "properties": ["edit"] },
            },
            "publishDiagnostics": {
                "relatedInformation": true,
                "codeDescriptionSupport": true,
                "tagSupport": { "valueSet": [1, 2] },
            },
        },
    })
}

/// An answer that has all of these words in it, in their order.
fn check(files: &str, method: &str, more: Value, expected: &[&str]) {
    for (client, capabilities) in [("able", able()), ("plain", json!({}))] {
        let mut world = World::new(&capabilities, files);
        let answer = world.ask(method, &more);
        let answer = world.brief(&answer);
        let mut rest = answer.as_str();
        for part in expected {
            let at = rest.find(part).unwrap_or_else(|| {
                panic!("{method} of a client that is {client} has no {part} here:\n{rest}")
            });
            rest = &rest[at + part.len()..];
        }
    }
}

fn with(file: &str) -> String {
    format!("{PACKETS}{file}")
}

#[test]
fn completion_offers_types_names_and_packets() {
    let ask = |file: &str, expected| {
        check(&with(file), "textDocument/completion", json!({}), expected);
    };
    ask("//- S_LAMP.2.def\nint32 id\nui|\n", &["\"uint32\""]);
    ask("//- S_LAMP.2.def\nint32 id\nstring |\n", &["\"name\""]);
    ask("//- protocol.101.map\nS_L|\n", &["\"S_LAMP\""]);
}

#[test]
fn a_word_that_is_typed_in_front_of_another_need_not_swallow_it() {
    let ends = |capabilities: &Value| {
        let mut world = World::new(capabilities, "//- S_X.1.def\nbo|int32 a\n");
        let list = world.ask("textDocument/completion", &json!({}));
        let items = list["items"].as_array().unwrap();
        let edit = &items.iter().find(|item| item["label"] == "bool").unwrap()["textEdit"];
        ["insert", "replace", "range"].map(|name| edit[name]["end"]["character"].as_u64())
    };
    let chooses = json!({ "textDocument": {
        "completion": { "completionItem": { "insertReplaceSupport": true } },
    } });
    assert_eq!(ends(&chooses), [Some(2), Some(7), None]);
    assert_eq!(ends(&json!({})), [None, None, Some(7)]);
}

#[test]
fn an_item_is_documented_when_it_is_resolved() {
    let mut world = World::new(&able(), &with("//- S_LAMP.2.def\nui|\n"));
    let list = world.ask("textDocument/completion", &json!({}));
    let items = list["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["label"] == "uint32").unwrap();
    assert!(item.get("documentation").is_none());
    let resolved = world.client.request("completionItem/resolve", item.clone());
    assert_eq!(resolved["documentation"]["kind"], "markdown");
    let bare = json!({ "label": "x" });
    assert_eq!(world.client.request("completionItem/resolve", bare.clone()), bare);
}

#[test]
fn hover_tells_where_a_field_is() {
    check(&with("//- S_LAMP.2.def\nint32 i|d\n"), "textDocument/hover", json!({}), &["4", "range"]);
}

#[test]
fn names_lead_to_where_they_are_defined() {
    let go = |method: &str, file: &str, expected| {
        check(&with(file), &format!("textDocument/{method}"), json!({}), expected);
    };
    go("definition", "//- S_X.1.def\ncount l|ist\narray list\n- int32 a\n", &["S_X.1.def"]);
    go("definition", "//- protocol.101.map\nS_LA|MP = 1\n", &["S_LAMP.1.def"]);
    go("declaration", "//- protocol.101.map\nS_LA|MP = 1\n", &["protocol.100.map"]);
    go("implementation", "//- S_LAMP.2.def\nint32 i|d\n", &["S_LAMP.1.def"]);
}

#[test]
fn references_are_found_in_all_files() {
    let context = json!({ "context": { "includeDeclaration": true } });
    let file = with("//- protocol.101.map\nS_LA|MP = 1\n");
    check(&file, "textDocument/references", context, &["S_LAMP.1.def"]);
}

#[test]
fn a_field_is_highlighted_with_its_count() {
    let file = with("//- S_X.1.def\ncount l|ist\narray list\n- int32 a\n");
    let expected = &["\"line\":0", "\"line\":1"];
    check(&file, "textDocument/documentHighlight", json!({}), expected);
    check(&file, "textDocument/linkedEditingRange", json!({}), expected);
}

#[test]
fn symbols_are_an_outline_and_found_by_letters() {
    let file = with("//- S_X.1.def\narray list|\n- int32 inner\n");
    check(&file, "textDocument/documentSymbol", json!({}), &["list", "inner"]);
    let mut world = World::new(&able(), &file);
    let found = world.client.request("workspace/symbol", json!({ "query": "lamp" }));
    assert_eq!(found[0]["name"], "S_LAMP");
}

#[test]
fn the_shape_of_a_file_is_told() {
    let file = with("//- S_X.1.def\narray li|st\n- int32 a\n- int32 b\n");
    check(&file, "textDocument/foldingRange", json!({}), &["\"startLine\":0"]);
    let positions = json!({ "positions": [{ "line": 1, "character": 4 }] });
    check(&file, "textDocument/selectionRange", positions, &["parent", "parent"]);
    let all = json!({ "range": {
        "start": { "line": 0, "character": 0 },
        "end": { "line": 9, "character": 0 },
    } });
    check(&file, "textDocument/inlayHint", all.clone(), &["+"]);
    check(&file, "textDocument/semanticTokens/full", json!({}), &["[0,0,5,0,0"]);
    check(&file, "textDocument/semanticTokens/range", all, &["[0,0,5,0,0"]);
}

#[test]
fn tokens_are_sent_again_only_where_they_changed() {
    let mut world = World::new(&able(), &with("//- S_X.1.def\nint32 a|\nint32 b\n"));
    let full = world.ask("textDocument/semanticTokens/full", &json!({}));
    let file = world.file.clone();
    world.client.change(&file, 2, "int32 a\nint32 b\nint32 c\n");
    let since = json!({ "previousResultId": full["resultId"] });
    let delta = world.ask("textDocument/semanticTokens/full/delta", &since);
    assert_eq!(delta["edits"].as_array().unwrap().len(), 1, "{delta}");
    assert_eq!(delta["edits"][0]["deleteCount"], 0);
    let lost = json!({ "previousResultId": "made up" });
    let all = world.ask("textDocument/semanticTokens/full/delta", &lost);
    assert!(all["data"].as_array().unwrap().len() > 5, "{all}");
}

#[test]
fn packets_are_linked_to_their_numbers() {
    let file = with("//- S_LAMP.2.def\nint32 |id\n");
    check(&file, "textDocument/codeLens", json!({}), &["4711"]);
    let map = with("//- protocol.101.map\nS_LAMP| = 1\n");
    check(&map, "textDocument/documentLink", json!({}), &["S_LAMP.1.def"]);
}

#[test]
fn the_layout_of_a_packet_is_given_as_rows() {
    let mut world = World::new(&able(), &with("//- S_X.1.def\nint32 a|\nstring b\n"));
    let arguments = json!({ "command": "landwright.layout", "arguments": [{ "uri": world.file }] });
    let table = world.client.request("workspace/executeCommand", arguments);
    let rows = table["rows"].as_array().unwrap();
    let row = rows.iter().find(|row| row["name"] == "a").unwrap();
    assert_eq!((&row["offset"], &row["size"]), (&json!(6), &json!("4 B")));
    assert_eq!(row["range"]["start"]["line"], 0);
    let wrong = json!({ "command": "landwright.layout", "arguments": [{ "uri": "file:///gone" }] });
    assert_eq!(world.client.error("workspace/executeCommand", wrong), -32803);
    let unknown = json!({ "command": "made.up", "arguments": [] });
    assert_eq!(world.client.error("workspace/executeCommand", unknown), -32803);
}

#[test]
fn a_packet_is_read_as_far_as_it_can_be() {
    let mut world = World::new(&able(), &with("//- S_X.1.def\nint32 a|\nbool b\nint32 c\n"));
    let uri = world.file.clone();
    let mut decode = |hex: &str| {
        let arguments = json!([{ "uri": uri, "hex": hex }]);
        let params = json!({ "command": "landwright.decode", "arguments": arguments });
        world.client.request("workspace/executeCommand", params)
    };
    let whole = decode("0d00 e703 2a000000 01 07000000");
    let values: Vec<&str> =
        whole["rows"].as_array().unwrap().iter().filter_map(|row| row["value"].as_str()).collect();
    assert_eq!(values, ["13", "999", "42", "true", "7"]);
    assert_eq!(whole["error"], Value::Null);
    assert_eq!(whole["warnings"], json!([]));
    // The header speaks of two bytes more, or of fewer than it has itself.
    for wrong in ["0f00 e703 2a000000 01 07000000", "0300 e703 2a000000 01 07000000"] {
        let read = decode(wrong);
        assert_eq!((&read["error"], &read["rows"][4]["value"]), (&Value::Null, &json!("7")));
        let said = read["warnings"][0]["message"].as_str().unwrap();
        assert!(said.contains("but there are 13"), "{said}");
    }
    let cut = decode("0b00 e703 2a000000 01 0700");
    assert_eq!(
        (&cut["error"]["path"], &cut["error"]["range"]["start"]["line"]),
        (&json!("c"), &json!(2))
    );
}
