//! One client's session from its first byte to its last: what tower-lsp's own `Server` would do,
//! without what ails it.
//!
//! `tower_lsp::Server` ends at the first line that is no message (its decoder stops after an
//! error), hangs at `exit` until stdin closes, and lets a panic in one handler take the process
//! down. So the loop is ours; the service, its routing and its cancelling are tower-lsp's.
//!
//! A handler is polled once on arrival, before the next message is looked at. So whatever it does
//! before its first `.await` happens in the order in which the client spoke.

use std::future::poll_fn;
use std::io::{self, BufReader, Read, Write};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::Poll;
use std::thread;

use futures_util::future::FutureExt;
use futures_util::sink::SinkExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::{ClientSocket, LanguageServer, LspService};
use tower_service::Service;

use crate::server::Server;
use crate::wire::{self, Frame, Message};

/// How a session ended, which decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    AfterShutdown,
    /// By `exit` out of the blue, or since the client went away.
    WithoutShutdown,
}

/// As many heavy requests run at once; more wait, where they can still be cancelled.
const N_WORKERS: usize = 4;

/// Serves the client behind two streams until it says `exit` or closes its side.
pub fn serve(reader: impl Read + Send + 'static, writer: impl Write) -> io::Result<Ending> {
    let (service, socket) = Server::service();
    run(service, socket, reader, writer)
}

fn run<S: LanguageServer>(
    service: LspService<S>,
    socket: ClientSocket,
    reader: impl Read + Send + 'static,
    writer: impl Write,
) -> io::Result<Ending> {
    let runtime = runtime::Builder::new_current_thread()
        .max_blocking_threads(N_WORKERS)
        .thread_name("worker")
        .build()?;
    let (messages, incoming) = unbounded_channel();
    // A plain thread, since nothing can interrupt a read of stdin: it is left behind at the end.
    thread::Builder::new().name("reader".into()).spawn(move || forward(reader, &messages))?;
    let running = FuturesUnordered::new();
    let state = Loop { writer, service, socket, running, was_shut_down: false };
    let ending = runtime.block_on(state.run(incoming));
    // Work that is still under way is of no use to anybody.
    runtime.shutdown_background();
    ending
}

/// Reads beside the loop; dropping the sender says that the client is gone.
fn forward(reader: impl Read, messages: &UnboundedSender<Frame>) {
    let mut reader = BufReader::with_capacity(64 << 10, reader);
    while let Ok(Some(message)) = wire::read(&mut reader) {
        if messages.send(message).is_err() {
            return;
        }
    }
}

/// What a handler came to: an answer, or nothing for a notification.
type Call = Pin<Box<dyn Future<Output = Option<Response>> + Send>>;

struct Loop<S, W> {
    writer: W,
    service: LspService<S>,
    socket: ClientSocket,
    running: FuturesUnordered<Call>,
    was_shut_down: bool,
}

impl<S: LanguageServer, W: Write> Loop<S, W> {
    async fn run(mut self, mut incoming: UnboundedReceiver<Frame>) -> io::Result<Ending> {
        loop {
            tokio::select! {
                biased;
                Some(answer) = self.running.next(), if !self.running.is_empty() => {
                    self.answer(answer)?;
                }
                Some(request) = self.socket.next() => {
                    wire::write(&mut self.writer, &wire::without_null(request))?;
                }
                frame = incoming.recv() => match frame.map(|frame| frame.parse()) {
                    None => return Ok(self.ending()),
                    Some(Message::Request(request)) if request.method() == "exit" => {
                        return Ok(self.ending());
                    }
                    Some(message) => self.take(message).await?,
                },
            }
        }
    }

    async fn take(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Request(request) => self.call(request).await,
            Message::Response(response) => {
                self.deliver(response);
                Ok(())
            }
            Message::Garbage(answer) => wire::write(&mut self.writer, &answer),
        }
    }

    async fn call(&mut self, request: Request) -> io::Result<()> {
        self.was_shut_down |= request.method() == "shutdown";
        // What a client sends right behind `initialize` is meant for a server that is ready.
        let is_initialize = request.method() == "initialize";
        let mut call = guarded(&mut self.service, request);
        if is_initialize {
            let answer = call.await;
            return self.answer(answer);
        }
        match poll_fn(|context| Poll::Ready(call.as_mut().poll(context))).await {
            Poll::Ready(answer) => self.answer(answer),
            Poll::Pending => {
                self.running.push(call);
                Ok(())
            }
        }
    }

    /// Hands an answer of the client to anyone who waits for it.
    fn deliver(&mut self, response: Response) {
        let socket = &mut self.socket;
        // tower-lsp panics if the handler that asked was cancelled meanwhile: nobody wants the
        // answer then.
        let _ = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let _ = socket.start_send_unpin(response);
        }));
    }

    fn answer(&mut self, answer: Option<Response>) -> io::Result<()> {
        match answer {
            Some(response) => wire::write(&mut self.writer, &response),
            None => Ok(()),
        }
    }

    fn ending(&self) -> Ending {
        if self.was_shut_down { Ending::AfterShutdown } else { Ending::WithoutShutdown }
    }
}

