//! Ways to places of a zone: by what a person writes, and after a warp, into another zone as well.

use std::path::Path;

use landwright_core::space::rose::block::BlockCoord;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::vfs::folder::Folder;
use landwright_core::world::zone::field::{Field, Value};
use landwright_core::world::zone::names::Target;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::document::ZoneDocument;
use super::fields::text_of;
use super::words::kind_in_words;
use crate::kind::rose::view::cluster::NEAR_FROM_POINTS;
use crate::message::dialog::Dialog;
use crate::model::Model;
use crate::view::id::{DocumentId, ViewId};

impl Model {
    /// Opens the zone that the selected warp leads to.
    pub(super) fn follow_warp(&mut self, id: DocumentId) {
        let Some(document) = self.zone(id) else { return };
        let Some(target) = document.warp() else { return };
        if document.names.own_zone == Some(target.zone) {
            let point = document.point_named(target.point);
            match (point, self.zone_mut(id)) {
                (Some(point), Some(document)) => {
                    document.select([point].into());
                    document.show_thing(point);
                }
                _ => self.log.warn("the warp leads to a point that does not exist in this zone"),
            }
            return;
        }
        let game = document.game_folder().map(Path::to_owned);
        match (game, target.file) {
            (Some(game), Some(file)) => {
                let code_page = document.zone().code_page();
                let found = Folder::open(&game, code_page).and_then(|game| game.locate(file));
                match found {
                    Ok(Some(path)) => {
                        let point = target.point.to_vec();
                        self.shelves.zones.points_to_show.insert(path.clone(), point);
                        self.open(path);
                    }
                    _ => self.log.warn(format!("{file} is not in {}", game.display())),
                }
            }
            (None, _) => self.log.warn("save the zone into a game folder first"),
            (_, None) => {
                let zone = target.zone;
                self.log.warn(format!("LIST_ZONE.STB has no file for zone {zone}"));
            }
        }
    }

    /// Shows the point at which somebody arrives who followed a warp.
    pub(crate) fn arrive(&mut self, id: DocumentId) {
        let file = self.zone(id).and_then(|zone| zone.file.as_ref());
        let Some(path) = file.map(|file| file.path.clone()) else { return };
        let Some(point) = self.shelves.zones.points_to_show.remove(&path) else { return };
        let Some(document) = self.zone_mut(id) else { return };
        if let Some(point) = document.point_named(&point) {
            document.select([point].into());
            document.show_thing(point);
        }
    }

    /// Where nothing is meant, the question stays with what was typed.
    pub(crate) fn go_to_in_zone(&mut self, id: DocumentId, text: &str) {
        let Some(document) = self.zone_mut(id) else { return };
        match document.meant_by(text) {
            Some(Meant::Things(things)) => {
                let first = things.first().copied();
                document.select(things.into_iter().collect());
                match first.filter(|_| document.selection.is_empty()) {
                    Some(locked) => {
                        document.show_thing(locked);
                        self.log.note("its layer is locked, so it is shown but not selected");
                    }
                    None => document.show_selection(),
                }
            }
            Some(Meant::Place(place)) => document.show_place(place),
            None => {
                self.dialogs.push_front(Dialog::GoTo { text: text.to_owned() });
                self.log.warn(format!("`{text}`: {NOTHING_MEANT}"));
            }
        }
    }
}

/// What somebody writes who wants to go somewhere.
#[derive(Debug, Clone, PartialEq)]
enum Meant {
    Things(Vec<ThingId>),
    Place([f64; 2]),
}

/// The words of a text that somebody looks for.
struct Sought {
    words: Vec<String>,
}

impl Sought {
    fn new(text: &str) -> Sought {
        Sought { words: text.to_lowercase().split_whitespace().map(str::to_owned).collect() }
    }

    fn is_in(&self, said: &str) -> bool {
        let said = said.to_lowercase();
        self.words.iter().all(|word| said.contains(word))
    }

    /// Whether it is a monster of this name, or a spawn of it.
    fn is_monster(&self, name: &str) -> bool {
        self.is_in(&format!("{} {name}", kind_in_words(Kind::Spawn)))
    }
}

const NOTHING_MEANT: &str = "not found: write a name, x, y in cm of the files, a block such as \
    33_32, or a thing such as #12";

impl ZoneDocument {
    /// Lets a view come near to what is between two corners, so that what was one mark from far
    /// comes apart.
    pub(super) fn come_near(&mut self, view: ViewId, corners_file_cm: [[f64; 2]; 2]) {
        let span = self.span();
        let corners =
            corners_file_cm.map(|[x, y]| span.map_from_file(PosInFileCm { x, y, z: 0.0 }));
        let Some(view) = self.views.get_mut(&view.number) else { return };
        if let (Some(camera), Some(size)) = (&mut view.camera, view.size) {
            let fit = span.fit_box(corners, size);
            let nearer = 2.0 * camera.points_per_cell;
            camera.middle_in_cells = fit.middle_in_cells;
            camera.points_per_cell =
                fit.points_per_cell.clamp(nearer, nearer.max(NEAR_FROM_POINTS));
        }
    }

