//! Problems as SARIF 2.1.0, for code scanning services.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Region, Report};
use crate::problem::{Change, FileChange, Fix, Place, Problem, Rule, Severity, Spot, Thing};

/// Who found the problems.
#[derive(Debug, Clone, Copy)]
pub struct Tool<'a> {
    pub name: &'a str,
    pub version: &'a str,
    /// Those that the problems may be of, sorted by code as `crate::rules` gives them. Of these,
    /// the ones that found something are listed, with their explanations.
    pub rules: &'a [&'static Rule],
}

impl Report<'_> {
    /// One run of a tool. Fixes are given where they are edits of texts that are at hand.
    pub fn to_sarif(&self, tool: &Tool) -> Value {
        let used: BTreeSet<&str> = self.problems.iter().map(|problem| problem.code).collect();
        let rules: Vec<&Rule> =
            tool.rules.iter().copied().filter(|rule| used.contains(rule.code)).collect();
        let results: Vec<Value> =
            self.problems.iter().map(|problem| self.result(problem, &rules)).collect();
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {
                    "driver": {
                        "name": tool.name,
                        "version": tool.version,
                        "rules": rules.iter().map(|rule| rule_to_sarif(rule)).collect::<Vec<_>>(),
                    },
                },
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        })
    }

    fn result(&self, problem: &Problem, rules: &[&Rule]) -> Value {
        let mut result = json!({
            "ruleId": problem.code,
            "level": level(problem.severity),
            "message": { "text": problem.message },
            "locations": [self.location(&problem.place)],
        });
        if let Some(idx) = rules.iter().position(|rule| rule.code == problem.code) {
            insert(&mut result, "ruleIndex", json!(idx));
        }
        if !problem.also.is_empty() {
            let file = &problem.place.file;
            let also = problem.also.iter().zip(1..).map(|(spot, id)| {
                let place = Place { file: file.clone(), spot: spot.clone() };
                let mut location = self.location(&place);
                insert(&mut location, "id", json!(id));
                location
            });
            insert(&mut result, "relatedLocations", also.collect());
        }
        let fixes: Vec<Value> = problem.fixes.iter().filter_map(|fix| self.fix(fix)).collect();
        if !fixes.is_empty() {
            insert(&mut result, "fixes", Value::Array(fixes));
        }
        result
    }

    fn location(&self, place: &Place) -> Value {
        let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
        let region = match &place.spot {
            Spot::Bytes { start, end } => {
                Some(json!({ "byteOffset": start, "byteLength": end.saturating_sub(*start) }))
            }
            Spot::Text { start, end } => match self.region_of(place) {
                Some(region) => Some(text_region(region)),
                None => {
                    Some(json!({ "byteOffset": start, "byteLength": end.saturating_sub(*start) }))
                }
            },
            Spot::File | Spot::Thing(_) => None,
        };
        if let Some(region) = region {
            insert(&mut physical, "region", region);
        }
        let mut location = json!({ "physicalLocation": physical });
        if let Spot::Thing(thing) = &place.spot {
            let words = thing.to_string();
            let logical = json!({
                "name": words,
                "fullyQualifiedName": format!("{}: {words}", place.file),
                "kind": kind(thing),
            });
            insert(&mut location, "logicalLocations", json!([logical]));
        }
        location
    }

    fn fix(&self, fix: &Fix) -> Option<Value> {
        let Change::Files(changes) = &fix.change else { return None };
        let mut seen = BTreeSet::new();
        let mut artifact_changes = Vec::new();
        for change in changes {
            let FileChange::Edit { file, edits } = change else { return None };
            // A second step over the same file would be in terms of the text after the first.
            if edits.is_empty() || !seen.insert(file) {
                return None;
            }
            let mut replacements = Vec::new();
            for edit in edits {
                let region = text_region(self.region(file, edit.start, edit.end)?);
                let mut replacement = json!({ "deletedRegion": region });
                if !edit.new_text.is_empty() {
                    let content = json!({ "text": edit.new_text });
                    insert(&mut replacement, "insertedContent", content);
                }
                replacements.push(replacement);
            }
            artifact_changes.push(json!({
                "artifactLocation": { "uri": uri(file) },
                "replacements": replacements,
            }));
        }
        if artifact_changes.is_empty() {
            return None;
        }
        Some(json!({
            "description": { "text": fix.title },
            "artifactChanges": artifact_changes,
        }))
    }
}

