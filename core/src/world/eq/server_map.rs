//! The `.map` of a zone, with the very triangles that the server's own tools take.
//!
//! - Triangles of the zone come in the order of the file, with x and y exchanged and their corners
//!   the other way round. Equal vertices are one.
//! - Those with the flag 0x10 stop nothing. Those that are never drawn are left out, though they stop
//!   a player in the client: people fall through them on no server, since it doesn't know of them.
//! - Objects are models, and where each is placed. A side of one stops nothing with the flag 0x10,
//!   or where its material is drawn in certain ways.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Zone;
use super::pieces::{self, Piece};
use crate::format::eq::map::{Content, Mesh, Model, Placed, Side};
use crate::format::eq::wld::geometry::{self, Polygon};
use crate::format::eq::wld::scene::Instance;
use crate::format::eq::wld::surface::{Material, MaterialList};
use crate::format::eq::wld::{Wld, fragment};
use crate::format::number::F32;
use crate::format::text::Text;
use crate::nav::eq::placing::PI;
use crate::space::eq::exchanged;

/// What becomes of surfaces that are never drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invisible {
    /// As the server's tools do.
    LeftOut,
    /// As the client has it.
    Solid,
}

/// What was left out of a map, which a person should know.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Surfaces that are never drawn.
    pub n_invisible: usize,
    /// Placed objects whose model is not there, by the name of the model.
    pub without_model: BTreeMap<String, usize>,
    /// Meshes that can't be read.
    pub n_unreadable: usize,
}

/// The content of the map. Objects named in `ignored` are left out, as a server's `.ignore` says.
pub fn build(zone: &Zone, invisible: Invisible, ignored: &BTreeSet<String>) -> (Content, Report) {
    let mut report = Report::default();
    let (solid, passable) = surfaces(&zone.world, invisible, &mut report);
    let (models, placed) = objects(zone, ignored, &mut report);
    let content = Content { solid, passable, models, placed, ..Content::default() };
    (content, report)
}

/// The models that an `.ignore` leaves out, one a line.
pub fn ignored(text: &[u8]) -> BTreeSet<String> {
    String::from_utf8_lossy(text).lines().map(|line| line.trim().to_owned()).collect()
}

/// How materials of a mesh behave, by their place in its list.
struct Surfaces(Vec<Option<Material>>);

impl Surfaces {
    fn of(world: &Wld, mesh: &geometry::Mesh) -> Surfaces {
        let list =
            world.fragment(mesh.materials).filter(|list| list.kind == fragment::MATERIAL_LIST);
        let list = list.and_then(|list| MaterialList::read(list).ok());
        let material = |reference: &i32| {
            let material = world.fragment(*reference)?;
            Material::read(material).ok().filter(|_| material.kind == fragment::MATERIAL)
        };
        Surfaces(list.map_or_else(Vec::new, |list| list.materials.iter().map(material).collect()))
    }

    fn get(&self, place: u16) -> Option<&Material> {
        self.0.get(usize::from(place))?.as_ref()
    }
}

fn surfaces(world: &Wld, invisible: Invisible, report: &mut Report) -> (Mesh, Mesh) {
    let (mut solid, mut passable) = (Joined::default(), Joined::default());
    for (_, fragment) in world.of_kind(fragment::MESH) {
        let Ok(mesh) = geometry::Mesh::read(fragment, world.version) else {
            report.n_unreadable += 1;
            continue;
        };
        let surfaces = Surfaces::of(world, &mesh);
        let positions: Vec<[f32; 3]> = mesh.positions().into_iter().map(exchanged).collect();
        for (polygon, material) in mesh.polygons_with_materials() {
            let Some(corners) = corners(polygon, &positions) else { continue };
            if polygon.is_passable() {
                passable.add(corners);
            } else if !surfaces.get(material).is_some_and(Material::is_invisible) {
                solid.add(corners);
            } else {
                report.n_invisible += 1;
                if invisible == Invisible::Solid {
                    solid.add(corners);
                }
            }
        }
    }
    (solid.mesh, passable.mesh)
}

fn corners(polygon: Polygon, positions: &[[f32; 3]]) -> Option<[[f32; 3]; 3]> {
    let [a, b, c] = polygon.corners.map(|corner| positions.get(usize::from(corner)).copied());
    Some([c?, b?, a?])
}

