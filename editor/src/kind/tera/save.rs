//! Saving areas: packed and written beside the window, with progress, and cancelled where asked. The
//! zones whose geometry changed are written with the area, all or none.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File as Written};
use landwright_core::format::packed::Cancelled;
use landwright_core::format::packed::Packed;
use landwright_core::format::tera::zgd;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::account::{Account, Known};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::{InTheWay, May, Plan, Wanted};
use landwright_core::world::area::Area;
use landwright_core::world::area::files::AreaFile;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::left_out;
use landwright_core::world::area::save::FileNumbers;

use super::geometry::{WrittenZone, ZoneFiles};
use super::open::folders_around;
use super::routes::on_disk::{TestsOnDisk, routes_path};
use crate::job::Progress;
use crate::kind::document::saving::{SaveError, Target};
use crate::kind::document::written;
use crate::kind::document::written::WrittenContent;
use crate::versions::name_of;

/// An area as it is written, with its geometry and its route tests.
pub(super) struct Work {
    /// The file that it comes from.
    pub(super) of: Option<PathBuf>,
    pub(super) area: Area,
    pub(super) packed: Option<Packed>,
    /// As the area has it, over the files as they are on disk.
    pub(super) geometry: Arc<Geometry>,
    pub(super) zone_files: ZoneFiles,
    /// Zones whose files may be made again where they are gone.
    pub(super) written_anew: BTreeSet<Zone>,
    /// Beside the file that it comes from.
    pub(super) tests_on_disk: TestsOnDisk,
}

/// What was written, as the open area takes note of it.
#[derive(Debug)]
pub(super) struct WrittenArea {
    pub(super) area: Area,
    pub(super) tests: TestsOnDisk,
    pub(super) zones: Vec<WrittenZone>,
    /// Changed zones that could not be written, so that the area is not saved as a whole.
    pub(super) left_out: Vec<Zone>,
    /// Of nodes in the file, where those are not the ids of the open area.
    pub(super) numbers: Option<FileNumbers>,
}

/// The file of the tests, as far as it is written.
#[derive(Default)]
struct Routes {
    wanted: Option<Wanted<AreaFile>>,
    /// What it is afterwards.
    fingerprint: Option<Fingerprint>,
    /// Whether other tests gave way, since their area does.
    are_others_replaced: bool,
}

/// Why a file can't be written where the area goes, in words.
type Reason = String;

/// How hard it is tried to pack a file small. Tests would wait for that longer than for all else.
const EFFORT: Effort = if cfg!(test) { Effort::Quick } else { Effort::BySize };

/// Which of so many files is being packed.
#[derive(Clone, Copy)]
struct Part {
    nth: u64,
    of: u64,
}

impl Work {
    pub(super) fn write(
        self,
        target: &Target,
        progress: &Progress,
    ) -> Result<written::Written, SaveError> {
        let zones_to_write = self.zones_to_write();
        let Routes { wanted: routes, fingerprint: of_routes, are_others_replaced } =
            self.way_for(&zones_to_write, target)?;
        let of = zones_to_write.len() as u64 + 1;
        let paths = self.bytes(Part { nth: 0, of }, progress)?;
        let fingerprint = Fingerprint::of(&paths, None);
        let mut wanted = vec![Wanted::new(AreaFile::Paths, &target.path, paths, target.before)];
        wanted.extend(routes);
        let mut left_out = Vec::new();
        for (zone, nth) in zones_to_write.into_iter().zip(1..) {
            match self.zone_file(zone, &target.path, Part { nth, of }, progress)? {
                Some(file) => wanted.push(file),
                None => left_out.push(zone),
            }
        }
        let plan = Plan::of(wanted);
        let came = match left_out.is_empty() {
            true => target.write_as(&fingerprint, &plan)?,
            false => target.write(&plan)?,
        };
        let zones = self.written_zones(plan.into_wanted(), &came.account);
        let elsewhere = not_beside(&target.path, &self.stay_elsewhere(&target.path, &zones));
        let is_own = self.of.as_deref() == Some(&*target.path);
        let trouble = self.tests_on_disk.trouble.filter(|_| is_own);
        let tests =
            TestsOnDisk { tests: self.area.route_tests().clone(), fingerprint: of_routes, trouble };
        let replaced = are_others_replaced.then(|| {
            let name = name_of(&routes_path(&target.path));
            format!("{name}, with the route tests of the replaced area, was replaced too")
        });
        let said = elsewhere.into_iter().chain(not_with(&target.path, &left_out));
        let numbers = self.area.numbers_in_file();
        let said = said.chain(replaced).chain(came.notes).collect();
        let in_journal = (!left_out.is_empty()).then(|| left_out::bytes_of(&left_out));
        let area = self.area.clone();
        let content = WrittenArea { area, tests, zones, left_out, numbers };
        let content = WrittenContent(Box::new(content));
        let files = Some(came.written);
        Ok(written::Written { fingerprint, content, files, left_out: in_journal, said })
    }

