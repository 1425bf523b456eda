//! A navigation mesh as a Wavefront model, which programs for 3D open: an object for each area.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::format::eq::nav::Content;
use crate::format::eq::nav::tile::Kind;
use crate::nav::eq::mesh::why::area_name;

/// The text of the model. The axes are those of the server, z up.
pub fn obj(content: &Content) -> String {
    let mut out = "# x, y and z of the server, z up\n".to_owned();
    let mut faces: BTreeMap<u8, String> = BTreeMap::new();
    let mut lines = String::new();
    let mut first = 1;
    // A string takes everything.
    for tile in &content.tiles {
        for [x, z, y] in &tile.vertices {
            let _ = writeln!(out, "v {} {} {}", x.get(), y.get(), z.get());
        }
        for polygon in &tile.polygons {
            let is_there = |corner: &&u16| usize::from(**corner) < tile.vertices.len();
            let corners = polygon.corners().iter().filter(is_there);
            // Counter-clockwise seen from above.
            let corners: Vec<String> =
                corners.rev().map(|corner| (first + usize::from(*corner)).to_string()).collect();
            let corners = corners.join(" ");
            let _ = match polygon.kind() {
                Kind::Ground => writeln!(faces.entry(polygon.area()).or_default(), "f {corners}"),
                Kind::Connection => writeln!(lines, "l {corners}"),
            };
        }
        first += tile.vertices.len();
    }
    for (area, faces) in faces {
        let _ = write!(out, "o {}\n{faces}", area_name(area));
    }
    if !lines.is_empty() {
        let _ = write!(out, "o connections\n{lines}");
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::nav::eq::mesh::drawn::one_tile;
    use crate::world::eq::mesh::model::obj;

    #[test]
    fn each_area_is_an_object_of_faces() {
        let text = obj(&one_tile(&[".1"]));
        assert_eq!(text.lines().filter(|line| line.starts_with("v ")).count(), 6);
        assert!(text.ends_with("o normal\nf 4 3 2 1\no water\nf 6 5 3 4\n"), "{text}");
    }
}
