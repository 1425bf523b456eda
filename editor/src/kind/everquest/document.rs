//! An open zone: its history, the regions that are selected, and the place that was asked about.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use landwright_core::format::eq::wld::fragment;
use landwright_core::format::eq::wld::region::RegionList;
use landwright_core::format::number::F32;
use landwright_core::nav::eq::answer::Volumes;
use landwright_core::nav::eq::ground::Ground;
use landwright_core::space::eq::Kind;
use landwright_core::stage::everquest::regions::Body;
use landwright_core::stage::everquest::scene_from_server;
use landwright_core::world::Revision;
use landwright_core::world::eq::document::EditedZone;
use landwright_core::world::eq::listing::{self, Ambient};
use landwright_core::world::eq::plan::Plan;
use landwright_core::world::eq::zone_line::ZoneLine;

use crate::kind::everquest::lay::{Drawn, Lay, kinds};
use crate::kind::everquest::message::{Limit, Way};
use crate::kind::everquest::objects::Placement;
use crate::kind::everquest::place::Found;
use crate::kind::single::Single;

#[derive(Debug)]
pub(crate) struct EqDocument {
    pub(super) single: Single<EditedZone>,
    pub(super) ground: Arc<Ground>,
    pub(super) drawn: Arc<Drawn>,
    pub(super) bodies: Arc<BTreeMap<u32, Vec<Body>>>,
    /// Floors from above, below a height.
    pub(super) plan: Arc<Plan>,
    pub(super) below: Option<f32>,
    /// Of which height the plan is, and whether a different one is being drawn.
    pub(super) plan_below: Option<f32>,
    pub(super) is_drawing: bool,
    /// The kind of each region, and of which state.
    pub(super) kinds: Arc<BTreeMap<u32, Kind>>,
    kinds_of: Revision,
    /// The regions as bodies of their kinds, for which state, and for which they are being sorted.
    pub(super) volumes: Arc<Volumes>,
    pub(super) volumes_of: Option<Revision>,
    pub(super) is_sorting: bool,
    /// Kinds whose regions have no colour.
    pub(super) hidden: BTreeSet<Kind>,
    pub(super) selection: BTreeSet<u32>,
    pub(super) found: Option<Found>,
    pub(super) line: ZoneLine,
    pub(super) limit: Limit,
    pub(super) placement: Placement,
    /// Whether it was saved since the files of the server beside it were looked at.
    pub(super) is_saved_anew: bool,
    /// Those of them that do not fit the zone, and whether they are being made anew.
    pub(super) stale: Vec<String>,
    pub(super) is_making: bool,
    /// Grows when anything that is drawn from above is different.
    pub(super) n_looks: u64,
    /// Grows when the selection is to be brought into sight, or all of the zone.
    pub(super) n_shows: u64,
    pub(super) n_fits: u64,
    /// How often it was brought nearer, less how often farther.
    pub(super) n_zooms: i32,
    /// Grows when what is drawn in space is different.
    pub(super) n_casts: u64,
}

impl Deref for EqDocument {
    type Target = Single<EditedZone>;

    fn deref(&self) -> &Single<EditedZone> {
        &self.single
    }
}

impl DerefMut for EqDocument {
    fn deref_mut(&mut self) -> &mut Single<EditedZone> {
        &mut self.single
    }
}

impl EqDocument {
    pub(super) fn of(single: Single<EditedZone>, lay: Lay) -> EqDocument {
        let Lay { ground, volumes, plan, drawn, bodies } = lay;
        let revision = single.editing.revision();
        let now = kinds(single.document().zone());
        // What was recovered is no more as the file has it.
        let volumes_of = (now == kinds(single.first.zone())).then_some(revision);
        EqDocument {
            ground,
            drawn,
            bodies,
            plan,
            below: None,
            plan_below: None,
            is_drawing: false,
            kinds: Arc::new(now),
            kinds_of: revision,
            volumes,
            volumes_of,
            is_sorting: false,
            hidden: BTreeSet::new(),
            selection: BTreeSet::new(),
            found: None,
            line: ZoneLine::Number(1),
            limit: Limit::Usual,
            placement: Placement::new(single.document(), &single.first),
            is_saved_anew: false,
            stale: Vec::new(),
            is_making: false,
            n_looks: 0,
            n_shows: 0,
            n_fits: 0,
            n_zooms: 0,
            n_casts: 0,
            single,
        }
    }

    pub(super) fn zone(&self) -> &EditedZone {
        self.editing.document()
    }

    pub(super) fn kind_of(&self, region: u32) -> Kind {
        self.kinds.get(&region).copied().unwrap_or(Kind::Normal)
    }

