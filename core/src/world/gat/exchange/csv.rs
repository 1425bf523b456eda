//! CSV: a row for each cell, for spreadsheets and scripts.
//!
//! The version of the file and what stands behind its cells have no place in it.

use crate::problem::counted::counted;
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::format::csv;
use crate::format::number::F32;
use crate::format::ragnarok::gat::{Terrain, Tile};
use crate::space::ragnarok::TilePos;

use super::super::GatMap;
use super::{Extent, Incoming, IncomingCell, Wrong};

/// Altitudes are those of the file, which point down; bits in hex where one is no number.
const COLUMNS: [&str; 9] =
    ["x", "y", "type", "raw", "altitude_sw", "altitude_se", "altitude_nw", "altitude_ne", BASE];
/// The cell as it was given out, so that an import changes only what somebody changed in the table:
/// raw, altitudes, and the size of the map, since a cell of a resized map is a different one.
const BASE: &str = "base";

/// Row by row from the south-west.
pub fn write(map: &GatMap) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    let (width, height) = (map.width(), map.height());
    for (n, tile) in map.tiles().enumerate() {
        let TilePos { x, y } = map.tile_pos(n);
        let (kind, raw) = (tile.terrain.kind(), tile.terrain.0);
        let [sw, se, nw, ne] = tile.altitude;
        // Nothing can fail that writes to memory.
        let base = format!("{raw} {sw} {se} {nw} {ne} {width}x{height}");
        let _ = writeln!(text, "{x},{y},{kind},{raw},{sw},{se},{nw},{ne},{base}");
    }
    text
}

/// Reads what `write` wrote, and what spreadsheets make of it: other separators, quotes, and
/// commas in numbers. Columns may be missing, as may rows and single values: they say nothing.
pub fn read(data: &[u8]) -> Result<Incoming, Wrong> {
    let lines = csv::read(data);
    let lines = lines.map_err(|(line, reason)| Wrong::new(format!("line {line}"), reason))?;
    let mut lines = lines.into_iter();
    let (n_line, header) = lines.next().unwrap_or((1, vec![String::new()]));
    let columns = columns(&header, n_line)?;
    let mut cells = Vec::new();
    let mut lines_of_cells = BTreeMap::new();
    let mut exported: Option<(Size, usize)> = None;
    for (n_line, fields) in lines {
        let (cell, size) = cell(&fields, &columns, n_line)?;
        match (exported, size) {
            (Some((one, n_other)), Some(size)) if one != size => {
                let reason = format!("is of a different map than line {n_other}, by its base");
                return Err(Wrong::new(cell.place(), reason));
            }
            (None, Some(size)) => exported = Some((size, n_line)),
            _ => {}
        }
        let place = (cell.tile.y, cell.tile.x);
        if let Some(before) = lines_of_cells.insert(place, n_line) {
            let reason = format!("is already in line {before}");
            return Err(Wrong::new(cell.place(), reason));
        }
        cells.push(cell);
    }
    let size = |of: fn(&IncomingCell) -> u32| {
        cells.iter().map(of).max().map_or(0, |n| n.saturating_add(1))
    };
    let extent = match exported {
        Some((Size { width, height }, _)) => Extent::Exactly { width, height },
        None => {
            let (width, height) = (size(|cell| cell.tile.x), size(|cell| cell.tile.y));
            Extent::AtLeast { width, height }
        }
    };
    Ok(Incoming { extent, origin: None, cells, has_lost_heights: false, notes: Vec::new() })
}

/// For each field of a row, which of [`COLUMNS`] it is.
fn columns(header: &[String], n_line: usize) -> Result<Vec<usize>, Wrong> {
    let mut columns = Vec::new();
    for name in header {
        let column = COLUMNS.iter().position(|column| name.trim().eq_ignore_ascii_case(column));
        match column {
            Some(column) if !columns.contains(&column) => columns.push(column),
            _ => {
                let trouble = if column.is_some() { "is there twice" } else { "is not known" };
                let known = COLUMNS.join(", ");
                let reason = format!("column `{}` {trouble}; known are {known}", name.trim());
                return Err(Wrong::new(format!("line {n_line}"), reason));
            }
        }
    }
    if !columns.contains(&0) || !columns.contains(&1) {
        let reason = "the first line must name the columns, including x and y";
        return Err(Wrong::new(format!("line {n_line}"), reason));
    }
    Ok(columns)
}

