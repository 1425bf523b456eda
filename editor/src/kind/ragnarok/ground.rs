//! The client's ground of an open map. It is read beside the window once a view wants to show it, and again
//! when its files change; from above it is drawn in tiles, and in 3D it is a scene.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::ragnarok::gnd::Gnd;
use landwright_core::format::ragnarok::rsw::Rsw;
use landwright_core::scene::set::Set;
use landwright_core::space::ragnarok::WORLD_UNITS_PER_TILE;
use landwright_core::stage::files::Missing;
use landwright_core::stage::ragnarok::above::{Above, Paints};
use landwright_core::stage::ragnarok::assets::Assets;
use landwright_core::stage::ragnarok::map::{self, Origin};
use landwright_core::stage::ragnarok::water::Pool;

use crate::job::Progress;
use crate::kind::document::work::For;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::scenery::Scenery;
use crate::kind::ragnarok::tiles::{self, Drawn, TileKey};
use crate::message::sent::Sent;
use crate::model::tick::Done;
use crate::model::{Model, project};
use crate::view::id::{DocumentId, ViewId};

/// Pixels of all textures from above, with their smaller copies: a quarter of a gigabyte.
const MOST_PIXELS: usize = 64 << 20;

/// What is known of the client's ground of a map.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    /// As it was read last, or why there is none; `None` until a view asks.
    land: Option<Result<Arc<Land>, String>>,
    scene: Option<Arc<GroundScene>>,
    reading: Work,
    staging: Work,
    is_drawing: bool,
    /// Its files changed since they were read.
    is_old: bool,
    n_reads: u64,
    /// The tiles that were drawn last; whoever shows them keeps them.
    drawn: Arc<Vec<Drawn>>,
    n_drawn: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Work {
    #[default]
    No,
    UnderWay,
    /// Cancelled or broken off: not tried again until somebody asks for it anew.
    GivenUp,
}

/// A ground that was read.
#[derive(Debug, PartialEq)]
pub(crate) struct Land {
    pub(crate) gnd: Gnd,
    rsw: Option<Rsw>,
    paints: Paints,
    /// The path of the GND as messages name it.
    pub(crate) name: String,
    pub(crate) missing: Vec<Missing>,
    on_disk: BTreeSet<PathBuf>,
    /// Of those that the map ever had.
    pub(crate) number: u64,
}

/// A ground as a scene, with all that stands on it.
#[derive(Debug)]
pub(crate) struct GroundScene {
    pub(crate) set: Arc<Set>,
    pub(crate) origin: Origin,
    pub(crate) n_of_ground: usize,
    pub(crate) first_of_water: usize,
    pub(crate) missing: Vec<Missing>,
    /// Of the land that it is a scene of.
    pub(crate) number: u64,
}

/// What views and panels send about it.
#[derive(Debug, Clone)]
pub(crate) enum GroundMessage {
    Read,
    Stage,
    Draw(Vec<TileKey>),
    /// How much of the cells is seen over it, in per cent.
    Cover(ViewId, u8),
}

impl Land {
    pub(crate) fn size_in_cells(&self) -> [u32; 2] {
        [self.gnd.width(), self.gnd.height()].map(|cubes| cubes.saturating_mul(2))
    }

    fn read(file: &Path, number: u64, progress: &Progress) -> Option<Result<Land, String>> {
        let (project, _) = project::load(file);
        let scenery = match Scenery::of(file, None, &project) {
            Ok(scenery) => scenery,
            Err(trouble) => return Some(Err(trouble.to_string())),
        };
        if scenery.gnd.width() == 0 || scenery.gnd.height() == 0 {
            return Some(Err(format!("{} has no cubes", scenery.gnd_name)));
        }
        let mut assets = Assets::new(scenery.files());
        let pool = Pool::of(&scenery.gnd, scenery.rsw.as_ref());
        let mut watch = progress.watcher();
        let paints = Paints::read(&mut assets, &scenery.gnd, pool.as_ref(), &mut watch)?;
        let missing = std::mem::take(&mut assets.files.missing);
        Some(Ok(Land {
            paints: paints.within(MOST_PIXELS),
            missing,
            name: scenery.gnd_name,
            on_disk: scenery.on_disk.into_iter().collect(),
            gnd: scenery.gnd,
            rsw: scenery.rsw,
            number,
        }))
    }

    fn draw(&self, keys: &[TileKey], progress: &Progress) -> Vec<Drawn> {
        let pool = Pool::of(&self.gnd, self.rsw.as_ref());
        let above = Above::new(&self.gnd, pool, &self.paints);
        tiles::draw(&above, self.size_in_cells(), keys, |n_done| {
            progress.report(n_done as u64, keys.len() as u64);
            !progress.is_cancelled()
        })
    }
}

