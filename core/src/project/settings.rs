//! The keys of `landwright.toml`, and what each of them may be.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::ignore::Ignore;
use super::keys;
use super::publish::Publish;
use super::value::{Reader, Value};
use super::verdict::Level;
use super::{Dialect, Game, Project};
use crate::format::effort::Effort;
use crate::format::text::CodePage;
use crate::problem::Severity;

const GAMES: &[(&str, Game)] = &[
    ("ragnarok", Game::Ragnarok),
    ("rose", Game::Rose),
    ("tera", Game::Tera),
    ("everquest", Game::EverQuest),
];

const CODE_PAGES: &[(&str, CodePage)] = &[
    ("cp949", CodePage::Cp949),
    ("cp932", CodePage::Cp932),
    ("cp1252", CodePage::Cp1252),
    ("utf-8", CodePage::Utf8),
];

const DIALECTS: &[(&str, Dialect)] = &[
    ("auto", Dialect::Auto),
    ("seed", Dialect::Seed),
    ("toolbox", Dialect::Toolbox),
    ("protojs", Dialect::Protojs),
];

const COMPRESSIONS: &[(&str, Effort)] = &[("auto", Effort::BySize), ("smallest", Effort::Smallest)];

const LEVELS: &[(&str, Level)] = &[
    ("error", Level::On(Severity::Error)),
    ("warning", Level::On(Severity::Warning)),
    ("information", Level::On(Severity::Information)),
    ("hint", Level::On(Severity::Hint)),
    ("off", Level::Off),
];

/// Reads all of the file into a project that has the usual settings.
pub(super) fn read(
    project: &mut Project,
    table: &DeTable<'_>,
    range: Range<usize>,
    reader: &mut Reader<'_>,
) {
    let keys: Vec<&str> = keys::ALL.iter().map(|key| key.name).collect();
    reader.check_keys(table, &keys);
    if let Some(value) = table.get("game") {
        project.game = reader.choice(value, GAMES);
    }
    if let Some(value) = table.get("roots") {
        let roots = reader.texts(value, "a folder or an archive, or a list of them");
        project.roots = project.stated(roots);
    }
    if let Some(value) = table.get("scripts") {
        let scripts = reader.texts(value, "a folder or a file, or a list of them");
        project.scripts = project.stated(scripts);
    }
    if let Some(value) = table.get("copies") {
        let copies = reader.texts(value, "a folder, or a list of them");
        project.copies = project.stated(copies);
    }
    if let Some(code_page) = table.get("code-page").and_then(|v| reader.choice(v, CODE_PAGES)) {
        project.code_page = code_page;
    }
    if let Some(dialect) = table.get("dialect").and_then(|v| reader.choice(v, DIALECTS)) {
        project.dialect = dialect;
    }
    if let Some(value) = table.get("patch") {
        project.patch = reader.number(value, 1..1000);
    }
    if let Some(n_backups) = table.get("backups").and_then(|v| reader.number(v, 0..1001)) {
        project.n_backups = usize::try_from(n_backups).unwrap_or(usize::MAX);
    }
    if let Some(value) = table.get("backups-days") {
        project.backup_days = reader.number(value, 1..36_501);
    }
    if let Some(effort) = table.get("compression").and_then(|v| reader.choice(v, COMPRESSIONS)) {
        project.compression = effort;
    }
    read_names(project, table, reader);
    read_levels(project, table, reader);
    for value in tables(table, "ignore", reader) {
        project.ignores.extend(Ignore::read(value, &range, reader));
    }
    for value in tables(table, "publish", reader) {
        match Publish::read(value, &range, project, reader) {
            Some(step) => project.publishes.push(step),
            None => project.n_unread_publishes += 1,
        }
    }
}

fn read_names(project: &mut Project, table: &DeTable<'_>, reader: &mut Reader<'_>) {
    let expected = "a table such as `[names]`, with a file for each kind of name";
    let Some(table) = one_table(table, "names", expected, reader) else { return };
    #[cfg(feature = "worlds")]
    reader.check_keys(table, &super::names::numbered());
    for (what, value) in table {
        let files = reader.texts(value, "a file or a list of files");
        project.names.insert(what.get_ref().to_string(), project.stated(files));
    }
}

