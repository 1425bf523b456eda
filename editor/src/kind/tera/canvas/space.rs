//! The view of an area in space: the volumes around the place that it looks at, nodes and edges
//! on their floors, and what the pointer does there.

mod mesh;
mod neighbourhood;
mod graph;
mod pick;
mod hand;
mod overlay;
pub(crate) mod picture;

use std::collections::BTreeMap;
use std::time::Duration;

use eframe::{egui, egui_wgpu};
use egui::Ui;
use glam::{Vec3, vec3};
use landwright_core::problem::Problem;
use landwright_core::space::tera::PosInWorld;
use landwright_core::world::area::geometry::Land;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::gat::picture::palette::Rgb;

use self::graph::Graph;
use self::hand::Drag;
use self::neighbourhood::{Around, Chunk, Chunks};
use crate::canvas::three_d::callback::{Callback, Driver};
use crate::canvas::three_d::hints::no_driver;
use crate::canvas::three_d::scene::{Grid, Scene, Shot};
use crate::canvas::three_d::space::{Space, Theatre};
use crate::canvas::three_d::steer;
use crate::canvas::three_d::terrain::{Budget, Progress};
use crate::kind::document::common::View;
use crate::kind::tera::canvas::left_button;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::message::AreaMessage;
use crate::kind::tera::view::volumes::Block;
use crate::kind::tera::view::{bounds, space_from_world, world_from_map, world_from_space};
use crate::message::Message;
use crate::model::Model;
use crate::view::ViewSize;
use crate::view::id::ViewId;
use crate::view::orbit::{Bounds, Orbit};

/// What views of areas in space keep from frame to frame.
#[derive(Default)]
pub(crate) struct Areas {
    chunks: Chunks,
    graphs: BTreeMap<ViewId, Graph>,
    /// What each of them shows.
    lands: BTreeMap<ViewId, Land>,
    drag: Option<Drag>,
}

/// What may be spent on making chunks before a frame.
const TIME_TO_MAKE: Duration = Duration::from_millis(8);

/// From how far an area is first looked at.
const FIRST_DISTANCE: f32 = 900.0;

/// Some cells around the outermost nodes.
const MARGIN_OF_NODES: Vec3 = Vec3::splat(128.0);

/// A node that is farther away is out of sight.
const FAR: f32 = 1500.0;

impl Areas {
    pub(crate) fn forget_unused(&mut self, scene: &Scene) {
        self.chunks.forget_unused(scene);
        self.graphs.retain(|_, graph| std::mem::take(&mut graph.was_used));
        self.lands.retain(|view, _| self.graphs.contains_key(view));
    }
}

impl Areas {
    /// Shows a view of an area, and sends what the person does in it.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        id: ViewId,
        model: &Model,
        space: &mut Space,
        is_listed: &dyn Fn(&Problem) -> bool,
        send: &mut Vec<Message>,
    ) {
        let (Some(document), Some(view)) = (model.area(id.document), model.view(id)) else {
            return;
        };
        let Some((rect, response)) = space.room(ui, &document.title) else { return };
        let size = glam::vec2(rect.width(), rect.height());
        let mut theatre = Theatre { rect, orbit: orbit_of(document, view, size) };
        let around = Around(Chunk::of(theatre.orbit.target_in_world));
        let (land, packed) = around.land(document);
        for zone in packed.iter().filter(|zone| !document.is_coming(**zone)) {
            send.push(AreaMessage::to(id.document, AreaMessage::Want(*zone)));
        }
        let block = block(document, around, &land);
        let left = left_button(document.tool);
        steer::steer(ui, &response, &mut theatre, &block, left);
        theatre.orbit.keep_near(whole(document));
        if view.orbit != Some(theatre.orbit) || view.size != Some(theatre.size()) || view.is_to_fit
        {
            send.push(Message::LookFrom(id, theatre.orbit, theatre.size()));
        }
        let scale = ui.pixels_per_point();
        let graph = self.graphs.entry(id).or_default();
        graph.follow(document, around, scale);
        let seen = hand::Seen { theatre: &theatre, block: &block, document, graph };
        let over = hand::point(ui, &response, &seen, id, &mut self.drag, send);
        crate::kind::tera::canvas::close_or_give_up(ui, &response, id, model, document, send);
        ui.painter_at(rect).rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
        let Some(driver) = space.driver else {
            no_driver(ui, rect);
            return;
        };
        self.draw(ui, &theatre, (&mut space.scene, driver), id, document, around, &land);
        let z = theatre.orbit.target_in_world.z;
        let tools = &model.tools;
        overlay::show(ui, &theatre, document, view, tools, over.as_ref(), is_listed);
        overlay::missing(ui, &theatre, around.missing(document, z));
        overlay::border(ui, &theatre, around);
        // Kept unpacked for the next frame.
        self.lands.insert(id, land);
    }

    #[expect(clippy::too_many_arguments, reason = "they are all that a frame is made of")]
    fn draw(
        &mut self,
        ui: &Ui,
        theatre: &Theatre,
        (scene, driver): (&mut Scene, Driver),
        id: ViewId,
        document: &AreaDocument,
        around: Around,
        land: &Land,
    ) {
        let (size, scale) = (theatre.size(), ui.pixels_per_point());
        let clip_from_world = theatre.orbit.clip_from_world(size);
        let budget = Budget::of(TIME_TO_MAKE);
        let parts = self.chunks.show(scene, document, around, land, &clip_from_world, budget);
        if parts.progress == Progress::GoesOn {
            ui.ctx().request_repaint();
        }
        let graph = self.graphs.get(&id);
        let lines = graph.map(|graph| graph.lines(document, around, theatre, scale));
        let lines = lines.unwrap_or_default();
        let [r, g, b, _] = crate::look::colours(ui).backdrop.to_array();
        let side =
            |points: f32| ((points * scale).round() as u32).clamp(1, driver.max_side_in_pixels);
        let shot = Shot {
            clip_from_world,
            size_in_pixels: [side(size.x), side(size.y)],
            background: Rgb([r, g, b]),
            grid: Grid::Hidden,
            cast: None,
            solid: parts.solid,
            laid: Vec::new(),
            cover: 1.0,
            translucent: parts.ceilings,
            lines: lines.hidden_by_ground,
            lines_in_front: lines.in_front,
        };
        let window = ui.ctx().clone();
        let callback = Callback { view: id, shot, waiting: scene.waiting(), window };
        let painter = ui.painter_at(theatre.rect);
        painter.add(egui_wgpu::Callback::new_paint_callback(theatre.rect, callback));
    }
}

