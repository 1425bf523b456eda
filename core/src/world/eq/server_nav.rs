//! The `.nav` of a zone: a mesh made of what stops things, by the rules of Recast.

use crate::format::eq::map::Content as Solids;
use crate::format::eq::nav::Content;
use crate::format::eq::wtr::Wtr;
use crate::nav::eq::answer::{As, Volumes};
use crate::nav::eq::ground::Ground;
use crate::nav::eq::mesh::Point;
use crate::nav::eq::recast::{self, Settings, Unmade};
use crate::space::eq::area::Area;
use crate::space::eq::{Kind, height_second};

/// So far above the ground one looks what is there: on the ground it could be either.
const ABOVE: f32 = 0.5;

/// Makes the mesh of a zone from the map of its server, with areas by its regions.
pub fn build(map: &Solids, regions: &Wtr, settings: &Settings) -> Result<Content, Unmade> {
    let ground = Ground::of_content(map);
    let triangles: Vec<[Point; 3]> =
        ground.triangles().iter().map(|triangle| triangle.map(height_second)).collect();
    let volumes = Volumes::new(regions);
    recast::build(&triangles, settings, |at| {
        let [x, y, z] = height_second(at);
        let kind = volumes.kind(As::True, [x, y, z + ABOVE].map(f64::from));
        Area::of_region(Kind::of(kind).unwrap_or(Kind::Normal)).number()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::nav::eq::mesh::Mesh;
    use crate::nav::eq::mesh::make::Walker;
    use crate::nav::eq::mesh::why::{Outcome, Way};
    use crate::nav::eq::recast::Settings;
    use crate::sample;
    use crate::world::eq::server_map::{self, Invisible};
    use crate::world::eq::{Zone, server_nav, server_wtr};

    #[test]
    fn one_walks_over_the_bridge_and_through_the_tunnel_of_the_sample() {
        let mut zone = Zone::open("isle.s3d", &sample::eq::zone().unwrap()).unwrap();
        zone.add_models(&sample::eq::objects().unwrap()).unwrap();
        let (map, _) = server_map::build(&zone, Invisible::LeftOut, &BTreeSet::new());
        let wtr = server_wtr::build(&zone).unwrap();
        let content = server_nav::build(&map, &wtr, &Settings::default()).unwrap();
        let thin = Walker { radius: 0.5, ..Settings::default().walker };
        let for_thin = Settings { walker: thin, ..Settings::default() };
        let for_thin = Mesh::new(&server_nav::build(&map, &wtr, &for_thin).unwrap());
        let mesh = Mesh::new(&content);
        assert!(mesh.tiles.iter().all(|tile| tile.refused.is_none() && tile.n_links_lost == 0));
        let ask = |from, to| mesh.answer(from, to, 4092).outcome;
        let reached = |mesh: &Mesh, from, to| -> Way {
            match mesh.answer(from, to, 4092).outcome {
                Outcome::Reached(way) => way,
                other => panic!("{other:?}"),
            }
        };
        // Over the bridge, and back. Farther off, polygons are so long that a server may walk around.
        let ends = [[0.0, -84.0, 0.0], [0.0, -38.0, 0.0]];
        for [from, to] in [ends, [ends[1], ends[0]]] {
            let way = reached(&for_thin, from, to);
            assert!(way.length < 50.0 && way.areas == ["normal"], "{way:?}");
        }
        // Through the tunnel, and not onto the hill.
        let way = reached(&mesh, [50.0, 10.0, 0.0], [50.0, 90.0, 0.0]);
        assert!(way.length < 85.0, "{way:?}");
        assert!(matches!(ask([0.0, 0.0, 0.0], [60.0, 50.0, 30.0]), Outcome::CutOff(_)));
        // The bottom of the lake is wet, and apart.
        let bottom = mesh.standing([20.0, -60.0, -20.0]).unwrap();
        assert_eq!(mesh.polygons[bottom.polygon].area, 1);
        assert!(matches!(ask([0.0, 0.0, 0.0], [20.0, -60.0, -20.0]), Outcome::CutOff(_)));
    }
}