impl GroundScene {
    fn stage(file: &Path, number: u64, progress: &Progress) -> Option<Result<GroundScene, String>> {
        let (project, _) = project::load(file);
        let scenery = match Scenery::of(file, None, &project) {
            Ok(scenery) => scenery,
            Err(trouble) => return Some(Err(trouble.to_string())),
        };
        let mut watch = |n_done, n_all| {
            progress.report(n_done as u64, n_all as u64);
            if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (gnd, rsw) = (&scenery.gnd, scenery.rsw.as_ref());
        let staged = map::stage_watched(gnd, rsw, scenery.files(), &mut watch)?;
        Some(Ok(GroundScene {
            set: Arc::new(Set::new(staged.scene)),
            origin: staged.origin,
            n_of_ground: staged.n_of_ground,
            first_of_water: staged.first_of_water,
            missing: staged.missing,
            number,
        }))
    }

    /// Where the middle of the scene is in the world of a map's view, and how many of its units a metre of the
    /// scene has.
    pub(crate) fn world_from_scene(&self) -> (glam::Vec3, f32) {
        let [x, y] = self.origin.middle.map(|cubes| cubes * 2.0 * WORLD_UNITS_PER_TILE);
        (glam::Vec3::new(x, y, 0.0), WORLD_UNITS_PER_TILE)
    }
}

impl Ground {
    pub(crate) fn land(&self) -> Option<&Arc<Land>> {
        self.land.as_ref()?.as_ref().ok()
    }

    /// Why there is none, once somebody asked.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.land.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// The files that are missed, by their names.
    pub(crate) fn names_of_missing(&self) -> impl Iterator<Item = &str> {
        let of_land = self.land().into_iter().flat_map(|land| &land.missing);
        let of_scene = self.scene().into_iter().flat_map(|scene| &scene.missing);
        of_land.chain(of_scene).map(|missing| missing.what.as_str())
    }

    /// The newest there is; a newer one may be on its way.
    pub(crate) fn scene(&self) -> Option<&Arc<GroundScene>> {
        self.land()?;
        self.scene.as_ref()
    }

    /// The tiles that were drawn last, and how often some were.
    pub(crate) fn drawn(&self) -> (u64, &Arc<Vec<Drawn>>) {
        (self.n_drawn, &self.drawn)
    }

    /// Whether a view that shows it should ask for it to be read.
    pub(crate) fn may_read(&self) -> bool {
        (self.land.is_none() || self.is_old) && self.reading == Work::No
    }

    pub(crate) fn may_stage(&self) -> bool {
        let number = self.scene.as_ref().map(|scene| scene.number);
        let is_other = self.land().is_some_and(|land| Some(land.number) != number);
        is_other && self.staging == Work::No
    }

    pub(crate) fn may_draw(&self) -> bool {
        self.land().is_some() && !self.is_drawing
    }

    pub(crate) fn is_being_read(&self) -> bool {
        self.reading == Work::UnderWay
    }

    /// Its files may have changed.
    pub(crate) fn outdate(&mut self) {
        self.is_old = true;
    }

    /// Somebody turned it off and on, which looks for it again where it was not found.
    pub(crate) fn ask_anew(&mut self) {
        for work in [&mut self.reading, &mut self.staging] {
            if *work == Work::GivenUp {
                *work = Work::No;
            }
        }
        if self.trouble().is_some() {
            self.is_old = true;
        }
    }

    /// A job of it broke off.
    pub(crate) fn give_up(&mut self) {
        for work in [&mut self.reading, &mut self.staging] {
            if *work == Work::UnderWay {
                *work = Work::GivenUp;
            }
        }
        self.is_drawing = false;
    }

    /// Folders of its files.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        let files = self.land().into_iter().flat_map(|land| &land.on_disk);
        files.filter_map(|file| file.parent())
    }

    /// Whether a path is one of its files, or may become one for a map.
    pub(crate) fn may_be_changed_by(&self, path: &Path, map: &Path) -> bool {
        let is_own = self.land().is_some_and(|land| land.on_disk.contains(path));
        let lower = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_ascii_lowercase());
        let ending = lower(path.extension());
        let is_beside = path.parent() == map.parent()
            && lower(path.file_stem()) == lower(map.file_stem())
            && ending.is_some_and(|ending| ending == "gnd" || ending == "rsw");
        is_own || is_beside
    }

    fn take_land(&mut self, read: Option<Result<Land, String>>) {
        self.reading = if read.is_some() { Work::No } else { Work::GivenUp };
        let Some(read) = read else { return };
        if let (Some(Ok(old)), Ok(new)) = (&self.land, &read) {
            // What only looked as if it had changed stays as it is drawn.
            let is_same = (&old.gnd, &old.rsw, &old.paints) == (&new.gnd, &new.rsw, &new.paints);
            if is_same {
                return;
            }
        }
        self.staging = Work::No;
        self.land = Some(read.map(Arc::new));
    }
}

