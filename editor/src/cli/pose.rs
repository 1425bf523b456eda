//! `landwright pose`: where the vertices of ROSE meshes are on a skeleton, at rest or in a motion.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::{Content, Kind};
use landwright_core::format::rose::zmd::Zmd;
use landwright_core::format::rose::zmo::Zmo;
use landwright_core::format::rose::zms::Zms;
use landwright_core::problem::counted::counted;
use landwright_core::space::rose::pose::{Hold, Pose as Posed};

use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};

/// Say where the vertices of ROSE meshes are on a skeleton, at rest or in a frame of a motion
///
/// A mesh with a skin follows the bones of the skeleton. A mesh without one, such as a face, is
/// attached to the bone or dummy that you name. If you name none, it stays in its own space. Places
/// are in cm: x to the left hand, y to the back, z up.
#[derive(Debug, Args)]
pub(super) struct Pose {
    /// Meshes (zms)
    #[arg(required = true, value_name = "MESH")]
    meshes: Vec<PathBuf>,
    /// The skeleton (zmd)
    #[arg(long, value_name = "FILE")]
    skeleton: PathBuf,
    /// A motion (zmo)
    #[arg(long, value_name = "FILE")]
    motion: Option<PathBuf>,
    /// The frame of the motion, counted from 0
    #[arg(long, value_name = "N", requires = "motion", default_value_t = 0)]
    frame: u32,
    /// The bone for meshes without a skin: 4 is the head of a character
    #[arg(long, value_name = "N", conflicts_with = "dummy")]
    bone: Option<u32>,
    /// The dummy for meshes without a skin
    #[arg(long, value_name = "N")]
    dummy: Option<u32>,
    /// Print a line for each vertex: mesh, vertex, x, y, z
    #[arg(long)]
    tsv: bool,
}

impl Pose {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let skeleton = skeleton(&self.skeleton)?;
        let motion = self.motion.as_deref().map(motion).transpose()?;
        let in_motion = motion.as_ref().map(|motion| (motion, self.frame));
        let posed = Posed::new(&skeleton, in_motion)
            .map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(&self.skeleton))))?;
        let hold = match (self.bone, self.dummy) {
            (Some(bone), _) => Hold::Bone(bone),
            (None, Some(dummy)) => Hold::Dummy(dummy),
            (None, None) => Hold::Nothing,
        };
        if self.tsv {
            output.line("mesh\tvertex\tx\ty\tz")?;
        }
        for path in &self.meshes {
            let mesh = mesh(path)?;
            if mesh.skin.is_empty() && hold == Hold::Nothing {
                let name = shown(path);
                complain(&format!(
                    "note: {name} has no skin and stays in its own space; --bone 4 attaches it to \
                     the head"
                ));
            }
            let places = posed
                .vertices_cm(&mesh, hold)
                .map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(path))))?;
            let places: Vec<[f64; 3]> = places.into_iter().map(|place| place.to_array()).collect();
            if self.tsv { table(path, &places, output)? } else { words(path, &places, output)? }
        }
        Ok(Outcome::Fine)
    }
}

fn table(path: &Path, places: &[[f64; 3]], output: &mut Output) -> Result<(), Failure> {
    let name = shown(path);
    for (vertex, place) in places.iter().enumerate() {
        let [x, y, z] = place.map(rounded);
        output.line(&format!("{name}\t{vertex}\t{x}\t{y}\t{z}"))?;
    }
    Ok(())
}

/// Without a sign on a zero.
fn rounded(cm: f64) -> String {
    let text = format!("{cm:.4}");
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}

fn words(path: &Path, places: &[[f64; 3]], output: &mut Output) -> Result<(), Failure> {
    let mut line = format!("{}: {}", shown(path), counted(places.len(), "vertex", "vertices"));
    for (axis, label) in ["x", "y", "z"].into_iter().enumerate() {
        let on_axis = || places.iter().filter_map(|place| place.get(axis)).copied();
        let (least, most) = (on_axis().reduce(f64::min), on_axis().reduce(f64::max));
        if let (Some(least), Some(most)) = (least, most) {
            line.push_str(&format!(", {label} {least:.1} to {most:.1}"));
        }
    }
    Ok(output.line(&line)?)
}

fn wrong_kind(path: &Path, wanted: Kind) -> Failure {
    Failure::WrongUse(format!("{}: not a {} file ({})", shown(path), wanted.name(), wanted.title()))
}

fn mesh(path: &Path) -> Result<Zms, Failure> {
    match load::read(path)?.0.content {
        Content::Zms(zms) => Ok(zms),
        _ => Err(wrong_kind(path, Kind::Zms)),
    }
}

fn skeleton(path: &Path) -> Result<Zmd, Failure> {
    match load::read(path)?.0.content {
        Content::Zmd(zmd) => Ok(zmd),
        _ => Err(wrong_kind(path, Kind::Zmd)),
    }
}

fn motion(path: &Path) -> Result<Zmo, Failure> {
    match load::read(path)?.0.content {
        Content::Zmo(zmo) => Ok(zmo),
        _ => Err(wrong_kind(path, Kind::Zmo)),
    }
}
