//! Tests of archives.

use super::*;

fn sample() -> Pfs {
    let large: Vec<u8> = (0..30_000_u32).map(|n| (n * 7 % 251) as u8).collect();
    build(&[("a.wld", &large), ("b.bmp", b"picture"), ("empty", b"")], 1).unwrap()
}

#[test]
fn what_is_read_is_written_back() {
    let data = write(&sample());
    assert_eq!(read(&data), Ok(sample()));
    let mut odd = data;
    odd.extend(b"left over");
    assert_eq!(write(&read(&odd).unwrap()), odd);
    let json = serde_json::to_string(&sample()).unwrap();
    assert_eq!(serde_json::from_str::<Pfs>(&json).unwrap(), sample());
}

#[test]
fn files_have_names_sizes_and_contents() {
    let archive = sample();
    let members = archive.members();
    let shown: Vec<String> = members.iter().map(|member| member.shown(&archive)).collect();
    assert_eq!(shown, ["a.wld", "b.bmp", "empty"]);
    assert_eq!((members[0].size, archive.date(), archive.n_opaque()), (30_000, Some(1), 0));
    assert_eq!(archive.content(archive.find("B.BMP").unwrap().entry).unwrap(), b"picture");
    assert_eq!(archive.content(members[0].entry).unwrap().len(), 30_000);
}

#[test]
fn a_replaced_file_leaves_the_blocks_of_others_and_the_tail() {
    let archive = sample();
    let (a, b) = (archive.find("a.wld").unwrap(), archive.find("b.bmp").unwrap());
    let packed = |archive: &Pfs, entry: usize| {
        archive.data.0[archive.extent(&archive.entries[entry]).unwrap()].to_vec()
    };
    let new = archive.with_content(a.entry, &[1; 9000]).unwrap();
    let again = read(&write(&new)).unwrap();
    assert_eq!(again.content(a.entry).unwrap(), [1; 9000]);
    assert_eq!(packed(&again, b.entry), packed(&archive, b.entry));
    assert_eq!((again.names(), &again.tail), (archive.names(), &archive.tail));
    let names: Vec<_> = again.members().into_iter().map(|member| member.name).collect();
    assert_eq!(names, archive.members().into_iter().map(|m| m.name).collect::<Vec<_>>());
    let back = new.with_content(a.entry, &archive.content(a.entry).unwrap()).unwrap();
    assert_eq!(back, archive, "the same content gives the same archive");
    assert_eq!(archive.with_content(b.entry, b"picture").unwrap(), archive);
}

#[test]
fn blocks_that_two_entries_share_are_not_overwritten() {
    let mut archive = sample();
    let (a, b) = (archive.find("a.wld").unwrap(), archive.find("b.bmp").unwrap());
    archive.entries[b.entry].offset = a.offset;
    archive.entries[b.entry].size = 8192;
    let new = archive.with_content(b.entry, b"new").unwrap();
    assert_eq!(new.content(b.entry).unwrap(), b"new");
    assert_eq!(new.content(a.entry), archive.content(a.entry));
}

#[test]
fn damage_is_an_error_and_never_a_panic() {
    let data = write(&sample());
    for len in 0..data.len() - 9 {
        assert!(read(&data[..len]).is_err(), "{len}");
    }
    let mut damaged = data.clone();
    for idx in 0..data.len() {
        for bit in [0, 7] {
            damaged[idx] ^= 1 << bit;
            if let Ok(archive) = read(&damaged) {
                assert_eq!(write(&archive), damaged);
                for member in archive.members() {
                    let _ = archive.content(member.entry);
                }
                let _ = archive.with_content(0, b"x");
            }
            damaged[idx] ^= 1 << bit;
        }
    }
}

#[test]
fn errors_say_where() {
    let mut data = write(&sample());
    data[0..4].copy_from_slice(&5_u32.to_le_bytes());
    assert_eq!(
        read(&data).unwrap_err().to_string(),
        "offset of the index at byte 0x0: found 5, expected an offset behind the header"
    );
}