    /// The zones among the files that are on disk now.
    fn written_zones(
        &self,
        wanted: Vec<Wanted<AreaFile>>,
        account: &Account<AreaFile>,
    ) -> Vec<WrittenZone> {
        let written = wanted.into_iter().filter_map(|wanted| {
            let name = wanted.name?;
            let AreaFile::Zone(zone) = name else { return None };
            let (file, zgd) = (account.get(&name)?.clone(), self.geometry.zone(zone)?);
            Some(WrittenZone { zone, file, bytes: wanted.bytes, zgd })
        });
        written.collect()
    }

    /// The file of the tests, where nothing is in the way of it or of a zone. All that is, is told
    /// before anything is packed, which may take long.
    fn way_for(&self, zones: &BTreeSet<Zone>, target: &Target) -> Result<Routes, SaveError> {
        let in_the_way = zones.iter().filter(|zone| self.zone_in_the_way(**zone, &target.path));
        let mut in_the_way: Vec<Reason> = in_the_way.map(|zone| zone_is_there(*zone)).collect();
        let routes = self.routes_file(target).unwrap_or_else(|why| {
            in_the_way.insert(0, why);
            Routes::default()
        });
        if in_the_way.is_empty() { Ok(routes) } else { Err(refused(&in_the_way)) }
    }

    /// The files of zones that were not written, and that nobody finds who opens the area anew.
    fn stay_elsewhere(&self, area_file: &Path, written: &[WrittenZone]) -> Vec<PathBuf> {
        if self.of.as_deref() == Some(area_file) {
            return Vec::new();
        }
        let folders = folders_around(area_file);
        let is_written = |zone: Zone| written.iter().any(|written| written.zone == zone);
        let known = self.zone_files.iter().filter(|(zone, _)| self.area.has_zone(**zone));
        let left = known.filter(|(zone, _)| !is_written(**zone) && folders.zone(**zone).is_none());
        left.map(|(_, file)| file.path.clone()).collect()
    }

    /// Those that changed, and those that no file has yet.
    fn zones_to_write(&self) -> BTreeSet<Zone> {
        let all = self.geometry.zones().filter(|zone| self.area.has_zone(*zone));
        let new = all.filter(|zone| !self.zone_files.has(zone));
        self.geometry.changed_zones().into_iter().chain(new).collect()
    }

    fn bytes(&self, part: Part, progress: &Progress) -> Result<Vec<u8>, SaveError> {
        let apd = self.area.to_apd().map_err(|error| SaveError::Content(error.to_string()))?;
        let file = Written { content: Content::Apd(apd), packed: self.packed.clone() };
        let bytes = file::write(&file, EFFORT, &mut part.reporter(progress));
        bytes.map_err(|Cancelled| SaveError::Cancelled)
    }

