//! Compares and merges files by their formats: cells of maps, nodes of areas, cells of geometry, and
//! every other format by its values.

use std::ops::ControlFlow;

use super::{Merged, Sides, Source, Trouble};
use crate::format::effort::Effort;
use crate::format::eq::map::Map;
use crate::format::file::{self, Content, File};
use crate::format::packed::Packed;
use crate::format::text::Opaque;
use crate::world::area::{floors, merge as area};
use crate::world::gat::{self, GatMap};
use crate::world::three_way::{Change, Conflict, Each, FILE, Verdict, Wanted};
use crate::world::values;

/// The bytes behind the stream of a packed file.
const BEHIND_STREAM: &str = "bytes after the stream";

/// As values, a file takes some fifty times its size: those of real zones have a megabyte at most.
const MOST_BYTES: usize = 32 << 20;

pub(super) fn compare(a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
    let (old, new) = (read(a)?, read(b)?);
    match (&old.content, &new.content) {
        (Content::Gat(a), Content::Gat(b)) => gat::compare::compare(a, b, each),
        (Content::Apd(a), Content::Apd(b)) => area::compare(a, b, each),
        (Content::Zgd(a), Content::Zgd(b)) => floors::compare(a, b, each),
        (old, new) if old.kind() == new.kind() => {
            check_size(&[a, b])?;
            let [old, new] = [old, new].map(|content| without_stream(content).0);
            let [old, new] = [old, new].map(|content| content.to_value().map_err(unfit));
            values::compare(&old?, &new?, each);
        }
        _ => return Err(other_formats()),
    }
    let trailing = [&old, &new].map(|file| file.packed.as_ref().map(|it| &it.trailing));
    if let [Some(a), Some(b)] = trailing
        && a != b
    {
        each(Change::of_file(BEHIND_STREAM, a.0.len(), b.0.len()));
    }
    Ok(())
}

/// The first file with the wanted changes. It keeps everything else, such as how it is packed.
pub(super) fn take(a: &Source<'_>, b: &Source<'_>, wanted: Wanted<'_>) -> Result<Vec<u8>, Trouble> {
    let (old, new) = (read(a)?, read(b)?);
    let content = match (&old.content, &new.content) {
        (Content::Gat(a), Content::Gat(b)) => Content::Gat(gat::compare::take(a, b, wanted)),
        (own, other) if own.kind() == other.kind() => {
            check_size(&[a, b])?;
            let [a, b] = [own, other].map(|content| content.to_value().map_err(unfit));
            let taken = values::take(&a?, &b?, wanted);
            Content::from_value(own.kind(), taken).map_err(|error| {
                unfit(format!("this change does not fit without others: {error}"))
            })?
        }
        _ => return Err(other_formats()),
    };
    if content == old.content {
        return Ok(a.bytes.to_vec());
    }
    bytes_of(&File { content, packed: old.packed }, Effort::Quick)
}

pub(super) fn merge(sides: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
    let [base, ours, theirs] = sides.each();
    let files = [read(base)?, read(ours)?, read(theirs)?];
    let [was, own, other] = files.each_ref().map(|file| &file.content);
    let (content, mut conflicts) = match (was, own, other) {
        (Content::Gat(was), Content::Gat(own), Content::Gat(other)) => {
            let [was, own, other] = [was, own, other].map(|map| GatMap::new(map).map_err(unfit));
            merge_maps([&was?, &own?, &other?])
        }
        (Content::Apd(was), Content::Apd(own), Content::Apd(other)) => {
            let merged = area::merge(was, own, other).map_err(unfit)?;
            (Content::Apd(merged.apd), merged.conflicts)
        }
        (Content::Zgd(was), Content::Zgd(own), Content::Zgd(other)) => {
            let (merged, conflicts) = floors::merge(was, own, other);
            (Content::Zgd(merged), conflicts)
        }
        (was, own, other) if was.kind() == own.kind() && own.kind() == other.kind() => {
            check_size(&sides.each())?;
            merge_values([was, own, other])?
        }
        _ => return Err(other_formats()),
    };
    let packed = merge_packed(&files, &content, &mut conflicts);
    let bytes = bytes_of(&File { content, packed }, effort)?;
    Ok(Merged { bytes, conflicts })
}

fn read(source: &Source<'_>) -> Result<File, Trouble> {
    let kind = file::Kind::of(source.name, source.bytes);
    let kind = kind.ok_or_else(|| Trouble::Unfit("has an unknown format".to_owned()))?;
    Ok(file::read(kind, source.bytes)?)
}

