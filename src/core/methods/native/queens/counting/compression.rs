//! Byte shuffles that compress a vector of eight 16-bit lanes.

/// For each mask of eight lanes, the sources of the kept 16-bit lanes, each as two bytes.
pub static COMPRESSION: [[u8; 16]; 256] = compression();

const fn compression() -> [[u8; 16]; 256] {
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut kept) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                table[mask][2 * kept] = 2 * lane as u8;
                table[mask][2 * kept + 1] = 2 * lane as u8 + 1;
                kept += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
}
