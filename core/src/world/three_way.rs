//! What becomes of a value that two sides started from: the same rule for every kind of document.

/// Three states of a value: before both sides, and as each of them has it.
pub(super) type Sides<'v, T> = [&'v T; 3];

/// The merged value: ours where both changed it.
pub(super) fn pick<T: PartialEq + Clone>([before, ours, theirs]: Sides<'_, T>) -> T {
    if ours == before { theirs.clone() } else { ours.clone() }
}

/// Whether both sides changed a value, and not to the same.
pub(super) fn is_in_conflict<T: PartialEq>([before, ours, theirs]: Sides<'_, T>) -> bool {
    ours != before && theirs != before && ours != theirs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_one_side_is_taken_and_ours_where_both_changed_it() {
        let rows = [
            ([1, 1, 1], 1, false),
            ([1, 2, 1], 2, false),
            ([1, 1, 2], 2, false),
            ([1, 2, 2], 2, false),
            ([1, 2, 3], 2, true),
        ];
        for ([before, ours, theirs], merged, conflict) in rows {
            let sides = [&before, &ours, &theirs];
            assert_eq!((pick(sides), is_in_conflict(sides)), (merged, conflict), "{sides:?}");
        }
    }
}
