//! How large panels are: a window that grows gives the room to its views, and panels keep theirs.

use eframe::egui::{Rect, Vec2, vec2};
use egui_dock::{Node, NodeIndex, Tree};

/// What the layout of the first run is laid out for.
pub(super) const USUAL: Vec2 = vec2(1280.0, 746.0);

/// No panel comes to take more of what it shares with a view.
const AT_MOST: f32 = 0.45;

/// Anything smaller is a window that is being put away.
const TOO_SMALL: f32 = 100.0;

/// The shares as a person left them, and the size of the window then. A smaller window has less
/// room for panels; when it grows again, they have the size that they had.
#[derive(Debug, Default)]
pub(super) struct Wanted(Option<(Vec2, Vec<Option<f32>>)>);

impl Wanted {
    /// Changes the shares of a tree so that they fit an area as the wanted ones fitted theirs. `grows`
    /// says which tabs take what is left over.
    pub(super) fn fit<Tab>(&mut self, tree: &mut Tree<Tab>, area: Rect, grows: fn(&Tab) -> bool) {
        let Some(root) = tree.root_node() else { return };
        let before = root.rect().filter(|rect| rect.is_finite() && rect.width() > TOO_SMALL);
        let before = before.map_or(USUAL, |rect| rect.size());
        let now = shares(tree);
        let is_alike = |wanted: &[Option<f32>]| {
            wanted.len() == now.len()
                && wanted.iter().zip(&now).all(|(one, other)| one.is_some() == other.is_some())
        };
        let (size, wanted) = match self.0.take().filter(|(_, wanted)| is_alike(wanted)) {
            Some(wanted) => wanted,
            None => (before, now),
        };
        if area.size().min_elem() > TOO_SMALL && (area.size() - before).abs().max_elem() > 0.5 {
            for (node, share) in tree.iter_mut().zip(&wanted) {
                if let (Node::Horizontal(split) | Node::Vertical(split), Some(share)) =
                    (node, share)
                {
                    split.fraction = *share;
                }
            }
            fit_node(tree, NodeIndex::root(), [size, area.size()], grows);
        }
        self.0 = Some((size, wanted));
    }

    /// A splitter was dragged: from now on that is wanted.
    pub(super) fn set<Tab>(&mut self, tree: &Tree<Tab>, area: Rect) {
        self.0 = Some((area.size(), shares(tree)));
    }
}

/// The shares of all splits, to be compared once the dock was shown.
pub(super) fn shares<Tab>(tree: &Tree<Tab>) -> Vec<Option<f32>> {
    let share = |node: &Node<Tab>| match node {
        Node::Horizontal(split) | Node::Vertical(split) => Some(split.fraction),
        Node::Empty | Node::Leaf(_) => None,
    };
    tree.iter().map(share).collect()
}

/// Lets the panels beside a splitter that was dragged follow it, and no others. Answers whether one
/// was.
pub(super) fn follow_drag<Tab>(
    tree: &mut Tree<Tab>,
    before: &[Option<f32>],
    grows: fn(&Tab) -> bool,
) -> bool {
    let after = shares(tree);
    if after.len() != before.len() {
        return false;
    }
    let is_dragged = |index: &usize| match (before.get(*index), after.get(*index)) {
        (Some(Some(old)), Some(Some(new))) => (old - new).abs() > 1e-6,
        _ => false,
    };
    let mut dragged = (0..after.len()).filter(is_dragged);
    let (Some(index), None) = (dragged.next(), dragged.next()) else { return false };
    let (Some(Some(old)), Some(Some(new))) = (before.get(index), after.get(index)) else {
        return false;
    };
    let (axis, size) = match tree.iter().nth(index) {
        Some(node @ Node::Horizontal(_)) => (0, node.rect().map(|rect| rect.size())),
        Some(node @ Node::Vertical(_)) => (1, node.rect().map(|rect| rect.size())),
        _ => return true,
    };
    let Some(size) = size.filter(|size| size.is_finite() && size.min_elem() > 0.0) else {
        return true;
    };
    let part = |share: f32| {
        let mut part = size;
        part[axis] *= share;
        part
    };
    let index = NodeIndex(index);
    fit_node(tree, index.left(), [part(*old), part(*new)], grows);
    fit_node(tree, index.right(), [part(1.0 - old), part(1.0 - new)], grows);
    true
}

fn fit_node<Tab>(
    tree: &mut Tree<Tab>,
    index: NodeIndex,
    [before, after]: [Vec2; 2],
    grows: fn(&Tab) -> bool,
) {
    let (first, second) = (index.left(), index.right());
    let has_growing = [has(tree, first, grows), has(tree, second, grows)];
    let Some(node) = tree.iter_mut().nth(index.0) else { return };
    let (split, axis) = match node {
        Node::Horizontal(split) => (split, 0),
        Node::Vertical(split) => (split, 1),
        Node::Empty | Node::Leaf(_) => return,
    };
    let old_share = split.fraction;
    let kept = before[axis] / after[axis];
    split.fraction = match has_growing {
        [true, false] => 1.0 - ((1.0 - old_share) * kept).min(AT_MOST.max(1.0 - old_share)),
        [false, true] => (old_share * kept).min(AT_MOST.max(old_share)),
        _ => old_share,
    };
    let share = split.fraction;
    let part = |mut size: Vec2, share: f32| {
        size[axis] *= share;
        size
    };
    fit_node(tree, first, [part(before, old_share), part(after, share)], grows);
    fit_node(tree, second, [part(before, 1.0 - old_share), part(after, 1.0 - share)], grows);
}