/// Takes what a view or a panel sent to a map.
pub(crate) fn take(model: &mut Model, id: DocumentId, sent: &Sent) {
    match sent.get::<GroundMessage>() {
        Some(GroundMessage::Read) => model.read_ground(id),
        Some(GroundMessage::Stage) => model.stage_ground(id),
        Some(GroundMessage::Draw(keys)) => model.draw_ground(id, keys.clone()),
        Some(GroundMessage::Cover(view, percent)) => {
            if let Some(view) = model.view_mut(*view) {
                view.layers.cells_percent = (*percent).min(100);
            }
        }
        None => {}
    }
}

impl Model {
    /// Somebody turned the ground of the map in front on or off.
    pub(crate) fn note_ground(&mut self, is_on: bool) {
        let Some(id) = self.active_map().map(|map| map.id).filter(|_| is_on) else { return };
        let Some(document) = self.map_mut(id) else { return };
        let (title, why) = (document.title.clone(), document.ground.trouble().map(str::to_owned));
        document.ground.ask_anew();
        if let Some(why) = why {
            self.log.warn(format!("{title} had no ground to show: {why}"));
        }
    }

    fn read_ground(&mut self, id: DocumentId) {
        let Some(document) = self.map_mut(id).filter(|map| map.ground.may_read()) else { return };
        let ground = &mut document.ground;
        ground.is_old = false;
        let Some(file) = document.file.as_ref().map(|file| file.path.clone()) else {
            let why = "the map has no file yet, and a ground is looked for beside that";
            document.ground.land = Some(Err(why.to_owned()));
            return;
        };
        let ground = &mut document.ground;
        ground.reading = Work::UnderWay;
        ground.n_reads += 1;
        let number = ground.n_reads;
        let title = format!("Reading the ground of {}", document.title);
        self.jobs.start_for((id, For::Ground), title, move |progress| {
            let read = Land::read(&file, number, progress);
            Done::of_kind(move |model| {
                if let Some(document) = model.map_mut(id) {
                    document.ground.take_land(read);
                }
            })
        });
    }

    fn stage_ground(&mut self, id: DocumentId) {
        let Some(document) = self.map_mut(id).filter(|map| map.ground.may_stage()) else { return };
        let Some(file) = document.file.as_ref().map(|file| file.path.clone()) else {
            return;
        };
        let Some(number) = document.ground.land().map(|land| land.number) else { return };
        document.ground.staging = Work::UnderWay;
        let title = format!("Reading the models of {}", document.title);
        self.jobs.start_for((id, For::Ground), title, move |progress| {
            let staged = GroundScene::stage(&file, number, progress);
            Done::of_kind(move |model| model.take_ground_scene(id, staged))
        });
    }

    fn take_ground_scene(&mut self, id: DocumentId, staged: Option<Result<GroundScene, String>>) {
        let Some(document) = self.map_mut(id) else { return };
        let title = document.title.clone();
        match staged {
            Some(Ok(scene)) => {
                document.ground.staging = Work::No;
                let n_missing = scene.missing.len();
                let first = scene.missing.first().map(|it| format!("{}: {}", it.what, it.why));
                document.ground.scene = Some(Arc::new(scene));
                if let Some(first) = first {
                    let more = if n_missing > 1 {
                        format!("; and {} more", n_missing - 1)
                    } else {
                        String::new()
                    };
                    self.log.note(format!("{title}: not all of the scene is there: {first}{more}"));
                }
            }
            Some(Err(why)) => {
                document.ground.staging = Work::GivenUp;
                self.log.warn(format!("{title}: no 3D scene: {why}"));
            }
            None => document.ground.staging = Work::GivenUp,
        }
    }

    fn draw_ground(&mut self, id: DocumentId, keys: Vec<TileKey>) {
        let Some(document) = self.map_mut(id).filter(|map| map.ground.may_draw()) else { return };
        let Some(land) = document.ground.land().map(Arc::clone) else { return };
        document.ground.is_drawing = true;
        let title = format!("Drawing the ground of {}", document.title);
        self.jobs.start_for((id, For::Ground), title, move |progress| {
            let drawn = land.draw(&keys, progress);
            Done::of_kind(move |model| {
                if let Some(MapDocument { ground, .. }) = model.map_mut(id) {
                    ground.is_drawing = false;
                    // Of a ground that is gone, nothing is of use.
                    let is_now = ground.land().is_some_and(|now| now.number == land.number);
                    if is_now {
                        ground.drawn = Arc::new(drawn);
                        ground.n_drawn += 1;
                    }
                }
            })
        });
    }
}
