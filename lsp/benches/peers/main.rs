//! How quick the server is beside taplo and protols, in one run, on corpora of equal size.
//!
//! ```text
//! lsp/bench [ROUNDS]
//! ```
//!
//! gets the two and runs this. Every round takes the servers one after the other, each in a
//! process of its own, so that whatever else the machine does hits all of them alike.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a measurement that can't go on has failed"
)]
#![allow(clippy::needless_pass_by_value, reason = "`json!` reads better without a reference")]

mod corpus;
mod client;
mod floor;
mod session;
mod table;

use std::env;
use std::path::Path;

use serde_json::{Value, json};

use crate::corpus::{Corpus, Language};
use crate::session::{Samples, Server};

const N_FILES: [usize; 2] = [836, 2_508];
const N_ROUNDS: usize = 5;
/// Starts this program as the bare server.
const FLOOR: &str = "floor";

fn main() {
    let arguments: Vec<String> =
        env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if arguments.first().is_some_and(|argument| argument == FLOOR) {
        return floor::serve();
    }
    let n_rounds = arguments.first().map_or(N_ROUNDS, |rounds| rounds.parse().unwrap());
    let scratch = tempfile::tempdir().unwrap();
    let servers = servers(&env::var("LANDWRIGHT_PEERS").unwrap_or_default());
    println!("{}", table::machine());
    for n_files in N_FILES {
        compare(&servers, n_files, n_rounds, scratch.path());
    }
}

fn compare(servers: &[Server], n_files: usize, n_rounds: usize, scratch: &Path) {
    let corpora = Language::ALL.map(|language| Corpus::write(language, n_files, scratch).unwrap());
    let sizes = corpora.iter().map(|it| format!("{} kB {}", it.n_bytes() / 1000, it.language.id()));
    println!("\n{n_files} files ({})", sizes.collect::<Vec<_>>().join(", "));
    let mut samples: Vec<Samples> = servers.iter().map(|_| Samples::new()).collect();
    for _ in 0..n_rounds {
        for (server, samples) in servers.iter().zip(&mut samples) {
            let corpus = corpora.iter().find(|corpus| corpus.language == server.language);
            server.measure(corpus.unwrap(), samples);
        }
    }
    println!("{}", table::table(servers, &samples));
    println!("{}", table::load());
}

fn servers(peers: &str) -> Vec<Server> {
    let peer = |name: &str| Path::new(peers).join(name).to_string_lossy().into_owned();
    let itself = env::current_exe().unwrap().to_string_lossy().into_owned();
    let server = |name, command, language| Server {
        name,
        command,
        language,
        settings: Value::Null,
        knows_workspace: false,
    };
    vec![
        server("bare tower-lsp", vec![itself, FLOOR.to_owned()], Language::Def),
        Server {
            knows_workspace: true,
            ..server(
                "landwright-lsp",
                vec![env!("CARGO_BIN_EXE_landwright-lsp").to_owned()],
                Language::Def,
            )
        },
        Server {
            // With schemas it looks for them on the network first.
            settings: json!({ "schema": { "enabled": false, "catalogs": [] } }),
            ..server(
                "taplo",
                vec![peer("taplo"), "lsp".to_owned(), "stdio".to_owned()],
                Language::Toml,
            )
        },
        server("protols", vec![peer("protols")], Language::Proto),
    ]
}