fn block<'l>(document: &AreaDocument, around: Around, land: &'l Land) -> Block<'l, Land> {
    let slice = document.slice;
    let heights = [slice.low.unwrap_or(i16::MIN), slice.high.unwrap_or(i16::MAX)];
    Block { ground: land, low: around.low(), n_cells: around.n_cells(), heights }
}

/// All that the target may be in.
fn whole(document: &AreaDocument) -> Bounds {
    let [low, high] = bounds(document.area()).map(world_from_map);
    let corner = |[x, y]: [f64; 2], z: f32| vec3(y as f32, x as f32, z);
    let z = f32::from(i16::MAX);
    Bounds { low_in_world: corner(low, -z), high_in_world: corner(high, z) }
}

fn orbit_of(document: &AreaDocument, view: &View, size: ViewSize) -> Orbit {
    let first = || Orbit {
        target_in_world: first_target(document),
        distance_in_world: FIRST_DISTANCE,
        yaw_degrees: Orbit::FIRST_YAW_DEGREES,
        pitch_degrees: Orbit::FIRST_PITCH_DEGREES,
    };
    match view.orbit {
        Some(mut orbit) if view.is_to_fit => {
            if let Some(bounds) = bounds_of_nodes(document, orbit.target_in_world) {
                orbit.fit_again(bounds, size);
            }
            orbit
        }
        Some(orbit) => orbit,
        None => first(),
    }
}

/// What is selected, or else the nodes that are near a place or near the one that is nearest to
/// it: so many that their floors are drawn.
fn bounds_of_nodes(document: &AreaDocument, near: Vec3) -> Option<Bounds> {
    let pos = world_from_space(near.as_dvec3());
    let selected = document.nodes_meant();
    let nodes = if selected.is_empty() {
        let nearest = document.pos(document.places.nearest(pos, f32::INFINITY)?)?;
        let middle = if nearest.distance_on_ground(pos) < f64::from(FAR) { pos } else { nearest };
        let around = Around(Chunk::of(space_from_world(middle)));
        let nodes = document.places.inside(&around.extent()?);
        nodes.into_iter().filter(|node| is_level(document, *node, nearest.z)).collect()
    } else {
        selected
    };
    let places = nodes.iter().filter_map(|node| document.pos(*node)).map(space_from_world);
    let boxes = places.map(|at| (at - MARGIN_OF_NODES, at + MARGIN_OF_NODES));
    let (low_in_world, high_in_world) =
        boxes.reduce(|a, b| (Vec3::min(a.0, b.0), Vec3::max(a.1, b.1)))?;
    Some(Bounds { low_in_world, high_in_world })
}

/// Whether a node that is shown is about as high: other storeys may be far above.
fn is_level(document: &AreaDocument, node: NodeId, z: f64) -> bool {
    let pos = document.pos(node);
    pos.is_some_and(|pos| document.slice.holds(pos.z) && (pos.z - z).abs() < f64::from(FAR))
}

/// What is selected, or else what a view from above looks at.
fn first_target(document: &AreaDocument) -> Vec3 {
    let selected = document.selection.first().and_then(|node| document.pos(*node));
    if let Some(pos) = selected {
        return space_from_world(pos);
    }
    let camera = document.views.values().find_map(|view| view.camera);
    let [low, high] = bounds(document.area());
    let [x, y] = world_from_map(camera.map_or((low + high) / 2.0, |camera| camera.middle_in_cells));
    // Where no node is near, something is better than nothing.
    match node_near(document, [x, y]).map(space_from_world) {
        Some(near) if near.truncate().distance(glam::vec2(y as f32, x as f32)) > FAR => near,
        _ => target_at(document, [x, y]),
    }
}

/// A place of the ground, as high as the nearest node.
pub(crate) fn target_at(document: &AreaDocument, [x, y]: [f64; 2]) -> Vec3 {
    let height = node_near(document, [x, y]).map_or(0.0, |pos| pos.z as f32);
    vec3(y as f32, x as f32, height)
}

/// Where the node is that is nearest on the ground, the highest of several there; of those far
/// away, the nearest in space.
fn node_near(document: &AreaDocument, [x, y]: [f64; 2]) -> Option<PosInWorld> {
    let at = PosInWorld { x, y, z: 0.0 };
    let near = document.area().nodes_near(at, f64::from(FAR)).map(|(pos, _)| pos);
    let near = near.filter(|pos| document.slice.holds(pos.z)).min_by(|a, b| {
        a.distance_on_ground(at).total_cmp(&b.distance_on_ground(at)).then(b.z.total_cmp(&a.z))
    });
    near.or_else(|| document.pos(document.places.nearest(at, f32::INFINITY)?))
}
