//! Scripts of actions as a person writes them. Texts of whole things are typed as those of single
//! fields are: see [`typed`].

use serde::Deserialize;
use serde_json::Value;

use crate::format::text::{CodePage, NoLetter};
use crate::format::typed;

use super::action::Action;

/// Actions that hold whole things, and where.
const WITH_THINGS: [&str; 2] = ["put-things", "paste"];
const THINGS: [&str; 2] = ["things", "add"];

/// Why a script is none.
#[derive(Debug, thiserror::Error)]
pub enum BadScript {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("action {action}, {name}: {error}")]
    Letter { action: usize, name: String, error: NoLetter },
}

/// A list of actions for a zone whose texts are in a code page.
pub fn read(json: &[u8], code_page: CodePage) -> Result<Vec<Action>, BadScript> {
    if !typed::may_be_typed(json) {
        return Ok(serde_json::from_slice(json)?);
    }
    let mut actions: Vec<Value> = serde_json::from_slice(json)?;
    for (n, action) in actions.iter_mut().enumerate() {
        let name = action.get("action").and_then(Value::as_str).unwrap_or_default().to_owned();
        if !WITH_THINGS.contains(&name.as_str()) {
            continue;
        }
        for key in THINGS {
            let Some(things) = action.get_mut(key) else { continue };
            typed::encode(things, &Value::Null, code_page).map_err(|error| BadScript::Letter {
                action: n,
                name: name.clone(),
                error,
            })?;
        }
    }
    let read = Vec::deserialize(Value::Array(actions));
    // Only what is read as it comes knows its line.
    Ok(read.map_err(|error| serde_json::from_slice::<Vec<Action>>(json).err().unwrap_or(error))?)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{first, sample_zone};
    use super::super::thing::Kind;
    use super::*;

    #[test]
    fn things_of_a_script_are_typed_in_the_code_page() {
        let zone = sample_zone();
        let id = first(&zone, Kind::Spawn);
        let mut thing = serde_json::to_value(zone.thing(id).unwrap()).unwrap();
        thing["spawn"]["basic"][0]["name"] = "모래도마뱀".into();
        thing["spawn"]["object"]["name"] = serde_json::json!({ "utf-8": "뱃" });
        let put = serde_json::json!([
            { "action": "put-things", "things": [{ "id": id, "thing": thing }], "add": [thing] },
            { "action": "paste", "things": [thing] },
        ]);
        let actions = read(put.to_string().as_bytes(), CodePage::Cp949).unwrap();
        let [Action::PutThings(put), Action::Paste(paste)] = actions.as_slice() else { panic!() };
        let in_cp949 = crate::format::text::Text::encode("모래도마뱀", CodePage::Cp949).unwrap();
        for thing in [&put.things[0].thing, &put.add[0], &paste.things[0]] {
            let spawn = thing.spawn().unwrap();
            assert_eq!(spawn.basic[0].name.as_bytes(), in_cp949.as_bytes());
            assert_eq!(spawn.object.name.as_bytes(), "뱃".as_bytes());
        }
        let bad = put_with(&zone, "😀");
        let error = read(bad.as_bytes(), CodePage::Cp949).unwrap_err().to_string();
        assert_eq!(error, "action 0, put-things: \"😀\" has '😀', which CP949 (Korean) lacks");
    }

    fn put_with(zone: &super::super::Zone, name: &str) -> String {
        let mut thing = serde_json::to_value(zone.thing(first(zone, Kind::Npc)).unwrap()).unwrap();
        thing["npc"]["object"]["name"] = name.into();
        serde_json::json!([{ "action": "put-things", "things": [], "add": [thing] }]).to_string()
    }
}
