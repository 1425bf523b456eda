//! The list of areas in TERA's data centre (`AreaList.xml`): which zones each has, and which
//! continent it is of.
//!
//! ```text
//! AreaList
//! └─ Continent  id, desc, originZoneX, originZoneY
//!    └─ Area  name
//!       └─ Zones
//!          └─ Zone  x, y
//! ```
//!
//! It is read only. What else stands in it is passed over; what can't be understood is told with its
//! line, and the rest holds.

use crate::format::xml::text::{Encoding, XmlText};
use crate::format::xml::{BadXml, Element, Event, Xml, short};

/// More troubles than this are the same one again.
const MAX_TROUBLES: usize = 100;

/// An element of an area list is nested no deeper than this by far.
const MAX_DEPTH: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AreaList {
    pub continents: Vec<Continent>,
    /// In the order of the file. A name may stand in it several times, with other zones each time.
    pub areas: Vec<ListedArea>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continent {
    pub id: String,
    /// What it calls itself.
    pub description: String,
    /// The zone in which its world starts; `None` where it says nothing.
    pub origin: Option<[u32; 2]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedArea {
    pub name: String,
    pub line: u32,
    /// Its place among the continents; `None` outside all of them.
    pub continent: Option<u32>,
    pub zones: Vec<[u32; 2]>,
}

impl AreaList {
    /// Puts what a further list has behind what is there.
    pub fn extend(&mut self, other: AreaList) {
        let n_before = self.continents.len() as u32;
        self.continents.extend(other.continents);
        let areas = other.areas.into_iter().map(|area| {
            let continent = area.continent.map(|idx| idx.saturating_add(n_before));
            ListedArea { continent, ..area }
        });
        self.areas.extend(areas);
    }
}

/// Something in the list that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Trouble {
    pub line: u32,
    pub what: String,
}

impl From<BadXml> for Trouble {
    fn from(error: BadXml) -> Trouble {
        Trouble { line: error.line, what: format!("{}; the rest is not read", error.what) }
    }
}

/// Whether bytes look like a list of areas.
pub fn is_area_list(bytes: &[u8]) -> bool {
    let Ok(XmlText { text, .. }) = XmlText::read(bytes) else { return false };
    let mut xml = Xml::new(&text);
    matches!(xml.next_event(), Ok(Some(Event::Start(first))) if first.name == "AreaList")
}

/// Reads a list as far as it can be understood, and says what can't be.
pub fn read(bytes: &[u8]) -> (AreaList, Vec<Trouble>) {
    let text = match XmlText::read(bytes) {
        Ok(XmlText { encoding: Encoding::Bytes, .. }) => {
            let n_valid =
                std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
            let before = bytes.get(..n_valid).unwrap_or_default();
            let n_lines = before.iter().filter(|byte| **byte == b'\n').count();
            let line = u32::try_from(n_lines).unwrap_or(u32::MAX).saturating_add(1);
            let what = "is not UTF-8; save it as UTF-8 in your text editor".to_owned();
            return (AreaList::default(), vec![Trouble { line, what }]);
        }
        Ok(XmlText { text, .. }) => text,
        Err(error) => {
            return (AreaList::default(), vec![Trouble { line: 1, what: error.to_string() }]);
        }
    };
    let mut reader = Reader::default();
    let mut xml = Xml::new(&text);
    loop {
        match xml.next_event() {
            Ok(None) => break,
            Ok(Some(event)) => reader.take(event),
            Err(error) => {
                reader.troubles.push(error.into());
                break;
            }
        }
    }
    (reader.list, reader.troubles)
}

/// What is open while a list is read.
#[derive(Debug, Default)]
struct Reader<'a> {
    list: AreaList,
    troubles: Vec<Trouble>,
    /// The names of open elements.
    open: Vec<&'a str>,
    /// Elements that are open beyond those.
    n_deeper: usize,
    is_in_continent: bool,
    is_in_area: bool,
}

impl<'a> Reader<'a> {
    fn take(&mut self, event: Event<'a>) {
        match event {
            Event::Start(element) => {
                self.start(&element);
                if !element.is_empty {
                    self.open(element.name);
                } else if element.name == "Area" {
                    self.is_in_area = false;
                }
            }
            Event::End { name, line } => self.end(name, line),
        }
    }

    fn start(&mut self, element: &Element<'a>) {
        match element.name {
            "Continent" => {
                let text = |name| element.attribute(name).unwrap_or_default().into_owned();
                let origin = self.pair(element, ["originZoneX", "originZoneY"], Need::Optional);
                let (id, description) = (text("id"), text("desc"));
                self.list.continents.push(Continent { id, description, origin });
                self.is_in_continent = !element.is_empty;
            }
            "Area" => self.start_area(element),
            "Zone" if self.is_in_area => {
                let zone = self.pair(element, ["x", "y"], Need::Required);
                if let (Some(area), Some(zone)) = (self.list.areas.last_mut(), zone) {
                    area.zones.push(zone);
                }
            }
            _ => {}
        }
    }

    fn start_area(&mut self, element: &Element<'a>) {
        let name = element.attribute("name").unwrap_or_default().trim().to_owned();
        if name.is_empty() {
            self.trouble(element.line, "an area has no name and is left out".to_owned());
            return;
        }
        let continent = self.is_in_continent.then(|| self.list.continents.len() as u32 - 1);
        let (line, zones) = (element.line, Vec::new());
        self.list.areas.push(ListedArea { name, line, continent, zones });
        self.is_in_area = true;
    }