fn read_levels(project: &mut Project, table: &DeTable<'_>, reader: &mut Reader<'_>) {
    let expected = "a table such as `[severity]`, with a severity for each code";
    for (code, value) in one_table(table, "severity", expected, reader).into_iter().flatten() {
        let code = reader.known_code(code.get_ref(), code.span(), str::to_owned);
        let level = reader.choice(value, LEVELS);
        if let Some((code, level)) = code.zip(level) {
            project.levels.insert(code, level);
        }
    }
}

fn one_table<'t, 'i>(
    table: &'t DeTable<'i>,
    key: &str,
    expected: &str,
    reader: &mut Reader<'_>,
) -> Option<&'t DeTable<'i>> {
    let value = table.get(key)?;
    if let DeValue::Table(table) = value.get_ref() {
        return Some(table);
    }
    reader.wrong_kind(value, expected);
    None
}

/// Tables such as `[[ignore]]`; a single `[ignore]` is taken for one of them.
fn tables<'t, 'i>(table: &'t DeTable<'i>, key: &str, reader: &mut Reader<'_>) -> &'t [Value<'i>] {
    match table.get(key) {
        None => &[],
        Some(value) => match value.get_ref() {
            DeValue::Array(values) => values.as_ref(),
            DeValue::Table(_) => std::slice::from_ref(value),
            _ => {
                reader.wrong_kind(value, &format!("tables such as `[[{key}]]`"));
                &[]
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::problem::{Change, FileChange, Problem, Rule};
    use crate::vfs::save::Backups;

    const ODD: Rule =
        Rule { code: "gat-odd-type", severity: Severity::Hint, title: "Odd", explanation: "" };

    fn parse(text: &str) -> (Project, Vec<Problem>) {
        Project::parse(text, Path::new("/maps/landwright.toml"), &[ODD.code])
    }

    /// A line for each problem: the text that it is about, the code and the message, and what the
    /// fix writes there.
    fn check(text: &str, expected: &Expect) {
        let mut found = String::new();
        for problem in parse(text).1 {
            let crate::problem::Spot::Text { start, end } = problem.place.spot else {
                panic!("{problem:?}");
            };
            let about = text[start..end].lines().next().unwrap_or_default();
            found += &format!("`{about}` | {} | {}", problem.code, problem.message);
            for fix in &problem.fixes {
                let Change::Files(files) = &fix.change else { panic!("{fix:?}") };
                let [FileChange::Edit { edits, .. }] = &files[..] else { panic!("{fix:?}") };
                found += &format!(" | {}: {}", fix.title, edits[0].new_text);
            }
            found += "\n";
        }
        expected.assert_eq(&found);
    }

    #[test]
    fn the_table_of_keys_says_what_is_read() {
        for key in keys::ALL {
            let file = Path::new("landwright.toml");
            let (_, problems) = Project::parse(key.example, file, &["gat-unknown-type"]);
            assert_eq!(problems, [], "{}", key.name);
            assert!(key.example.contains(key.name), "{}", key.name);
            for text in [key.takes, key.usual, key.summary] {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text}", key.name);
            }
        }
        let all: String = keys::ALL.iter().map(|key| key.example).collect();
        let file = Path::new("landwright.toml");
        let (project, problems) = Project::parse(&all, file, &["gat-unknown-type"]);
        assert_eq!((project.patch, project.roots.len(), problems), (Some(92), 2, Vec::new()));
        let takes = |name: &str| keys::ALL.iter().find(|key| key.name == name).unwrap().takes;
        let words = |name: &str, words: &[&str]| {
            for word in words {
                assert!(takes(name).contains(&format!("`{word}`")), "{name}: {word}");
            }
        };
        words("game", &GAMES.map_words());
        words("code-page", &CODE_PAGES.map_words());
        words("dialect", &DIALECTS.map_words());
        words("compression", &COMPRESSIONS.map_words());
        words("severity", &LEVELS.map_words());
    }

    trait Words {
        fn map_words(&self) -> Vec<&'static str>;
    }

    impl<T> Words for [(&'static str, T)] {
        fn map_words(&self) -> Vec<&'static str> {
            self.iter().map(|(word, _)| *word).collect()
        }
    }

    #[test]
    fn a_code_of_before_means_the_one_that_it_is_now() {
        let text = "[severity]\napd-square-middle = 'off'\n\
            [[ignore]]\ncode = 'apd-square-middle'\nfile = 'a'\nreason = 'b'\n";
        let file = Path::new("/maps/landwright.toml");
        let (project, problems) = Project::parse(text, file, &["apd-centre-missing"]);
        assert_eq!(problems, []);
        assert_eq!(project.levels.get("apd-centre-missing"), Some(&Level::Off));
        assert_eq!(project.ignores[0].code, "apd-centre-missing");
    }

    #[test]
    fn a_whole_file_is_understood() {
        let (project, problems) = parse(
            r#"
            game = "rose"
            roots = ["patch", '..\client.zip', "/games/rose"]
            code-page = "cp932"
            dialect = "toolbox"
            patch = 92
            backups = 0
            backups-days = 90
            compression = "smallest"
            [names]
            monster = "STB/LIST_NPC.STB"
            npc = ["a.stb", "b.stb"]
            [severity]
            gat-odd-type = "error"
            [[ignore]]
            code = "gat-odd-type"
            file = "old/*.gat"
            at = "cell 1,2"
            reason = "the water of the old capital"
            "#,
        );
        assert_eq!(problems, []);
        assert_eq!(project.game, Some(Game::Rose));
        let roots: Vec<&Path> = project.roots.iter().map(|root| &*root.path).collect();
        assert_eq!(roots, ["/maps/patch", "/client.zip", "/games/rose"].map(Path::new));
        assert_eq!(project.code_page, CodePage::Cp932);
        assert_eq!(project.dialect, Dialect::Toolbox);
        assert_eq!((project.patch, project.n_backups), (Some(92), 0));
        assert_eq!(project.backups(), Backups { most: 0, days: Some(90) });
        assert_eq!(project.compression, Effort::Smallest);
        assert_eq!(project.names["monster"][0].path, Path::new("/maps/STB/LIST_NPC.STB"));
        assert_eq!(project.names["npc"].len(), 2);
        assert_eq!(project.severity_of(&ODD), Some(Severity::Error));
        assert_eq!(project.ignores.len(), 1);
    }

    #[test]
    fn an_empty_file_is_the_usual_project() {
        for text in ["", "\u{feff}", "# nothing\r\n"] {
            let (project, problems) = parse(text);
            assert_eq!(problems, []);
            assert_eq!(Project { file: None, ..project }, Project::usual("/maps"));
        }
    }

    #[test]
    fn unknown_keys_name_the_one_that_was_meant() {
        check(
            "root = 'a'\ncode_page = 'cp949'\ncolour = 1\n[severities]\n[[ignore]]\nfiles = 'a'\n",
            &expect![[r#"
                `root` | project-unknown-key | there is no key `root`; did you mean `roots`? | Write `roots`: roots
                `code_page` | project-unknown-key | there is no key `code_page`; did you mean `code-page`? | Write `code-page`: code-page
                `colour` | project-unknown-key | there is no key `colour`; expected `game`, `roots`, `scripts`, `copies`, `code-page`, `dialect`, `patch`, `backups`, `backups-days`, `compression`, `names`, `severity`, `ignore` or `publish`
                `severities` | project-unknown-key | there is no key `severities`; did you mean `severity`? | Write `severity`: severity
                `[[ignore]]` | project-bad-value | has no `code`; expected the code of a rule
                `[[ignore]]` | project-bad-value | has no `file`; expected a pattern of file names
                `[[ignore]]` | project-ignore-without-reason | has no `reason`; expected a text that says why it may stay
                `files` | project-unknown-key | there is no key `files`; did you mean `file`? | Write `file`: file
            "#]],
        );
    }

    #[test]
    fn bad_values_say_what_would_be_right() {
        check(
            "game = 'roze'\nroots = ['a', 1, '']\ncode-page = 949\npatch = 0x1000\nbackups = -1\n\
             dialect = 'python'\ncompression = 'small'\nnames = 'a'\nseverity = []\nignore = 1\n",
            &expect![[r#"
                `'roze'` | project-bad-value | found `roze`; did you mean `rose`? | Write `rose`: "rose"
                `1` | project-bad-value | expected a folder or an archive, or a list of them, found 1
                `''` | project-bad-value | expected a folder or an archive, or a list of them, found ""
                `949` | project-bad-value | expected `cp949`, `cp932`, `cp1252` or `utf-8`, found 949
                `0x1000` | project-bad-value | expected a whole number from 1 to 999, found 0x1000
                `-1` | project-bad-value | expected a whole number from 0 to 1000, found -1
                `'python'` | project-bad-value | found `python`; expected `auto`, `seed`, `toolbox` or `protojs`
                `'small'` | project-bad-value | found `small`; expected `auto` or `smallest`
                `'a'` | project-bad-value | expected a table such as `[names]`, with a file for each kind of name, found "a"
                `[]` | project-bad-value | expected a table such as `[severity]`, with a severity for each code, found a list
                `1` | project-bad-value | expected tables such as `[[ignore]]`, found 1
            "#]],
        );
    }

    #[test]
    fn the_rest_of_a_wrong_file_holds() {
        let (project, problems) = parse("game = 'x'\nroots = ['a', 1]\npatch = 9\n");
        assert_eq!(problems.len(), 2);
        assert_eq!((project.game, project.patch, project.roots.len()), (None, Some(9), 1));
    }

    #[test]
    fn codes_must_be_in_the_table() {
        check(
            "[severity]\ngat-odd-typ = 'off'\ngat-odd-type = 'of'\nxyz = 'hint'\n\
             [[ignore]]\ncode = 'gat-od-type'\nfile = 'a'\nreason = 'b'\n",
            &expect![[r#"
                `gat-odd-typ` | project-unknown-code | no rule has the code `gat-odd-typ`; did you mean `gat-odd-type`? | Write `gat-odd-type`: gat-odd-type
                `'of'` | project-bad-value | found `of`; did you mean `off`? | Write `off`: "off"
                `xyz` | project-unknown-code | no rule has the code `xyz`; expected `gat-odd-type`
                `'gat-od-type'` | project-unknown-code | no rule has the code `gat-od-type`; did you mean `gat-odd-type`? | Write `gat-odd-type`: "gat-odd-type"
            "#]],
        );
    }

    #[test]
    fn an_ignore_needs_a_code_a_file_and_a_reason() {
        check(
            "[[ignore]]\ncode = 'gat-odd-type'\nfile = 'a'\n\n\
             [[ignore]]\nreason = ' '\nat = 'somewhere'\n\n\
             [[ignore]]\ncode = 'gat-odd-type'\nfile = 'a'\nreason = 'b'\nat = 'cell 3'\n",
            &expect![[r#"
                `[[ignore]]` | project-ignore-without-reason | has no `reason`; expected a text that says why it may stay
                `[[ignore]]` | project-bad-value | has no `code`; expected the code of a rule
                `[[ignore]]` | project-bad-value | has no `file`; expected a pattern of file names
                `' '` | project-bad-value | expected a text that says why it may stay, found " "
                `'somewhere'` | project-bad-value | expected a place as in reports, such as `line 7`, `cell (12, 34)`, `node 5`, `edge of node 5 in octant 3` or `monster spawn 2`, found "somewhere"
                `'cell 3'` | project-bad-value | expected a place as in reports, such as `line 7`, `cell (12, 34)`, `node 5`, `edge of node 5 in octant 3` or `monster spawn 2`, found "cell 3"
            "#]],
        );
        for rest in ["", "reason = 'b'\nplace = 'cell 3,4'\n"] {
            let (project, _) =
                parse(&format!("[[ignore]]\ncode = 'gat-odd-type'\nfile = 'a'\n{rest}"));
            assert_eq!(project.ignores, [], "{rest}");
        }
    }

    #[test]
    fn a_pattern_that_would_match_nothing_is_a_problem_with_its_place() {
        check(
            "[[ignore]]\ncode = 'gat-odd-type'\nfile = '['\nreason = 'b'\n",
            &expect![[r#"
                `'['` | project-bad-value | "[" is not a pattern: `[` has no meaning here: `*` and `?` match letters of a name, `**` matches folders; for a bracket in a name write `?`
            "#]],
        );
    }

    #[test]
    fn a_broken_file_is_one_problem_with_its_place() {
        check(
            "game = 'rose'\npatch = = 9\n",
            &expect![[r#"
                `=` | project-broken | extra `=`, expected nothing
            "#]],
        );
        check(
            "patch = 9\npatch = 9\n",
            &expect![[r#"
                `patch` | project-broken | duplicate key
            "#]],
        );
        check(
            "[names\n",
            &expect![[r#"
                `` | project-broken | unclosed table, expected `]`
            "#]],
        );
        assert_eq!(parse("game = 'rose'\npatch = = 9\n").0.game, None);
    }
}
