//! Folders on disk: what is in them, what changes there, and how they are set up.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Client, uri};

pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A client that asks for diagnostics, and can what else is given.
pub(crate) fn asking(workspace: Value) -> Value {
    json!({ "textDocument": { "diagnostic": {} }, "workspace": workspace })
}

/// The names of all files that the server knows, with how many problems each has.
pub(crate) fn known(client: &mut Client) -> Vec<(String, usize)> {
    let answer = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let items = answer["items"].as_array().unwrap().iter();
    let file = |item: &Value| {
        let name = item["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (name, item["items"].as_array().unwrap().len())
    };
    items.map(file).collect()
}

/// Asks until the server knows what it should: changes on disk take their time to be noticed.
pub(crate) fn wait_until_known(client: &mut Client, expected: &[(&str, usize)]) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    loop {
        let known = known(client);
        if known.iter().map(|(name, n)| (name.as_str(), *n)).eq(expected.iter().copied()) {
            return;
        }
        assert!(std::time::Instant::now() < deadline, "{known:?} instead of {expected:?}");
        std::thread::yield_now();
    }
}

#[test]
fn all_files_of_all_folders_are_diagnosed() {
    let one = folder(&[("C_A.1.def", "wrong\n"), ("deep/S_B.2.def", "int32 x\n")]);
    let two = folder(&[("C_C.1.def", "wrong\nwrong\n"), ("notes.txt", "wrong\n")]);
    let mut client = Client::ready(&asking(json!({})), &[one.path(), two.path()]);
    let mut known = known(&mut client);
    known.sort();
    let expected = [("C_A.1.def", 1), ("C_C.1.def", 2), ("S_B.2.def", 0)];
    assert_eq!(known, expected.map(|(name, n)| (name.to_owned(), n)));
}

