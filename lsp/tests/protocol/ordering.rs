//! Answers keep to the order in which the client spoke.

use serde_json::json;

use crate::support::{Client, at};

const URI: &str = "file:///C_A.1.def";

#[test]
fn five_hundred_pipelined_changes_and_hovers_are_answered_in_order() {
    let mut client = Client::plain();
    client.open(URI, 0, "");
    let asked: Vec<(i32, i64)> = (1..=500)
        .map(|version| {
            let text = format!("int32 field{version}\n{}", "wrong\n".repeat(version as usize % 3));
            client.change(URI, version, &text);
            (version, client.ask("textDocument/hover", at(URI, 0, 8)))
        })
        .collect();
    for (version, id) in asked {
        let answer = client.answer(id).to_string();
        assert!(answer.contains(&format!("field{version}\\n")), "stale at {version}: {answer}");
    }
    // 500 % 3 lines are wrong in the end; whatever was published before came in order.
    assert_eq!(client.published(URI, 500).len(), 2);
}

#[test]
fn diagnostics_are_of_the_version_that_they_name_and_never_go_back() {
    let mut client = Client::plain();
    client.open(URI, 0, "");
    for version in 1..=300 {
        client.change(URI, version, &"wrong\n".repeat(version as usize));
    }
    let mut last = 0;
    while last < 300 {
        let told = client.notification("textDocument/publishDiagnostics");
        let version = told["version"].as_i64().unwrap();
        assert!(version >= last, "{version} after {last}");
        assert_eq!(told["diagnostics"].as_array().unwrap().len() as i64, version);
        last = version;
    }
}

#[test]
fn a_question_about_a_large_file_keeps_no_other_waiting() {
    let mut client = Client::plain();
    let large = "file:///S_LARGE.1.def";
    let text: String = (0..20_000).map(|n| format!("int32 field{n}\n")).collect();
    client.open(large, 1, &text);
    client.open(URI, 1, "int32 x\n");
    let document = json!({ "textDocument": { "uri": large } });
    let tokens = client.ask("textDocument/semanticTokens/full", document);
    let hover = client.ask("textDocument/hover", at(URI, 0, 7));
    let first = client.wait("an answer", |it| it["id"] == tokens || it["id"] == hover);
    assert_eq!(first["id"], hover);
    let tokens = client.answer(tokens);
    assert_eq!(tokens["result"]["data"].as_array().unwrap().len(), 20_000 * 2 * 5);
}

#[test]
fn a_request_that_is_cancelled_is_answered_as_such_or_as_usual() {
    let mut client = Client::plain();
    client.open(URI, 0, "int32 x\n");
    let id = client.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
    client.notify("$/cancelRequest", json!({ "id": id }));
    let answer = client.answer(id);
    let code = answer["error"]["code"].as_i64();
    assert!(answer.get("result").is_some() || code == Some(-32800), "{answer}");
    assert!(client.hover(URI, 0, 7).to_string().contains("int32 x"));
}
