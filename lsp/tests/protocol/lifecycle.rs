//! From the first message to the last.

use serde_json::{Value, json};

use crate::support::{Client, Listening, at};

#[test]
fn the_server_says_who_it_is_and_what_it_can_do() {
    let mut client = Client::start();
    let answer = client.initialize(&json!({}), &[]);
    assert_eq!(answer["serverInfo"]["name"], "landwright-lsp");
    assert_eq!(answer["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(answer["capabilities"]["textDocumentSync"]["change"], 2);
    client.shut_down();
}

#[test]
fn a_client_is_offered_only_what_it_knows_of() {
    let offered = |capabilities: Value| {
        let answer = Client::start().initialize(&capabilities, &[]);
        let server = &answer["capabilities"];
        (server["renameProvider"].clone(), server["codeActionProvider"].is_object())
    };
    assert_eq!(offered(json!({})), (json!(true), false));
    let able = json!({ "textDocument": {
        "rename": { "prepareSupport": true },
        "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } },
    } });
    assert_eq!(offered(able), (json!({ "prepareProvider": true }), true));
}

#[test]
fn exit_ends_the_process_though_stdin_stays_open() {
    let mut client = Client::plain();
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().unwrap().code(), Some(0));
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    let mut client = Client::plain();
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().unwrap().code(), Some(1));
}

#[test]
fn exit_before_initialize_ends_the_process() {
    let mut client = Client::start();
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().unwrap().code(), Some(1));
}

#[test]
fn a_client_that_goes_away_ends_the_process() {
    let mut client = Client::plain();
    client.hang_up();
    assert_eq!(client.ended().unwrap().code(), Some(1));

    let mut client = Client::plain();
    client.request("shutdown", Value::Null);
    client.hang_up();
    assert_eq!(client.ended().unwrap().code(), Some(0));
}

#[test]
fn requests_outside_the_session_are_refused() {
    let mut client = Client::start();
    assert_eq!(client.error("textDocument/hover", at("file:///a.1.def", 0, 0)), -32002);
    client.initialize(&json!({}), &[]);
    assert_eq!(client.error("initialize", json!({ "capabilities": {} })), -32600);
    client.request("shutdown", Value::Null);
    assert_eq!(client.error("textDocument/hover", at("file:///a.1.def", 0, 0)), -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.ended().unwrap().code(), Some(0));
}

/// Emacs sends `{}`, others `null` or nothing.
#[test]
fn shutdown_is_understood_with_any_parameters() {
    for params in [json!(null), json!({}), json!([])] {
        let mut client = Client::plain();
        client.request("shutdown", params);
    }
}

#[test]
fn what_is_sent_right_behind_initialize_is_taken_in() {
    let mut client = Client::start();
    let id = client.ask("initialize", json!({ "capabilities": {} }));
    client.notify("initialized", json!({}));
    client.open("file:///C_A.1.def", 1, "wrong\n");
    assert_eq!(client.published("file:///C_A.1.def", 1).len(), 1);
    client.answer(id);
}

#[test]
fn several_clients_are_served_at_once_over_tcp() {
    let server = Listening::start();
    let uri = "file:///C_A.1.def";
    let mut clients = [Client::connect(&server.address), Client::connect(&server.address)];
    for (client, text) in clients.iter_mut().zip(["int32 first\n", "int32 second\n"]) {
        client.initialize(&json!({}), &[]);
        client.open(uri, 1, text);
    }
    let [first, second] = clients.each_mut().map(|client| client.hover(uri, 0, 7).to_string());
    assert!(first.contains("first") && second.contains("second"), "{first} {second}");
    // One that leaves does not take the other along.
    let [mut first, mut second] = clients;
    first.request("shutdown", Value::Null);
    first.notify("exit", Value::Null);
    assert!(second.hover(uri, 0, 7).to_string().contains("second"));
}
