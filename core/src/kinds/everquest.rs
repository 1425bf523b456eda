//! Zones of EverQuest, and what its servers read of them.

use serde_json::Value;

use super::maps::is_one_of;
use super::members::{self, Member};
use super::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Trouble, sides};
use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::eq::pfs::{self, Pfs};
use crate::format::eq::wtr;
use crate::problem::Problem;
use crate::world::eq::action::Action;
use crate::world::eq::merge::{compare, merge};
use crate::world::eq::{OBJECTS, Unfit, Zone, schema, server_map, server_wtr};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::{Change, Conflict, Each, Report};

pub(super) struct EverQuest;

const WTR: &str = "wtr";

impl Kind for EverQuest {
    fn id(&self) -> &'static str {
        "everquest"
    }

    fn title(&self) -> &'static str {
        "Zones of EverQuest"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["s3d", "wld", "map", "wtr"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "render", "export", "diff", "merge",
            "ls", "extract", "z", "regions", "open",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&schema::SCRIPT)
    }

    /// A zone region by region and object by object, an archive file by file, and all else by its
    /// values. A file of a zone has a line for its bytes as well where it differs in more than that.
    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        if ![a, b].iter().all(|source| is_archive(source)) {
            return sides::compare(a, b, each);
        }
        let mut in_words = Vec::new();
        if let (Some(before), Some(after)) = (zone_in(a), zone_in(b)) {
            let changes = compare(&before, &after);
            if !changes.is_empty() {
                in_words = said_in_full(&before, &after);
            }
            changes.into_iter().map(Change::from).for_each(&mut *each);
        }
        compare_files(a, b, &mut |change| {
            let name = change.thing.to_string();
            if !in_words.iter().any(|file| file.eq_ignore_ascii_case(&name)) {
                each(change);
            }
        })
    }

    fn merge(&self, all: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
        let [Some(base), Some(ours), Some(theirs)] = all.each().map(zone_in) else {
            return sides::merge(all, effort);
        };
        let unfit = |reason: &dyn std::fmt::Display| Trouble::Unfit(reason.to_string());
        let merged = merge(&base, &ours, &theirs).map_err(|refusal| unfit(&refusal))?;
        let archive = merged.zone.to_archive().map_err(|error| unfit(&error))?;
        let conflicts = merged.report.conflicts.into_iter().map(Conflict::from).collect();
        Ok(Merged { bytes: pfs::write(&archive), conflicts })
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    /// An archive with a zone in it.
    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        if !is_one_of(&["s3d"], source.name, source.bytes) {
            return None;
        }
        let zone = OpenZone::open(source.name, source.bytes);
        Some(zone.map(|zone| Box::new(zone) as Box<dyn Opened>))
    }
}

/// The zone in an archive; `None` for files without one.
fn zone_in(source: &Source<'_>) -> Option<Zone> {
    Zone::open(source.name, source.bytes).ok().filter(|_| is_archive(source))
}

/// The files of a zone that become those of the other one by what words say of the changes.
fn said_in_full(before: &Zone, after: &Zone) -> Vec<String> {
    let Ok(merged) = merge(before, before, after) else { return Vec::new() };
    let (Ok(made), Ok(there)) = (merged.zone.to_archive(), after.to_archive()) else {
        return Vec::new();
    };
    let content = |archive: &Pfs, name: &str| archive.content(archive.find(name)?.entry).ok();
    let is_made = |name: &String| {
        let file = content(&made, name);
        file.is_some() && file == content(&there, name)
    };
    [format!("{}.wld", before.name), OBJECTS.to_owned()].into_iter().filter(is_made).collect()
}

fn is_archive(source: &Source<'_>) -> bool {
    is_one_of(&["s3d"], source.name, source.bytes)
}

