//! The areas of a world by their names, and which of them share a zone.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::tera::area_list::AreaList;
use crate::space::tera::{Origin, Zone};

/// Areas by name, whatever its case: files are named in small letters, lists are not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// By their names in small letters.
    areas: BTreeMap<String, NamedArea>,
    by_zone: BTreeMap<Zone, BTreeSet<String>>,
}

/// An area, with all zones that any entry of its name has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedArea {
    /// As the list writes it first.
    pub name: String,
    /// The first line that speaks of it.
    pub line: u32,
    pub zones: BTreeSet<Zone>,
    /// Those of each of its entries that has any.
    pub entries: Vec<BTreeSet<Zone>>,
    /// Where the worlds start that it is in, in the order of the list.
    pub origins: Vec<Origin>,
}

impl Names {
    pub fn of(list: &AreaList) -> Names {
        let mut names = Names::default();
        for listed in &list.areas {
            let key = listed.name.to_lowercase();
            let area = names.areas.entry(key.clone()).or_insert_with(|| NamedArea {
                name: listed.name.clone(),
                line: listed.line,
                zones: BTreeSet::new(),
                entries: Vec::new(),
                origins: Vec::new(),
            });
            let continent = listed.continent.and_then(|idx| list.continents.get(idx as usize));
            if let Some([x, y]) = continent.and_then(|continent| continent.origin) {
                let origin = Origin { zone_x: x.into(), zone_y: y.into() };
                if !area.origins.contains(&origin) {
                    area.origins.push(origin);
                }
            }
            let entry: BTreeSet<Zone> =
                listed.zones.iter().map(|[x, y]| Zone { x: *x, y: *y }).collect();
            for zone in &entry {
                area.zones.insert(*zone);
                names.by_zone.entry(*zone).or_default().insert(key.clone());
            }
            if !entry.is_empty() && !area.entries.contains(&entry) {
                area.entries.push(entry);
            }
        }
        names
    }

    pub fn get(&self, name: &str) -> Option<&NamedArea> {
        self.areas.get(&name.to_lowercase())
    }

    /// By name.
    pub fn areas(&self) -> impl ExactSizeIterator<Item = &NamedArea> {
        self.areas.values()
    }

    /// The areas that a zone is in, by name.
    pub fn with_zone(&self, zone: Zone) -> impl Iterator<Item = &NamedArea> {
        let names = self.by_zone.get(&zone).into_iter().flatten();
        names.filter_map(|name| self.areas.get(name))
    }

    /// The other areas that share zones with an area, by name, each with those zones.
    pub fn sharing(&self, own: &str, zones: &[Zone]) -> Vec<(&NamedArea, Vec<Zone>)> {
        let own = own.to_lowercase();
        let zones: BTreeSet<Zone> = zones.iter().copied().collect();
        let mut sharing: BTreeMap<&str, Vec<Zone>> = BTreeMap::new();
        for zone in zones {
            for name in self.by_zone.get(&zone).into_iter().flatten().filter(|name| **name != own) {
                sharing.entry(name).or_default().push(zone);
            }
        }
        let named = sharing.into_iter();
        named.filter_map(|(name, zones)| Some((self.areas.get(name)?, zones))).collect()
    }
}

impl NamedArea {
    /// The name of the file with its paths.
    pub fn file_name(&self) -> String {
        file_name(&self.name)
    }
}

/// The name of the file with the paths of an area.
pub fn file_name(area: &str) -> String {
    format!("{}.apd", area.to_lowercase())
}

/// The area whose paths a file of this name holds.
pub fn name_of_file(file_name: &str) -> &str {
    let ending = file_name.len().checked_sub(4).and_then(|at| file_name.split_at_checked(at));
    match ending {
        Some((name, ending)) if ending.eq_ignore_ascii_case(".apd") => name,
        _ => file_name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::area_list::read;

    #[test]
    fn areas_that_share_a_zone_are_named() {
        let list = "<AreaList><Continent originZoneX='7' originZoneY='8'>\
                    <Area name='Isle_P'><Zone x='1' y='1'/><Zone x='2' y='1'/></Area>\
                    <Area name='Fort_P'><Zone x='2' y='1'/><Zone x='3' y='1'/></Area></Continent>\
                    <Area name='isle_p'><Zone x='3' y='1'/></Area>\
                    <Area name='Far_P'><Zone x='9' y='9'/></Area></AreaList>";
        let names = Names::of(&read(list.as_bytes()).0);
        assert_eq!(names.areas().len(), 3);
        let isle = names.get("ISLE_P").unwrap();
        assert_eq!((isle.name.as_str(), isle.zones.len()), ("Isle_P", 3));
        assert_eq!(isle.origins, [Origin { zone_x: 7, zone_y: 8 }]);
        assert_eq!(isle.file_name(), "isle_p.apd");
        let zone = |x| Zone { x, y: 1 };
        let with = names.with_zone(zone(2)).map(|area| area.name.as_str());
        assert_eq!(with.collect::<Vec<_>>(), ["Fort_P", "Isle_P"]);
        let sharing = names.sharing("isle_P", &[zone(3), zone(2), zone(1), zone(3)]);
        let sharing: Vec<_> =
            sharing.iter().map(|(area, zones)| (&*area.name, &zones[..])).collect();
        assert_eq!(sharing, [("Fort_P", &[zone(2), zone(3)][..])]);
        assert!(names.sharing("far_p", &[Zone { x: 9, y: 9 }]).is_empty());
    }

    #[test]
    fn a_file_is_named_as_its_area() {
        assert_eq!(name_of_file("isle_p.APD"), "isle_p");
        assert_eq!(
            [name_of_file("isle_p"), name_of_file("apd"), name_of_file("")],
            ["isle_p", "apd", ""]
        );
    }
}
