//! What can be wrong with the map caches of servers, be they of one map (`.mcache`) or of all.

use crate::format::file::Content;
use crate::format::ragnarok::fld2::Fld2;
use crate::format::ragnarok::map_cache::{Fault, MapCache};
use crate::format::ragnarok::mcache::{self, Mcache};
use crate::format::ragnarok::packed::{CellsFault, PackedCells};
use crate::problem::counted::counted;
use crate::problem::{Place, Problem, Rule, Severity, Thing};
use crate::world::cache::form::MAX_SIDE;

pub const RULES: &[&Rule] = &[
    &CHECKSUM,
    &SIZE,
    &LARGE,
    &CELLS,
    &BEHIND_CELLS,
    &TYPE,
    &STATED_SIZE,
    &COUNT,
    &HEAD,
    &PADDING,
    &TAIL,
    &NAME,
    &DOUBLED,
];

const CHECKSUM: Rule = Rule {
    code: "cache-checksum",
    severity: Severity::Error,
    title: "Wrong checksum of a map cache",
    explanation: "\
The MD5 checksum in the header of this .mcache does not match the packed cells after it. A \
Hercules server rejects the file and does not load the map.

The file was damaged, or a tool changed the cells but not the checksum. Make it again from the \
map's GAT: `landwright export MAP.gat -o MAP.mcache --force`, with the RSW beside the GAT.",
};

const SIZE: Rule = Rule {
    code: "cache-size",
    severity: Severity::Error,
    title: "Map without a size in a cache",
    explanation: "\
The width or height of a map is 0 or less. Both are signed 16-bit numbers, so a map with more than \
32,767 cells per side becomes negative as well. A server does not load such a map, or crashes.

Take the map from an undamaged copy of the cache, or export it again from its GAT.",
};

const LARGE: Rule = Rule {
    code: "cache-large-map",
    severity: Severity::Warning,
    title: "Map in a cache that is too large for servers",
    explanation: "\
A map is wider or higher than 512 cells. rAthena and Hercules do not load it, and report that it \
exceeds MAX_MAP_SIZE.

Split the map, or build the server with a larger MAX_MAP_SIZE.",
};

const CELLS: Rule = Rule {
    code: "cache-cells",
    severity: Severity::Error,
    title: "Cells of a map cache that can't be unpacked",
    explanation: "\
The packed cells of a map are damaged, or their number does not match its width and height. A \
server reads past them, or fills the rest with whatever is in its memory.

Take the map from an undamaged copy of the cache, or export it again from its GAT.",
};

const BEHIND_CELLS: Rule = Rule {
    code: "cache-bytes-behind-cells",
    severity: Severity::Warning,
    title: "Extra bytes after the cells of a map",
    explanation: "\
The stated length of a map's packed cells is greater than the cells need. Servers ignore the rest. \
Most likely the length is wrong, or a tool wrote shorter cells over longer ones.

Nothing is lost as long as the cells are right. Export the map again to drop the rest.",
};

const TYPE: Rule = Rule {
    code: "cache-unknown-type",
    severity: Severity::Error,
    title: "Unknown cell type in a map cache",
    explanation: "\
A map has cells with a type above 6. Servers print an error for them and treat them as walls.

Most likely a tool wrote a wrong number, or the cells are from a different version of the format. \
Give the cells a known type in the map's GAT, and export that into the cache again.",
};

const STATED_SIZE: Rule = Rule {
    code: "cache-stated-size",
    severity: Severity::Error,
    title: "Wrong size in the header of a map cache",
    explanation: "\
The header of map_cache.dat states a different size than the file has. rAthena's mapcache tool \
writes the next map at that place, over other maps or after a gap.

Take an undamaged copy of the file, or make it again with the server's own tool. Landwright does \
not export into it.",
};

const COUNT: Rule = Rule {
    code: "cache-count",
    severity: Severity::Error,
    title: "Wrong count in the header of a map cache",
    explanation: "\
The file has more maps than the header of map_cache.dat counts. Servers never see the extra ones.

A tool added a map without counting it. Take an undamaged copy of the file, or make it again with \
the server's own tool. Landwright does not export into it.",
};

