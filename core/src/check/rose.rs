//! What can be wrong with files of ROSE that can be read all the same.

use crate::format::file::Content;
use crate::format::number::F32;
use crate::format::rose::blocks::Block;
use crate::format::rose::ifo::{self, Ifo};
use crate::format::rose::ltb::Ltb;
use crate::format::rose::zon::{self, Zon};
use crate::problem::{Place, Problem, Rule, Severity, Thing};
use crate::space::extent::Extent;

pub const RULES: &[&Rule] = &[&TEXT_PAST_END];

const TEXT_PAST_END: Rule = Rule {
    code: "ltb-text-past-end",
    severity: Severity::Warning,
    title: "Text past the end of the file",
    explanation: "\
A cell of this table says that its text, or a part of it, is past the end of the file. The game \
shows nothing there, or whatever is in its memory.

Most often the file was cut off while it was copied or unpacked: take it from the client again. \
Saving keeps such cells as they are. Text that is not in the file can't be recovered from it.",
};

/// Checks a file. Of other games, and of formats in which nothing more can be wrong, there is
/// nothing to say.
pub fn check(file: &str, content: &Content) -> Vec<Problem> {
    match content {
        Content::Ifo(content) => ifo(file, content),
        Content::Zon(content) => zon(file, content),
        Content::Ltb(content) => ltb(file, content),
        _ => Vec::new(),
    }
}

/// Objects that stand nowhere, each by its list as `find` calls it.
fn ifo(file: &str, ifo: &Ifo) -> Vec<Problem> {
    let bodies = ifo.blocks.iter().filter_map(Block::body);
    let objects = bodies.flat_map(|body| {
        let list = list_of(body);
        body.objects().zip(0..).map(move |(object, index)| (list, index, object.position_file_cm))
    });
    objects.filter_map(|(list, index, at)| nowhere(file, list, index, at)).collect()
}

fn zon(file: &str, zon: &Zon) -> Vec<Problem> {
    let bodies = zon.blocks.iter().filter_map(Block::body);
    let places = bodies.flat_map(|body| match body {
        zon::Body::EventPositions(places) => places.as_slice(),
        _ => &[],
    });
    let points = places.map(|place| place.position_file_cm_x_height_y).zip(0..);
    points.filter_map(|(at, index)| nowhere(file, "point", index, at)).collect()
}

fn nowhere(file: &str, list: &'static str, index: u32, at: [F32; 3]) -> Option<Problem> {
    let wrong = Extent::point(at.map(F32::get)).err()?;
    Some(wrong.problem(Place::thing(file, Thing::object(list, index))))
}

fn list_of(body: &ifo::Body) -> &'static str {
    match body {
        ifo::Body::MapInfo(_) => "block",
        ifo::Body::Deco(_) => "deco",
        ifo::Body::Npc(_) => "npc",
        ifo::Body::Cnst(_) => "cnst",
        ifo::Body::Sound(_) => "sound",
        ifo::Body::Effect(_) => "effect",
        ifo::Body::Animated(_) => "animated",
        ifo::Body::OldWater(_) | ifo::Body::WaterPlanes(_) => "water",
        ifo::Body::Spawn(_) => "spawn",
        ifo::Body::Warp(_) => "warp",
        ifo::Body::Collision(_) => "collision",
        ifo::Body::Event(_) => "event",
    }
}

/// Cells of a table in several languages whose text was cut off.
fn ltb(file: &str, ltb: &Ltb) -> Vec<Problem> {
    let mut cells = ltb.cells_past_end();
    let Some((row, column)) = cells.next() else { return Vec::new() };
    let others = match cells.count() {
        0 => String::new(),
        1 => " and of one other cell".to_owned(),
        n => format!(" and of {n} other cells"),
    };
    let message =
        format!("the text of row {row}, column {column}{others} is past the end of the file");
    vec![Problem::new(&TEXT_PAST_END, Place::file(file), message)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::ltb::{Cell, CellText, read, write};
    use crate::sample::rose::{Plan, Zone};

    #[test]
    fn what_stands_nowhere_is_named_by_its_list() {
        let files = Zone::new(Plan::small(1)).files();
        let block = files.iter().find(|file| file.path.to_lowercase().ends_with(".ifo")).unwrap();
        let mut block = ifo::read(&block.bytes).unwrap();
        assert_eq!(ifo("a.ifo", &block), []);
        let spawns = block.body_mut(ifo::SPAWN).unwrap();
        spawns.objects_mut().nth(1).unwrap().position_file_cm[2] = F32::new(f32::NAN);
        let problems = ifo("a.ifo", &block);
        let thing = Thing::object("spawn", 1);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].place, Place::thing("a.ifo", thing));
        assert_eq!(problems[0].message, "z is NaN, which is not a place on a map");
    }

    #[test]
    fn a_table_that_was_cut_says_which_texts_are_lost() {
        let mut table = Ltb::new(1, 3).unwrap();
        for row in 0..3 {
            let text = CellText::try_from("Hello".to_owned()).unwrap();
            table.set_cell(row, 0, Cell::New { text }).unwrap();
        }
        let bytes = write(&table);
        let messages = |n_bytes: usize| {
            let problems = ltb("a.ltb", &read(&bytes[..n_bytes]).unwrap());
            problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
        };
        assert_eq!(messages(bytes.len()), [""; 0]);
        let cut = "the text of row 2, column 0 is past the end of the file";
        assert_eq!(messages(bytes.len() - 1), [cut]);
        let cut = "the text of row 0, column 0 and of 2 other cells is past the end of the file";
        assert_eq!(messages(bytes.len() - 21), [cut]);
    }
}
