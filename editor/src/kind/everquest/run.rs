//! What commands and messages do to a zone.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::nav::eq::answer::Volumes;
use landwright_core::problem::Thing;
use landwright_core::world::eq::plan::{Plan, USUAL_SIDE_PX};
use landwright_core::world::eq::server_wtr;

use crate::command::CommandId;
use crate::kind::everquest::commands::{
    ADD, CONNECTED, MAKE, NONE, REMOVE, SAME_KIND, TAGS, TURN_LEFT, TURN_RIGHT,
};
use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::message::{ToObjects, ToZone, Way};
use crate::kind::everquest::{EverQuest, server};
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::single::OneFile;
use crate::kind::{Kind, KindDocument, Means};
use crate::message::sent::{Sent, Wishes};

impl KindDocument for EqDocument {
    fn kind(&self) -> &'static dyn Kind {
        &EverQuest
    }

    fn endings(&self) -> &'static [&'static str] {
        &["s3d"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        if TAGS.iter().any(|(_, command)| *command == id) {
            return Some(!self.selection.is_empty());
        }
        match id {
            SAME_KIND | CONNECTED => Some(!self.selection.is_empty()),
            NONE | CommandId::SelectNone => {
                Some(!self.selection.is_empty() || !self.placement.chosen.is_empty())
            }
            CommandId::ZoomFit | CommandId::ZoomIn | CommandId::ZoomOut => Some(true),
            CommandId::ZoomSelection => {
                Some(!self.selection.is_empty() || !self.placement.chosen.is_empty())
            }
            TURN_LEFT | TURN_RIGHT | REMOVE => Some(!self.placement.chosen.is_empty()),
            ADD => Some(self.found.is_some() && !self.placement.model.is_empty()),
            MAKE => {
                let is_saved = self.editing.is_saved() && self.common.file.is_some();
                Some(is_saved && !self.is_making)
            }
            CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            _ => None,
        }
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        if let Some((kind, _)) = TAGS.iter().find(|(_, command)| *command == id) {
            return self.tag(*kind);
        }
        match id {
            SAME_KIND => self.select_same_kind(),
            CONNECTED => return self.select_connected(),
            MAKE => return self.make_server_files(),
            NONE | CommandId::SelectNone => {
                self.select(&BTreeSet::new(), Way::Replace);
                self.choose(&BTreeSet::new(), Way::Replace);
            }
            TURN_LEFT => return self.turn_chosen(1.0),
            TURN_RIGHT => return self.turn_chosen(-1.0),
            ADD => return self.add_object(),
            REMOVE => return self.remove_objects(),
            CommandId::ZoomFit => self.n_fits += 1,
            CommandId::ZoomIn => self.n_zooms += 1,
            CommandId::ZoomOut => self.n_zooms -= 1,
            CommandId::ZoomSelection => self.n_shows += 1,
            _ => {}
        }
        Wishes::default()
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        let Some(message) = sent.get::<ToZone>() else { return Wishes::default() };
        match message {
            ToZone::Ask { at, region, way } => {
                if *way == Way::Replace {
                    self.choose(&BTreeSet::new(), Way::Replace);
                }
                self.select(&region.iter().copied().collect(), *way);
                self.ask(*at);
            }
            ToZone::Select { regions, way } => self.select(regions, *way),
            ToZone::Show(kind, is_shown) => {
                if *is_shown {
                    self.hidden.remove(kind);
                } else {
                    self.hidden.insert(*kind);
                }
                self.n_looks += 1;
            }
            ToZone::Below(below) => self.below = *below,
            ToZone::Limit(limit) => self.limit = *limit,
            ToZone::Line(line) => self.line = line.clone(),
            ToZone::Objects(message) => return self.take_for_objects(message),
            ToZone::Laid(of, laid) => return self.take_laid(of, laid),
            ToZone::Drawn(_, of, _) if *of != self.n_casts => {}
            ToZone::Drawn(below, _, plan) => {
                (self.plan, self.plan_below, self.is_drawing) = (Arc::clone(plan), *below, false);
                self.n_looks += 1;
            }
            ToZone::Stale(stale) => {
                self.stale.clone_from(stale);
                if !stale.is_empty() {
                    let files = stale.join(" and ");
                    let warning = format!(
                        "{files} beside {} was made from a different version: Regions, Make server \
                         files anew",
                        self.common.title
                    );
                    return Wishes::warn(warning);
                }
            }
            ToZone::Made(made) => {
                self.is_making = false;
                match made {
                    Ok(said) => {
                        self.stale.clear();
                        // What was wrong with them is no more.
                        self.common.checked = None;
                        return Wishes { notes: said.clone(), ..Wishes::default() };
                    }
                    Err(error) => {
                        let warning = format!("The server's files stay as they are: {error}");
                        return Wishes::warn(warning);
                    }
                }
            }
            ToZone::Sorted(revision, volumes) => {
                (self.volumes, self.is_sorting) = (Arc::clone(volumes), false);
                self.volumes_of = Some(*revision);
                if let Some(at) = self.found.as_ref().map(|found| found.at) {
                    self.ask(at);
                }
            }
        }
        Wishes::default()
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get() {
            Some(ToZone::Objects(ToObjects::Move(_) | ToObjects::Set(..))) => Means::Acting,
            _ => Means::Looking,
        }
    }

    /// A region by its number, or a place.
    fn go_to(&mut self, text: &str) -> Wishes {
        let text = text.trim();
        if let Some(region) = text.strip_prefix('#').and_then(|number| number.parse::<u32>().ok()) {
            if !self.kinds.contains_key(&region) {
                return Wishes::warn(format!("there is no region {region}"));
            }
            self.select(&BTreeSet::from([region]), Way::Replace);
            self.n_shows += 1;
            return Wishes::default();
        }
        let numbers = text.split([',', ' ']).filter(|part| !part.is_empty());
        let numbers: Option<Vec<f64>> = numbers.map(|part| part.parse().ok()).collect();
        let is_finite = |numbers: &Vec<f64>| numbers.iter().all(|number| number.is_finite());
        let at = match numbers.filter(is_finite).as_deref() {
            Some([x, y]) => {
                let floors = self.ground.column(*x, *y);
                let highest = floors.floors().last().unwrap_or_default();
                [*x, *y, highest]
            }
            Some([x, y, z]) => [*x, *y, *z],
            _ => return Wishes::warn(format!("`{text}` is no place: expected x, y or x, y, z")),
        };
        let region = self.volumes.tree.leaf(at).and_then(|leaf| leaf.region);
        self.select(&region.into_iter().collect(), Way::Replace);
        self.ask(at);
        self.n_shows += 1;
        Wishes::default()
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some([
            "Go to a place",
            "a region such as #12, or x, y or x, y, z as the server has them",
            "Place",
        ])
    }

    /// Regions are sorted and floors are drawn beside the window.
    fn follow(&mut self) -> Wishes {
        self.look();
        let mut wishes = self.follow_objects();
        let revision = self.editing.revision();
        if self.volumes_of != Some(revision) && !self.is_sorting {
            self.is_sorting = true;
            let zone = self.zone().clone();
            let old = Arc::clone(&self.volumes);
            let title = format!("Sorting the regions of {}", self.common.title);
            let work = Wishes::job(title, move |_| {
                let wtr = server_wtr::build(zone.zone());
                let volumes = wtr.map_or(old, |wtr| Arc::new(Volumes::new(&wtr)));
                Sent::new(ToZone::Sorted(revision, volumes))
            });
            wishes.jobs.extend(work.jobs);
        }
        if std::mem::take(&mut self.is_saved_anew)
            && let Some(path) = self.common.file.as_ref().map(|file| file.path.clone())
        {
            let zone = self.saved.clone();
            let title = format!("Comparing the server's files with {}", self.common.title);
            let work = Wishes::job(title, move |_| {
                let stale = server::stale(zone.zone(), &path);
                Sent::new(ToZone::Stale(stale.iter().map(server::Stale::name).collect()))
            });
            wishes.jobs.extend(work.jobs);
        }
        if self.plan_below != self.below && !self.is_drawing {
            self.is_drawing = true;
            let (ground, volumes) = (Arc::clone(&self.ground), Arc::clone(&self.volumes));
            let (below, of, old) = (self.below, self.n_casts, Arc::clone(&self.plan));
            let title = format!("Drawing the floors of {}", self.common.title);
            let work = Wishes::job(title, move |_| {
                let limit = below.unwrap_or(f32::INFINITY);
                let plan = Plan::new(&ground, &volumes.tree, USUAL_SIDE_PX, limit);
                Sent::new(ToZone::Drawn(below, of, plan.map_or(old, Arc::new)))
            });
            wishes.jobs.extend(work.jobs);
        }
        wishes
    }

    fn thing_in_words(&self, thing: &Thing) -> Option<String> {
        match thing {
            Thing::Object { list: list @ ("region" | "object"), index, .. } => {
                Some(format!("{list} {index}"))
            }
            _ => None,
        }
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl EqDocument {
    /// Writes what the server reads of the zone, beside the window.
    fn make_server_files(&mut self) -> Wishes {
        let Some(path) = self.common.file.as_ref().map(|file| file.path.clone()) else {
            return Wishes::default();
        };
        self.is_making = true;
        let zone = self.saved.clone();
        let title = format!("Making the server's files of {}", self.common.title);
        Wishes::job(title, move |_| Sent::new(ToZone::Made(server::make(zone.zone(), &path))))
    }
}
