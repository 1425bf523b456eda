//! Navigation meshes of EverQuest.

use serde_json::Value;

use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::eq::nav::{self, Nav};
use crate::kinds::maps::is_one_of;
use crate::kinds::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Trouble, sides};
use crate::problem::Problem;
use crate::world::eq::mesh::action::Action;
use crate::world::eq::mesh::{merge, model, schema};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::Report;

pub(super) struct Navigation;

const OBJ: &str = "obj";

impl Kind for Navigation {
    fn id(&self) -> &'static str {
        "navigation"
    }

    fn title(&self) -> &'static str {
        "Navigation meshes of EverQuest"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["nav"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "export", "path", "render", "diff",
            "merge", "open",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&schema::SCRIPT)
    }

    fn merge(&self, all: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
        let sides = all.each().map(|source| nav::read(source.bytes).ok());
        let [Some(base), Some(ours), Some(theirs)] = sides else {
            return sides::merge(all, effort);
        };
        let merge::Merged { nav, conflicts, .. } = merge::merge(&base, &ours, &theirs);
        Ok(Merged { bytes: nav::write(&nav), conflicts })
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        let open = |nav: Nav| Box::new(OpenMesh { nav }) as Box<dyn Opened>;
        Some(nav::read(source.bytes).map(open).map_err(Trouble::Read))
    }
}

/// A mesh that is open.
struct OpenMesh {
    nav: Nav,
}

impl Opened for OpenMesh {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut content = self.nav.content.clone();
        let mut applied = Applied::default();
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let has_changed = action.apply(&mut content).map_err(|e| refused(e.to_string()))?;
            applied.n_steps += usize::from(has_changed);
        }
        self.nav.content = content;
        Ok(applied)
    }

    fn check(&self, file: &str, around: Around<'_>) -> Vec<Problem> {
        check::navigation::check(file, &self.nav.content, around)
    }

    fn exchanges(&self) -> &'static [&'static str] {
        &[OBJ]
    }

    fn export(&self, ending: &str) -> Option<Vec<u8>> {
        (ending == OBJ).then(|| model::obj(&self.nav.content).into_bytes())
    }

    fn import(&mut self, _data: &[u8]) -> Result<Report, String> {
        Err("a model does not say which polygons lead to which; change a mesh with `apply`"
            .to_owned())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        Ok(nav::write(&self.nav))
    }
}