    /// How many regions there are of each kind.
    pub(super) fn n_of_kinds(&self) -> BTreeMap<Kind, usize> {
        let mut numbers = BTreeMap::new();
        self.kinds.values().for_each(|kind| *numbers.entry(*kind).or_default() += 1);
        numbers
    }

    pub(super) fn select(&mut self, regions: &BTreeSet<u32>, way: Way) {
        let known = regions.iter().copied().filter(|region| self.kinds.contains_key(region));
        let known: BTreeSet<u32> = known.collect();
        match way {
            Way::Replace => self.selection = known,
            Way::Add => self.selection.extend(known),
            Way::Toggle => {
                for region in known {
                    if !self.selection.remove(&region) {
                        self.selection.insert(region);
                    }
                }
            }
        }
        self.take_line();
        self.n_looks += 1;
    }

    /// The lists that selected regions are in, with how many of them.
    pub(super) fn lists_of_selection(&self) -> Vec<(RegionList, String, usize)> {
        let world = &self.zone().zone().world;
        let read = world.of_kind(fragment::REGION_LIST).filter_map(|(_, fragment)| {
            let list = RegionList::read(fragment).ok()?;
            let n_selected = list.regions.iter().filter(|own| self.selection.contains(own)).count();
            let name = String::from_utf8_lossy(world.name_of(fragment)).into_owned();
            (n_selected > 0).then_some((list, name, n_selected))
        });
        read.collect()
    }

    /// The ambient regions that the selected ones are in, by name.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the panel alone shows it"))]
    pub(super) fn ambiences_of_selection(&self) -> Vec<String> {
        let all = listing::ambient_regions(self.zone().zone()).into_iter();
        let read = all.filter_map(|Ambient { fragment, name, regions, .. }| {
            let mut regions = regions.iter().filter_map(|own| u32::try_from(*own).ok());
            let name = if name.is_empty() { format!("fragment {fragment}") } else { name };
            regions.any(|own| self.selection.contains(&own)).then_some(name)
        });
        read.collect()
    }

    /// The next line leads where the selected one does, until a person chooses a different target.
    fn take_line(&mut self) {
        let lists = self.lists_of_selection();
        let line = lists.iter().find_map(|(list, name, _)| zone_line(list, name));
        if let Some(line @ (ZoneLine::Number(_) | ZoneLine::Place(_))) = line {
            self.line = line;
        }
    }

    pub(super) fn ask(&mut self, at: [f64; 3]) {
        self.found = Some(Found::of(&self.ground, &self.volumes, at));
    }

    /// The middle of the selected objects, or else of the selected regions.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "views alone show it"))]
    pub(super) fn middle_of_selection(&self) -> Option<glam::Vec3> {
        let places = self.placement.chosen_ones().map(|object| object.place.at.map(F32::get));
        let objects = landwright_core::scene::mesh::Bounds::of(places.map(scene_from_server));
        if !objects.is_empty() {
            return Some(objects.ball().middle_m);
        }
        let bodies = self.selection.iter().filter_map(|region| self.bodies.get(region)).flatten();
        let corners = bodies.flat_map(|body| body.faces.iter().flatten().copied());
        let bounds = landwright_core::scene::mesh::Bounds::of(corners);
        (!bounds.is_empty()).then(|| bounds.ball().middle_m)
    }

    /// A different zone is on disk: everything is asked and drawn of that.
    pub(super) fn take_lay(&mut self, lay: Lay) {
        let Lay { ground, volumes, plan, drawn, bodies } = lay;
        (self.ground, self.volumes, self.plan) = (ground, volumes, plan);
        (self.drawn, self.bodies) = (drawn, bodies);
        (self.found, self.plan_below) = (None, None);
        let revision = self.editing.revision();
        self.kinds = Arc::new(kinds(self.zone().zone()));
        (self.kinds_of, self.volumes_of) = (revision, Some(revision));
        (self.is_sorting, self.is_drawing) = (false, false);
        self.placement = Placement::new(self.editing.document(), self.editing.document());
        self.n_looks += 1;
        self.n_casts += 1;
    }

    /// Lets what is known of regions follow what the zone has become.
    pub(super) fn follow(&mut self) {
        let revision = self.editing.revision();
        if self.kinds_of == revision {
            return;
        }
        self.kinds = Arc::new(kinds(self.zone().zone()));
        self.kinds_of = revision;
        self.placement.look(self.single.document());
        self.n_looks += 1;
        let kinds = Arc::clone(&self.kinds);
        self.selection.retain(|region| kinds.contains_key(region));
    }
}

/// Where a list of regions leads, by its text or its name.
pub(super) fn zone_line(list: &RegionList, name: &str) -> Option<ZoneLine> {
    ZoneLine::of_list(name.as_bytes(), list.text())
}
