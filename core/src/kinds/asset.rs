//! Assets of ROSE: looked at, searched, checked and built from JSON. Objects, characters, motions, effects and
//! particles are edited as well.

use serde_json::Value;

use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::file;
use crate::kinds::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Trouble, maps, sides};
use crate::problem::Problem;
use crate::world::Editing;
use crate::world::asset::action::Action;
use crate::world::asset::merge::{NotMerged, compare, merge, take};
use crate::world::asset::{Asset as Document, FORMATS, Unfit, schema};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::{Each, Report, Wanted};

pub(super) struct Asset;

impl Kind for Asset {
    fn id(&self) -> &'static str {
        "asset"
    }

    fn title(&self) -> &'static str {
        "Models, motions and effects of ROSE Online"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["zms", "zmd", "zmo", "zsc", "chr", "eft", "ptl", "tsi", "tbl", "lod", "hlp", "zca", "idx"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "render", "export", "diff", "merge",
            "pose", "refs", "ls", "extract", "open",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        maps::is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&schema::SCRIPT)
    }

    fn takes(&self, name: &str) -> bool {
        file::Kind::of_name(name).is_some_and(|format| FORMATS.contains(&format))
    }

    /// Thing by thing. Numbers of things that moved up are no change.
    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        match (asset_in(a)?, asset_in(b)?) {
            (Some(Ok(before)), Some(Ok(after))) => {
                compare(&before, &after, each).map_err(|reason| unmerged(&reason))
            }
            _ => sides::compare(a, b, each),
        }
    }

    fn take(&self, a: &Source<'_>, b: &Source<'_>, wanted: Wanted<'_>) -> Result<Vec<u8>, Trouble> {
        match (asset_in(a)?, asset_in(b)?) {
            (Some(Ok(before)), Some(Ok(after))) => {
                bytes_of(&take(&before, &after, wanted).map_err(|reason| unmerged(&reason))?)
            }
            _ => sides::take(a, b, wanted),
        }
    }

    fn merge(&self, all: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
        let [base, ours, theirs] = all.each().map(asset_in);
        let (Some(Ok(base)), Some(Ok(ours)), Some(Ok(theirs))) = (base?, ours?, theirs?) else {
            return sides::merge(all, effort);
        };
        let merged = merge(&base, &ours, &theirs).map_err(|reason| unmerged(&reason))?;
        Ok(Merged { bytes: bytes_of(&merged.asset)?, conflicts: merged.conflicts })
    }

    fn opens(&self, name: &str, start: &[u8]) -> bool {
        file::Kind::of(name, start).is_some_and(|format| FORMATS.contains(&format))
    }

    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        let open = |asset| Box::new(OpenAsset { editing: Editing::new(asset) }) as Box<dyn Opened>;
        let asset = match asset_in(source).transpose()? {
            Ok(asset) => asset.map_err(|unfit| Trouble::Unfit(unfit.to_string())),
            Err(trouble) => Err(trouble),
        };
        Some(asset.map(open))
    }
}

/// The asset in a file; `None` where its format is not edited.
fn asset_in(source: &Source<'_>) -> Result<Option<Result<Document, Unfit>>, Trouble> {
    let format = file::Kind::of(source.name, source.bytes);
    let Some(format) = format.filter(|format| FORMATS.contains(format)) else { return Ok(None) };
    let file = file::read(format, source.bytes)?;
    Ok(Some(Document::new(&file.content, source.code_page)))
}

fn bytes_of(asset: &Document) -> Result<Vec<u8>, Trouble> {
    asset.to_bytes().map_err(Trouble::Unfit)
}

fn unmerged(reason: &NotMerged) -> Trouble {
    Trouble::Unfit(reason.to_string())
}

/// An asset that is open.
struct OpenAsset {
    editing: Editing<Document>,
}

impl Opened for OpenAsset {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut done = Editing::new(self.editing.document().clone());
        let mut applied = Applied::default();
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let resolved = action.resolve(done.document()).map_err(|e| refused(e.to_string()))?;
            let added = resolved.added.map(|place| format!("the new thing is {place}"));
            applied.notes.extend(added.map(|note| (n, note)));
            if let Some(edit) = resolved.edit {
                done.apply(action.title(), edit);
                applied.n_steps += 1;
            }
        }
        self.editing = done;
        Ok(applied)
    }

    fn check(&self, file: &str, _around: Around<'_>) -> Vec<Problem> {
        let content = self.editing.document().content();
        content.map_or_else(|_| Vec::new(), |content| check::asset::check(file, &content))
    }

    fn exchanges(&self) -> &'static [&'static str] {
        &[]
    }

    fn export(&self, _ending: &str) -> Option<Vec<u8>> {
        None
    }

    fn import(&mut self, _data: &[u8]) -> Result<Report, String> {
        Err("an asset has no file for other programs that can be imported; change it with `apply`"
            .to_owned())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.editing.document().to_bytes()
    }
}
