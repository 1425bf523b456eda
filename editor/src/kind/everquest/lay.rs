//! What of a zone no tag changes: its ground, its regions as bodies, and how it is drawn. All of it is
//! made ready beside the window, and what placed objects are a part of again when they change.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use landwright_core::nav::eq::answer::Volumes;
use landwright_core::nav::eq::ground::Ground;
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::prepared::scene_bounds;
use landwright_core::scene::set::Set;
use landwright_core::space::eq::Kind;
use landwright_core::stage::everquest::regions::{Body, bodies};
use landwright_core::stage::everquest::zone::{Staged, stage};
use landwright_core::stage::files::Missing;
use landwright_core::world::eq::plan::{Plan, USUAL_SIDE_PX};
use landwright_core::world::eq::server_map::{self, Invisible};
use landwright_core::world::eq::{Zone, server_wtr};

use crate::kind::everquest::ignored;

#[derive(Debug)]
pub(crate) struct Lay {
    pub(super) ground: Arc<Ground>,
    /// With the kinds that regions had when it was opened.
    pub(super) volumes: Arc<Volumes>,
    pub(super) plan: Arc<Plan>,
    pub(super) drawn: Arc<Drawn>,
    /// By the numbers of their regions.
    pub(super) bodies: Arc<BTreeMap<u32, Vec<Body>>>,
}

/// A zone in space.
#[derive(Debug)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the window draws it"))]
pub(crate) struct Drawn {
    pub(super) set: Arc<Set>,
    pub(super) bounds: Bounds,
    pub(super) n_objects: usize,
    pub(super) n_without_model: usize,
    pub(super) missing: Vec<Missing>,
}

/// What placed objects are a part of.
#[derive(Debug)]
pub(crate) struct Laid {
    pub(super) ground: Arc<Ground>,
    pub(super) plan: Arc<Plan>,
    pub(super) drawn: Arc<Drawn>,
}

impl Laid {
    pub(super) fn of(zone: &Zone, path: &Path, volumes: &Volumes) -> Result<Laid, String> {
        let (content, _) = server_map::build(zone, Invisible::LeftOut, &ignored(path, zone));
        let ground = Ground::of_content(&content);
        let plan = Plan::new(&ground, &volumes.tree, USUAL_SIDE_PX, f32::INFINITY);
        let plan = plan.ok_or("has no ground that stops anybody")?;
        let Staged { scene, bounds, n_objects, without_model, missing } = stage(zone);
        // What nobody sees has regions as well.
        let bounds = if bounds.is_empty() { scene_bounds(&scene) } else { bounds };
        let drawn = Drawn {
            set: Arc::new(Set::new(scene)),
            bounds,
            n_objects,
            n_without_model: without_model.values().sum(),
            missing,
        };
        Ok(Laid { ground: Arc::new(ground), plan: Arc::new(plan), drawn: Arc::new(drawn) })
    }
}

impl Lay {
    pub(super) fn of(zone: &Zone, path: &Path) -> Result<Lay, String> {
        let wtr = server_wtr::build(zone).map_err(|unfit| unfit.to_string())?;
        let volumes = Volumes::new(&wtr);
        let Laid { ground, plan, drawn } = Laid::of(zone, path, &volumes)?;
        let mut by_region: BTreeMap<u32, Vec<Body>> = BTreeMap::new();
        for body in bodies(&volumes.tree, &drawn.bounds, |_| true) {
            by_region.entry(body.region).or_default().push(body);
        }
        Ok(Lay { ground, volumes: Arc::new(volumes), plan, drawn, bodies: Arc::new(by_region) })
    }
}

/// The kind of each region that the tree leads to.
pub(super) fn kinds(zone: &Zone) -> BTreeMap<u32, Kind> {
    let Ok(wtr) = server_wtr::build(zone) else { return BTreeMap::new() };
    let landwright_core::format::eq::wtr::Regions::Nodes(nodes) = &wtr.regions else {
        return BTreeMap::new();
    };
    let leaves = nodes.iter().filter(|node| node.front == 0 && node.back == 0);
    let kind = |kind: i32| Kind::of(kind).unwrap_or(Kind::Unsupported);
    let region = |region: i32| u32::try_from(region).ok()?.checked_sub(1);
    leaves.filter_map(|leaf| Some((region(leaf.region)?, kind(leaf.kind)))).collect()
}