fn unfit(reason: impl std::fmt::Display) -> Trouble {
    Trouble::Unfit(reason.to_string())
}

fn other_formats() -> Trouble {
    Trouble::Unfit("has different formats on its sides".to_owned())
}

fn check_size(sources: &[&Source<'_>]) -> Result<(), Trouble> {
    let is_small = sources.iter().all(|source| source.bytes.len() <= MOST_BYTES);
    let megabytes = MOST_BYTES >> 20;
    let message = format!("has more than {megabytes} MB, too many to merge field by field");
    if is_small { Ok(()) } else { Err(Trouble::Unfit(message)) }
}

fn merge_maps(sides: [&GatMap; 3]) -> (Content, Vec<Conflict>) {
    let [base, ours, theirs] = sides;
    match gat::merge::merge(base, ours, theirs) {
        Ok(merged) => {
            let conflicts = gat::compare::conflicts(&merged.conflicts, [base, ours]);
            (Content::Gat(merged.map.to_gat()), conflicts)
        }
        Err(gat::merge::OtherSize) => {
            (Content::Gat(ours.to_gat()), vec![gat::compare::conflict_of_sizes(sides)])
        }
    }
}

fn merge_values(sides: [&Content; 3]) -> Result<(Content, Vec<Conflict>), Trouble> {
    let [base, ours, theirs] = sides.map(without_stream);
    let [was, own, other] = [&base, &ours, &theirs].map(|(it, _)| it.to_value().map_err(unfit));
    let merged = values::merge(&was?, &own?, &other?);
    let mut content = Content::from_value(ours.0.kind(), merged.value).map_err(|error| {
        let help = "merge it by hand, with the JSON of `inspect --json` on each side";
        unfit(format!("the changes of both sides don't fit together: {error}; {help}"))
    })?;
    // What nobody changed since is not packed anew.
    if let Some((_, stream)) = [ours, theirs].into_iter().find(|(side, _)| *side == content)
        && let Some(place) = stream_of(&mut content)
    {
        *place = stream;
    }
    Ok((content, merged.conflicts))
}

/// A file that holds the stream that it was read from beside what is in it: a stream is no value.
fn without_stream(content: &Content) -> (Content, Option<Opaque>) {
    let mut content = content.clone();
    let stream = stream_of(&mut content).and_then(Option::take);
    (content, stream)
}

fn stream_of(content: &mut Content) -> Option<&mut Option<Opaque>> {
    match content {
        Content::Nav(nav) => Some(&mut nav.stream),
        Content::Map(Map::Version2(map)) => Some(&mut map.stream),
        _ => None,
    }
}

/// The stream that goes on being the file's where nothing is to be packed anew.
fn merge_packed(
    files: &[File; 3],
    content: &Content,
    conflicts: &mut Vec<Conflict>,
) -> Option<Packed> {
    let [base, ours, theirs] = files.each_ref().map(|file| file.packed.as_ref());
    let (base, own, other) = (base?, ours?, theirs?);
    let [_, _, theirs] = files;
    let stream = if *content == theirs.content { &other.stream } else { &own.stream };
    let sides = [&base.trailing, &own.trailing, &other.trailing];
    let verdict = Verdict::of(&sides[0], &sides[1], &sides[2]);
    if verdict == Verdict::Conflict {
        let [base, ours, theirs] = sides.map(|bytes| bytes.0.len().into());
        let (thing, field) = (FILE, BEHIND_STREAM.into());
        conflicts.push(Conflict { thing, field, base, ours, theirs });
    }
    let trailing = if verdict == Verdict::Take { &other.trailing } else { &own.trailing };
    Some(Packed { stream: stream.clone(), trailing: trailing.clone() })
}

/// The bytes of a merged file, which have to be read as what was merged.
fn bytes_of(file: &File, effort: Effort) -> Result<Vec<u8>, Trouble> {
    let bytes = file::write(file, effort, &mut |_, _| ControlFlow::Continue(())).map_err(unfit)?;
    let message = "the merged file could not be read again, so nothing was merged";
    match file::read(file.kind(), &bytes) {
        Ok(read) if without_stream(&read.content).0 == without_stream(&file.content).0 => Ok(bytes),
        _ => Err(Trouble::Unfit(message.to_owned())),
    }
}
