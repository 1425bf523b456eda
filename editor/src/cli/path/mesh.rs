//! Ways over navigation meshes of EverQuest, as a server finds them.

use std::path::Path;

use landwright_core::format::file::{Content, Kind};
use landwright_core::nav::eq::mesh::Mesh;
use landwright_core::nav::eq::mesh::why::Answer;
use landwright_core::nav::eq::mesh::why::Outcome as Found;
use landwright_core::vfs::disk;
use serde::Serialize;

use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, shown};
use crate::cli::path::area::numbers;
use crate::cli::path::{Form, to_json};

/// No format is told by more bytes than this.
const LONGEST_MAGIC: u64 = 16;

/// Whether a path names a navigation mesh.
pub(super) fn is_mesh(path: &Path) -> bool {
    let start = disk::read_start(path, LONGEST_MAGIC).unwrap_or_default();
    Kind::of(&load::name_of(path), &start) == Some(Kind::Nav)
}

/// `x,y,z` of the server.
pub(super) fn place(text: &str) -> Result<[f32; 3], &'static str> {
    match numbers(text).as_deref() {
        Some([x, y, z]) => Ok([*x, *y, *z].map(|number| number as f32)),
        _ => Err("expected x,y,z of the server"),
    }
}

#[derive(Serialize)]
struct Versioned<'a> {
    version: u32,
    #[serde(flatten)]
    answer: &'a Answer,
}

/// Says the way between two places. That there is none is found, as whoever writes scripts wants.
pub(super) fn run(
    path: &Path,
    [from, to]: [[f32; 3]; 2],
    most_nodes: usize,
    form: Form,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let Content::Nav(nav) = load::read(path)?.0.content else {
        return Err(Failure::WrongUse(format!("{} is no navigation mesh", shown(path))));
    };
    let answer = Mesh::new(&nav.content).answer(from, to, most_nodes);
    let outcome = match &answer.outcome {
        Found::Reached(_) => Outcome::Fine,
        _ => Outcome::Found,
    };
    if form == Form::Json {
        output.line(&to_json(&Versioned { version: 1, answer: &answer })?)?;
        return Ok(outcome);
    }
    for line in answer.lines(most_nodes) {
        output.line(&line)?;
    }
    Ok(outcome)
}
