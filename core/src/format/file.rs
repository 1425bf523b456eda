//! Any file: which format it is by its name and its first bytes, read, written, and as JSON.
//!
//! A format is added as one row of the table below.

mod json;
mod law;
pub mod query;
pub mod record;

use serde::{Deserialize, Deserializer, Serialize};

use super::effort::Effort;
use super::packed::{self, Cancelled, Packed, Progress};
use super::text::Opaque;
use super::{ReadError, eq, ragnarok, rose, tera};

pub use json::{BadJson, from_json};
pub use law::Difference;

/// How a format is told from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// As JSON and command lines call it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// How the names of its files end, in lower case.
    endings: &'static [&'static str],
    /// What its files begin with; empty where they begin with anything.
    magics: &'static [&'static [u8]],
}

macro_rules! formats {
    ($($packing:ident $Kind:ident($($module:ident)::+: $Type:ident)
        $name:literal $title:literal $endings:expr, $magics:expr;)*) => {
        /// A format.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Kind {
            $($Kind,)*
        }

        /// What a file holds.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Content {
            $($Kind($($module)::+::$Type),)*
        }

        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$Kind,)*];

            pub const fn format(self) -> &'static Format {
                match self {
                    $(Kind::$Kind => &Format {
                        name: $name,
                        title: $title,
                        endings: &$endings,
                        magics: &$magics,
                    },)*
                }
            }

            /// Whether its files are brotli streams.
            pub const fn is_packed(self) -> bool {
                match self {
                    $(Kind::$Kind => formats!(@is_packed $packing),)*
                }
            }

            fn deserialize<'de, D: Deserializer<'de>>(self, json: D) -> Result<Content, D::Error> {
                match self {
                    $(Kind::$Kind => Deserialize::deserialize(json).map(Content::$Kind),)*
                }
            }
        }

        impl Content {
            pub fn kind(&self) -> Kind {
                match self {
                    $(Content::$Kind(_) => Kind::$Kind,)*
                }
            }

            /// How many bytes are kept without being understood.
            pub fn n_opaque(&self) -> usize {
                match self {
                    $(Content::$Kind(value) => value.n_opaque(),)*
                }
            }

            fn write(&self) -> Vec<u8> {
                match self {
                    $(Content::$Kind(value) => $($module)::+::write(value),)*
                }
            }
        }

        /// Reads the bytes of a file of a known format.
        pub fn read(kind: Kind, bytes: &[u8]) -> Result<File, ReadError> {
            match kind {
                $(Kind::$Kind => formats!(@read $packing $($module)::+, $Kind, bytes),)*
            }
        }
    };
    (@is_packed plain) => { false };
    (@is_packed brotli) => { true };
    (@read plain $module:path, $Kind:ident, $bytes:ident) => {{
        use $module as format;
        Ok(File { content: Content::$Kind(format::read($bytes)?), packed: None })
    }};
    (@read brotli $module:path, $Kind:ident, $bytes:ident) => {{
        use $module as format;
        let (value, packed) = format::read_packed($bytes)?;
        Ok(File { content: Content::$Kind(value), packed: Some(packed) })
    }};
}

