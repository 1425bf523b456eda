//! Territories of TERA's servers: fences, and the NPCs that spawn inside, with their ways.
//!
//! ```text
//! TerritoryData  huntingZoneId
//! └─ TerritoryGroup  id, desc
//!    └─ TerritoryList
//!       └─ Territory  id, desc, type, addMaxZ, subtractMinZ
//!          ├─ Fence  pos="x,y,z"                    one for each corner, in order
//!          └─ Npc  instanceId, npcTemplateId, desc, randomPos, spawnCount, pos="x,y,z", dir
//!             └─ PatrolList
//!                └─ …  pos="x,y,z"                  one for each stop of its way
//! ```
//!
//! Four forms are read, by the same rules: the servers' own `TerritoryData_<zone>.xml`; the sheets of the
//! data centre (`TerritoryData-00005.xml`), which have fences without ids and NPCs; the servers' climbing,
//! swimming, fishing and teleport territories; and the sections of `AreaData`, which have fences. An NPC with
//! `randomPos="true"` stands anywhere inside of the fence, and its `pos` means nothing.
//!
//! Only values of `pos` are ever changed, in place. All other bytes stay, whatever the file's encoding.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::format::xml::text::{NotUtf16, XmlText};
use crate::format::xml::{BadXml, Element, Event, Xml};

/// More troubles than this are the same one again.
const MAX_TROUBLES: usize = 1000;

/// A file of territories.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    source: XmlText,
    pub hunting_zone: Option<u32>,
    pub territories: Vec<Territory>,
    pub troubles: Vec<Trouble>,
    /// New values by the places of the old ones.
    changed: BTreeMap<usize, (Range<usize>, String)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Territory {
    /// As the file writes it; the data centre's sheets have none.
    pub id: String,
    pub description: String,
    /// The id of its group.
    pub group: String,
    /// `normal`, `questStart` and so on.
    pub kind: String,
    /// Where its name stands in the text.
    pub span: Range<usize>,
    pub line: u32,
    pub fence: Vec<Point>,
    /// How far above its highest corner and below its lowest one it reaches.
    pub above: f64,
    pub below: f64,
    pub npcs: Vec<Npc>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Npc {
    /// The number that it is known by on the server, as the file writes it.
    pub instance: String,
    pub template: String,
    pub description: String,
    /// Where it stands is drawn anew each time, anywhere inside of the fence.
    pub is_anywhere: bool,
    pub count: u32,
    pub line: u32,
    pub span: Range<usize>,
    pub at: Option<Point>,
    /// Where it goes, stop by stop.
    pub way: Vec<Point>,
}

/// A place in the world, and where its value stands in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    pub pos_in_world: [f64; 3],
    pub span: Range<usize>,
    pub line: u32,
}

/// A value that is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    pub line: u32,
    pub span: Range<usize>,
    pub what: String,
}

/// What can't be a new place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    #[error("a position has three finite numbers below 10,000,000")]
    NoPlace,
    #[error("it has no position of its own in the file")]
    NoPoint,
}

/// Whether bytes look like territories of any form.
pub fn is_territories(bytes: &[u8]) -> bool {
    let Ok(XmlText { text, .. }) = XmlText::read(bytes) else { return false };
    let mut xml = Xml::new(&text);
    let Ok(Some(Event::Start(first))) = xml.next_event() else { return false };
    first.name.ends_with("TerritoryData")
        || first.name.ends_with("Territory")
        || first.name == "AreaData"
}

impl Sheet {
    /// Reads what can be understood, and says what can't be.
    pub fn read(bytes: &[u8]) -> Result<Sheet, NotUtf16> {
        let source = XmlText::read(bytes)?;
        let mut reader = Reader::of(&source.text);
        let mut xml = Xml::whole(&source.text);
        loop {
            match xml.next_event() {
                Ok(None) => break,
                Ok(Some(event)) => reader.take(event),
                Err(error) => {
                    let what = format!("{}; the rest is not read", error.what);
                    let end = source.text.len();
                    reader.troubles.push(Trouble { line: error.line, span: end..end, what });
                    break;
                }
            }
        }
        reader.tell_the_rest();
        let Reader { hunting_zone, territories, troubles, .. } = reader;
        Ok(Sheet { hunting_zone, territories, troubles, changed: BTreeMap::new(), source })
    }

