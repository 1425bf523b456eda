//! The ground of a map from above and in 3D: that which an RSW names, or one that is edited. Jobs read and draw it.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use landwright_core::format::picture::Picture;
use landwright_core::format::ragnarok::gnd::Gnd;
use landwright_core::format::ragnarok::rsw::Rsw;
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::set::Set;
use landwright_core::space::ragnarok::altitude_in_cube;
use landwright_core::stage::ragnarok::above::{Above, Paints};
use landwright_core::stage::ragnarok::assets::Assets;
use landwright_core::stage::ragnarok::map;
use landwright_core::stage::ragnarok::water::Pool;
use landwright_core::world::gat::picture::image::Image;

use crate::job::Progress;
use crate::kind::ragnarok::scenery::Scenery;
use crate::model::project;

/// World units along a side of a cube.
const UNITS_PER_CUBE: f64 = 10.0;
/// A cube has so many pixels, unless the whole would have more than a card takes.
const PX_PER_CUBE: u32 = 16;
const MOST_PX: u32 = 2048;
/// A texture in a list is about so wide.
const PX_OF_TEXTURE: u32 = 32;
/// Pixels of all textures from above.
const MOST_TEXELS: usize = 32 << 20;

/// A ground that was read and drawn from above.
#[derive(Debug)]
pub(crate) struct Land {
    pub(crate) gnd: Gnd,
    pub(crate) picture: Image,
    /// Small pictures of the textures of the file, by their places; `None` where one is missing.
    pub(crate) textures: Vec<Option<Picture>>,
    /// What of it is missing, in words.
    pub(crate) missing: Vec<String>,
}

/// A scene in 3D.
#[derive(Debug)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the window draws it"))]
pub(crate) struct Staged {
    pub(crate) set: Arc<Set>,
    pub(crate) bounds: Bounds,
    pub(crate) n_without_model: usize,
    pub(crate) missing: Vec<String>,
}

impl Land {
    /// Of a file of a map, with a ground that is edited in the place of its own. `None` where somebody cancels
    /// it.
    pub(crate) fn read(
        file: &Path,
        edited: Option<Gnd>,
        progress: &Progress,
    ) -> Option<Result<Land, String>> {
        let scenery = match scenery(file, edited) {
            Ok(scenery) => scenery,
            Err(trouble) => return Some(Err(trouble)),
        };
        let gnd = &scenery.gnd;
        let most = gnd.width().max(gnd.height());
        if gnd.width() == 0 || gnd.height() == 0 {
            return Some(Err(format!("{} has no cubes", scenery.gnd_name)));
        }
        let mut assets = Assets::new(scenery.files());
        let pool = Pool::of(gnd, scenery.rsw.as_ref());
        let paints = Paints::read(&mut assets, gnd, pool.as_ref(), &mut progress.watcher())?;
        let missing = std::mem::take(&mut assets.files.missing);
        let paints = paints.within(MOST_TEXELS);
        let size = [gnd.width(), gnd.height()].map(|cubes| pixels(cubes, most));
        let picture = Above::new(gnd, pool, &paints).image(size[0], size[1]);
        let missing = missing.into_iter().map(|it| format!("{}: {}", it.what, it.why)).collect();
        let small = |n: usize| paints.about(n, PX_OF_TEXTURE).cloned();
        let textures = (0..gnd.textures.len()).map(small).collect();
        Some(Ok(Land { picture, textures, missing, gnd: scenery.gnd }))
    }

    /// Half of its width and of its height, in world units.
    pub(crate) fn half_size(&self) -> [f64; 2] {
        [self.gnd.width(), self.gnd.height()].map(|cubes| f64::from(cubes) * UNITS_PER_CUBE / 2.0)
    }

    /// The altitude of the ground at a place that counts from the middle of the map.
    pub(crate) fn altitude_at(&self, [x, z]: [f64; 2]) -> Option<f32> {
        let [half_x, half_z] = self.half_size();
        let (east, north) = ((x + half_x) / UNITS_PER_CUBE, (z + half_z) / UNITS_PER_CUBE);
        if !(east >= 0.0 && north >= 0.0) {
            return None;
        }
        let cube = self.gnd.cube(east as u32, north as u32)?;
        let corners = cube.altitude.map(|altitude| altitude.get());
        let altitude = altitude_in_cube(corners, east.fract() as f32, north.fract() as f32);
        altitude.is_finite().then_some(altitude)
    }
}

fn scenery(file: &Path, edited: Option<Gnd>) -> Result<Scenery, String> {
    let (project, _) = project::load(file);
    let mut scenery = Scenery::of(file, None, &project).map_err(|trouble| trouble.to_string())?;
    if let Some(gnd) = edited {
        scenery.gnd = gnd;
    }
    Ok(scenery)
}

fn pixels(cubes: u32, most: u32) -> u32 {
    let per_cube = f64::from(PX_PER_CUBE).min(f64::from(MOST_PX) / f64::from(most.max(1)));
    (f64::from(cubes) * per_cube).round().max(1.0) as u32
}

impl Staged {
    /// The ground with the objects on it, either of them as it is edited. `None` where somebody cancels it.
    pub(crate) fn of(
        file: &Path,
        edited: Option<Gnd>,
        rsw: Option<&Rsw>,
        progress: &Progress,
    ) -> Option<Result<Staged, String>> {
        let scenery = match scenery(file, edited) {
            Ok(scenery) => scenery,
            Err(trouble) => return Some(Err(trouble)),
        };
        let mut watch = |n_done, n_all| {
            progress.report(n_done as u64, n_all as u64);
            if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let rsw = rsw.or(scenery.rsw.as_ref());
        let staged = map::stage_watched(&scenery.gnd, rsw, scenery.files(), &mut watch)?;
        let missing = staged.missing.into_iter();
        Some(Ok(Staged {
            set: Arc::new(Set::new(staged.scene)),
            bounds: staged.bounds,
            n_without_model: staged.without_model.len(),
            missing: missing.map(|it| format!("{}: {}", it.what, it.why)).collect(),
        }))
    }
}
