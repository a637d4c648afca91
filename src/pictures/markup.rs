//! SVG as text: an element a line, its attributes in alphabetical order.

use std::fmt::{self, Display, Write as _};

use crate::printable::one_line;

/// The font of the texts in a picture.
const FONT: &str = "ui-sans-serif,system-ui,Helvetica,Arial,sans-serif";

/// Elements in sequence, each on its own lines.
#[derive(Debug, Clone, Default)]
pub struct Elements(String);

impl Elements {
    /// Adds an element as it is written.
    pub fn add(&mut self, element: fmt::Arguments<'_>) {
        let _ = write!(self.0, "\n{element}");
    }

    /// Adds an element that holds others; `opening`: its name and attributes.
    pub fn group(&mut self, opening: impl Display, content: &Self) {
        match content.0.as_str() {
            "" => self.add(format_args!("<{opening}/>")),
            content => {
                let name = opening.to_string();
                let name = name.split(' ').next().unwrap_or_default();
                self.add(format_args!("<{opening}>{content}\n</{name}>"));
            }
        }
    }

    /// Adds all these elements.
    pub fn append(&mut self, elements: &Self) {
        self.0 += &elements.0;
    }

    /// Adds a line or an area; `attributes`: all except `d`, each after a blank.
    pub fn path(&mut self, d: &str, attributes: fmt::Arguments<'_>) {
        self.add(format_args!(r#"<path d="{d}"{attributes}/>"#));
    }

    /// Adds a text; `attributes`: all except `x` and `y`, each after a blank.
    pub fn label(&mut self, (x, y): (i64, i64), text: &str, attributes: fmt::Arguments<'_>) {
        self.add(format_args!(r#"<text{attributes} x="{x}" y="{y}">{}</text>"#, escaped(text)));
    }
}

impl Display for Elements {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0.trim_start())
    }
}

/// A text on one line without markup.
fn escaped(text: &str) -> String {
    one_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A whole picture, which prints itself as an SVG document.
#[derive(Debug, Clone, Default)]
pub struct SvgDocument {
    /// Left, top, width and height of what it shows.
    pub extent: [i64; 4],
    /// Left, top, width and height on the sheet that holds it.
    place: Option<[i64; 4]>,
    /// Its width and height on paper, in millimetres.
    paper: Option<[i64; 2]>,
    /// Whether it has its own texts.
    has_texts: bool,
    /// Its content.
    pub content: Elements,
}

impl SvgDocument {
    /// An empty picture with a title and a description.
    pub fn new(extent: [i64; 4], title: &str, description: &str) -> Self {
        let mut picture = Self { has_texts: true, ..Self::sheet(extent, title) };
        picture.content.add(format_args!("<desc>{}</desc>", escaped(description)));
        picture
    }

    /// A sheet for other pictures.
    pub fn sheet(extent: [i64; 4], title: &str) -> Self {
        let mut content = Elements::default();
        content.add(format_args!("<title>{}</title>", escaped(title)));
        Self { extent, place: None, paper: None, has_texts: false, content }
    }

    /// An empty picture of this size on paper, in millimetres; its unit is a tenth of one.
    pub fn on_paper([width, height]: [i64; 2], title: &str, description: &str) -> Self {
        let extent = [0, 0, 10 * width, 10 * height];
        Self { paper: Some([width, height]), ..Self::new(extent, title, description) }
    }

    /// Adds a picture to this sheet; `place`: left, top, width and height there.
    pub fn hold(&mut self, picture: Self, place: [i64; 4]) {
        let picture = Self { place: Some(place), ..picture };
        self.content.add(format_args!("{picture}"));
    }
}

impl Display for SvgDocument {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("<svg")?;
        if self.has_texts {
            write!(out, r#" font-family="{FONT}""#)?;
        }
        match (self.place, self.paper) {
            (Some([_, _, _, height]), _) => write!(out, r#" height="{height}""#)?,
            (None, Some([_, height])) => write!(out, r#" height="{height}mm""#)?,
            (None, None) => {}
        }
        let [left, top, width, height] = self.extent;
        write!(out, r#" role="img" viewBox="{left} {top} {width} {height}""#)?;
        match (self.place, self.paper) {
            (Some([x, _, width, _]), _) => write!(out, r#" width="{width}" x="{x}""#)?,
            (None, Some([width, _])) => write!(out, r#" width="{width}mm""#)?,
            (None, None) => {}
        }
        out.write_str(r#" xmlns="http://www.w3.org/2000/svg""#)?;
        if let Some([_, y, ..]) = self.place {
            write!(out, r#" y="{y}""#)?;
        }
        write!(out, ">{}\n</svg>", self.content.0)
    }
}
