//! What the panels say of a scene: the list of its objects, and the fields of those that are selected.

use eframe::egui;
use egui::{Checkbox, Grid, Id, Popup, ScrollArea, TextEdit, Ui, vec2};
use landwright_core::problem::counted::counted;
use landwright_core::world::rsw::field::{Field, WorldField, value_of, value_of_world};
use landwright_core::world::rsw::object::{Kind, ObjectId};

use crate::command::CommandId;
use crate::kind::face::Seen;
use crate::kind::scene::commands::{
    ADDS, ALIKE, DELETE, DROP, DUPLICATE, LARGER, LEFT, NONE, PICK, RIGHT, SMALLER,
};
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::face::{colour, plural};
use crate::kind::scene::message::{ToScene, Way};
use crate::panel::picker::{Found, List};
use crate::panel::rows::{choice, line};
use crate::panel::typed::Typed;
use crate::panel::{command_buttons, name};

/// Said where the selected objects have different values.
const DIFFERENT: &str = "different";
/// So many names of missing files are listed.
const MOST_MISSING: usize = 12;

pub(super) fn inspector(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.strong(&document.title).on_hover_text(document.path_shown());
        ui.add_space(4.0);
        match document.selection.len() {
            0 => world(ui, document, seen),
            _ => fields(ui, document, seen),
        }
    });
}

/// The fields that all selected objects have.
fn fields(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    let scene = document.scene();
    let selected: Vec<ObjectId> = document.selection.iter().copied().collect();
    match selected.as_slice() {
        [one] => ui.strong(scene.in_words(*one)),
        more => ui.strong(counted(more.len(), "object", "objects")),
    };
    let kinds: Vec<Kind> = selected.iter().filter_map(|id| scene.kind(*id)).collect();
    let have_it = |field: &&Field| kinds.iter().all(|kind| field.is_of(*kind, scene.layout()));
    Grid::new("fields of objects").num_columns(2).striped(true).show(ui, |ui| {
        for field in Field::ALL.iter().filter(have_it) {
            let mut shown = selected.iter().filter_map(|id| {
                Some(value_of(scene.object(*id)?, *field)?.shown(scene.code_page()))
            });
            let first = shown.next().unwrap_or_default();
            let is_one = shown.all(|other| other == first);
            let value = if is_one { first.as_str() } else { "" };
            let hint = if is_one { "" } else { DIFFERENT };
            ui.weak(field.name()).on_hover_text(field.about());
            let id = Id::new(("field of objects", document.id, *field));
            let typed = Typed { hint, ..Typed::new(id, field.name(), value) };
            if let Some(text) = typed.show(ui, |_| None) {
                seen.send(ToScene::Set(*field, text));
            }
            ui.end_row();
        }
    });
    ui.weak("A number may be a sum, such as +50 or *1.2");
}

/// The world around the objects.
fn world(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    ui.weak("Click an object to see its fields");
    ui.add_space(6.0);
    ui.strong("Map");
    let scene = document.scene();
    Grid::new("fields of the world").num_columns(2).striped(true).show(ui, |ui| {
        for field in WorldField::ALL {
            let Some(value) = value_of_world(scene.world(), *field) else { continue };
            let value = value.shown(scene.code_page());
            ui.weak(field.name()).on_hover_text(field.about());
            let id = Id::new(("field of a world", document.id, *field));
            if let Some(text) = Typed::new(id, field.name(), &value).show(ui, |_| None) {
                seen.send(ToScene::SetWorld(*field, text));
            }
            ui.end_row();
        }
    });
    ui.add_space(6.0);
    let version = scene.layout().version;
    Grid::new("file of a scene").num_columns(2).show(ui, |ui| {
        line(ui, "Version", format!("{}.{}", version.major, version.minor));
        if let Some(Ok(staged)) = &document.staged
            && staged.n_without_model > 0
        {
            line(ui, "Without a model", staged.n_without_model.to_string());
        }
    });
    missing(ui, document);
}

fn missing(ui: &mut Ui, document: &SceneDocument) {
    if let Some(Err(why)) = &document.ground {
        ui.weak(format!("No ground: {why}"));
    }
    let of_ground = document.land().into_iter().flat_map(|land| &land.missing);
    let of_models = document.staged.iter().flatten().flat_map(|staged| &staged.missing);
    let mut all: Vec<&String> = of_ground.chain(of_models).collect();
    all.dedup();
    if all.is_empty() {
        return;
    }
    ui.strong("Not there");
    all.iter().take(MOST_MISSING).for_each(|one| _ = ui.weak(one.as_str()));
    if let Some(n_more) = all.len().checked_sub(MOST_MISSING).filter(|n| *n > 0) {
        ui.weak(format!("and {n_more} more"));
    }
}

