//! How text is laid out and coloured.

use anstyle::{AnsiColor, Style};

/// How text is laid out.
#[derive(Debug, Clone, Copy)]
pub struct TextLayout {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to colour.
    pub coloured: bool,
    /// Whether to show the squares that pieces attack.
    pub attacks: bool,
}

/// Paints a word.
pub fn painted(text: &str, colour: AnsiColor, coloured: bool) -> String {
    if !coloured {
        return text.into();
    }
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{text}{style:#}")
}
