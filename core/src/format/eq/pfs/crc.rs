//! The checksum by which the index knows a name: CRC-32/MPEG-2 with 0 to start with.

const POLYNOMIAL: u32 = 0x04C1_1DB7;

/// Of a name and the zero byte behind it.
pub(super) fn of(name: &[u8]) -> u32 {
    name.iter().chain(&[0]).fold(0, |crc, byte| {
        (0..8).fold(crc ^ (u32::from(*byte) << 24), |crc, _| match crc & 0x8000_0000 {
            0 => crc << 1,
            _ => (crc << 1) ^ POLYNOMIAL,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_shifts_in_from_the_top() {
        assert_eq!(of(b""), 0);
        assert_eq!(
            of(b"\x01"),
            [0; 8].iter().fold(POLYNOMIAL, |crc, _| {
                if crc & 0x8000_0000 == 0 { crc << 1 } else { (crc << 1) ^ POLYNOMIAL }
            })
        );
    }
}
