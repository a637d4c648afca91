//! The colours along a tour.

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb([u8; 3]);

// The keys are equal steps in OKLCH, written out so that the bytes of a picture do not depend on a
// platform's cosine.

/// From blue through violet and pink to orange, getting lighter, so that the order shows without
/// the hues too.
const OPEN: [u32; 9] = [
    0x06_47c1, 0x50_42c9, 0x7a_3fc6, 0x9d_3cba, 0xbc_3ba5, 0xd6_3d89, 0xea_4668, 0xf7_573e,
    0xf4_750b,
];

/// Once around the hue circle, from blue back to blue, equally light.
const CLOSED: [u32; 13] = [
    0x40_73d4, 0x7b_61cc, 0xa2_51ae, 0xba_4781, 0xc4_474b, 0xb8_5902, 0x99_6f0b, 0x7a_7e03,
    0x33_8d2b, 0x0e_8b70, 0x0a_888f, 0x09_82af, 0x40_73d4,
];

// For terminals: colours of the 6x6x6 cube, on which nearly all terminals agree, pale enough for
// black text.

/// As [`OPEN`].
const OPEN_256: [u8; 8] = [153, 147, 183, 219, 218, 217, 216, 222];

/// As [`CLOSED`].
const CLOSED_256: [u8; 12] = [153, 147, 183, 219, 218, 217, 216, 222, 186, 150, 115, 116];

/// The colour of the `step`-th of `steps` visits.
pub fn along(closed: bool, step: usize, steps: usize) -> Rgb {
    let keys: &[u32] = if closed { &CLOSED } else { &OPEN };
    // The last visit of an open tour has the last colour; that of a closed one the colour
    // before the first.
    let whole = if closed { steps } else { steps.saturating_sub(1) }.max(1);
    let position = step.min(whole) * (keys.len() - 1);
    let (key, part) = (position / whole, position % whole);
    Rgb::of(keys[key]).mix(Rgb::of(keys[(key + 1).min(keys.len() - 1)]), part, whole)
}

/// The pale colour of the `step`-th of `steps` visits on a terminal.
pub fn along_256(closed: bool, step: usize, steps: usize) -> u8 {
    let keys: &[u8] = if closed { &CLOSED_256 } else { &OPEN_256 };
    keys[(step * keys.len() / steps.max(1)).min(keys.len() - 1)]
}

impl Rgb {
    /// The colour with these six hexadecimal digits.
    fn of(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self([red, green, blue])
    }

    /// This colour with `part` / `whole` of another.
    fn mix(self, other: Self, part: usize, whole: usize) -> Self {
        let mut mixed = self.0;
        for (channel, towards) in mixed.iter_mut().zip(other.0) {
            let sum = usize::from(*channel) * (whole - part) + usize::from(towards) * part;
            *channel = ((sum + whole / 2) / whole) as u8;
        }
        Self(mixed)
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_have_the_end_colours() {
        assert_eq!(along(false, 0, 64), Rgb::of(OPEN[0]));
        assert_eq!(along(false, 63, 64), Rgb::of(OPEN[8]));
        assert_eq!(along(true, 0, 64), Rgb::of(CLOSED[0]));
        assert_ne!(along(true, 63, 64), Rgb::of(CLOSED[0]));
        assert_eq!(along(true, 32, 64), Rgb::of(CLOSED[6]));
        for closed in [false, true] {
            assert_eq!(along(closed, 0, 1), along(closed, 0, 0));
        }
    }
}
