//! A whole zone as bytes: a step of the journal that no list of changes says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::rose::grid::Grid;
use crate::format::rose::him::Him;
use crate::format::rose::lit::Lit;
use crate::format::rose::mov::Mov;
use crate::format::rose::til::Til;
use crate::format::rose::{him, lit, mov, til};
use crate::format::text::CodePage;
use crate::format::{Malformed, ReadError};
use crate::space::rose::ZoneGrid;
use crate::space::rose::block::BlockCoord;
use crate::vfs::VfsPath;
use crate::world::column::Column;

use super::Zone;
use super::base::{Base, BlockFiles, Cells, Opened};
use super::pieces;
use crate::world::numbered::{Changes, Table, read_changes, write_changes};

const CODE_PAGES: [CodePage; 5] =
    [CodePage::Cp949, CodePage::Cp932, CodePage::Cp1252, CodePage::Utf8, CodePage::Utf16];

/// How much memory it takes, about.
pub(super) fn n_bytes(zone: &Zone) -> usize {
    let columns = [&zone.base.heights, &zone.heights, &zone.tiles, &zone.brushes, &zone.walks];
    columns.iter().map(|column| 4 * column.len()).sum::<usize>() + 256 * zone.things.len()
}

pub(super) fn write(zone: &Zone, out: &mut Vec<u8>) {
    let base = &zone.base;
    write_piece(base.name.as_bytes(), out);
    let code_page = CODE_PAGES.iter().position(|one| *one == base.code_page);
    out.put_u8(code_page.unwrap_or_default() as u8);
    out.put_u32(base.grid.cells_per_patch());
    // It was read from so many bits.
    out.put_f32(F32::new(base.grid.cell_size_cm() as f32));
    write_path(base.zon.as_ref(), out);
    out.put_count(base.blocks.len());
    for block in &base.blocks {
        out.put_i32(block.coord.x);
        out.put_i32(block.coord.y);
        write_path(block.ifo.as_ref(), out);
        write_file(
            block.him.as_ref().map(|him| (&him.path, him::write(&zone.him_as_opened(him)))),
            out,
        );
        write_file(block.til.as_ref().map(|til| (&til.path, til::write(&zone.til(til)))), out);
        write_file(block.mov.as_ref().map(|mov| (&mov.path, mov::write(&zone.mov(mov)))), out);
        for one in [&block.object_lit, &block.building_lit] {
            write_file(one.as_ref().map(|(path, file)| (path, lit::write(file))), out);
        }
    }
    for column in [&base.heights, &zone.heights, &zone.tiles, &zone.brushes, &zone.walks] {
        out.put_count(column.len());
        column.iter().for_each(|word| out.put_u32(word));
    }
    write_changes(&all_of(&zone.things), out, pieces::write_placed);
    write_changes(&all_of(&zone.lists), out, pieces::write_list);
    write_changes(&all_of(&zone.bodies), out, pieces::write_body);
    write_changes(&all_of(&zone.frames), out, pieces::write_frame);
}

pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Zone, ReadError> {
    let name = read_text(bytes)?;
    let start = bytes.clone();
    let number = bytes.u8("code page")?;
    let code_page = CODE_PAGES.get(usize::from(number)).copied();
    let code_page =
        code_page.ok_or_else(|| unexpected(&start, "code page", number.into(), "0 to 4"))?;
    let start = bytes.clone();
    let n_cells = bytes.u32("cells of a patch")?;
    let grid = ZoneGrid::from_zon(n_cells, bytes.f32("size of a cell")?);
    let expected = "a way to cut a world";
    let grid = grid.ok_or_else(|| unexpected(&start, "grid", n_cells.into(), expected))?;
    let zon = read_path(bytes)?;
    let n_blocks = bytes.u32("blocks")?;
    let mut lengths = Lengths::default();
    let blocks = bytes.items("blocks", n_blocks.into(), 14, |bytes| lengths.read_block(bytes))?;
    let opened_heights = read_column(bytes, lengths.heights)?;
    let heights = read_column(bytes, lengths.heights)?;
    let tiles = read_column(bytes, lengths.tiles)?;
    let brushes = read_column(bytes, lengths.tiles)?;
    let walks = read_column(bytes, lengths.walks)?;
    let number: BTreeMap<BlockCoord, u32> =
        blocks.iter().zip(0..).map(|(block, n)| (block.coord, n)).collect();
    let base = Base {
        name,
        grid,
        code_page,
        zon,
        other_zons: Vec::new(),
        blocks,
        is_of_one_ifo: false,
        not_opened: BTreeSet::new(),
        number,
        heights: opened_heights,
        opened: Opened::default(),
    };
    Ok(Zone {
        base: Arc::new(base),
        things: read_table(bytes, pieces::read_placed)?,
        lists: read_table(bytes, pieces::read_list)?,
        bodies: read_table(bytes, pieces::read_body)?,
        frames: read_table(bytes, pieces::read_frame)?,
        heights,
        tiles,
        brushes,
        walks,
    })
}

/// How many cells of each kind the blocks have that were read so far.
#[derive(Default)]
struct Lengths {
    heights: usize,
    tiles: usize,
    walks: usize,
}

