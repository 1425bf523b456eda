//! Reports from server logs and players as a layer of an area: read, probed, and probed again after
//! each edit.

use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::problem::counted::counted;
use landwright_core::space::tera::PosInWorld;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::Revision;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::places::Places;
use landwright_core::world::area::reports::cause::Fault;
use landwright_core::world::area::reports::probe::Findings;
use landwright_core::world::area::reports::{self, Reported, Reports, Subject};

use super::AreaDone;
use super::document::AreaDocument;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::message::dialog::Dialog;
use crate::model::Model;
use crate::model::tick::Done;
use crate::versions::name_of;
use crate::view::id::DocumentId;

/// What was read, and what it came to on the area as it was.
#[derive(Debug, Clone)]
pub struct ReportLayer {
    /// What was read from where, the first one first.
    sources: Vec<(String, Arc<Reports>)>,
    /// All of it.
    pub read: Arc<Reports>,
    /// `None` until they were looked at.
    pub findings: Option<Findings>,
    /// The group that was shown last, by its place in the list.
    pub shown: Option<usize>,
    probed: Option<Revision>,
    is_probing: bool,
}

/// What reports came to.
#[derive(Debug)]
pub(crate) struct Probed {
    document: DocumentId,
    revision: Revision,
    geometry: Arc<Geometry>,
    read: Arc<Reports>,
    /// `None` where it was cancelled.
    findings: Option<Findings>,
}

impl ReportLayer {
    /// What was read before stays, but for what came from the same place.
    fn with(mut sources: Vec<(String, Arc<Reports>)>, name: String, read: Reports) -> ReportLayer {
        sources.retain(|(before, _)| *before != name);
        sources.push((name, Arc::new(read)));
        ReportLayer::of(sources)
    }

    fn of(sources: Vec<(String, Arc<Reports>)>) -> ReportLayer {
        let mut all = Reports::default();
        for (_, read) in &sources {
            all.reports.extend(read.reports.iter().cloned());
            all.passed_over.extend(read.passed_over.iter().cloned());
        }
        ReportLayer {
            sources,
            read: Arc::new(all),
            findings: None,
            shown: None,
            probed: None,
            is_probing: false,
        }
    }

    /// What was read from where, the first one first.
    pub fn sources(&self) -> impl ExactSizeIterator<Item = (&str, &Reports)> {
        self.sources.iter().map(|(name, read)| (name.as_str(), &**read))
    }

    /// Looking at them broke off, and would do so again until something changes.
    pub(crate) fn give_up(&mut self, revision: Revision) {
        self.is_probing = false;
        self.probed = Some(revision);
    }

    /// What they came to holds on.
    pub(super) fn carry_on(&mut self, before: Revision, now: Revision) {
        self.probed = self.probed.map(|probed| if probed == before { now } else { probed });
    }

    /// What they came to is past, though the area is as it was.
    pub(super) fn probe_again(&mut self) {
        self.probed = None;
    }
}

impl Model {
    pub(crate) fn read_reports(&mut self, id: DocumentId, path: PathBuf) {
        let name = name_of(&path);
        self.jobs.start(format!("Reading {name}"), move |_| {
            let read = disk::read_file(&path, READ_LIMIT).map_err(|error| error.to_string());
            let read = read.map(|loaded| reports::read(&String::from_utf8_lossy(&loaded.bytes)));
            Done::from(AreaDone::ReportsRead(id, name, read))
        });
    }

    /// What was copied from a log or a message.
    pub(crate) fn take_reported_text(&mut self, id: DocumentId, text: &str) {
        let layer = self.area(id).and_then(|area| area.reports.as_ref());
        let is_taken =
            |name: &String| layer.is_some_and(|layer| layer.sources().any(|(own, _)| own == name));
        let first = std::iter::once("Pasted text".to_owned());
        let mut names = first.chain((2..).map(|n: u32| format!("Paste {n}")));
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        self.take_reports(id, name, Ok(reports::read(text)));
    }

