//! An open mesh: its history, the polygons that are selected, and the way that was asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use landwright_core::nav::eq::mesh::islands::Islands;
use landwright_core::nav::eq::mesh::shape::middle;
use landwright_core::nav::eq::mesh::{Mesh, Point, Polygon};
use landwright_core::space::eq::area::Area;
use landwright_core::space::eq::height_second;
use landwright_core::world::Revision;
use landwright_core::world::eq::mesh::document::EditedMesh;
use landwright_core::world::eq::mesh::picture::View;
use landwright_core::world::eq::plan::Plan;

use crate::kind::navigation::lay::{Lay, Zone};
use crate::kind::navigation::message::{Tool, Way};
use crate::kind::navigation::route::Route;
use crate::kind::single::Single;

#[derive(Debug)]
pub(crate) struct NavDocument {
    pub(super) single: Single<EditedMesh>,
    /// As a server loads it, and of which state.
    pub(super) mesh: Arc<Mesh>,
    mesh_of: Revision,
    pub(super) islands: Islands,
    /// The numbers of polygons that are ground, the lowest first.
    pub(super) order: Vec<usize>,
    /// By the number of its polygon: which connection it is in the file, and its place in its tile.
    pub(super) connections: BTreeMap<usize, Connection>,
    pub(super) zone: Option<Zone>,
    pub(super) shows_ground: bool,
    pub(super) colours: View,
    pub(super) below: Option<f32>,
    /// Of which height the plan is, and whether a different one is being drawn.
    pub(super) plan_below: Option<f32>,
    pub(super) is_drawing: bool,
    pub(super) tool: Tool,
    /// The first of two clicks, in the server's axes.
    pub(super) begun: Option<Point>,
    pub(super) both_ways: bool,
    pub(super) radius: f32,
    pub(super) area: Area,
    pub(super) selection: BTreeSet<usize>,
    pub(super) place: Option<Point>,
    pub(super) route: Option<Route>,
    /// Grows when anything that is drawn is different.
    pub(super) n_looks: u64,
    /// Grows when the selection is to be brought into sight, or all of the mesh.
    pub(super) n_shows: u64,
    pub(super) n_fits: u64,
    /// How often it was brought nearer, less how often farther.
    pub(super) n_zooms: i32,
    /// Grows when the zone is a different one.
    pub(super) n_casts: u64,
}

/// A connection of the mesh, in the axes of the server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Connection {
    /// As actions count.
    pub(super) number: u32,
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) radius: f32,
    pub(super) leads_back: bool,
    /// Whether each end is on the mesh.
    pub(super) stands: [bool; 2],
}

impl Deref for NavDocument {
    type Target = Single<EditedMesh>;

    fn deref(&self) -> &Single<EditedMesh> {
        &self.single
    }
}

impl DerefMut for NavDocument {
    fn deref_mut(&mut self) -> &mut Single<EditedMesh> {
        &mut self.single
    }
}

impl NavDocument {
    pub(super) fn of(single: Single<EditedMesh>, lay: Lay) -> NavDocument {
        let mut document = NavDocument {
            mesh: Arc::default(),
            mesh_of: single.editing.revision(),
            islands: Islands::default(),
            order: Vec::new(),
            connections: BTreeMap::new(),
            zone: lay.zone,
            shows_ground: true,
            colours: View::Areas,
            below: None,
            plan_below: None,
            is_drawing: false,
            tool: Tool::Select,
            begun: None,
            both_ways: false,
            radius: 2.0,
            area: Area::Normal,
            selection: BTreeSet::new(),
            place: None,
            route: None,
            n_looks: 0,
            n_shows: 0,
            n_fits: 0,
            n_zooms: 0,
            n_casts: 0,
            single,
        };
        document.load();
        document
    }

