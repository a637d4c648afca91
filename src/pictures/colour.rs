//! The colours along a tour, and of things that must be distinguishable.

use super::lines::greatest_common_divisor;

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

/// The colours of classes, distinguishable for colour-blind people too (Okabe and Ito: "Color
/// universal design", 2008).
pub const CLASSES: [ClassColour; 8] = [
    ClassColour { fill: "#d55e00", text: DARK },
    ClassColour { fill: "#0072b2", text: WHITE },
    ClassColour { fill: "#009e73", text: DARK },
    ClassColour { fill: "#cc79a7", text: DARK },
    ClassColour { fill: "#e69f00", text: DARK },
    ClassColour { fill: "#56b4e9", text: DARK },
    ClassColour { fill: "#7a5230", text: WHITE },
    ClassColour { fill: "#6b6b6b", text: WHITE },
];

/// The colour of a class, and of text on it.
#[derive(Clone, Copy)]
pub struct ClassColour {
    pub fill: &'static str,
    pub text: &'static str,
}

const WHITE: &str = "#fff";
const DARK: &str = "#161418";

impl ClassColour {
    pub fn of(class: u32) -> Self {
        CLASSES[class as usize % CLASSES.len()]
    }
}

/// The colour of one of several things, and of text on it: those of classes if they suffice,
/// otherwise from around the hue circle, neighbours far apart.
pub fn distinct(index: usize, count: usize) -> [String; 2] {
    if count <= CLASSES.len() {
        let ClassColour { fill, text } = ClassColour::of(index as u32);
        return [fill.into(), text.into()];
    }
    [along(true, spread(index, count), count).to_string(), WHITE.into()]
}

/// The pale colour of one of several things on a terminal.
pub fn spread_256(index: usize, count: usize) -> u8 {
    along_256(true, spread(index, count), count)
}

/// A number below the count for each such number, neighbours far apart: multiples of a part near
/// the golden section.
fn spread(index: usize, count: usize) -> usize {
    let near = (count * 382 / 1_000).max(1);
    let divides = |step: &usize| greatest_common_divisor(*step as i64, count as i64) == 1;
    let step = (near..=near + count).find(divides).unwrap_or(1);
    index % count.max(1) * step % count.max(1)
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
    fn neighbours_are_far_apart() {
        for count in 1..200 {
            let mut all: Vec<usize> = (0..count).map(|index| spread(index, count)).collect();
            let is_far = |ends: &[usize]| 5 * ends[0].abs_diff(ends[1]) >= count;
            assert!(count < 9 || all.windows(2).all(is_far), "{count}: {all:?}");
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count));
        }
        assert_ne!(distinct(0, 9), distinct(1, 9));
        assert_eq!(distinct(8, 8), distinct(0, 8));
    }

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
