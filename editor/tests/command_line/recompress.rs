//! `recompress`: the same content in fewer bytes.

use std::fs;
use std::io::Write;

use expect_test::expect;

use crate::check_stderr;
use crate::support::Scratch;

/// A stream that nobody tried to make small.
#[expect(clippy::unwrap_used, reason = "nothing can go wrong in memory")]
fn loosely_packed(payload: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut stream, 4096, 0, 16);
    writer.write_all(payload).unwrap();
    drop(writer);
    stream
}

#[expect(clippy::unwrap_used, reason = "the test that can't go on fails")]
fn unpacked(stream: &[u8]) -> Vec<u8> {
    let mut payload = Vec::new();
    brotli::BrotliDecompress(&mut &*stream, &mut payload).unwrap();
    payload
}

#[test]
fn a_brotli_file_gets_smaller_and_holds_the_same() {
    let scratch = Scratch::with_samples();
    let payload = unpacked(&scratch.read("island_p.apd"));
    let loose = loosely_packed(&payload);
    scratch.put("island_p.apd", &loose);
    let run = scratch.run("recompress island_p.apd").expect_code(0);
    let packed = scratch.read("island_p.apd");
    assert!(packed.len() < loose.len(), "{run:?}");
    assert!(unpacked(&packed) == payload);
    let sizes = format!("island_p.apd: {} bytes before, {} after", loose.len(), packed.len());
    assert!(run.stdout.starts_with(&sizes), "{run:?}");
    let backup = scratch.file(".landwright/backups/island_p.000001.apd");
    assert!(fs::read(backup).unwrap() == loose);

    let again = scratch.run("recompress .").expect_code(0);
    assert!(
        again.stdout.contains("island_p.apd: ") && again.stdout.contains("already"),
        "{again:?}"
    );
    assert!(scratch.read("island_p.apd") == packed);
}

#[test]
fn only_brotli_files_are_recompressed() {
    let scratch = Scratch::with_samples();
    check_stderr(
        &scratch.run("recompress island.gat").expect_code(2),
        &expect![[r#"
        error: island.gat: not a brotli file of TERA (.zgd, .apd)
    "#]],
    );
    scratch.put("broken.zgd", b"not brotli");
    let run = scratch.run("recompress broken.zgd").expect_code(2);
    assert!(run.stderr.contains("broken.zgd"), "{run:?}");
    assert_eq!(scratch.read("broken.zgd"), b"not brotli");
}