/// A device has no end, and a pipe waits for a writer for ever.
#[cfg(unix)]
#[test]
fn devices_pipes_and_links_out_of_the_workspace_are_told_and_never_read() {
    use std::os::unix::fs::symlink;
    let outside = folder(&[("S_SECRET.1.def", "wrong\n")]);
    let one = folder(&[("C_A.1.def", "wrong\n"), ("S_LATER.1.def", "wrong\n")]);
    symlink("/dev/zero", one.path().join("S_ZERO.1.def")).unwrap();
    symlink(outside.path().join("S_SECRET.1.def"), one.path().join("S_LINK.1.def")).unwrap();
    symlink(outside.path(), one.path().join("links")).unwrap();
    symlink(one.path().join("C_A.1.def"), one.path().join("C_B.1.def")).unwrap();
    let pipe = |name: &str| {
        let path = one.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    pipe("S_PIPE.1.def");
    let watching = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let mut client = Client::ready(&asking(watching), &[one.path()]);
    let answer = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let codes = answer["items"].as_array().unwrap().iter().map(|item| {
        let name = item["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (name, item["items"][0]["code"].as_str().unwrap().to_owned())
    });
    let expected = [
        ("C_A.1.def", "def-malformed-line"),
        ("C_B.1.def", "def-malformed-line"),
        ("S_LATER.1.def", "def-malformed-line"),
        ("S_LINK.1.def", "def-file-skipped"),
        ("S_PIPE.1.def", "def-file-skipped"),
        ("S_ZERO.1.def", "def-file-skipped"),
        ("links", "def-file-skipped"),
    ];
    assert_eq!(
        codes.collect::<Vec<_>>(),
        expected.map(|(name, code)| (name.to_owned(), code.to_owned()))
    );
    // What comes later is read no more than what was there at first.
    fs::remove_file(one.path().join("S_LATER.1.def")).unwrap();
    pipe("S_LATER.1.def");
    let names = ["S_LATER.1.def", "links", "links/S_SECRET.1.def"];
    let changes = names.map(|name| json!({ "uri": uri(&one.path().join(name)), "type": 1 }));
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    let mut expected = expected.map(|(name, _)| (name, 1)).to_vec();
    expected.push(("S_SECRET.1.def", 1));
    wait_until_known(&mut client, &expected);
    let later = uri(&one.path().join("S_LATER.1.def"));
    let answer =
        client.request("textDocument/diagnostic", json!({ "textDocument": { "uri": later } }));
    assert_eq!(answer["items"][0]["code"], "def-file-skipped", "{answer}");
    // An editor that has it open all the same says what is in it.
    client.open(&later, 1, "int32 x\n");
    assert_eq!(known(&mut client).iter().filter(|(_, n)| *n == 0).count(), 1);
    client.close(&later);
    wait_until_known(&mut client, &expected);
}

#[test]
fn while_nothing_changes_the_workspace_is_unchanged() {
    let one = folder(&[("C_A.1.def", "wrong\n"), ("C_B.1.def", "")]);
    let mut client = Client::ready(&asking(json!({})), &[one.path()]);
    let first = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let ids: Vec<Value> = first["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| json!({ "uri": item["uri"], "value": item["resultId"] }))
        .collect();
    let second = client.request("workspace/diagnostic", json!({ "previousResultIds": ids }));
    let kinds: Vec<&Value> =
        second["items"].as_array().unwrap().iter().map(|item| &item["kind"]).collect();
    assert_eq!(kinds, ["unchanged", "unchanged"]);
}

#[test]
fn the_editors_text_counts_until_it_is_closed() {
    let one = folder(&[("C_A.1.def", "wrong\n")]);
    let file = uri(&one.path().join("C_A.1.def"));
    let mut client = Client::ready(&asking(json!({})), &[one.path()]);
    client.open(&file, 1, "int32 x\n");
    assert_eq!(known(&mut client), [("C_A.1.def".to_owned(), 0)]);
    client.close(&file);
    wait_until_known(&mut client, &[("C_A.1.def", 1)]);
}

#[test]
fn a_client_that_watches_is_asked_to_and_believed() {
    let one = folder(&[("C_A.1.def", "wrong\n")]);
    let watching = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let mut client = Client::ready(&asking(watching), &[one.path()]);
    wait_until_known(&mut client, &[("C_A.1.def", 1)]);
    assert_eq!(client.registered, ["workspace/didChangeWatchedFiles"]);
    write(one.path(), "C_A.1.def", "int32 x\n");
    write(one.path(), "C_B.1.def", "wrong\n");
    let changes = ["C_A.1.def", "C_B.1.def"].map(|name| uri(&one.path().join(name)));
    let changes = changes.map(|uri| json!({ "uri": uri, "type": 2 }));
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    wait_until_known(&mut client, &[("C_A.1.def", 0), ("C_B.1.def", 1)]);
    fs::remove_file(one.path().join("C_A.1.def")).unwrap();
    let change = json!({ "uri": uri(&one.path().join("C_A.1.def")), "type": 3 });
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    wait_until_known(&mut client, &[("C_B.1.def", 1)]);
}

/// VS Code tells of a folder that comes or goes, and not of what is in it.
#[test]
fn a_folder_that_comes_or_goes_brings_its_files_along() {
    let one = folder(&[("C_A.1.def", "wrong\n")]);
    let other = folder(&[("C_B.1.def", "wrong\n"), ("deep/C_C.1.def", "")]);
    let watching = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let mut client = Client::ready(&asking(watching), &[one.path()]);
    wait_until_known(&mut client, &[("C_A.1.def", 1)]);
    let [new, newer] = ["new", "newer"].map(|name| one.path().join(name));
    let tell = |client: &mut Client, changes: &[(&Path, u32)]| {
        let change = |(path, kind): &(&Path, u32)| json!({ "uri": uri(path), "type": kind });
        let changes: Vec<Value> = changes.iter().map(change).collect();
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    };
    fs::rename(other.path(), &new).unwrap();
    tell(&mut client, &[(&new, 1)]);
    wait_until_known(&mut client, &[("C_A.1.def", 1), ("C_B.1.def", 1), ("C_C.1.def", 0)]);
    fs::rename(&new, &newer).unwrap();
    tell(&mut client, &[(&new, 3), (&newer, 1)]);
    wait_until_known(&mut client, &[("C_A.1.def", 1), ("C_B.1.def", 1), ("C_C.1.def", 0)]);
    fs::remove_dir_all(newer.join("deep")).unwrap();
    fs::write(newer.join("notes.txt"), "").unwrap();
    tell(&mut client, &[(&newer.join("deep"), 3), (&newer.join("notes.txt"), 1)]);
    wait_until_known(&mut client, &[("C_A.1.def", 1), ("C_B.1.def", 1)]);
    fs::remove_dir_all(&newer).unwrap();
    tell(&mut client, &[(&newer, 3)]);
    wait_until_known(&mut client, &[("C_A.1.def", 1)]);
}

#[test]
fn for_a_client_that_does_not_watch_the_server_does() {
    let one = folder(&[("C_A.1.def", "wrong\n")]);
    let mut client = Client::ready(&asking(json!({})), &[one.path()]);
    wait_until_known(&mut client, &[("C_A.1.def", 1)]);
    write(one.path(), "C_A.1.def", "int32 x\n");
    wait_until_known(&mut client, &[("C_A.1.def", 0)]);
    write(one.path(), "new/C_B.1.def", "wrong\n");
    wait_until_known(&mut client, &[("C_A.1.def", 0), ("C_B.1.def", 1)]);
    fs::rename(one.path().join("new"), one.path().join("old")).unwrap();
    fs::remove_file(one.path().join("C_A.1.def")).unwrap();
    wait_until_known(&mut client, &[("C_B.1.def", 1)]);
    fs::remove_dir_all(one.path().join("old")).unwrap();
    wait_until_known(&mut client, &[]);
    assert_eq!(client.registered, Vec::<String>::new());
}

#[test]
fn a_file_that_is_deleted_while_it_is_open_stays_until_it_is_closed() {
    let one = folder(&[("C_A.1.def", "int32 x\n"), ("C_B.1.def", "int32 x\n")]);
    let watching = json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } });
    let mut client = Client::ready(&asking(watching), &[one.path()]);
    wait_until_known(&mut client, &[("C_A.1.def", 0), ("C_B.1.def", 0)]);
    let [a, b] = ["C_A.1.def", "C_B.1.def"].map(|name| uri(&one.path().join(name)));
    client.open(&a, 1, "int32 x\nwrong\n");
    fs::remove_file(one.path().join("C_A.1.def")).unwrap();
    fs::remove_file(one.path().join("C_B.1.def")).unwrap();
    let gone = [&a, &b].map(|uri| json!({ "uri": uri, "type": 3 }));
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": gone }));
    wait_until_known(&mut client, &[("C_A.1.def", 1)]);
    assert!(client.hover(&a, 0, 7).to_string().contains("int32 x"));
    client.close(&a);
    wait_until_known(&mut client, &[]);
}