impl Lengths {
    fn read_block(&mut self, bytes: &mut Bytes<'_>) -> Result<BlockFiles, ReadError> {
        let coord = BlockCoord { x: bytes.i32("block x")?, y: bytes.i32("block y")? };
        let ifo = read_path(bytes)?;
        // Cells are read from the columns, which are the same.
        let of_him = |him: &mut Him| size_of(&std::mem::take(&mut him.heights_cm));
        let of_til = |til: &mut Til| size_of(&std::mem::take(&mut til.tiles));
        let of_mov = |mov: &mut Mov| size_of(&std::mem::take(&mut mov.cells));
        let him = read_cells(bytes, &mut self.heights, him::read, of_him)?;
        let til = read_cells(bytes, &mut self.tiles, til::read, of_til)?;
        let mov = read_cells(bytes, &mut self.walks, mov::read, of_mov)?;
        let object_lit: Option<(VfsPath, Lit)> = read_file(bytes, lit::read)?;
        let building_lit = read_file(bytes, lit::read)?;
        Ok(BlockFiles { coord, ifo, him, til, mov, object_lit, building_lit })
    }
}

/// A file of cells, which stand in their column from where those before it end.
fn read_cells<F>(
    bytes: &mut Bytes<'_>,
    end: &mut usize,
    read: fn(&[u8]) -> Result<F, ReadError>,
    take_size: impl Fn(&mut F) -> (u32, u32),
) -> Result<Option<Cells<F>>, ReadError> {
    let Some((path, mut file)) = read_file(bytes, read)? else { return Ok(None) };
    let (width, height) = take_size(&mut file);
    let cells = Cells { path, file, start: *end, width, height };
    *end += cells.n_cells();
    Ok(Some(cells))
}

fn size_of<T>(cells: &Grid<T>) -> (u32, u32) {
    (cells.width(), cells.height())
}

fn read_column(bytes: &mut Bytes<'_>, len: usize) -> Result<Column, ReadError> {
    let start = bytes.clone();
    let n = bytes.u32("words")?;
    let n_words = bytes.expect_items("words", n.into(), 4)?;
    if n_words != len {
        return Err(unexpected(&start, "words", n.into(), "as many as the blocks have"));
    }
    let words: Vec<u32> = (0..n_words).map(|_| bytes.u32("word")).collect::<Result<_, _>>()?;
    Ok(words.into_iter().collect())
}

/// Every number of a table, those included whose things are gone: none is given twice.
fn all_of<T>(table: &Table<T>) -> Changes<T> {
    (0..table.len() as u32).map(|number| (number, table.get(number).cloned())).collect()
}

fn read_table<T>(
    bytes: &mut Bytes<'_>,
    read: fn(&mut Bytes<'_>) -> Result<T, ReadError>,
) -> Result<Table<T>, ReadError> {
    let mut table = Table::default();
    let all = read_changes(bytes, &table, read)?;
    table.put(&all);
    Ok(table)
}

fn write_file(file: Option<(&VfsPath, Vec<u8>)>, out: &mut Vec<u8>) {
    write_path(file.as_ref().map(|(path, _)| *path), out);
    if let Some((_, bytes)) = file {
        write_piece(&bytes, out);
    }
}

fn read_file<F>(
    bytes: &mut Bytes<'_>,
    read: fn(&[u8]) -> Result<F, ReadError>,
) -> Result<Option<(VfsPath, F)>, ReadError> {
    let Some(path) = read_path(bytes)? else { return Ok(None) };
    Ok(Some((path, read(read_piece(bytes)?)?)))
}

fn write_path(path: Option<&VfsPath>, out: &mut Vec<u8>) {
    out.put_u8(u8::from(path.is_some()));
    if let Some(path) = path {
        write_piece(path.as_str().as_bytes(), out);
    }
}

fn read_path(bytes: &mut Bytes<'_>) -> Result<Option<VfsPath>, ReadError> {
    if bytes.u8("is there")? == 0 {
        return Ok(None);
    }
    let start = bytes.clone();
    let text = read_text(bytes)?;
    let wrong = |_| unexpected(&start, "path", text.len() as i64, "the path of a file");
    VfsPath::new(&text).map(Some).map_err(wrong)
}

fn write_piece(piece: &[u8], out: &mut Vec<u8>) {
    out.put_count(piece.len());
    out.put(piece);
}

fn read_piece<'b>(bytes: &mut Bytes<'b>) -> Result<&'b [u8], ReadError> {
    let n = bytes.u32("length")?;
    let n = bytes.expect_items("length", n.into(), 1)?;
    bytes.slice("piece", n)
}

fn read_text(bytes: &mut Bytes<'_>) -> Result<String, ReadError> {
    let start = bytes.clone();
    let piece = read_piece(bytes)?;
    let wrong = |_| unexpected(&start, "text", piece.len() as i64, "UTF-8");
    std::str::from_utf8(piece).map(str::to_owned).map_err(wrong)
}

fn unexpected(
    at: &Bytes<'_>,
    field: &'static str,
    found: i64,
    expected: &'static str,
) -> ReadError {
    at.error(field, Malformed::Unexpected { found, expected })
}
