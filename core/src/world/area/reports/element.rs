//! Elements of XML with places in their attributes, any number of them in a line.

use super::fields::{FROM, Fields, TO, Value, plain};
use crate::format::xml::{Event, Xml};

/// The places and ways of the elements of a line; none where it is no XML, or has none in it.
pub(super) fn of_line(text: &str) -> Vec<Fields> {
    let text = text.trim();
    if !text.starts_with('<') {
        return Vec::new();
    }
    let mut elements: Vec<(String, Fields)> = Vec::new();
    let mut xml = Xml::new(text);
    // What can't be read ends the line; what came before it holds.
    while let Ok(Some(event)) = xml.next_event() {
        let Event::Start(element) = event else { continue };
        let mut fields = Fields::default();
        for attribute in element.attributes() {
            fields.put(attribute.name, Value::of_text(&attribute.value()));
        }
        if fields.subject().is_ok() {
            elements.push((plain(element.name), fields));
        }
    }
    match elements.as_slice() {
        [(from, start), (to, goal)]
            if FROM.contains(&from.as_str()) && TO.contains(&to.as_str()) =>
        {
            vec![Fields::of_ends(start, goal)]
        }
        _ => elements.into_iter().map(|(_, fields)| fields).collect(),
    }
}
