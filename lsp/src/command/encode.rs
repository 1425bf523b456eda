//! `encode`: the packets of some values.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use landwright_core::def::Definition;

use super::decode::{around, codec_of, name_of, read};
use super::outcome::{Failure, Outcome, Output};
use super::workspace::Workspace;

/// Make a packet from values in JSON, and print it in hexadecimal digits
///
/// The JSON has the form that `decode --json` prints. Each packet in it gives a line. You can leave
/// out fields, which are then 0, false or empty; a note says which. You can leave out `#opcode` if all
/// protocol maps agree on it.
#[derive(Debug, Args)]
pub(super) struct Encode {
    /// The definition: NAME for its newest version, NAME.VERSION, or a file
    definition: String,
    /// The values, or - for standard input
    #[arg(required_unless_present_any = ["file", "template"], conflicts_with = "file")]
    json: Option<String>,
    /// Print the JSON of a packet to fill in: every field is 0, false or empty, and every array has one
    /// element
    #[arg(long, conflicts_with_all = ["json", "file"])]
    template: bool,
    /// Read the values from a file
    #[arg(short, long)]
    file: Option<PathBuf>,
    /// The number of the packet, if the JSON has none
    #[arg(long, value_name = "N")]
    opcode: Option<u16>,
    /// Search definitions here, instead of in the current folder and upwards
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
}

impl Encode {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let workspace = around(&self.dir, &self.definition)?;
        let definition = workspace.definition(&self.definition)?;
        let codec = codec_of(&workspace, &definition)?;
        if self.template {
            // Where no map knows it, it is a number to fill in as well.
            let opcode = self.opcode(&workspace, &definition).unwrap_or(0);
            output.json(&codec.to_json(&codec.template(opcode)))?;
            return Ok(Outcome::Fine);
        }
        let text = match (&self.file, &self.json) {
            (Some(file), _) => read(file)?,
            (None, Some(json)) if json != "-" => json.clone().into_bytes(),
            (None, _) => read("-".as_ref())?,
        };
        let opcode = self.opcode(&workspace, &definition);
        let mut n_packets = 0;
        for json in serde_json::Deserializer::from_slice(&text).into_iter() {
            let json: serde_json::Value =
                json.map_err(|error| Failure::use_of(format!("the values are not JSON: {error}")))?;
            if opcode.is_none() && json.get("#opcode").is_none() {
                return Err(needs_opcode(&definition, &opcodes_of(&workspace, &definition)));
            }
            let read = codec.from_some_json(&json, opcode);
            let (packet, missing) = read.map_err(Failure::file)?;
            if !missing.is_empty() {
                output.aside(&format!(
                    "note: empty, since the values leave it out: {}",
                    missing.join(", ")
                ))?;
            }
            let bytes = codec.encode(&packet).map_err(Failure::file)?;
            output.line(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())?;
            n_packets += 1;
        }
        match n_packets {
            0 => Err(Failure::use_of("the values are not JSON: the input is empty")),
            _ => Ok(Outcome::Fine),
        }
    }
}

impl Encode {
    fn opcode(&self, workspace: &Workspace, definition: &Definition) -> Option<u16> {
        let opcodes = opcodes_of(workspace, definition);
        let known = match (opcodes.len(), opcodes.first()) {
            (1, Some(opcode)) => u16::try_from(*opcode).ok(),
            _ => None,
        };
        self.opcode.or(known)
    }
}

/// The opcodes that protocol maps have for a packet.
fn opcodes_of(workspace: &Workspace, definition: &Definition) -> BTreeSet<u32> {
    let Some(packet) = &definition.packet else { return BTreeSet::new() };
    workspace.catalogue.opcodes(&packet.name).iter().map(|(_, opcode)| *opcode).collect()
}

fn needs_opcode(definition: &Definition, opcodes: &BTreeSet<u32>) -> Failure {
    let known: Vec<String> = opcodes.iter().map(u32::to_string).collect();
    let maps = match known.is_empty() {
        true => "no protocol map here has its opcode".to_owned(),
        false => format!("the protocol maps here have {}", known.join(", ")),
    };
    let name = name_of(definition);
    Failure::use_of(format!("{name} needs an opcode, and {maps}; give --opcode N"))
}