const HEAD: Rule = Rule {
    code: "cache-head",
    severity: Severity::Error,
    title: "Damaged or missing header of a map cache",
    explanation: "\
The first 8 bytes of map_cache.dat do not say how many maps follow, or the file begins with its \
first map. The maps themselves fill the file to its end, so Landwright can still read them. No \
server reads the file.

`landwright convert FILE -o map_cache.dat` writes the maps to a new cache with a correct header.",
};

const PADDING: Rule = Rule {
    code: "cache-no-padding",
    severity: Severity::Error,
    title: "Map cache without padding",
    explanation: "\
For a server, the header of map_cache.dat is 8 bytes: a size, a count, and 2 bytes of padding. \
This file leaves out the padding, as some pages about the format do, so no server can read it.

Make it again with the server's own tool, or export the maps to a new map_cache.dat.",
};

const TAIL: Rule = Rule {
    code: "cache-bytes-behind",
    severity: Severity::Warning,
    title: "Extra bytes after a map cache",
    explanation: "\
The last map of the cache is followed by bytes that are not a map. Servers ignore them.

Most often a tool wrote a shorter file over a longer one without cutting it. Or a copy of the file \
was cut off in the middle of a map. Take an undamaged copy of the file. Landwright does not export \
into this one.",
};

const NAME: Rule = Rule {
    code: "cache-name",
    severity: Severity::Error,
    title: "Map name without an end",
    explanation: "\
The name of a map in map_cache.dat has 12 bytes. Servers expect the last one to be a zero byte. \
This name is empty or has no zero byte, so a server reads on into the size of the map and never \
finds the map.

Export the map again under a name of 1 to 11 letters.",
};

const DOUBLED: Rule = Rule {
    code: "cache-doubled-name",
    severity: Severity::Warning,
    title: "Map that is in a cache twice",
    explanation: "\
Two maps of map_cache.dat have the same name, or names that differ only in case. Servers use the \
first and ignore the second.

rAthena's mapcache tool adds a map after one of the same name. Make the cache again with both GATs \
in one place, or take an undamaged copy of it. Landwright does not export into it.",
};

/// The greatest type that servers know.
const LAST_TYPE: u8 = 6;

/// Checks a cache. Of other formats there is nothing to say.
pub fn check(file: &str, content: &Content) -> Vec<Problem> {
    match content {
        Content::MapCache(cache) => map_cache(file, cache),
        Content::Mcache(cache) => mcache(file, cache),
        Content::Fld2(field) => fld2(file, field, 0),
        Content::PackedFld2(packed) => fld2(file, &packed.field, packed.trailing().len()),
        _ => Vec::new(),
    }
}

fn map_cache(file: &str, cache: &MapCache) -> Vec<Problem> {
    let of = |idx: usize| {
        let index = u32::try_from(idx).unwrap_or(u32::MAX);
        Place::thing(file, Thing::object("map", index))
    };
    let mut problems: Vec<Problem> = Vec::new();
    for fault in cache.faults() {
        let (rule, place) = match &fault {
            Fault::StatedSize { .. } => (&STATED_SIZE, Place::bytes(file, 0..4)),
            Fault::Count { .. } => (&COUNT, Place::bytes(file, 4..6)),
            Fault::Head { .. } => (&HEAD, Place::bytes(file, 0..8)),
            Fault::NoHead => (&HEAD, Place::file(file)),
            Fault::NoPadding => (&PADDING, Place::file(file)),
            Fault::Tail { .. } => (&TAIL, Place::file(file)),
            Fault::Name { idx } => (&NAME, of(*idx)),
            Fault::Doubled { idx, .. } => (&DOUBLED, of(*idx)),
            Fault::Cells { idx, fault } => (rule_of(fault), of(*idx)),
        };
        problems.push(Problem::new(rule, place, cache.in_words(&fault)));
    }
    for (idx, entry) in cache.entries().iter().enumerate() {
        let name = entry.name.as_bytes().escape_ascii();
        problems.extend(
            too_large(&entry.cells)
                .map(|said| Problem::new(&LARGE, of(idx), format!("`{name}`: {said}"))),
        );
        problems.extend(
            unknown_types(&entry.cells)
                .map(|said| Problem::new(&TYPE, of(idx), format!("`{name}`: {said}"))),
        );
    }
    problems
}

