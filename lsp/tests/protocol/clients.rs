//! Real clients by what they say of themselves: each is led through every feature.
//!
//! What VS Code, Neovim 0.7, Emacs and Kakoune say was recorded from them; the others' words are
//! put together from what they document.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{Client, uri};

const CLIENTS: &[(&str, &str)] = &[
    ("VS Code 1.99", include_str!("clients/vscode-1.99.json")),
    ("Neovim 0.7", include_str!("clients/neovim-0.7.json")),
    ("Neovim 0.11", include_str!("clients/neovim-0.11.json")),
    ("eglot 1.9", include_str!("clients/eglot-1.9.json")),
    ("Helix 25.1", include_str!("clients/helix-25.1.json")),
    ("kakoune-lsp 22", include_str!("clients/kakoune-lsp-22.json")),
    ("Sublime LSP", include_str!("clients/sublime-lsp.json")),
];

#[test]
fn every_client_gets_an_answer_to_every_question_about_every_file() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/protocol"));
    let folder = folder.canonicalize().unwrap();
    let mut files = Vec::new();
    collect(&folder, &mut files);
    assert!(files.len() >= 12, "{files:?}");
    for (name, capabilities) in CLIENTS {
        let capabilities: Value = serde_json::from_str(capabilities).unwrap();
        let mut walk = Walk::begin(name, &capabilities, &folder);
        for file in &files {
            walk.about(file);
        }
        walk.end();
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension != "md") {
            files.push(path);
        }
    }
}

/// A client that asks everything that the server said it can answer.
struct Walk<'a> {
    name: &'a str,
    client: Client,
    server: Value,
    n_answers: usize,
}

impl<'a> Walk<'a> {
    fn begin(name: &'a str, capabilities: &Value, folder: &Path) -> Walk<'a> {
        let mut client = Client::start();
        let server = client.initialize(capabilities, &[folder])["capabilities"].take();
        let offered = capabilities.pointer("/general/positionEncodings");
        let offered = offered.and_then(Value::as_array).cloned().unwrap_or_default();
        let chosen = &server["positionEncoding"];
        assert!(offered.contains(chosen) || chosen == "utf-16", "{name}: {chosen}");
        // Answered once the folder has been read. Until then a file is offered what its neighbours
        // rule out, such as a version that there is, and a resolve may find it gone.
        client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
        Walk { name, client, server, n_answers: 0 }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.n_answers += 1;
        let id = self.client.ask(method, params.clone());
        let mut answer = self.client.answer(id);
        let error = answer["error"]["code"].as_i64();
        // A refusal says why there is nothing to be done, such as renaming a comment.
        let is_refusal = error == Some(-32803) && answer["error"]["message"].is_string();
        assert!(error.is_none() || is_refusal, "{}: {method} {params}: {answer}", self.name);
        answer["result"].take()
    }

    fn about(&mut self, path: &Path) {
        let file = uri(path);
        let text = fs::read_to_string(path).unwrap();
        self.client.open(&file, 1, &text);
        let n_lines = text.lines().count();
        for (line, part) in [(0, 0), (1, 1), (n_lines / 2, 2), (n_lines, 1)] {
            let length = text.lines().nth(line).map_or(0, str::len);
            self.at(&file, line, length * part / 2);
        }
        self.about_all_of(&file, n_lines);
        self.client.close(&file);
    }

    /// Everything that is asked at a place.
    fn at(&mut self, file: &str, line: usize, character: usize) {
        let document = json!({ "uri": file });
        let place = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": document, "position": place });
        for (provider, method) in [
            ("hoverProvider", "hover"),
            ("definitionProvider", "definition"),
            ("declarationProvider", "declaration"),
            ("implementationProvider", "implementation"),
            ("typeDefinitionProvider", "typeDefinition"),
            ("documentHighlightProvider", "documentHighlight"),
            ("linkedEditingRangeProvider", "linkedEditingRange"),
            ("renameProvider", "prepareRename"),
        ] {
            assert!(!self.server[provider].is_null(), "{}: {provider}", self.name);
            self.ask(&format!("textDocument/{method}"), params.clone());
        }
        let with = |name: &str, value: Value| {
            let mut params = params.clone();
            params[name] = value;
            params
        };
        let list = self.ask("textDocument/completion", params.clone());
        if let Some(item) = list["items"].get(0) {
            self.ask("completionItem/resolve", item.clone());
        }
        self.ask("textDocument/references", with("context", json!({ "includeDeclaration": true })));
        self.ask("textDocument/rename", with("newName", json!("another")));
        let mut typed = with("options", json!({ "tabSize": 4, "insertSpaces": true }));
        typed["ch"] = json!("\n");
        self.ask("textDocument/onTypeFormatting", typed);
        let places = json!({ "textDocument": document, "positions": [place] });
        self.ask("textDocument/selectionRange", places);
        let range = json!({ "start": place, "end": place });
        let params = json!({
            "textDocument": document, "range": range, "context": { "diagnostics": [] },
        });
        let actions = self.ask("textDocument/codeAction", params);
        for action in actions.as_array().into_iter().flatten() {
            let action = match action.get("data") {
                Some(_) => self.ask("codeAction/resolve", action.clone()),
                None => action.clone(),
            };
            assert!(action["edit"].is_object(), "{}: {action}", self.name);
        }
    }

    fn about_all_of(&mut self, file: &str, n_lines: usize) {
        let document = json!({ "uri": file });
        let range = json!({
            "start": { "line": 0, "character": 0 }, "end": { "line": n_lines, "character": 0 },
        });
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let params = json!({ "textDocument": document, "range": range, "options": options });
        for method in [
            "documentSymbol",
            "foldingRange",
            "inlayHint",
            "codeLens",
            "documentLink",
            "formatting",
            "rangeFormatting",
            "semanticTokens/full",
            "semanticTokens/range",
        ] {
            self.ask(&format!("textDocument/{method}"), params.clone());
        }
        let hints = self.ask("textDocument/inlayHint", params.clone());
        if let Some(hint) = hints.get(0) {
            self.ask("inlayHint/resolve", hint.clone());
        }
        let since = json!({ "textDocument": document, "previousResultId": "" });
        self.ask("textDocument/semanticTokens/full/delta", since);
        if self.server["diagnosticProvider"].is_object() {
            self.ask("textDocument/diagnostic", json!({ "textDocument": document }));
            self.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
        } else {
            self.client.published(file, 1);
        }
        for command in
            self.server["executeCommandProvider"]["commands"].as_array().cloned().unwrap()
        {
            let argument = json!({ "uri": file, "to": file, "hex": "0400 e703", "locations": [] });
            let params = json!({ "command": command, "arguments": [argument] });
            self.ask("workspace/executeCommand", params);
        }
        let renamed = json!([{ "oldUri": file, "newUri": format!("{file}.old") }]);
        self.ask("workspace/willRenameFiles", json!({ "files": renamed }));
    }

    fn end(mut self) {
        let found = self.ask("workspace/symbol", json!({ "query": "lantern" }));
        assert!(!found.as_array().unwrap().is_empty(), "{}", self.name);
        let resolved = self.ask("workspaceSymbol/resolve", found[0].clone());
        assert_eq!(resolved["location"], found[0]["location"], "{}", self.name);
        assert!(self.n_answers > 500, "{}: {}", self.name, self.n_answers);
        self.client.shut_down();
    }
}
