//! Large folders, and many changes at once.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Client, uri};
use crate::workspace::{asking, folder, wait_until_known, write};

fn watching() -> Value {
    json!({ "didChangeWatchedFiles": { "dynamicRegistration": true } })
}

#[test]
fn ten_thousand_definitions_are_diagnosed_and_found() {
    let one = tempfile::tempdir().unwrap();
    for n in 0..10_000 {
        let text = if n == 7_777 { "wrong\n" } else { "uint64 gameId\nint32 amount\n" };
        fs::write(one.path().join(format!("S_PACKET_{n:04}.1.def")), text).unwrap();
    }
    let mut client = Client::ready(&asking(json!({})), &[one.path()]);
    let answer = client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    let items = answer["items"].as_array().unwrap();
    assert_eq!(items.len(), 10_000);
    let is_wrong = |item: &&Value| !item["items"].as_array().unwrap().is_empty();
    let wrong: Vec<&Value> = items.iter().filter(is_wrong).map(|item| &item["uri"]).collect();
    assert_eq!(wrong, [&uri(&one.path().join("S_PACKET_7777.1.def"))]);
    let found = client.request("workspace/symbol", json!({ "query": "packet_4321" }));
    assert_eq!(found[0]["name"], "S_PACKET_4321");
}

/// What this takes must grow with the number of files, and not with its square.
#[test]
fn thousands_of_open_files_are_all_told_of() {
    const N_FILES: usize = 3_000;
    let mut client = Client::plain();
    let file = |n: usize| format!("file:///S_PACKET_{n:04}.1.def");
    for n in 0..N_FILES {
        client.open(&file(n), 1, if n % 2 == 0 { "wrong\n" } else { "int32 x\n" });
    }
    let mut n_problems = BTreeMap::new();
    while n_problems.len() < N_FILES {
        let told = client.notification("textDocument/publishDiagnostics");
        let file = told["uri"].as_str().unwrap().to_owned();
        n_problems.insert(file, told["diagnostics"].as_array().unwrap().len());
    }
    for n in 0..N_FILES {
        assert_eq!(n_problems[&file(n)], (n + 1) % 2, "{n}");
    }
    // The processor's time, since what else the machine does must not decide: a debug build takes
    // a third of a second for this.
    if let Some(seconds) = client.processor_seconds() {
        assert!(seconds < 5.0, "{seconds} s");
    }
}

#[test]
fn a_client_that_tells_of_eight_hundred_changes_is_believed() {
    let names: Vec<String> = (0..800).map(|n| format!("C_PACKET_{n:03}.1.def")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "wrong\n")).collect();
    let one = folder(&files);
    let mut client = Client::ready(&asking(watching()), &[one.path()]);
    let before: Vec<_> = names.iter().map(|name| (name.as_str(), 1)).collect();
    wait_until_known(&mut client, &before);
    let changes: Vec<Value> = names
        .iter()
        .map(|name| {
            write(one.path(), name, "int32 x\n");
            json!({ "uri": uri(&one.path().join(name)), "type": 2 })
        })
        .collect();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    let after: Vec<_> = names.iter().map(|name| (name.as_str(), 0)).collect();
    wait_until_known(&mut client, &after);
}

/// Two branches of 800 files, of which each file is in one, in the other or in both; what is open
/// in the editor stays as the editor has it. The server watches by itself here.
#[test]
fn a_checkout_that_changes_eight_hundred_files_ends_in_what_is_there() {
    if Command::new("git").arg("--version").output().is_err() {
        return eprintln!("skipped: there is no git");
    }
    let name = |n: usize| format!("C_PACKET_{n:03}.1.def");
    let one = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let settings = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let settings = settings.iter().chain(&["-c", "core.autocrlf=false"]);
        let git =
            Command::new("git").current_dir(one.path()).args(settings).args(arguments).output();
        assert!(git.is_ok_and(|it| it.status.success()), "git {arguments:?}");
    };
    git(&["init", "--quiet", "--initial-branch=old"]);
    (0..800).filter(|n| n % 4 != 3).for_each(|n| write(one.path(), &name(n), "wrong\n"));
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message=old"]);
    git(&["checkout", "--quiet", "-b", "new"]);
    for n in 0..800 {
        match n % 4 {
            0 => fs::remove_file(one.path().join(name(n))).unwrap(),
            _ => write(one.path(), &name(n), "int32 x\n"),
        }
    }
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message=new"]);
    git(&["checkout", "--quiet", "old"]);

    let names: Vec<String> = (0..800).map(name).collect();
    let expect = |is_there: &dyn Fn(usize) -> bool, n_problems: usize| -> Vec<(&str, usize)> {
        let there = names.iter().enumerate().filter(|(n, _)| is_there(*n));
        there.map(|(n, name)| (name.as_str(), if n == 1 { 2 } else { n_problems })).collect()
    };
    let mut client = Client::ready(&asking(json!({})), &[one.path()]);
    client.open(&uri(&one.path().join(name(1))), 1, "wrong\nwrong\n");
    wait_until_known(&mut client, &expect(&|n| n % 4 != 3, 1));
    git(&["checkout", "--quiet", "new"]);
    wait_until_known(&mut client, &expect(&|n| n % 4 != 0, 0));
    git(&["checkout", "--quiet", "old"]);
    wait_until_known(&mut client, &expect(&|n| n % 4 != 3, 1));
}
