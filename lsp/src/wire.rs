//! Messages on the wire: `Content-Length: 12`, a blank line, and 12 bytes of JSON.
//!
//! What is no message is answered and skipped, so that stray output of a wrapper script on the
//! same pipe does not end a session.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};

/// What a client sent.
#[derive(Debug)]
pub enum Message {
    Request(Request),
    Response(Response),
    /// Not a message: what to answer, since nobody knows which request it was meant to be.
    Garbage(Response),
}

/// No editor sends a message as large as this; a length above it is taken for garbage.
const MAX_LENGTH: u64 = 256 << 20;
/// A header line is short; of a longer line only this much is looked at at once.
const MAX_HEADER_LINE: u64 = 4096;

/// As it came, before anybody has looked into it. A client that is ahead of us may have thousands
/// of messages under way, which take far less room so.
#[derive(Debug)]
pub enum Frame {
    Whole(Vec<u8>),
    TooLong(u64),
}

impl Frame {
    pub fn parse(&self) -> Message {
        match self {
            Frame::Whole(body) => parse(body),
            Frame::TooLong(length) => garbage(format!("a message of {length} bytes is too long")),
        }
    }
}

/// A buffer of this size is made before the message is there; a larger one grows with what
/// arrives, not with what the header promises.
const MAX_AHEAD: u64 = 64 << 10;

/// The next message, or `None` where the stream ends.
pub fn read(stream: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let Some(length) = read_header(stream)? else { return Ok(None) };
    if length > MAX_LENGTH {
        return Ok(Some(Frame::TooLong(length)));
    }
    let mut body = Vec::with_capacity(length.min(MAX_AHEAD) as usize);
    let n_read = stream.take(length).read_to_end(&mut body)?;
    if (n_read as u64) < length {
        return Ok(None);
    }
    Ok(Some(Frame::Whole(body)))
}

/// The `Content-Length` of the next header. Other lines are headers without a meaning here, or
/// garbage, and are passed over.
fn read_header(stream: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if stream.take(MAX_HEADER_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let is_blank = line.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
        match length {
            Some(length) if is_blank => return Ok(Some(length)),
            _ => length = content_length(&line).or(length),
        }
    }
}

/// The number after `Content-Length:`, even if garbage is before it on its line.
fn content_length(line: &[u8]) -> Option<u64> {
    const NAME: &str = "content-length:";
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let at = line.rfind(NAME)?;
    line.get(at + NAME.len()..)?.trim().parse().ok()
}

/// Every field that a message can have; which ones it has says what it is.
#[derive(Deserialize)]
struct Fields {
    #[serde(default, deserialize_with = "some")]
    id: Option<Id>,
    method: Option<String>,
    #[serde(default, deserialize_with = "some")]
    params: Option<Value>,
    #[serde(default, deserialize_with = "some")]
    result: Option<Value>,
    error: Option<FailureFields>,
}

/// An error as any client may send it; tower-lsp's own type refuses fields that it doesn't know.
#[derive(Deserialize)]
struct FailureFields {
    code: i64,
    #[serde(default)]
    message: String,
    data: Option<Value>,
}

/// Tells `"id": null` from no `id` at all.
fn some<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

fn parse(body: &[u8]) -> Message {
    let fields: Fields = match serde_json::from_slice(body) {
        Ok(fields) => fields,
        Err(error) if error.is_data() => return invalid(format!("not a message: {error}")),
        Err(error) => return garbage(format!("not JSON: {error}")),
    };
    match fields {
        Fields { method: Some(method), id, params, .. } => {
            Message::Request(request(method, id, params))
        }
        Fields { id: Some(id), error: Some(error), .. } => {
            let FailureFields { code, message, data } = error;
            let error = Error { code: ErrorCode::from(code), message: message.into(), data };
            Message::Response(Response::from_error(id, error))
        }
        Fields { id: Some(id), result, .. } => {
            Message::Response(Response::from_ok(id, result.unwrap_or(Value::Null)))
        }
        _ => invalid("a message has a method, or an id and a result".into()),
    }
}

fn request(method: String, id: Option<Id>, params: Option<Value>) -> Request {
    // Some clients send `null` or `{}` where the protocol has no parameters; tower-lsp takes
    // that for an error, and a `shutdown` that fails leaves the client waiting.
    let without_params = matches!(method.as_str(), "shutdown" | "exit");
    let is_initialize = method == "initialize";
    let mut request = Request::build(method);
    if let Some(mut params) = params.filter(|_| !without_params) {
        if is_initialize {
            correct_capabilities(&mut params);
        }
        request = request.params(params);
    }
    if let Some(id) = id {
        request = request.id(id);
    }
    request.finish()
}