formats! {
    plain  Gat(ragnarok::gat: Gat) "gat" "Ragnarok: altitude and terrain of a map"
        [".gat"], [b"GRAT"];
    plain  Gnd(ragnarok::gnd: Gnd) "gnd" "Ragnarok: ground of a map"
        [".gnd"], [b"GRGN"];
    plain  Rsw(ragnarok::rsw: Rsw) "rsw" "Ragnarok: objects of a map"
        [".rsw"], [b"GRSW"];
    plain  Rsm(ragnarok::rsm: Rsm) "rsm" "Ragnarok: model"
        [".rsm"], [b"GRSM\x01"];
    plain  Rsm2(ragnarok::rsm2: Rsm2) "rsm2" "Ragnarok: model of newer clients"
        [".rsm2"], [b"GRSM\x02"];
    plain  MapCache(ragnarok::map_cache: MapCache) "map_cache" "Ragnarok: map cache of rAthena"
        ["map_cache.dat"], [];
    plain  Mcache(ragnarok::mcache: Mcache) "mcache" "Ragnarok: map cache of Hercules"
        [".mcache"], [];
    plain  Fld2(ragnarok::fld2: Fld2) "fld2" "Ragnarok: field of OpenKore"
        [".fld2"], [];
    plain  PackedFld2(ragnarok::packed_fld2: PackedFld2) "fld2.gz" "Ragnarok: packed field of OpenKore"
        [".fld2.gz"], [];
    plain  Ifo(rose::ifo: Ifo) "ifo" "ROSE: objects of a block"
        [".ifo"], [];
    plain  Zon(rose::zon: Zon) "zon" "ROSE: a zone"
        [".zon"], [];
    plain  Him(rose::him: Him) "him" "ROSE: heights of a block"
        [".him"], [];
    plain  Til(rose::til: Til) "til" "ROSE: tiles of a block"
        [".til"], [];
    plain  Mov(rose::mov: Mov) "mov" "ROSE: walkable ground of a block"
        [".mov"], [];
    plain  Lit(rose::lit: Lit) "lit" "ROSE: lightmaps of a block"
        [".lit"], [];
    plain  Stb(rose::stb: Stb) "stb" "ROSE: table"
        [".stb"], [b"STB0", b"STB1"];
    plain  Stl(rose::stl: Stl) "stl" "ROSE: names and texts of a table"
        [".stl"], [b"\x06NRST01", b"\x06ITST01", b"\x06QEST01"];
    plain  Ltb(rose::ltb: Ltb) "ltb" "ROSE: texts in several languages"
        [".ltb"], [];
    plain  Qsd(rose::qsd: Qsd) "qsd" "ROSE: quests"
        [".qsd"], [];
    plain  Aip(rose::aip: Aip) "aip" "ROSE: behaviour of a monster"
        [".aip"], [];
    plain  Con(rose::con: Con) "con" "ROSE: conversation"
        [".con"], [];
    plain  Zms(rose::zms: Zms) "zms" "ROSE: mesh"
        [".zms"], [b"ZMS000"];
    plain  Zmd(rose::zmd: Zmd) "zmd" "ROSE: skeleton"
        [".zmd"], [b"ZMD000"];
    plain  Zmo(rose::zmo: Zmo) "zmo" "ROSE: motion"
        [".zmo"], [b"ZMO000"];
    plain  Zsc(rose::zsc: Zsc) "zsc" "ROSE: objects of meshes and materials"
        [".zsc"], [];
    plain  Chr(rose::chr: Chr) "chr" "ROSE: characters"
        [".chr"], [];
    plain  Eft(rose::eft: Eft) "eft" "ROSE: effect"
        [".eft"], [];
    plain  Ptl(rose::ptl: Ptl) "ptl" "ROSE: particles"
        [".ptl"], [];
    plain  Tsi(rose::tsi: Tsi) "tsi" "ROSE: pictures of windows"
        [".tsi"], [];
    plain  Tbl(rose::tbl: Tbl) "tbl" "ROSE: places around a cell"
        [".tbl"], [];
    plain  Lod(rose::lod: Lod) "lod" "ROSE: numbers of the patches around the camera"
        [".lod"], [];
    plain  Hlp(rose::hlp: Hlp) "hlp" "ROSE: help"
        [".hlp"], [];
    plain  Zca(rose::zca: Zca) "zca" "ROSE: camera"
        [".zca"], [rose::zca::MAGIC];
    plain  Idx(rose::idx: Idx) "idx" "ROSE: index of archives"
        ["data.idx"], [];
    plain  S3d(eq::pfs: Pfs) "s3d" "EverQuest: archive"
        [".s3d", ".eqg", ".pfs"], [];
    plain  Wld(eq::wld: Wld) "wld" "EverQuest: a world, its objects or its lights"
        [".wld"], [eq::wld::MAGIC];
    // Servers of TERA have files of the same ending, so the first bytes alone tell these.
    plain  Map(eq::map: Map) "map" "EverQuest: collision of a zone, for the server"
        [], [eq::map::MAGIC_1, eq::map::MAGIC_2];
    plain  Wtr(eq::wtr: Wtr) "wtr" "EverQuest: water and other regions of a zone, for the server"
        [".wtr"], [eq::wtr::MAGIC];
    plain  Nav(eq::nav: Nav) "nav" "EverQuest: navigation mesh of a zone, for the server"
        [".nav"], [eq::nav::MAGIC];
    brotli Zgd(tera::zgd: Zgd) "zgd" "TERA: geometry of a zone"
        [".zgd"], [];
    brotli Apd(tera::apd: Apd) "apd" "TERA: paths of an area"
        [".apd"], [];
}

