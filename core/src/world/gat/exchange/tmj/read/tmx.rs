//! The XML in which Tiled saves maps (`.tmx`) and tilesets (`.tsx`): the same things as in its JSON.

use std::borrow::Cow;
use std::str::FromStr;

use serde_json::{Number, Value};

use crate::format::xml::text::XmlText;
use crate::format::xml::{BadXml, Element, Event, Xml, short};
use crate::world::gat::exchange::Wrong;
use crate::world::gat::exchange::tmj::data::Data;
use crate::world::gat::exchange::tmj::read::tilesets::TilesetFile;
use crate::world::gat::exchange::tmj::read::{
    Chunk, Layer, Property, TiledMap, Tileset, TilesetTile,
};

/// Nobody nests groups of layers so deep.
const DEEPEST: usize = 64;
/// No map has more; one that is empty takes more memory than its text.
const MOST_LAYERS: usize = 4096;

pub(super) fn map(data: &[u8]) -> Result<TiledMap, Wrong> {
    let text = text_of(data)?;
    let mut tiled = TiledMap { width: 0, height: 0, layers: Vec::new(), tilesets: Vec::new() };
    document(&text, "map", |parser, map| {
        (tiled.width, tiled.height) = (number(map, "width")?, number(map, "height")?);
        let is_infinite = map.attribute("infinite").is_some_and(|it| it != "0");
        parser.children(map, |parser, child| match child.name {
            "tileset" => {
                tiled.tilesets.push(parser.tileset_of_map(child)?);
                Ok(())
            }
            _ => parser.layer_into(&mut tiled.layers, child, is_infinite, DEEPEST),
        })
    })?;
    Ok(tiled)
}

pub(super) fn tileset(data: &[u8]) -> Result<TilesetFile, Wrong> {
    let text = text_of(data)?;
    let mut file = TilesetFile { name: String::new(), tiles: Vec::new() };
    document(&text, "tileset", |parser, element| {
        file.name = attribute(element, "name");
        file.tiles = parser.tiles_of_tileset(element)?;
        Ok(())
    })?;
    Ok(file)
}

fn text_of(data: &[u8]) -> Result<String, Wrong> {
    let text = XmlText::read(data).map_err(|error| Wrong::new("file", error.to_string()))?;
    Ok(text.text)
}

fn document<'a>(
    text: &'a str,
    root: &str,
    read: impl FnOnce(&mut Parser<'a>, &Element<'a>) -> Result<(), Wrong>,
) -> Result<(), Wrong> {
    let mut parser = Parser { xml: Xml::new(text), n_layers: 0 };
    match parser.next()? {
        Some(Event::Start(element)) if element.name == root => read(&mut parser, &element),
        Some(Event::Start(Element { name, line, .. })) => {
            let reason = format!("is not a {root} of Tiled: it begins with <{}>", short(name));
            Err(at(line, reason))
        }
        Some(Event::End { line, .. }) => Err(at(line, "an element ends that did not start")),
        None => Err(Wrong::new("file", format!("is not a {root} of Tiled: it has no <{root}>"))),
    }
}

fn at(line: u32, reason: impl Into<String>) -> Wrong {
    Wrong::new(format!("line {line}"), reason)
}

fn attribute(element: &Element<'_>, name: &str) -> String {
    element.attribute(name).map(Cow::into_owned).unwrap_or_default()
}

fn number<T: FromStr>(element: &Element<'_>, name: &str) -> Result<T, Wrong> {
    let text = attribute(element, name);
    text.trim().parse().map_err(|_| {
        let (of, text) = (short(element.name), short(&text));
        at(element.line, format!("{name} of <{of}> is `{text}`, expected a whole number"))
    })
}

/// Where it is left out, it is 0.
fn number_or_0<T: FromStr + Default>(element: &Element<'_>, name: &str) -> Result<T, Wrong> {
    match element.attribute(name) {
        Some(_) => number(element, name),
        None => Ok(T::default()),
    }
}

struct Parser<'a> {
    xml: Xml<'a>,
    n_layers: usize,
}

