//! A few files in one text, a cursor in one of them, and a client that asks about it.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Client, uri};

/// A packet with its number, and a number without a packet.
pub(crate) const PACKETS: &str = "\
//- S_LAMP.1.def
int32 id
string name
//- protocol.100.map
S_LAMP = 4711
S_NEW = 4712
";

pub(crate) struct World {
    pub(crate) client: Client,
    folder: tempfile::TempDir,
    /// The file with the cursor, and where it is.
    pub(crate) file: String,
    line: usize,
    character: usize,
}

impl World {
    /// Files as `//- NAME` and their lines; `|` is the cursor. Everything has been read, and the
    /// file with the cursor is open.
    pub(crate) fn new(capabilities: &Value, files: &str) -> World {
        let folder = tempfile::tempdir().unwrap();
        let mut cursor = None;
        for part in files.split("//- ").skip(1) {
            let (name, text) = part.split_once('\n').unwrap();
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            if let Some((before, after)) = text.split_once('|') {
                let line = before.matches('\n').count();
                let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
                cursor = Some((uri(&path), line, character, format!("{before}{after}")));
            }
            fs::write(path, text.replacen('|', "", 1)).unwrap();
        }
        let mut client = Client::ready(capabilities, &[folder.path()]);
        client.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
        let (file, line, character, text) = cursor.unwrap();
        client.open(&file, 1, &text);
        World { client, folder, file, line, character }
    }

    pub(crate) fn position(&self) -> Value {
        json!({ "line": self.line, "character": self.character })
    }

    /// The answer to a request about the cursor, with what else belongs to it.
    pub(crate) fn ask(&mut self, method: &str, more: &Value) -> Value {
        let mut params = json!({
            "textDocument": { "uri": self.file },
            "position": self.position(),
        });
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        self.client.request(method, params)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }

    /// An answer as text, with its URIs as names in the folder.
    pub(crate) fn brief(&self, answer: &Value) -> String {
        answer.to_string().replace(&format!("{}/", uri(self.folder.path())), "")
    }
}
