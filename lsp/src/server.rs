//! The server of one session: what its methods have in common.

mod capabilities;
mod methods;

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedReceiver;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    GotoDefinitionParams, GotoDefinitionResponse, Url, WorkDoneProgressCancelParams,
};
use tower_lsp::{ClientSocket, LspService};

use crate::feature::goto::{Way, goto};
use crate::file::Key;
use crate::from_proto::AboutFile;
use crate::session::Session;
use crate::watch::Watch;
use crate::world::Snapshot;
use crate::{job, scan, watch};

/// Of a file that is no longer than this, all is answered on the loop; a longer one must not keep
/// the others waiting.
const QUICK: usize = 64 << 10;

pub struct Server {
    session: Arc<Session>,
    /// Taken by the task that reads what is stale, when the session begins.
    stale: Mutex<Option<UnboundedReceiver<Key>>>,
    /// `None` before the session has begun.
    watch: Arc<Mutex<Option<Watch>>>,
}

impl Server {
    /// A server that waits for its client's `initialize`.
    pub fn service() -> (LspService<Server>, ClientSocket) {
        let build = LspService::build(|client| {
            let (session, stale) = Session::new(client);
            let stale = Mutex::new(Some(stale));
            Server { session: Arc::new(session), stale, watch: Arc::default() }
        });
        build.custom_method("window/workDoneProgress/cancel", Server::cancel_progress).finish()
    }

    /// Answers from a file as it is now; a file that the server does not know has no answer.
    async fn ask<P: AboutFile + Send + 'static, T: Send + 'static>(
        &self,
        params: P,
        answer: impl FnOnce(&Snapshot, &P) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        match self.session.snapshot(params.url()) {
            Some(snapshot) if snapshot.file.text.len() <= QUICK => Ok(answer(&snapshot, &params)),
            _ => self.search(params, answer).await,
        }
    }

    /// The same for an answer that is found in other files too: it may take a moment, so it is
    /// looked for beside the loop, where the client can cancel it.
    async fn search<P: AboutFile + Send + 'static, T: Send + 'static>(
        &self,
        params: P,
        answer: impl FnOnce(&Snapshot, &P) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(snapshot) = self.session.snapshot(params.url()) else { return Ok(None) };
        Ok(job::run(move |_| answer(&snapshot, &params)).await)
    }

    async fn go(
        &self,
        params: GotoDefinitionParams,
        way: Way,
    ) -> Result<Option<GotoDefinitionResponse>> {
        self.search(params, move |snapshot, params| {
            goto(snapshot, &params.text_document_position_params, way)
        })
        .await
    }

    /// Notes files that the editor itself made, renamed or deleted: it need not watch them.
    fn note_files<'u>(&self, urls: impl Iterator<Item = &'u str>) {
        watch::note_seen(&self.session, urls.filter_map(|url| Url::parse(url).ok()));
    }

    async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.session.look(|state| {
            for (_, cancel) in state.progresses.iter().filter(|(it, _)| *it == params.token) {
                cancel.cancel();
            }
        });
    }

    /// Takes in that folders came and went: they are watched first and read then, so that no
    /// change is missed between the two.
    fn follow_folders(&self, new: Vec<Key>, gone: Vec<Key>) {
        let (session, watch) = (Arc::clone(&self.session), Arc::clone(&self.watch));
        tokio::spawn(async move {
            let added = new.clone();
            // Beside the loop, since the system may look at every folder below for it.
            let watching = job::run(move |_| {
                let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(watch) = &mut *watch {
                    gone.iter().for_each(|folder| watch.remove(folder));
                    added.iter().for_each(|folder| watch.add(folder));
                }
            });
            watching.await;
            scan::folders(&session, new).await;
        });
    }
}
