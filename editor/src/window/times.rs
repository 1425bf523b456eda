//! How long frames take, for measuring: a line a frame in the file that `LANDWRIGHT_TIMES` names,
//! with milliseconds since the start, and milliseconds that the frame took before it was drawn.

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use eframe::egui;
use landwright_core::vfs::append::AppendFile;

pub(super) struct Times {
    started: Instant,
    file: Option<AppendFile>,
    frame: Instant,
}

impl Times {
    /// Writes nothing down, whatever the environment says.
    pub(super) fn unmeasured() -> Times {
        let now = Instant::now();
        Times { started: now, file: None, frame: now }
    }

    pub(super) fn since(started: Instant) -> Times {
        let path = env::var_os("LANDWRIGHT_TIMES").map(PathBuf::from);
        // Who measures sees that the file is not there.
        let file = path.and_then(|path| AppendFile::create(&path).ok());
        Times { started, file, frame: started }
    }

    pub(super) fn begin(&mut self) {
        self.frame = Instant::now();
    }

    pub(super) fn end(&mut self, context: &egui::Context) {
        let Some(file) = &mut self.file else { return };
        if file.is_empty() {
            // When the second frame begins, the first one has been drawn.
            context.request_repaint();
        }
        let in_ms = |duration: std::time::Duration| duration.as_secs_f64() * 1000.0;
        let begun = in_ms(self.frame.duration_since(self.started));
        let line = format!("{begun:.3} {:.3}\n", in_ms(self.frame.elapsed()));
        if file.append(line.as_bytes()).is_err() {
            self.file = None;
        }
    }
}
