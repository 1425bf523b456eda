//! The command line: without a subcommand it is the language server.

mod captured;
mod check;
mod completions;
mod decode;
mod dialects;
mod diff;
mod encode;
mod explain;
mod format;
mod git;
mod guess;
mod layout;
mod man;
mod opcodes;
mod outcome;
mod outdated;
mod project;
mod saving;
mod workspace;

use std::io::IsTerminal;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::{io, thread};

use clap::{Parser, Subcommand};

use crate::log::log;
use crate::transport::{self, Ending};

/// The language server for TERA packet definitions (.def), opcode maps and system messages.
///
/// Without a subcommand it speaks the Language Server Protocol over stdio.
#[derive(Debug, Parser)]
#[command(name = "landwright-lsp", version)]
struct Arguments {
    /// Use stdio; this is the default, and editors may pass it
    #[arg(long)]
    stdio: bool,
    /// Listen on this port of the loopback address instead, for any number of clients; 0 takes a
    /// free port and prints it
    #[arg(long, value_name = "PORT", conflicts_with = "stdio")]
    tcp: Option<u16>,
    /// The process id of the editor; accepted because some editors pass it
    #[arg(long = "clientProcessId", value_name = "PID", hide = true)]
    client_process_id: Option<u32>,
    /// From now on, trust what landwright.toml says about other places: its roots, its copies, what it publishes and the commands of that
    #[arg(long, global = true)]
    trust: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

const IN_A_TERMINAL: &str = "this is a language server and waits for an editor to connect. Editors \
    start it themselves; `landwright-lsp --help` lists its commands for a terminal. Press Ctrl+C \
    to end it";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    #[command(name = "fmt")]
    Format(format::Format),
    Layout(layout::Layout),
    Decode(decode::Decode),
    Encode(encode::Encode),
    Diff(diff::Diff),
    Outdated(outdated::Outdated),
    Dialects(dialects::Dialects),
    Guess(guess::Guess),
    Opcodes(opcodes::Opcodes),
    Completions(completions::Completions),
    Man(man::Man),
    /// Explain the code of a problem: its meaning, why it matters and what to do
    Explain {
        /// The code, such as def-unknown-type; without it, all codes are listed
        code: Option<String>,
    },
}

/// Does what the arguments of this process say.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.trust {
        project::trust_all();
    }
    match (arguments.command, arguments.tcp) {
        (Some(command), _) => command.run(),
        (None, Some(port)) => serve_tcp(port),
        (None, None) => serve_stdio(),
    }
}

impl Command {
    fn run(&self) -> ExitCode {
        outcome::end(|output| match self {
            Command::Check(check) => check.run(output),
            Command::Format(format) => format.run(output),
            Command::Layout(layout) => layout.run(output),
            Command::Decode(decode) => decode.run(output),
            Command::Encode(encode) => encode.run(output),
            Command::Diff(diff) => diff.run(output),
            Command::Outdated(outdated) => outdated.run(output),
            Command::Dialects(dialects) => dialects.run(output),
            Command::Guess(guess) => guess.run(output),
            Command::Opcodes(opcodes) => opcodes.run(output),
            Command::Completions(completions) => completions.run(output),
            Command::Man(man) => man.run(output),
            Command::Explain { code } => explain::run(code.as_deref(), output),
        })
    }
}

fn serve_stdio() -> ExitCode {
    if io::stdin().is_terminal() {
        log(IN_A_TERMINAL);
    }
    match transport::serve(io::stdin(), io::stdout()) {
        Ok(Ending::AfterShutdown) => ExitCode::SUCCESS,
        Ok(Ending::WithoutShutdown) => ExitCode::FAILURE,
        Err(error) => fail(&error),
    }
}

/// Serves any number of clients, each in a session of its own, until the process is ended.
fn serve_tcp(port: u16) -> ExitCode {
    match listen(port) {
        Ok(never) => match never {},
        Err(error) => fail(&error),
    }
}

fn listen(port: u16) -> io::Result<std::convert::Infallible> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    log(&format!("listening on {}", listener.local_addr()?));
    loop {
        let (stream, peer) = listener.accept()?;
        thread::Builder::new().name(format!("session {peer}")).spawn(move || {
            if let Err(error) = serve_client(&stream) {
                log(&format!("{peer}: {error}"));
            }
        })?;
    }
}

fn serve_client(stream: &TcpStream) -> io::Result<()> {
    // A message is written whole; waiting for more only makes it late.
    stream.set_nodelay(true)?;
    transport::serve(stream.try_clone()?, stream.try_clone()?)?;
    // The reading thread holds a clone: closing is said to the socket, not left to the drop.
    stream.shutdown(std::net::Shutdown::Both)
}

fn fail(error: &io::Error) -> ExitCode {
    log(&error.to_string());
    ExitCode::FAILURE
}
