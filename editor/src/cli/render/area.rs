//! A picture of an area from above or in space: all of it or a part, with its problems and a key of colours.

#[cfg(feature = "window")]
mod space;

use std::path::Path;

use clap::Args;
use landwright_core::check::area::in_world::places_of;
use landwright_core::problem::Problem;
use landwright_core::problem::counted::counted;
use landwright_core::space::tera::{PosInWorld, Zone};
use landwright_core::vfs::save::Before;
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::picture::marks::{Mark, draw_marks};
use landwright_core::world::area::picture::part::Part;
use landwright_core::world::area::picture::{Look, NOTHING};
use landwright_core::world::gat::picture::image::Image;

use crate::cli::area::{alone, is_geometry, open};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::render::Render;
use crate::cli::render::values::{Size, Viewpoint};
use crate::cli::settings::Settings;
use crate::kind::tera::exchange;

/// What is drawn of an area besides its layer.
#[derive(Debug, Args)]
pub(super) struct Sight {
    /// Of an area: only what is between two opposite corners, in the units that the status bar of the window
    /// shows: X points up and Y to the right
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true, value_parser = corners)]
    crop: Option<Corners>,
    /// Of an area: only this zone, such as x1000y1000
    #[arg(long, value_name = "xNyM", conflicts_with = "crop", value_parser = zone)]
    zone: Option<Zone>,
    /// Of an area: mark the problems that check finds at their places; errors are discs, warnings diamonds, and
    /// the worst is above the others
    #[arg(long)]
    problems: bool,
    /// Of an area: a key of the colours, at the right of the picture
    #[arg(long)]
    legend: bool,
}

/// Two places that are opposite corners.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Corners([[f64; 2]; 2]);

fn corners(text: &str) -> Result<Corners, String> {
    let numbers = text.split(',').map(|part| part.trim().parse::<f64>().ok());
    let numbers: Option<Vec<f64>> = numbers.map(|it| it.filter(|it| it.is_finite())).collect();
    match numbers.as_deref() {
        Some([x0, y0, x1, y1]) => Ok(Corners([[*x0, *y0], [*x1, *y1]])),
        _ => Err("expected four numbers, such as 0,0,4000,4000".to_owned()),
    }
}

fn zone(text: &str) -> Result<Zone, String> {
    let name = text.to_lowercase();
    let name = name.strip_suffix(".zgd").unwrap_or(&name);
    let zone = Zone::from_file_name(&format!("{name}.zgd"));
    zone.ok_or("expected a zone, such as x1000y1000".to_owned())
}

impl Sight {
    /// Refuses what only areas have.
    pub(super) fn refuse_beside(&self, file: &Path) -> Result<(), Failure> {
        let given = [
            (self.crop.is_some(), "--crop"),
            (self.zone.is_some(), "--zone"),
            (self.problems, "--problems"),
            (self.legend, "--legend"),
        ];
        match given.into_iter().find(|(is_given, _)| *is_given) {
            None => Ok(()),
            Some((_, option)) => {
                let file = shown(file);
                let message =
                    format!("{option} belongs to areas (apd, zgd) of TERA, not to {file}");
                Err(Failure::WrongUse(message))
            }
        }
    }

    /// The part of an area that is drawn.
    fn part(&self, area: &Area, file: &Path) -> Result<Part, Failure> {
        let wrong = |message: String| Failure::WrongUse(format!("{} {message}", shown(file)));
        let whole = Part::whole(area).ok_or_else(|| wrong("has no zones to draw".to_owned()))?;
        match (self.zone, self.crop) {
            (Some(zone), _) => Part::of_zone(area, zone).ok_or_else(|| {
                let own: Vec<String> = area.zones().iter().map(|own| name_of(*own)).collect();
                wrong(format!("has no zone {}; it has {}", name_of(zone), own.join(" ")))
            }),
            (None, Some(Corners(corners))) => Part::between(area, corners).ok_or_else(|| {
                let ([x0, y0], [x1, y1]) = (whole.low_corner(), whole.high_corner());
                wrong(format!("has nothing there; it is between {x0},{y0} and {x1},{y1}"))
            }),
            (None, None) => Ok(whole),
        }
    }
}

fn name_of(zone: Zone) -> String {
    zone.file_name().trim_end_matches(".zgd").to_owned()
}

/// An area and its problems, where they are wanted.
struct Read {
    area: Area,
    geometry: Geometry,
    problems: Option<Vec<Problem>>,
}

impl Render {
    pub(super) fn draw_area(
        &self,
        before: Before,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        if self.view == Viewpoint::ThreeD {
            return self.draw_area_in_space(before, output);
        }
        let Read { area, geometry, problems } = self.read_area()?;
        let part = self.sight.part(&area, &self.file)?;
        let look = Look { layer: self.layer.into(), shading: self.shading.into(), part };
        let draw = |size: Option<Size>| {
            let size = size.map(|size| (size.width, size.height));
            Ok(marked(&area, &geometry, &look, size, problems.as_deref()))
        };
        let image = match self.sight.legend {
            true => self.beside_legend(&area, &geometry, problems.as_deref(), self.size, draw)?,
            false => draw(self.size)?,
        };
        self.save_on_sheet(image, NOTHING, before, output)
    }