/// A file of any format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub content: Content,
    /// The stream that the content came in; `None` where its format is not packed, and for
    /// content that has not been packed yet.
    pub packed: Option<Packed>,
}

impl Format {
    /// How the names of its files end, in lower case.
    pub const fn endings(&self) -> &'static [&'static str] {
        self.endings
    }
}

impl Kind {
    /// The format of a file. Its name decides, whatever its case; where the name says nothing,
    /// its first bytes do.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Kind> {
        Kind::of_name(name).or_else(|| Kind::of_bytes(bytes))
    }

    pub fn of_name(name: &str) -> Option<Kind> {
        let name = name.to_ascii_lowercase();
        Kind::find(|format| format.endings.iter().any(|ending| name.ends_with(ending)))
    }

    /// By its first bytes alone.
    pub fn of_bytes(bytes: &[u8]) -> Option<Kind> {
        Kind::find(|format| format.magics.iter().any(|magic| bytes.starts_with(magic)))
            // The checksum of a cache of one map often looks like the name in a cache of many.
            .or_else(|| ragnarok::mcache::begins(bytes).then_some(Kind::Mcache))
            .or_else(|| ragnarok::map_cache::begins(bytes).then_some(Kind::MapCache))
    }

    /// The format that JSON and command lines call so.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::find(|format| format.name == name)
    }

    pub const fn name(self) -> &'static str {
        self.format().name
    }

    pub const fn title(self) -> &'static str {
        self.format().title
    }

    fn find(is_it: impl Fn(&Format) -> bool) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| is_it(kind.format()))
    }
}

impl File {
    pub fn kind(&self) -> Kind {
        self.content.kind()
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.content.n_opaque() + self.packed.as_ref().map_or(0, Packed::n_opaque)
    }

    /// The bytes of the content, before they are packed where they are.
    pub fn payload(&self) -> Vec<u8> {
        self.content.write()
    }

    /// The content packed as small as can be, whatever stream it came in; `None` for a format
    /// that is not packed.
    pub fn repack(&self, progress: Progress<'_>) -> Option<Result<Vec<u8>, Cancelled>> {
        self.kind().is_packed().then(|| {
            let stream = Opaque(packed::pack(&self.payload(), Effort::Smallest, progress)?);
            Ok(packed::write(&Packed { stream, trailing: self.trailing() }))
        })
    }

    fn trailing(&self) -> Opaque {
        self.packed.as_ref().map(|packed| packed.trailing.clone()).unwrap_or_default()
    }
}

/// The bytes of a file. Content that has to be packed takes seconds; whatever was not changed
/// since it was read keeps its stream, at once.
pub fn write(file: &File, effort: Effort, progress: Progress<'_>) -> Result<Vec<u8>, Cancelled> {
    let payload = file.payload();
    if !file.kind().is_packed() {
        return Ok(payload);
    }
    let packed = match &file.packed {
        Some(packed) => packed.with_payload(&payload, effort, progress)?,
        None => {
            let stream = Opaque(packed::pack(&payload, effort, progress)?);
            Packed { stream, trailing: Opaque::default() }
        }
    };
    Ok(packed::write(&packed))
}
