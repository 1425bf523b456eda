//! Hex dumps and logs of other programs, and files with more problems than anybody reads.

use crate::scratch::{PACKET, Scratch, repository};

/// The bytes of a packet as `hexdump -C` shows them.
fn dump(hex: &str) -> String {
    let digits: String = hex.split_whitespace().collect();
    let bytes: Vec<u8> = (0..digits.len() / 2)
        .map(|at| u8::from_str_radix(&digits[at * 2..at * 2 + 2], 16).unwrap())
        .collect();
    let mut out = String::new();
    for (row, line) in bytes.chunks(16).enumerate() {
        let hex: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        let letter = |byte: &u8| if (b' '..b'~').contains(byte) { *byte as char } else { '.' };
        let text: String = line.iter().map(letter).collect();
        out += &format!("{:08x}  {:48} |{text}|\n", row * 16, hex.join(" "));
    }
    out + &format!("{:08x}\n", bytes.len())
}

#[test]
fn a_dump_is_decoded_as_its_bytes_are() {
    let scratch = repository();
    let expected = scratch.run(&["decode", "S_LIST", PACKET]).stdout;
    let dump = dump(PACKET);
    assert_eq!(scratch.run_with(&["decode", "S_LIST", "-f", "-"], &dump).stdout, expected);
    let log = format!("[2024-01-15T10:30:45.123Z] [S->C] S_LIST (999) len=32\n{dump}");
    assert_eq!(scratch.run_with(&["decode", "S_LIST", "-f", "-"], &log).stdout, expected);
    let line = format!("[12:01] <- S_LIST(999) | 32 bytes | {PACKET}");
    assert_eq!(scratch.run(&["decode", "S_LIST", &line]).stdout, expected);
    scratch.write("protocol/S_LIST.2.hex", &dump);
    assert_eq!(scratch.run(&["check", "protocol/S_LIST.2.hex"]).code, Some(0));
}

#[test]
fn of_many_problems_of_a_kind_the_rest_is_counted() {
    let scratch = Scratch::new(&[("S_A.1.def", &"oops\n".repeat(5_000))]);
    let run = scratch.run(&["check", "."]);
    assert!(run.stdout.lines().count() < 1_000, "{}", run.stdout.lines().count());
    let note = "note: S_A.1.def: 4900 more problems [def-malformed-line]";
    assert!(run.stdout.contains(note), "{}", &run.stdout[run.stdout.len() - 500..]);
    assert!(run.stderr.contains("5000 errors"), "{}", run.stderr);
    let json = scratch.run(&["check", ".", "--json"]).stdout;
    assert!(json.matches("def-malformed-line").count() >= 5_000);
}