#[test]
fn folders_come_and_go() {
    let one = folder(&[("C_A.1.def", "")]);
    let two = folder(&[("C_B.1.def", "")]);
    let mut client = Client::ready(&asking(json!({})), &[one.path()]);
    wait_until_known(&mut client, &[("C_A.1.def", 0)]);
    let change = |added: &[&Path], removed: &[&Path]| {
        let list = |paths: &[&Path]| -> Vec<Value> {
            paths.iter().map(|path| json!({ "uri": uri(path), "name": "" })).collect()
        };
        json!({ "event": { "added": list(added), "removed": list(removed) } })
    };
    let params = change(&[two.path()], &[one.path()]);
    client.notify("workspace/didChangeWorkspaceFolders", params);
    wait_until_known(&mut client, &[("C_B.1.def", 0)]);
}

#[test]
fn each_folder_has_its_own_settings() {
    let one = folder(&[("C_A.1.def", "wrong\n")]);
    let two = folder(&[("C_B.1.def", "wrong\n")]);
    let mut client = Client::start();
    let quiet = json!({ "severities": { "def-malformed-line": "off" } });
    client.settings = vec![(String::new(), json!({})), (uri(one.path()), quiet.clone())];
    let workspace = json!({
        "configuration": true,
        "didChangeConfiguration": { "dynamicRegistration": true },
    });
    client.initialize(&json!({ "workspace": workspace }), &[one.path(), two.path()]);
    let files = [one.path().join("C_A.1.def"), two.path().join("C_B.1.def")].map(|path| uri(&path));
    client.wait("the question for settings", |it| it["method"] == "workspace/configuration");
    for file in &files {
        client.open(file, 1, "wrong\n");
    }
    assert_eq!(client.published(&files[1], 1).len(), 1);
    assert_eq!(client.published(&files[0], 1).len(), 0);
    assert!(client.registered.contains(&"workspace/didChangeConfiguration".to_owned()));
    client.settings = vec![(String::new(), quiet)];
    client.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    assert_eq!(client.published(&files[1], 1).len(), 0);
}

#[test]
fn progress_begins_and_ends_where_it_is_shown() {
    let one = folder(&[("C_A.1.def", "")]);
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::ready(&capabilities, &[one.path()]);
    let begin = client.notification("$/progress");
    assert_eq!(begin["value"]["kind"], "begin");
    loop {
        let step = client.notification("$/progress");
        assert_eq!(step["token"], begin["token"]);
        client.notify("window/workDoneProgress/cancel", json!({ "token": step["token"] }));
        if step["value"]["kind"] == "end" {
            break;
        }
    }
    client.shut_down();
}