    /// The bytes of the file with what was changed.
    pub fn write(&self) -> Vec<u8> {
        let old = &self.source.text;
        let (mut text, mut end) = (String::with_capacity(old.len()), 0);
        for (span, value) in self.changed.values() {
            text.push_str(old.get(end..span.start).unwrap_or_default());
            text.push_str(value);
            end = span.end;
        }
        text.push_str(old.get(end..).unwrap_or_default());
        XmlText { text, encoding: self.source.encoding }.write()
    }

    /// The text that it was read from, which spans are of.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    pub fn npcs(&self) -> impl Iterator<Item = (&Territory, &Npc)> {
        self.territories.iter().flat_map(|own| own.npcs.iter().map(move |npc| (own, npc)))
    }

    /// Moves an NPC. Numbers that stay keep how they are written, and new ones have at least as many
    /// places.
    pub fn move_npc(&mut self, territory: usize, npc: usize, to: [f64; 3]) -> Result<(), BadMove> {
        const FARTHEST: f64 = 10_000_000.0;
        if !to.iter().all(|at| at.is_finite() && at.abs() < FARTHEST) {
            return Err(BadMove::NoPlace);
        }
        let npc = self.territories.get_mut(territory).and_then(|own| own.npcs.get_mut(npc));
        let point = npc.and_then(|npc| npc.at.as_mut()).ok_or(BadMove::NoPoint)?;
        let old = self.source.text.get(point.span.clone()).unwrap_or_default();
        let parts: Vec<&str> = old.split(',').collect();
        let new: Vec<String> = to.iter().zip(&parts).map(|(to, old)| like(old, *to)).collect();
        let new = new.join(",");
        point.pos_in_world = to;
        match new == old {
            true => self.changed.remove(&point.span.start),
            false => self.changed.insert(point.span.start, (point.span.clone(), new)),
        };
        Ok(())
    }
}

/// A number, written as another one is.
fn like(old: &str, new: f64) -> String {
    let text = old.trim();
    if text.parse() == Ok(new) {
        return old.to_owned();
    }
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let n_old = text.split_once('.');
    let n_old = n_old.map_or(0, |(_, places)| places.bytes().take_while(is_digit).count());
    let n_needed = format!("{new}").split_once('.').map_or(0, |(_, places)| places.len());
    let n_places = n_old.max(n_needed).min(17);
    let (start, end) = (old.len() - old.trim_start().len(), old.trim_end().len());
    let (before, after) =
        (old.get(..start).unwrap_or_default(), old.get(end..).unwrap_or_default());
    format!("{before}{new:.n_places$}{after}")
}

/// What is open while a sheet is read.
struct Reader<'a> {
    text: &'a str,
    hunting_zone: Option<u32>,
    territories: Vec<Territory>,
    troubles: Vec<Trouble>,
    group: String,
    /// The territories that are open, by their numbers, the innermost last.
    open: Vec<usize>,
    is_in_npc: bool,
    /// Troubles beyond the most that are listed, and where the first of them stands.
    n_more: usize,
    more_at: Option<(u32, Range<usize>)>,
}