impl<'a> Parser<'a> {
    fn next(&mut self) -> Result<Option<Event<'a>>, Wrong> {
        self.xml.next_event().map_err(|BadXml { line, what }| at(line, what))
    }

    /// Goes through what is in an element. `each` leaves the parser behind the child that it got.
    fn children(
        &mut self,
        parent: &Element<'a>,
        mut each: impl FnMut(&mut Parser<'a>, &Element<'a>) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        if parent.is_empty {
            return Ok(());
        }
        loop {
            match self.next()? {
                Some(Event::Start(child)) => each(self, &child)?,
                Some(Event::End { name, .. }) if name == parent.name => return Ok(()),
                Some(Event::End { name, line }) => {
                    let (name, open) = (short(name), short(parent.name));
                    return Err(at(line, format!("</{name}> ends nothing; <{open}> is open")));
                }
                None => {
                    let open = short(parent.name);
                    return Err(at(parent.line, format!("<{open}> does not end")));
                }
            }
        }
    }

    /// Leaves an element with all that is in it.
    fn pass(&mut self, element: &Element<'a>) -> Result<(), Wrong> {
        let mut n_open = usize::from(!element.is_empty);
        while n_open > 0 {
            match self.next()? {
                Some(Event::Start(child)) => n_open += usize::from(!child.is_empty),
                Some(Event::End { .. }) => n_open -= 1,
                None => {
                    let open = short(element.name);
                    return Err(at(element.line, format!("<{open}> does not end")));
                }
            }
        }
        Ok(())
    }

    fn layer_into(
        &mut self,
        layers: &mut Vec<Layer>,
        element: &Element<'a>,
        is_infinite: bool,
        deepest: usize,
    ) -> Result<(), Wrong> {
        let kind = match element.name {
            "layer" => "tilelayer",
            "objectgroup" | "imagelayer" | "group" => element.name,
            _ => return self.pass(element),
        };
        let Some(deepest) = deepest.checked_sub(1) else {
            return Err(at(element.line, "groups of layers are nested too deep"));
        };
        self.n_layers += 1;
        if self.n_layers > MOST_LAYERS {
            return Err(at(element.line, format!("there are more than {MOST_LAYERS} layers")));
        }
        let mut layer = Layer {
            kind: kind.to_owned(),
            name: attribute(element, "name"),
            visible: element.attribute("visible").map(|visible| visible != "0"),
            width: number_or_0(element, "width")?,
            height: number_or_0(element, "height")?,
            data: None,
            encoding: None,
            compression: None,
            chunks: Vec::new(),
            layers: Vec::new(),
            properties: Vec::new(),
        };
        self.children(element, |parser, child| match child.name {
            "properties" => parser.properties(child, &mut layer.properties),
            "data" if kind == "tilelayer" => parser.data(child, &mut layer, is_infinite),
            _ if kind == "group" => {
                parser.layer_into(&mut layer.layers, child, is_infinite, deepest)
            }
            _ => parser.pass(child),
        })?;
        layers.push(layer);
        Ok(())
    }

    /// The cells of a layer: all of them, or in chunks.
    fn data(
        &mut self,
        element: &Element<'a>,
        layer: &mut Layer,
        is_infinite: bool,
    ) -> Result<(), Wrong> {
        let encoding = element.attribute("encoding").map(Cow::into_owned);
        layer.compression = element.attribute("compression").map(Cow::into_owned);
        let chunks = &mut layer.chunks;
        let data = self.cells(element, encoding.as_deref(), |parser, child| {
            let data = parser.cells(child, encoding.as_deref(), Parser::pass)?;
            chunks.push(Chunk {
                x: number(child, "x")?,
                y: number(child, "y")?,
                width: number(child, "width")?,
                height: number(child, "height")?,
                data,
            });
            Ok(())
        })?;
        layer.data = (!is_infinite && layer.chunks.is_empty()).then_some(data);
        layer.encoding = encoding;
        Ok(())
    }

    /// What an element holds as text or as a `<tile>` for each cell; `each` gets what else is in it.
    fn cells(
        &mut self,
        element: &Element<'a>,
        encoding: Option<&str>,
        mut each: impl FnMut(&mut Parser<'a>, &Element<'a>) -> Result<(), Wrong>,
    ) -> Result<Data, Wrong> {
        let text = if element.is_empty { Cow::Borrowed("") } else { self.xml.text() };
        let mut numbers = match encoding {
            Some("csv") => comma_separated(&text, element.line)?,
            _ => Vec::new(),
        };
        self.children(element, |parser, child| match child.name {
            "tile" => {
                numbers.push(number_or_0(child, "gid")?);
                parser.pass(child)
            }
            _ => each(parser, child),
        })?;
        Ok(match encoding {
            None | Some("csv") => Data::Numbers(numbers),
            Some(_) => Data::Text(text.into_owned()),
        })
    }

    fn properties(&mut self, element: &Element<'a>, into: &mut Vec<Property>) -> Result<(), Wrong> {
        self.children(element, |parser, child| {
            if child.name != "property" {
                return parser.pass(child);
            }
            // A text of several lines is no attribute.
            let text = match child.attribute("value") {
                Some(value) => value,
                None if child.is_empty => Cow::Borrowed(""),
                None => parser.xml.text(),
            };
            let value = value(&text, child.attribute("type").as_deref());
            into.push(Property { name: attribute(child, "name"), value });
            parser.pass(child)
        })
    }

    fn tileset_of_map(&mut self, element: &Element<'a>) -> Result<Tileset, Wrong> {
        Ok(Tileset {
            firstgid: number(element, "firstgid")?,
            source: element.attribute("source").map(Cow::into_owned),
            name: attribute(element, "name"),
            tiles: self.tiles_of_tileset(element)?,
        })
    }

    fn tiles_of_tileset(&mut self, element: &Element<'a>) -> Result<Vec<TilesetTile>, Wrong> {
        let mut tiles = Vec::new();
        self.children(element, |parser, child| {
            if child.name != "tile" {
                return parser.pass(child);
            }
            let mut tile = TilesetTile { id: number(child, "id")?, properties: Vec::new() };
            parser.children(child, |parser, child| match child.name {
                "properties" => parser.properties(child, &mut tile.properties),
                _ => parser.pass(child),
            })?;
            tiles.push(tile);
            Ok(())
        })?;
        Ok(tiles)
    }
}

/// Of the type that the file says; a text where it is not so.
fn value(text: &str, kind: Option<&str>) -> Value {
    let parsed = match kind {
        Some("int") => text.trim().parse::<i64>().ok().map(Value::from),
        Some("float") => {
            text.trim().parse::<f64>().ok().and_then(Number::from_f64).map(Value::Number)
        }
        Some("bool") => text.trim().parse::<bool>().ok().map(Value::Bool),
        _ => None,
    };
    parsed.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// A number for each cell, row by row; Tiled ends all rows but the last with a comma.
fn comma_separated(text: &str, first_line: u32) -> Result<Vec<u32>, Wrong> {
    let mut numbers = Vec::new();
    for (line, row) in (first_line..).zip(text.lines()) {
        let row = row.trim();
        let row = row.strip_suffix(',').unwrap_or(row);
        for number in row.split(',').filter(|_| !row.is_empty()) {
            let parsed = number.trim().parse().map_err(|_| {
                at(line, format!("`{}` is no tile; expected a whole number", short(number)))
            });
            numbers.push(parsed?);
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests;