#[test]
fn captured_packets_are_read_again_while_their_definition_is_edited() {
    let one = folder(&[("S_A.1.def", "int32 a\n"), ("S_A.1.hex", "0800 e703 2a000000\n")]);
    let file = uri(&one.path().join("S_A.1.def"));
    let mut client = Client::ready(&json!({}), &[one.path()]);
    client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    client.open(&file, 1, "int32 a\n");
    assert_eq!(client.published(&file, 1), Vec::<Value>::new());
    assert!(client.hover(&file, 0, 7).to_string().contains("42"));
    client.change(&file, 2, "int32 a\nint32 b\n");
    let problems = client.published(&file, 2);
    assert_eq!(problems[0]["range"]["start"]["line"], 1, "{problems:?}");
    let capture = uri(&one.path().join("S_A.1.hex"));
    client.open(&capture, 1, "0c00 e703 2a000000 07000000\n");
    assert_eq!(client.published(&file, 2), Vec::<Value>::new());
}

#[test]
fn captured_packets_are_read_again_when_their_opcode_changes() {
    let files = [("S_A.1.def", "int32 a\n"), ("S_A.1.hex", "0800 0100 2a000000\n")];
    let one = folder(&[files[0], files[1], ("protocol.1.map", "S_A = 1\n")]);
    let [capture, map] = ["S_A.1.hex", "protocol.1.map"].map(|name| uri(&one.path().join(name)));
    let mut client = Client::ready(&json!({}), &[one.path()]);
    client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    client.open(&capture, 1, files[1].1);
    assert_eq!(client.published(&capture, 1), Vec::<Value>::new());
    client.open(&map, 1, "S_A = 1\n");
    client.change(&map, 2, "S_A = 2\n");
    let told = client.wait("what is wrong with the capture", |message| {
        let params = &message["params"];
        params["uri"] == capture && params["diagnostics"] != json!([])
    });
    let problem = &told["params"]["diagnostics"][0];
    assert_eq!(problem["code"], "def-capture-other-packet", "{problem}");
}

#[test]
fn a_project_says_what_its_files_problems_count_as() {
    let severity = "[severity]\ndef-malformed-line = \"hint\"\n";
    let one = folder(&[("C_A.1.def", "wrong\n"), ("old/C_B.1.def", "wrong\n")]);
    write(one.path(), "old/landwright.toml", severity);
    let mut client = Client::ready(&json!({}), &[one.path()]);
    let [a, b, project] = ["C_A.1.def", "old/C_B.1.def", "old/landwright.toml"]
        .map(|name| uri(&one.path().join(name)));
    client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    client.open(&a, 1, "wrong\n");
    assert_eq!(client.published(&a, 1)[0]["severity"], 1);
    client.open(&b, 1, "wrong\n");
    assert_eq!(client.published(&b, 1)[0]["severity"], 4);
    let ignore = "[[ignore]]\ncode = \"def-malformed-line\"\nfile = \"*.def\"\nreason = \"Old\"\n";
    client.open(&project, 1, ignore);
    assert_eq!(client.published(&b, 1), Vec::<Value>::new());
    client.change(&project, 2, "[severity]\nno-such-code = \"off\"\n");
    assert_eq!(client.published(&project, 2)[0]["code"], "project-unknown-code");
    assert_eq!(client.published(&b, 1)[0]["severity"], 1);
}

#[test]
fn closed_files_are_told_of_where_the_client_does_not_ask() {
    let folder = folder(&[("C_A.1.def", "wrong\n"), ("C_B.1.def", "@include C_C.1.def\n")]);
    let [a, b, c] =
        ["C_A.1.def", "C_B.1.def", "C_C.1.def"].map(|name| uri(&folder.path().join(name)));
    let mut client = Client::ready(&json!({}), &[folder.path()]);
    assert_eq!(client.published(&a, Value::Null).len(), 1);
    assert_eq!(client.published(&b, Value::Null)[0]["code"], "def-include-missing");
    // Open and mended, it has none; closed without a save, it is as on disk again.
    client.open(&a, 1, "int32 a\n");
    assert_eq!(client.published(&a, 1).len(), 0);
    client.close(&a);
    client.wait("its problem again", |it| {
        it["params"]["uri"] == *a
            && it["params"]["diagnostics"].as_array().is_some_and(|it| it.len() == 1)
    });
    // Opened and closed as it is, it keeps its problem.
    client.open(&a, 2, "wrong\n");
    assert_eq!(client.published(&a, 2).len(), 1);
    client.close(&a);
    for n_problems in [0, 1] {
        client.wait("none, and its problem again", |it| {
            it["params"]["uri"] == *a
                && it["params"]["version"].is_null()
                && it["params"]["diagnostics"].as_array().is_some_and(|it| it.len() == n_problems)
        });
    }
    // An open file mends one that is not.
    client.open(&c, 1, "int32 a\n");
    client.wait("the other without a problem", |it| {
        it["params"]["uri"] == *b
            && it["params"]["diagnostics"].as_array().is_some_and(Vec::is_empty)
    });
}