    /// Where the one warp that is selected leads.
    pub fn warp(&self) -> Option<Target<'_>> {
        let id = self.selection.first().filter(|_| self.selection.len() == 1)?;
        let object = self.zone().thing(*id).filter(|thing| thing.kind() == Kind::Warp)?.object()?;
        self.names.target(object.warp_id)
    }

    fn point_named(&self, name: &[u8]) -> Option<ThingId> {
        let mut things = self.zone().things();
        let is_it = |thing: &Thing| match thing {
            Thing::Point(point) => point.name.as_bytes() == name,
            _ => false,
        };
        things.find(|(_, thing)| is_it(thing)).map(|(id, _)| id)
    }

    /// What a text means while it is typed, or that it means nothing.
    pub fn go_to_in_words(&self, text: &str) -> Result<String, &'static str> {
        match self.meant_by(text) {
            Some(Meant::Things(things)) => match things.as_slice() {
                [id] => Ok(self.hit_in_words(*id, text)),
                [first, ..] => {
                    let first = self.hit_in_words(*first, text);
                    Ok(format!("{} things, such as {first}", things.len()))
                }
                [] => Err(NOTHING_MEANT),
            },
            Some(Meant::Place([x, y])) => Ok(format!("{x}, {y} cm")),
            None => Err(NOTHING_MEANT),
        }
    }

    /// How a thing that was found is called, with the monster that was meant where that is not the
    /// one that it is called by.
    fn hit_in_words(&self, id: ThingId, text: &str) -> String {
        let (words, sought) = (self.words().thing(id), Sought::new(text));
        if sought.is_in(&words) {
            return words;
        }
        let mut monsters = self.zone().thing(id).into_iter().flat_map(|it| self.monsters_of(it));
        match monsters.find(|name| sought.is_monster(name)) {
            Some(monster) => format!("{words}, with {monster}"),
            None => words,
        }
    }

    fn meant_by(&self, text: &str) -> Option<Meant> {
        if let Some(thing) = self.thing_in(text) {
            return Some(Meant::Things(vec![thing]));
        }
        let called = self.things_called(text);
        match called.is_empty() {
            true => self.place_in(text).map(Meant::Place),
            false => Some(Meant::Things(called)),
        }
    }

    /// The things whose names have all words of a text, or one of whose monsters is called so;
    /// where there are none, those with the words in another of their texts.
    fn things_called(&self, text: &str) -> Vec<ThingId> {
        // Numbers are places.
        if !text.chars().any(char::is_alphabetic) {
            return Vec::new();
        }
        let (zone, sought) = (self.zone(), Sought::new(text));
        let found = |is_it: &dyn Fn(ThingId, &Thing) -> bool| -> Vec<ThingId> {
            let things = zone.things().filter(|(id, thing)| is_it(*id, thing));
            things.map(|(id, _)| id).collect()
        };
        let named = found(&|id, thing| {
            sought.is_in(&self.words().thing(id))
                || self.monsters_of(thing).any(|name| sought.is_monster(name))
        });
        if named.is_empty() { found(&|_, it| sought.is_in(&self.texts_of(it))) } else { named }
    }

    /// All texts of a thing, and the names of its monsters.
    fn texts_of(&self, thing: &Thing) -> String {
        let code_page = self.zone().code_page();
        let texts = Field::ALL.iter().flat_map(|field| thing.values(*field));
        let texts = texts.filter(|value| matches!(value, Value::Text(_)));
        let mut said: Vec<String> = texts.map(|value| text_of(value, code_page)).collect();
        said.extend(self.monsters_of(thing).map(str::to_owned));
        said.join("\n")
    }

    /// What the tables call the monsters of a spawn, line by line of both its lists.
    fn monsters_of<'d>(&'d self, thing: &'d Thing) -> impl Iterator<Item = &'d str> {
        let lines = thing.spawn().into_iter();
        let lines = lines.flat_map(|spawn| spawn.basic.iter().chain(&spawn.tactic));
        lines.filter_map(|line| self.names.npcs.as_ref()?.name(line.monster_id))
    }

    /// A thing by its number in a text such as `#12`.
    fn thing_in(&self, text: &str) -> Option<ThingId> {
        let id = self.numbers.id(text.trim().strip_prefix('#')?.trim().parse().ok()?);
        self.zone().contains(id).then_some(id)
    }

    /// A place in a text: the middle of a block, or two numbers.
    fn place_in(&self, text: &str) -> Option<[f64; 2]> {
        let text = text.trim();
        if text.starts_with('#') {
            return None;
        }
        if let Some(block) = BlockCoord::from_file_name(text) {
            let PosInFileCm { x, y, .. } = self.zone().grid().middle_of_block(block);
            return self.zone().has_block(block).then_some([x, y]);
        }
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
        let mut numbers = text
            .split(|c: char| !is_part(c))
            .filter(|part| part.chars().any(|c| c.is_ascii_digit()))
            .map(|part| part.parse::<f64>().ok());
        let (x, y) = (numbers.next()??, numbers.next()??);
        Some([x, y])
    }
}
