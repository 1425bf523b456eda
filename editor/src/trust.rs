//! The projects that the person trusts, for this run of the program.

use std::path::PathBuf;
use std::sync::OnceLock;

use landwright_core::project::home::home;
use landwright_core::project::trust::Trust;

static TRUST: OnceLock<Trust> = OnceLock::new();

/// Everything that the person has said so far.
pub fn trust() -> &'static Trust {
    TRUST.get_or_init(|| Trust::kept_in(usual_home()))
}

/// Keeps the answers in another folder, if nobody has asked before. Says whether that is so.
pub fn keep_in(home: PathBuf) -> bool {
    TRUST.set(Trust::kept_in(home)).is_ok()
}

fn usual_home() -> PathBuf {
    match cfg!(test) {
        // What a person has said is nothing to tests.
        true => std::env::temp_dir().join(format!("landwright-tests-{}", std::process::id())),
        false => home(),
    }
}