pub(super) fn tools(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    let half = (ui.available_height() * 0.5).max(120.0);
    ui.strong("Objects");
    search(ui, document, seen);
    ScrollArea::vertical().id_salt("objects").max_height(half).auto_shrink(false).show_rows(
        ui,
        ui.spacing().interact_size.y,
        document.listed.len(),
        |ui, rows| {
            let width = ui.available_width();
            for (id, words) in document.listed.get(rows).unwrap_or_default() {
                let is_selected = document.selection.contains(id);
                if choice(ui, is_selected, words.as_str(), width).clicked() {
                    let held = ui.input(|input| input.modifiers);
                    let objects = [*id].into();
                    match (held.command, held.shift) {
                        (true, _) => seen.send(ToScene::Select { objects, way: Way::Toggle }),
                        (_, true) => seen.send(ToScene::Select { objects, way: Way::Add }),
                        _ => seen.send(ToScene::Show(*id)),
                    }
                }
            }
        },
    );
    ui.separator();
    ScrollArea::vertical().id_salt("tools of a scene").auto_shrink(false).show(ui, |ui| {
        ui.weak("Click an object, or drag a box around several. Drag an object to move it.");
        ui.add_space(4.0);
        command_buttons(ui, seen.model, &[DUPLICATE, DELETE], seen.send);
        command_buttons(ui, seen.model, &[LEFT, RIGHT, LARGER, SMALLER, DROP], seen.send);
        ui.add_space(4.0);
        ui.strong("Add");
        command_buttons(ui, seen.model, &ADDS.map(|(_, command)| command), seen.send);
        pick_model(ui, document, seen);
        ui.add_space(4.0);
        ui.strong("Select");
        command_buttons(ui, seen.model, &[ALIKE, NONE, CommandId::ZoomSelection], seen.send);
        ui.add_space(4.0);
        ui.strong("In sight");
        sight(ui, document, seen);
    });
}

/// A list of the models of the roots.
fn pick_model(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    let id = Id::new(("models of the roots", document.id));
    let n_picks: u64 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if n_picks != document.n_picks {
        ui.data_mut(|data| data.insert_temp(id, document.n_picks));
        Popup::open_id(ui.ctx(), id.with("list"));
    }
    let row = PICK.command();
    let mut wants_list = false;
    let find = |search: &str| match &document.models {
        Some(models) if models.is_empty() => Found::Nothing(
            "No models were found beside the map or in the roots of its project".to_owned(),
        ),
        Some(models) => Found::Rows(models_with(models, search)),
        None => {
            wants_list = !document.is_listing;
            Found::Nothing("The models are being listed…".to_owned())
        }
    };
    let list = List { width: 420.0, ..List::new(id.with("list"), row.text, "Part of a name") };
    let chosen =
        list.show(ui, row.text, vec2(0.0, 0.0), find, |_| false, |file| (*file).to_owned());
    if let Some(file) = chosen {
        seen.send(ToScene::AddModel(file.to_owned()));
    } else if wants_list {
        seen.send(ToScene::ListModels);
    }
}

/// Those that have every word of a search.
fn models_with<'m>(models: &'m [String], search: &str) -> Vec<&'m str> {
    let search = search.to_lowercase();
    let words: Vec<&str> = search.split_whitespace().collect();
    let has_all = |file: &&str| {
        let file = file.to_lowercase();
        words.iter().all(|word| file.contains(word))
    };
    models.iter().map(String::as_str).filter(has_all).collect()
}

fn search(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    let id = Id::new(("search of objects", document.id));
    let mut text = document.search.clone();
    let field = TextEdit::singleline(&mut text).id(id).hint_text("Part of a name or a file");
    let field = ui.add(field.desired_width(f32::INFINITY));
    name(&field, "Find objects");
    let n_searches: u64 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if n_searches != document.n_searches {
        ui.data_mut(|data| data.insert_temp(id, document.n_searches));
        field.request_focus();
    }
    if text != document.search {
        seen.send(ToScene::Search(text));
    }
}

fn sight(ui: &mut Ui, document: &SceneDocument, seen: &mut Seen<'_>) {
    for kind in Kind::ALL {
        let n = document.scene().objects().filter(|(_, object)| Kind::of(object) == kind).count();
        let mut is_seen = !document.hidden.contains(&kind);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 2.0, colour(kind));
            let text = format!("{} ({n})", plural(kind));
            if ui.add(Checkbox::new(&mut is_seen, text)).changed() {
                seen.send(ToScene::Sight(kind, is_seen));
            }
        });
    }
}
