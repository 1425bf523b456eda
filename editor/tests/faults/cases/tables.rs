//! Tables of ROSE, and what is made of them.

use serde_json::json;

use crate::case::Case;

/// A format of tables: its kind, a sample, and a column whose first cell can be changed.
struct Sample {
    kind: &'static str,
    file: &'static str,
    column: &'static str,
}

const SAMPLES: &[Sample] = &[
    Sample { kind: "stb", file: "LIST_NPC.STB", column: "Level" },
    Sample { kind: "stl", file: "LIST_NPC_S.STL", column: "id" },
    Sample { kind: "ltb", file: "ULNGTB_CON.LTB", column: "1" },
];

pub(super) fn all() -> Vec<Case> {
    SAMPLES.iter().flat_map(ways).collect()
}

impl Sample {
    /// Sets its cell.
    fn script(&self, to: u32) -> String {
        json!([{ "action": "set-cell", "row": 0, "column": self.column, "to": to }]).to_string()
    }

    fn sheet(&self, to: u32) -> String {
        format!("row,{}\n0,{to}\n", self.column)
    }

    fn case(&self, way: &'static str) -> Case {
        let file = self.file;
        Case::new(self.kind, way, &format!("formats {file}"))
            .file("a.json", &self.script(9))
            .file("b.json", &self.script(8))
            .file("a.csv", &self.sheet(9))
            .file("b.csv", &self.sheet(8))
            .next(&[
                &format!("landwright check {file}"),
                &format!("landwright inspect {file}"),
                "landwright roundtrip .",
            ])
    }
}

fn ways(sample: &Sample) -> Vec<Case> {
    let file = sample.file;
    let of = |way| sample.case(way);
    let new = format!("NEW_{file}");
    let force = format!("{file} --force");
    let apply = |script: &str, to: &str| format!("landwright apply {script} {file} -o {to}");
    let import = |sheet: &str, to: &str| format!("landwright import {sheet} --onto {file} -o {to}");
    vec![
        of("window").backed_up(file).window(file).other(&apply("b.json", &force)),
        of("apply").backed_up(file).save(&apply("a.json", &force)).other(&apply("b.json", &force)),
        of("apply-new").save(&apply("a.json", &new)).other(&apply("b.json", &new)),
        of("import").backed_up(file).save(&import("a.csv", &force)).other(&import("b.csv", &force)),
        of("import-new").save(&import("a.csv", &new)).other(&import("b.csv", &new)),
        of("export-csv").save(&format!("landwright export {file} -o table.csv")),
        of("export-over")
            .before(&format!("landwright export {file} -o table.csv"))
            .before(&apply("b.json", &force))
            .backed_up("table.csv")
            .save(&format!("landwright export {file} -o table.csv --force")),
    ]
}