fn cell(
    fields: &[String],
    columns: &[usize],
    n_line: usize,
) -> Result<(IncomingCell, Option<Size>), Wrong> {
    let place = || format!("line {n_line}");
    if fields.len() != columns.len() {
        let (found, expected) = (fields.len(), columns.len());
        return Err(Wrong::new(place(), {
            let found = counted(found, "field", "fields");
            format!("has {found}, the first line {expected}")
        }));
    }
    let field = |column: usize| {
        let at = columns.iter().position(|other| *other == column)?;
        fields.get(at).map(|field| field.trim()).filter(|field| !field.is_empty())
    };
    let wrong = |column: usize, expected: &str| {
        let name = COLUMNS.get(column).copied().unwrap_or_default();
        let found = field(column).unwrap_or_default();
        Wrong::new(place(), format!("{name} is `{found}`, expected {expected}"))
    };
    let number = |column: usize| -> Result<Option<u32>, Wrong> {
        let parsed = field(column).map(str::parse::<u32>).transpose();
        parsed.map_err(|_| wrong(column, "a whole number from 0 to 4294967295"))
    };
    let altitude = |column: usize| -> Result<Option<F32>, Wrong> {
        let expected = "a number, or bits such as 0x7fc00000";
        field(column).map(|text| float(text).ok_or_else(|| wrong(column, expected))).transpose()
    };
    let (Some(x), Some(y)) = (number(0)?, number(1)?) else {
        return Err(Wrong::new(place(), "x and y are needed in every line"));
    };
    let kind = number(2)?;
    if kind.is_some_and(|kind| Terrain(kind).has_water_bit()) {
        return Err(wrong(2, "a type below 2147483648; the water bit is in raw"));
    }
    let expected = "the exported value; export again, or empty the cell";
    let base = field(8).map(|text| base(text).ok_or_else(|| wrong(8, expected))).transpose()?;
    let (base, size) = base.unzip();
    let cell = IncomingCell {
        kind,
        base,
        raw: number(3)?.map(Terrain),
        altitude: [altitude(4)?, altitude(5)?, altitude(6)?, altitude(7)?],
        line: Some(n_line),
        ..IncomingCell::new(TilePos { x, y })
    };
    Ok((cell, size.flatten()))
}

/// How large the map was that a cell was given out of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    width: u32,
    height: u32,
}

/// A cell, and the size of its map; older exports have no size.
fn base(text: &str) -> Option<(Tile, Option<Size>)> {
    let mut numbers = text.split_whitespace();
    let terrain = Terrain(numbers.next()?.parse().ok()?);
    let mut altitude = [F32::ZERO; 4];
    for corner in &mut altitude {
        *corner = float(numbers.next()?)?;
    }
    let size = match numbers.next() {
        Some(size) => {
            let (width, height) = size.split_once('x')?;
            Some(Size { width: width.parse().ok()?, height: height.parse().ok()? })
        }
        None => None,
    };
    numbers.next().is_none().then_some((Tile { altitude, terrain }, size))
}