/// Whether a tab below a node grows.
fn has<Tab>(tree: &Tree<Tab>, index: NodeIndex, grows: fn(&Tab) -> bool) -> bool {
    match tree.iter().nth(index.0) {
        None | Some(Node::Empty) => false,
        Some(Node::Leaf(leaf)) => leaf.tabs().iter().any(grows),
        Some(Node::Horizontal(_) | Node::Vertical(_)) => {
            has(tree, index.left(), grows) || has(tree, index.right(), grows)
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::Pos2;

    use super::*;

    fn shares(tree: &Tree<&str>) -> Vec<f32> {
        tree.iter()
            .filter_map(|node| match node {
                Node::Horizontal(split) | Node::Vertical(split) => Some(split.fraction),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn panels_keep_their_size_and_views_take_the_rest() {
        let mut tree = Tree::new(vec!["view"]);
        let [middle, _right] = tree.split_right(NodeIndex::root(), 0.75, vec!["right"]);
        let [middle, _left] = tree.split_left(middle, 0.25, vec!["left"]);
        tree.split_below(middle, 0.8, vec!["below"]);
        let area = |size| Rect::from_min_size(Pos2::ZERO, size);
        let grows: fn(&&str) -> bool = |tab| *tab == "view";
        let mut wanted = Wanted::default();
        wanted.fit(&mut tree, area(USUAL), grows);
        assert_eq!(shares(&tree), [0.75, 0.25, 0.8], "nothing changed");
        wanted.fit(&mut tree, area(USUAL * 2.0), grows);
        // 320, 240 and a fifth of the height, all over a window of twice the size.
        let expected = [0.875, 240.0 / 2240.0, 0.9];
        for (share, expected) in shares(&tree).into_iter().zip(expected) {
            assert!((share - expected).abs() < 1e-4, "{share} {expected}");
        }
    }

    #[test]
    fn a_splitter_that_is_dragged_moves_no_other() {
        let mut tree = Tree::new(vec!["view"]);
        let [middle, _right] = tree.split_right(NodeIndex::root(), 0.75, vec!["right"]);
        tree.split_left(middle, 0.25, vec!["left"]);
        let grows: fn(&&str) -> bool = |tab| *tab == "view";
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 600.0));
        if let Some(Node::Horizontal(split)) = tree.iter_mut().next() {
            split.rect = rect;
        }
        let before = super::shares(&tree);
        if let Some(Node::Horizontal(split)) = tree.iter_mut().next() {
            split.fraction = 0.5;
        }
        follow_drag(&mut tree, &before, grows);
        let [right, left] = shares(&tree).try_into().unwrap();
        assert_eq!(right, 0.5);
        assert!((left * 500.0 - 187.5).abs() < 0.01, "{left}");
        let before = super::shares(&tree);
        follow_drag(&mut tree, &before, grows);
        assert_eq!(shares(&tree), [right, left]);
    }

    #[test]
    fn a_window_that_is_put_away_changes_nothing() {
        let mut tree = Tree::new(vec!["view"]);
        tree.split_right(NodeIndex::root(), 0.75, vec!["right"]);
        let mut wanted = Wanted::default();
        let mut fit = |tree: &mut Tree<&str>, size| {
            wanted.fit(tree, Rect::from_min_size(Pos2::ZERO, size), |tab| *tab == "view");
        };
        fit(&mut tree, vec2(0.0, 0.0));
        assert_eq!(shares(&tree), [0.75]);
        fit(&mut tree, vec2(400.0, 400.0));
        assert_eq!(shares(&tree), [0.55], "a small window leaves room for the view");
    }

    #[test]
    fn panels_have_their_size_again_when_a_window_does() {
        let mut tree = Tree::new(vec!["view"]);
        let [middle, _right] = tree.split_right(NodeIndex::root(), 0.75, vec!["right"]);
        tree.split_left(middle, 0.25, vec!["left"]);
        let mut wanted = Wanted::default();
        for size in [USUAL, vec2(500.0, 400.0), vec2(420.0, 300.0), USUAL] {
            let area = Rect::from_min_size(Pos2::ZERO, size);
            wanted.fit(&mut tree, area, |tab| *tab == "view");
            // As the dock does when it is shown.
            if let Some(Node::Horizontal(split)) = tree.iter_mut().next() {
                split.rect = area;
            }
        }
        assert_eq!(shares(&tree), [0.75, 0.25]);
    }
}
