//! Reads captures by their definitions, and says where the two disagree.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::rule::{NO_DEFINITION, NOT_HEX, OTHER_PACKET, rule_of};
use super::{Capture, Captured, Of, Seen, other_packet};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::codec::{Codec, Fault};
use crate::def::file_name::file_of;
use crate::def::syntax::FieldId;
use crate::problem::{Place, Problem, Severity};

/// What captures say of definitions, and definitions of captures.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    /// On lines of definitions and of captures.
    pub problems: Vec<Problem>,
    /// By the path of the definition.
    pub seen: BTreeMap<Arc<str>, Seen>,
}

/// Reads all packets of some captures.
pub fn check(captures: &[&Capture], catalogue: &Catalogue) -> Findings {
    run(captures, catalogue, None)
}

/// Reads the packets of one definition alone, as it is being edited.
pub fn check_definition(
    definition: &Definition,
    captures: &[&Capture],
    catalogue: &Catalogue,
) -> Findings {
    run(captures, catalogue, Some(&definition.path))
}

fn run(captures: &[&Capture], catalogue: &Catalogue, only: Option<&Arc<str>>) -> Findings {
    let mut run = Run {
        catalogue,
        codecs: HashMap::new(),
        broken: BTreeMap::new(),
        findings: Findings::default(),
    };
    for capture in captures {
        run.capture(capture, only);
    }
    run.finish()
}

struct Run<'a> {
    catalogue: &'a Catalogue,
    /// `None` for a definition that can't be used: its own problems say why.
    codecs: HashMap<Arc<str>, Option<Codec>>,
    /// By definition, field and rule: the first packet that breaks there, and how many do.
    broken: BTreeMap<(Arc<str>, FieldId, &'static str), Broken>,
    findings: Findings,
}

struct Broken {
    problem: Problem,
    n_packets: usize,
}

