//! The zone of a mesh: its ground and how it is drawn, where the files of the zone are beside the mesh. All of
//! it is made ready beside the window.

use std::path::Path;
use std::sync::Arc;

use landwright_core::format::eq::{map, wtr};
use landwright_core::nav::eq::answer::{Asked, Volumes};
use landwright_core::nav::eq::ground::Ground;
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::prepared::scene_bounds;
use landwright_core::scene::set::Set;
use landwright_core::stage::everquest::zone::{Staged, stage};
use landwright_core::world::eq::plan::{Plan, USUAL_SIDE_PX};

use crate::kind::everquest;

/// The zone that lies beside a mesh, as far as it is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lay {
    pub(in crate::kind) zone: Option<Zone>,
}

#[derive(Debug, Clone)]
pub(in crate::kind) struct Zone {
    /// As its file is called.
    pub(in crate::kind) file: String,
    pub(in crate::kind) ground: Arc<Ground>,
    pub(in crate::kind) volumes: Arc<Volumes>,
    pub(in crate::kind) plan: Arc<Plan>,
    pub(super) drawn: Option<Drawn>,
}

/// A zone in space.
#[derive(Debug, Clone)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the window draws it"))]
pub(in crate::kind) struct Drawn {
    pub(super) set: Arc<Set>,
    pub(super) bounds: Bounds,
}

impl Lay {
    /// The zone in the archive beside a mesh, or in the server's map.
    pub(super) fn of(path: &Path) -> Lay {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Lay::named(path, &stem.unwrap_or_default())
    }

    /// The zone of a name, near a file.
    pub(in crate::kind) fn named(path: &Path, zone: &str) -> Lay {
        Lay { zone: of_archive(path, zone).or_else(|| of_map(path, zone)) }
    }
}

/// Folders of a server's maps in which the files of a zone are, as seen from that of its meshes.
const PLACES: [&str; 4] = ["", "..", "../base", "../water"];

fn found(path: &Path, name: &str) -> Option<(std::path::PathBuf, Vec<u8>)> {
    let folder = path.parent().unwrap_or(Path::new(""));
    PLACES.iter().find_map(|place| {
        let near = folder.join(place).join(path.file_name()?);
        Some((near.with_file_name(name), everquest::beside(&near, name)?))
    })
}

fn of_archive(path: &Path, stem: &str) -> Option<Zone> {
    let name = format!("{stem}.s3d");
    let (near, bytes) = found(path, &name)?;
    let zone = everquest::zone_of(&near, &bytes).ok()?;
    let Asked { ground, regions: volumes } = zone.asked();
    let plan = Plan::new(&ground, &volumes.tree, USUAL_SIDE_PX, f32::INFINITY)?;
    let Staged { scene, bounds, .. } = stage(&zone);
    let bounds = if bounds.is_empty() { scene_bounds(&scene) } else { bounds };
    Some(Zone {
        file: name,
        ground: Arc::new(ground),
        volumes: Arc::new(volumes),
        plan: Arc::new(plan),
        drawn: Some(Drawn { set: Arc::new(Set::new(scene)), bounds }),
    })
}

fn of_map(path: &Path, stem: &str) -> Option<Zone> {
    let name = format!("{stem}.map");
    let (_, bytes) = found(path, &name)?;
    let ground = Ground::of_map(&map::read(&bytes).ok()?);
    let regions = found(path, &format!("{stem}.wtr"));
    let regions = regions.and_then(|(_, bytes)| wtr::read(&bytes).ok());
    let volumes = regions.map(|wtr| Volumes::new(&wtr)).unwrap_or_default();
    let plan = Plan::new(&ground, &volumes.tree, USUAL_SIDE_PX, f32::INFINITY)?;
    Some(Zone {
        file: name,
        ground: Arc::new(ground),
        volumes: Arc::new(volumes),
        plan: Arc::new(plan),
        drawn: None,
    })
}
