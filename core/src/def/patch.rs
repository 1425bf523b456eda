//! Ranges of patches: of one field (`^86-95`), and of a whole file (`# majorPatchVersion >= 74`).

/// The patches from `from` up to, but not including, `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PatchRange {
    pub from: u32,
    /// `None`: until today.
    pub to: Option<u32>,
}

impl PatchRange {
    pub const ALL: PatchRange = PatchRange { from: 0, to: None };

    pub fn contains(self, patch: u32) -> bool {
        patch >= self.from && self.to.is_none_or(|to| patch < to)
    }

    pub fn overlaps(self, other: PatchRange) -> bool {
        other.to.is_none_or(|to| self.from < to) && self.to.is_none_or(|to| other.from < to)
    }

    /// The patch of the range that is nearest to `patch`; the newest, where none is asked for.
    pub fn nearest(self, patch: Option<u32>) -> u32 {
        let last = self.to.map_or(u32::MAX, |to| to.saturating_sub(1)).max(self.from);
        patch.unwrap_or(u32::MAX).clamp(self.from, last)
    }

    /// Reads what follows the `^` of a field: `86` or `0-86`. Of an end that is zero or no number
    /// the real parser makes no end, and in one before its start no patch lies; here it is wrong.
    pub(super) fn of_field(text: &str) -> Option<PatchRange> {
        let (from, to) = match text.split_once('-') {
            Some((from, to)) => (from, Some(to)),
            None => (text, None),
        };
        let to = match to {
            Some(to) => Some(to.parse().ok()?),
            None => None,
        };
        let from = from.parse().ok()?;
        // No patch lies in `80-70`.
        to.is_none_or(|to| from < to).then_some(PatchRange { from, to })
    }

    /// Reads a comment of the form `# majorPatchVersion >= 80 && majorPatchVersion < 85`, in any
    /// case and with any of the six comparisons; `None` for every other comment.
    pub(super) fn of_comment(comment: &str) -> Option<PatchRange> {
        const WORD: &str = "majorpatchversion";
        let text = comment.trim_start_matches(['#', ' ', '\t']);
        if !text.get(..WORD.len())?.eq_ignore_ascii_case(WORD) {
            return None;
        }
        let text = text.to_ascii_lowercase();
        let mut range = PatchRange::ALL;
        for condition in text.split("&&") {
            let condition = condition.trim();
            let condition = condition.strip_prefix(WORD).unwrap_or(condition).trim_start();
            let digits = condition.find(|c: char| c.is_ascii_digit())?;
            let (operator, number) = condition.split_at(digits);
            let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            let number: u32 = number.get(..end)?.parse().ok()?;
            let after = number.checked_add(1)?;
            let (from, to) = match operator.trim() {
                ">=" => (number, None),
                ">" => (after, None),
                "<" => (0, Some(number)),
                "<=" => (0, Some(after)),
                "=" | "==" | "===" => (number, Some(after)),
                _ => return None,
            };
            range.from = range.from.max(from);
            range.to = range.to.into_iter().chain(to).min();
        }
        Some(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_people_write_them() {
        let read = |text| PatchRange::of_comment(text).map(|range| (range.from, range.to));
        assert_eq!(read("# majorPatchVersion >= 85"), Some((85, None)));
        assert_eq!(read("# MajorPatchVersion < 74 "), Some((0, Some(74))));
        assert_eq!(read("# majorPatchVersion == 27"), Some((27, Some(28))));
        let both = "# majorPatchVersion >= 80 && majorPatchVersion < 85";
        assert_eq!(read(both), Some((80, Some(85))));
        assert_eq!(read("# majorPatchVersion>=80&&<85 (guess)"), Some((80, Some(85))));
        assert_eq!(read("# since majorPatchVersion"), None);
        assert_eq!(read("# majorPatchVersion"), None);
    }

    #[test]
    fn the_newest_patch_is_meant_where_none_is_set() {
        let range = PatchRange { from: 67, to: Some(85) };
        assert_eq!(range.nearest(None), 84);
        assert_eq!(range.nearest(Some(70)), 70);
        assert_eq!(range.nearest(Some(27)), 67);
        assert_eq!(PatchRange::ALL.nearest(None), u32::MAX);
    }

    #[test]
    fn ranges_that_meet_do_not_overlap() {
        let before = PatchRange { from: 0, to: Some(86) };
        let after = PatchRange { from: 86, to: None };
        assert!(!before.overlaps(after) && !after.overlaps(before));
        assert!(before.overlaps(PatchRange::ALL));
    }
}
