//! Numbers that look random and follow from what they are for: a place, or a particle.

/// Spreads the bits of a number over all of it: a hash of what has a place, such as a tile.
pub fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A number from 0.0 to below 1.0, of the highest bits.
pub fn unit(bits: u64) -> f32 {
    (bits >> 40) as f32 / (1u32 << 24) as f32
}