impl<'a> Reader<'a> {
    fn of(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            hunting_zone: None,
            territories: Vec::new(),
            troubles: Vec::new(),
            group: String::new(),
            open: Vec::new(),
            is_in_npc: false,
            n_more: 0,
            more_at: None,
        }
    }

    fn take(&mut self, event: Event<'a>) {
        match event {
            Event::Start(element) => self.start(&element),
            Event::End { name: "Territory" | "Section", .. } => {
                self.open.pop();
                self.is_in_npc = false;
            }
            Event::End { name: "Npc", .. } => self.is_in_npc = false,
            Event::End { name: "TerritoryGroup", .. } => self.group.clear(),
            Event::End { .. } => {}
        }
    }

    fn start(&mut self, element: &Element<'a>) {
        if self.hunting_zone.is_none() {
            let zone = element.attribute("huntingZoneId");
            self.hunting_zone = zone.and_then(|zone| zone.trim().parse().ok());
        }
        match element.name {
            "TerritoryGroup" => self.group = text_of(element, &["id"]),
            "Territory" | "Section" => {
                if !element.is_empty {
                    self.open.push(self.territories.len());
                }
                self.is_in_npc = false;
                let territory = self.territory(element);
                self.territories.push(territory);
            }
            "Fence" if !self.open.is_empty() && !self.is_in_npc => {
                let point = self.point(element);
                if let Some((own, point)) = self.innermost().zip(point) {
                    own.fence.push(point);
                }
            }
            "Npc" if !self.open.is_empty() => {
                self.is_in_npc = !element.is_empty;
                let npc = self.npc(element);
                if let Some(own) = self.innermost() {
                    own.npcs.push(npc);
                }
            }
            _ if self.is_in_npc && element.attribute("pos").is_some() => {
                let point = self.point(element);
                let npc = self.innermost().and_then(|own| own.npcs.last_mut());
                if let Some((npc, point)) = npc.zip(point) {
                    npc.way.push(point);
                }
            }
            _ => {}
        }
    }

    /// Sections of `AreaData` stand in each other.
    fn innermost(&mut self) -> Option<&mut Territory> {
        self.territories.get_mut(*self.open.last()?)
    }

    fn territory(&mut self, element: &Element<'a>) -> Territory {
        Territory {
            id: text_of(element, &["id", "sectionId"]),
            description: text_of(element, &["desc", "name"]),
            group: self.group.clone(),
            kind: text_of(element, &["type"]),
            span: self.span_of(element.name),
            line: element.line,
            fence: Vec::new(),
            above: self.number(element, "addMaxZ"),
            below: self.number(element, "subtractMinZ"),
            npcs: Vec::new(),
        }
    }

    fn npc(&mut self, element: &Element<'a>) -> Npc {
        let count = text_of(element, &["spawnCount"]);
        let is_anywhere = text_of(element, &["randomPos"]).trim().eq_ignore_ascii_case("true");
        Npc {
            instance: text_of(element, &["instanceId", "id"]),
            template: text_of(element, &["npcTemplateId", "templateId"]),
            description: text_of(element, &["desc", "name"]),
            is_anywhere,
            count: count.trim().parse().unwrap_or(1),
            line: element.line,
            span: self.span_of(element.name),
            at: if is_anywhere { None } else { self.point(element) },
            way: Vec::new(),
        }
    }

    fn number(&mut self, element: &Element<'a>, name: &str) -> f64 {
        let Some(value) = element.attribute(name) else { return 0.0 };
        match value.trim().parse::<f64>() {
            Ok(value) if value.is_finite() => value,
            _ => {
                let span = self.span_of(element.name);
                self.trouble(element.line, span, format!("{name} is not a number"));
                0.0
            }
        }
    }

    /// The place that an element is at; `None` without one, or with one that can't be read.
    fn point(&mut self, element: &Element<'a>) -> Option<Point> {
        let mut attributes = element.attributes();
        let raw = attributes.find(|own| own.name.eq_ignore_ascii_case("pos"))?.raw;
        let span = self.span_of(raw);
        let numbers: Vec<f64> =
            raw.split(',').filter_map(|part| part.trim().parse().ok()).collect();
        match numbers.as_slice() {
            [x, y, z] if raw.split(',').count() == 3 && numbers.iter().all(|at| at.is_finite()) => {
                Some(Point { pos_in_world: [*x, *y, *z], span, line: element.line })
            }
            _ => {
                let what =
                    format!("pos of <{}> is not a position such as 1.0,2.0,3.0", element.name);
                self.trouble(element.line, span, what);
                None
            }
        }
    }

    /// Where a part of the text stands in it.
    fn span_of(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        start..start.saturating_add(part.len()).min(self.text.len())
    }

    fn trouble(&mut self, line: u32, span: Range<usize>, what: String) {
        if self.troubles.len() < MAX_TROUBLES {
            self.troubles.push(Trouble { line, span, what });
            return;
        }
        self.n_more += 1;
        self.more_at.get_or_insert((line, span));
    }

    /// Says how many troubles are not listed.
    fn tell_the_rest(&mut self) {
        if let Some((line, span)) = self.more_at.take() {
            let n = self.n_more;
            let what = format!("{n} more from here on can't be read");
            self.troubles.push(Trouble { line, span, what });
        }
    }
}

