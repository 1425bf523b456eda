//! Problems as JSON, for programs.

use serde_json::{Value, json};

use super::Report;
use crate::problem::{Place, Problem};

impl Report<'_> {
    /// `{"version":1,"problems":[{"id","code","severity","file","place","message","cause","fixes"}]}`,
    /// with `also` where a problem is at more places of its file than the one, as places are, `more`
    /// where it stands for so many that are not listed, and `world` as `[x,y,z]` where it is on a map.
    ///
    /// An `id` holds within one report. `cause` is that of the problem that explains it, or `null`.
    ///
    /// A place has a `kind` (`file`, `bytes`, `text` or `thing`) and what belongs to it. Offsets
    /// are in bytes. Where a text is at hand, `line`, `column`, `end_line` and `end_column` are
    /// counted from 1, columns in characters, the end exclusive.
    pub fn to_json(&self) -> Value {
        let problems = self.problems.iter().enumerate();
        let problems: Vec<Value> =
            problems.map(|(id, problem)| self.problem_to_json(id, problem)).collect();
        json!({ "version": 1, "problems": problems })
    }

    fn problem_to_json(&self, id: usize, problem: &Problem) -> Value {
        let mut json = json!({
            "id": id,
            "code": problem.code,
            "severity": problem.severity,
            "file": problem.place.file,
            "place": self.place_to_json(&problem.place),
            "message": problem.message,
            "cause": self.cause_of(id),
            "fixes": problem.fixes,
        });
        let Value::Object(object) = &mut json else { return json };
        if !problem.also.is_empty() {
            object.insert("also".to_owned(), json!(problem.also));
        }
        if problem.more > 0 {
            object.insert("more".to_owned(), json!(problem.more));
        }
        if let Some(world) = problem.world {
            object.insert("world".to_owned(), json!(world));
        }
        json
    }

    fn place_to_json(&self, place: &Place) -> Value {
        let mut json = json!(place.spot);
        let region = json!(self.region_of(place));
        if let (Value::Object(json), Value::Object(region)) = (&mut json, region) {
            json.extend(region);
        }
        json
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use expect_test::expect;

    use super::*;
    use crate::problem::report::NoSources;
    use crate::problem::report::tests::TYPE;
    use crate::problem::{Change, Fix, TextEdit, Thing};

    #[test]
    fn every_kind_of_place_says_what_it_is() {
        let report = Report::new(Vec::new(), &NoSources);
        let places = [
            Place::file("a"),
            Place::bytes("a", 3..9),
            Place::text("a", 3..9),
            Place::thing("a", Thing::Cell { x: 1, y: 2 }),
            Place::thing("a", Thing::object("npc", 4)),
            Place::thing("a", Thing::Node { index: 5 }),
            Place::thing("a", Thing::Edge { node: 5, octant: 7 }),
        ];
        let places = places.map(|place| report.place_to_json(&place).to_string());
        expect![[r#"
            {"kind":"file"}
            {"kind":"bytes","start":3,"end":9}
            {"kind":"text","start":3,"end":9}
            {"kind":"thing","thing":"cell","x":1,"y":2}
            {"kind":"thing","thing":"object","list":"npc","index":4}
            {"kind":"thing","thing":"node","index":5}
            {"kind":"thing","thing":"edge","node":5,"octant":7}"#]]
        .assert_eq(&places.join("\n"));
    }

    #[test]
    fn a_problem_has_exactly_eight_keys() {
        let sources = BTreeMap::from([("C_X.1.def".to_owned(), "# 한\nin32 x\n".to_owned())]);
        let edits = vec![TextEdit::replace(6..10, "int32")];
        let action = Change::Action { name: "remove", arguments: json!({ "id": 1 }) };
        let problem = Problem::new(&TYPE, Place::text("C_X.1.def", 6..10), "unknown type `in32`")
            .with_fix(Fix::edit("Replace it by `int32`", "C_X.1.def", edits))
            .with_fix(Fix::new("Remove it", action));
        let report = Report::new(vec![problem], &sources).to_json();
        expect![[r#"
            {
              "version": 1,
              "problems": [
                {
                  "id": 0,
                  "code": "def-unknown-type",
                  "severity": "error",
                  "file": "C_X.1.def",
                  "place": {
                    "kind": "text",
                    "start": 6,
                    "end": 10,
                    "line": 2,
                    "column": 1,
                    "end_line": 2,
                    "end_column": 5
                  },
                  "message": "unknown type `in32`",
                  "cause": null,
                  "fixes": [
                    {
                      "title": "Replace it by `int32`",
                      "files": [
                        {
                          "do": "edit",
                          "file": "C_X.1.def",
                          "edits": [
                            {
                              "start": 6,
                              "end": 10,
                              "new_text": "int32"
                            }
                          ]
                        }
                      ]
                    },
                    {
                      "title": "Remove it",
                      "action": {
                        "name": "remove",
                        "arguments": {
                          "id": 1
                        }
                      }
                    }
                  ]
                }
              ]
            }"#]]
        .assert_eq(&format!("{report:#}"));
    }
}