/// Triangles, of which equal vertices are one.
#[derive(Default)]
struct Joined {
    mesh: Mesh,
    places: HashMap<[u32; 3], u32>,
}

impl Joined {
    fn add(&mut self, corners: [[f32; 3]; 3]) {
        let places = corners.map(|corner| self.place(corner));
        self.mesh.indices.extend(places);
    }

    fn place(&mut self, vertex: [f32; 3]) -> u32 {
        // Both zeros are the same place.
        let key = vertex.map(|number| (number + 0.0).to_bits());
        match self.places.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let place = u32::try_from(self.mesh.vertices.len()).unwrap_or(u32::MAX);
                self.mesh.vertices.push(vertex.map(F32::new));
                *new.insert(place)
            }
        }
    }
}

fn objects(
    zone: &Zone,
    ignored: &BTreeSet<String>,
    report: &mut Report,
) -> (Vec<Model>, Vec<Placed>) {
    let (Some(objects), Some(models)) = (&zone.objects, &zone.models) else {
        return (Vec::new(), Vec::new());
    };
    let actors = pieces::actors(models);
    let mut meshes: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let (mut placed, mut jointed) = (Vec::new(), Vec::new());
    for (_, fragment) in objects.of_kind(fragment::INSTANCE) {
        let Ok(instance) = Instance::read(fragment) else { continue };
        let name = objects.name(instance.actor);
        // A reference to a fragment is not followed by the server's tools.
        if instance.actor > 0 || ignored.contains(&*String::from_utf8_lossy(name)) {
            continue;
        }
        let Some(actor) = actors.get(name) else {
            let name = String::from_utf8_lossy(name).into_owned();
            *report.without_model.entry(name).or_default() += 1;
            continue;
        };
        for piece in actor {
            match piece {
                Piece::Mesh(mesh) => {
                    let model = models.fragments.get(*mesh).map(|mesh| models.name_of(mesh));
                    let model = model.unwrap_or_default();
                    meshes.entry(model.to_vec()).or_insert(*mesh);
                    placed.push(place(model, &instance));
                }
                Piece::Skeleton(skeleton) => jointed.push((*skeleton, instance.clone())),
            }
        }
    }
    for (skeleton, instance) in jointed {
        let position = instance.position.map(F32::get);
        let turns = turns(&instance);
        let scale = scale(&instance);
        pieces::follow(models, skeleton, position, turns, |mesh, position, turns| {
            let model = models.fragments.get(mesh).map(|mesh| models.name_of(mesh));
            let model = model.unwrap_or_default();
            meshes.entry(model.to_vec()).or_insert(mesh);
            placed.push(Placed {
                model: Text::from(model),
                position: position.map(F32::new),
                turns: turns.map(F32::new),
                scale,
            });
        });
    }
    let models = meshes.into_iter().filter_map(|(name, mesh)| model(models, &name, mesh)).collect();
    (models, placed)
}

fn place(model: &[u8], instance: &Instance) -> Placed {
    let [x, y, z] = turns(instance);
    // The server turns about y the other way round.
    let turns = [x, -y, z].map(F32::new);
    Placed { model: Text::from(model), position: instance.position, turns, scale: scale(instance) }
}

/// About x, y and z, in radians. The steps are those of the server's tools, so that bits are equal.
fn turns(instance: &Instance) -> [f32; 3] {
    let [z, y, x] = instance.turns_zyx.map(|turn| turn.get() / 512.0 * 360.0 * PI / 180.0);
    [x, y, z]
}

fn scale(instance: &Instance) -> [F32; 3] {
    [instance.scale_x, instance.scale_yz, instance.scale_yz]
}

fn model(models: &Wld, name: &[u8], mesh: usize) -> Option<Model> {
    let mesh = geometry::Mesh::read(models.fragments.get(mesh)?, models.version).ok()?;
    let surfaces = Surfaces::of(models, &mesh);
    let sides = mesh.polygons_with_materials().map(|(polygon, material)| {
        let material = surfaces.get(material);
        let is_passable = polygon.is_passable()
            || material.is_some_and(|material| material.is_passable() || material.is_invisible());
        let [a, b, c] = polygon.corners.map(u32::from);
        Side { corners: [c, b, a], stops: u8::from(!is_passable) }
    });
    let sides = sides.collect();
    let vertices = mesh.positions().into_iter().map(|vertex| vertex.map(F32::new)).collect();
    Some(Model { name: Text::from(name), vertices, sides })
}
