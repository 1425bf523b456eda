//! What is measured of one server in one round, each time in processes of its own.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::corpus::{Corpus, File, Language};

/// A server does not take this long.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two keystrokes, so that all that the first one led to is over.
const PAUSE: Duration = Duration::from_millis(4);
/// Until a server that has just started has read what it wants to.
const SETTLING: Duration = Duration::from_millis(1_000);
const N_KEYSTROKES_MIDDLE: i32 = 150;
const N_KEYSTROKES_LARGE: i32 = 100;
const N_REQUESTS: usize = 60;
const N_SEARCHES: usize = 20;

/// What a number is about, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Metric {
    KeyMiddle,
    KeyLarge,
    WorkspaceAsked,
    WorkspaceOpened,
    WorkspaceSymbols,
    Completion,
    Hover,
    DocumentSymbols,
    Initialize,
    MemoryAsked,
    MemoryOpened,
}

impl Metric {
    pub(crate) const ALL: [Metric; 11] = [
        Metric::KeyMiddle,
        Metric::KeyLarge,
        Metric::WorkspaceAsked,
        Metric::WorkspaceOpened,
        Metric::WorkspaceSymbols,
        Metric::Completion,
        Metric::Hover,
        Metric::DocumentSymbols,
        Metric::Initialize,
        Metric::MemoryAsked,
        Metric::MemoryOpened,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Metric::KeyMiddle => "keystroke → its diagnostics, file of 10 fields",
            Metric::KeyLarge => "keystroke → its diagnostics, file of 4 kB",
            Metric::WorkspaceAsked => "start → every file diagnosed, none open",
            Metric::WorkspaceOpened => "start → every file opened and diagnosed",
            Metric::WorkspaceSymbols => "workspace symbols",
            Metric::Completion => "completion, 4 kB",
            Metric::Hover => "hover, 4 kB",
            Metric::DocumentSymbols => "document symbols, 4 kB",
            Metric::Initialize => "start → `initialize` answered",
            Metric::MemoryAsked => "memory, every file diagnosed, none open",
            Metric::MemoryOpened => "memory, every file opened and diagnosed",
        }
    }
}

/// Milliseconds (or megabytes), as often as something was measured.
pub(crate) type Samples = HashMap<Metric, Vec<f64>>;

/// A server that is measured.
pub(crate) struct Server {
    pub(crate) name: &'static str,
    pub(crate) command: Vec<String>,
    pub(crate) language: Language,
    pub(crate) settings: Value,
    /// It diagnoses files that nobody has opened.
    pub(crate) knows_workspace: bool,
}

impl Server {
    pub(crate) fn measure(&self, corpus: &Corpus, samples: &mut Samples) {
        self.keystrokes_and_requests(corpus, samples);
        self.open_everything(corpus, samples);
        if self.knows_workspace {
            self.ask_for_everything(corpus, samples);
        }
    }

    /// A server that is ready, how many milliseconds after `began` it was, and how it wants to
    /// hear of changes.
    fn start(&self, corpus: &Corpus, pulls: bool) -> (Client, Duration, Instant, bool) {
        let began = Instant::now();
        let mut client = Client::start(&self.command, &corpus.root, self.settings.clone());
        let params = json!({
            "processId": std::process::id(),
            "rootUri": uri(&corpus.root),
            "workspaceFolders": [{ "uri": uri(&corpus.root), "name": "corpus" }],
            "capabilities": capabilities(pulls),
        });
        let (_, answer) = client.request("initialize", params, PATIENCE).unwrap();
        let took = began.elapsed();
        client.notify("initialized", json!({}));
        let sync = &answer["capabilities"]["textDocumentSync"];
        let is_incremental = sync == 2 || sync["change"] == 2;
        (client, took, began, is_incremental)
    }

    fn keystrokes_and_requests(&self, corpus: &Corpus, samples: &mut Samples) {
        let (mut client, took, _, is_incremental) = self.start(corpus, false);
        put(samples, Metric::Initialize, took);
        client.rest(SETTLING);
        let language = corpus.language;
        for (file, metric, n_keystrokes) in [
            (corpus.middle(), Metric::KeyMiddle, N_KEYSTROKES_MIDDLE),
            (corpus.large(), Metric::KeyLarge, N_KEYSTROKES_LARGE),
        ] {
            open(&mut client, file, language);
            client.rest(SETTLING / 4);
            for version in 2..2 + n_keystrokes {
                let took = strike(&mut client, file, language, version, is_incremental);
                put(samples, metric, took);
            }
        }
        let large = uri(&corpus.large().path);
        let position = json!({ "line": 100, "character": 4 });
        let at = json!({ "textDocument": { "uri": large }, "position": position });
        for (metric, method, n) in [
            (Metric::Completion, "textDocument/completion", N_REQUESTS),
            (Metric::Hover, "textDocument/hover", N_REQUESTS),
            (Metric::DocumentSymbols, "textDocument/documentSymbol", N_REQUESTS),
            (Metric::WorkspaceSymbols, "workspace/symbol", N_SEARCHES),
        ] {
            let params = match metric {
                Metric::WorkspaceSymbols => json!({ "query": "packet" }),
                _ => at.clone(),
            };
            for _ in 0..n {
                let Some((took, _)) = client.request(method, params.clone(), PATIENCE) else {
                    break;
                };
                put(samples, metric, took);
            }
        }
    }

