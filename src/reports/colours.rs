//! The colours and marks of methods: the hue shows the family, shade and mark show the method, the
//! same on every page.

use std::collections::BTreeMap;

use plotters::style::RGBColor;

use crate::{
    documents::results::{ExperimentResults, ResultsDocument},
    methods::Registry,
};

/// The families with their shades. All shades are distinguishable with any colour vision, on white
/// and on black; methods without a family, such as programs, come last.
const FAMILIES: [(&str, [RGBColor; 4]); 4] = [
    ("sat:", [rgb(0x2a_43d8), rgb(0x4c_afff), rgb(0x5f_5991), rgb(0x6a_7bff)]),
    ("graph:", [rgb(0x33_9180), rgb(0x05_c335), rgb(0x31_6748), rgb(0x82_b488)]),
    ("native:", [rgb(0xf0_7400), rgb(0x93_2a16), rgb(0x9d_814b), rgb(0xc1_3a04)]),
    ("", [rgb(0xc9_5ecc), rgb(0x89_00a4), rgb(0xff_74c1), rgb(0x70_4061)]),
];

const fn rgb(hex: u32) -> RGBColor {
    let [_, red, green, blue] = hex.to_be_bytes();
    RGBColor(red, green, blue)
}

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
    /// A triangle on its corner.
    Down,
}

const SHAPES: [MarkShape; 5] = [
    MarkShape::Circle,
    MarkShape::Triangle,
    MarkShape::Square,
    MarkShape::Diamond,
    MarkShape::Down,
];

/// The looks of a family: each shade with each shape.
const LOOKS: usize = FAMILIES[0].1.len() * SHAPES.len();

/// The place of a method's family in the table.
fn family(method: &str) -> usize {
    FAMILIES.iter().position(|(prefix, _)| method.starts_with(prefix)).unwrap_or(0)
}

/// Distinguishes the methods of a page. A method of Satranj has its own look on every page; a
/// program, or a method with options, gets one that no other method of the page has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Colours {
    /// The look of each method in its family.
    looks: BTreeMap<String, usize>,
}

impl<'m> FromIterator<&'m str> for Colours {
    fn from_iter<T: IntoIterator<Item = &'m str>>(methods: T) -> Self {
        let names = Registry::standard().names();
        let own = |method: &str| {
            let kin = names.iter().filter(|name| family(name) == family(method));
            kin.into_iter().position(|&name| name == method)
        };
        let mut methods: Vec<&str> = methods.into_iter().collect();
        // Methods of Satranj come first, so that no other takes their look.
        methods.sort_by_key(|method| (own(method).is_none(), *method));
        methods.dedup();
        let mut looks: BTreeMap<String, usize> = BTreeMap::new();
        for method in methods {
            let base = method.split(' ').next().unwrap_or(method);
            let sum = || method.bytes().map(usize::from).sum();
            let wanted = own(method).or_else(|| own(base)).unwrap_or_else(sum);
            let is_free = |look: &usize| {
                looks.iter().all(|(other, taken)| taken != look || family(other) != family(method))
            };
            let look = (wanted..wanted + LOOKS).map(|look| look % LOOKS).find(is_free);
            looks.insert(method.into(), look.unwrap_or(wanted % LOOKS));
        }
        Self { looks }
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
    /// The look of a method among those of its family.
    fn look(&self, method: &str) -> usize {
        self.looks.get(method).copied().unwrap_or(0)
    }

    /// The colour of a method as a web page writes it.
    pub(super) fn hex(&self, method: &str) -> String {
        let RGBColor(red, green, blue) = self.colour(method);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// The colour of a method.
    #[must_use]
    pub fn colour(&self, method: &str) -> RGBColor {
        let (_, shades) = FAMILIES[family(method)];
        shades[self.look(method) % shades.len()]
    }

    /// The shape of its marks: methods of one colour have different shapes.
    #[must_use]
    pub fn shape(&self, method: &str) -> MarkShape {
        // The numbers of shades and shapes are coprime, so each look is a different pair.
        SHAPES[self.look(method) % SHAPES.len()]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{methods::Method, puzzles::kinds};

    /// Colour vision: linear light through the matrices of Machado, Oliveira and Fernandes (2009),
    /// in this order: normal, and without red, green or blue receptors.
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

    /// CIE L*a*b* of the perceived colour.
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

    fn shades() -> Vec<RGBColor> {
        FAMILIES.iter().flat_map(|(_, shades)| *shades).collect()
    }

    #[test]
    fn any_colour_vision_tells_the_colours_apart() {
        for vision in VISIONS {
            for (index, &one) in shades().iter().enumerate() {
                for &other in &shades()[..index] {
                    let (a, b) = (seen(one, vision), seen(other, vision));
                    let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
                    assert!(distance.sqrt() > 15.0, "{one:?} {other:?} {vision:?}");
                }
            }
        }
    }

    #[test]
    fn the_colours_are_seen_on_white_and_on_the_dark_page() {
        for colour in shades() {
            let luminance = product([0.2126, 0.7152, 0.0722], linear(colour));
            // The page is #14171b in dark mode.
            let dark = product([0.2126, 0.7152, 0.0722], linear(RGBColor(20, 23, 27)));
            let (on_white, on_dark) =
                (1.05 / (luminance + 0.05), (luminance + 0.05) / (dark + 0.05));
            assert!(on_white > 2.2 && on_dark > 2.2, "{colour:?}: {on_white}, {on_dark}");
        }
    }

    type Look = (u8, u8, u8, MarkShape);

    fn look_of(colours: &Colours, name: &str) -> Look {
        let RGBColor(red, green, blue) = colours.colour(name);
        (red, green, blue, colours.shape(name))
    }

    #[test]
    fn a_method_of_this_program_has_one_look_on_every_page() {
        for name in Registry::standard().names() {
            let alone: Colours = [name].into_iter().collect();
            for other in ["sat:cuts --amo ladder", "native:other", "program:other", "a"] {
                let both: Colours = [other, name].into_iter().collect();
                assert_eq!(look_of(&alone, name), look_of(&both, name), "{name} beside {other}");
                assert_ne!(look_of(&both, other), look_of(&both, name), "{name} beside {other}");
            }
        }
    }

    #[test]
    fn the_methods_of_a_puzzle_look_different() {
        for kind in kinds::LIST {
            let models = kind.puzzles().map(|puzzle| puzzle.model());
            let models: Vec<_> = models.collect();
            let registry = Registry::standard();
            let methods = registry.iter().filter(|own| models.iter().any(|model| own.takes(model)));
            let names: BTreeSet<&str> = methods.map(Method::name).collect();
            let page: Colours = names.iter().copied().collect();
            let looks: BTreeSet<Look> = names.iter().map(|name| look_of(&page, name)).collect();
            assert_eq!(looks.len(), names.len(), "{names:?}");
            for name in names {
                let alone: Colours = [name].into_iter().collect();
                assert_eq!(look_of(&alone, name), look_of(&page, name), "{name}");
            }
        }
    }

    #[test]
    fn the_hue_says_the_family_and_no_two_look_the_same() {
        for (prefix, shades) in FAMILIES {
            let names: Vec<String> =
                (0..LOOKS).map(|number| format!("{prefix}{number:02}")).collect();
            let colours: Colours = names.iter().rev().map(String::as_str).collect();
            assert!(names.iter().all(|name| shades.contains(&colours.colour(name))));
            let looks: BTreeSet<Look> = names.iter().map(|name| look_of(&colours, name)).collect();
            assert_eq!(looks.len(), names.len());
        }
    }
}
