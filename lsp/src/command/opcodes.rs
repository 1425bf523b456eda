//! `opcodes`: names for the opcodes that a map does not have.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def::Capture;
use landwright_core::def::map::Map;
use landwright_core::def::opcode::{self, OpcodeGuess};
use serde_json::{Value, json};

use super::captured;
use super::guess::around;
use super::outcome::{Failure, Outcome, Output};
use super::workspace::shown;
use crate::reading;

/// Guess names for opcodes that a map lacks, from recorded packets
///
/// Lists for each unmapped opcode the packets without an opcode whose definitions fit. The most
/// likely comes first, with a score from 0 to 1 and the reason, and as a line for the map. Exit codes: 0 done, 2 wrong use, or
/// a file could not be read.
#[derive(Debug, Args)]
pub(super) struct Opcodes {
    /// The recorded packets: a file or a folder
    #[arg(long, value_name = "PATH")]
    captures: PathBuf,
    /// The map that lacks names
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Search definitions here, instead of in the folder of the map and upwards
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Opcodes {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let map = self.read_map()?;
        let beside = self.map.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = self.dir.as_deref().or(beside).unwrap_or(Path::new("."));
        let workspace = around(folder)?;
        let captures = captured::read(&self.captures)?;
        let captures: Vec<&Capture> = captures.iter().collect();
        let found = opcode::all(&captures, &workspace.catalogue, &map);
        if self.json {
            let opcodes: Vec<Value> = found.iter().map(as_json).collect();
            output.json(&json!({ "version": 1, "opcodes": opcodes }))?;
            return Ok(Outcome::Fine);
        }
        for guess in &found {
            output.line(guess.opcode)?;
            for name in &guess.names {
                output.line(format_args!("  {:4.2}  {}: {}", name.score, name.name, name.why))?;
            }
            if let Some(best) = guess.names.first() {
                let (line, _) = map.with_entry(&best.name, u32::from(guess.opcode));
                output.line(format_args!("  map:  {line}"))?;
            }
        }
        if found.is_empty() {
            output.aside("The map has a name for every packet")?;
        }
        Ok(Outcome::Fine)
    }

    fn read_map(&self) -> Result<Map, Failure> {
        let bytes = reading::file(&self.map).map_err(Failure::file)?.bytes;
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::file(format!("{}: is not UTF-8", shown(&self.map))))?;
        Ok(Map::parse(text))
    }
}

fn as_json(guess: &OpcodeGuess) -> Value {
    let names: Vec<Value> = guess
        .names
        .iter()
        .map(|name| json!({ "name": name.name, "score": name.score, "why": name.why }))
        .collect();
    json!({ "opcode": guess.opcode, "names": names })
}
