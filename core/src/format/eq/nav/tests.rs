//! Files that are broken, odd or changed.

use crate::format::bytes::Put;
use crate::format::eq::nav::tile::{BoxNode, Connection, Detail, Kind, Polygon, Tile};
use crate::format::eq::nav::{Content, Grid, Nav, read, write};
use crate::format::eq::zlib;
use crate::format::number::F32;
use crate::format::text::Opaque;

fn at(x: f32, z: f32, y: f32) -> [F32; 3] {
    [x, z, y].map(F32::new)
}

fn sample() -> Nav {
    let ground = Polygon {
        first_link: 0xffff_ffff,
        corners: [0, 1, 2, 0, 0, 0],
        sides: [0, 2, 0x8004, 0, 0, 0],
        flags: 2,
        n_corners: 3,
        area_and_kind: 1,
    };
    let connection =
        Polygon { corners: [3, 4, 0, 0, 0, 0], n_corners: 2, area_and_kind: 0x40, ..ground };
    let jump =
        Connection { polygon: 1, side: 0xff, radius: F32::new(2.0), ..Connection::default() };
    let tile = Tile {
        reference: 0x0040_0000,
        x: 3,
        y: -1,
        first_connection: 1,
        vertices: vec![
            at(0.0, 1.0, f32::NAN),
            at(1.0, 0.0, 0.0),
            at(0.0, 0.0, 1.0),
            at(-0.0, 0.0, 0.0),
            at(9.0, 9.0, 9.0),
        ],
        polygons: vec![ground, connection],
        links: vec![[0, 0xffff_ffff, 0xcdcd_cdcd]; 5],
        details: vec![Detail { n_triangles: 1, padding: 0xabcd, ..Detail::default() }],
        detail_vertices: vec![at(0.5, 0.5, 0.5)],
        detail_triangles: vec![[0, 1, 2, 21]],
        boxes: vec![BoxNode { low: [0; 3], high: [9; 3], index: 0 }; 2],
        connections: vec![jump],
        ..Tile::default()
    };
    let grid = Grid {
        tile_sides: [F32::new(64.0); 2],
        most_tiles: 4,
        most_polygons: 16,
        ..Grid::default()
    };
    Nav::new(Content { grid, tiles: vec![tile.clone(), tile], rest: Opaque::default() })
}

/// A file around any content.
fn packed(content: &[u8]) -> Vec<u8> {
    let stream = zlib::deflate(content);
    let mut out = b"EQNAVMESH".to_vec();
    [2, stream.len() as u32, content.len() as u32].iter().for_each(|word| out.put_u32(*word));
    out.put(&stream);
    out
}

fn content_of(nav: &Nav) -> Vec<u8> {
    crate::format::eq::nav::write_content(&nav.content)
}

#[test]
fn what_is_read_is_written_back() {
    let nav = sample();
    let data = write(&nav);
    let mut read_back = read(&data).unwrap();
    assert_eq!(write(&read_back), data);
    let json = serde_json::to_string(&read_back).unwrap();
    assert_eq!(serde_json::from_str::<Nav>(&json).unwrap(), read_back);
    read_back.stream = None;
    assert_eq!(read_back, nav);
    let [ground, connection] = *nav.content.tiles[0].polygons.as_slice() else { panic!() };
    assert_eq!((ground.area(), ground.kind()), (1, Kind::Ground));
    assert_eq!((connection.area(), connection.kind()), (0, Kind::Connection));
    assert_eq!(
        content_of(&nav).len(),
        4 + 28 + 2 * (8 + 100 + 60 + 64 + 60 + 12 + 12 + 4 + 32 + 36)
    );
}

#[test]
fn content_that_nobody_changed_keeps_its_stream_and_all_that_follows() {
    // Bytes behind a tile's sections, the last tile and the stream.
    let mut nav = sample();
    nav.content.tiles[1].tail = Opaque(vec![7; 3]);
    nav.content.rest = Opaque(b"rest".to_vec());
    let content = content_of(&nav);
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &content).unwrap();
    let stream = encoder.finish().unwrap();
    let mut data = b"EQNAVMESH".to_vec();
    [2, stream.len() as u32, content.len() as u32].iter().for_each(|word| data.put_u32(*word));
    data.put(&stream);
    data.put(b"tail");
    let mut nav = read(&data).unwrap();
    assert_eq!((write(&nav), nav.n_opaque()), (data.clone(), 3 + 4 + 4));
    nav.content.tiles[0].polygons[0].set_area(11);
    let changed = write(&nav);
    assert_ne!(changed, data);
    nav.content.tiles[0].polygons[0].set_area(1);
    assert_eq!(write(&nav), data);
}

#[test]
fn counts_are_checked_before_anything_is_allocated() {
    let content = content_of(&sample());
    let said = |place: usize, number: i32| {
        let mut broken = content.clone();
        broken[place..place + 4].copy_from_slice(&number.to_le_bytes());
        read(&packed(&broken)).unwrap_err().to_string()
    };
    assert!(said(0, -1).starts_with("tiles at byte 0x20 of the unpacked content: needs"));
    assert!(said(36, 1 << 30).starts_with("tile at byte 0x28 of the unpacked content: needs"));
    assert_eq!(
        said(36, -2),
        "size of a tile at byte 0x24 of the unpacked content: found -2, expected 0 or more"
    );
    assert!(said(40, 0).starts_with("magic of a tile at byte 0x28"));
    assert!(said(44, 6).ends_with("found 6, expected 7"));
    // Polygons, vertices and so on, each stated as more than there are.
    for (place, what) in (64..).step_by(4).zip([
        "polygons",
        "vertices",
        "links",
        "detail meshes",
        "detail vertices",
        "detail triangles",
        "boxes",
        "connections",
    ]) {
        assert!(said(place, i32::MAX).starts_with(what), "{what}: {}", said(place, i32::MAX));
        assert!(said(place, -1).ends_with("found -1, expected 0 or more"), "{what}");
    }
}

#[test]
fn damage_is_an_error_and_never_a_panic() {
    let data = write(&sample());
    for len in 0..data.len() {
        assert!(read(&data[..len]).is_err(), "{len}");
    }
    let content = content_of(&sample());
    for len in (0..content.len()).step_by(7) {
        assert!(read(&packed(&content[..len])).is_err(), "{len}");
    }
    for place in (0..content.len()).step_by(5) {
        let mut broken = content.clone();
        broken[place] ^= 0x81;
        let broken = packed(&broken);
        if let Ok(nav) = read(&broken) {
            assert_eq!(write(&nav), broken);
        }
    }
    let mut other = data.clone();
    other[9] = 3;
    assert_eq!(read(&other).unwrap_err().to_string(), "version at byte 0x9: found 3, expected 2");
    other[17..21].copy_from_slice(&[0xff; 4]);
    other[9] = 2;
    assert!(read(&other).unwrap_err().to_string().starts_with("size of the content at byte 0x11"));
}
