//! Scenes of Ragnarok maps: RSW.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::ragnarok::rsw;
use crate::format::ragnarok::rsw::object::Object;
use crate::kinds::maps::is_one_of;
use crate::kinds::{
    Applied, Kind, Merged, NamedFile, Opened, Refused, Sides, Source, Trouble, sides,
};
use crate::problem::Problem;
use crate::world::Editing;
use crate::world::rsw::action::Action;
use crate::world::rsw::exchange::{from_csv, to_csv};
use crate::world::rsw::field::Field;
use crate::world::rsw::merge::merge_read;
use crate::world::rsw::object::ObjectId;
use crate::world::rsw::{Scene as Document, schema, take};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::{Each, Report, Wanted};

pub(super) struct Scene;

const CSV: &str = "csv";

impl Kind for Scene {
    fn id(&self) -> &'static str {
        "scene"
    }

    fn title(&self) -> &'static str {
        "Scenes of Ragnarok Online"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["rsw"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "render", "export", "import", "diff",
            "merge", "open",
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

    /// Object by object. Files of different versions have different fields, so these are compared by
    /// their values.
    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        let (before, after) = (scene_in(a)?, scene_in(b)?);
        match before.layout() == after.layout() {
            true => take::compare(&before, &after).into_iter().for_each(each),
            false => sides::compare(a, b, each)?,
        }
        Ok(())
    }

    fn take(&self, a: &Source<'_>, b: &Source<'_>, wanted: Wanted<'_>) -> Result<Vec<u8>, Trouble> {
        let (before, after) = (scene_in(a)?, scene_in(b)?);
        if before.layout() != after.layout() {
            return sides::take(a, b, wanted);
        }
        let taken = take::take(&before, &after, wanted).map_err(Trouble::Unfit)?;
        Ok(taken.to_bytes())
    }

    fn merge(&self, all: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
        let [base, ours, theirs] = all.each().map(scene_in);
        match merge_read(&base?, &ours?, &theirs?) {
            Ok(merged) => {
                Ok(Merged { bytes: merged.scene.to_bytes(), conflicts: merged.conflicts })
            }
            Err(_) => sides::merge(all, effort),
        }
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        let open = |scene| Box::new(OpenScene { editing: Editing::new(scene) }) as Box<dyn Opened>;
        Some(scene_in(source).map(open))
    }
}

fn scene_in(source: &Source<'_>) -> Result<Document, Trouble> {
    let rsw = rsw::read(source.bytes)?;
    Document::new(rsw, source.code_page).map_err(|refusal| Trouble::Unfit(refusal.to_string()))
}

/// A scene that is open.
struct OpenScene {
    editing: Editing<Document>,
}

impl Opened for OpenScene {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut done = Editing::new(self.editing.document().clone());
        let mut applied = Applied::default();
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let resolved = action.resolve(done.document()).map_err(|e| refused(e.to_string()))?;
            applied.notes.extend(added(&resolved.added).map(|note| (n, note)));
            if let Some(edit) = resolved.edit {
                let new = new_models(&action, done.document(), &resolved.scene);
                applied.named.extend(new.map(|named| (n, named)));
                done.apply(action.title(), edit);
                applied.n_steps += 1;
            }
        }
        self.editing = done;
        Ok(applied)
    }

    fn check(&self, file: &str, _around: Around<'_>) -> Vec<Problem> {
        check::scene::object::check_objects(file, &self.editing.document().to_rsw())
    }

    fn exchanges(&self) -> &'static [&'static str] {
        &[CSV]
    }

    fn export(&self, ending: &str) -> Option<Vec<u8>> {
        (ending == CSV).then(|| to_csv(self.editing.document()).into_bytes())
    }

    fn import(&mut self, data: &[u8]) -> Result<Report, String> {
        let incoming =
            from_csv(self.editing.document(), data).map_err(|wrong| wrong.to_string())?;
        self.editing = Editing::new(incoming.scene);
        Ok(incoming.report)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.editing.document().to_bytes())
    }
}

/// The files of models that an action names anew.
fn new_models<'s>(
    action: &Action,
    before: &'s Document,
    after: &'s Document,
) -> impl Iterator<Item = NamedFile> + use<'s> {
    let may_name = match action {
        Action::Add(_) => true,
        Action::Set(set) => set.field == Field::File,
        _ => false,
    };
    let file = |object: &'s Object| match object {
        Object::Model(model) => Some(model.file.as_bytes()),
        _ => None,
    };
    let files: BTreeSet<&[u8]> = match may_name {
        true => after
            .objects()
            .filter(|&(id, object)| before.object(id).and_then(file) != file(object))
            .filter_map(|(_, object)| file(object))
            .collect(),
        false => BTreeSet::new(),
    };
    files.into_iter().map(|name| NamedFile { folder: "model", name: name.to_vec() })
}

/// What a person should know about new objects: later actions may be about them.
fn added(ids: &[ObjectId]) -> Option<String> {
    match ids {
        [] => None,
        [one] => Some(format!("the new object is {one}")),
        [first, .., last] => Some(format!("the new objects are {first} to {last}")),
    }
}
