//! What is opened, changed and closed, and what is told about it.

use serde_json::{Value, json};

use crate::support::Client;

const URI: &str = "file:///C_A.1.def";

#[test]
fn diagnostics_come_with_their_version_and_go() {
    let mut client = Client::plain();
    client.open(URI, 1, "int32 x\nwrong\n");
    let found = client.published(URI, 1);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 1, "character": 0 }));
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["source"], "landwright");
    client.change(URI, 2, "int32 x\nint32 y\n");
    assert_eq!(client.published(URI, 2), Vec::<Value>::new());
    client.change(URI, 3, "wrong\n");
    assert_eq!(client.published(URI, 3).len(), 1);
    client.close(URI);
    assert_eq!(client.published(URI, Value::Null), Vec::<Value>::new());
}

#[test]
fn changes_of_one_message_are_made_in_order() {
    let mut client = Client::plain();
    client.open(URI, 1, "int32 a\n");
    let insert = |line: u32, character: u32, text: &str| {
        let place = json!({ "line": line, "character": character });
        json!({ "range": { "start": place, "end": place }, "text": text })
    };
    let changes = [insert(0, 7, "bc"), insert(0, 9, "\nint32 😀d"), insert(1, 9, "e")];
    let params = json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": changes });
    client.notify("textDocument/didChange", params);
    let params = json!({ "textDocument": { "uri": URI } });
    let symbols = client.request("textDocument/documentSymbol", params);
    assert_eq!((&symbols[0]["name"], &symbols[1]["name"]), (&json!("abc"), &json!("😀de")));
}

#[test]
fn columns_are_in_the_encoding_that_was_agreed_on() {
    let offers = [json!([]), json!(["utf-8", "utf-16"]), json!(["utf-16"]), json!(["utf-32"])];
    let columns = [5, 9, 5, 4].map(|units| units + 2);
    for (offer, column) in offers.into_iter().zip(columns) {
        let mut client = Client::start();
        let general = json!({ "general": { "positionEncodings": offer } });
        client.initialize(&general, &[]);
        // The name of the third word starts after a syllable of Hangul and an emoji.
        client.open(URI, 1, "한😀 x y\n");
        let end = &client.published(URI, 1)[0]["range"]["end"];
        assert_eq!(end, &json!({ "line": 0, "character": column }), "{offer}");
    }
}

#[test]
fn a_client_that_asks_is_answered_and_not_told() {
    let mut client = Client::start();
    let capabilities = json!({ "textDocument": { "diagnostic": {} } });
    let answer = client.initialize(&capabilities, &[]);
    assert_eq!(answer["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    client.open(URI, 1, "wrong\n");
    let ask = |client: &mut Client, previous: &Value| {
        let params = json!({ "textDocument": { "uri": URI }, "previousResultId": previous });
        client.request("textDocument/diagnostic", params)
    };
    let first = ask(&mut client, &Value::Null);
    assert_eq!((&first["kind"], first["items"].as_array().unwrap().len()), (&json!("full"), 1));
    assert_eq!(ask(&mut client, &first["resultId"])["kind"], "unchanged");
    client.change(URI, 2, "int32 x\n");
    assert_eq!(ask(&mut client, &first["resultId"])["items"], json!([]));
    assert!(!client.has_seen("textDocument/publishDiagnostics"));
}

#[test]
fn a_file_that_has_no_name_yet_is_known_by_its_language() {
    let mut client = Client::plain();
    client.open("untitled:Untitled-1", 1, "wrong\n");
    assert_eq!(client.published("untitled:Untitled-1", 1).len(), 1);
}

#[test]
fn severities_are_what_the_settings_say() {
    let mut client = Client::start();
    let params = json!({
        "capabilities": {},
        "initializationOptions": { "severities": { "def-malformed-line": "hint" }, "patch": "x" },
    });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    let complaint = client.notification("window/showMessage");
    assert!(complaint["message"].as_str().unwrap().contains("landwright.patch"), "{complaint}");
    client.open(URI, 1, "wrong\n");
    assert_eq!(client.published(URI, 1)[0]["severity"], 4);
    let settings = json!({ "landwright": { "severities": { "def-malformed-line": "off" } } });
    client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    assert_eq!(client.published(URI, 1), Vec::<Value>::new());
}
