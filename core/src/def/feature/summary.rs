//! A packet in a few lines: versions, size, numbers, patches.

use super::near;
use super::places::size_text;
use crate::def::catalogue::{Catalogue, Definition, MapFile, Packet};
use crate::def::file_name::file_of;
use crate::def::patch::PatchRange;

/// As many maps as are listed one by one.
const MAX_MAPS: usize = 6;

/// A packet as seen from a file; of its definitions this version, or the newest.
pub(super) fn packet(
    catalogue: &Catalogue,
    name: &str,
    version: Option<u32>,
    path: &str,
) -> String {
    let packet = catalogue.packet(name);
    let definition = packet.and_then(|packet| {
        let found = match version {
            Some(version) => packet.versions.iter().find(|row| row.version == version),
            None => near::newest(catalogue, packet, path),
        };
        catalogue.definition(&found?.path)
    });
    match definition {
        Some(definition) => self::definition(catalogue, definition),
        None => {
            let mut lines = vec![format!("**{name}**")];
            lines.push(match packet {
                Some(packet) => versions_text(packet),
                None => "No definition".to_owned(),
            });
            lines.extend(opcode_lines(catalogue, name, path));
            lines.join("  \n")
        }
    }
}

/// A definition, and what is known of its packet.
pub(super) fn definition(catalogue: &Catalogue, definition: &Definition) -> String {
    let Some(file) = &definition.packet else {
        return format!("**{}**", file_of(&definition.path));
    };
    let mut lines = vec![format!("**{file}**")];
    if let Some(packet) = catalogue.packet(&file.name) {
        lines.push(versions_text(packet));
    }
    let size = catalogue.layout(definition).message.size;
    lines.push(format!("Size with its header: {}", size_text(size)));
    lines.extend(
        definition.syntax.patches().map(|patches| format!("For {}", patches_text(patches))),
    );
    if let Some(row) = catalogue.deprecated(file) {
        let (min, max) = (row.min, row.max.map_or(String::new(), |max| max.to_string()));
        let min = min.map_or(String::new(), |min| min.to_string());
        lines.push(format!("Deprecated: for patches {min}–{max}"));
    }
    lines.extend(opcode_lines(catalogue, &file.name, &definition.path));
    lines.join("  \n")
}

fn versions_text(packet: &Packet) -> String {
    let version = |version: &crate::def::PacketVersion| {
        let platform = version.platform.as_deref().map(|platform| format!(".{platform}"));
        let script = if version.is_script { " (script)" } else { "" };
        format!("{}{}{script}", version.version, platform.unwrap_or_default())
    };
    let mut versions: Vec<_> = packet.versions.iter().map(version).collect();
    versions.dedup();
    match versions.as_slice() {
        [only] => format!("Only version: {only}"),
        all => format!("Versions: {}", all.join(", ")),
    }
}

/// One line for each number that a packet has, with the maps that say so.
pub(super) fn opcode_lines(catalogue: &Catalogue, name: &str, path: &str) -> Vec<String> {
    let opcodes = near::opcodes(catalogue, name, path);
    let line = |(map, code): &(&std::sync::Arc<MapFile>, u32)| {
        format!("Opcode {} in {}", code_text(*code), map_text(catalogue, map))
    };
    let mut lines: Vec<_> = opcodes.iter().take(MAX_MAPS).map(line).collect();
    if opcodes.len() > MAX_MAPS {
        lines.push(match opcodes.len() - MAX_MAPS {
            1 => "… and in 1 more map".to_owned(),
            n => format!("… and in {n} more maps"),
        });
    }
    lines
}

/// `44570 (0xae1a)`
pub(super) fn code_text(code: u32) -> String {
    format!("{code} ({code:#06x})")
}

/// The name of a map, and of what build it is.
pub(super) fn map_text(catalogue: &Catalogue, map: &MapFile) -> String {
    let file = file_of(&map.path);
    match catalogue.revision(map) {
        Some(revision) => format!("`{file}` ({})", revision.text),
        None => format!("`{file}`"),
    }
}

pub(super) fn patches_text(patches: PatchRange) -> String {
    match (patches.from, patches.to) {
        (0, None) => "all patches".to_owned(),
        (0, Some(to)) => format!("patches before {to}"),
        (from, None) => format!("patch {from} and newer"),
        (from, Some(to)) if to == from.saturating_add(1) => format!("patch {from}"),
        (from, Some(to)) => format!("patches from {from} up to, not including, {to}"),
    }
}
