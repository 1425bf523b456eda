//! What servers log and players report: places where something is stuck and ways that nobody finds,
//! read from JSON, tables and pasted text, and what each of them comes to on an area.

pub mod cause;
mod fields;
mod json;
mod table;
mod line;
mod marks;
mod element;
pub mod probe;

use std::fmt;

use serde::Serialize;

use self::fields::Fields;

/// No report needs a longer text to be known by.
const MAX_TEXT: usize = 200;

/// Where something stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct At {
    /// The first line is 1.
    pub line: u32,
    /// Which of a list of JSON it is, from 1 on: all of them may stand in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<u32>,
}

impl At {
    fn line(line: u32) -> At {
        At { line, entry: None }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.entry, self.line) {
            (None, line) => write!(f, "line {line}"),
            (Some(entry), 1) => write!(f, "entry {entry}"),
            (Some(entry), line) => write!(f, "entry {entry}, line {line}"),
        }
    }
}

/// A place or a way that somebody reported.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    #[serde(flatten)]
    pub at: At,
    /// What it says, as far as that is short.
    pub text: String,
    /// How often it was reported: what a column or field of that name says, or else once.
    pub count: u32,
    #[serde(flatten)]
    pub subject: Subject,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    Place(Reported),
    Way { from: Reported, to: Reported },
}

/// A place in the game's units.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Reported {
    pub x: f64,
    pub y: f64,
    /// `None` where only the place on the ground was reported.
    pub z: Option<f64>,
}

/// A line that is no report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PassedOver {
    #[serde(flatten)]
    pub at: At,
    pub why: String,
}

/// What was read from a text.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Reports {
    pub reports: Vec<Report>,
    /// In the order of their lines.
    pub passed_over: Vec<PassedOver>,
}

/// Reads reports from JSON, a table with a head, or any text with coordinates in its lines.
pub fn read(text: &str) -> Reports {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(reports) = json::read(text) {
        return reports;
    }
    if let Some(reports) = table::read(text) {
        return reports;
    }
    let mut reports = Reports::default();
    for (line, text) in (1..).zip(text.lines()) {
        reports.add_line(At::line(line), text);
    }
    reports
}

/// Reads a line that was added to a log.
pub fn read_line(line: u32, text: &str) -> Reports {
    let mut reports = Reports::default();
    reports.add_line(At::line(line), text);
    reports
}

impl Reports {
    fn add_line(&mut self, at: At, text: &str) {
        // Logs often have an object of JSON on each line, or several elements of XML.
        if let Some(fields) = json::of_line(text) {
            return self.add_fields(at, text, &fields);
        }
        let elements = element::of_line(text);
        if elements.is_empty() {
            return self.add(at, text, 1, line::subject(text));
        }
        for fields in elements {
            self.add_fields(at, text, &fields);
        }
    }

    /// A report whose fields have names; known by its text where none of them tells.
    fn add_fields(&mut self, at: At, text: &str, fields: &Fields) {
        let name = fields.name();
        self.add(at, name.as_deref().unwrap_or(text), fields.count(), fields.subject());
    }

    fn add(&mut self, at: At, text: &str, count: u32, subject: Result<Subject, String>) {
        let text = text.trim();
        match subject {
            _ if text.is_empty() => {}
            Ok(subject) => {
                let text = text.chars().take(MAX_TEXT).collect();
                self.reports.push(Report { at, text, count, subject });
            }
            Err(why) => self.passed_over.push(PassedOver { at, why }),
        }
    }
}

