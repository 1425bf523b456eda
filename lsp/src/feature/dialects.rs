//! Which of the real parsers load a definition, and why the others do not.

use landwright_core::def::parsers::{Verdict, verdicts};
use serde_json::{Map, Value, json};
use tower_lsp::jsonrpc::Result;

use crate::feature::command::refused;
use crate::world::Snapshot;

fn of(snapshot: &Snapshot) -> Result<[Verdict; 3]> {
    let definition = snapshot.catalogue().definition(snapshot.path());
    let definition = definition.ok_or_else(|| refused("only definitions have a dialect"))?;
    Ok(verdicts(snapshot.catalogue(), definition))
}

/// `{"chosen": "auto", "seed": {"loads": true, "reason": null}, …}`
pub fn as_json(snapshot: &Snapshot) -> Result<Value> {
    let chosen = snapshot.catalogue().settings().dialect.name();
    let mut all = Map::from_iter([("chosen".to_owned(), json!(chosen))]);
    for verdict in of(snapshot)? {
        let row = json!({ "loads": verdict.loads(), "reason": verdict.reason() });
        all.insert(verdict.dialect.name().to_owned(), row);
    }
    Ok(Value::Object(all))
}

pub fn in_words(snapshot: &Snapshot) -> Result<String> {
    let verdicts = of(snapshot)?;
    let mut lines = vec![landwright_core::def::parsers::signs(&verdicts)];
    lines.extend(verdicts.iter().filter_map(Verdict::reason));
    Ok(lines.join("\n"))
}
