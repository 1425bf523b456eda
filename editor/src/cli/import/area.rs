//! TERA areas and their geometry, from the files of the game's own servers and from other programs.

use std::ops::ControlFlow;
use std::path::Path;

use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::problem::counted::counted;
use landwright_core::world::area::compare::Comparison;
use landwright_core::world::three_way::Report;

use super::Import;
use super::preview::changes_of;
use crate::cli::area;
use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, n_bytes, shown};
use crate::cli::settings::Settings;
use crate::cli::target::Target;
use crate::kind::tera::exchange::{Retail, RetailKind, RetailTrouble};

/// What a file is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Retail(RetailKind),
    GeoJson,
    Json,
}

/// What the names of the file and of the output mean; `None` where it is no area.
pub(super) fn format_of(file: &Path, target: &Path) -> Option<Format> {
    let is_tera = matches!(Kind::of_name(&load::name_of(target)), Some(Kind::Apd | Kind::Zgd));
    if let Some(kind) = RetailKind::of(file) {
        return Some(Format::Retail(kind));
    }
    match file.extension()?.to_string_lossy().to_lowercase().as_str() {
        "geojson" => Some(Format::GeoJson),
        "json" if is_tera => Some(Format::Json),
        _ => None,
    }
}

impl Import {
    pub(super) fn area(
        &self,
        format: Format,
        target: &Target,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        if self.onto.is_some() && format != Format::GeoJson {
            return Err(self.whole_of_its_own());
        }
        let before = target.before()?;
        let project = Settings::of_one(target.path())?;
        let (content, what) = match format {
            Format::GeoJson => return self.geojson(target, output),
            Format::Retail(kind) => match self.retail(kind)? {
                Retail::Zone(zgd) => {
                    let what = counted(zgd.volumes().len(), "volume", "volumes");
                    (Content::Zgd(zgd), what)
                }
                Retail::Paths(apd) => {
                    let zones = counted(apd.zones().len(), "zone", "zones");
                    let nodes = counted(apd.n_nodes(), "node", "nodes");
                    let edges = counted(apd.n_edges(), "edge", "edges");
                    (Content::Apd(apd), format!("{zones}, {nodes}, {edges}"))
                }
            },
            Format::Json => {
                let json = load::load(&self.file)?.bytes;
                let file: File =
                    serde_json::from_slice(&json).map_err(|error| self.wrong(&error))?;
                self.expect_kind(file.kind(), target)?;
                let mut go_on = |_, _| ControlFlow::Continue(());
                let bytes = file::write(&file, project.compression, &mut go_on);
                let bytes = bytes.map_err(|error| self.wrong(&error))?;
                let n_bytes = n_bytes(bytes.len());
                target.save_for(&project, before, bytes)?;
                output.line(&format!("{}: {n_bytes}", shown(target.path())))?;
                return Ok(Outcome::Fine);
            }
        };
        self.expect_kind(content.kind(), target)?;
        let file = File { content, packed: None };
        let mut go_on = |_, _| ControlFlow::Continue(());
        let bytes = file::write(&file, project.compression, &mut go_on);
        let bytes = bytes.map_err(|error| self.wrong(&error))?;
        target.save_for(&project, before, bytes)?;
        output.line(&format!("{}: {what}", shown(target.path())))?;
        Ok(Outcome::Fine)
    }

    /// Points and lines, onto the area that they were made from.
    fn geojson(&self, target: &Target, output: &mut Output) -> Result<Outcome, Failure> {
        let Some(base) = &self.onto else {
            let message = "points and lines need the area that they belong to: --onto AREA.apd";
            return Err(Failure::WrongUse(message.to_owned()));
        };
        let place = area::save::place(target, base)?;
        let mut opened = area::open(base, None)?;
        let loaded = load::load(&self.file)?;
        let new = crate::kind::tera::exchange::onto(&opened.area, &self.file, &loaded.bytes);
        let new = new.map_err(|wrong| self.wrong(&wrong))?;
        let comparison = Comparison::of(&opened.area, &new.area);
        if !new.has_base && comparison != Comparison::default() {
            complain(&format!("note: {}", crate::kind::tera::exchange::NO_BASE));
        }
        let what = match &new.merged {
            None => in_words(&comparison),
            Some(report) => report.counts(),
        };
        opened.area = new.area;
        opened.save_at(base, target, &place)?;
        let line = format!("{}: {what}", shown(&place.file));
        let report = new
            .merged
            .unwrap_or_else(|| Report { changes: changes_of(&comparison), ..Report::default() });
        self.tell(output, &line, &report)
    }

    /// Of a file that holds all of a document.
    pub(super) fn whole_of_its_own(&self) -> Failure {
        let help = "holds a whole file, which does not go onto another; leave out --onto, and merge \
                    the result";
        Failure::WrongUse(format!("{} {help}", shown(&self.file)))
    }

    fn retail(&self, kind: RetailKind) -> Result<Retail, Failure> {
        kind.read(&self.file).map_err(|trouble| match trouble {
            RetailTrouble::File(error) => {
                Failure::WrongUse(format!("{}: {}", shown(&error.path), error.trouble))
            }
            RetailTrouble::Content(error) => self.wrong(&error),
        })
    }

    fn expect_kind(&self, kind: Kind, target: &Target) -> Result<(), Failure> {
        let path = target.path();
        if Kind::of_name(&load::name_of(path)) == Some(kind) {
            return Ok(());
        }
        let (path, kind) = (shown(path), kind.name());
        Err(Failure::WrongUse(format!("{path}: expected a name that ends in .{kind}")))
    }
}

fn in_words(comparison: &Comparison) -> String {
    let parts = [
        (comparison.new_nodes.len(), "new node", "new nodes"),
        (comparison.gone_nodes.len(), "node deleted", "nodes deleted"),
        (comparison.moved_nodes.len(), "node moved", "nodes moved"),
        (comparison.new_edges.len(), "new edge", "new edges"),
        (comparison.gone_edges.len(), "edge removed", "edges removed"),
    ];
    let parts = parts.into_iter().filter(|(n, _, _)| *n > 0);
    let words: Vec<String> = parts.map(|(n, one, many)| counted(n, one, many)).collect();
    if words.is_empty() { "nothing differs".to_owned() } else { words.join(", ") }
}
