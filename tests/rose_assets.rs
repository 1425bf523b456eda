//! Real assets of ROSE Online are read, rewritten byte for byte, posed, and found sound.

mod support;

use std::fmt::Debug;
use std::fs;

use landwright_core::check::asset;
use landwright_core::format::ReadError;
use landwright_core::format::file::{self, Kind};
use landwright_core::format::rose::zmd::Zmd;
use landwright_core::format::rose::zmo::Zmo;
use landwright_core::format::rose::zms::Zms;
use landwright_core::format::rose::{
    chr, eft, hlp, idx, lod, ptl, tbl, tsi, zca, zmd, zmo, zms, zsc,
};
use landwright_core::problem::Severity;
use landwright_core::space::rose::pose::{Hold, Pose};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Every file with an extension as a value, once it is certain that the value makes the file again, by
/// way of JSON too.
fn read_all<T: Debug + PartialEq + Serialize + DeserializeOwned>(
    extension: &str,
    read: impl Fn(&[u8]) -> Result<T, ReadError>,
    write: impl Fn(&T) -> Vec<u8>,
    n_opaque: impl Fn(&T) -> usize,
) -> Vec<(String, T)> {
    let Some(folder) = support::corpus("rose") else { return Vec::new() };
    let mut values = Vec::new();
    for file in support::files_below(&folder) {
        if file.extension().is_none_or(|e| !e.eq_ignore_ascii_case(extension)) {
            continue;
        }
        let data = fs::read(&file).unwrap();
        let value = read(&data).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(write(&value) == data, "{} differs", file.display());
        assert_eq!(n_opaque(&value), 0, "{}", file.display());
        let json = serde_json::to_string(&value).unwrap();
        assert!(serde_json::from_str::<T>(&json).unwrap() == value, "{}", file.display());
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        values.push((name, value));
    }
    values
}

fn meshes() -> Vec<(String, Zms)> {
    read_all("zms", zms::read, zms::write, Zms::n_opaque)
}

#[test]
fn real_assets_are_rewritten_byte_for_byte_and_all_of_them_is_understood() {
    meshes();
    read_all("zmd", zmd::read, zmd::write, Zmd::n_opaque);
    read_all("zmo", zmo::read, zmo::write, Zmo::n_opaque);
    read_all("zsc", zsc::read, zsc::write, zsc::Zsc::n_opaque);
    read_all("chr", chr::read, chr::write, chr::Chr::n_opaque);
    read_all("eft", eft::read, eft::write, eft::Eft::n_opaque);
    read_all("ptl", ptl::read, ptl::write, ptl::Ptl::n_opaque);
    read_all("tsi", tsi::read, tsi::write, tsi::Tsi::n_opaque);
    read_all("tbl", tbl::read, tbl::write, tbl::Tbl::n_opaque);
    read_all("lod", lod::read, lod::write, lod::Lod::n_opaque);
    read_all("hlp", hlp::read, hlp::write, hlp::Hlp::n_opaque);
    read_all("zca", zca::read, zca::write, zca::Zca::n_opaque);
    read_all("idx", idx::read, idx::write, idx::Idx::n_opaque);
}

#[test]
fn nothing_is_wrong_with_real_assets_but_boxes() {
    let Some(folder) = support::corpus("rose") else { return };
    for file in support::files_below(&folder) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let data = fs::read(&file).unwrap();
        let Some(kind) = Kind::of_name(&name) else { continue };
        let Ok(read) = file::read(kind, &data) else { continue };
        let problems = asset::check(&name, &read.content);
        let wrong: Vec<_> =
            problems.iter().filter(|problem| problem.severity != Severity::Hint).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
    }
}

/// How far vertices are from the bone that they follow most, in the middle.
fn median_to_bone_cm(skeleton: &Zmd, mesh: &Zms) -> f64 {
    let pose = Pose::new(skeleton, None).unwrap();
    let places = pose.vertices_cm(mesh, Hold::Nothing).unwrap();
    let mut distances: Vec<f64> = places
        .iter()
        .zip(&mesh.skin.items)
        .map(|(place, skin)| {
            let most = (0..4)
                .max_by(|a: &usize, b| skin.weights[*a].get().total_cmp(&skin.weights[*b].get()));
            let index = skin.bones[most.unwrap()] as usize;
            let bone = mesh.bones.items[index] as usize;
            (pose.world_cm[bone].translation - *place).length()
        })
        .collect();
    distances.sort_by(f64::total_cmp);
    distances[distances.len() / 2]
}

#[test]
fn the_parts_of_the_avatar_are_around_the_bones_that_they_follow() {
    let Some(folder) = support::corpus("rose") else { return };
    let avatar = folder.join("avatar");
    let skeleton = zmd::read(&fs::read(avatar.join("male.zmd")).unwrap()).unwrap();
    for name in ["body1_male.zms", "legs1_male.zms", "feet1_male.zms", "hands1_male.zms"] {
        let mesh = zms::read(&fs::read(avatar.join(name)).unwrap()).unwrap();
        let median = median_to_bone_cm(&skeleton, &mesh);
        assert!(median < 25.0, "{name}: {median}");
    }
}

#[test]
fn a_step_of_the_avatar_is_where_the_matrix_rule_says() {
    let Some(folder) = support::corpus("rose") else { return };
    let avatar = folder.join("avatar");
    let read = |name: &str| fs::read(avatar.join(name)).unwrap();
    let skeleton = zmd::read(&read("male.zmd")).unwrap();
    let motion = zmo::read(&read("empty_run_male.zmo")).unwrap();
    let mesh = zms::read(&read("body1_male.zms")).unwrap();
    let pose = Pose::new(&skeleton, Some((&motion, 7))).unwrap();
    let places = pose.vertices_cm(&mesh, Hold::Nothing).unwrap();
    // Worked out by another program.
    for (vertex, expected) in [
        (0_usize, [14.9907, -23.5741, 92.9605]),
        (1, [8.8762, -25.8749, 91.1375]),
        (2, [8.8412, -22.2433, 82.0380]),
    ] {
        let place = places[vertex].to_array();
        let off = (0..3).map(|axis| (place[axis] - expected[axis]).abs()).fold(0.0, f64::max);
        assert!(off < 0.001, "{vertex}: {}", places[vertex]);
    }
}
