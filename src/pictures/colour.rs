//! The colours along a tour.

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb([u8; 3]);

// The keys are steps of equal size in OKLCH, written out so that no platform's cosine
// decides over the bytes of a picture.

/// From blue over violet and pink to orange, ever lighter, so that the order shows without
/// the hues too.
const OPEN: [[u8; 3]; 9] = [
    [0x06, 0x47, 0xc1],
    [0x50, 0x42, 0xc9],
    [0x7a, 0x3f, 0xc6],
    [0x9d, 0x3c, 0xba],
    [0xbc, 0x3b, 0xa5],
    [0xd6, 0x3d, 0x89],
    [0xea, 0x46, 0x68],
    [0xf7, 0x57, 0x3e],
    [0xf4, 0x75, 0x0b],
];

/// Once round the circle of hues, from blue back to blue, equally light.
const CLOSED: [[u8; 3]; 13] = [
    [0x40, 0x73, 0xd4],
    [0x7b, 0x61, 0xcc],
    [0xa2, 0x51, 0xae],
    [0xba, 0x47, 0x81],
    [0xc4, 0x47, 0x4b],
    [0xb8, 0x59, 0x02],
    [0x99, 0x6f, 0x0b],
    [0x7a, 0x7e, 0x03],
    [0x33, 0x8d, 0x2b],
    [0x0e, 0x8b, 0x70],
    [0x0a, 0x88, 0x8f],
    [0x09, 0x82, 0xaf],
    [0x40, 0x73, 0xd4],
];

// For terminals: colours of the 6x6x6 cube that nearly all of them agree on, pale enough
// for black text.

/// As [`OPEN`].
const OPEN_256: [u8; 8] = [153, 147, 183, 219, 218, 217, 216, 222];

/// As [`CLOSED`].
const CLOSED_256: [u8; 12] = [153, 147, 183, 219, 218, 217, 216, 222, 186, 150, 115, 116];

/// The colour of the `step`-th of `steps` visits.
pub fn along(closed: bool, step: usize, steps: usize) -> Rgb {
    let keys: &[[u8; 3]] = if closed { &CLOSED } else { &OPEN };
    // The last visit of an open tour has the last colour; that of a closed one the colour
    // before the first.
    let whole = if closed { steps } else { steps.saturating_sub(1) }.max(1);
    let position = step.min(whole) * (keys.len() - 1);
    let (key, part) = (position / whole, position % whole);
    Rgb(keys[key]).mix(Rgb(keys[(key + 1).min(keys.len() - 1)]), part, whole)
}

/// The pale colour of the `step`-th of `steps` visits on a terminal.
pub fn along_256(closed: bool, step: usize, steps: usize) -> u8 {
    let keys: &[u8] = if closed { &CLOSED_256 } else { &OPEN_256 };
    keys[(step * keys.len() / steps.max(1)).min(keys.len() - 1)]
}

impl Rgb {
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
        assert_eq!(along(false, 0, 64).0, OPEN[0]);
        assert_eq!(along(false, 63, 64).0, OPEN[8]);
        assert_eq!(along(true, 0, 64).0, CLOSED[0]);
        assert_ne!(along(true, 63, 64).0, CLOSED[0]);
        assert_eq!(along(true, 32, 64).0, CLOSED[6]);
        for closed in [false, true] {
            assert_eq!(along(closed, 0, 1), along(closed, 0, 0));
        }
    }
}
