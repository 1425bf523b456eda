//! What the client knows without being told: folders, lists, and files that it names itself.

/// Where the data is.
pub(super) const ROOT: &str = "3DDATA/";
pub(super) const TABLES: &str = "3DDATA/STB/";
pub(super) const CONVERSATIONS: &str = "3DDATA/EVENT/";

/// Files that the client names itself.
const OWN: [&str; 12] = [
    "3DDATA/AVATAR/MALE.ZMD",
    "3DDATA/AVATAR/FEMALE.ZMD",
    "3DDATA/PAT/CART/CART01.ZMD",
    "3DDATA/PAT/CASTLEGEAR/CASTLEGEAR02/CASTLEGEAR02.ZMD",
    "3DDATA/MOTION/ITEM_ANI.ZMO",
    "3DDATA/ETC/SPECULAR_SPHEREMAP.DDS",
    "3DDATA/TERRAIN/DEFAULT_LIGHT.DDS",
    "3DDATA/NPC/LIST_NPC.CHR",
    "3DDATA/NPC/PART_NPC.ZSC",
    "3DDATA/SPECIAL/LIST_DECO_SPECIAL.ZSC",
    "3DDATA/SPECIAL/EVENT_OBJECT.ZSC",
    "3DDATA/AVATAR/LIST_FACEIEM.ZSC",
];

/// Beginnings of names that the client puts together, and folders of its windows.
const OWN_STARTS: [&str; 7] = [
    "3DDATA/JUNON/WATER/OCEAN01_",
    "3DDATA/CONTROL/",
    "3DDATA/CURSOR/",
    "3DDATA/EDITOR/",
    "3DDATA/ETC/",
    "3DDATA/SHADER",
    "3DDATA/TERRAIN/",
];

/// Endings of files that other files name.
const TRACED: [&str; 22] = [
    "ZMS", "ZMD", "ZMO", "ZSC", "CHR", "EFT", "PTL", "ZON", "IFO", "HIM", "TIL", "MOV", "LIT",
    "AIP", "QSD", "CON", "DDS", "TGA", "JPG", "BMP", "WAV", "OGG",
];

/// Endings of other files that a path in a table can mean; more names there are of the game's own tools.
const NAMED: [&str; 3] = ["ZCA", "PNG", "MP3"];

/// By table: the ZSCs whose objects have the numbers of its rows. LIST_NPC has characters.
const OBJECTS: [(&str, &[&str]); 15] = [
    ("LIST_NPC", &["3DDATA/NPC/LIST_NPC.CHR"]),
    ("LIST_FACEITEM", &["3DDATA/AVATAR/LIST_FACEIEM.ZSC"]),
    ("LIST_CAP", &["3DDATA/AVATAR/LIST_MCAP.ZSC", "3DDATA/AVATAR/LIST_WCAP.ZSC"]),
    ("LIST_BODY", &["3DDATA/AVATAR/LIST_MBODY.ZSC", "3DDATA/AVATAR/LIST_WBODY.ZSC"]),
    ("LIST_ARMS", &["3DDATA/AVATAR/LIST_MARMS.ZSC", "3DDATA/AVATAR/LIST_WARMS.ZSC"]),
    ("LIST_FOOT", &["3DDATA/AVATAR/LIST_MFOOT.ZSC", "3DDATA/AVATAR/LIST_WFOOT.ZSC"]),
    ("LIST_FACE", &["3DDATA/AVATAR/LIST_MFACE.ZSC", "3DDATA/AVATAR/LIST_WFACE.ZSC"]),
    ("LIST_HAIR", &["3DDATA/AVATAR/LIST_MHAIR.ZSC", "3DDATA/AVATAR/LIST_WHAIR.ZSC"]),
    ("LIST_BACK", &["3DDATA/AVATAR/LIST_BACK.ZSC"]),
    ("LIST_WEAPON", &["3DDATA/WEAPON/LIST_WEAPON.ZSC"]),
    ("LIST_SUBWPN", &["3DDATA/WEAPON/LIST_SUBWPN.ZSC"]),
    ("LIST_PAT", &["3DDATA/PAT/LIST_PAT.ZSC"]),
    ("LIST_FIELDITEM", &["3DDATA/ITEM/LIST_FIELDITEM.ZSC"]),
    ("EVENT_OBJECT", &["3DDATA/SPECIAL/EVENT_OBJECT.ZSC"]),
    ("LIST_DECO_SPECIAL", &["3DDATA/SPECIAL/LIST_DECO_SPECIAL.ZSC"]),
];

pub(super) fn objects_of(table: &str) -> &'static [&'static str] {
    OBJECTS.iter().find(|(name, _)| *name == table).map_or(&[], |(_, zscs)| *zscs)
}

fn ending(key: &str) -> &str {
    key.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Whether a file is unused where nothing names it.
pub(super) fn is_traced(key: &str) -> bool {
    let is_own = OWN.contains(&key)
        || OWN_STARTS.iter().any(|start| key.starts_with(start))
        || OBJECTS.iter().any(|(_, zscs)| zscs.contains(&key));
    !is_own && TRACED.contains(&ending(key))
}

/// Whether a path in a table is one of the client, and not of the tools that its pictures and meshes were
/// made with.
pub(super) fn is_path(path: &str) -> bool {
    let upper = path.trim().to_ascii_uppercase();
    let ending = ending(&upper);
    TRACED.contains(&ending) || NAMED.contains(&ending)
}

/// Whether a file below a zone's folder belongs to one of its blocks: files such as `31_30.IFO`, and
/// those in the folder `31_30`.
pub(super) fn is_of_block(folder: &str, key: &str) -> bool {
    let Some(below) = key.strip_prefix(folder) else { return false };
    let name = below.split('/').next().unwrap_or_default();
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let Some((x, y)) = stem.split_once('_') else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // What is in lightmaps is named by their LIT.
    let is_picture = below.contains("/LIGHTMAP/") && !below.ends_with(".LIT");
    is_number(x) && is_number(y) && !is_picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_blocks_are_known_by_their_names() {
        let check = |below: &str| is_of_block("M/", &format!("M/{below}"));
        assert!(check("31_30.IFO") && check("31_30/LIGHTMAP/OBJECTLIGHTMAPDATA.LIT"));
        assert!(check("31_30/31_30_PLANELIGHTINGMAP.DDS"));
        assert!(!check("JPT01.ZON") && !check("31_30/LIGHTMAP/OBJECT_0.DDS") && !check("a_b.IFO"));
    }

    #[test]
    fn paths_of_tools_are_no_paths() {
        assert!(is_path("3Ddata\\Event\\EM99-001.con") && is_path("Sound\\a.WAV "));
        assert!(
            !is_path("CAP\\cap_00300.txt")
                && !is_path("a.x")
                && !is_path("string")
                && !is_path("0")
        );
    }
}
