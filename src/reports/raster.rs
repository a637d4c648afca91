//! A plot as PNG, with bundled fonts. Texts become outlines; each is one line, left to right,
//! without kerning, so no text engine is needed.

use std::fmt::Write as _;

use flate2::Crc;
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{
        Options, Tree,
        roxmltree::{Document, Error, Node},
    },
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::{MADE_BY_IN_PNG, canvas::PlotError};

/// Pixels of the picture per pixel of the plot.
const SCALE: u32 = 2;

/// The most pixels of a picture; a higher plot is not enlarged.
const MOST_PIXELS: u64 = 100_000_000;

/// The signature and the first chunk of any PNG.
const HEAD: usize = 8 + 25;

/// Draws a plot as PNG.
///
/// # Errors
/// [`PlotError`] if it is not a picture, or a very large one.
pub fn png(svg: &str) -> Result<Vec<u8>, PlotError> {
    let failed = |error: &dyn std::fmt::Display| PlotError(error.to_string());
    let svg = outlined(svg).map_err(|error| failed(&error))?;
    let tree = Tree::from_str(&svg, &Options::default()).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size();
    let pixels = |scale: u32| u64::from(size.width() * scale) * u64::from(size.height() * scale);
    let scale = if pixels(SCALE) > MOST_PIXELS { 1 } else { SCALE };
    let pixmap = Pixmap::new(size.width() * scale, size.height() * scale);
    let mut pixmap = pixmap.ok_or_else(|| PlotError("the picture is too large".into()))?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let png = pixmap.encode_png().map_err(|error| failed(&error))?;
    Ok(signed(&png))
}

/// The picture with the mark of Satranj, after its first chunk.
fn signed(png: &[u8]) -> Vec<u8> {
    let mut chunk = b"tEXt".to_vec();
    chunk.extend_from_slice(MADE_BY_IN_PNG);
    let mut crc = Crc::new();
    crc.update(&chunk);
    let (head, rest) = png.split_at(HEAD.min(png.len()));
    let length = MADE_BY_IN_PNG.len() as u32;
    [head, &length.to_be_bytes(), &chunk, &crc.sum().to_be_bytes(), rest].concat()
}

/// The fonts, in the order in which they are tried.
const FONTS: [&[u8]; 2] = [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR];

/// The attributes of text layout; an outline keeps the others.
const OF_TEXT: [&str; 13] = [
    "d",
    "dx",
    "dy",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "lengthAdjust",
    "letter-spacing",
    "text-anchor",
    "textLength",
    "x",
    "y",
];

/// The same SVG with each `text` element as a `path`.
///
/// # Errors
/// If the text is not XML.
fn outlined(svg: &str) -> Result<String, Error> {
    let document = Document::parse(svg)?;
    let fonts: Vec<Face> = FONTS.iter().filter_map(|font| Face::parse(font, 0).ok()).collect();
    let mut out = String::with_capacity(svg.len() * 2);
    let mut end = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = text.range();
        // Texts within a text are skipped.
        if range.start < end {
            continue;
        }
        out.push_str(&svg[end..range.start]);
        out.push_str("<path");
        for attribute in text.attributes().filter(|one| !OF_TEXT.contains(&one.name())) {
            out.push(' ');
            out.push_str(&svg[attribute.range()]);
        }
        let _ = write!(out, " d=\"{}\"/>", outline(text, &fonts));
        end = range.end;
    }
    out.push_str(&svg[end..]);
    Ok(out)
}

/// The outline of a text at its position, as the data of a path.
fn outline(text: Node, fonts: &[Face]) -> String {
    let size = inherited(text, "font-size").and_then(|size| length(size, 16.0)).unwrap_or(16.0);
    let own = |name: &str| text.attribute(name).and_then(|value| length(value, size));
    let words: String =
        text.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let mut pen = Pen { path: String::new(), x: 0.0, y: 0.0, scale: 1.0, stretch: 1.0 };
    let letters: Vec<(&Face, GlyphId)> =
        words.trim().chars().filter_map(|letter| glyph(letter, fonts)).collect();
    let advance = |&(face, glyph): &(&Face, GlyphId)| {
        let units = face.glyph_hor_advance(glyph).unwrap_or(0);
        size * f32::from(units) / f32::from(face.units_per_em())
    };
    let natural: f32 = letters.iter().map(advance).sum();
    if let Some(asked) = own("textLength").filter(|_| natural > 0.0) {
        pen.stretch = asked / natural;
    }
    let width = natural * pen.stretch;
    let before = match inherited(text, "text-anchor") {
        Some("middle") => width / 2.0,
        Some("end") => width,
        _ => 0.0,
    };
    pen.x = own("x").unwrap_or(0.0) + own("dx").unwrap_or(0.0) - before;
    pen.y = own("y").unwrap_or(0.0) + own("dy").unwrap_or(0.0);
    for letter in &letters {
        let &(face, glyph) = letter;
        pen.scale = size / f32::from(face.units_per_em());
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance(letter) * pen.stretch;
    }
    pen.path
}

