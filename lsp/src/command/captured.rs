//! Recorded packets that a person names: a file, or a folder of them.

use std::path::Path;

use landwright_core::def::{Capture, capture};
use landwright_core::vfs::disk;

use super::outcome::{Failure, complain};
use super::workspace::shown;
use crate::reading;

/// Reads the captures of a folder, or a file, which is a log if its name does not say what it is.
pub(super) fn read(place: &Path) -> Result<Vec<Capture>, Failure> {
    let mut captures = Vec::new();
    if !disk::is_folder(place) {
        let bytes = reading::input(place).map_err(Failure::file)?;
        captures.push(capture_of(place, bytes).map_err(Failure::file)?);
    } else {
        let walk = reading::walk(place);
        if let Some(error) = walk.errors.into_iter().next() {
            return Err(Failure::file(error));
        }
        for path in walk.files.iter().filter(|path| capture::is_capture(&path.to_string_lossy())) {
            let loaded = reading::file(path).map_err(Failure::file)?;
            match capture_of(path, loaded.bytes) {
                Ok(capture) => captures.push(capture),
                // Logs of other programs may be anything.
                Err(message) => complain(&format!("note: {message}; skipped")),
            }
        }
    }
    if captures.iter().all(|capture| capture.packets.is_empty()) {
        let message = "has no packets. In NAME.VERSION.hex, each line is a packet in hexadecimal \
            digits, or packets are hex dumps. In a log, each packet has the direction, the name or \
            the opcode, and the bytes. Without a name, the packet must begin with its own length \
            and opcode";
        return Err(Failure::file(format!("{}: {message}", shown(place))));
    }
    Ok(captures)
}

fn capture_of(path: &Path, bytes: Vec<u8>) -> Result<Capture, String> {
    let name = shown(path);
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: is not UTF-8"))?;
    Ok(Capture::parse(&name, &text).unwrap_or_else(|| Capture::log(&name, &text)))
}
