//! A language client that notes when each message came.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A message, and when its last byte had been read.
type Arrived = (Instant, Value);

pub(crate) struct Client {
    child: Child,
    stdin: ChildStdin,
    arrived: Receiver<Arrived>,
    n_requests: i64,
    /// What it answers when it is asked for settings.
    settings: Value,
}

impl Client {
    pub(crate) fn start(command: &[String], folder: &Path, settings: Value) -> Client {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .current_dir(folder)
            .env("RUST_LOG", "error")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::with_capacity(1 << 20, child.stdout.take().unwrap());
        let (sender, arrived) = mpsc::channel();
        thread::spawn(move || {
            while let Some(body) = read(&mut stdout) {
                let at = Instant::now();
                let Ok(message) = serde_json::from_slice(&body) else { continue };
                if sender.send((at, message)).is_err() {
                    return;
                }
            }
        });
        Client { child, stdin, arrived, n_requests: 0, settings }
    }

    /// Sends a message, and says when it began to.
    fn send(&mut self, message: &Value) -> Instant {
        let body = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let at = Instant::now();
        self.stdin.write_all(framed.as_bytes()).unwrap();
        self.stdin.flush().unwrap();
        at
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) -> Instant {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// A request's result, and how long it took; `None` where it comes to an error.
    pub(crate) fn request(
        &mut self,
        method: &str,
        params: Value,
        patience: Duration,
    ) -> Option<(Duration, Value)> {
        self.n_requests += 1;
        let id = self.n_requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let began = self.send(&message);
        let is_answer = |message: &Value| message.get("method").is_none() && message["id"] == id;
        let (at, mut answer) = self.wait(is_answer, patience)?;
        answer.get("error").is_none().then(|| (at - began, answer["result"].take()))
    }

    /// The next message that is wanted; `None` if it does not come in time.
    pub(crate) fn wait(
        &mut self,
        mut is_wanted: impl FnMut(&Value) -> bool,
        patience: Duration,
    ) -> Option<Arrived> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let (at, message) = self.arrived.recv_timeout(left).ok()?;
            self.serve(&message);
            if is_wanted(&message) {
                return Some((at, message));
            }
        }
    }

    /// Lets the server come to rest, and forgets what it said until then.
    pub(crate) fn rest(&mut self, pause: Duration) {
        self.wait(|_| false, pause);
    }

    fn serve(&mut self, message: &Value) {
        let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) else {
            return;
        };
        let result = match method {
            "workspace/configuration" => {
                let n_items = message["params"]["items"].as_array().map_or(0, Vec::len);
                json!(vec![self.settings.clone(); n_items])
            }
            _ => Value::Null,
        };
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    /// What the process holds in memory; `None` where the system does not say.
    pub(crate) fn memory_mb(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok();
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length?];
    reader.read_exact(&mut body).ok()?;
    Some(body)
}
