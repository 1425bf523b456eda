//! Models that are looked at.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use landwright_core::sample::rose::assets;

use super::document::ModelMessage;
use super::*;
use crate::kind::read_only::ReadOnly;
use crate::message::Message;
use crate::message::sent::Sent;
use crate::model::Model;
use crate::settings::Settings;

/// Opens a file of the sample's client.
fn open(path: &str) -> (tempfile::TempDir, Model) {
    let folder = tempfile::tempdir().unwrap();
    for file in assets::files() {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.bytes).unwrap();
    }
    let model = opened(&folder.path().join(path));
    (folder, model)
}

fn opened(path: &Path) -> Model {
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.to_owned()]));
    model.settle();
    model
}

fn shown(model: &Model) -> &ReadOnly<Modelled> {
    let any: &dyn std::any::Any = model.active_kind().unwrap();
    any.downcast_ref().unwrap()
}

fn send(model: &mut Model, message: ModelMessage) {
    let id = shown(model).id;
    model.handle(Message::Kind(id, Sent::new(message)));
    model.settle();
}

fn first(ending: &str) -> String {
    let mut files = assets::files().into_iter().map(|file| file.path);
    files.find(|path| path.ends_with(ending)).unwrap()
}

#[test]
fn a_mesh_is_shown_and_nothing_of_it_moves() {
    let (_folder, model) = open(&first(".ZMS"));
    let what = &shown(&model).what;
    assert!(!what.exhibit().unwrap().bounds.is_empty());
    assert_eq!((what.source.entries.len(), what.seconds()), (1, None));
    assert!(!model.can_run(NEXT) && !model.can_run(PLAY) && !model.can_run(CommandId::SaveAs));
}

#[test]
fn objects_of_a_list_are_stepped_through() {
    let (_folder, mut model) = open(&first("LIST_CNST_S01.ZSC"));
    let n = shown(&model).what.source.entries.len();
    assert!(n > 1 && !model.can_run(BEFORE));
    for entry in 0..n {
        let what = &shown(&model).what;
        assert_eq!(what.entry, entry);
        assert!(!what.exhibit().unwrap().bounds.is_empty(), "{entry}");
        if entry + 1 < n {
            model.handle(Message::Command(NEXT));
            model.settle();
        }
    }
    assert!(!model.can_run(NEXT));
    send(&mut model, ModelMessage::Show(0));
    assert_eq!(shown(&model).what.entry, 0);
    send(&mut model, ModelMessage::Show(9999));
    assert_eq!(shown(&model).what.entry, 0);
}

#[test]
fn a_creature_plays_its_motions_where_somebody_says_so() {
    let (_folder, mut model) = open(&first("LIST_NPC.CHR"));
    let what = &shown(&model).what;
    assert!(!what.exhibit().unwrap().motions.is_empty() && !what.is_playing);
    assert!(what.seconds().is_some_and(|seconds| seconds > 0.0));
    assert!(model.can_run(PLAY));
    model.handle(Message::Command(PLAY));
    assert_eq!(model.is_on(PLAY), Some(true));
    send(&mut model, ModelMessage::Speed(50));
    assert_eq!(shown(&model).what.percent, 50);
    send(&mut model, ModelMessage::Stop);
    assert_eq!(model.is_on(PLAY), Some(false));
}

#[test]
fn a_skeleton_alone_is_no_model_and_a_broken_list_opens_nothing() {
    let (folder, model) = open(&first(".ZMD"));
    assert!(model.active_kind().is_none());
    let path = folder.path().join("BROKEN.ZSC");
    fs::write(&path, [7, 0, 1]).unwrap();
    assert!(opened(&path).active_kind().is_none());
}
