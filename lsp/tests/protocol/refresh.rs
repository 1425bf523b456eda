//! Clients are asked to ask again when a change in one file altered what is said of others, and
//! only then.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Client, uri};

const METHODS: [&str; 4] = [
    "workspace/diagnostic/refresh",
    "workspace/semanticTokens/refresh",
    "workspace/inlayHint/refresh",
    "workspace/codeLens/refresh",
];

fn refreshing() -> Value {
    let can = json!({ "refreshSupport": true });
    json!({
        "workspace": {
            "diagnostics": can, "semanticTokens": can, "inlayHint": can, "codeLens": can,
        },
        "textDocument": { "diagnostic": {} },
    })
}

struct World {
    client: Client,
    folder: tempfile::TempDir,
}

impl World {
    /// Everything has been read, and the client has been told so.
    fn new(capabilities: &Value, files: &[(&str, &str)]) -> World {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let client = Client::ready(capabilities, &[folder.path()]);
        World { client, folder }
    }

    fn uri(&self, name: &str) -> String {
        uri(&self.folder.path().join(name))
    }

    /// Makes a file, and tells the server of it as a client that watches does.
    fn create(&mut self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
        let created = json!([{ "uri": self.uri(name), "type": 1 }]);
        self.client.notify("workspace/didChangeWatchedFiles", json!({ "changes": created }));
    }

    fn wait_for_all(&mut self) {
        for method in METHODS {
            self.client.wait(method, |message| message["method"] == method);
        }
    }

    fn has_been_asked(&mut self) -> bool {
        METHODS.iter().any(|method| self.client.has_seen(method))
    }
}

#[test]
fn a_client_is_asked_once_everything_has_been_read() {
    let mut world = World::new(&refreshing(), &[("S_A.1.def", "int32 a\n")]);
    world.wait_for_all();
    assert!(!world.has_been_asked());
}

#[test]
fn a_client_that_can_t_is_not_asked() {
    let mut world = World::new(&json!({}), &[("S_A.1.def", "int32 a\n")]);
    world.client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let map = world.uri("protocol.1.map");
    world.client.open(&map, 1, "S_A = 1\n");
    assert!(!world.has_been_asked());
}

#[test]
fn a_new_opcode_alters_its_definition_and_a_comment_does_not() {
    let files = [("S_A.1.def", "int32 a\n"), ("protocol.1.map", "S_A = 1\n")];
    let mut world = World::new(&refreshing(), &files);
    world.wait_for_all();
    let map = world.uri("protocol.1.map");
    world.client.open(&map, 1, "S_A = 1\n");
    world.client.change(&map, 2, "S_A = 1 # as ever\n");
    assert!(!world.has_been_asked());
    world.client.change(&map, 3, "S_A = 2 # as ever\n");
    world.wait_for_all();
}

#[test]
fn what_is_included_alters_who_includes_it_and_what_is_not_alters_nobody() {
    let files = [("S_A.1.def", "int32 a\n"), ("S_B.1.def", "@include S_A.1.def\nint32 b\n")];
    let mut world = World::new(&refreshing(), &files);
    world.wait_for_all();
    let (included, other) = (world.uri("S_A.1.def"), world.uri("S_B.1.def"));
    world.client.open(&other, 1, files[1].1);
    world.client.open(&included, 1, files[0].1);
    world.wait_for_all();
    world.client.change(&other, 2, "@include S_A.1.def\nint64 b\n");
    assert!(!world.has_been_asked());
    let hints = |world: &mut World| {
        let range = json!({
            "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 },
        });
        let params = json!({ "textDocument": { "uri": other }, "range": range });
        world.client.request("textDocument/inlayHint", params).to_string()
    };
    assert!(hints(&mut world).contains("+8"));
    world.client.change(&included, 2, "int64 a\n");
    world.wait_for_all();
    assert!(hints(&mut world).contains("+12"));
}

#[test]
fn closing_a_file_as_it_is_on_disk_alters_nothing() {
    let mut capabilities = refreshing();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({ "dynamicRegistration": true });
    let files = [("S_A.1.def", "int32 a\n"), ("S_A.2.def", "int32 a\nint32 b\n")];
    let mut world = World::new(&capabilities, &files);
    world.wait_for_all();
    let file = world.uri("S_A.1.def");
    world.client.open(&file, 1, "int32 a\n");
    world.client.close(&file);
    assert!(!world.has_been_asked());
    // What is read after it from the disk shows that it has been read too.
    world.create("S_A.3.def", "");
    world.wait_for_all();
    assert!(!world.has_been_asked());
}

#[test]
fn a_version_that_comes_into_being_alters_the_others() {
    let mut capabilities = refreshing();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({ "dynamicRegistration": true });
    let mut world = World::new(&capabilities, &[("S_A.1.def", "int32 a\n")]);
    world.wait_for_all();
    world.create("S_A.2.def", "int64 a\n");
    world.wait_for_all();
}
