//! Meshes made by hand, over a plain.

use super::*;
use crate::format::tera::zgd::Zgd;
use crate::nav::tera::steps::go_on;
use crate::world::Document;
use crate::world::area::action::Action;
use crate::world::area::tests::area;

const ZONE: Zone = Zone { x: 1000, y: 1000 };

/// A plain at 0 under the open sky.
fn plain() -> Geometry {
    let zgd = Zgd::from_cells(|_, _, cell| cell.push(Volume { z: 0, height: OPEN_SKY }));
    Geometry::of_zones([(ZONE, zgd)])
}

/// Faces of boxes, from low to high, whose fronts look out.
fn boxes(boxes: &[[[i32; 3]; 2]]) -> String {
    let mut obj = String::new();
    for [[ax, ay, az], [bx, by, bz]] in boxes {
        for n in 0..8 {
            let pick = |bit: i32, low: i32, high: i32| if n >> bit & 1 == 0 { low } else { high };
            let [x, y, z] = [pick(0, *ax, *bx), pick(1, *ay, *by), pick(2, *az, *bz)];
            obj += &format!("v {x} {y} {z}\n");
        }
        for face in [
            "-8 -6 -5 -7",
            "-4 -3 -1 -2",
            "-8 -7 -3 -4",
            "-6 -2 -1 -5",
            "-8 -4 -2 -6",
            "-7 -5 -1 -3",
        ] {
            obj += &format!("f {face}\n");
        }
    }
    obj
}

