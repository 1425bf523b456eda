//! Scripts of actions as a person writes them. Texts of whole things are typed as those of single
//! fields are: see [`typed`].

use serde::Deserialize;
use serde_json::Value;

use crate::format::text::{CodePage, NoLetter};
use crate::format::typed;
use crate::world::schema::misfit::Misfit;
use crate::world::zone::schema::SCRIPT;

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
    #[error("action {action}, {name}: {misfit}")]
    Argument { action: usize, name: String, misfit: Misfit },
}

/// The first action that is none, by its argument where that is simple to say.
fn misfit(json: &[u8]) -> Option<BadScript> {
    let actions: Vec<Value> = serde_json::from_slice(json).ok()?;
    let is_bad = |(_, json): &(usize, &Value)| Action::deserialize(*json).is_err();
    let (action, arguments) = actions.iter().enumerate().find(is_bad)?;
    let name = arguments.get("action").and_then(Value::as_str)?.to_owned();
    let misfit = SCRIPT.misfit(&name, arguments)?;
    Some(BadScript::Argument { action, name, misfit })
}

/// A list of actions for a zone whose texts are in a code page.
pub fn read(json: &[u8], code_page: CodePage) -> Result<Vec<Action>, BadScript> {
    let wrong = |error: serde_json::Error| misfit(json).unwrap_or(BadScript::Json(error));
    if !typed::may_be_typed(json) {
        return serde_json::from_slice(json).map_err(wrong);
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
    read.map_err(|error| wrong(serde_json::from_slice::<Vec<Action>>(json).err().unwrap_or(error)))
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

    #[test]
    fn a_text_for_a_number_is_refused_with_the_values_that_are_possible() {
        let wrong = |action: &str| {
            let json = format!("[{{\"action\":\"drop\",\"things\":\"everything\"}},{action}]");
            read(json.as_bytes(), CodePage::Cp949).unwrap_err().to_string()
        };
        for (action, expected) in [
            (
                r#"{"action":"paint-walks","region":"everything","walk":"water"}"#,
                "action 1, paint-walks: walk is \"water\", and has to be a whole number from 0 to \
                 255 (0 all, 1 nobody, 2 no monsters)",
            ),
            (
                r#"{"action":"paint-tiles","region":"everything","tile":"grass"}"#,
                "action 1, paint-tiles: tile is \"grass\", and has to be a whole number from 0 to \
                 4294967295 (A tile of the ZON)",
            ),
            (
                r#"{"action":"set-monster","thing":"Goblin","list":"basic","line":0}"#,
                "action 1, set-monster: thing is \"Goblin\", and has to be a whole number from 0 to \
                 4294967295 (The spawn)",
            ),
            (
                r#"{"action":"remove-monster","thing":1,"list":"both","line":0}"#,
                "action 1, remove-monster: list is \"both\", and has to be one of basic, tactic \
                 (Which of its lists)",
            ),
            (
                r#"{"action":"move","things":"everything","by":["1","2","3"]}"#,
                "action 1, move: by is [\"1\",\"2\",\"3\"], and has to be a list of 3 numbers (How \
                 far, in cm)",
            ),
            (
                r#"{"action":"rotate","things":"everything","degrees":"half"}"#,
                "action 1, rotate: degrees is \"half\", and has to be a number (Counterclockwise, as \
                 seen from above)",
            ),
        ] {
            assert_eq!(wrong(action), expected);
        }
        let unknown = wrong(r#"{"action":"set","things":"everything","field":"limt","to":1}"#);
        assert!(unknown.contains("there is no field limt; did you mean limit?"), "{unknown}");
    }

    fn put_with(zone: &super::super::Zone, name: &str) -> String {
        let mut thing = serde_json::to_value(zone.thing(first(zone, Kind::Npc)).unwrap()).unwrap();
        thing["npc"]["object"]["name"] = name.into();
        serde_json::json!([{ "action": "put-things", "things": [], "add": [thing] }]).to_string()
    }
}
