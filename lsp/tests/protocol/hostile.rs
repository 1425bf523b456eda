//! Messages that no client should send.

use serde_json::{Value, json};

use crate::support::{Client, at};

const URI: &str = "file:///C_A.1.def";

/// The server still answers.
fn check_alive(client: &mut Client) {
    client.open(URI, 1, "int32 alive\n");
    assert!(client.hover(URI, 0, 8).to_string().contains("alive"));
}

#[test]
fn unknown_methods_are_refused_and_unknown_notifications_ignored() {
    let mut client = Client::plain();
    assert_eq!(client.error("textDocument/levitate", json!({})), -32601);
    client.notify("textDocument/levitate", json!({}));
    client.notify("$/setTrace", json!({ "value": "verbose" }));
    check_alive(&mut client);
}

#[test]
fn wrong_parameters_are_refused() {
    let mut client = Client::plain();
    assert_eq!(client.error("textDocument/hover", json!({ "textDocument": 3 })), -32602);
    assert_eq!(client.error("textDocument/hover", Value::Null), -32602);
    client.notify("textDocument/didOpen", json!({ "textDocument": null }));
    client.notify("textDocument/didChange", json!(["what?"]));
    check_alive(&mut client);
}

#[test]
fn positions_outside_the_text_have_an_answer() {
    let mut client = Client::plain();
    client.open(URI, 1, "int32 x # 😀\r\nint32 y");
    for (line, character) in [(0, u32::MAX), (u32::MAX, 0), (0, 11), (1, 99), (7, 7)] {
        client.hover(URI, line, character);
    }
    client.request("textDocument/hover", at("file:///never/opened.1.def", 0, 0));
    client.request("textDocument/hover", at("https://example.org/C_A.1.def", 0, 0));
    let edit = |start: (u32, u32), end: (u32, u32)| {
        let place = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
        let range = json!({ "start": place(start), "end": place(end) });
        json!({
            "textDocument": { "uri": URI, "version": 2 },
            "contentChanges": [{ "range": range, "text": "" }],
        })
    };
    client.notify("textDocument/didChange", edit((1, 5), (0, 5)));
    client.notify("textDocument/didChange", edit((9, 9), (u32::MAX, u32::MAX)));
    client.notify("textDocument/didChange", edit((0, 0), (u32::MAX, 0)));
    check_alive(&mut client);
}

#[test]
fn messages_out_of_order_do_no_harm() {
    let mut client = Client::plain();
    client.change(URI, 5, "int32 early\n");
    client.close(URI);
    assert_eq!(client.hover(URI, 0, 7), Value::Null);
    client.open(URI, 1, "int32 first\n");
    client.open(URI, 1, "int32 second\n");
    assert!(client.hover(URI, 0, 7).to_string().contains("second"));
    client.close(URI);
    client.close(URI);
    client.change(URI, 2, "int32 late\n");
    assert_eq!(client.hover(URI, 0, 7), Value::Null);
    check_alive(&mut client);
}

#[test]
fn garbage_between_messages_is_skipped() {
    let mut client = Client::plain();
    client.send_bytes(b"npm notice: a new version is there\r\n\r\n");
    check_alive(&mut client);
    for garbage in [
        "Content-Length: 2\r\n\r\n{]",
        "Content-Length: 4\r\n\r\n1234",
        "Content-Length: -1\r\n\r\n",
    ] {
        client.send_bytes(garbage.as_bytes());
        check_alive(&mut client);
    }
    client.send_bytes(b"\xff\x00\xfe\r\nContent-Length: 3\r\n\r\n\xff\xff\xff");
    check_alive(&mut client);
    client.send_bytes(br#"no line end"#);
    check_alive(&mut client);
    let refused = client.wait("an answer to garbage", |it| it.get("id") == Some(&Value::Null));
    assert_eq!(refused["error"]["code"], -32700);
}

#[test]
fn answers_to_nothing_are_ignored() {
    let mut client = Client::plain();
    for body in [
        r#"{"jsonrpc":"2.0","id":99,"result":null}"#,
        r#"{"id":null,"error":{"code":1,"message":""}}"#,
    ] {
        client.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }
    check_alive(&mut client);
}

#[test]
fn a_file_of_many_megabytes_does_not_stop_the_small_ones() {
    let mut client = Client::plain();
    client.open("file:///S_BIG.1.def", 1, &"int32 x\n".repeat(1_000_000));
    check_alive(&mut client);
    assert_eq!(client.published(URI, 1), Vec::<Value>::new());
}