/// lsp-types 0.94 reads `workspace.diagnostics` under another name than the protocol's, and would
/// never hear that a client can be asked to ask again.
fn correct_capabilities(params: &mut Value) {
    let Some(workspace) = params.pointer_mut("/capabilities/workspace") else { return };
    if let Some(diagnostics) = workspace.get("diagnostics").cloned()
        && let Some(workspace) = workspace.as_object_mut()
    {
        workspace.insert("diagnostic".to_owned(), diagnostics);
    }
}

fn garbage(message: String) -> Message {
    answer(ErrorCode::ParseError, message)
}

fn invalid(message: String) -> Message {
    answer(ErrorCode::InvalidRequest, message)
}

fn answer(code: ErrorCode, message: String) -> Message {
    let error = Error { code, message: message.into(), data: None };
    Message::Garbage(Response::from_error(Id::Null, error))
}

/// A message whose `params` are left out rather than `null`, which JSON-RPC does not allow.
pub fn without_null(message: Request) -> Request {
    if message.params() != Some(&Value::Null) {
        return message;
    }
    let (method, id, _) = message.into_parts();
    let message = Request::build(method);
    match id {
        Some(id) => message.id(id).finish(),
        None => message.finish(),
    }
}

/// Writes one message, whole.
pub fn write(stream: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let body = serde_json::to_vec(message)?;
    let mut framed = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    framed.extend_from_slice(&body);
    stream.write_all(&framed)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// What is read from some bytes, a line per message.
    fn check(bytes: &str, expected: &[&str]) {
        let mut stream = bytes.as_bytes();
        let mut seen = Vec::new();
        while let Some(message) = read(&mut stream).unwrap() {
            seen.push(match message.parse() {
                Message::Request(request) => format!("request {}", request.method()),
                Message::Response(response) => format!("response {}", response.id()),
                Message::Garbage(response) => {
                    format!("garbage {}", response.error().unwrap().code.code())
                }
            });
        }
        assert_eq!(seen, expected, "{bytes:?}");
    }

    #[test]
    fn messages_are_read_between_garbage() {
        let hi = framed(r#"{"jsonrpc":"2.0","method":"hi"}"#);
        let yes = framed(r#"{"jsonrpc":"2.0","id":7,"result":null}"#);
        let no = framed(r#"{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"no","x":1}}"#);
        check(&format!("{hi}{yes}{no}"), &["request hi", "response 7", "response \"a\""]);
        check(&format!("npm notice\n\n{hi}"), &["request hi"]);
        check(&format!("no line end{hi}"), &["request hi"]);
        check(&format!("{}{hi}", framed("{]")), &["garbage -32700", "request hi"]);
        check(&format!("{}{hi}", framed("[]")), &["garbage -32600", "request hi"]);
        check(&format!("{}{hi}", framed("{}")), &["garbage -32600", "request hi"]);
        check(&format!("{}{hi}", framed("")), &["garbage -32700", "request hi"]);
        check(&format!("Content-Length: x\r\n\r\n{hi}"), &["request hi"]);
        check(
            &format!("Content-Length: 99999999999\r\n\r\n{hi}"),
            &["garbage -32700", "request hi"],
        );
        check(&format!("Content-Type: a; charset=utf-8\r\nX: y\r\n{hi}"), &["request hi"]);
        check(&hi[..hi.len() - 1], &[]);
    }

    #[test]
    fn parameters_that_are_null_are_left_out() {
        let check = |message: &str, expected: &str| {
            let message: Request = serde_json::from_str(message).unwrap();
            assert_eq!(serde_json::to_string(&without_null(message)).unwrap(), expected);
        };
        check(
            r#"{"jsonrpc":"2.0","method":"a","params":null,"id":7}"#,
            r#"{"jsonrpc":"2.0","method":"a","id":7}"#,
        );
        let with = r#"{"jsonrpc":"2.0","method":"a","params":{"b":1}}"#;
        check(with, with);
    }

    #[test]
    fn bytes_that_are_no_text_are_garbage() {
        let mut stream: &[u8] = b"\xff\xfeContent-Length: 2\r\n\r\n\xff\xff";
        let message = read(&mut stream).unwrap().unwrap();
        assert!(matches!(message.parse(), Message::Garbage(_)));
        assert!(read(&mut stream).unwrap().is_none());
    }

    #[test]
    fn shutdown_has_no_parameters_whatever_a_client_sends() {
        let mut stream = framed(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":null}"#);
        stream += &framed(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}"#);
        let mut stream = stream.as_bytes();
        while let Some(message) = read(&mut stream).unwrap() {
            let Message::Request(request) = message.parse() else { panic!("{message:?}") };
            assert_eq!(request.params(), None);
        }
    }
}