    pub(super) fn edited(&self) -> &EditedMesh {
        self.editing.document()
    }

    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "views alone show it"))]
    pub(super) fn plan(&self) -> Option<&Arc<Plan>> {
        self.zone.as_ref().filter(|_| self.shows_ground).map(|zone| &zone.plan)
    }

    /// From the lowest to the highest corner.
    pub(super) fn heights(&self) -> Option<[f32; 2]> {
        let corners = self.mesh.polygons.iter().flat_map(|polygon| &polygon.corners);
        let heights = corners.map(|[_, z, _]| *z).filter(|z| z.is_finite());
        heights.fold(None, |span: Option<[f32; 2]>, z| {
            let [low, high] = span.unwrap_or([z, z]);
            Some([low.min(z), high.max(z)])
        })
    }

    /// Whether a polygon is below the cut.
    pub(super) fn is_seen(&self, polygon: &Polygon) -> bool {
        let Some(below) = self.below else { return true };
        polygon.corners.iter().any(|[_, z, _]| *z < below)
    }

    /// The ground that is seen at a place from above: its polygon and its height, the highest one.
    pub(super) fn seen_at(&self, [x, y]: [f32; 2]) -> Option<(usize, f32)> {
        let at = [x, 0.0, y];
        let tiles = self.mesh.tiles.iter().filter(|tile| {
            let ([lx, _, ly], [hx, _, hy]) = (tile.low(), tile.high());
            // Tiles may state a box that is a little too small.
            x >= lx - 1.0 && x <= hx + 1.0 && y >= ly - 1.0 && y <= hy + 1.0
        });
        let numbers = tiles.flat_map(|tile| tile.first..tile.first + tile.n_polygons);
        let polygons = numbers.filter_map(|own| Some((own, self.mesh.polygons.get(own)?)));
        let heights = polygons.filter(|(_, polygon)| self.is_seen(polygon));
        let heights = heights.filter_map(|(own, polygon)| Some((own, polygon.height_at(at)?)));
        heights.reduce(|a, b| if b.1 > a.1 { b } else { a })
    }

    pub(super) fn select(&mut self, polygons: &BTreeSet<usize>, way: Way) {
        let n_polygons = self.mesh.polygons.len();
        let known: BTreeSet<usize> =
            polygons.iter().copied().filter(|polygon| *polygon < n_polygons).collect();
        match way {
            Way::Replace => self.selection = known,
            Way::Add => self.selection.extend(known),
            Way::Toggle => {
                for polygon in known {
                    if !self.selection.remove(&polygon) {
                        self.selection.insert(polygon);
                    }
                }
            }
        }
        self.n_looks += 1;
    }

    /// In the server's axes.
    pub(super) fn middle_of_selection(&self) -> Option<Point> {
        let polygons = self.selection.iter().filter_map(|own| self.mesh.polygons.get(*own));
        let corners: Vec<Point> =
            polygons.flat_map(|polygon| polygon.corners.iter().copied()).collect();
        (!corners.is_empty()).then(|| height_second(middle(&corners)))
    }

    pub(super) fn ask_way(&mut self, ends: [Point; 2]) {
        self.route = Some(Route::of(&self.mesh, ends));
        self.n_looks += 1;
    }

    /// A different zone may lie beside it.
    pub(super) fn take_lay(&mut self, lay: Lay) {
        self.zone = lay.zone;
        (self.plan_below, self.is_drawing) = (None, false);
        self.n_casts += 1;
        self.n_looks += 1;
    }

    /// Lets what is known of the mesh follow what it has become, and selects what a step changed.
    pub(super) fn follow(&mut self) {
        let revision = self.editing.revision();
        if self.mesh_of == revision {
            return;
        }
        let before = Arc::clone(&self.mesh);
        self.mesh_of = revision;
        self.load();
        self.selection = changed(&before, &self.mesh);
        if let Some(ends) = self.route.as_ref().map(|route| route.ends) {
            self.ask_way(ends);
        }
    }

    /// As [`NavDocument::follow`], where the mesh is one that has nothing to do with the old one.
    pub(super) fn begin_with_other(&mut self) {
        self.mesh_of = self.editing.revision();
        self.load();
        self.selection.clear();
        (self.route, self.begun, self.place) = (None, None, None);
    }

    fn load(&mut self) {
        let mesh = Mesh::new(self.editing.document().content());
        let height = |own: &usize| {
            let corners = mesh.polygons.get(*own).map(|polygon| polygon.corners.as_slice());
            corners.unwrap_or_default().iter().fold(f32::MIN, |most, [_, z, _]| most.max(*z))
        };
        let ground = mesh.polygons.iter().enumerate().filter(|(_, own)| !own.is_connection);
        let mut order: Vec<usize> = ground.map(|(own, _)| own).collect();
        order.sort_by(|a, b| height(a).total_cmp(&height(b)).then(a.cmp(b)));
        self.order = order;
        self.islands = Islands::of(&mesh);
        self.connections = connections(&mesh, self.editing.document());
        self.mesh = Arc::new(mesh);
        self.n_looks += 1;
    }
}

fn connections(mesh: &Mesh, edited: &EditedMesh) -> BTreeMap<usize, Connection> {
    let mut found = BTreeMap::new();
    let mut number = 0;
    for (tile, (own, loaded)) in edited.content().tiles.iter().zip(&mesh.tiles).enumerate() {
        for (place, one) in own.connections.iter().enumerate() {
            let point = |at: [landwright_core::format::number::F32; 3]| {
                height_second(at.map(landwright_core::format::number::F32::get))
            };
            let connection = Connection {
                number,
                from: point(one.from),
                to: point(one.to),
                radius: one.radius.get(),
                leads_back: one.flags & landwright_core::format::eq::nav::tile::BOTH_WAYS != 0,
                stands: mesh.ends_of(tile, place).map(|end| end.is_some()),
            };
            found.insert(loaded.first + usize::from(one.polygon), connection);
            number += 1;
        }
    }
    found
}

/// What tells polygons apart.
type Looks = (Vec<[u32; 3]>, u8, u16, bool);

fn looks(polygon: &Polygon) -> Looks {
    let corners = polygon.corners.iter().map(|corner| corner.map(f32::to_bits)).collect();
    (corners, polygon.area, polygon.flags, polygon.is_connection)
}

/// The polygons of a mesh that the one before did not have.
fn changed(before: &Mesh, now: &Mesh) -> BTreeSet<usize> {
    let known: BTreeSet<Looks> = before.polygons.iter().map(looks).collect();
    let each = now.polygons.iter().enumerate();
    each.filter(|(_, polygon)| !known.contains(&looks(polygon))).map(|(own, _)| own).collect()
}
