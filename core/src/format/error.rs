//! Why a file could not be read, and where.

/// A field that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} at byte {offset:#x}{}: {malformed}", .within.in_words())]
pub struct ReadError {
    /// Byte offset of the field that failed.
    pub offset: usize,
    pub within: Within,
    /// Name of that field as written in the layout table of the format.
    pub field: &'static str,
    pub malformed: Malformed,
}

/// What an offset counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Within {
    #[default]
    File,
    /// What a packed file unpacks to.
    Unpacked,
    /// The body of a block, wherever in a file it stands.
    Block,
}

impl Within {
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Within::File => "",
            Within::Unpacked => " of the unpacked content",
            Within::Block => " of the block",
        }
    }
}

/// What is wrong with a field: what was found, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// A size that no number can state is stated as the largest.
    #[error("needs {}, {left} {} left", n_bytes(*.needed), if *.left == 1 { "is" } else { "are" })]
    Truncated { needed: u64, left: usize },
    #[error("found \"{}\", expected \"{}\"", .found.escape_ascii(), .expected.escape_ascii())]
    WrongMagic { found: Vec<u8>, expected: &'static [u8] },
    #[error("found {found}, expected {expected}")]
    Unexpected { found: i64, expected: &'static str },
    #[error("version {major}.{minor} is not known; expected {expected}")]
    UnknownVersion { major: u32, minor: u32, expected: &'static str },
    #[error("{} follow{} the last field", n_bytes(*.n_left as u64), if *.n_left == 1 { "s" } else { "" })]
    TrailingBytes { n_left: usize },
    #[error("points to byte {target:#x}, but the file ends at {len:#x}")]
    OutsideFile { target: u64, len: usize },
    /// The layout of a widely copied description of ROSE's formats, which no real file has.
    #[error(
        "the layout follows a description that no real file follows ({0}); see `landwright explain \
        rose-other-layout`"
    )]
    OtherLayout(&'static str),
    #[error("is larger than {}, the limit for reading", n_bytes(*.limit))]
    TooLarge { limit: u64 },
    #[error("the packed data is broken: {reason}")]
    BrokenStream { reason: String },
}

fn n_bytes(number: u64) -> String {
    match number {
        1 => "1 byte".to_owned(),
        u64::MAX => "more bytes than a file can have".to_owned(),
        number => format!("{number} bytes"),
    }
}

/// A number of cells that does not fill a rectangle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{n_cells} cells do not fill {width} × {height}")]
pub struct WrongCellCount {
    pub width: u32,
    pub height: u32,
    pub n_cells: usize,
}

#[cfg(feature = "worlds")]
impl WrongCellCount {
    /// Fails unless there is a cell for each place of the rectangle.
    pub(super) fn check(width: u32, height: u32, n_cells: usize) -> Result<(), WrongCellCount> {
        match u64::from(width) * u64::from(height) == n_cells as u64 {
            true => Ok(()),
            false => Err(WrongCellCount { width, height, n_cells }),
        }
    }
}