/// The files in two archives.
fn compare_files(a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
    let (old, new) = (pfs::read(a.bytes)?, pfs::read(b.bytes)?);
    let (old_files, new_files) = (old.members(), new.members());
    let listed = |archive: &Pfs, files: &[pfs::Member]| -> Vec<Member> {
        let files = files.iter();
        files.map(|it| Member { name: it.shown(archive), size: it.size.into() }).collect()
    };
    let content = |archive: &Pfs, files: &[pfs::Member], place: usize| match files.get(place) {
        Some(file) => archive.content(file.entry).map_err(Trouble::Read),
        None => Ok(Vec::new()),
    };
    let is_same =
        |a: usize, b: usize| Ok(content(&old, &old_files, a)? == content(&new, &new_files, b)?);
    members::compare(&listed(&old, &old_files), &listed(&new, &new_files), is_same, each)
}

/// A zone that is open.
struct OpenZone {
    zone: Zone,
}

impl OpenZone {
    fn open(file: &str, bytes: &[u8]) -> Result<OpenZone, Trouble> {
        let zone = Zone::open(file, bytes).map_err(|unfit| match unfit {
            Unfit::Read(error) => Trouble::Read(error),
            other => Trouble::Unfit(other.to_string()),
        })?;
        Ok(OpenZone { zone })
    }
}

impl Opened for OpenZone {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut zone = self.zone.clone();
        let mut applied = Applied::default();
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let has_changed = action.apply(&mut zone).map_err(|e| refused(e.to_string()))?;
            applied.n_steps += usize::from(has_changed);
        }
        self.zone = zone;
        Ok(applied)
    }

    /// Objects are placed of the models in it, and the server's map leaves some of them out.
    fn beside(&self, actions: &[Value]) -> Vec<String> {
        let adds = |json: &Value| json.get("action").is_some_and(|name| name == "add-object");
        let models = actions.iter().any(adds).then(|| self.zone.models_file());
        [self.zone.ignore_file()].into_iter().chain(models).collect()
    }

    fn take_beside(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        if name == self.zone.ignore_file() {
            self.zone.ignored = server_map::ignored(bytes);
            return Ok(());
        }
        self.zone.add_models(bytes).map_err(|unfit| unfit.to_string())
    }

    fn check(&self, file: &str, around: Around<'_>) -> Vec<Problem> {
        check::eq::check(file, &self.zone, around)
    }

    /// A `.map` needs the objects beside the zone, so it is no file that the zone alone gives.
    fn exchanges(&self) -> &'static [&'static str] {
        &[WTR]
    }

    fn export(&self, ending: &str) -> Option<Vec<u8>> {
        let wtr = server_wtr::build(&self.zone).ok().filter(|_| ending == WTR)?;
        Some(wtr::write(&wtr))
    }

    fn import(&mut self, _data: &[u8]) -> Result<Report, String> {
        Err("server files are made from the zone, never the other way round".to_owned())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let archive = self.zone.to_archive().map_err(|error| error.to_string())?;
        Ok(pfs::write(&archive))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::CodePage;
    use crate::kinds;

    #[test]
    fn archives_without_a_zone_are_compared_file_by_file() {
        let archive = |files: &[(&str, &[u8])]| pfs::write(&pfs::build(files, 0).unwrap());
        let before = archive(&[("a.bmp", b"1"), ("gone.bmp", b"22"), ("same.bmp", b"3")]);
        let after = archive(&[("same.bmp", b"3"), ("a.bmp", b"4"), ("new.bmp", b"555")]);
        let source =
            |bytes| Source { name: "isle_chr.s3d", bytes, code_page: CodePage::Utf8, entry: None };
        let mut said = Vec::new();
        kinds::compare(&source(&before), &source(&after), &mut |Change { thing, field, a, b }| {
            said.push(format!("{thing}: {field}: {a} {b}"));
        })
        .unwrap();
        let expected = ["a.bmp: bytes: 1 1", "gone.bmp: whole: 2 null", "new.bmp: whole: null 3"];
        assert_eq!(said, expected);
    }
}
