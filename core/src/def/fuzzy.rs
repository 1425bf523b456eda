//! Names by a few of their letters: `srp` finds `S_REQUEST_PARTY`.

/// How well a query fits a name, the higher the better; `None` if its letters are not all there,
/// in their order. Case, and `_` and white space in the query, don't matter.
pub fn score(query: &str, name: &str) -> Option<i32> {
    let mut score = 0_i32;
    let mut wanted = query.chars().filter(|c| !is_gap(*c)).map(lower).peekable();
    let mut before = '_';
    let mut run = 0_i32;
    for c in name.chars() {
        let Some(next) = wanted.peek() else { break };
        if lower(c) == *next {
            wanted.next();
            run += 1;
            let starts_word = is_gap(before) || before.is_lowercase() && c.is_uppercase();
            score += 2 * run + if starts_word { 8 } else { 0 };
        } else if !is_gap(c) {
            run = 0;
        }
        before = c;
    }
    // Of two names that fit alike, the shorter is nearer to what was typed.
    let excess = i32::try_from(name.len().saturating_sub(query.len())).unwrap_or(i32::MAX);
    wanted.peek().is_none().then(|| (score * 64).saturating_sub(excess))
}

fn lower(c: char) -> char {
    c.to_ascii_lowercase()
}

fn is_gap(c: char) -> bool {
    c == '_' || c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_found_in_their_order() {
        assert!(score("srp", "S_REQUEST_PARTY").is_some());
        assert!(score("S_LOGIN", "s_login").is_some());
        assert!(score("prs", "S_REQUEST_PARTY").is_none());
        assert!(score("", "S_LOGIN").is_some());
    }

    #[test]
    fn what_was_typed_comes_first() {
        let mut names = ["C_LOGIN_ARBITER", "S_LOGIN", "S_LOGIN_ACCOUNT_INFO", "S_LEAVE_OLD_GIN"];
        names.sort_by_key(|name| score("slogin", name).map(|score| -score).unwrap_or(0));
        assert_eq!(
            names,
            ["S_LOGIN", "S_LOGIN_ACCOUNT_INFO", "S_LEAVE_OLD_GIN", "C_LOGIN_ARBITER"]
        );
    }
}
