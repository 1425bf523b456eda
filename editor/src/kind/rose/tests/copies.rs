//! Copies that are kept in step when a zone is saved.

use landwright_core::project::trust::{self, Consent};
use landwright_core::world::zone::thing::ThingId;

use super::super::copies::{CopyTask, Kept, Outcome};
use super::*;
use crate::kind::document::common::Then;
use crate::kind::rose::dialog::ZoneAnswer;
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::form::copies::{CopiesForm, CopyChoice};
use crate::model::trial::cancelled;
use crate::view::id::DocumentId;

/// A client whose project has a server's copy, both with the sample game; the client's zone is open.
struct Games {
    folder: TempDir,
    model: Model,
}

impl Games {
    fn new() -> Games {
        let folder = TempDir::new().unwrap();
        for file in SampleZone::new(Plan::small(1)).files() {
            for game in ["client", "server"] {
                let path = folder.path().join(game).join(&file.path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, &file.bytes).unwrap();
            }
        }
        // The client itself among them does no harm.
        let toml = "copies = [\"../server\", \".\"]\n";
        fs::write(folder.path().join("client/landwright.toml"), toml).unwrap();
        let way = (crate::trust::trust(), Consent::Given);
        trust::load(&folder.path().join("client"), &[], way, |_| ()).unwrap();
        let mut games = Games { folder, model: model() };
        games.open("client");
        games
    }

