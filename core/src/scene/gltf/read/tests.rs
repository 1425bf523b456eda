//! Files that other programs made, and hostile ones.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::*;

const LIMITS: Limits = Limits { n_vertices: 1000, n_triangles: 1000, n_primitives: 8 };

fn glb(json: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let word = |n: usize| (n as u32).to_le_bytes();
    let length = 12 + 8 + text.len() + 8 + bytes.len();
    let chunks = [&word(text.len())[..], b"JSON", &text, &word(bytes.len()), b"BIN\0", bytes];
    [&b"glTF"[..], &word(2), &word(length), &chunks.concat()].concat()
}

/// A triangle with positions alone, and three shorts as its indices.
fn triangle() -> (Value, Vec<u8>) {
    let places = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0f32]];
    let mut bytes: Vec<u8> = places.iter().flatten().flat_map(|part| part.to_le_bytes()).collect();
    bytes.extend([0u16, 1, 2].iter().flat_map(|index| index.to_le_bytes()));
    let json = json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "roof", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3},
            {"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 3},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 6},
        ],
        "buffers": [{"byteLength": bytes.len()}],
    });
    (json, bytes)
}

fn taken(change: impl FnOnce(&mut Value)) -> Result<Import, BadGlb> {
    let (mut json, bytes) = triangle();
    change(&mut json);
    read(&glb(&json, &bytes), LIMITS)
}

fn only(change: impl FnOnce(&mut Value)) -> Primitive {
    let mut import = taken(change).unwrap();
    assert_eq!(import.primitives.len(), 1);
    import.primitives.remove(0)
}

#[test]
fn y_is_up_in_a_file_and_z_in_a_model() {
    let read = only(|_| ());
    assert_eq!(read.name, "roof");
    assert_eq!(read.at_m, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 2.0]]);
    assert_eq!(read.triangles, [[0, 1, 2]]);
    let placed = only(|json| json["nodes"][0]["translation"] = json!([0.0, 5.0, 7.0]));
    assert_eq!(placed.at_m[0], [0.0, -7.0, 5.0]);
    // What is mirrored would be seen from behind.
    let mirrored = only(|json| json["nodes"][0]["scale"] = json!([-1.0, 1.0, 1.0]));
    assert_eq!((mirrored.at_m[1], mirrored.triangles[0]), ([-1.0, 0.0, 0.0], [0, 2, 1]));
    let without = only(|json| {
        json["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("indices");
        json.as_object_mut().unwrap().remove("scenes");
    });
    assert_eq!(without.triangles, [[0, 1, 2]]);
}

#[test]
fn whole_numbers_stand_for_shares_and_colours_need_no_alpha() {
    let (mut json, mut bytes) = triangle();
    bytes.extend([0, 0, 255, 51, 0, 0, 0, 0, 255, 255, 255, 0]);
    json["bufferViews"]
        .as_array_mut()
        .unwrap()
        .push(json!({"buffer": 0, "byteOffset": 42, "byteLength": 12, "byteStride": 4}));
    json["accessors"].as_array_mut().unwrap().push(json!({"bufferView": 2, "componentType": 5121, "normalized": true, "type": "VEC3", "count": 3}));
    json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = json!(2);
    let read = read(&glb(&json, &bytes), LIMITS).unwrap();
    assert_eq!(read.primitives[0].colours[0], [0.0, 0.0, 1.0, 1.0]);
}

#[track_caller]
fn check_error(change: impl FnOnce(&mut Value), expected: &Expect) {
    expected.assert_eq(&taken(change).unwrap_err().to_string());
}