fn rule_to_sarif(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.explanation },
        "help": { "text": rule.explanation },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn kind(thing: &Thing) -> &'static str {
    match thing {
        Thing::Cell { .. } => "cell",
        Thing::Object { .. } => "object",
        Thing::Node { .. } => "node",
        Thing::Edge { .. } => "edge",
    }
}

fn text_region(region: Region) -> Value {
    json!({
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    })
}

fn insert(object: &mut Value, key: &str, value: Value) {
    if let Value::Object(object) = object {
        object.insert(key.to_owned(), value);
    }
}

/// A file name as a URI: relative where the name is, absolute with `file:` where it is.
fn uri(file: &str) -> String {
    let path = path_bytes(file);
    let path = path.strip_prefix(b"./").unwrap_or(&path);
    let is_on_a_drive = matches!(path, [letter, b':', b'/', ..] if letter.is_ascii_alphabetic());
    let start = match path {
        _ if is_on_a_drive => "file:///",
        [b'/', b'/', ..] => "file:",
        [b'/', ..] => "file://",
        _ => "",
    };
    let mut uri = start.to_owned();
    for byte in path.iter().copied() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            b':' if is_on_a_drive && uri.len() == start.len() + 1 => uri.push(':'),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// A path with slashes. Bytes that are no text, which reports write as `\xb8`, are bytes again; on
/// Windows names have none.
fn path_bytes(file: &str) -> Vec<u8> {
    let mut path = Vec::new();
    let mut rest = file;
    while let Some(c) = rest.chars().next() {
        let digits = rest.strip_prefix("\\x").and_then(|rest| rest.get(..2));
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(|_| !cfg!(windows)) {
            Some(byte) => {
                path.push(byte);
                rest = rest.get(4..).unwrap_or_default();
            }
            None => {
                let c = if c == '\\' { '/' } else { c };
                path.extend(c.to_string().bytes());
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use expect_test::expect;

    use super::*;
    use crate::problem::TextEdit;
    use crate::problem::report::NoSources;
    use crate::problem::report::tests::{HINT, TYPE, UNUSED};

    const TOOL: Tool = Tool { name: "landwright", version: "1.2.3", rules: &[&TYPE, &UNUSED] };

    #[test]
    fn a_run_has_its_rules_regions_and_fixes() {
        let sources = BTreeMap::from([("C X.def".to_owned(), "\u{feff}# 한\nin32 x\n".to_owned())]);
        let edits = vec![TextEdit::replace(9..13, "int32"), TextEdit::delete(3..9)];
        let remove = FileChange::Delete { file: "C X.def".to_owned() };
        let change = Change::Files(vec![remove]);
        let problem = Problem::new(&TYPE, Place::text("C X.def", 9..13), "unknown type `in32`")
            .with_fix(Fix::edit("Replace it by `int32`", "C X.def", edits))
            .with_fix(Fix::new("Delete the file", change));
        let sarif = Report::new(vec![problem], &sources).to_sarif(&TOOL);
        expect![[r#"
            {
              "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
              "version": "2.1.0",
              "runs": [
                {
                  "tool": {
                    "driver": {
                      "name": "landwright",
                      "version": "1.2.3",
                      "rules": [
                        {
                          "id": "def-unknown-type",
                          "shortDescription": {
                            "text": "Unknown field type"
                          },
                          "fullDescription": {
                            "text": "No type has this name."
                          },
                          "help": {
                            "text": "No type has this name."
                          },
                          "defaultConfiguration": {
                            "level": "error"
                          }
                        }
                      ]
                    }
                  },
                  "columnKind": "unicodeCodePoints",
                  "results": [
                    {
                      "ruleId": "def-unknown-type",
                      "level": "error",
                      "message": {
                        "text": "unknown type `in32`"
                      },
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "C%20X.def"
                            },
                            "region": {
                              "startLine": 2,
                              "startColumn": 1,
                              "endLine": 2,
                              "endColumn": 5
                            }
                          }
                        }
                      ],
                      "ruleIndex": 0,
                      "fixes": [
                        {
                          "description": {
                            "text": "Replace it by `int32`"
                          },
                          "artifactChanges": [
                            {
                              "artifactLocation": {
                                "uri": "C%20X.def"
                              },
                              "replacements": [
                                {
                                  "deletedRegion": {
                                    "startLine": 2,
                                    "startColumn": 1,
                                    "endLine": 2,
                                    "endColumn": 5
                                  },
                                  "insertedContent": {
                                    "text": "int32"
                                  }
                                },
                                {
                                  "deletedRegion": {
                                    "startLine": 1,
                                    "startColumn": 1,
                                    "endLine": 2,
                                    "endColumn": 1
                                  }
                                }
                              ]
                            }
                          ]
                        }
                      ]
                    }
                  ]
                }
              ]
            }"#]]
        .assert_eq(&format!("{sarif:#}"));
    }

    #[test]
    fn bytes_are_regions_and_things_are_logical_locations() {
        let places = [
            Place::file("a.gat"),
            Place::bytes("a.gat", 14..18),
            Place::text("x.def", 3..9),
            Place::thing("a.gat", Thing::Cell { x: 3, y: 4 }),
        ];
        let problems = places.map(|place| Problem::new(&HINT, place, "odd")).to_vec();
        let sarif = Report::new(problems, &NoSources).to_sarif(&TOOL);
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let results: Vec<String> = results.iter().map(Value::to_string).collect();
        expect![[r#"
            {"ruleId":"gat-odd","level":"note","message":{"text":"odd"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.gat"}}}]}
            {"ruleId":"gat-odd","level":"note","message":{"text":"odd"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.gat"},"region":{"byteOffset":14,"byteLength":4}}}]}
            {"ruleId":"gat-odd","level":"note","message":{"text":"odd"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.gat"}},"logicalLocations":[{"name":"cell (3, 4)","fullyQualifiedName":"a.gat: cell (3, 4)","kind":"cell"}]}]}
            {"ruleId":"gat-odd","level":"note","message":{"text":"odd"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"x.def"},"region":{"byteOffset":3,"byteLength":6}}}]}"#]].assert_eq(&results.join("\n"));
    }

    #[test]
    fn a_problem_at_many_places_has_all_of_them() {
        let cell = |x| Thing::Cell { x, y: 2 };
        let problem = Problem::new(&HINT, Place::thing("a.gat", cell(1)), "odd");
        let problem = problem.with_also(vec![Spot::Thing(cell(5)), Spot::Thing(cell(9))]);
        let sarif = Report::new(vec![problem], &NoSources).to_sarif(&TOOL);
        let related = sarif["runs"][0]["results"][0]["relatedLocations"].as_array().unwrap();
        let name = |at: &Value| at["logicalLocations"][0]["name"].as_str().unwrap().to_owned();
        assert_eq!(related.iter().map(name).collect::<Vec<_>>(), ["cell (5, 2)", "cell (9, 2)"]);
    }

    #[test]
    fn file_names_become_uris() {
        let cases = [
            ("maps/a.gat", "maps/a.gat"),
            (r".\maps\a.gat", "maps/a.gat"),
            ("C X.def", "C%20X.def"),
            ("100%#1?.def", "100%25%231%3F.def"),
            ("한.def", "%ED%95%9C.def"),
            ("a:b.def", "a%3Ab.def"),
            ("/tmp/a.gat", "file:///tmp/a.gat"),
            (r"C:\maps\a:b.gat", "file:///C:/maps/a%3Ab.gat"),
            (r"\\server\maps\a.gat", "file://server/maps/a.gat"),
            ("../a.gat", "../a.gat"),
        ];
        for (file, expected) in cases {
            assert_eq!(uri(file), expected, "{file}");
        }
        let name = if cfg!(windows) { "maps/xb8/xca.gat" } else { "maps%B8%CA.gat" };
        assert_eq!(uri(r"maps\xb8\xca.gat"), name);
    }
}
