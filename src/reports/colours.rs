//! The colours and marks of methods: each has its own, the same in every plot of a page.

use std::collections::BTreeSet;

use plotters::style::RGBColor;

use crate::documents::results::{ExperimentResults, ResultsDocument};

/// Colours that people with any colour vision tell apart and that can be seen on white and on
/// black: those of Okabe and Ito (2008) but black and yellow, violet and brown in their place.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(170, 68, 255),
    RGBColor(119, 68, 34),
];

/// The shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkShape {
    /// A circle.
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A square on its corner.
    Diamond,
}

const SHAPES: [MarkShape; 4] =
    [MarkShape::Circle, MarkShape::Triangle, MarkShape::Square, MarkShape::Diamond];

/// What tells the methods of a page apart, by the order of their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Colours {
    methods: BTreeSet<String>,
}

impl<'m> FromIterator<&'m str> for Colours {
    fn from_iter<T: IntoIterator<Item = &'m str>>(methods: T) -> Self {
        Self { methods: methods.into_iter().map(String::from).collect() }
    }
}

impl From<&ResultsDocument> for Colours {
    fn from(document: &ResultsDocument) -> Self {
        let points =
            document.experiments.iter().flat_map(|ExperimentResults { points, .. }| points);
        points.flat_map(|point| &point.runs).map(|runs| runs.method.as_str()).collect()
    }
}

impl Colours {
    /// The place of a method among all of the page.
    #[must_use]
    pub fn place(&self, method: &str) -> usize {
        self.methods.iter().take_while(|other| other.as_str() < method).count()
    }

    /// The colour of a method.
    #[must_use]
    pub fn colour(&self, method: &str) -> RGBColor {
        COLOURS[self.place(method) % COLOURS.len()]
    }

    /// The shape of its marks: of methods of one colour, up to four, each has its own.
    #[must_use]
    pub fn shape(&self, method: &str) -> MarkShape {
        let place = self.place(method);
        SHAPES[(place + place / COLOURS.len()) % SHAPES.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What somebody sees: linear light through the matrices of Machado, Oliveira and Fernandes
    /// (2009), in order for any, no red, no green, no blue receptors.
    const VISIONS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn linear(colour: RGBColor) -> [f64; 3] {
        [colour.0, colour.1, colour.2].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn product(row: [f64; 3], light: [f64; 3]) -> f64 {
        row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
    }

    /// CIE L*a*b* of what is seen.
    fn seen(colour: RGBColor, vision: [[f64; 3]; 3]) -> [f64; 3] {
        let light = linear(colour);
        let light = vision.map(|row| product(row, light).clamp(0.0, 1.0));
        let root = |share: f64| {
            if share > 0.008_856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 }
        };
        let x = root(product([0.4124, 0.3576, 0.1805], light) / 0.95047);
        let y = root(product([0.2126, 0.7152, 0.0722], light));
        let z = root(product([0.0193, 0.1192, 0.9505], light) / 1.08883);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn any_colour_vision_tells_the_colours_apart() {
        for vision in VISIONS {
            for (index, &one) in COLOURS.iter().enumerate() {
                for &other in &COLOURS[..index] {
                    let (a, b) = (seen(one, vision), seen(other, vision));
                    let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
                    assert!(distance.sqrt() > 15.0, "{one:?} {other:?} {vision:?}");
                }
            }
        }
    }

    #[test]
    fn the_colours_are_seen_on_white_and_on_black() {
        for colour in COLOURS {
            let luminance = product([0.2126, 0.7152, 0.0722], linear(colour));
            let (on_white, on_black) = (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05);
            assert!(on_white > 2.0 && on_black > 2.0, "{colour:?}: {on_white}, {on_black}");
        }
    }

    #[test]
    fn a_method_keeps_its_colour_and_no_two_look_the_same() {
        let names: Vec<String> = (0..32).map(|number| format!("native:{number:02}")).collect();
        let colours: Colours = names.iter().rev().map(String::as_str).collect();
        let looks = |name: &String| {
            let RGBColor(red, green, blue) = colours.colour(name);
            (red, green, blue, colours.shape(name))
        };
        let different: BTreeSet<_> = names.iter().map(looks).collect();
        assert_eq!(different.len(), names.len());
        let few: Colours = names[..3].iter().map(String::as_str).collect();
        assert_eq!((few.place("native:02"), colours.place("native:02")), (2, 2));
    }
}
