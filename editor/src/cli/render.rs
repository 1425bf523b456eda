//! `landwright render`: a picture of a map.

mod area;
mod canvas;
mod gat;
#[cfg(feature = "window")]
mod legend;
mod mesh;
mod plan;
mod ragnarok;
#[cfg(feature = "window")]
mod scene;
#[cfg(feature = "window")]
mod three_d;
mod values;

use std::path::PathBuf;

use clap::Args;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::{Palette, Rgb};
use landwright_core::world::zone::picture::{Look as ZoneLook, NOTHING as BESIDE_ZONE};
use landwright_core::world::zone::thing::Kind as ThingKind;
use serde_json::Value;

use self::area::Sight;
#[cfg(feature = "window")]
use self::values::SIZE_3D;
use self::values::{
    Colours, LayerName, MAX_PIXELS_3D, PaletteName, ShadingName, Size, Viewpoint, angle, hour,
    seconds, share,
};
use crate::cli::area::named::path_or_name;
use crate::cli::area::{is_area, is_geometry};
use crate::cli::eq;
use crate::cli::model;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, n_bytes, shown};
use crate::cli::path::is_mesh;
use crate::cli::target::Target;
use crate::cli::zone;
use crate::cli::zone::picture::GroundName;
use crate::exchange;
use crate::view::orbit::Orbit;

