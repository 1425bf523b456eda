//! One made-up protocol in three languages: as `.def` for us, and with the same fields as TOML for
//! taplo and as Protocol Buffers for protols.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Packets of so many fields, one after the other and again from the start. Real protocols look
/// like this: half of all packets have two fields or fewer, one in ten more than ten.
const N_FIELDS: &[usize] =
    &[2, 0, 1, 4, 2, 10, 0, 3, 1, 2, 6, 1, 16, 2, 5, 1, 3, 0, 8, 2, 12, 1, 4, 2, 32];
/// What the file in which keys are struck holds: as much as nine packets in ten do not exceed.
const N_FIELDS_MIDDLE: usize = 10;
/// About 4 kB as a definition.
const N_FIELDS_LARGE: usize = 225;

const NAMES: &[&str] = &[
    "gameId", "lantern", "harbour", "owner", "amount", "weight", "colour", "depth", "speed",
    "crates", "message", "board", "tide", "moored", "angle",
];
const TYPES: &[(&str, &str)] = &[
    ("int32", "int32"),
    ("uint64", "uint64"),
    ("bool", "bool"),
    ("float", "float"),
    ("string", "string"),
    ("uint32", "uint32"),
    ("byte", "int32"),
    ("vec3", "int32"),
];

/// One of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Def,
    Toml,
    Proto,
}

impl Language {
    pub(crate) const ALL: [Language; 3] = [Language::Def, Language::Toml, Language::Proto];

    pub(crate) fn id(self) -> &'static str {
        match self {
            Language::Def => "teradef",
            Language::Toml => "toml",
            Language::Proto => "proto",
        }
    }

    /// A line that is wrong wherever it stands.
    pub(crate) fn wrong_line(self) -> &'static str {
        match self {
            Language::Def => "wrong\n",
            Language::Toml => "wrong = = 1\n",
            Language::Proto => "message {{ ;\n",
        }
    }

    fn file_name(self, packet: usize) -> String {
        match self {
            Language::Def => format!("S_PACKET_{packet:04}.1.def"),
            Language::Toml => format!("s_packet_{packet:04}.toml"),
            Language::Proto => format!("s_packet_{packet:04}.proto"),
        }
    }

    fn text(self, packet: usize, n_fields: usize) -> String {
        let mut text = match self {
            Language::Def => format!("# packet {packet}\n"),
            Language::Toml => format!("# packet {packet}\n[packet]\n"),
            Language::Proto => {
                format!("syntax = \"proto3\";\npackage p{packet};\nmessage Packet{packet} {{\n")
            }
        };
        for field in 0..n_fields {
            let (of_def, of_proto) = TYPES[(packet + field * 7) % TYPES.len()];
            let name = format!("{}{field}", NAMES[(packet * 3 + field) % NAMES.len()]);
            let number = field + 1;
            let _ = match self {
                Language::Def => writeln!(text, "{of_def} {name}"),
                Language::Toml => writeln!(text, "{name} = \"{of_def}\""),
                Language::Proto => writeln!(text, "  {of_proto} {name} = {number};"),
            };
        }
        if self == Language::Proto {
            text.push_str("}\n");
        }
        text
    }
}

/// The files of one language.
pub(crate) struct Corpus {
    pub(crate) language: Language,
    pub(crate) root: PathBuf,
    pub(crate) files: Vec<File>,
}

pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Corpus {
    /// Writes so many packets into a folder of their own.
    pub(crate) fn write(language: Language, n_files: usize, below: &Path) -> io::Result<Corpus> {
        let root = below.join(format!("{}-{n_files}", language.id()));
        fs::create_dir_all(&root)?;
        let mut files = Vec::new();
        for packet in 0..n_files {
            let n_fields = match packet {
                0 => N_FIELDS_MIDDLE,
                1 => N_FIELDS_LARGE,
                _ => N_FIELDS[packet % N_FIELDS.len()],
            };
            let path = root.join(language.file_name(packet));
            let text = language.text(packet, n_fields);
            fs::write(&path, &text)?;
            files.push(File { path, text });
        }
        Ok(Corpus { language, root, files })
    }

    pub(crate) fn middle(&self) -> &File {
        &self.files[0]
    }

    pub(crate) fn large(&self) -> &File {
        &self.files[1]
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.files.iter().map(|file| file.text.len()).sum()
    }
}
