//! `landwright commands`: what a script can do, and what the window can.

use clap::{Args, ValueEnum};
use landwright_core::world::schema::{Need, Script};
use landwright_core::world::{area, asset, eq, gat, gnd, rsw, table, zone};

use super::outcome::{Failure, Outcome};
use super::output::Output;
use crate::command;
use crate::json;
use crate::kind;

/// List the actions that scripts are made of, and the commands of the window with their keys
#[derive(Debug, Args)]
pub(super) struct Commands {
    /// List only these actions or commands
    #[arg(value_enum)]
    kind: Option<Kind>,
    /// Print the JSON schema of a script instead, for editors and validators; without a kind, that
    /// of gat
    #[arg(long)]
    schema: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Ragnarok maps
    Gat,
    /// Scenes of Ragnarok maps
    Rsw,
    /// Ground of Ragnarok maps
    Gnd,
    /// TERA areas
    Apd,
    /// ROSE zones
    Zon,
    /// Objects, characters, motions, effects and particles of ROSE
    Asset,
    /// EverQuest zones
    S3d,
    /// EverQuest navigation meshes
    Nav,
    /// Tables of EverQuest servers
    Rows,
    /// Tables
    Table,
    /// The window
    Window,
}

impl Commands {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.schema {
            let script = match self.kind {
                None | Some(Kind::Gat) => gat::schema::SCRIPT,
                Some(Kind::Rsw) => rsw::schema::SCRIPT,
                Some(Kind::Gnd) => gnd::schema::SCRIPT,
                Some(Kind::Apd) => area::schema::SCRIPT,
                Some(Kind::Zon) => zone::schema::SCRIPT,
                Some(Kind::Asset) => asset::schema::SCRIPT,
                Some(Kind::S3d) => eq::schema::SCRIPT,
                Some(Kind::Nav) => eq::mesh::schema::SCRIPT,
                Some(Kind::Rows) => eq::rows::schema::SCRIPT,
                Some(Kind::Table) => table::schema::SCRIPT,
                Some(Kind::Window) => {
                    let message = "the window has no actions for scripts; name gat, rsw, gnd, apd, zon, \
                        asset, s3d, nav, rows or table";
                    return Err(Failure::WrongUse(message.to_owned()));
                }
            };
            json::write_spread(&script.json_schema(), output.writer())?;
            return Ok(Outcome::Fine);
        }
        match self.kind {
            Some(Kind::Gat) => list(&gat::schema::SCRIPT, output)?,
            Some(Kind::Rsw) => list(&rsw::schema::SCRIPT, output)?,
            Some(Kind::Gnd) => list(&gnd::schema::SCRIPT, output)?,
            Some(Kind::Apd) => list(&area::schema::SCRIPT, output)?,
            Some(Kind::Zon) => list(&zone::schema::SCRIPT, output)?,
            Some(Kind::Asset) => list(&asset::schema::SCRIPT, output)?,
            Some(Kind::S3d) => list(&eq::schema::SCRIPT, output)?,
            Some(Kind::Nav) => list(&eq::mesh::schema::SCRIPT, output)?,
            Some(Kind::Rows) => list(&eq::rows::schema::SCRIPT, output)?,
            Some(Kind::Table) => list(&table::schema::SCRIPT, output)?,
            Some(Kind::Window) => list_window(output)?,
            None => {
                output.line("Actions of scripts for Ragnarok maps (gat)\n")?;
                list(&gat::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for scenes of Ragnarok maps (rsw)\n")?;
                list(&rsw::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for ground of Ragnarok maps (gnd)\n")?;
                list(&gnd::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for TERA areas (apd)\n")?;
                list(&area::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for ROSE zones (zon)\n")?;
                list(&zone::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for assets of ROSE (asset)\n")?;
                list(&asset::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for EverQuest zones (s3d)\n")?;
                list(&eq::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for EverQuest navigation meshes (nav)\n")?;
                list(&eq::mesh::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for tables of EverQuest servers (rows)\n")?;
                list(&eq::rows::schema::SCRIPT, output)?;
                output.line("\nActions of scripts for tables (table)\n")?;
                list(&table::schema::SCRIPT, output)?;
                output.line("")?;
                list_window(output)?;
            }
        }
        Ok(Outcome::Fine)
    }
}

fn list(script: &Script, output: &mut Output) -> Result<(), Failure> {
    for action in script.actions {
        output.line(&format!("{}: {}", action.name, action.summary))?;
        for argument in action.arguments {
            let need = match argument.need {
                Need::Required => "",
                Need::Optional => " (optional)",
            };
            let (name, kind) = (argument.name, argument.kind);
            output.line(&format!("  {name:<11} {kind:<10} {}{need}", argument.summary))?;
        }
        output.line("")?;
    }
    Ok(())
}

/// The table of commands, menu by menu.
fn list_window(output: &mut Output) -> Result<(), Failure> {
    output.line("In the window, by menu: the command, its keys, and its name in settings")?;
    for menu in kind::menus() {
        output.line("")?;
        output.line(menu.text())?;
        for command in command::all().filter(|command| command.menu == menu) {
            let (text, keys) = (command.text, command.keys.join(", "));
            output.line(&format!("  {text:<28} {keys:<22} {}", command.name))?;
            output.line(&format!("    {}", command.tooltip))?;
        }
    }
    Ok(())
}