/// A letter in the first font that has it; otherwise a replacement character.
fn glyph<'f>(letter: char, fonts: &'f [Face<'f>]) -> Option<(&'f Face<'f>, GlyphId)> {
    let find =
        |letter| fonts.iter().find_map(|face| face.glyph_index(letter).map(|glyph| (face, glyph)));
    find(letter).or_else(|| find(char::REPLACEMENT_CHARACTER)).or_else(|| find('?'))
}

/// An attribute of the element, or of the nearest ancestor that has it.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|node| node.attribute(name))
}

/// A length in the units of the picture; `em` and `ex` are relative to the font size.
fn length(value: &str, size: f32) -> Option<f32> {
    let (number, unit) = match value {
        _ if value.ends_with("em") => (&value[..value.len() - 2], size),
        _ if value.ends_with("ex") => (&value[..value.len() - 2], size / 2.0),
        _ => (value.strip_suffix("px").unwrap_or(value), 1.0),
    };
    number.trim().parse::<f32>().ok().map(|number| number * unit).filter(|one| one.is_finite())
}

/// Writes the outlines of letters one after the other.
struct Pen {
    path: String,
    x: f32,
    y: f32,
    scale: f32,
    stretch: f32,
}

impl Pen {
    /// Fonts measure upwards, pictures downwards.
    fn draw<const N: usize>(&mut self, command: char, points: [(f32, f32); N]) {
        self.path.push(command);
        for (x, y) in points {
            let x = self.x + x * self.scale * self.stretch;
            let _ = write!(self.path, "{x:.3} {:.3} ", self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.draw('Z', []);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_is_drawn_with_its_letters() {
        let draw = |words: &str| {
            let text = format!("<text x='2' y='20' font-family='sans-serif'>{words}</text>");
            let size = "width='60' height='30' viewBox='0 0 60 30'";
            let png = png(&format!("<svg xmlns='http://www.w3.org/2000/svg' {size}>{text}</svg>"));
            let png = png.unwrap();
            assert!(png.windows(MADE_BY_IN_PNG.len()).any(|bytes| bytes == MADE_BY_IN_PNG));
            let pixmap = Pixmap::decode_png(&png).expect("a sound picture");
            assert_eq!((pixmap.width(), pixmap.height()), (120, 60));
            pixmap.pixels().iter().filter(|pixel| pixel.alpha() > 128).count()
        };
        assert_eq!(draw(""), 0);
        // Letters, Greek ones, and signs that the plots use.
        for words in ["n", "µ", "±", "…", "λ"] {
            assert!(draw(words) > 10, "{words}");
        }
        assert!(draw("mmm") > 2 * draw("m"));
        assert!(png("no picture").is_err());
    }

    /// Left, top, right and bottom of the first outline.
    fn extent(text: &str) -> [f32; 4] {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' font-size='10'>{text}</svg>");
        let outlined = outlined(&svg).unwrap();
        assert!(!outlined.contains("<text"), "{outlined}");
        let data = outlined.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
        let separators = |c: char| c == ' ' || c.is_ascii_uppercase();
        let numbers: Vec<f32> =
            data.split(separators).filter_map(|word| word.parse().ok()).collect();
        let of = |at: usize, best: fn(f32, f32) -> f32| {
            numbers.iter().skip(at).step_by(2).copied().reduce(best).unwrap()
        };
        [of(0, f32::min), of(1, f32::min), of(0, f32::max), of(1, f32::max)]
    }

    #[test]
    fn texts_are_set_where_they_are_asked_for() {
        let [left, top, right, bottom] = extent("<text x='100' y='50'>HHHH</text>");
        assert!(
            (100.0..102.0).contains(&left) && (110.0..140.0).contains(&right),
            "{left} {right}"
        );
        assert!((40.0..46.0).contains(&top) && (bottom - 50.0).abs() < 0.1);
        let width = right - left;
        let [left, _, right, _] = extent("<text x='100' y='50' text-anchor='end'>HHHH</text>");
        assert!((98.0..100.1).contains(&right) && (right - left - width).abs() < 0.1);
        let [left, _, right, _] =
            extent("<g text-anchor='middle'><text x='100' y='50'>HHHH</text></g>");
        assert!((left + right - 200.0).abs() < 1.0);
        let [_, top, _, bottom] = extent("<text x='1' y='50' dy='1em' font-size='20'>H</text>");
        assert!((bottom - 70.0).abs() < 0.1 && top < 58.0);
        let [left, _, right, _] = extent("<text x='0' y='0' textLength='100'>HHHH</text>");
        assert!(left >= 0.0 && (90.0..100.0).contains(&right));
    }

    #[test]
    fn what_is_no_text_stays() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg'><title>a</title>\
            <text x='1' y='2' fill='red' transform='rotate(1)'>a&lt;</text><g/></svg>";
        let outlined = outlined(svg).unwrap();
        assert!(outlined.contains("<title>a</title><path fill='red' transform='rotate(1)' d=\"M"));
        assert!(outlined.ends_with("Z\"/><g/></svg>"), "{outlined}");
        assert!(super::outlined("no picture").is_err());
    }
}
