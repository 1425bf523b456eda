//! An STL as JSON: keys and languages, and the pool as tables and texts, in file order.

use serde::{Deserialize, Serialize};

use super::{Key, Kind, Stl, pool};
use crate::format::ReadError;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StlJson {
    kind: Kind,
    keys: Vec<Key>,
    languages: Vec<u32>,
    pool: Vec<pool::Piece>,
}

impl From<Stl> for StlJson {
    fn from(stl: Stl) -> StlJson {
        let pool = pool::pieces(&stl);
        StlJson { kind: stl.kind, keys: stl.keys, languages: stl.languages, pool }
    }
}

impl TryFrom<StlJson> for Stl {
    type Error = ReadError;

    fn try_from(json: StlJson) -> Result<Stl, ReadError> {
        let StlJson { kind, keys, languages, pool: pieces } = json;
        let mut pool = Vec::new();
        pieces.iter().for_each(|piece| piece.write(&mut pool));
        let stl = Stl { kind, keys, languages, pool_offset: 0, pool };
        super::read(&super::write(&stl))
    }
}
