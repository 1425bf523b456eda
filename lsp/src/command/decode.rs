//! `decode`: what a packet says.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def::capture::{Captured, Of};
use landwright_core::def::codec::{Codec, Read, Trace, What, value_to_json};
use landwright_core::def::{Capture, Definition, capture};
use landwright_core::vfs::disk;

use super::outcome::{Failure, Outcome, Output, complain};
use super::workspace::{Workspace, shown};
use crate::reading;

/// Read a packet by its definition
///
/// Exit codes: 0 the packet was read, 1 it does not match or has warnings, 2 wrong use, or a file
/// could not be read.
#[derive(Debug, Args)]
pub(super) struct Decode {
    /// The definition: NAME for its newest version, NAME.VERSION, or a file
    definition: String,
    /// The packet, with its length and opcode, in hexadecimal digits
    #[arg(required_unless_present = "file", conflicts_with = "file")]
    hex: Vec<String>,
    /// Read packets from a file, or - for standard input: lines of hexadecimal digits, hex dumps,
    /// a log, or the bytes themselves
    #[arg(short, long)]
    file: Option<PathBuf>,
    /// Only the values, as JSON for `encode`; one line per packet
    #[arg(long)]
    json: bool,
    /// Search definitions here, instead of in the current folder and upwards
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
}

impl Decode {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let workspace = around(&self.dir, &self.definition)?;
        let definition = workspace.definition(&self.definition)?;
        let codec = codec_of(&workspace, &definition)?;
        let packets = match &self.file {
            Some(file) => packets_of(file, &workspace, &definition)?,
            None => {
                let bytes = capture::bytes_of(&self.hex.join(" ")).map_err(Failure::use_of)?;
                vec![bytes]
            }
        };
        let lines = if packets.len() > 1 { Lines::One } else { Lines::Many };
        let mut outcome = Outcome::Fine;
        for (idx, bytes) in packets.iter().enumerate() {
            let packet =
                Shown { workspace: &workspace, definition: &definition, codec: &codec, bytes };
            let is_sound = match self.json {
                true => packet.json(lines, output)?,
                false => {
                    if idx > 0 {
                        output.line("")?;
                    }
                    output.line(format_args!("{}, {} bytes", name_of(&definition), bytes.len()))?;
                    packet.table(output)?
                }
            };
            if !is_sound {
                outcome = Outcome::Found;
            }
        }
        Ok(outcome)
    }
}

/// The definitions around a folder, or around the file that is one.
pub(super) fn around(folder: &Path, wanted: &str) -> Result<Workspace, Failure> {
    if !disk::is_folder(folder) {
        return Err(Failure::use_of(format!("{}: there is no such folder", shown(folder))));
    }
    let file = PathBuf::from(wanted);
    match disk::is_file(&file) {
        true => Workspace::around(&file, std::slice::from_ref(&file)),
        false => Workspace::around(folder, &[]),
    }
}

pub(super) fn codec_of(workspace: &Workspace, definition: &Definition) -> Result<Codec, Failure> {
    Codec::new(&workspace.catalogue.layout(definition)).map_err(|unusable| {
        let line = unusable.field.and_then(|field| definition.syntax.field(field));
        let line = line.map_or_else(String::new, |field| format!(":{}", field.line + 1));
        Failure::file(format!("{}{line}: {unusable}", definition.path))
    })
}

pub(super) fn name_of(definition: &Definition) -> String {
    match &definition.packet {
        Some(packet) => packet.to_string(),
        None => definition.path.to_string(),
    }
}

/// The packets of a file that may be of a definition.
fn packets_of(
    file: &Path,
    workspace: &Workspace,
    definition: &Definition,
) -> Result<Vec<Vec<u8>>, Failure> {
    let bytes = read(file)?;
    let wrong = |message: &str| Failure::file(format!("{}: {message}", shown(file)));
    let packets = match std::str::from_utf8(&bytes) {
        Ok(text) if !text.contains('\0') => {
            packets_in(text, file, workspace, definition).map_err(|reason| wrong(&reason))?
        }
        _ => split(&bytes),
    };
    match packets.is_empty() {
        true => Err(wrong(&format!("it has no packet of {}", name_of(definition)))),
        false => Ok(packets),
    }
}