    /// Opens every file, and waits until each has been told of.
    fn open_everything(&self, corpus: &Corpus, samples: &mut Samples) {
        let (mut client, _, began, _) = self.start(corpus, false);
        for file in &corpus.files {
            open(&mut client, file, corpus.language);
        }
        let mut missing: BTreeSet<String> =
            corpus.files.iter().map(|file| uri(&file.path)).collect();
        let is_last = |message: &Value| {
            if message["method"] == "textDocument/publishDiagnostics" {
                missing.remove(message["params"]["uri"].as_str().unwrap_or_default());
            }
            missing.is_empty()
        };
        let (at, _) = client.wait(is_last, PATIENCE).unwrap_or_else(|| {
            panic!("{}: {} files are never told of", self.name, corpus.files.len())
        });
        put(samples, Metric::WorkspaceOpened, at - began);
        weigh(&mut client, Metric::MemoryOpened, samples);
    }

    /// Asks for the diagnostics of every file, as VS Code does.
    fn ask_for_everything(&self, corpus: &Corpus, samples: &mut Samples) {
        let (mut client, _, began, _) = self.start(corpus, true);
        let params = json!({ "previousResultIds": [] });
        let (_, answer) = client.request("workspace/diagnostic", params, PATIENCE).unwrap();
        let took = began.elapsed();
        let n_files = answer["items"].as_array().map_or(0, Vec::len);
        assert_eq!(n_files, corpus.files.len(), "every file is answered for");
        put(samples, Metric::WorkspaceAsked, took);
        weigh(&mut client, Metric::MemoryAsked, samples);
    }
}

/// What a server holds in memory once it rests.
fn weigh(client: &mut Client, metric: Metric, samples: &mut Samples) {
    client.rest(SETTLING / 2);
    if let Some(memory) = client.memory_mb() {
        samples.entry(metric).or_default().push(memory);
    }
}

fn put(samples: &mut Samples, metric: Metric, took: Duration) {
    samples.entry(metric).or_default().push(took.as_secs_f64() * 1e3);
}

fn open(client: &mut Client, file: &File, language: Language) {
    let document = json!({
        "uri": uri(&file.path), "languageId": language.id(), "version": 1, "text": file.text,
    });
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

/// Types a wrong line at the end of a file, or takes it away again, and waits until the server
/// says so.
fn strike(
    client: &mut Client,
    file: &File,
    language: Language,
    version: i32,
    is_incremental: bool,
) -> Duration {
    let is_wrong = version % 2 == 0;
    let (wrong, file_uri) = (language.wrong_line(), uri(&file.path));
    let last = file.text.matches('\n').count();
    let place = |line: usize| json!({ "line": line, "character": 0 });
    let change = match (is_incremental, is_wrong) {
        (true, true) => {
            json!({ "range": { "start": place(last), "end": place(last) }, "text": wrong })
        }
        (true, false) => {
            json!({ "range": { "start": place(last), "end": place(last + 1) }, "text": "" })
        }
        (false, true) => json!({ "text": format!("{}{wrong}", file.text) }),
        (false, false) => json!({ "text": file.text }),
    };
    let params = json!({
        "textDocument": { "uri": file_uri, "version": version },
        "contentChanges": [change],
    });
    let began = client.notify("textDocument/didChange", params);
    let is_told = |message: &Value| {
        let params = &message["params"];
        let n_problems = params["diagnostics"].as_array().map_or(0, Vec::len);
        message["method"] == "textDocument/publishDiagnostics"
            && params["uri"] == file_uri
            && params["version"].as_i64().is_none_or(|it| it == i64::from(version))
            && (n_problems > 0) == is_wrong
    };
    let told = client.wait(is_told, PATIENCE);
    let (at, _) = told.unwrap_or_else(|| panic!("{file_uri} {version} is never told of"));
    client.rest(PAUSE);
    at - began
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn capabilities(pulls: bool) -> Value {
    let mut capabilities = json!({
        "general": { "positionEncodings": ["utf-8", "utf-16"] },
        "workspace": { "workspaceFolders": true, "configuration": true },
        "textDocument": {
            "publishDiagnostics": { "versionSupport": true },
            "completion": { "completionItem": { "snippetSupport": true } },
            "hover": { "contentFormat": ["markdown"] },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        },
    });
    if pulls {
        capabilities["textDocument"]["diagnostic"] = json!({});
    }
    capabilities
}
