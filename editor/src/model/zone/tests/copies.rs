//! Copies that are kept in step when a zone is saved.

use landwright_core::world::zone::thing::ThingId;

use super::super::copies::{Kept, Outcome};
use super::*;

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
        let mut games = Games { folder, model: model() };
        games.open("client");
        games
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
    let is_told = |line: &&String| line.contains("server") && line.contains("in step");
    let told: Vec<&String> = said.iter().filter(is_told).collect();
    assert_eq!(told.len(), 1, "{said:?}");
    assert!(told[0].contains(&file.display().to_string()), "{told:?}");
    assert_eq!(games.model.dialog(), None);
    // The next save tells of what was done since.
    run(&mut games.model, Id::Undo);
    games.save();
    assert!(games.files("server") == before && games.files("client") == before);
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
    let Some(Dialog::CopiesLeft { copies, .. }) = games.model.dialog() else { panic!() };
    let [(root, why)] = copies.as_slice() else { panic!("{copies:?}") };
    assert!(root.ends_with("server") && why.len() == 1);
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
    assert!(matches!(games.model.dialog(), Some(Dialog::CopiesLeft { .. })));
    assert!(games.model.document(document).is_some(), "the person hears of it first");
}

#[test]
fn what_came_of_copies_is_told_once() {
    let mut model = model();
    let root = PathBuf::from("server");
    let outcome = Outcome::Written { files: Vec::new(), notes: vec!["no MOV".to_owned()] };
    model.tell_kept("S01.ZON", vec![Kept { root, outcome }]);
    let lines: Vec<&str> = model.log.lines().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["server: no MOV", "the copy in server needed no change"]);
    assert_eq!(model.dialog(), None);
}