    pub(super) fn take_reports(
        &mut self,
        id: DocumentId,
        name: String,
        read: Result<Reports, String>,
    ) {
        let what = match read {
            Ok(read) if read.reports.is_empty() => {
                let why = read.passed_over.first();
                let why = why.map(|over| format!(": {}: {}", over.at, over.why));
                format!("{name} has no coordinates{}", why.unwrap_or_default())
            }
            Ok(read) => {
                let (n, n_over) = (read.reports.len(), read.passed_over.len());
                let found = counted(n, "report", "reports");
                let others = counted(n_over, "other line", "other lines");
                self.log.note(format!("{name}: {found}, {others}"));
                if let Some(area) = self.area_mut(id) {
                    let before = area.reports.take().map(|layer| layer.sources);
                    area.reports = Some(ReportLayer::with(before.unwrap_or_default(), name, read));
                }
                return;
            }
            Err(error) => format!("{name} can't be read: {error}"),
        };
        self.log.error(what.clone());
        self.dialogs.push_back(Dialog::Failed { what });
    }

    /// Looks at reports on every area that changed since they were looked at.
    pub(crate) fn probe_reports(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            let (revision, is_busy) = (area.editing.revision(), area.editing.is_in_gesture());
            let Some(layer) = &mut area.reports else { continue };
            if is_busy || layer.is_probing || layer.probed == Some(revision) {
                continue;
            }
            layer.is_probing = true;
            let read = layer.read.clone();
            let (document, map, geometry) = (area.id, area.area().clone(), area.geometry.clone());
            self.jobs.start_for((document, For::Reports), "Looking at reports", move |progress| {
                let (places, watcher) = (Places::of(&map), &mut progress.watcher());
                let findings =
                    map.probe_reports_watched(&places, &geometry, &read.reports, watcher);
                let findings = findings.continue_value();
                let probed = Probed { document, revision, geometry, read, findings };
                Done::from(AreaDone::ReportsProbed(probed))
            });
        }
    }

    pub(super) fn take_probed_reports(&mut self, probed: Probed) {
        let Probed { document, revision, geometry, read, findings } = probed;
        let Some(area) = self.area_mut(document) else { return };
        let is_past = !Arc::ptr_eq(&area.geometry, &geometry);
        let layer = area.reports.as_mut().filter(|layer| Arc::ptr_eq(&layer.read, &read));
        let Some(layer) = layer else { return };
        // What was cancelled is looked at again when something changes.
        (layer.is_probing, layer.probed) = (false, Some(revision).filter(|_| !is_past));
        if let Some(findings) = findings {
            (layer.shown, layer.findings) = (None, Some(findings));
        }
    }
}

impl AreaDocument {
    /// Takes away what was read from one place; the rest is looked at again.
    pub(super) fn drop_reports_of(&mut self, index: usize) {
        let Some(layer) = self.reports.take() else { return };
        let mut sources = layer.sources;
        if index < sources.len() {
            sources.remove(index);
        }
        self.reports = (!sources.is_empty()).then(|| ReportLayer::of(sources));
    }

    /// Shows the node or edge at fault of a group of reports, or else where the first of them is.
    pub(super) fn show_reports(&mut self, group: usize) {
        let Some(layer) = &mut self.reports else { return };
        let found = layer.findings.as_ref().and_then(|findings| findings.groups.get(group));
        let Some(found) = found else { return };
        let (fault, first) = (found.fault, found.reports.first().copied());
        let first = first.and_then(|first| layer.read.reports.get(first));
        let place = first.map(|report| match report.subject {
            Subject::Place(at) | Subject::Way { from: at, .. } => at,
        });
        layer.shown = Some(group);
        let (node, edge) = match fault {
            Some(Fault::Node(node)) => (Some(node), None),
            Some(Fault::Edge(edge)) => (Some(edge.node), Some(edge)),
            None => (None, None),
        };
        if let Some((node, pos)) = node.and_then(|node| Some((node, self.pos(node)?))) {
            match edge {
                Some(edge) => self.select_edge(edge),
                None => self.select_nodes([node].into()),
            }
            self.show_pos(pos);
        } else if let Some(Reported { x, y, z }) = place {
            self.show_pos(PosInWorld { x, y, z: z.unwrap_or_default() });
        }
    }
}