/// Draw a Ragnarok map, a TERA area, a ROSE zone, or an EverQuest zone or navigation mesh as a PNG picture
///
/// From above it looks as on the games' own maps: of Ragnarok and ROSE, north is up and east is right; of TERA,
/// x points up and y to the right; of EverQuest, north and y are up, and x grows to the left. That needs no display and no graphics driver, and the same map gives
/// the same picture everywhere. In 3D it needs a graphics driver, but no display: Ragnarok maps, ROSE and EverQuest
/// zones with their models as the client draws them, single models of ROSE, and areas of TERA.
#[derive(Debug, Args)]
pub(super) struct Render {
    /// The map (gat), its ground (gnd) or scene (rsw), area (apd), geometry (zgd), name of an area, folder of a zone,
    /// archive of a zone (s3d), or navigation mesh (nav); in 3D also a mesh (zms), a folder of meshes that belong together, an object such as
    /// LIST_CNST.ZSC:5, a creature such as LIST_NPC.CHR:11, an effect (eft) or particles (ptl)
    #[arg(value_parser = path_or_name())]
    file: PathBuf,
    #[command(flatten)]
    target: Target,
    /// From where the map is seen
    #[arg(long, value_enum, default_value = "top")]
    view: Viewpoint,
    /// Where a 3D view looks, in degrees as on a compass: 0 is north, 90 is east
    #[arg(long, value_name = "DEG", default_value_t = Orbit::FIRST_YAW_DEGREES)]
    #[arg(allow_negative_numbers = true, value_parser = angle)]
    yaw: f32,
    /// How far a 3D view looks down, in degrees: 0 is level, 90 straight down; 50 for maps, 35 for zones and
    /// 8 for models where it is not given
    #[arg(long, value_name = "DEG")]
    #[arg(allow_negative_numbers = true, value_parser = angle)]
    pitch: Option<f32>,
    /// From where a 3D view of a zone, a model or an area is seen, instead of from where all of it is: a place as the
    /// game's files have it (ROSE: cm; Ragnarok: as in the RSW, from the middle of the map, y down; EverQuest: as the server has
    /// it; TERA: as the status bar shows it), where it looks on a compass, and how far down. A ROSE zone is seen in its fog then
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH", allow_hyphen_values = true)]
    camera: Option<Eye>,
    /// The hour in a 3D view of a ROSE zone, from 0 to 24: noon is the middle of the zone's day
    #[arg(long, value_name = "HOUR", default_value_t = 12.0, value_parser = hour)]
    time: f64,
    /// How many seconds the motions in a 3D view have gone on: none where it is not given, but an effect is drawn
    /// when the most of it is seen
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// Of a model: the frame of its motion, counted from 0; an effect has 30 a second
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    frame: Option<u32>,
    /// Of meshes: the skeleton (zmd) that they follow; in a folder, the only one there
    #[arg(long, value_name = "FILE")]
    skeleton: Option<PathBuf>,
    /// Of a model: its motion (zmo)
    #[arg(long, value_name = "FILE")]
    motion: Option<PathBuf>,
    /// The bone that meshes without a skin hang on: 4, the head, for faces and hair where it is not given
    #[arg(long, value_name = "N", conflicts_with = "dummy")]
    bone: Option<u32>,
    /// The dummy that meshes without a skin hang on
    #[arg(long, value_name = "N")]
    dummy: Option<u32>,
    /// Write how much a 3D view of a zone, a ground or a model draws, how long it takes, and what is missing, as
    /// JSON
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    /// Width and height of the picture, which the map, area or zone fills as far as its shape
    /// allows; where it is not given, a pixel for each cell of a map, 2000 at most along a side of
    /// an area or a zone, and 1280x800 in 3D
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// What is drawn over the floors of an area
    #[arg(long, value_enum, default_value = "edges")]
    layer: LayerName,
    #[command(flatten)]
    sight: Sight,
    /// What the ground of a ROSE zone or a Ragnarok map shows; where it is not given, heights of a zone, types of
    /// a gat, and the game's own of a gnd or rsw
    #[arg(long, value_enum)]
    ground: Option<GroundName>,
    /// How far the types of cells are seen over the ground that --ground game draws from above: 0 not at all, 1
    /// nothing else
    #[arg(long, value_name = "0..1", default_value_t = 0.0, value_parser = share)]
    cells: f32,
    /// Which things of a ROSE zone are drawn: kinds with commas, such as spawn,npc,warp; all where
    /// it is not given
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    things: Option<Vec<ThingKind>>,
    /// Write what things of a ROSE zone are called beside them, as far as there is room: those of
    /// --things, or else the kinds that the window names at this scale
    #[arg(long)]
    names: bool,
    /// Where the geometry (zgd) of an area's zones is; beside the area or in its project where it
    /// is not given
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// What the colours tell; of a navigation mesh types, which are its areas, or islands
    #[arg(long, value_enum, default_value = "types")]
    colours: Colours,
    /// Which colours are used
    #[arg(long, value_enum, default_value = "normal")]
    palette: PaletteName,
    /// Whether hills of a Ragnarok map or an area have a sunny side, at the upper left, and a shady one
    #[arg(long, value_enum, default_value = "hills")]
    shading: ShadingName,
    /// Tint what lies under the water level of the RSW
    #[arg(long)]
    water: bool,
    /// Draw the borders of cells, or of every 10 or 100 where they would be too close
    #[arg(long)]
    grid: bool,
    /// The RSW with the water level; the one beside the map where it is not given
    #[arg(long, value_name = "FILE")]
    rsw: Option<PathBuf>,
}

/// Where a 3D view is seen from.
#[cfg(feature = "window")]
type Eye = scene::From;
#[cfg(not(feature = "window"))]
type Eye = String;

