//! The numbers of the zones of 1999, which zone lines state, with the names of their files.

/// By their numbers, from 1; empty where no zone of 1999 has the number.
const NAMES: [&str; 77] = [
    "qeynos",
    "qeynos2",
    "qrg",
    "qeytoqrg",
    "highpass",
    "highkeep",
    "",
    "freportn",
    "freportw",
    "freporte",
    "runnyeye",
    "qey2hh1",
    "northkarana",
    "southkarana",
    "eastkarana",
    "beholder",
    "blackburrow",
    "paw",
    "rivervale",
    "kithicor",
    "commons",
    "ecommons",
    "erudnint",
    "erudnext",
    "nektulos",
    "cshome",
    "lavastorm",
    "",
    "halas",
    "everfrost",
    "soldunga",
    "soldungb",
    "misty",
    "nro",
    "sro",
    "befallen",
    "oasis",
    "tox",
    "hole",
    "neriaka",
    "neriakb",
    "neriakc",
    "neriakd",
    "najena",
    "qcat",
    "innothule",
    "feerrott",
    "cazicthule",
    "oggok",
    "rathemtn",
    "lakerathe",
    "grobb",
    "aviak",
    "gfaydark",
    "akanon",
    "steamfont",
    "lfaydark",
    "crushbone",
    "mistmoore",
    "kaladima",
    "felwithea",
    "felwitheb",
    "unrest",
    "kedge",
    "guktop",
    "gukbottom",
    "kaladimb",
    "butcher",
    "oot",
    "cauldron",
    "airplane",
    "fearplane",
    "permafrost",
    "kerraridge",
    "paineel",
    "hateplane",
    "arena",
];

/// The name of the files of a zone, in lower case.
pub fn name_of(number: u32) -> Option<&'static str> {
    let place = usize::try_from(number).ok()?.checked_sub(1)?;
    NAMES.get(place).copied().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_that_servers_have() {
        let rows =
            [(1, "qeynos"), (5, "highpass"), (54, "gfaydark"), (71, "airplane"), (77, "arena")];
        for (number, name) in rows {
            assert_eq!(name_of(number), Some(name));
        }
        assert_eq!([0, 7, 28, 78, 255, u32::MAX].map(name_of), [None; 6]);
    }
}