    fn read_area(&self) -> Result<Read, Failure> {
        if is_geometry(&self.file) {
            if self.sight.problems {
                let message =
                    "--problems belongs to areas (apd); `landwright check` lists those of geometry";
                return Err(Failure::WrongUse(message.to_owned()));
            }
            let (area, geometry) = alone(&self.file)?;
            return Ok(Read { area, geometry, problems: None });
        }
        let opened = open(&self.file, self.zones.as_deref())?;
        let problems = self.sight.problems.then(|| {
            let mut settings = Settings::new();
            let found = opened.check_of(&shown(&self.file), &opened.area);
            let found = settings.judge(&self.file, found);
            settings.tell();
            found
        });
        Ok(Read { area: opened.area, geometry: opened.geometry, problems })
    }

    #[cfg(not(feature = "window"))]
    fn draw_area_in_space(
        &self,
        _before: Before,
        _output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let message = "this landwright was built without its window, and draws no 3D pictures";
        Err(Failure::WrongUse(message.to_owned()))
    }

    /// A picture that is drawn as large as there is room beside the key.
    #[cfg(feature = "window")]
    fn beside_legend(
        &self,
        area: &Area,
        geometry: &Geometry,
        problems: Option<&[Problem]>,
        size: Option<Size>,
        draw: impl FnOnce(Option<Size>) -> Result<Image, Failure>,
    ) -> Result<Image, Failure> {
        use crate::cli::render::canvas;
        use crate::cli::render::legend::{Legend, Swatch};
        use landwright_core::problem::Severity;
        use landwright_core::world::area::picture::key::key;
        let entries = key(area, geometry, self.layer.into()).into_iter();
        let mut rows: Vec<(Swatch, String)> =
            entries.map(|entry| (Swatch::Colours(entry.colours), entry.text)).collect();
        let severities =
            [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];
        for severity in severities {
            let is_so = |problem: &&Problem| problem.severity == severity;
            let n = problems.map_or(0, |problems| problems.iter().filter(is_so).count());
            if n > 0 {
                let many = if severity == Severity::Information { "" } else { "s" };
                let text = counted(n, severity.name(), &format!("{}{many}", severity.name()));
                rows.push((Swatch::Mark(severity), text));
            }
        }
        let Some(size) = size else {
            let image = draw(None)?;
            return Ok(Legend::new(rows, image.width.min(image.height)).beside(&image));
        };
        let legend = Legend::new(rows, size.width.min(size.height));
        let (width, height) = legend.size();
        if size.width <= width || size.height < height {
            let message = format!(
                "a picture of {} × {} has no room for the legend, which is {width} × {height}; \
                 --size makes it larger",
                size.width, size.height
            );
            return Err(Failure::WrongUse(message));
        }
        let room = Size { width: size.width - width, height: size.height };
        let image = draw(Some(room))?;
        Ok(legend.beside(&canvas::centred(image, room.width, room.height, NOTHING)))
    }

    #[cfg(not(feature = "window"))]
    fn beside_legend(
        &self,
        _area: &Area,
        _geometry: &Geometry,
        _problems: Option<&[Problem]>,
        _size: Option<Size>,
        _draw: impl FnOnce(Option<Size>) -> Result<Image, Failure>,
    ) -> Result<Image, Failure> {
        let message =
            "this landwright was built without its window, and has no letters for --legend";
        Err(Failure::WrongUse(message.to_owned()))
    }
}

/// With the problems, and a note about those that have no place.
fn marked(
    area: &Area,
    geometry: &Geometry,
    look: &Look,
    size: Option<(u32, u32)>,
    problems: Option<&[Problem]>,
) -> Image {
    let mut image = exchange::image(area, geometry, look, size);
    let Some(problems) = problems else { return image };
    let marks = marks_of(area, problems);
    let n_drawn = draw_marks(&mut image, look.part, &marks);
    note_unseen(marks.len() - n_drawn);
    image
}

/// Where problems are, with a note about those that have no place.
fn marks_of(area: &Area, problems: &[Problem]) -> Vec<Mark> {
    let (placed, unplaced): (Vec<_>, Vec<_>) =
        problems.iter().map(|it| (it, places_of(area, it))).partition(|(_, at)| !at.is_empty());
    if !unplaced.is_empty() {
        let n = counted(unplaced.len(), "problem has", "problems have");
        complain(&format!("note: {n} no place; `landwright check` lists all"));
    }
    let marks = placed.iter().flat_map(|(problem, places)| {
        let pos = |[x, y, z]: &[f64; 3]| PosInWorld { x: *x, y: *y, z: *z };
        places.iter().map(move |at| Mark { pos: pos(at), severity: problem.severity })
    });
    marks.collect()
}

fn note_unseen(n_places: usize) {
    if n_places > 0 {
        let n = counted(n_places, "place is", "places are");
        complain(&format!("note: {n} outside the picture"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_four_numbers_and_zones_are_named_as_their_files() {
        assert_eq!(corners("-1, 2.5,3,4"), Ok(Corners([[-1.0, 2.5], [3.0, 4.0]])));
        for wrong in ["1,2,3", "1,2,3,4,5", "1,2,3,x", "nan,0,1,1", ""] {
            assert!(corners(wrong).is_err(), "{wrong}");
        }
        let named = Ok(Zone { x: 999, y: 1000 });
        assert_eq!([zone("x999y1000"), zone("X0999Y1000.zgd")], [named.clone(), named]);
        assert!(zone("999,1000").is_err());
    }
}