fn float(text: &str) -> Option<F32> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok().map(F32::from_bits);
    }
    let value = text.replace(',', ".").parse::<f32>().ok()?;
    value.is_finite().then_some(F32::new(value))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::tests::{map, rows, sample};
    use super::*;
    use crate::format::ragnarok::gat::Version;
    use crate::space::ragnarok::Corner;

    fn odd() -> GatMap {
        let mut map = GatMap::new(&sample(4, 9, 7)).unwrap();
        for (x, bits) in [0x7fc0_0001, 0x8000_0000, 1, 0xff80_0000].into_iter().enumerate() {
            let tile = TilePos { x: x as u32, y: 2 };
            map.set_altitude(tile, Corner::NorthWest, F32::from_bits(bits));
            map.set_terrain(tile, Terrain(bits));
        }
        map
    }

    #[test]
    fn a_map_comes_back_as_it_went() {
        let map = odd();
        let (start, action) = read(write(&map).as_bytes()).unwrap().on_its_own(None).unwrap();
        assert_eq!(action.resolve(&start).unwrap().map, map);
        let onto_itself = read(write(&map).as_bytes()).unwrap().onto(&map).unwrap();
        assert_eq!(onto_itself.resolve(&map).unwrap().edit, None);
    }

    #[test]
    fn a_line_that_was_cut_off_is_refused() {
        let whole = write(&odd());
        let cut = whole.trim_end().rsplit_once(',').unwrap().0;
        let error = read(cut.as_bytes()).err().unwrap().to_string();
        assert!(error.contains("has 8 fields, the first line 9"), "{error}");
    }

    #[test]
    fn a_row_is_a_cell() {
        let mut map = map(&["05"]);
        map.version = Version::V1_3;
        map.set_altitude(TilePos { x: 1, y: 0 }, Corner::SouthEast, F32::new(-1.25));
        map.set_terrain(TilePos { x: 0, y: 0 }, Terrain(1 << 31));
        expect![[r#"
            x,y,type,raw,altitude_sw,altitude_se,altitude_nw,altitude_ne,base
            0,0,0,2147483648,0.0,0.0,0.0,0.0,2147483648 0.0 0.0 0.0 0.0 2x1
            1,0,5,5,0.0,-1.25,0.0,0.0,5 0.0 -1.25 0.0 0.0 2x1
        "#]]
        .assert_eq(&write(&map));
    }

    #[test]
    fn spreadsheets_may_write_it_their_way() {
        let map = map(&["000"]);
        let text = "\u{feff}\"X\";Y;type;altitude_ne\r\n1;0;5;\r\n\r\n\"2\";0;;\"-1,5\"\r\n";
        let action = read(text.as_bytes()).unwrap().onto(&map).unwrap();
        let new = action.resolve(&map).unwrap().map;
        assert_eq!(rows(&new), ["050"]);
        assert_eq!(new.altitude(TilePos { x: 2, y: 0 }, Corner::NorthEast), Some(F32::new(-1.5)));
    }

    #[test]
    fn high_bits_stay_where_a_type_is_changed_in_a_sheet() {
        let mut map = map(&["00"]);
        map.set_terrain(TilePos { x: 0, y: 0 }, Terrain(0x0080_0000));
        let after = |sheet: &str| {
            let action = read(sheet.as_bytes()).unwrap().onto(&map).unwrap();
            action.resolve(&map).unwrap().map.terrain(TilePos { x: 0, y: 0 }).unwrap().0
        };
        let sheet = write(&map);
        assert!(sheet.contains("0,0,0,8388608,"), "{sheet}");
        assert_eq!(after(&sheet), 0x0080_0000);
        assert_eq!(after(&sheet.replace("0,0,0,", "0,0,1,")), 0x0080_0001);
        assert_eq!(after(&sheet.replace("0,0,0,8388608", "0,0,0,0")), 0);
        let of_before = sheet.replace("0,0,0,8388608", "0,0,8388608,8388608");
        assert_eq!(after(&of_before), 0x0080_0000, "exports once held all bits but the water bit");
    }

    #[test]
    fn what_others_changed_since_the_export_stays() {
        let given = map(&["000"]);
        let sheet = write(&given).replace("1,0,0,0,", "1,0,1,0,").replace("2,0,0,0,", "2,0,5,0,");
        let mut ours = given.clone();
        for (x, to) in [(0, 5), (2, 1)] {
            ours.set_terrain(TilePos { x, y: 0 }, Terrain(to));
        }
        ours.set_altitude(TilePos { x: 1, y: 0 }, Corner::SouthEast, F32::new(7.0));
        let (action, report) = read(sheet.as_bytes()).unwrap().merged(&ours).unwrap();
        let after = action.resolve(&ours).unwrap().map;
        assert_eq!(rows(&after), ["511"], "the third was changed on both sides");
        let corner = after.altitude(TilePos { x: 1, y: 0 }, Corner::SouthEast);
        assert_eq!(corner, Some(F32::new(7.0)));
        let lines: Vec<String> = report.conflicts.iter().map(|line| line.conflict()).collect();
        let expected = "row 4: cell (2, 0): type: 0 in the export, 1 in the document, 5 in the file; \
                        the document's stays";
        assert_eq!(lines, [expected]);
        assert_eq!(report.changes[0].change(), "row 3: cell (1, 0): type: 0 → 1");
        assert_eq!((report.changes.len(), report.n_unchecked), (1, 0));
        let bare = "x,y,type\n0,0,0\n";
        let (action, report) = read(bare.as_bytes()).unwrap().merged(&ours).unwrap();
        assert_eq!(rows(&action.resolve(&ours).unwrap().map), ["001"]);
        assert_eq!(report.n_unchecked, 1);
    }

    #[test]
    fn a_sheet_goes_onto_no_map_of_another_size() {
        let sheet = write(&map(&["000"])).replace("1,0,0,0,", "1,0,5,0,");
        let one_row: String = sheet.lines().take(3).map(|line| format!("{line}\n")).collect();
        for sheet in [&sheet, &one_row] {
            let error = read(sheet.as_bytes()).unwrap().merged(&map(&["000", "000"])).unwrap_err();
            let error = error.to_string();
            assert!(error.starts_with("file: is for a map of 3 × 1 cells"), "{error}");
        }
        // Sheets that older versions made have no size.
        let old = sheet.replace(" 3x1", "");
        assert!(read(old.as_bytes()).unwrap().merged(&map(&["000", "000"])).is_ok());
        let mixed = sheet.replacen("3x1", "4x1", 1);
        let error = read(mixed.as_bytes()).err().unwrap().to_string();
        assert_eq!(error, "line 3, cell (1, 0): is of a different map than line 2, by its base");
    }

    #[track_caller]
    fn check_error(text: &str, expected: &Expect) {
        let error = match read(text.as_bytes()) {
            Ok(incoming) => incoming.onto(&map(&["00"])).unwrap_err(),
            Err(error) => error,
        };
        expected.assert_eq(&error.to_string());
    }

    #[test]
    fn errors_name_the_line() {
        check_error(
            "",
            &expect![
                "line 1: column `` is not known; known are x, y, type, raw, altitude_sw, altitude_se, altitude_nw, altitude_ne, base"
            ],
        );
        check_error(
            "x,type\n",
            &expect!["line 1: the first line must name the columns, including x and y"],
        );
        check_error(
            "x,y,typ\n",
            &expect![
                "line 1: column `typ` is not known; known are x, y, type, raw, altitude_sw, altitude_se, altitude_nw, altitude_ne, base"
            ],
        );
        check_error(
            "x,y,x\n",
            &expect![
                "line 1: column `x` is there twice; known are x, y, type, raw, altitude_sw, altitude_se, altitude_nw, altitude_ne, base"
            ],
        );
        check_error(
            "x,y\n1,-1\n",
            &expect!["line 2: y is `-1`, expected a whole number from 0 to 4294967295"],
        );
        check_error("x,y\n1\n", &expect!["line 2: has 1 field, the first line 2"]);
        check_error("x,y\n1,0,5\n", &expect!["line 2: has 3 fields, the first line 2"]);
        check_error(
            "x,y,altitude_ne\n\n1,0,nan\n",
            &expect!["line 3: altitude_ne is `nan`, expected a number, or bits such as 0x7fc00000"],
        );
        check_error(
            "x,y,type\n1,0,2147483648\n",
            &expect![
                "line 2: type is `2147483648`, expected a type below 2147483648; the water bit is in raw"
            ],
        );
        check_error("x,y\n1,0\n0,0\n1,0\n", &expect!["line 4, cell (1, 0): is already in line 2"]);
        check_error("x,y\n7,0\n", &expect!["line 2, cell (7, 0): is outside the map of 2 × 1"]);
    }
}