impl Reported {
    /// Of two or three numbers; more are which way somebody faces.
    fn of(numbers: &[f64]) -> Option<Reported> {
        let is_finite = numbers.iter().all(|number| number.is_finite());
        match *numbers {
            [x, y] if is_finite => Some(Reported { x, y, z: None }),
            [x, y, z] | [x, y, z, _] if is_finite => Some(Reported { x, y, z: Some(z) }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let reports = read(text);
        let place = |at: Reported| match at.z {
            Some(z) => format!("{},{},{z}", at.x, at.y),
            None => format!("{},{}", at.x, at.y),
        };
        let found = reports.reports.iter().map(|report| {
            let what = match report.subject {
                Subject::Place(at) => place(at),
                Subject::Way { from, to } => format!("{} > {}", place(from), place(to)),
            };
            (report.at.line, format!("{}: {what}", report.at.line))
        });
        let over = reports
            .passed_over
            .iter()
            .map(|over| (over.at.line, format!("{}! {}", over.at.line, over.why)));
        let mut all: Vec<_> = found.chain(over).collect();
        all.sort();
        all.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn pasted_text_is_searched_for_coordinates() {
        let text = "\
[2026-11-22 10:15:30,123] npc 4711 stuck at (100.5, -200, 30)
10:15:31 WARN no path from 1,2,3 to 4,5,6 after 12 tries
mob x=10 y=20 z=-5 does not move
pos_x: 7 pos_y: 8
standing at (50, 60)
/goto 11 22 33
from {X:1.0 Y:2.0 Z:3.0} -> {X:4.0 Y:5.0 Z:6.0}
1 2 3 4 5 6
spawned at <9, 8, 7, 180>

nothing here, version 1.2.3, 5 of 9, 192.168.0.17, 2026/11/22";
        assert_eq!(
            shown(text),
            [
                "1: 100.5,-200,30",
                "2: 1,2,3 > 4,5,6",
                "3: 10,20,-5",
                "4: 7,8",
                "5: 50,60",
                "6: 11,22,33",
                "7: 1,2,3 > 4,5,6",
                "8: 1,2,3 > 4,5,6",
                "9: 9,8,7",
                "11! there are no coordinates in it",
            ]
        );
    }

    #[test]
    fn marks_of_other_languages_and_commands_are_understood_or_refused() {
        let text = "\
x=-106298.72,y=124491.66,z=-7047.66
stuck at 106298,72 124491,66 -7047,66
at -106298.72/124491.66/-7047.66
@-106298:124491:-7047
@1:2:3
x=106,298 y=124,491
on 22/11/2026 and 2026/11/22 at 10:15:30 at (1,2,3)
";
        let unclear = "6! `106,298` may have a decimal comma or a thousands separator; write it \
                       with a point, or without separators";
        assert_eq!(
            shown(text),
            [
                "1: -106298.72,124491.66,-7047.66",
                "2: 106298.72,124491.66,-7047.66",
                "3: -106298.72,124491.66,-7047.66",
                "4: -106298,124491,-7047",
                "5: 1,2,3",
                unclear,
                "7: 1,2,3",
            ]
        );
    }

    #[test]
    fn each_element_of_a_line_is_a_report_unless_two_are_the_ends_of_a_way() {
        let spawns = r#"<Spawn id="7" x="1" y="2" z="3"/><Spawn pos="4,5,6" desc="b"/>"#;
        assert_eq!(shown(spawns), ["1: 1,2,3", "1: 4,5,6"]);
        assert_eq!(read(spawns).reports[0].text, "7");
        let way = r#"<from x="1" y="2" z="3"/> <to x="4" y="5" z="6"/>"#;
        assert_eq!(shown(way), ["1: 1,2,3 > 4,5,6"]);
        let ways = r#"<Way fromX="1" fromY="2" toX="4" toY="5"/>"#;
        assert_eq!(shown(ways), ["1: 1,2 > 4,5"]);
        assert_eq!(shown("<npc> stuck at (1, 2, 3)"), ["1: 1,2,3"]);
    }

    #[test]
    fn a_table_keeps_who_reported_what_and_how_often() {
        let read = read("id,x,y,z,note,count\n17,1,2,3,\"by the gate, stuck\",5\n18,4,5,6,,x\n");
        let texts: Vec<_> =
            read.reports.iter().map(|report| (report.text.as_str(), report.count)).collect();
        assert_eq!(texts, [("17 · by the gate, stuck", 5), ("18", 1)]);
    }

    #[test]
    fn what_is_not_understood_is_told() {
        assert_eq!(
            shown("(1,2,3) (4,5,6) (7,8,9)\nat 1 2 3 4 5\nx=1 y=2 y=3"),
            [
                "1! 3 positions in one line; expected one, or two for a route",
                "2! 5 numbers follow each other; expected x, y and z",
                "3! there are no coordinates in it",
            ]
        );
    }

    #[test]
    fn tables_are_read_by_the_names_of_their_columns() {
        let semicolons = "name;X;Y;Z\n\"Kumas; old\";1,5;2;3\n;4;;\nno\n";
        assert_eq!(shown(semicolons), ["2: 1.5,2,3", "3! has no y", "4! has 1 column, expected 4"]);
        let ways = "id,from_x,from_y,from_z,to_x,to_y,to_z\n1,1,2,3,4,5,6\n2,1,2,3,,,\n";
        assert_eq!(shown(ways), ["2: 1,2,3 > 4,5,6", "3! has no target position"]);
        assert_eq!(shown("startX\tstartY\tgoalX\tgoalY\n1\t2\t3\t4"), ["2: 1,2 > 3,4"]);
        let mixed = "npc,x,y,z,to_x,to_y,to_z\nKumas,1,2,3,4,5,6\nKumas,1,2,3,,,\nKumas,,,,4,5,6\n";
        let no_start = "4! has no start position";
        assert_eq!(shown(mixed), ["2: 1,2,3 > 4,5,6", "3: 1,2,3", no_start]);
        assert_eq!(shown("pos_x;pos_y;dest_x;dest_y\n1;2;4;5"), ["2: 1,2 > 4,5"]);
        assert_eq!(shown("from_x,from_y,x,y\n1,2,4,5"), ["2: 1,2 > 4,5"]);
        // Without a head, it is lines of numbers.
        assert_eq!(shown("1,2,3\n4,5,6,7,8,9"), ["1: 1,2,3", "2: 4,5,6 > 7,8,9"]);
        assert_eq!(read(semicolons).reports[0].text, "Kumas; old");
    }

    #[test]
    fn json_is_read_in_the_shapes_that_it_comes_in() {
        let text = r#"[
            {"npc": "Kumas", "pos": [1, 2, 3]},
            {"from": {"x": 1, "y": 2, "z": 3}, "to": "4, 5, 6"},
            {"X": 1, "Y": "2"},
            [7, 8, 9],
            {"name": "nowhere"},
            7
        ]"#;
        assert_eq!(
            shown(text),
            [
                "2: 1,2,3",
                "3: 1,2,3 > 4,5,6",
                "4: 1,2",
                "5: 7,8,9",
                "6! has neither a position nor a route",
                "7! is not an object",
            ]
        );
        assert_eq!(read(text).reports[0].text, "Kumas");
        let words = |text: &str| {
            let read = read(text);
            let at = read.reports.iter().map(|report| report.at);
            at.chain(read.passed_over.iter().map(|over| over.at)).map(|at| at.to_string()).collect()
        };
        let at: Vec<String> = words(text);
        let entries = [1, 2, 3, 4, 5, 6].map(|n| format!("entry {n}, line {}", n + 1));
        assert_eq!(at, entries);
        let at: Vec<String> = words(r#"{"reports":[{"at":[1,2,3]},{"at":[4,5,6]},7]}"#);
        assert_eq!(at, ["entry 1", "entry 2", "entry 3"], "all in one line");
        assert_eq!(words("at (1, 2, 3)\n\nnothing") as Vec<String>, ["line 1", "line 3"]);
        let wrapped = "{\"count\": 1,\n\"reports\": [\n{\"at\": [1,2,3]},\n{\"at\": [4,5,6]}]}";
        assert_eq!(shown(wrapped), ["3: 1,2,3", "4: 4,5,6"]);
        let keys = r#"{"kind":"failures","extra":[1,2],"failures":[{"at":[1,2,3]}]}"#;
        assert_eq!(shown(keys), ["1: 1,2,3"], "a text that is called like the list");
        let nested = "{\"a\":{\"b\":[{\"at\":[9,9]}]},\n\"b\":[\n{\"at\":[4,5,6]}],\"c\":[]}";
        assert_eq!(shown(nested), ["3: 4,5,6"], "a list of the same name within something else");
        assert_eq!(shown("{\"start\":[1,2,3],\"goal\":[4,5,6]}"), ["1: 1,2,3 > 4,5,6"]);
        assert_eq!(
            shown("{\"at\":[1,2,3]}\n{\"at\":[4,5]}\nat (7,8,9)"),
            ["1: 1,2,3", "2: 4,5", "3: 7,8,9"]
        );
        let broken = shown("[{\"at\":[1,2,3]},\n{\"at\":");
        assert_eq!(broken[0], "1: 1,2,3");
        assert!(broken[1].starts_with("2! "), "{broken:?}");
    }

    #[test]
    fn no_text_is_too_odd_to_be_read() {
        let samples = [
            "[{\"at\":[1,2,{\"x\":1e999}]}, \"x\"]",
            "a;x;y\n\"\";1;\"2",
            "x=1,y=-.5 -- (+1, 2., 3) 1:2:3-4 한 x9 z=",
        ];
        for sample in samples {
            for end in (0..=sample.len()).filter(|end| sample.is_char_boundary(*end)) {
                read(&sample[..end]);
                read(&sample[end..]);
            }
        }
        assert_eq!(read(&"[".repeat(100_000)).reports, []);
    }
}
