//! Which fields the versions of an RSW have, and where programs disagree about that.

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::{Malformed, ReadError};

/// A version number, of 1.2 to 2.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    pub major: u8,
    pub minor: u8,
}

const fn version(major: u8, minor: u8) -> Version {
    Version { major, minor }
}

/// How the fields of a file lie. Some versions were described in two ways, or files of both kinds
/// were seen: such a file is told by where its objects end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    pub version: Version,
    /// What stands behind the version, from 2.2 on.
    pub build: Build,
    /// Whether there is the name of a GAT: not in the first versions.
    pub has_gat_name: bool,
    /// Whether sounds have a cycle: some files before 2.0 leave it out.
    pub has_sound_cycle: bool,
    /// Whether models have a flag: some builds of 2.6.
    pub has_model_flag: bool,
}

/// A layout, and what lies behind the version and the build.
pub(super) type Way<'a> = (Layout, Bytes<'a>);

/// The build of the program that wrote a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Build {
    None,
    Byte(u8),
    Number { number: u32, flag: u8 },
}

impl Version {
    const FIRST: Version = version(1, 2);
    const LAST: Version = version(2, 7);

    fn is_known(self) -> bool {
        let is_of_a_line = matches!((self.major, self.minor), (1, 2..=9) | (2, 0..=7));
        is_of_a_line && (Version::FIRST..=Version::LAST).contains(&self)
    }

    /// From 2.6 on the water is described in the GND.
    pub fn has_water(self) -> bool {
        (version(1, 3)..version(2, 6)).contains(&self)
    }

    pub fn has_waves(self) -> bool {
        self.has_water() && self >= version(1, 8)
    }

    pub fn has_water_frames(self) -> bool {
        self.has_water() && self >= version(1, 9)
    }

    pub fn has_light(self) -> bool {
        self >= version(1, 5)
    }

    pub(super) fn has_bounds(self) -> bool {
        self >= version(1, 6)
    }

    pub fn has_shadow_opacity(self) -> bool {
        self >= version(1, 7)
    }

    pub fn has_model_names(self) -> bool {
        self >= version(1, 3)
    }

    pub fn has_model_numbers(self) -> bool {
        self >= version(2, 7)
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Version, ReadError> {
        let start = bytes.clone();
        let version = version(bytes.u8("version major")?, bytes.u8("version minor")?);
        if version.is_known() {
            return Ok(version);
        }
        let (major, minor) = (u32::from(version.major), u32::from(version.minor));
        let expected = "1.2 to 1.9, or 2.0 to 2.7";
        Err(start.error("version", Malformed::UnknownVersion { major, minor, expected }))
    }
}

impl Build {
    /// How many bytes it has in a version, and how many it may have instead.
    fn forms(version: Version) -> (usize, Option<usize>) {
        match (version.major, version.minor) {
            (2, 2 | 3) => (1, None),
            (2, 4) => (1, Some(5)),
            (2, 5..) => (5, None),
            _ => (0, None),
        }
    }

    fn read(n_bytes: usize, bytes: &mut Bytes<'_>) -> Result<Build, ReadError> {
        match n_bytes {
            0 => Ok(Build::None),
            1 => Ok(Build::Byte(bytes.u8("build")?)),
            _ => Ok(Build::Number { number: bytes.u32("build")?, flag: bytes.u8("build flag")? }),
        }
    }

    fn number(self) -> u32 {
        match self {
            Build::None => 0,
            Build::Byte(number) => number.into(),
            Build::Number { number, .. } => number,
        }
    }
}

impl Layout {
    /// The layout of a version as most files of it have it.
    pub(super) fn usual(version: Version, build: Build) -> Layout {
        let is_new = version >= self::version(2, 6);
        Layout {
            version,
            build,
            has_gat_name: version > self::version(1, 4),
            has_sound_cycle: true,
            has_model_flag: is_new && build.number() > 161,
        }
    }

    /// Room for every field that an object may have: for what is kept beside a file.
    pub fn of_everything() -> Layout {
        let build = Build::Number { number: 0, flag: 0 };
        Layout { has_model_flag: true, ..Layout::usual(Version::LAST, build) }
    }

    /// Reads the version and the build in every way that they may be meant: as usual, and the
    /// others. Each layout comes with the cursor behind it.
    pub(super) fn ways(mut bytes: Bytes<'_>) -> Result<(Way<'_>, Vec<Way<'_>>), ReadError> {
        let version = Version::read(&mut bytes)?;
        let (usual_form, other_form) = Build::forms(version);
        let read = |n_bytes| -> Result<Way<'_>, ReadError> {
            let mut bytes = bytes.clone();
            let build = Build::read(n_bytes, &mut bytes)?;
            Ok((Layout::usual(version, build), bytes))
        };
        let usual = read(usual_form)?;
        let other = other_form.and_then(|n_bytes| read(n_bytes).ok());
        let mut others: Vec<Way<'_>> = Vec::new();
        for (layout, bytes) in [Some(usual.clone()), other.clone()].into_iter().flatten() {
            others.extend(layout.doubts().into_iter().map(|way| (way, bytes.clone())));
        }
        others.extend(other);
        Ok((usual, others))
    }

    /// What the layout may be instead.
    fn doubts(self) -> Vec<Layout> {
        let mut ways = vec![self];
        let mut doubt = |is_in_doubt: bool, other: fn(Layout) -> Layout| {
            if is_in_doubt {
                let others: Vec<Layout> = ways.iter().map(|way| other(*way)).collect();
                ways.extend(others);
            }
        };
        let is_old = self.version < version(2, 0);
        doubt(is_old, |way| Layout { has_sound_cycle: false, ..way });
        doubt(self.version <= version(1, 4), |way| Layout { has_gat_name: true, ..way });
        let is_doubtful_build = (162..186).contains(&self.build.number());
        doubt(self.has_model_flag && is_doubtful_build, |way| Layout {
            has_model_flag: false,
            ..way
        });
        ways.remove(0);
        ways
    }

    pub(super) fn write(self, out: &mut Vec<u8>) {
        out.put(&[self.version.major, self.version.minor]);
        match self.build {
            Build::None => {}
            Build::Byte(byte) => out.put_u8(byte),
            Build::Number { number, flag } => {
                out.put_u32(number);
                out.put_u8(flag);
            }
        }
    }
}