#[test]
fn errors_name_the_mesh() {
    let primitive = |json: &mut Value, key: &str, value: Value| {
        json["meshes"][0]["primitives"][0][key] = value;
    };
    check_error(
        |json| primitive(json, "mode", json!(1)),
        &expect!["mesh `roof`: is made of points, lines or strips, not of triangles (mode 1)"],
    );
    check_error(
        |json| primitive(json, "attributes", json!({})),
        &expect!["mesh `roof`: has no positions"],
    );
    check_error(
        |json| json["accessors"][0]["count"] = json!(4_000_000_000_u64),
        &expect!["mesh `roof`: has 4000000000 vertices, and 1000 are the most"],
    );
    check_error(
        |json| json["accessors"][0]["count"] = json!(4),
        &expect!["mesh `roof`: positions: accessor 0 is out of the bytes of the file"],
    );
    check_error(
        |json| json["accessors"][1]["count"] = json!(2),
        &expect!["mesh `roof`: triangles: 2 corners are no whole number of triangles"],
    );
    check_error(
        |json| json["accessors"][0]["count"] = json!(2),
        &expect!["mesh `roof`: triangles: one has the vertex 2, and there are 2"],
    );
    check_error(
        |json| json["buffers"][0]["uri"] = json!("roof.bin"),
        &expect![
            "mesh `roof`: positions: its bytes are in another file; export all into one (.glb)"
        ],
    );
    check_error(
        |json| json["accessors"][0]["sparse"] = json!({}),
        &expect!["mesh `roof`: positions: accessor 0 is sparse, which is not read"],
    );
    check_error(
        |json| json["bufferViews"][0]["byteStride"] = json!(0),
        &expect!["mesh `roof`: positions: accessor 0 has 0 bytes for each item of 12"],
    );
    check_error(
        |json| json["nodes"][0]["mesh"] = json!(7),
        &expect!["mesh `roof`: there is no mesh 7"],
    );
    check_error(
        |json| json["nodes"][0]["skin"] = json!(7),
        &expect!["mesh `roof`: there is no skin 7"],
    );
    check_error(
        |json| json["nodes"][0]["children"] = json!([0]),
        &expect!["node 0: is in the tree of nodes more than once"],
    );
    check_error(
        |json| json["nodes"][0]["scale"] = json!([1e300, 1e300, 1e300]),
        &expect!["mesh `roof`: is out of all range"],
    );
    check_error(
        |json| json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]),
        &expect![
            "file: needs the extension KHR_draco_mesh_compression, which is not read; export without it, such as without compression"
        ],
    );
    check_error(
        |json| json["nodes"] = json!([{"mesh": "a"}]),
        &expect![[r#"JSON, line 1 column 72: invalid type: string "a", expected usize"#]],
    );
    check_error(
        |json| json["nodes"] = json!(vec![json!({}); 100_001]),
        &expect![
            "JSON, line 1 column 300064: invalid length 100001, expected a list of at most 100000 items"
        ],
    );
    check_error(
        |json| {
            let many: Vec<Value> =
                (0..9).map(|_| json["meshes"][0]["primitives"][0].clone()).collect();
            json["meshes"][0]["primitives"] = json!(many);
        },
        &expect!["mesh `roof`: there are more than 8 meshes"],
    );
}

#[test]
fn a_mesh_that_many_nodes_have_is_taken_once() {
    let import = taken(|json| {
        json["nodes"] = json!([{"mesh": 0, "children": [1]}, {"name": "again", "mesh": 0}]);
    });
    let Import { primitives, notes } = import.unwrap();
    assert_eq!(primitives.len(), 1);
    assert_eq!(notes, ["`again` is a mesh that is there already; it is left out"]);
}

#[test]
fn broken_files_are_refused_or_read_and_never_more() {
    let (json, bytes) = triangle();
    let whole = glb(&json, &bytes);
    for len in 0..whole.len() {
        assert!(read(&whole[..len], LIMITS).is_err(), "{len}");
    }
    // The room has no random numbers of its own: these are the usual linear congruential ones.
    let mut state = 5_u32;
    let mut below = |n: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % n
    };
    for _ in 0..3000 {
        let mut broken = whole.clone();
        for _ in 0..=below(3) {
            let at = below(broken.len());
            broken[at] = match below(2) {
                0 => b"0987654321,[]{}\":-eE"[below(20)],
                _ => below(256) as u8,
            };
        }
        let _ = read(&broken, LIMITS);
    }
    for not in [&b""[..], b"glTF", b"{\"asset\":{}}"] {
        assert!(read(not, LIMITS).is_err());
    }
}