/// A log, where lines say what they are; otherwise lines of digits, and hex dumps.
fn packets_in(
    text: &str,
    file: &Path,
    workspace: &Workspace,
    definition: &Definition,
) -> Result<Vec<Vec<u8>>, String> {
    let log = Capture::log(&shown(file), text);
    let says_which = |packet: &Captured| packet.way.is_some() || matches!(packet.of, Of::Name(..));
    if log.packets.iter().any(says_which) {
        if let Some((line, reason)) = log.first_fault(text) {
            complain(&format!("note: line {}: {reason}; such lines are left out", line + 1));
        }
        return Ok(of_log(&log, workspace, definition));
    }
    let name = definition.packet.as_ref().map_or("", |packet| &packet.name);
    let plain = Capture::of_packet(&shown(file), text, &Of::Name(name.into(), None));
    let Some((line, reason)) = plain.first_fault(text) else {
        return Ok(plain.packets.into_iter().map(|packet| packet.bytes).collect());
    };
    if log.packets.is_empty() {
        return Err(format!("line {}: {reason}; it is not a line of a log either", line + 1));
    }
    Ok(of_log(&log, workspace, definition))
}

fn of_log(log: &Capture, workspace: &Workspace, definition: &Definition) -> Vec<Vec<u8>> {
    let catalogue = &workspace.catalogue;
    let may_be = |packet: &&Captured| {
        definition.packet.as_ref().is_some_and(|file| packet.may_be(file, catalogue))
    };
    log.packets.iter().filter(may_be).map(|packet| packet.bytes.clone()).collect()
}

pub(super) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    reading::input(file).map_err(Failure::file)
}

/// Packets one after the other, each as long as its header says.
fn split(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut packets = Vec::new();
    while !bytes.is_empty() {
        let stated = bytes.first_chunk().map_or(0, |len| usize::from(u16::from_le_bytes(*len)));
        let len = if stated < 4 { bytes.len() } else { stated };
        let (packet, rest) = bytes.split_at(len.min(bytes.len()));
        packets.push(packet.to_vec());
        bytes = rest;
    }
    packets
}

/// A packet to print, and what it is read by.
struct Shown<'a> {
    workspace: &'a Workspace,
    definition: &'a Definition,
    codec: &'a Codec,
    bytes: &'a [u8],
}

impl Shown<'_> {
    /// Prints the values, and says whether all is well with the packet.
    fn json(&self, lines: Lines, output: &mut Output) -> Result<bool, Failure> {
        let trace = self.codec.trace(self.bytes);
        if let Ok(packet) = &trace.outcome {
            let json = self.codec.to_json(packet);
            match lines {
                Lines::One => output.line(json)?,
                Lines::Many => output.json(&json)?,
            }
        }
        self.tell(&trace, |line| output.aside(line))
    }

    /// Prints every byte that was read, up to where the packet breaks.
    fn table(&self, output: &mut Output) -> Result<bool, Failure> {
        let trace = self.codec.trace(self.bytes);
        let what = |read: &Read| match read.what {
            What::Count => format!("count of {}", read.path),
            What::Offset => format!("offset of {}", read.path),
            _ => read.path.clone(),
        };
        let width = trace.reads.iter().map(|read| what(read).chars().count()).max().unwrap_or(0);
        for read in &trace.reads {
            let shown = self.bytes.get(read.range.clone()).unwrap_or_default();
            let mut hex: String = shown.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            if shown.len() > 8 {
                hex.push('…');
            }
            let (start, what) = (read.range.start, what(read));
            let value = value_to_json(&read.value);
            output.line(format_args!("{start:>5}  {hex:17}  {what:width$}  {value}"))?;
        }
        self.tell(&trace, |line| output.line(line))
    }

    /// Says what is odd, and says whether nothing is.
    fn tell(
        &self,
        trace: &Trace,
        mut print: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let other = self.other_packet();
        if let Some(message) = &other {
            print(&format!("warning: {message}"))?;
        }
        let warnings = trace.warnings.iter().map(|fault| ("warning", fault));
        let error = trace.outcome.as_ref().err().map(|fault| ("error", fault));
        for (severity, fault) in warnings.chain(error) {
            let field = fault.field.and_then(|field| self.definition.syntax.field(field));
            let path = &self.definition.path;
            let place = field.map(|field| format!("\n  --> {path}:{}", field.line + 1));
            print(&format!("{severity}: {fault}{}", place.unwrap_or_default()))?;
        }
        Ok(other.is_none() && trace.outcome.is_ok() && trace.warnings.is_empty())
    }

    /// Says so where the header has an opcode that is none of the definition's.
    fn other_packet(&self) -> Option<String> {
        let [_, _, low, high] = self.bytes.first_chunk().copied()?;
        let name = &self.definition.packet.as_ref()?.name;
        let opcode = u16::from_le_bytes([low, high]);
        capture::other_packet(&self.workspace.catalogue, name, opcode)
    }
}

/// How JSON is laid out: as a person reads it, or as a line for each of several packets.
#[derive(Clone, Copy)]
enum Lines {
    One,
    Many,
}