impl Run<'_> {
    fn capture(&mut self, capture: &Capture, only: Option<&Arc<str>>) {
        if only.is_none() {
            for (span, reason) in &capture.faults {
                let place = Place::text(&*capture.path, span.range());
                self.findings.problems.push(Problem::new(&NOT_HEX, place, *reason));
            }
        }
        // The packets of a `.hex` file are all of one definition.
        let mut said_missing = false;
        for packet in &capture.packets {
            match packet.definition(capture, self.catalogue) {
                Some(definition) if only.is_none_or(|only| *only == definition.path) => {
                    self.packet(capture, packet, definition);
                }
                Some(_) => {}
                None if only.is_none()
                    && !said_missing
                    && super::packet_of(&capture.path).is_some() =>
                {
                    said_missing = true;
                    let stem = file_of(&capture.path).strip_suffix(".hex").unwrap_or_default();
                    let message = format!("there is no definition `{stem}.def`");
                    let place = Place::file(&*capture.path);
                    self.findings.problems.push(Problem::new(&NO_DEFINITION, place, message));
                }
                // A log holds more than somebody has described.
                None => {}
            }
        }
    }

    fn packet(&mut self, capture: &Capture, packet: &Captured, definition: &Arc<Definition>) {
        let catalogue = self.catalogue;
        let make = || Codec::new(&catalogue.layout(definition)).ok();
        let codec = self.codecs.entry(definition.path.clone()).or_insert_with(make);
        let Some(codec) = codec else { return };
        let first = match codec.decode(&packet.bytes) {
            Ok(decoded) => {
                let seen = self.findings.seen.entry(definition.path.clone()).or_default();
                codec.visit(&decoded.packet, &mut |field, value| seen.add(field, value));
                self.opcode(capture, packet, definition, decoded.packet.opcode);
                decoded.warnings.into_iter().next()
            }
            Err(fault) => Some(fault),
        };
        if let Some(fault) = first {
            self.fault(capture, packet, definition, &fault);
        }
    }

    fn opcode(
        &mut self,
        capture: &Capture,
        packet: &Captured,
        definition: &Definition,
        opcode: u16,
    ) {
        let Some(file) = &definition.packet else { return };
        let Some(message) = other_packet(self.catalogue, &file.name, opcode) else { return };
        let place = Place::text(&*capture.path, packet.span.range());
        // What its definition says of a packet of another kind is of no use, but this is.
        self.findings.problems.push(Problem::new(&OTHER_PACKET, place, message));
    }

    fn fault(
        &mut self,
        capture: &Capture,
        packet: &Captured,
        definition: &Definition,
        fault: &Fault,
    ) {
        let rule = rule_of(fault.kind);
        let severity = match fault.kind.is_warning() {
            true => Severity::Warning.min(rule.severity),
            false => rule.severity,
        };
        let span = fault.field.and_then(|field| {
            let line = definition.syntax.field(field)?.line;
            Some((field, definition.syntax.lines().get(line as usize)?.content))
        });
        let Some((field, span)) = span else {
            let place = Place::text(&*capture.path, packet.span.range());
            let problem = Problem::new(rule, place, fault.to_string());
            self.findings.problems.push(Problem { severity, ..problem });
            return;
        };
        let key = (definition.path.clone(), field, rule.code);
        if let Some(broken) = self.broken.get_mut(&key) {
            broken.n_packets += 1;
            return;
        }
        let what = match &packet.of {
            Of::Name(..) => "",
            Of::Opcode(_) => ", found by its opcode",
        };
        let message = format!(
            "{fault}, in the packet on line {} of {}{what}",
            packet.line.saturating_add(1),
            file_of(&capture.path)
        );
        let place = Place::text(&*definition.path, span.range());
        let problem = Problem { severity, ..Problem::new(rule, place, message) };
        self.broken.insert(key, Broken { problem, n_packets: 1 });
    }

    fn finish(mut self) -> Findings {
        for Broken { mut problem, n_packets } in self.broken.into_values() {
            match n_packets {
                1 => {}
                2 => problem.message.push_str("; 1 more packet has the same problem"),
                n => problem
                    .message
                    .push_str(&format!("; {} more packets have the same problem", n - 1)),
            }
            self.findings.problems.push(problem);
        }
        self.findings.problems = crate::problem::report::in_order(self.findings.problems);
        self.findings
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::fixture::Fixture;
    use crate::problem::Spot;

    fn check_files(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let catalogue = fixture.catalogue();
        let parsed = fixture.files.iter().filter_map(|(path, text)| Capture::parse(path, text));
        let captures: Vec<Capture> = parsed.collect();
        let captures: Vec<&Capture> = captures.iter().collect();
        let mut out = String::new();
        for problem in check(&captures, &catalogue).problems {
            let file = &problem.place.file;
            let text = &fixture.files.iter().find(|(path, _)| path == file).unwrap().1;
            let place = match problem.place.spot {
                Spot::Text { start, end } => &text[start..end],
                _ => "",
            };
            let (code, severity) = (problem.code, problem.severity);
            out.push_str(&format!("{file} `{place}` {severity} {code}: {}\n", problem.message));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn sound_packets_have_no_problem() {
        check_files(
            "//- S_A.1.def\nint32 a\nstring s\n//- S_A.1.hex\n0c00 0100 0a00 01000000 0000\n\
             //- x.log\nS->C S_A 0c00 0100 0a00 01000000 0000\nS->C S_UNKNOWN 01\n",
            &expect![""],
        );
    }

    #[test]
    fn the_first_field_that_breaks_has_the_problem() {
        check_files(
            "//- d/S_A.1.def\nint32 a # here\nbool b\nstring s\n\
             //- d/S_A.1.hex\n0d00 0100 4000 01000000 01 0000\n0d00 0100 0b00 01000000 07 0000\n\
             0f00 0100 0b00 01000000 00 0000 0102\n0d00 0100 4100 01000000 01 0000\n0500 0100 00\n",
            &expect![[r#"
                d/S_A.1.def `bool b` warning def-capture-odd-bool: b: a bool is 0 or 1, but this is 7 (at byte 10), in the packet on line 2 of S_A.1.hex
                d/S_A.1.def `string s` error def-capture-bad-offset: s: the offset 64 is not inside the packet's bytes 4 to 13 (at byte 4), in the packet on line 1 of S_A.1.hex; 1 more packet has the same problem
                d/S_A.1.def `string s` error def-capture-cut: s: 2 bytes are needed, but the packet has only 1 more (at byte 4), in the packet on line 5 of S_A.1.hex
                d/S_A.1.def `string s` warning def-capture-left-over: s: 2 bytes after it are read by no field (at byte 13), in the packet on line 3 of S_A.1.hex
            "#]],
        );
    }

    #[test]
    fn what_is_wrong_with_a_capture_itself_is_said_there() {
        check_files(
            "//- S_A.1.def\nint32 a\n//- protocol.1.map\nS_A = 5\nS_B = 6\n\
             //- S_A.1.hex\nxyz\n0500\n01\n0800 0600 00000000\n//- S_A.2.hex\n00\n",
            &expect![[r#"
                S_A.1.hex `xyz` error def-capture-not-hex: only hexadecimal digits, space and comments are expected here
                S_A.1.hex `0500` error def-capture-bad-header: the packet: a packet has at least 4 bytes, but there are only 2 (at byte 0)
                S_A.1.hex `01` error def-capture-bad-header: the packet: a packet has at least 4 bytes, but there are only 1 (at byte 0)
                S_A.1.hex `0800 0600 00000000` warning def-capture-other-packet: the packet has the opcode 6, which is S_B's, but no map gives S_A that number
                S_A.2.hex `` warning def-capture-no-definition: there is no definition `S_A.2.def`
            "#]],
        );
    }

    #[test]
    fn a_log_is_read_by_names_and_opcodes() {
        check_files(
            "//- S_A.1.def\nint32 a\n//- S_A.2.def\nint16 a\n//- protocol.1.map\nS_A = 5\n\
             //- x.log\n-> S_A.1 0600 0500 0000\n-> S_A 0700 0500 000000\n<- 5 0500 0500 00\n",
            &expect![[r#"
                S_A.1.def `int32 a` error def-capture-cut: a: 4 bytes are needed, but the packet has only 2 more (at byte 4), in the packet on line 1 of x.log
                S_A.2.def `int16 a` error def-capture-cut: a: 2 bytes are needed, but the packet has only 1 more (at byte 4), in the packet on line 3 of x.log, found by its opcode
                S_A.2.def `int16 a` warning def-capture-left-over: a: 1 byte after it is read by no field (at byte 6), in the packet on line 2 of x.log
            "#]],
        );
    }

    #[test]
    fn values_are_seen_by_field() {
        let fixture = Fixture::parse("//- S_A.1.def\nbyte a\nstring s\n");
        let catalogue = fixture.catalogue();
        let text = "0900 0100 0700 05 0000\n0b00 0100 0700 06 6100 0000\n0900 0100 0700 05 0000\n";
        let capture = Capture::parse("S_A.1.hex", text).unwrap();
        let definition = catalogue.definition("S_A.1.def").unwrap();
        let findings = check_definition(definition, &[&capture], &catalogue);
        let seen = &findings.seen["S_A.1.def"];
        assert_eq!(seen.values(FieldId(0)), ["5", "6"]);
        assert_eq!(seen.values(FieldId(1)), ["\"\"", "\"a\""]);
        assert_eq!(findings.problems, []);
    }
}