    /// A file of tests that is not known is written over only with the area that it belongs to, which
    /// the person replaces.
    fn routes_file(&self, target: &Target) -> Result<Routes, Reason> {
        let (path, known) = (routes_path(&target.path), &self.tests_on_disk);
        let tests = self.area.route_tests();
        let bytes = serde_json::to_vec_pretty(tests.as_slice());
        let bytes = bytes.map_err(|error| format!("{}: {error}", name_of(&path)))?;
        let are_saved = *tests == known.tests;
        let is_own = self.of.as_deref() == Some(&*target.path);
        let is_replaced = matches!(target.before, Before::Was(_));
        let stays = |fingerprint| Ok(Routes { fingerprint, ..Routes::default() });
        let refused = |why: &str| Err(format!("{} {why}", name_of(&path)));
        let mut are_others_replaced = false;
        let before = if is_own {
            if are_saved {
                return stays(known.fingerprint);
            }
            if known.trouble.is_some() {
                return refused(
                    "can't be read and is not overwritten: the route tests can't be \
                    saved",
                );
            }
            known.fingerprint
        } else {
            let there = disk::fingerprint(&path).ok();
            let is = |other: Option<Fingerprint>| {
                there.zip(other).is_some_and(|(there, other)| there.same_content(&other))
            };
            let is_copy = is(known.fingerprint) && known.trouble.is_none();
            match there {
                None if tests.as_slice().is_empty() => return stays(None),
                Some(_) if is_copy && are_saved => return stays(there),
                Some(_) if !is_copy && !is(Some(Fingerprint::of(&bytes, None))) => {
                    if !is_replaced {
                        return refused("already exists with different route tests");
                    }
                    are_others_replaced = true;
                }
                _ => {}
            }
            there
        };
        let before = before.map_or(Before::Absent, Before::Was);
        let wanted = Wanted::new(AreaFile::Routes, path, bytes, before);
        let fingerprint = Some(wanted.fingerprint());
        Ok(Routes { wanted: Some(wanted), fingerprint, are_others_replaced })
    }

    /// The file of a zone: the one that it was read from, or, where the area goes elsewhere or came
    /// from elsewhere before, one beside it. `None` where nobody knows what is in it but for the
    /// cells that were touched.
    fn zone_file(
        &self,
        zone: Zone,
        area_file: &Path,
        part: Part,
        progress: &Progress,
    ) -> Result<Option<Wanted<AreaFile>>, SaveError> {
        let bytes = self.geometry.file_of(zone, EFFORT, &mut part.reporter(progress));
        let Some(bytes) = bytes else { return Ok(None) };
        let bytes = bytes.map_err(|Cancelled| SaveError::Cancelled)?;
        let (path, before) = self.place_of(zone, area_file, &Fingerprint::of(&bytes, None))?;
        Ok(Some(Wanted::new(AreaFile::Zone(zone), path, bytes, before)))
    }

    fn place_of(
        &self,
        zone: Zone,
        area_file: &Path,
        new: &Fingerprint,
    ) -> Result<(PathBuf, Before), SaveError> {
        let beside = area_file.with_file_name(zone.file_name());
        let known = self.zone_files.get(&zone);
        let is_own = |known: &&Known| {
            self.of.as_deref() == Some(area_file)
                && folders_around(area_file).is_zone_at(zone, &known.path)
        };
        if let Some(Known { path, fingerprint, .. }) =
            known.filter(|known| known.path == beside || is_own(known))
        {
            let is_made_again = self.written_anew.contains(&zone) && !disk::is_file(path);
            let before = if is_made_again { Before::Absent } else { Before::Was(*fingerprint) };
            return Ok((path.clone(), before));
        }
        // A copy of what was changed may become what it was changed to, if it is not that already.
        let may_go: Vec<Fingerprint> =
            known.iter().map(|known| known.fingerprint).chain([*new]).collect();
        match May::Replace(&may_go).at(&beside) {
            Ok(before) => Ok((beside, before)),
            Err(InTheWay(_)) => Err(refused(&[zone_is_there(zone)])),
        }
    }

    /// Whether another file of a zone is where its own goes, as far as is known without packing.
    fn zone_in_the_way(&self, zone: Zone, area_file: &Path) -> bool {
        // The fingerprint of nothing is that of no zone.
        if self.place_of(zone, area_file, &Fingerprint::of(&[], None)).is_ok() {
            return false;
        }
        // What nobody knows is left out.
        let Some(own) = self.geometry.zone(zone) else { return false };
        let there = disk::read_file(&area_file.with_file_name(zone.file_name()), READ_LIMIT);
        let there = there.ok().and_then(|loaded| zgd::read_packed(&loaded.bytes).ok());
        there.is_none_or(|(there, _)| there != *own)
    }
}

