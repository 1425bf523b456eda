//! What is worked out once and shown with every frame, until what it depends on changes.

use std::sync::Arc;

use eframe::egui::{Id, Ui};

#[derive(Debug, Clone)]
struct Kept<K, V> {
    key: K,
    value: Arc<V>,
}

/// What was made in a frame before, where the key is still the same.
pub(crate) fn kept<K, V>(ui: &Ui, id: Id, key: K, make: impl FnOnce() -> V) -> Arc<V>
where
    K: PartialEq + Clone + Send + Sync + 'static,
    V: Send + Sync + 'static,
{
    let kept: Option<Arc<Kept<K, V>>> = ui.data(|data| data.get_temp(id));
    if let Some(kept) = kept.filter(|kept| kept.key == key) {
        return kept.value.clone();
    }
    let value = Arc::new(make());
    let kept = Arc::new(Kept { key, value: value.clone() });
    ui.data_mut(|data| data.insert_temp(id, kept));
    value
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use egui_kittest::Harness;

    use super::*;

    #[test]
    fn it_is_made_once_for_each_key() {
        let n_made = Cell::new(0);
        let show = |ui: &mut Ui, key: &mut u32| {
            let value = kept(ui, Id::new("twice"), *key, || {
                n_made.set(n_made.get() + 1);
                *key * 2
            });
            assert_eq!(*value, *key * 2);
        };
        let mut harness = Harness::new_ui_state(show, 4);
        harness.run_steps(3);
        *harness.state_mut() = 5;
        harness.run_steps(3);
        drop(harness);
        assert_eq!(n_made.get(), 2);
    }
}