/// Starts a handler such that a panic in it becomes an error answer.
fn guarded<S: LanguageServer>(service: &mut LspService<S>, request: Request) -> Call {
    let id = request.id().cloned();
    let method = request.method().to_owned();
    let started = std::panic::catch_unwind(AssertUnwindSafe(|| service.call(request)));
    let Ok(started) = started else {
        return Box::pin(std::future::ready(id.map(|id| panicked(&method, id))));
    };
    Box::pin(AssertUnwindSafe(started).catch_unwind().map(move |ended| match ended {
        Ok(Ok(answer)) => answer,
        // The service has been shut down; requests got their answer from it already.
        Ok(Err(_)) => None,
        Err(_) => id.map(|id| panicked(&method, id)),
    }))
}

/// The panic hook has written the message and the place of the panic to the log by now.
fn panicked(method: &str, id: Id) -> Response {
    crate::log::log(&format!("{method} panicked; the session goes on"));
    let mut error = Error::internal_error();
    error.message = format!("{method} failed by a fault of landwright-lsp: see its log").into();
    Response::from_error(id, error)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tower_lsp::jsonrpc::Result;
    use tower_lsp::lsp_types::DidSaveTextDocumentParams;
    use tower_lsp::lsp_types::{
        Hover, HoverParams, InitializeParams, InitializeResult, MessageType,
    };
    use tower_lsp::{Client, async_trait};

    use super::*;
    use crate::wire;

    /// A server in which everything goes wrong.
    struct Faulty(Client);

    #[async_trait]
    impl LanguageServer for Faulty {
        async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
            Ok(InitializeResult::default())
        }

        async fn shutdown(&self) -> Result<()> {
            Ok(())
        }

        async fn hover(&self, _: HoverParams) -> Result<Option<Hover>> {
            panic!("on purpose, in a request")
        }

        async fn did_save(&self, _: DidSaveTextDocumentParams) {
            self.0.log_message(MessageType::LOG, "saved").await;
            panic!("on purpose, after an await")
        }
    }

    fn session(messages: &[Value]) -> (Ending, Vec<Value>) {
        let mut input = Vec::new();
        for message in messages {
            wire::write(&mut input, message).unwrap();
        }
        let mut output = Vec::new();
        let (service, socket) = LspService::new(Faulty);
        let ending = run(service, socket, io::Cursor::new(input), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let bodies = text.split("Content-Length: ").skip(1);
        let bodies = bodies.map(|body| body.split_once("\r\n\r\n").unwrap().1);
        (ending, bodies.map(|body| serde_json::from_str(body).unwrap()).collect())
    }

    fn initialize() -> Value {
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
    }

    #[test]
    fn a_panic_is_an_error_answer_and_the_session_goes_on() {
        let place =
            json!({"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}});
        let (ending, answers) = session(&[
            initialize(),
            json!({"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": place}),
            json!({"jsonrpc": "2.0", "method": "textDocument/didSave", "params": place}),
            json!({"jsonrpc": "2.0", "id": 3, "method": "textDocument/hover", "params": place}),
            json!({"jsonrpc": "2.0", "id": 4, "method": "shutdown"}),
            json!({"jsonrpc": "2.0", "method": "exit"}),
        ]);
        assert_eq!(ending, Ending::AfterShutdown);
        let codes: Vec<_> = answers
            .iter()
            .filter(|answer| answer.get("id").is_some())
            .map(|answer| (answer["id"].as_i64().unwrap(), answer["error"]["code"].as_i64()))
            .collect();
        assert_eq!(codes, [(1, None), (2, Some(-32603)), (3, Some(-32603)), (4, None)]);
    }

    #[test]
    fn an_answer_that_nobody_waits_for_is_no_harm() {
        let (ending, answers) = session(&[
            initialize(),
            json!({"jsonrpc": "2.0", "id": 77, "result": null}),
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": "?"}}),
            json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}),
        ]);
        assert_eq!(ending, Ending::AfterShutdown);
        assert_eq!(answers.len(), 2);
    }
}