impl Render {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let path = self.target.path();
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
            let message = "pictures are PNG; the name has to end in .png";
            return Err(Failure::WrongUse(format!("{}: {message}", shown(path))));
        }
        let is_area = is_area(&self.file) || is_geometry(&self.file);
        if !is_area {
            self.sight.refuse_beside(&self.file)?;
        }
        if self.view == Viewpoint::ThreeD && !self.size.is_none_or(Size::checked_in_3d) {
            let message = format!("a picture in 3D has at most {MAX_PIXELS_3D} pixels");
            return Err(Failure::WrongUse(message));
        }
        let before = self.target.before()?;
        let is_ground = ragnarok::is_ground(&self.file, self.ground)?;
        if self.view == Viewpoint::ThreeD && (is_ground || self.is_scene()) {
            return self.draw_scene(is_ground, before, output);
        }
        if is_ground {
            return self.draw_ground(before, output);
        }
        let is_area_in_3d = is_area && self.view == Viewpoint::ThreeD;
        let is_wrong = match is_area_in_3d {
            true => self.stats.is_some().then_some("--stats does not belong to areas"),
            false => (self.camera.is_some() || self.stats.is_some()).then_some(
                "--camera and --stats belong to --view 3d of a zone or model, or to --ground game",
            ),
        };
        if let Some(message) = is_wrong {
            return Err(Failure::WrongUse(message.to_owned()));
        }
        if model::is_model(&self.file) || model::is_effect(&self.file) {
            let message = "models and effects are drawn with --view 3d";
            return Err(Failure::WrongUse(format!("{}: {message}", shown(&self.file))));
        }
        if is_area {
            return self.draw_area(before, output);
        }
        if zone::is_zone(&self.file) {
            return self.draw_zone(before, output);
        }
        if is_mesh(&self.file) {
            return self.draw_mesh(before, output);
        }
        if eq::is_archive(&self.file) {
            return self.draw_plan(before, output);
        }
        self.draw_map(before, output)
    }

    fn draw_zone(&self, before: Before, output: &mut Output) -> Result<Outcome, Failure> {
        let opened = zone::open(&self.file)?;
        opened.tell_problems();
        let size = self.size.map(|size| (size.width, size.height));
        let things = self.things.as_deref().unwrap_or(&ThingKind::ALL);
        let look = crate::kind::rose::exchange::look(
            &opened.zone,
            self.ground.unwrap_or_default().into(),
            things,
            size,
        );
        let image = look.and_then(|look| Some((zone::picture::image(&opened, &look)?, look)));
        let (mut image, look) = image.ok_or_else(|| {
            Failure::WrongUse(format!("{} has no blocks to draw", shown(&self.file)))
        })?;
        if self.names {
            self.write_names(&mut image, &opened, &look)?;
        }
        self.save_on_sheet(image, BESIDE_ZONE, before, output)
    }

    fn is_scene(&self) -> bool {
        let is_alone = model::is_model(&self.file) || model::is_effect(&self.file);
        is_alone || zone::is_zone(&self.file) || eq::is_archive(&self.file)
    }

    #[cfg(feature = "window")]
    fn draw_scene(
        &self,
        is_ground: bool,
        before: Before,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let Size { width, height } = self.size.unwrap_or(SIZE_3D);
        let ask = scene::Ask {
            path: &self.file,
            is_ground,
            rsw: self.rsw.as_deref(),
            camera: self.camera,
            yaw_degrees: self.yaw,
            pitch_degrees: self.pitch,
            size: [width, height],
            hour: self.time,
            seconds: self.seconds,
            frame: self.frame,
            skeleton: self.skeleton.as_deref(),
            motion: self.motion.as_deref(),
            bone: self.bone,
            dummy: self.dummy,
            wants_stats: self.stats.is_some(),
        };
        let drawn = scene::draw(&ask)?;
        drawn.notes.iter().for_each(|note| complain(note));
        let png = png(&drawn.image)?;
        let (path, n_bytes) = (shown(self.target.path()), n_bytes(png.len()));
        self.save_with_stats(png, &drawn.stats, before)?;
        let words = scene::in_words(&drawn.stats);
        output.line(&format!("{path}: {width} × {height}, {n_bytes}; {words}"))?;
        Ok(Outcome::Fine)
    }

    fn save_with_stats(&self, png: Vec<u8>, stats: &Value, before: Before) -> Result<(), Failure> {
        let mut wanted = vec![Wanted::new(0, self.target.path(), png, before)];
        if let Some(file) = &self.stats {
            let mut text = serde_json::to_string_pretty(stats).unwrap_or_default();
            text.push('\n');
            let before = self.target.before_at(file)?;
            wanted.push(Wanted::new(1, file, text.into_bytes(), before));
        }
        self.target.save_all(wanted)?;
        Ok(())
    }

    /// The ground of a Ragnarok map from above, as the client draws it.
    fn draw_ground(&self, before: Before, output: &mut Output) -> Result<Outcome, Failure> {
        if self.camera.is_some() {
            let message = "--camera belongs to --view 3d";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let scenery = ragnarok::open(&self.file, self.rsw.as_deref())?;
        let wrong = |what: &str| Failure::WrongUse(format!("{} {what}", shown(&self.file)));
        let cells = [scenery.gnd.width(), scenery.gnd.height()].map(|n| n.saturating_mul(2));
        let [width, height] = cells;
        if width == 0 || height == 0 {
            return Err(wrong("has no ground to draw"));
        }
        let size = self.size.unwrap_or(Size { width, height });
        if !size.checked() {
            return Err(wrong("has more cells than a picture has pixels; --size makes it smaller"));
        }
        let (width, height) = canvas::fitting(cells, size.width, size.height);
        let mut drawn = ragnarok::from_above(&scenery, [width, height]);
        if self.cells > 0.0 {
            self.put_cells(&mut drawn.image, cells)?;
        }
        if self.grid {
            let [columns, rows] = cells;
            canvas::draw_grid(&mut drawn.image, columns, rows);
        }
        let image = std::mem::take(&mut drawn.image);
        let image = canvas::centred(image, size.width, size.height, Palette::Normal.outside());
        let (width, height) = (image.width, image.height);
        model::missed(&drawn.missing).iter().for_each(|note| complain(note));
        let png = png(&image)?;
        let (path, n_bytes) = (shown(self.target.path()), n_bytes(png.len()));
        self.save_with_stats(png, &drawn.stats(), before)?;
        output.line(&format!("{path}: {width} × {height}, {n_bytes}"))?;
        Ok(Outcome::Fine)
    }

    #[cfg(not(feature = "window"))]
    fn draw_scene(
        &self,
        _is_ground: bool,
        _before: Before,
        _output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let message = "this landwright was built without its window, and draws no 3D pictures";
        Err(Failure::WrongUse(message.to_owned()))
    }

    /// In the middle of a sheet of the size that was asked for.
    fn save_on_sheet(
        &self,
        image: Image,
        around: Rgb,
        before: Before,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let image = match self.size {
            Some(Size { width, height }) => canvas::centred(image, width, height, around),
            None => image,
        };
        let png = png(&image)?;
        let (width, height) = (image.width, image.height);
        let (path, n_bytes) = (shown(self.target.path()), n_bytes(png.len()));
        self.target.save(before, png)?;
        output.line(&format!("{path}: {width} × {height}, {n_bytes}"))?;
        Ok(Outcome::Fine)
    }

    #[cfg(feature = "window")]
    fn write_names(
        &self,
        image: &mut Image,
        opened: &zone::Opened,
        look: &ZoneLook,
    ) -> Result<(), Failure> {
        use zone::named_marks::{Which, write};
        let which = if self.things.is_some() { Which::All } else { Which::ForZoom };
        write(image, opened, look, which, &mut |advice| complain(&format!("note: {advice}")));
        Ok(())
    }

    #[cfg(not(feature = "window"))]
    fn write_names(
        &self,
        _image: &mut Image,
        _opened: &zone::Opened,
        _look: &ZoneLook,
    ) -> Result<(), Failure> {
        let message =
            "this landwright was built without its window, and has no letters for --names";
        Err(Failure::WrongUse(message.to_owned()))
    }
}

pub(super) fn png(image: &Image) -> Result<Vec<u8>, Failure> {
    exchange::png(image).map_err(|error| Failure::File(format!("error: the picture: {error}")))
}