fn mcache(file: &str, cache: &Mcache) -> Vec<Problem> {
    let place = || Place::file(file);
    let problem = |fault: mcache::Fault| {
        let (rule, place) = match &fault {
            mcache::Fault::Checksum => (&CHECKSUM, Place::bytes(file, 2..18)),
            mcache::Fault::Cells(fault) => (rule_of(fault), place()),
            mcache::Fault::Tail { .. } => (&TAIL, place()),
        };
        Problem::new(rule, place, fault.to_string())
    };
    let large = too_large(&cache.cells).map(|said| Problem::new(&LARGE, place(), said));
    let types = unknown_types(&cache.cells).map(|said| Problem::new(&TYPE, place(), said));
    cache.faults().into_iter().map(problem).chain(large).chain(types).collect()
}

/// A field, with how many bytes follow the stream that it is packed in.
fn fld2(file: &str, field: &Fld2, n_trailing: usize) -> Vec<Problem> {
    let (width, height) = (field.width(), field.height());
    let size = (width == 0 || height == 0).then(|| {
        let message = format!("{width} × {height} cells are not a valid map size");
        Problem::new(&SIZE, Place::file(file), message)
    });
    let behind = [(field.tail.0.len(), "the cells"), (n_trailing, "the packed cells")];
    let behind = behind.into_iter().filter(|(n_bytes, _)| *n_bytes > 0).map(|(n_bytes, what)| {
        let bytes = counted(n_bytes, "byte follows", "bytes follow");
        Problem::new(&BEHIND_CELLS, Place::file(file), format!("{bytes} {what}"))
    });
    size.into_iter().chain(behind).collect()
}

fn rule_of(fault: &CellsFault) -> &'static Rule {
    match fault {
        CellsFault::Size { .. } => &SIZE,
        CellsFault::Packed(_) => &CELLS,
        CellsFault::Behind(_) => &BEHIND_CELLS,
    }
}

/// "600 × 20 cells are more than the 512 × 512 that servers load".
fn too_large(cells: &PackedCells) -> Option<String> {
    let (width, height) = (cells.width, cells.height);
    let most = MAX_SIDE;
    (i64::from(width) > most || i64::from(height) > most).then(|| {
        format!("{width} × {height} cells are more than the {most} × {most} that servers load")
    })
}