    /// The same, with journals in a folder.
    fn with_journals(mut self) -> Games {
        self.model = Model::new(Settings::default(), Some(self.home()), Arc::new(|| ()));
        self
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn open(&mut self, game: &str) {
        let path = self.folder.path().join(game).join(ZONE_FOLDER);
        self.model.handle(Message::Open(vec![path]));
        self.model.settle();
    }

    /// The files of a game by their paths in it.
    fn files(&self, game: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let root = self.folder.path().join(game);
        let files = files_in(&root).into_iter();
        let inside = files.map(|(path, bytes)| (path.strip_prefix(&root).unwrap().into(), bytes));
        inside.filter(|(path, _): &(PathBuf, _)| !path.ends_with("landwright.toml")).collect()
    }

    fn set(&mut self, id: ThingId, field: &str, to: &str) {
        let id = id.0;
        let things = format!(r#""things":{{"ids":[{id}]}}"#);
        act(
            &mut self.model,
            &format!(r#"{{"action":"set",{things},"field":"{field}","to":"{to}"}}"#),
        );
    }

    fn save(&mut self) {
        run(&mut self.model, Id::Save);
        self.model.settle();
        assert!(!self.model.document(front(&self.model).id).unwrap().has_unsaved_changes());
    }

    /// What is asked about copies.
    fn asked(&self) -> CopiesForm {
        let Some(ZoneDialog::CopiesLeft(form)) = self.model.dialog().and_then(Dialog::form) else {
            panic!("{:?}", self.model.dialog())
        };
        form.clone()
    }

    /// Leaves what is asked for the next save.
    fn not_now(&mut self) {
        self.asked();
        self.model.handle(Message::Answer(Answer::Cancel));
    }

    fn choose(&mut self, choice: CopyChoice) {
        let form = self.asked();
        let offered = form.choices();
        assert!(offered.iter().any(|(_, offered)| *offered == choice), "{offered:?}");
        let answer = ZoneAnswer::SettleCopies(form.document, form.roots(), choice).answer();
        self.model.handle(Message::Answer(answer));
        self.model.settle();
    }

    fn compare(&mut self) {
        run(&mut self.model, Id::CompareCopies);
        self.model.settle();
    }

    /// Limits of spawns in a game, as another program reads them.
    fn limits(&self, game: &str, spawns: &[ThingId]) -> Vec<String> {
        let mut model = model();
        model.handle(Message::Open(vec![self.folder.path().join(game).join(ZONE_FOLDER)]));
        model.settle();
        spawns.iter().map(|id| value(&model, *id, Field::Limit)).collect()
    }

    /// Another person, who keeps no copies, sets a limit in the client, and that is heard of.
    fn somebody_sets_limit(&mut self, id: ThingId, to: u32) {
        let toml = self.folder.path().join("client/landwright.toml");
        let copies = fs::read(&toml).unwrap();
        fs::remove_file(&toml).unwrap();
        let client = self.folder.path().join("client").join(ZONE_FOLDER);
        let mut other = model();
        other.handle(Message::Open(vec![client.clone()]));
        other.settle();
        let things = format!(r#""things":{{"ids":[{}]}}"#, id.0);
        act(&mut other, &format!(r#"{{"action":"set",{things},"field":"limit","to":{to}}}"#));
        let file = client.join(front(&other).zone().block_of(id).unwrap().to_string() + ".IFO");
        run(&mut other, Id::Save);
        other.settle();
        fs::write(&toml, copies).unwrap();
        self.model.handle(Message::FileChanged(file));
        self.model.settle();
    }

    fn log(&self) -> Vec<String> {
        self.model.log.lines().map(|line| line.text.clone()).collect()
    }

    /// Changes a thing of the server alone.
    fn change_server(&mut self, id: ThingId, field: &str, to: &str) {
        self.model = model();
        self.open("server");
        self.set(id, field, to);
        self.save();
        self.model = model();
        self.open("client");
    }
}

fn model() -> Model {
    Model::new(Settings::default(), None, Arc::new(|| ()))
}

#[test]
fn a_copy_gets_the_same_edits_and_the_log_names_its_files() {
    let mut games = Games::new();
    let before = games.files("server");
    let id = lone_spawn(&games.model);
    let block = front(&games.model).zone().block_of(id).unwrap();
    games.set(id, "limit", "+1");
    games.save();
    assert!(games.files("server") != before);
    assert!(games.files("server") == games.files("client"));
    let file = Path::new(ZONE_FOLDER).join(format!("{block}.IFO"));
    let said = games.log();
    let is_told = |line: &&String| line.contains("server") && line.contains("up to date");
    let told: Vec<&String> = said.iter().filter(is_told).collect();
    assert_eq!(told.len(), 1, "{said:?}");
    assert!(told[0].contains(&file.display().to_string()), "{told:?}");
    assert_eq!(games.model.dialog(), None);
    // The next save tells of what was done since.
    run(&mut games.model, Id::Undo);
    games.save();
    assert!(games.files("server") == before && games.files("client") == before);
}

/// Its copies would be forgotten in silence.
#[cfg(unix)]
#[test]
fn nothing_is_saved_while_the_settings_can_t_be_read() {
    let mut games = Games::new();
    let (client, server) = (games.files("client"), games.files("server"));
    games.set(lone_spawn(&games.model), "limit", "+1");
    let toml = games.folder.path().join("client/landwright.toml");
    let copies = fs::read(&toml).unwrap();
    fs::remove_file(&toml).unwrap();
    std::os::unix::fs::symlink(&toml, &toml).unwrap();
    run(&mut games.model, Id::Save);
    games.model.settle();
    assert!(games.log().iter().any(|line| line.contains("landwright.toml")), "{:?}", games.log());
    assert!(games.files("client") == client && games.files("server") == server);
    fs::remove_file(&toml).unwrap();
    fs::write(&toml, copies).unwrap();
    games.save();
    assert!(games.files("server") != server && games.files("server") == games.files("client"));
}

#[test]
fn a_copy_that_differs_where_it_matters_is_left_and_the_person_is_told() {
    let mut games = Games::new();
    let id = lone_spawn(&games.model);
    games.change_server(id, "range", "+5");
    let (client, server) = (games.files("client"), games.files("server"));
    games.set(id, "limit", "+1");
    games.save();
    assert!(games.files("client") != client, "the zone itself is saved");
    assert!(games.files("server") == server);
    let form = games.asked();
    let [copy] = form.copies.as_slice() else { panic!("{form:?}") };
    let why = &copy.why;
    assert!(copy.root.ends_with("server") && why.len() == 1);
    assert!(why[0].contains("range") && why[0].contains("there"), "{why:?}");
    assert!(games.log().iter().any(|line| line.contains("left as it is")));
}

#[test]
fn a_copy_keeps_what_is_its_own() {
    let mut games = Games::new();
    let id = lone_spawn(&games.model);
    let block = front(&games.model).zone().block_of(id);
    let other = ids(&games.model, Kind::Deco);
    let other = other.iter().find(|id| front(&games.model).zone().block_of(**id) == block);
    games.change_server(*other.unwrap(), "scale-x", "3");
    let server = games.files("server");
    games.set(id, "limit", "77");
    games.save();
    let now = games.files("server");
    assert_ne!(now, games.files("client"));
    let mut changed = server.iter().filter(|(path, bytes)| now[*path] != **bytes);
    let (path, bytes) = changed.next().unwrap();
    assert!(changed.next().is_none());
    assert_eq!(bytes.iter().zip(&now[path]).filter(|(a, b)| a != b).count(), 1);
    assert_eq!(games.model.dialog(), None);
}

#[test]
fn a_copy_that_is_not_there_is_told_of_and_closing_waits() {
    let mut games = Games::new();
    fs::remove_dir_all(games.folder.path().join("server")).unwrap();
    let id = lone_spawn(&games.model);
    games.set(id, "limit", "77");
    run(&mut games.model, Id::Close);
    let Some(Dialog::Unsaved { document, then, .. }) = games.model.dialog().cloned() else {
        panic!()
    };
    games.model.handle(Message::Answer(Answer::SaveFirst(document, then)));
    games.model.settle();
    assert!(matches!(games.model.dialog().and_then(Dialog::form), Some(ZoneDialog::CopiesLeft(_))));
    assert!(games.model.document(document).is_some(), "the person hears of it first");
}

#[test]
fn what_came_of_copies_is_told_once() {
    let mut model = model();
    let root = PathBuf::from("server");
    let (files, notes, left) = (Vec::new(), vec!["no MOV".to_owned()], Vec::new());
    let outcome = Outcome::Written { files, notes, left };
    let kept = Kept { root, outcome, basis: None };
    model.tell_kept(DocumentId(7), CopyTask::Follow, vec![kept]);
    let lines: Vec<&str> = model.log.lines().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["server: no MOV", "the copy in server needed no change"]);
    assert_eq!(model.dialog(), None);
}

/// A server with another limit of the first of three spawns; two are edited here.
fn apart() -> (Games, [ThingId; 3]) {
    let mut games = Games::new();
    let spawns: [ThingId; 3] = ids(&games.model, Kind::Spawn)[..3].try_into().unwrap();
    games.change_server(spawns[0], "limit", "200");
    games.set(spawns[0], "limit", "73");
    games.set(spawns[1], "limit", "44");
    games.save();
    (games, spawns)
}

#[test]
fn what_a_copy_could_not_follow_is_tried_and_told_again_at_the_next_save() {
    let (mut games, spawns) = apart();
    let server = games.files("server");
    let told = games.asked();
    let [copy] = told.copies.as_slice() else { panic!("{told:?}") };
    let [why] = copy.why.as_slice() else { panic!("{copy:?}") };
    assert!(why.contains(&format!("Spawn #{}", spawns[0].0)), "{why}");
    assert!(why.contains("limit is 73 here and 200 there"), "{why}");
    games.not_now();
    games.set(spawns[2], "limit", "45");
    games.save();
    assert_eq!(games.asked().copies, told.copies);
    assert!(games.files("server") == server, "nothing until somebody chooses");
    games.not_now();
    // Somebody makes the server the same by hand.
    let mut other = model();
    other.handle(Message::Open(vec![games.folder.path().join("server").join(ZONE_FOLDER)]));
    other.settle();
    let things = format!(r#""things":{{"ids":[{}]}}"#, spawns[0].0);
    act(&mut other, &format!(r#"{{"action":"set",{things},"field":"limit","to":73}}"#));
    run(&mut other, Id::Save);
    other.settle();
    games.set(spawns[2], "limit", "46");
    games.save();
    assert_eq!(games.model.dialog(), None);
    assert_eq!(games.limits("server", &spawns), ["73", "44", "46"]);
    assert!(games.files("server") == games.files("client"));
}

#[test]
fn the_others_are_written_and_what_differs_is_left_as_the_copy_has_it() {
    let (mut games, spawns) = apart();
    games.choose(CopyChoice::Others);
    assert_eq!(games.model.dialog(), None);
    assert_eq!(games.limits("server", &spawns[..2]), ["200", "44"]);
    assert!(games.log().iter().any(|line| line.contains("200 there; left as it is")));
    // That was settled.
    games.set(spawns[2], "limit", "45");
    games.save();
    assert_eq!(games.model.dialog(), None);
    assert_eq!(games.limits("server", &spawns), ["200", "44", "45"]);
    // What differs is still found by anyone who looks.
    games.compare();
    assert!(games.asked().copies[0].why[0].contains("limit is 73 here and 200 there"));
    games.choose(CopyChoice::All);
    assert_eq!(games.model.dialog(), None);
    assert!(games.files("server") == games.files("client"));
    games.compare();
    assert_eq!(games.model.dialog(), None);
    assert!(games.log().last().unwrap().contains("needed no change"), "{:?}", games.log());
}

#[test]
fn what_differs_is_written_over_only_when_the_person_says_so() {
    let (mut games, spawns) = apart();
    games.choose(CopyChoice::Mine);
    assert_eq!(games.model.dialog(), None);
    assert!(games.files("server") == games.files("client"));
    assert!(!games.model.document(front(&games.model).id).unwrap().has_unsaved_changes());
    games.set(spawns[0], "limit", "9");
    games.save();
    assert_eq!(games.limits("server", &spawns[..1]), ["9"]);
}

#[test]
fn what_somebody_changed_in_another_field_stays_where_edits_are_written_over() {
    let mut games = Games::new();
    let id = lone_spawn(&games.model);
    games.change_server(id, "limit", "9");
    games.set(id, "interval", "31");
    games.save();
    let why = games.asked().copies[0].why.join("; ");
    assert!(why.contains("limit is") && why.contains("9 there"), "{why}");
    assert_ne!(interval(&games, "server", id), "31");
    games.choose(CopyChoice::Mine);
    assert_eq!(interval(&games, "server", id), "31");
    assert_eq!(games.limits("server", &[id]), ["9"]);
}

fn interval(games: &Games, game: &str, id: ThingId) -> String {
    let mut model = model();
    model.handle(Message::Open(vec![games.folder.path().join(game).join(ZONE_FOLDER)]));
    model.settle();
    value(&model, id, Field::Interval)
}

#[test]
fn after_a_merge_a_copy_gets_what_was_edited_on_both_sides_and_no_more() {
    let mut games = Games::new();
    let all = ids(&games.model, Kind::Spawn);
    let [own, theirs, edited] = [all[0], all[1], all[2]];
    games.change_server(own, "limit", "200");
    games.change_server(edited, "limit", "201");
    games.set(edited, "limit", "44");
    games.somebody_sets_limit(theirs, 61);
    let id = front(&games.model).id;
    games.model.handle(Message::Answer(Answer::Merge(id)));
    games.model.settle();
    assert_eq!(games.limits("client", &[theirs, edited])[0], "61");
    games.save();
    let asked = games.asked();
    assert!(asked.are_edits_known(), "{asked:?}");
    assert_eq!(asked.copies[0].why.len(), 1, "{asked:?}");
    games.choose(CopyChoice::Mine);
    let server = games.limits("server", &[own, theirs, edited]);
    assert_eq!(server, ["200", "61", "44"]);
}

#[test]
fn a_copy_that_is_left_is_not_asked_about_again_and_follows_what_comes() {
    let (mut games, spawns) = apart();
    let before = games.limits("server", &spawns);
    games.choose(CopyChoice::Leave);
    assert_eq!(games.limits("server", &spawns), before);
    games.set(spawns[2], "limit", "45");
    games.save();
    assert_eq!(games.model.dialog(), None);
    let after = games.limits("server", &spawns);
    assert_eq!((&after[..2], after[2].as_str()), (&before[..2], "45"));
}

#[test]
fn comparing_says_what_is_not_the_same_and_asks_nothing_of_the_saves_that_follow() {
    let mut games = Games::new();
    let spawns: [ThingId; 3] = ids(&games.model, Kind::Spawn)[..3].try_into().unwrap();
    games.change_server(spawns[0], "limit", "200");
    let server = games.files("server");
    games.compare();
    let form = games.asked();
    assert!(form.copies[0].why[0].contains("and 200 there"), "{form:?}");
    assert_eq!(form.choices().len(), 1);
    games.not_now();
    assert!(games.files("server") == server);
    games.set(spawns[1], "limit", "44");
    games.save();
    assert_eq!(games.model.dialog(), None);
    assert_eq!(games.limits("server", &spawns[..2]), ["200", "44"]);
}

#[test]
fn what_could_not_be_written_is_written_with_the_next_save() {
    let mut games = Games::new();
    let spawns: [ThingId; 3] = ids(&games.model, Kind::Spawn)[..3].try_into().unwrap();
    let (server, away) = (games.folder.path().join("server"), games.folder.path().join("away"));
    fs::rename(&server, &away).unwrap();
    games.set(spawns[0], "limit", "73");
    games.save();
    assert_eq!(games.asked().choices(), []);
    games.not_now();
    fs::rename(&away, &server).unwrap();
    games.set(spawns[1], "limit", "44");
    games.save();
    assert_eq!(games.model.dialog(), None);
    assert!(games.files("server") == games.files("client"));
}

#[test]
fn a_save_asked_for_while_copies_are_compared_follows_it() {
    for then in [None, Some(Then::Close)] {
        let mut games = Games::new();
        let (id, document) = (lone_spawn(&games.model), front(&games.model).id);
        let gate = games.model.jobs.gate();
        let held = gate.lock().unwrap();
        run(&mut games.model, Id::CompareCopies);
        games.set(id, "limit", "77");
        match then {
            None => run(&mut games.model, Id::Save),
            Some(then) => games.model.handle(Message::Answer(Answer::SaveFirst(document, then))),
        }
        drop(held);
        games.model.settle();
        assert_eq!(
            [games.limits("client", &[id]), games.limits("server", &[id])],
            [["77"], ["77"]]
        );
        let document = games.model.document(document);
        assert_eq!(document.is_some(), then.is_none());
        assert!(document.is_none_or(|document| !document.has_unsaved_changes()));
    }
}

#[test]
fn a_comparison_that_is_cancelled_asks_nothing() {
    let (mut games, _) = apart();
    games.model.handle(Message::Answer(Answer::Cancel));
    cancelled(&mut games.model, "Comparing", |model| {
        run(model, Id::CompareCopies);
    });
    assert_eq!(games.model.dialog(), None);
    let said = games.log();
    assert!(said.last().unwrap().ends_with("was not compared: you cancelled it"), "{said:?}");
}

#[test]
fn what_comes_from_disk_alone_goes_to_no_copy_and_that_is_told() {
    let mut games = Games::new();
    let spawns: [ThingId; 3] = ids(&games.model, Kind::Spawn)[..3].try_into().unwrap();
    let server = games.files("server");
    games.somebody_sets_limit(spawns[0], 61);
    let said = games.log();
    assert!(said.iter().any(|line| line.contains("its copies were not updated")), "{said:?}");
    games.set(spawns[1], "limit", "44");
    games.save();
    assert_eq!(games.model.dialog(), None);
    let before = games.limits("client", &spawns);
    assert_eq!(&before[..2], ["61", "44"]);
    let after = games.limits("server", &spawns);
    assert_eq!((after[0] == "61", after[1].as_str()), (false, "44"));
    assert!(games.files("server") != server);
}

#[test]
fn a_copy_that_is_behind_gets_nothing_unasked_of_what_was_read_from_disk() {
    let mut games = Games::new();
    let spawns: [ThingId; 3] = ids(&games.model, Kind::Spawn)[..3].try_into().unwrap();
    let (server, away) = (games.folder.path().join("server"), games.folder.path().join("away"));
    fs::rename(&server, &away).unwrap();
    games.set(spawns[1], "limit", "44");
    games.save();
    games.not_now();
    fs::rename(&away, &server).unwrap();
    let before = games.files("server");
    games.somebody_sets_limit(spawns[0], 61);
    games.set(spawns[2], "limit", "45");
    games.save();
    assert!(!games.asked().are_edits_known() && games.files("server") == before);
    games.choose(CopyChoice::All);
    assert!(games.files("server") == games.files("client"));
}

#[test]
fn what_was_merged_and_given_up_again_goes_to_no_copy() {
    let mut games = Games::new();
    let spawns: [ThingId; 3] = ids(&games.model, Kind::Spawn)[..3].try_into().unwrap();
    games.set(spawns[1], "limit", "44");
    games.somebody_sets_limit(spawns[0], 61);
    let id = front(&games.model).id;
    games.model.handle(Message::Answer(Answer::Merge(id)));
    games.model.settle();
    games.model.handle(Message::Answer(Answer::Discard(id, Then::Reload)));
    games.model.settle();
    games.set(spawns[2], "limit", "45");
    games.save();
    assert_eq!(games.model.dialog(), None);
    let [client, server] = ["client", "server"].map(|game| games.limits(game, &spawns));
    assert_eq!((client[0].as_str(), client[2].as_str()), ("61", "45"));
    assert_eq!((server[0] == "61", server[2].as_str()), (false, "45"));
}

#[test]
fn what_a_crash_left_of_a_zone_and_of_its_copy_is_told_apart() {
    let mut games = Games::new().with_journals();
    for game in ["client", "server"] {
        games.open(game);
        let id = lone_spawn(&games.model);
        games.set(id, "limit", "+1");
        assert_eq!(n_steps(&games.model), 1);
    }
    games.model = model();
    let mut model = Model::new(Settings::default(), Some(games.home()), Arc::new(|| ()));
    model.offer_recovery();
    let titles = |model: &Model| -> Vec<String> {
        let Some(Dialog::Recover { left }) = model.dialog() else { return Vec::new() };
        let files: Vec<&str> = left.iter().map(|one| one.base.name.as_str()).collect();
        let mut titles = model.told_beside_open(&files);
        titles.sort();
        titles.iter().map(|title| title.replace(std::path::MAIN_SEPARATOR, "/")).collect()
    };
    assert_eq!(titles(&model), ["client/…/S01.ZON", "server/…/S01.ZON"]);
    let Some(Dialog::Recover { left }) = model.dialog().cloned() else { panic!() };
    for one in left {
        model.handle(Message::Answer(Answer::Recover(one)));
        model.settle();
    }
    let said = model.log.lines().filter(|line| line.text.ends_with(": recovered 1 unsaved step"));
    let said: Vec<&str> = said.map(|line| line.text.as_str()).collect();
    assert!(said.len() == 2 && said[0] != said[1], "{said:?}");
}
