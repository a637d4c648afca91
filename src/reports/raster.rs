//! A plot as PNG, with letters that the program brings along.

use flate2::Crc;
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use super::{MADE_BY_IN_PNG, canvas::PlotError, letters::outlined};

/// Pixels of the picture for each of the plot.
const SCALE: u32 = 2;

/// No picture has more pixels; of a higher plot each is one.
const MOST_PIXELS: u64 = 100_000_000;

/// The signature and the first chunk of any PNG.
const HEAD: usize = 8 + 25;

/// Draws a plot as PNG.
///
/// # Errors
/// [`PlotError`] if it is no picture, or a very large one.
pub fn png(svg: &str) -> Result<Vec<u8>, PlotError> {
    let failed = |error: &dyn std::fmt::Display| PlotError(error.to_string());
    let svg = outlined(svg).map_err(|error| failed(&error))?;
    let tree = Tree::from_str(&svg, &Options::default()).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size();
    let pixels = |scale: u32| u64::from(size.width() * scale) * u64::from(size.height() * scale);
    let scale = if pixels(SCALE) > MOST_PIXELS { 1 } else { SCALE };
    let pixmap = Pixmap::new(size.width() * scale, size.height() * scale);
    let mut pixmap = pixmap.ok_or_else(|| PlotError("it is too large".into()))?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let png = pixmap.encode_png().map_err(|error| failed(&error))?;
    Ok(signed(&png))
}

/// The picture with the name of what made it, behind its first chunk.
fn signed(png: &[u8]) -> Vec<u8> {
    let mut chunk = b"tEXt".to_vec();
    chunk.extend_from_slice(MADE_BY_IN_PNG);
    let mut crc = Crc::new();
    crc.update(&chunk);
    let (head, rest) = png.split_at(HEAD.min(png.len()));
    let length = MADE_BY_IN_PNG.len() as u32;
    [head, &length.to_be_bytes(), &chunk, &crc.sum().to_be_bytes(), rest].concat()
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
        // Letters, Greek ones, and signs that our plots use.
        for words in ["n", "µ", "±", "…", "λ"] {
            assert!(draw(words) > 10, "{words}");
        }
        assert!(draw("mmm") > 2 * draw("m"));
        assert!(png("no picture").is_err());
    }
}