/// "cell (3, 4) and 7 others have a type that servers don't know, such as 9".
fn unknown_types(packed: &PackedCells) -> Option<String> {
    let cells = packed.cells().ok()?;
    let mut unknown = cells.iter().enumerate().filter(|(_, kind)| **kind > LAST_TYPE);
    let (idx, kind) = unknown.next()?;
    let width = usize::try_from(packed.width).ok().filter(|width| *width > 0)?;
    let (x, y) = (idx % width, idx / width);
    Some(match unknown.count() {
        0 => format!("cell ({x}, {y}) has type {kind}, which servers don't know"),
        n => format!(
            "cell ({x}, {y}) has type {kind}, which servers don't know; {}",
            counted(n, "other cell does too", "other cells do too")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::name::Name;
    use crate::format::ragnarok::map_cache::{self, Entry};
    use crate::format::ragnarok::packed_fld2::PackedFld2;

    fn sound() -> MapCache {
        let mut cache = MapCache::default();
        for name in ["isle", "cave"] {
            let cells = PackedCells::pack(3, 2, &[0, 1, 2, 3, 5, 6]).unwrap();
            cache.add(Entry { name: Name::new(name.as_bytes()).unwrap(), cells }).unwrap();
        }
        cache
    }

    fn codes(bytes: &[u8]) -> Vec<(&'static str, String)> {
        let cache = map_cache::read(bytes).unwrap();
        let problems = map_cache("map_cache.dat", &cache).into_iter();
        problems.map(|problem| (problem.code, problem.message)).collect()
    }

    #[test]
    fn each_damage_of_a_cache_has_its_code() {
        let bytes = map_cache::write(&sound());
        assert_eq!(codes(&bytes), []);
        let with = |at: usize, new: &[u8]| {
            let mut bytes = bytes.clone();
            bytes[at..at + new.len()].copy_from_slice(new);
            bytes
        };
        let n = bytes.len() as u32;
        let tail = [&with(0, &(n + 2).to_le_bytes())[..], b"xx"].concat();
        let rows = [
            (with(0, &[7]), "cache-stated-size"),
            (with(4, &[1]), "cache-count"),
            (tail, "cache-bytes-behind"),
            (with(20, &[0, 0]), "cache-size"),
            (with(22, &[0xfe, 0xff]), "cache-size"),
            (with(20, &[4]), "cache-cells"),
            (with(20, &[2]), "cache-cells"),
            (with(30, &[0xff, 0xff]), "cache-cells"),
            (with(8, &[b'x'; 12]), "cache-name"),
            (with(8, &[0]), "cache-name"),
            (with(8, b"CAVE"), "cache-doubled-name"),
        ];
        for (bytes, expected) in rows {
            let found = codes(&bytes);
            assert_eq!(found.len(), 1, "{expected}: {found:?}");
            assert_eq!(found[0].0, expected, "{found:?}");
        }
        let mut unpadded = bytes.clone();
        unpadded.drain(6..8);
        assert_eq!(codes(&unpadded)[0].0, "cache-no-padding");
        assert_eq!(codes(&unpadded).len(), 1);
    }

    #[test]
    fn bytes_behind_cells_and_types_that_nobody_knows_are_told_with_their_place() {
        let mut cache = sound();
        let mut cells = PackedCells::pack(3, 2, &[0, 0, 0, 9, 0, 77]).unwrap();
        cells.packed.0.extend(b"abc");
        cache.replace(1, cells);
        let found = map_cache("map_cache.dat", &cache);
        assert!(
            found.iter().all(|p| p.place == Place::thing("map_cache.dat", Thing::object("map", 1)))
        );
        let said: Vec<_> = found.iter().map(|p| (p.code, p.message.as_str())).collect();
        let types = "`cave`: cell (0, 1) has type 9, which servers don't know; 1 other cell \
                     does too";
        let behind = "`cave`: 3 bytes follow the packed cells";
        assert_eq!(said, [("cache-bytes-behind-cells", behind), ("cache-unknown-type", types)]);
    }

    #[test]
    fn a_cache_of_one_map_is_checked_as_well() {
        let sound = Mcache::new(PackedCells::pack(2, 1, &[0, 1]).unwrap());
        let codes = |cache: &Mcache| -> Vec<&'static str> {
            mcache("a.mcache", cache).iter().map(|problem| problem.code).collect()
        };
        assert!(codes(&sound).is_empty());
        let mut wrong = sound.clone();
        wrong.checksum.0[3] ^= 1;
        wrong.tail.0.push(1);
        assert_eq!(codes(&wrong), ["cache-checksum", "cache-bytes-behind"]);
        let mut negative = sound.clone();
        negative.cells.height = -1;
        assert_eq!(codes(&negative), ["cache-size"]);
        let odd = Mcache::new(PackedCells::pack(2, 1, &[0, 9]).unwrap());
        assert_eq!(codes(&odd), ["cache-unknown-type"]);
    }

    #[test]
    fn a_field_without_cells_or_with_bytes_behind_them_is_found() {
        let codes = |bytes: &[u8]| -> Vec<&'static str> {
            let field = crate::format::ragnarok::fld2::read(bytes).unwrap();
            let packed = Content::PackedFld2(PackedFld2::new(field.clone()));
            let problems = check("a.fld2", &Content::Fld2(field));
            assert_eq!(check("a.fld2", &packed), problems);
            problems.iter().map(|problem| problem.code).collect()
        };
        assert_eq!(codes(b"\x02\0\x01\0\x01\0"), [""; 0]);
        assert_eq!(codes(b"\x02\0\x01\0\x01\0ab"), ["cache-bytes-behind-cells"]);
        assert_eq!(codes(b"\0\0\x01\0"), ["cache-size"]);
    }

    #[test]
    fn a_map_that_servers_refuse_for_its_size_is_a_warning() {
        let mut cache = sound();
        let cells = PackedCells::pack(513, 1, &[0; 513]).unwrap();
        cache.add(Entry { name: Name::new(b"wide").unwrap(), cells: cells.clone() }).unwrap();
        let of_one = check("a.mcache", &Content::Mcache(Mcache::new(cells)));
        for problems in [check("map_cache.dat", &Content::MapCache(cache)), of_one] {
            let codes: Vec<&str> = problems.iter().map(|problem| problem.code).collect();
            assert_eq!(codes, ["cache-large-map"], "{problems:?}");
        }
    }
}