    fn open(&mut self, name: &'a str) {
        match self.open.len() < MAX_DEPTH {
            true => self.open.push(name),
            false => self.n_deeper += 1,
        }
    }

    fn end(&mut self, name: &str, line: u32) {
        if self.n_deeper > 0 {
            self.n_deeper -= 1;
            return;
        }
        match self.open.pop() {
            Some(open) if open == name => {}
            Some(open) => {
                self.trouble(line, format!("</{}> ends <{open}>", short(name)));
            }
            None => self.trouble(line, format!("</{}> ends nothing", short(name))),
        }
        match name {
            "Area" => self.is_in_area = false,
            "Continent" => self.is_in_continent = false,
            _ => {}
        }
    }

    /// Two numbers that belong together.
    fn pair(&mut self, element: &Element<'a>, names: [&str; 2], need: Need) -> Option<[u32; 2]> {
        let texts = names.map(|name| element.attribute(name));
        if need == Need::Optional && texts.iter().all(Option::is_none) {
            return None;
        }
        let mut numbers = [0; 2];
        for ((name, text), number) in names.iter().zip(&texts).zip(&mut numbers) {
            let found = match text {
                None => "nothing".to_owned(),
                Some(text) => match text.trim().parse() {
                    Ok(value) => {
                        *number = value;
                        continue;
                    }
                    Err(_) => format!("`{}`", short(text)),
                },
            };
            let what = format!("{name} of <{}> is {found}, expected a number", element.name);
            self.trouble(element.line, what);
            return None;
        }
        Some(numbers)
    }

    fn trouble(&mut self, line: u32, what: String) {
        if self.troubles.len() < MAX_TROUBLES {
            self.troubles.push(Trouble { line, what });
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    Required,
    Optional,
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"<AreaList xmlns="https://example.org">
    <Continent id="6" desc="Isles" originZoneX="2000" originZoneY="1990">
        <Area name="Isle_A" superlow="x">
            <Zones><Zone x="2006" y="1992" /><Zone x="2007" y="1992" /></Zones>
        </Area>
        <ChannelContinent id="9"><Area name="Isle_A" /></ChannelContinent>
    </Continent>
    <Area name="Alone"><Zones><Zone y="2" x="1"></Zone></Zones></Area>
</AreaList>"#;

    #[test]
    fn areas_come_with_their_zones_and_continent() {
        let (list, troubles) = read(LIST.as_bytes());
        assert_eq!(troubles, []);
        assert!(is_area_list(LIST.as_bytes()) && !is_area_list(b"<Other/>"));
        assert_eq!(list.continents.len(), 1);
        assert_eq!(list.continents[0].origin, Some([2000, 1990]));
        let areas: Vec<_> = list.areas.iter().map(|a| (&*a.name, a.line, a.continent)).collect();
        assert_eq!(areas, [("Isle_A", 3, Some(0)), ("Isle_A", 6, Some(0)), ("Alone", 8, None)]);
        assert_eq!(list.areas[0].zones, [[2006, 1992], [2007, 1992]]);
        assert_eq!((list.areas[1].zones.len(), &list.areas[2].zones), (0, &vec![[1, 2]]));
    }

    #[test]
    fn what_is_not_understood_is_told_and_the_rest_holds() {
        let text = "<AreaList>\n<Area/>\n<Area name='a'>\n<Zone x='1' y='-2'/>\n<Zone x='3'/>\n\
                    <Zone x='4' y='5'/>\n</AreaX>\n<Area name='b'><";
        let (list, troubles) = read(text.as_bytes());
        let troubles: Vec<String> = troubles.iter().map(Trouble::to_string).collect();
        assert_eq!(
            troubles,
            [
                "line 2: an area has no name and is left out",
                "line 4: y of <Zone> is `-2`, expected a number",
                "line 5: y of <Zone> is nothing, expected a number",
                "line 7: </AreaX> ends <Area>",
                "line 8: a tag does not end; the rest is not read",
            ]
        );
        assert_eq!(list.areas.len(), 2);
        assert_eq!(list.areas[0].zones, [[4, 5]]);
        assert_eq!(read(b"<a>\n\xff").1[0].line, 2);
    }

    #[test]
    fn a_list_in_utf16_is_read_and_lists_are_put_together() {
        let utf16: Vec<u8> =
            format!("\u{feff}{LIST}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (mut list, troubles) = read(&utf16);
        assert!(troubles.is_empty() && is_area_list(&utf16));
        let second = "<AreaList><Continent originZoneX='7' originZoneY='8'><Area name='Far'/></Continent></AreaList>";
        list.extend(read(second.as_bytes()).0);
        let far = list.areas.last().unwrap();
        assert_eq!((&*far.name, far.continent), ("Far", Some(1)));
        assert_eq!(list.continents[1].origin, Some([7, 8]));
        assert_eq!(read(&utf16[..utf16.len() - 1]).1.len(), 1);
    }

    #[test]
    fn broken_lists_are_read_to_where_they_break() {
        for at in 0..LIST.len() {
            let mut broken = LIST.as_bytes().to_vec();
            read(&broken[..at]);
            for byte in [0, b'<', b'>', b'"', 0xff] {
                broken[at] = byte;
                read(&broken);
            }
        }
        let deep = "<a>".repeat(10_000) + &"</a>".repeat(10_001);
        assert_eq!(read(deep.as_bytes()).1.len(), 1);
        let many = "<Area/>".repeat(1000);
        assert_eq!(read(many.as_bytes()).1.len(), MAX_TROUBLES);
    }
}
