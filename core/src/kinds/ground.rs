//! Ground of Ragnarok maps: GND.

use serde_json::Value;

use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::ragnarok::gnd;
use crate::kinds::maps::is_one_of;
use crate::kinds::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Trouble, sides};
use crate::problem::Problem;
use crate::problem::counted::counted;
use crate::world::Editing;
use crate::world::gnd::action::Action;
use crate::world::gnd::merge::{compare, merge, take};
use crate::world::gnd::{Ground as Document, schema};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::{Each, Report, Wanted};

pub(super) struct Ground;

impl Kind for Ground {
    fn id(&self) -> &'static str {
        "ground"
    }

    fn title(&self) -> &'static str {
        "Ground of Ragnarok Online"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["gnd"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "render", "diff", "merge", "open",
            "convert",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&schema::SCRIPT)
    }

    fn takes(&self, _name: &str) -> bool {
        true
    }

    /// Cube by cube. Grounds of different sizes or versions, and shorter lists, are compared by their values.
    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        match compare(&ground_in(a)?, &ground_in(b)?, each) {
            Ok(()) => Ok(()),
            Err(_) => sides::compare(a, b, each),
        }
    }

    fn take(&self, a: &Source<'_>, b: &Source<'_>, wanted: Wanted<'_>) -> Result<Vec<u8>, Trouble> {
        let (before, after) = (ground_in(a)?, ground_in(b)?);
        if compare(&before, &after, &mut |_| {}).is_err() {
            return sides::take(a, b, wanted);
        }
        let taken = take(&before, &after, wanted).map_err(Trouble::Unfit)?;
        Ok(taken.to_bytes())
    }

    fn merge(&self, all: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
        let [base, ours, theirs] = all.each().map(ground_in);
        match merge(&base?, &ours?, &theirs?) {
            Ok(merged) => {
                Ok(Merged { bytes: merged.ground.to_bytes(), conflicts: merged.conflicts })
            }
            Err(_) => sides::merge(all, effort),
        }
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        let open =
            |ground| Box::new(OpenGround { editing: Editing::new(ground) }) as Box<dyn Opened>;
        Some(ground_in(source).map(open))
    }
}

fn ground_in(source: &Source<'_>) -> Result<Document, Trouble> {
    let gnd = gnd::read(source.bytes)?;
    Document::new(gnd, source.code_page).map_err(|refusal| Trouble::Unfit(refusal.to_string()))
}

/// Ground that is open.
struct OpenGround {
    editing: Editing<Document>,
}

impl Opened for OpenGround {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut done = Editing::new(self.editing.document().clone());
        let mut applied = Applied::default();
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let resolved = action.resolve(done.document()).map_err(|e| refused(e.to_string()))?;
            if let Some(edit) = resolved.edit {
                done.apply(action.title(), edit);
                applied.n_steps += 1;
            }
        }
        let n_reshaped = done.document().n_reshaped_since(self.editing.document());
        if let Some(last) = actions.len().checked_sub(1).filter(|_| n_reshaped > 0) {
            applied.notes.push((last, stale(n_reshaped)));
        }
        self.editing = done;
        Ok(applied)
    }

    fn check(&self, file: &str, _around: Around<'_>) -> Vec<Problem> {
        check::scene::check_ground(file, &self.editing.document().to_gnd())
    }

    fn exchanges(&self) -> &'static [&'static str] {
        &[]
    }

    fn export(&self, _ending: &str) -> Option<Vec<u8>> {
        None
    }

    fn import(&mut self, _data: &[u8]) -> Result<Report, String> {
        Err("ground has no file for other programs; change it with `apply`".to_owned())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.editing.document().to_bytes())
    }
}

/// What a person should know about light: Landwright bakes none.
fn stale(n_reshaped: usize) -> String {
    let cubes = counted(n_reshaped, "cube has", "cubes have");
    format!(
        "{cubes} a new shape, and lightmaps that are out of date; bake them in a different program"
    )
}