fn done(obj: &str, more: &str) -> Result<(Area, Vec<String>), Refusal> {
    let json =
        format!(r#"{{"action":"volumes-from-mesh","file":"a.obj","scale":1,"up":"z"{more}}}"#);
    let mut action: Action = serde_json::from_str(&json).unwrap();
    assert_eq!(action.mesh_file(), Some("a.obj"));
    action.take_mesh(Arc::new(Mesh::read(obj.as_bytes()).unwrap()));
    let resolved = action.resolve_watched(&area(&[(4, 4)], &[]), &plain(), &mut go_on)?;
    Ok((resolved.area, resolved.notes))
}

fn cell(area: &Area, x: u16, y: u16) -> Vec<(i16, u16)> {
    let zgd = plain().of(area).zone(ZONE).unwrap();
    zgd.volumes_at(x, y).iter().map(|volume| (volume.z, volume.height)).collect()
}

#[test]
fn a_bridge_has_a_floor_and_leaves_room_below() {
    let (area, notes) = done(&boxes(&[[[32, 32, 100], [64, 64, 110]]]), "").unwrap();
    assert_eq!(cell(&area, 2, 2), [(0, 100), (110, OPEN_SKY)]);
    assert_eq!(cell(&area, 3, 3), [(0, 100), (110, OPEN_SKY)]);
    for (x, y) in [(1, 2), (4, 2), (2, 1), (2, 4)] {
        assert_eq!(cell(&area, x, y), [(0, OPEN_SKY)], "its sides touch cell {x}, {y}");
    }
    assert_eq!(notes, ["4 floors of the mesh are placed"]);
}

#[test]
fn a_block_takes_the_ground_away_where_it_stands() {
    let (area, notes) = done(&boxes(&[[[32, 32, 0], [64, 48, 80]]]), "").unwrap();
    assert_eq!(cell(&area, 2, 2), [(80, OPEN_SKY)]);
    assert_eq!(notes, ["2 floors of the mesh are placed", "2 floors that were there are gone"]);
}

#[test]
fn a_low_bridge_leaves_nobody_below_it() {
    let (area, _) = done(&boxes(&[[[32, 32, 49], [64, 64, 55]]]), "").unwrap();
    assert_eq!(cell(&area, 2, 2), [(55, OPEN_SKY)]);
    let (area, _) = done(&boxes(&[[[32, 32, 50], [64, 64, 56]]]), "").unwrap();
    assert_eq!(cell(&area, 2, 2), [(0, 50), (56, OPEN_SKY)]);
    let (area, _) = done(&boxes(&[[[32, 32, 30], [64, 64, 56]]]), r#","clearance":30"#).unwrap();
    assert_eq!(cell(&area, 2, 2), [(0, 30), (56, OPEN_SKY)]);
}

#[test]
fn a_thin_wall_blocks_the_cells_that_it_is_in() {
    let (area, notes) = done(&boxes(&[[[34, 0, 0], [36, 64, 90]]]), "").unwrap();
    assert_eq!(cell(&area, 2, 1), []);
    assert_eq!(cell(&area, 1, 1), [(0, OPEN_SKY)]);
    assert_eq!(notes, ["0 floors of the mesh are placed", "4 floors that were there are gone"]);
}

#[test]
fn replacing_leaves_the_floors_of_the_mesh_alone() {
    let (area, notes) =
        done(&boxes(&[[[32, 32, 100], [64, 64, 110]]]), r#","onto":"replace""#).unwrap();
    assert_eq!(cell(&area, 2, 2), [(110, OPEN_SKY)]);
    assert_eq!(cell(&area, 4, 2), [(0, OPEN_SKY)]);
    assert_eq!(notes, ["4 floors of the mesh are placed", "4 floors that were there are gone"]);
}

#[test]
fn a_ramp_is_walked_on_up_to_the_steepest() {
    // Rises from 0 to 96 over six cells: 45 degrees.
    let ramp =
        |high: i32| format!("v 32 32 1\nv 128 32 {high}\nv 128 48 {high}\nv 32 48 1\nf 1 2 3 4\n");
    let (area, _) = done(&ramp(85), "").unwrap();
    let floors: Vec<i16> = (2..8).map(|x| cell(&area, x, 2).last().unwrap().0).collect();
    assert_eq!(floors, [8, 22, 36, 50, 64, 78]);
    let (area, notes) = done(&ramp(97), "").unwrap();
    assert_eq!(notes[..2], ["0 floors of the mesh are placed", "6 cells are too steep to walk on"]);
    assert_eq!(cell(&area, 7, 2), [(0, 81)], "the ground goes on below the slope");
    let (area, _) = done(&ramp(97), r#","steepest_degrees":50"#).unwrap();
    assert_eq!(cell(&area, 7, 2)[1].0, 89);
}

#[test]
fn a_mesh_is_turned_scaled_and_put_somewhere() {
    let obj = "v 0 10 0\nv 4 10 0\nv 4 10 -1\nv 0 10 -1\nf 1 2 3 4\n";
    let json = r#"{"action":"volumes-from-mesh","file":"a","at":[160,160,100],"scale":16,"turn_degrees":90}"#;
    let mut action: Action = serde_json::from_str(json).unwrap();
    action.take_mesh(Arc::new(Mesh::read(obj.as_bytes()).unwrap()));
    let made = action.resolve(&area(&[(4, 4)], &[]), &plain()).unwrap().area;
    let (geometry, top) = (plain(), Volume { z: 260, height: OPEN_SKY });
    let zgd = geometry.of(&made).zone(ZONE).unwrap();
    let there: Vec<(u16, u16)> = (0..20)
        .flat_map(|x| (0..20).map(move |y| (x, y)))
        .filter(|(x, y)| zgd.volumes_at(*x, *y).contains(&top))
        .collect();
    assert_eq!(there, [(9, 10), (9, 11), (9, 12), (9, 13)]);
}

#[test]
fn what_was_not_touched_stays_and_undo_brings_all_back() {
    let odd = Zgd::from_cells(|_, _, cell| {
        cell.extend([(90, 40_000), (0, 200), (-50, 10)].map(Volume::from));
    });
    let geometry = Geometry::of_zones([(ZONE, odd)]);
    let mut action: Action =
        serde_json::from_str(r#"{"action":"volumes-from-mesh","file":"a","scale":1,"up":"z"}"#)
            .unwrap();
    let obj = boxes(&[[[32, 32, 300], [48, 48, 310]]]);
    action.take_mesh(Arc::new(Mesh::read(obj.as_bytes()).unwrap()));
    let start = area(&[(4, 4)], &[]);
    let resolved = action.resolve(&start, &geometry).unwrap();
    let volumes = |area: &Area| {
        let zgd = geometry.of(area).zone(ZONE).unwrap();
        zgd.volumes_at(2, 2).iter().map(|volume| (volume.z, volume.height)).collect::<Vec<_>>()
    };
    // Out of order, overlapping and higher than the sky: only the ceiling of the highest is new.
    assert_eq!(volumes(&resolved.area), [(90, 210), (0, 200), (-50, 10), (310, OPEN_SKY)]);
    let (mut back, mut edit) = (start, resolved.edit.unwrap());
    back.swap(&mut edit);
    assert!(back == resolved.area);
    back.swap(&mut edit);
    assert_eq!(volumes(&back), [(90, 40_000), (0, 200), (-50, 10)]);
    assert_eq!(geometry.of(&back).changed_zones(), []);
}

#[test]
fn a_side_on_the_border_of_cells_is_in_no_other_cell_however_it_is_turned_and_scaled() {
    // 7 × 0.64 is a little more than 4.48 in 32 bits.
    for (turn, at) in [(0, [0, 0]), (90, [224, 0]), (180, [224, 224]), (270, [0, 224])] {
        let [x, y] = at;
        let obj = "v 4.48 4.48 4\nv 8.96 4.48 4\nv 8.96 8.96 4\nv 4.48 8.96 4\nf 1 2 3 4\n";
        let more = format!(r#","scale":25,"turn_degrees":{turn},"at":[{x},{y},0]"#);
        let json = format!(r#"{{"action":"volumes-from-mesh","file":"a","up":"z"{more}}}"#);
        let mut action: Action = serde_json::from_str(&json).unwrap();
        action.take_mesh(Arc::new(Mesh::read(obj.as_bytes()).unwrap()));
        let resolved = action.resolve(&area(&[(4, 4)], &[]), &plain());
        assert_eq!(resolved.unwrap().edit.unwrap().volumes().n_cells(), 49, "{turn}");
    }
}

#[test]
fn a_floor_that_was_there_keeps_its_ceiling_and_stays_where_the_mesh_gets_none() {
    let low = Zgd::from_cells(|_, _, cell| cell.extend([(0, 90), (120, 200)].map(Volume::from)));
    let geometry = Geometry::of_zones([(ZONE, low)]);
    let volumes = |z: i32| {
        let plate = format!("v 32 32 {z}\nv 48 32 {z}\nv 48 48 {z}\nv 32 48 {z}\nf 1 2 3 4\n");
        let json = r#"{"action":"volumes-from-mesh","file":"a","scale":1,"up":"z"}"#;
        let mut action: Action = serde_json::from_str(json).unwrap();
        action.take_mesh(Arc::new(Mesh::read(plate.as_bytes()).unwrap()));
        let after = action.resolve(&area(&[(4, 4)], &[]), &geometry).unwrap().area;
        let zgd = geometry.of(&after).zone(ZONE).unwrap();
        zgd.volumes_at(2, 2).iter().map(|volume| (volume.z, volume.height)).collect::<Vec<_>>()
    };
    assert_eq!(volumes(10), [(10, 80), (120, 200)], "the rock at 90 is still above it");
    assert_eq!(volumes(-10), [(-10, 100), (120, 200)]);
    assert_eq!(volumes(80), [(0, 80), (120, 200)], "40 below the next floor is too little");
}

#[test]
fn what_can_t_be_is_refused() {
    let small = boxes(&[[[32, 32, 0], [64, 48, 80]]]);
    let refusal = |obj: &str, more: &str| done(obj, more).unwrap_err().to_string();
    assert!(refusal(&small, r#","at":[1e6,0,0]"#).contains("none of these cells"));
    assert!(refusal(&small, r#","at":[1e30,0,0]"#).contains("within 100,000,000 units"));
    assert!(refusal(&small, r#","at":[0,0,1e6]"#).contains("between -32768 and 32767"));
    assert!(refusal(&small, r#","steepest_degrees":90"#).contains("between 0 and 90"));
    let wide = boxes(&[[[0, 0, 0], [90_000_000, 90_000_000, 1]]]);
    assert!(refusal(&wide, "").contains("check its scale"));
    let unread = r#"{"action":"volumes-from-mesh","file":"b.obj"}"#;
    let unread: Action = serde_json::from_str(unread).unwrap();
    let refused = unread.resolve(&area(&[(4, 4)], &[]), &plain());
    assert_eq!(refused, Err(Refusal::NoMesh("b.obj".to_owned())));
    assert!(Mesh::read(b"v 0 0 0").unwrap_err().contains("no face"));
    assert!(Mesh::read(b"glTF").is_err());
}