fn zone_is_there(zone: Zone) -> Reason {
    let why = "already exists and is not the file that this geometry was read from";
    format!("{} {why}", zone.file_name())
}

fn refused(in_the_way: &[Reason]) -> SaveError {
    SaveError::Content(format!("{}; nothing was written", in_the_way.join("; ")))
}

impl Part {
    fn reporter(self, progress: &Progress) -> impl FnMut(usize, usize) -> ControlFlow<()> {
        let Part { nth, of } = self;
        move |n_done, n_all| {
            let n_all = n_all.max(1) as u64;
            progress.report(nth * n_all + n_done as u64, of * n_all);
            match progress.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }
}

/// That some zones are not where an area went.
fn not_beside(area_file: &Path, stay_elsewhere: &[PathBuf]) -> Option<String> {
    let name = name_of(area_file);
    let first = stay_elsewhere.first()?;
    let zones = match stay_elsewhere.len() {
        1 => name_of(first),
        n => format!("{n} zones"),
    };
    let folder = first.parent().unwrap_or(first).display();
    Some(format!(
        "{name} will open without {zones} at its new place: unchanged zones stay in {folder}; copy \
        them beside it"
    ))
}

/// That what was changed in some zones is nowhere but here.
fn not_with(area_file: &Path, left_out: &[Zone]) -> Option<String> {
    let names: Vec<String> = left_out.iter().map(|zone| zone.file_name()).collect();
    let folder = area_file.parent().unwrap_or(area_file).display();
    (!names.is_empty()).then(|| {
        format!(
            "the changed geometry of {} is not saved, because its file is missing or can't be \
            read; put it into {folder} and save again",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::kind::tera::dialog::{AreaAnswer, AreaDialog};
    use std::fs;

    use landwright_core::format::tera::zgd::{self, Volume, Zgd};
    use landwright_core::sample::tera::packed_file;

    use landwright_core::world::area::routes::Spot;

    use super::super::message::AreaMessage;
    use super::super::tests::{
        brush, drag_with, in_no_file, opened_with_zones, tell, tell_of_route, volumes,
    };
    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::document::open::OpenDocument;
    use crate::message::Message;
    use crate::message::dialog::{Answer, Dialog};
    use crate::model::Model;
    use crate::view::hand::Held;
    use landwright_core::format::tera::zgd::OPEN_SKY as SKY;

    const ZONES: [&str; 2] = ["x1000y1000.zgd", "x1001y1000.zgd"];

    fn paint(model: &mut Model, z: i16, from: [f64; 2], to: [f64; 2]) {
        brush(model, Id::AddVolumes, z, 50);
        drag_with(model, from, to, Held::default());
    }

    fn save(model: &mut Model) {
        model.handle(Message::Command(Id::Save));
        model.settle();
    }

    fn is_saved(model: &Model) -> bool {
        !model.active_area().unwrap().has_unsaved_changes()
    }

    fn zone_in(file: &Path) -> Zgd {
        zgd::read_packed(&fs::read(file).unwrap()).unwrap().0
    }

    #[test]
    fn only_the_zone_that_changed_is_written_and_undone_it_is_the_first_file_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, path) = opened_with_zones(folder.path(), None);
        let files = [path.clone(), folder.path().join(ZONES[0]), folder.path().join(ZONES[1])];
        let read = || files.clone().map(|file| fs::read(file).unwrap());
        let modified = |file: &Path| fs::metadata(file).unwrap().modified().unwrap();
        let first = read();
        let untouched = [&files[0], &files[2]].map(|file| modified(file));
        paint(&mut model, 300, [8.0, 8.0], [8.0, 72.0]);
        assert!(!is_saved(&model));
        save(&mut model);
        assert!(is_saved(&model));
        let second = read();
        assert_eq!([0, 2].map(|n| second[n] == first[n]), [true; 2]);
        assert_eq!([&files[0], &files[2]].map(|file| modified(file)), untouched);
        let was = zgd::read_packed(&first[1]).unwrap().0;
        let wanted = Zgd::from_cells(|x, y, cell| {
            cell.extend(was.volumes_at(x, y));
            if x == 0 && y < 5 {
                cell.push(Volume { z: 300, height: 50 });
            }
        });
        assert!(zone_in(&files[1]) == wanted);
        let is_told = |text: &str| model.log.lines().any(|line| line.text.ends_with(text));
        assert!(is_told("x1000y1000.zgd is saved") && !is_told("x1001y1000.zgd is saved"));
        let backups = fs::read_dir(folder.path().join(".landwright/backups")).unwrap();
        let backups: Vec<Vec<u8>> =
            backups.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
        assert_eq!(backups, [first[1].clone()]);

        // Read again as after every save, it is known what was there first.
        model.handle(Message::FileChanged(files[1].clone()));
        model.settle();
        assert!(is_saved(&model));
        model.handle(Message::Command(Id::Undo));
        assert!(!is_saved(&model));
        save(&mut model);
        assert!(is_saved(&model));
        assert!(read() == first, "byte for byte");
        model.handle(Message::Command(Id::Redo));
        assert!(!is_saved(&model));
        save(&mut model);
        assert!(zone_in(&files[1]) == wanted);
    }

    #[test]
    fn a_zone_that_changed_on_disk_is_not_overwritten_but_taken_in() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        let file = folder.path().join(ZONES[0]);
        paint(&mut model, 300, [8.0, 8.0], [8.0, 8.0]);
        let theirs = Zgd::from_cells(|x, y, cell| {
            cell.push(Volume { z: if (x, y) == (5, 5) { 77 } else { 0 }, height: SKY });
        });
        let theirs = packed_file("", &zgd::write(&theirs)).bytes;
        fs::write(&file, &theirs).unwrap();
        save(&mut model);
        assert!(fs::read(&file).unwrap() == theirs, "theirs is still there");
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert!(what.contains("x1000y1000.zgd: ") && what.contains("changed"), "{what}");
        model.handle(Message::Answer(Answer::Cancel));
        assert!(!is_saved(&model));
        assert_eq!(volumes(&mut model, 5, 5), [(77, SKY)]);
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY), (300, 50)]);
        save(&mut model);
        assert!(is_saved(&model), "{:?}", model.dialog());
        let saved = zone_in(&file);
        assert_eq!(saved.volumes_at(5, 5), [Volume { z: 77, height: SKY }]);
        assert_eq!(saved.volumes_at(0, 0).len(), 2);
    }

    #[test]
    fn a_zone_that_is_half_written_or_gone_takes_no_edit_along() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        let file = folder.path().join(ZONES[0]);
        let whole = fs::read(&file).unwrap();
        paint(&mut model, 300, [8.0, 8.0], [8.0, 8.0]);
        let refused = |model: &mut Model, why: &str| {
            model.handle(Message::FileChanged(file.clone()));
            model.settle();
            assert_eq!(volumes(model, 0, 0), [(0, SKY), (300, 50)]);
            assert_eq!(volumes(model, 5, 5), [(0, SKY)], "as it was read before");
            save(model);
            let asked = format!("{:?}", model.dialog());
            assert!(asked.contains(why) && !is_saved(model), "{asked}");
            model.handle(Message::Answer(Answer::Cancel));
        };
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        refused(&mut model, "is not saved");
        fs::remove_file(&file).unwrap();
        refused(&mut model, "ZonesGone");
        let is_told = |line: &&str| line.contains("x1000y1000.zgd can't be read now");
        let lines = model.log.lines().map(|line| line.text.as_str());
        assert_eq!(lines.filter(is_told).count(), 1, "once");
        fs::write(&file, &whole).unwrap();
        model.handle(Message::FileChanged(file.clone()));
        model.settle();
        save(&mut model);
        assert!(is_saved(&model), "{:?}", model.dialog());
        assert_eq!(zone_in(&file).volumes_at(0, 0).len(), 2);
    }

    #[test]
    fn a_zone_that_stays_gone_is_written_anew_where_somebody_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, path) = opened_with_zones(folder.path(), None);
        let file = folder.path().join(ZONES[0]);
        let area = fs::read(&path).unwrap();
        paint(&mut model, 300, [8.0, 8.0], [8.0, 8.0]);
        // Nobody hears of it before the save.
        fs::remove_file(&file).unwrap();
        save(&mut model);
        let Some(AreaDialog::ZonesGone { document, files }) =
            model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!("{:?}", model.dialog())
        };
        assert!(files.len() == 1 && files[0] == file, "{files:?}");
        assert!(!is_saved(&model) && fs::read(&path).unwrap() == area);
        model.handle(Message::Answer(AreaAnswer::WriteZonesAnew(document).answer()));
        model.settle();
        assert!(is_saved(&model), "{:?}", model.dialog());
        let written = zone_in(&file);
        assert_eq!((written.volumes_at(0, 0).len(), written.volumes_at(5, 5).len()), (2, 1));
        // Once more it is gone, and nobody has said anything about that yet.
        paint(&mut model, 300, [88.0, 8.0], [88.0, 8.0]);
        fs::remove_file(&file).unwrap();
        save(&mut model);
        assert!(
            matches!(model.dialog().and_then(Dialog::form), Some(AreaDialog::ZonesGone { .. }))
                && !file.exists()
        );
    }

    #[test]
    fn an_area_that_has_no_file_yet_is_saved_with_all_its_zones_and_opens_again_with_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = in_no_file();
        let area = model.active_area().unwrap();
        let (id, zones) = (area.id, area.area().zones().to_vec());
        let first = zones.iter().map(|zone| area.geometry.zone(*zone).unwrap()).collect::<Vec<_>>();
        let pos = area.area().nodes().next().and_then(|node| area.area().pos(node)).unwrap();
        paint(&mut model, 3000, [pos.x, pos.y], [pos.x, pos.y]);
        model.handle(Message::SaveTo(id, folder.path().join("isle.apd")));
        model.settle();
        assert!(is_saved(&model), "{:?}", model.dialog());
        let written = |model: &Model| {
            let area = model.active_area().unwrap();
            zones.iter().map(|zone| area.geometry.zone(*zone).unwrap()).collect::<Vec<_>>()
        };
        let saved = written(&model);
        assert!(zones.len() > 1);
        let n_changed = first.iter().zip(&saved).filter(|(a, b)| a != b).count();
        assert_eq!(n_changed, 1);

        let mut again = Model::new(Default::default(), None, Arc::new(|| ()));
        again.handle(Message::Open(vec![folder.path().join("isle.apd")]));
        again.settle();
        assert!(written(&again) == saved);
        assert!(!again.log.lines().any(|line| line.text.contains("no geometry")));

        // Saved once more, only what changed is written.
        let files = || zones.iter().map(|zone| folder.path().join(zone.file_name()));
        let modified = |file: PathBuf| fs::metadata(file).unwrap().modified().unwrap();
        let before: Vec<_> = files().map(modified).collect();
        paint(&mut model, 3100, [pos.x, pos.y], [pos.x, pos.y]);
        save(&mut model);
        assert!(is_saved(&model), "{:?}", model.dialog());
        let n_other = files().map(modified).zip(before).filter(|(a, b)| a != b).count();
        assert_eq!(n_other, 1);
    }

    #[test]
    fn elsewhere_route_tests_of_another_area_are_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, path) = opened_with_zones(folder.path(), None);
        let id = model.active_area().unwrap().id;
        let keep_route = |model: &mut Model| {
            let spots = [[8.0, 8.0, 0.0], [88.0, 8.0, 0.0]].map(Spot::At);
            tell(model, AreaMessage::Probe(spots));
            tell(model, AreaMessage::KeepRoute);
        };
        let save_to = |model: &mut Model, file: &Path| {
            model.handle(Message::SaveTo(id, file.to_owned()));
            model.settle();
        };
        let refused = |model: &mut Model| {
            let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
            assert!(what.contains("b.routes.json already exists"), "{what}");
            model.handle(Message::Answer(Answer::Cancel));
        };
        let [b, b_tests] = ["b.apd", "b.routes.json"].map(|name| folder.path().join(name));
        let theirs = br#"[{"from":[1,2,3],"to":[4,5,6]}]"#;
        fs::write(&b_tests, theirs).unwrap();
        save_to(&mut model, &b);
        refused(&mut model);
        keep_route(&mut model);
        save_to(&mut model, &b);
        refused(&mut model);
        assert!(!b.exists());
        assert_eq!(fs::read(&b_tests).unwrap(), theirs);

        // Whoever replaces the area replaces its tests, of which there is a backup then.
        fs::write(&b, b"of somebody else").unwrap();
        save_to(&mut model, &b);
        assert!(is_saved(&model), "{:?}", model.dialog());
        assert!(fs::read(&b_tests).unwrap() != theirs);
        let backups = fs::read_dir(folder.path().join(".landwright/backups")).unwrap();
        let backups: Vec<Vec<u8>> =
            backups.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
        assert!(
            backups.contains(&theirs.to_vec()) && backups.contains(&b"of somebody else".to_vec())
        );
        let said = "b.routes.json, with the route tests of the replaced area, was replaced too";
        assert!(model.log.lines().any(|line| line.text == said), "{:?}", model.log);
        [&b, &b_tests].into_iter().for_each(|file| fs::remove_file(file).unwrap());
        save_to(&mut model, &path);

        let own = fs::read(path.with_extension("routes.json")).unwrap();
        fs::write(&b_tests, &own).unwrap();
        keep_route(&mut model);
        save_to(&mut model, &b);
        assert!(is_saved(&model), "{:?}", model.dialog());
        assert!(fs::read(&b_tests).unwrap() != own, "a copy of its own goes on there");
        // From where there are tests to where there are none, and on.
        let free = folder.path().join("free.apd");
        [0, 0]
            .into_iter()
            .for_each(|index| tell_of_route(&mut model, index, AreaMessage::ForgetRoute));
        save_to(&mut model, &free);
        assert!(is_saved(&model) && !free.with_extension("routes.json").exists());
        keep_route(&mut model);
        save(&mut model);
        assert!(is_saved(&model), "{:?}", model.dialog());
        assert!(free.with_extension("routes.json").exists());
    }

    #[test]
    fn elsewhere_changed_zones_go_beside_the_area_and_over_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        let first = fs::read(folder.path().join(ZONES[0])).unwrap();
        paint(&mut model, 300, [8.0, 8.0], [8.0, 8.0]);
        let id = model.active_area().unwrap().id;
        let [free, taken] = ["free", "taken"].map(|name| folder.path().join(name));
        [&free, &taken].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
        fs::write(taken.join(ZONES[0]), b"of somebody else").unwrap();
        model.handle(Message::SaveTo(id, taken.join("both.apd")));
        model.settle();
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert!(what.contains("x1000y1000.zgd already exists"), "{what}");
        assert!(!taken.join("both.apd").exists());
        model.handle(Message::Answer(Answer::Cancel));
        model.handle(Message::SaveTo(id, free.join("both.apd")));
        model.settle();
        assert!(is_saved(&model));
        assert_eq!(zone_in(&free.join(ZONES[0])).volumes_at(0, 0).len(), 2);
        assert!(!free.join(ZONES[1]).exists());
        let is_told = |text: &str| model.log.lines().any(|line| line.text.starts_with(text));
        assert!(is_told("both.apd will open without x1001y1000.zgd"), "{:?}", model.log);
        assert!(fs::read(folder.path().join(ZONES[0])).unwrap() == first);
        // From now on it is edited there, and what is not there is still seen.
        model.handle(Message::FileChanged(free.join("both.apd")));
        model.settle();
        paint(&mut model, 300, [40.0, 8.0], [40.0, 8.0]);
        save(&mut model);
        assert_eq!(zone_in(&free.join(ZONES[0])).volumes_at(2, 0).len(), 2);
        assert_eq!(volumes(&mut model, 960, 0), [(0, SKY)]);
        // What was not copied yet is not changed where it came from either.
        let second = fs::read(folder.path().join(ZONES[1])).unwrap();
        paint(&mut model, 300, [15_368.0, 8.0], [15_368.0, 8.0]);
        save(&mut model);
        assert!(is_saved(&model), "{:?}", model.dialog());
        assert!(fs::read(folder.path().join(ZONES[1])).unwrap() == second);
        assert_eq!(zone_in(&free.join(ZONES[1])).volumes_at(0, 0).len(), 2);
    }
}
