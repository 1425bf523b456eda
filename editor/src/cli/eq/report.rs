//! `landwright z --report`: how far a server's files are from the truth.

use std::path::Path;

use landwright_core::format::eq::map::{self, Map};
use landwright_core::format::eq::wtr;
use landwright_core::nav::eq::answer::Asked;
use landwright_core::vfs::disk;
use landwright_core::world::eq::report::{Error, File, TOLERANCE, report};
use landwright_core::world::eq::server_map::Invisible;
use landwright_core::world::eq::{Zone, server_wtr};
use serde_json::{Value, json};

use super::{beside, is_archive, map_of, unfit, wrong, zone};
use crate::cli::load;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;

/// The files that were looked at, each with whether it is beside the zone. All others are as the server's
/// tools would make them.
struct Looked {
    asked: Asked,
    has_map: bool,
    has_wtr: bool,
}

pub(super) fn lines(path: &Path, n_points: u32, is_json: bool) -> Result<Vec<String>, Failure> {
    if !is_archive(path) {
        let message = "a report compares the server's files with the archive of their zone (s3d)";
        return Err(Failure::WrongUse(format!("{}: {message}", shown(path))));
    }
    let zone = zone(path)?;
    let looked = looked(path, &zone)?;
    let errors = report(&zone, &looked.asked, n_points).ok_or_else(|| {
        Failure::File(format!("error: {}: nothing in the zone stops anybody", shown(path)))
    })?;
    if is_json {
        return Ok(vec![to_json(&zone, &looked, &errors, n_points).to_string()]);
    }
    let said = |is_there: bool| if is_there { "beside the zone" } else { "as the tools make it" };
    let mut lines = vec![
        format!("{}: {n_points} points; a height or distance differs above {TOLERANCE}", zone.name),
        format!("{}.map: {}", zone.name, said(looked.has_map)),
        format!("{}.wtr: {}", zone.name, said(looked.has_wtr)),
        "file\tanswer\tdiffer\tother\tmean\tmost\tx\ty\tz".to_owned(),
    ];
    lines.extend(errors.iter().map(|error| {
        let Error { answer, n_differ, n_other, mean, most, at, .. } = error;
        let at = at.map_or_else(String::new, |at| at.map(rounded).join("\t"));
        let (mean, most) = (rounded(*mean), rounded(*most));
        let file = name(&zone, error.file);
        let line = format!("{file}\t{answer}\t{n_differ}\t{n_other}\t{mean}\t{most}\t{at}");
        line.trim_end().to_owned()
    }));
    Ok(lines)
}

/// What the server has: its own files where they are beside the zone.
fn looked(path: &Path, zone: &Zone) -> Result<Looked, Failure> {
    let there = |ending: &str| {
        let file = beside(path, &format!("{}.{ending}", zone.name));
        disk::is_file(&file).then_some(file)
    };
    let (map_file, wtr_file) = (there("map"), there("wtr"));
    let map: Map = match &map_file {
        Some(file) => map::read(&load::load(file)?.bytes).map_err(|error| wrong(file, &error))?,
        None => map_of(path, zone, Invisible::LeftOut)?,
    };
    let wtr = match &wtr_file {
        Some(file) => wtr::read(&load::load(file)?.bytes).map_err(|error| wrong(file, &error))?,
        None => server_wtr::build(zone).map_err(|error| unfit(path, error))?,
    };
    let (has_map, has_wtr) = (map_file.is_some(), wtr_file.is_some());
    Ok(Looked { asked: Asked::new(&map, Some(&wtr)), has_map, has_wtr })
}

fn name(zone: &Zone, file: File) -> String {
    let ending = match file {
        File::Map => "map",
        File::Wtr => "wtr",
    };
    format!("{}.{ending}", zone.name)
}

fn rounded(number: f64) -> String {
    ((number * 1e4).round() / 1e4).to_string()
}

fn to_json(zone: &Zone, looked: &Looked, errors: &[Error], n_points: u32) -> Value {
    let of = |file: File, is_there: bool| {
        let answers = errors.iter().filter(|error| error.file == file).map(|error| {
            let Error { answer, n_differ, n_other, mean, most, at, .. } = error;
            json!({
                "answer": answer, "differ": n_differ, "other": n_other, "mean": mean, "most": most,
                "at": at,
            })
        });
        let answers: Vec<Value> = answers.collect();
        json!({ "file": name(zone, file), "beside": is_there, "answers": answers })
    };
    json!({
        "version": 1, "zone": zone.name, "points": n_points, "tolerance": TOLERANCE,
        "files": [of(File::Map, looked.has_map), of(File::Wtr, looked.has_wtr)],
    })
}
