//! Tests of maps.

use super::*;
use crate::format::text::Text;

fn three(x: f32) -> [F32; 3] {
    [F32::new(x), F32::new(2.0), F32::ZERO]
}

fn content() -> Content {
    let placed = Placed {
        model: Text::from("TREE"),
        position: three(1.0),
        turns: three(0.5),
        scale: three(1.0),
    };
    let group = PlacedGroup {
        position: three(1.0),
        turns: three(90.0),
        scale: three(1.0),
        tile: three(0.0),
        placed: vec![placed.clone()],
    };
    let side = Side { corners: [0, 1, 0], stops: 1 };
    let model =
        Model { name: Text::from("TREE"), vertices: vec![three(1.0); 2], sides: vec![side] };
    let mesh = Mesh { vertices: vec![three(7.0); 3], indices: vec![2, 1, 0] };
    let position = [F32::ZERO; 2];
    let flat = Tile { is_flat: 1, position, flags: Opaque::default(), heights: vec![F32::ZERO] };
    let hilly =
        Tile { is_flat: 0, position, flags: Opaque(vec![0, 1, 0, 0]), heights: vec![F32::ZERO; 9] };
    Content {
        solid: mesh,
        passable: Mesh::default(),
        models: vec![model],
        placed: vec![placed],
        groups: vec![group],
        ground: Ground {
            quads_per_tile: 2,
            units_per_quad: F32::new(8.0),
            tiles: vec![flat, hilly],
        },
    }
}

fn version_1() -> Map {
    let face = Face { corners: [three(1.0), three(2.0), three(3.0)], plane: [F32::ZERO; 4] };
    let rest = Opaque(b"nodes".to_vec());
    Map::Version1(Version1 { n_nodes: 1, n_lists: 2, faces: vec![face; 2], rest })
}

#[test]
fn what_is_read_is_written_back() {
    let data = write(&version_1());
    assert_eq!(read(&data), Ok(version_1()));
    let mut data = write(&Map::new(content()));
    data.extend(b"left over");
    let map = read(&data).unwrap();
    assert_eq!((write(&map), map.n_opaque()), (data, 9));
    let Map::Version2(version_2) = &map else { panic!() };
    assert_eq!(version_2.content, content());
    for map in [map, version_1()] {
        let json = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<Map>(&json).unwrap(), map);
    }
}

#[test]
fn content_that_nobody_changed_keeps_its_stream() {
    let Map::Version2(mut map) = read(&write(&Map::new(content()))).unwrap() else { panic!() };
    let stored = [&[0x78, 0x01, 0x01][..], &[0; 4]].concat();
    let raw = content::write(&map.content);
    let mut stream = stored[..3].to_vec();
    let len = raw.len() as u16;
    stream.extend(len.to_le_bytes());
    stream.extend((!len).to_le_bytes());
    stream.extend(&raw);
    let (a, b) = raw.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    stream.extend(((b << 16) | a).to_be_bytes());
    map.stream = Some(Opaque(stream.clone()));
    let data = write(&Map::Version2(map.clone()));
    assert_eq!(data[12..], stream);
    map.content.solid.indices[0] = 0;
    assert_ne!(write(&Map::Version2(map))[12..], stream);
}

#[test]
fn damage_is_an_error_and_never_a_panic() {
    for data in [write(&version_1()), write(&Map::new(content()))] {
        for len in 0..data.len() - 5 {
            assert!(read(&data[..len]).is_err(), "{len}");
        }
        let mut damaged = data.clone();
        for idx in 0..data.len() {
            for bit in 0..8 {
                damaged[idx] ^= 1 << bit;
                if let Ok(map) = read(&damaged) {
                    assert!(write(&map) == damaged);
                }
                damaged[idx] ^= 1 << bit;
            }
        }
    }
}

#[test]
fn counts_in_the_content_are_checked_before_anything_is_allocated() {
    let raw = content::write(&content());
    for at in (0..36).step_by(4) {
        let mut damaged = raw.clone();
        damaged[at..at + 4].copy_from_slice(&[0xff; 4]);
        assert!(content::read(&damaged).is_err(), "{at}");
    }
    for len in 0..raw.len() {
        assert!(content::read(&raw[..len]).is_err(), "{len}");
    }
}
