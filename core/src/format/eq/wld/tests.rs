//! Tests of worlds.

use super::geometry::{Mesh, TextureCoordinates};
use super::region::RegionList;
use super::*;
use crate::format::text::Text;

fn body_of(words: &[u32]) -> Opaque {
    Opaque(words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// A mesh of one triangle, in either version.
pub(in crate::format::eq) fn triangle(version: Version) -> Fragment {
    let mut body = Vec::new();
    body.put_i32(-1);
    [0x1_8003, 1, 0, 0, 0].iter().for_each(|word| body.put_u32(*word));
    [10.0_f32, 20.0, 30.0].iter().for_each(|number| body.put(&number.to_le_bytes()));
    body.put(&[0; 40]);
    [3_u16, 3, 3, 3, 1, 0, 1, 1, 1, 5].iter().for_each(|number| body.put_u16(*number));
    for vertex in [[0_i16, 0, 0], [32, 0, 0], [0, 32, 0]] {
        vertex.iter().for_each(|number| body.put_i16(*number));
    }
    body.put(&vec![1; 3 * if version == Version::Old { 4 } else { 8 }]);
    body.put(&[127; 9]);
    body.put(&[9; 12]);
    [0x10_u16, 0, 1, 2, 1, 0, 3, 0].iter().for_each(|number| body.put_u16(*number));
    body.put(&[1, 2, 3, 4, 5, 6]);
    // Real padding is not always zero.
    body.put(&[0xAB]);
    Fragment { kind: fragment::MESH, body: Opaque(body) }
}

pub(in crate::format::eq) fn sample(version: Version) -> Wld {
    let list = RegionList { name: -7, flags: 0, regions: vec![0], user_data: Text::from("WTN_\0") };
    let fragments = vec![
        Fragment { kind: fragment::AMBIENT_LIGHT, body: body_of(&[0]) },
        Fragment { kind: 0x99, body: Opaque(vec![1, 2, 3]) },
        triangle(version),
        Fragment { kind: fragment::REGION_LIST, body: list.to_body() },
    ];
    Wld {
        version,
        n_regions: 1,
        largest: 163,
        n_names: 3,
        names: Opaque(b"\0MESH1\0Z0001_ZONE\0\0\0".to_vec()),
        fragments,
        tail: Opaque(vec![0xff; 4]),
    }
}

#[test]
fn what_is_read_is_written_back() {
    for version in [Version::Old, Version::New] {
        let mut data = write(&sample(version));
        assert_eq!(read(&data), Ok(sample(version)));
        data.extend(b"more");
        assert_eq!(write(&read(&data).unwrap()), data);
        let json = serde_json::to_string(&sample(version)).unwrap();
        assert_eq!(serde_json::from_str::<Wld>(&json).unwrap(), sample(version));
    }
}

#[test]
fn a_mesh_of_either_version_is_understood() {
    for version in [Version::Old, Version::New] {
        let mesh = Mesh::read(&triangle(version), version).unwrap();
        assert_eq!(mesh.positions(), [[10.0, 20.0, 30.0], [11.0, 20.0, 30.0], [10.0, 21.0, 30.0]]);
        assert_eq!(mesh.operations.len(), 1);
        assert_eq!(matches!(mesh.texture, TextureCoordinates::New(_)), version == Version::New);
        let (polygon, material) = mesh.polygons_with_materials().next().unwrap();
        assert!(polygon.is_passable() && material == 0);
    }
}

#[test]
fn names_lead_from_references() {
    let wld = sample(Version::Old);
    let names: Vec<&[u8]> = wld.fragments.iter().map(|fragment| wld.name_of(fragment)).collect();
    assert_eq!(names, [&b""[..], b"", b"MESH1", b"Z0001_ZONE"]);
    for reference in [i32::MIN, i32::MAX, -1000] {
        assert_eq!((wld.name(reference), wld.fragment(reference)), (&b""[..], None));
    }
    assert_eq!(wld.n_opaque(), 3, "the unknown fragment");
}

#[test]
fn a_list_of_regions_is_appended_behind_everything() {
    let mut wld = sample(Version::Old);
    let name = wld.add_name(b"Z0002_ZONE");
    assert_eq!((wld.name(name), wld.n_names, wld.names.0.len() % 4), (&b"Z0002_ZONE"[..], 4, 0));
    let user_data = Text::from("LAN_\0");
    let list = RegionList { name, flags: 0, regions: (0..90).collect(), user_data };
    wld.append_region_list(&list);
    let again = read(&write(&wld)).unwrap();
    assert_eq!(again.fragments[..4], sample(Version::Old).fragments);
    assert_eq!(RegionList::read(&again.fragments[4]).unwrap(), list);
    assert_eq!(again.largest as usize, again.fragments[4].body.0.len());
    wld.remove_region_lists(&[3]).unwrap();
    assert_eq!(wld.fragments.len(), 4);
    assert_eq!(wld.remove_region_lists(&[2]), Err(NotLast { fragment: 3 }));
}

#[test]
fn every_prefix_is_an_error_and_no_damage_a_panic() {
    let data = write(&sample(Version::Old));
    for len in 0..data.len() - 4 {
        assert!(read(&data[..len]).is_err(), "{len}");
    }
    let mut damaged = data.clone();
    for idx in 0..data.len() {
        for bit in 0..8 {
            damaged[idx] ^= 1 << bit;
            if let Ok(wld) = read(&damaged) {
                assert_eq!(write(&wld), damaged);
                wld.n_opaque();
            }
            damaged[idx] ^= 1 << bit;
        }
    }
}

#[test]
fn any_body_is_an_error_or_understood_but_never_a_panic() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    for kind in 0..0x40 {
        for len in 0..300 {
            let small = |byte: u8| if byte < 160 { byte % 3 } else { byte };
            let body = Opaque((0..len).map(|_| small(next())).collect());
            let _ = Meaning::of(&Fragment { kind, body }, Version::Old);
        }
    }
}