/// The first of these attributes that an element has.
fn text_of(element: &Element<'_>, names: &[&str]) -> String {
    let mut found = names.iter().filter_map(|name| element.attribute(name));
    found.next().unwrap_or_default().into_owned()
}

/// Why templates can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadTemplates {
    #[error("{0}")]
    Encoding(#[from] NotUtf16),
    #[error("{0}")]
    Xml(#[from] BadXml),
}

/// The templates of a file of NPCs (`NpcData_<zone>.xml`), by their numbers.
pub fn templates(bytes: &[u8]) -> Result<(Option<u32>, BTreeMap<String, String>), BadTemplates> {
    let source = XmlText::read(bytes)?;
    let mut xml = Xml::new(&source.text);
    let (mut zone, mut templates) = (None, BTreeMap::new());
    while let Some(event) = xml.next_event()? {
        let Event::Start(element) = event else { continue };
        if zone.is_none() {
            zone = element.attribute("huntingZoneId").and_then(|zone| zone.trim().parse().ok());
        }
        if element.name == "Template" {
            let name = text_of(&element, &["name", "desc"]);
            templates.insert(text_of(&element, &["id"]).trim().to_owned(), name);
        }
    }
    Ok((zone, templates))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n\
        <TerritoryData huntingZoneId=\"7\" xmlns=\"x\">\r\n\
        \t<TerritoryGroup id=\"700001\" desc=\"여명\">\r\n\t\t<TerritoryList>\r\n\
        \t\t\t<Territory id=\"71\" desc=\"camp\" type=\"normal\" addMaxZ=\"256.000000\" subtractMinZ=\"4\">\r\n\
        \t\t\t\t<Fence pos=\"0.0,0.0,5.0\" /><Fence pos=\"100.0,0.0,5.0\"/>\r\n\
        \t\t\t\t<Fence pos='0.0, 100.0, 6.0'/>\r\n\
        \t\t\t\t<Npc instanceId=\"9\" npcTemplateId=\"1016\" randomPos=\"false\" spawnCount=\"1\"\r\n\
        \t\t\t\t\tpos=\"20.50000000,-30.25000000,7\" dir=\"277\">\r\n\
        \t\t\t\t\t<PatrolList type=\"default\"><Patrol pos=\"1,2,3\"/><Patrol pos=\"x,2,3\"/></PatrolList>\r\n\
        \t\t\t\t</Npc><Npc npcTemplateId=\"2\" randomPos=\"true\" spawnCount=\"5\" pos=\"0,0,0\"/>\r\n\
        \t\t\t</Territory>\r\n\t\t</TerritoryList>\r\n\t</TerritoryGroup>\r\n\
        \t<Territory><Fence pos=\"1,1,1\"/></Territory></TerritoryData>\r\n";

    #[test]
    fn territories_come_with_their_fences_npcs_and_ways() {
        let sheet = Sheet::read(SHEET.as_bytes()).unwrap();
        assert!(is_territories(SHEET.as_bytes()) && !is_territories(b"<AreaList/>"));
        assert_eq!(sheet.hunting_zone, Some(7));
        let [camp, plain] = &sheet.territories[..] else { panic!() };
        assert_eq!((&*camp.id, &*camp.group, camp.fence.len()), ("71", "700001", 3));
        assert_eq!((camp.above, camp.below, camp.line), (256.0, 4.0, 5));
        assert_eq!(camp.fence[2].pos_in_world, [0.0, 100.0, 6.0]);
        assert_eq!((plain.group.as_str(), plain.fence.len()), ("", 1));
        let [fixed, anywhere] = &camp.npcs[..] else { panic!() };
        assert_eq!(fixed.at.as_ref().unwrap().pos_in_world, [20.5, -30.25, 7.0]);
        assert_eq!((fixed.way.len(), fixed.way[0].pos_in_world), (1, [1.0, 2.0, 3.0]));
        assert!(anywhere.is_anywhere && anywhere.count == 5);
        assert_eq!(sheet.troubles.len(), 1);
        assert_eq!(&sheet.text()[sheet.troubles[0].span.clone()], "x,2,3");
    }

    #[test]
    fn nothing_but_the_moved_numbers_changes() {
        let utf16: Vec<u8> = SHEET.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut sheet = Sheet::read(&utf16).unwrap();
        assert_eq!(sheet.write(), utf16);
        sheet.move_npc(0, 0, [21.5, -30.25, 7.25]).unwrap();
        let expected = SHEET.replace("20.50000000,-30.25000000,7", "21.50000000,-30.25000000,7.25");
        let expected: Vec<u8> = expected.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(sheet.write(), expected);
        sheet.move_npc(0, 0, [20.5, -30.25, 7.0]).unwrap();
        assert_eq!(sheet.write(), utf16);
        assert_eq!(sheet.move_npc(0, 0, [f64::NAN, 0.0, 0.0]), Err(BadMove::NoPlace));
        assert_eq!(sheet.move_npc(0, 7, [0.0; 3]), Err(BadMove::NoPoint));
    }

    #[test]
    fn broken_sheets_are_read_to_where_they_break_and_written_back() {
        let bytes = SHEET.as_bytes();
        for at in 0..bytes.len() {
            let sheet = Sheet::read(&bytes[..at]).unwrap();
            assert_eq!(sheet.write(), &bytes[..at]);
            let mut broken = bytes.to_vec();
            for byte in [0, b'<', b'>', b'"', 0xff] {
                broken[at] = byte;
                if let Ok(sheet) = Sheet::read(&broken) {
                    assert_eq!(sheet.write(), broken);
                }
            }
        }
    }

    #[test]
    fn a_new_number_is_written_as_exactly_as_it_was_given() {
        assert_eq!(like("1.0", 2.0), "2.0");
        assert_eq!(like(" -107448.0", -107_440.25), " -107440.25");
        assert_eq!(like("1.5e3", 7.0), "7.0");
        assert_eq!(like("7", 0.1), "0.1");
    }

    #[test]
    fn sections_stand_in_each_other_and_each_keeps_its_fence() {
        let corner = |n: u8| format!("<Fence pos='{n},0,0'/>");
        let [a, b, c] = [1, 2, 3].map(corner);
        let text = format!(
            "<AreaData><Section id='1'>{a}<Section id='2'>{b}</Section><Section id='3'/>{c}</Section></AreaData>"
        );
        let sheet = Sheet::read(text.as_bytes()).unwrap();
        let fences: Vec<Vec<f64>> = sheet
            .territories
            .iter()
            .map(|own| own.fence.iter().map(|corner| corner.pos_in_world[0]).collect())
            .collect();
        assert_eq!(fences, [vec![1.0, 3.0], vec![2.0], vec![]]);
    }

    #[test]
    fn troubles_beyond_the_most_that_are_listed_are_counted() {
        let npc = "<Npc pos='x'/>";
        let text = format!("<Territory>{}</Territory>", npc.repeat(MAX_TROUBLES + 500));
        let sheet = Sheet::read(text.as_bytes()).unwrap();
        assert_eq!(sheet.troubles.len(), MAX_TROUBLES + 1);
        assert_eq!(sheet.troubles[MAX_TROUBLES].what, "500 more from here on can't be read");
        let anywhere = text.replace("pos=", "randomPos='true' pos=");
        assert_eq!(Sheet::read(anywhere.as_bytes()).unwrap().troubles, []);
    }

    #[test]
    fn templates_are_known_by_their_numbers() {
        let file = b"<NpcData huntingZoneId='7'><Template id=' 3' name='Wolf'/></NpcData>";
        let (zone, known) = templates(file).unwrap();
        assert_eq!((zone, known["3"].as_str()), (Some(7), "Wolf"));
        let error = templates(b"<NpcData>\n<!-- <Template id='3'/></NpcData>").unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
    }
}
