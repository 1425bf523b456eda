//! Says how far a long work is, where the client shows that, and lets the person stop it.

use std::sync::Arc;

use tokio::sync::watch;
use tower_lsp::lsp_types::notification::Progress as ProgressNotification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};

use crate::job::Cancel;
use crate::session::Session;

/// A long work under way. It ends when this is dropped.
pub struct Progress {
    steps: watch::Sender<Step>,
    pub cancel: Cancel,
}

#[derive(Debug, Clone, Copy, Default)]
struct Step {
    n_done: usize,
    n_all: usize,
}

impl Progress {
    /// Begins; the client is told beside the work, which does not wait for it.
    pub fn begin(session: &Arc<Session>, title: &'static str) -> Progress {
        let (steps, receiver) = watch::channel(Step::default());
        let cancel = Cancel::default();
        if session.abilities().shows_progress {
            tokio::spawn(tell(Arc::clone(session), title, receiver, cancel.clone()));
        }
        Progress { steps, cancel }
    }

    pub fn report(&self, n_done: usize, n_all: usize) {
        self.steps.send_replace(Step { n_done, n_all });
    }
}

async fn tell(
    session: Arc<Session>,
    title: &'static str,
    mut steps: watch::Receiver<Step>,
    cancel: Cancel,
) {
    let token = session.update_quietly(|state| {
        state.n_progresses += 1;
        let token = NumberOrString::String(format!("landwright/{}", state.n_progresses));
        state.progresses.push((token.clone(), cancel));
        token
    });
    let params = WorkDoneProgressCreateParams { token: token.clone() };
    if session.client.send_request::<WorkDoneProgressCreate>(params).await.is_ok() {
        send(&session, &token, begin(title)).await;
        while steps.changed().await.is_ok() {
            let step = *steps.borrow_and_update();
            send(&session, &token, report(step)).await;
        }
        let end = WorkDoneProgressEnd { message: None };
        send(&session, &token, WorkDoneProgress::End(end)).await;
    }
    session.update_quietly(|state| state.progresses.retain(|(other, _)| *other != token));
}

async fn send(session: &Session, token: &NumberOrString, value: WorkDoneProgress) {
    let value = ProgressParamsValue::WorkDone(value);
    let params = ProgressParams { token: token.clone(), value };
    session.client.send_notification::<ProgressNotification>(params).await;
}

fn begin(title: &str) -> WorkDoneProgress {
    WorkDoneProgress::Begin(WorkDoneProgressBegin {
        title: title.to_owned(),
        cancellable: Some(true),
        message: None,
        percentage: Some(0),
    })
}

fn report(Step { n_done, n_all }: Step) -> WorkDoneProgress {
    let percentage = (n_done * 100).checked_div(n_all).and_then(|it| u32::try_from(it).ok());
    WorkDoneProgress::Report(WorkDoneProgressReport {
        cancellable: Some(true),
        message: Some(format!("{n_done} of {n_all} files")),
        percentage,
    })
}
