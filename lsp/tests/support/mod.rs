//! A language client of a few lines, which starts the server as an editor does.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// No answer takes this long: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Client {
    /// Where messages go; `None` once it has been closed.
    writer: Option<Box<dyn Write>>,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    seen: VecDeque<Value>,
    child: Option<Child>,
    next_id: i64,
    /// What it answers to `workspace/configuration`, by the path of a folder; "" is not a folder.
    pub(crate) settings: Vec<(String, Value)>,
    /// Every method that the server registered.
    pub(crate) registered: Vec<String>,
}

impl Client {
    /// A server over stdio that has not been spoken to.
    pub(crate) fn start() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_landwright-lsp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        let stdin: ChildStdin = child.stdin.take().unwrap();
        let mut client = Client::over(stdout, Box::new(stdin));
        client.child = Some(child);
        client
    }

    /// A client of a server that runs already.
    pub(crate) fn connect(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        Client::over(stream.try_clone().unwrap(), Box::new(stream))
    }

    fn over(reader: impl Read + Send + 'static, writer: Box<dyn Write>) -> Client {
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            while let Some(message) = read(&mut reader) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            writer: Some(writer),
            messages,
            seen: VecDeque::new(),
            child: None,
            next_id: 0,
            settings: Vec::new(),
            registered: Vec::new(),
        }
    }

    /// A client of some abilities, with some folders open, that is ready to work.
    pub(crate) fn ready(capabilities: &Value, folders: &[&Path]) -> Client {
        let mut client = Client::start();
        client.initialize(capabilities, folders);
        client
    }

    /// A client that can do next to nothing.
    pub(crate) fn plain() -> Client {
        Client::ready(&json!({}), &[])
    }

    pub(crate) fn initialize(&mut self, capabilities: &Value, folders: &[&Path]) -> Value {
        let folders: Vec<Value> =
            folders.iter().map(|path| json!({ "uri": uri(path), "name": "folder" })).collect();
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": capabilities,
            "workspaceFolders": folders,
        });
        let answer = self.request("initialize", params);
        self.notify("initialized", json!({}));
        answer
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request without waiting; the answer has the id that this returns.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The whole answer to a request.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        self.wait(&format!("the answer to {id}"), |message| {
            message.get("method").is_none() && message["id"] == id
        })
    }

    /// The result of a request that succeeds.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// The code of the error that a request comes to.
    pub(crate) fn error(&mut self, method: &str, params: Value) -> i64 {
        let id = self.ask(method, params);
        let answer = self.answer(id);
        answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    pub(crate) fn open(&mut self, uri: &str, version: i32, text: &str) {
        let document =
            json!({ "uri": uri, "languageId": "teradef", "version": version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a whole text.
    pub(crate) fn change(&mut self, uri: &str, version: i32, text: &str) {
        let params = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{ "text": text }],
        });
        self.notify("textDocument/didChange", params);
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    pub(crate) fn hover(&mut self, uri: &str, line: u32, character: u32) -> Value {
        self.request("textDocument/hover", at(uri, line, character))
    }

    /// The diagnostics that are published for a file in a version (or `null`).
    pub(crate) fn published(&mut self, uri: &str, version: impl Into<Value>) -> Vec<Value> {
        let version = version.into();
        let uri = uri.to_owned();
        let mut message = self.wait(&format!("diagnostics of {uri} {version}"), |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"].get("version").unwrap_or(&Value::Null) == &version
        });
        message["params"]["diagnostics"].as_array_mut().map(std::mem::take).unwrap()
    }

    /// The next notification of a method.
    pub(crate) fn notification(&mut self, method: &str) -> Value {
        let mut message = self.wait(method, |message| message["method"] == method);
        message["params"].take()
    }

    /// Whether something came that nobody has waited for.
    pub(crate) fn has_seen(&mut self, method: &str) -> bool {
        self.settle();
        self.seen.iter().any(|message| message["method"] == method)
    }

    /// Takes in what was sent before now: the answer to a request comes behind it.
    fn settle(&mut self) {
        let id = self.ask("landwright/nothing", json!({}));
        self.answer(id);
    }

    /// The first message that is wanted, from those that came before or will come.
    pub(crate) fn wait(&mut self, what: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(idx) = self.seen.iter().position(&is_wanted) {
            return self.seen.remove(idx).unwrap();
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let message = match self.messages.recv_timeout(left) {
                Ok(message) => message,
                Err(error) => panic!("{what} never came ({error}), but {:?}", self.seen),
            };
            self.serve(&message);
            if is_wanted(&message) {
                return message;
            }
            self.seen.push_back(message);
        }
    }

    /// Answers what the server asks of its client.
    fn serve(&mut self, message: &Value) {
        let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) else {
            return;
        };
        let result = match method {
            "workspace/configuration" => self.configuration(&message["params"]["items"]),
            "client/registerCapability" => {
                let registrations = message["params"]["registrations"].as_array().unwrap();
                let methods = registrations.iter().map(|it| it["method"].as_str().unwrap().into());
                self.registered.extend(methods);
                Value::Null
            }
            "workspace/applyEdit" => json!({ "applied": true }),
            _ => Value::Null,
        };
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    fn configuration(&self, items: &Value) -> Value {
        let of = |item: &Value| {
            let scope = item["scopeUri"].as_str().unwrap_or_default();
            let found = self.settings.iter().find(|(folder, _)| folder == scope);
            found.map_or(Value::Null, |(_, settings)| settings.clone())
        };
        items.as_array().unwrap().iter().map(of).collect()
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(bytes).unwrap();
        writer.flush().unwrap();
    }

    /// Closes the server's stdin.
    pub(crate) fn hang_up(&mut self) {
        self.writer = None;
    }

    /// How the server ended, if it does so within a second.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + Duration::from_secs(1);
        let child = self.child.as_mut().unwrap();
        loop {
            match child.try_wait().unwrap() {
                None if Instant::now() < deadline => thread::yield_now(),
                status => return status,
            }
        }
    }

    /// What the server has taken of a processor, where the system says so.
    pub(crate) fn processor_seconds(&self) -> Option<f64> {
        const TICKS_PER_SECOND: f64 = 100.0;
        let child = self.child.as_ref()?;
        let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        // Behind the name, which stands in parentheses, the 12th and 13th field.
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
    }

    pub(crate) fn shut_down(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert!(self.ended().is_some_and(|status| status.success()));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn read(reader: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length?];
    reader.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// A server that listens on a free port of the loopback address.
pub(crate) struct Listening {
    child: Child,
    pub(crate) address: String,
}

impl Listening {
    pub(crate) fn start() -> Listening {
        let mut child = Command::new(env!("CARGO_BIN_EXE_landwright-lsp"))
            .args(["--tcp", "0"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        stderr.read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        Listening { child, address }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

pub(crate) fn uri(path: &Path) -> String {
    let path = path.to_str().unwrap().replace('\\', "/");
    if path.starts_with('/') { format!("file://{path}") } else { format!("file:///{path}") }
}
