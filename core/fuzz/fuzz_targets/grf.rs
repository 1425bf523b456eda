//! Archives of Ragnarok clients: whatever their tables claim, nothing but what is there comes out.
#![no_main]

use landwright_core::format::ragnarok::grf::Head;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(head) = Head::read(bytes) else { return };
    let start = usize::try_from(head.table_offset).unwrap_or(usize::MAX);
    let Ok(entries) = head.read_table(bytes.get(start..).unwrap_or_default()) else { return };
    // Few enough to be unpacked, each of them small.
    for entry in entries.iter().take(16).filter(|entry| entry.len < 1 << 20) {
        let start = usize::try_from(entry.offset).unwrap_or(usize::MAX);
        let rest = bytes.get(start..).unwrap_or_default();
        let end = usize::try_from(entry.n_stored()).unwrap_or(usize::MAX).min(rest.len());
        let stored = rest.get(..end).unwrap_or_default();
        if let Ok(unpacked) = entry.unpack(stored.to_vec()) {
            assert_eq!(unpacked.len(), entry.len as usize);
        }
    }
});
