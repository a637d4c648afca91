//! The paper of a picture, with the heading and the reason of one that shows why there is no solution.

use super::markup::{Elements, SvgDocument};

/// The colour of numbers and captions.
pub const NUMBER: &str = "#37323a";
/// The colour around the board, and of marks directly on it.
pub const PAPER: &str = "#fbf9f4";

/// Paper with this left, top, width and height, and this label size.
pub fn paper(font: i64, extent: [i64; 4], title: &str, description: &str) -> SvgDocument {
    let ([x, y, width, height], round) = (extent, font / 2);
    let mut picture = SvgDocument::new(extent, title, description);
    picture.content.add(format_args!(
        r#"<rect fill="{PAPER}" height="{height}" rx="{round}" width="{width}" x="{x}" y="{y}"/>"#
    ));
    picture
}

/// The same, higher if the title has a reason after `: because `, which is written at the bottom.
pub fn captioned_paper(
    font: i64,
    mut extent: [i64; 4],
    title: &str,
    description: &str,
) -> SvgDocument {
    let Some((what, why)) = title.split_once(": because ") else {
        return paper(font, extent, title, description);
    };
    let [left, top, width, height] = extent;
    // A letter is about 0.6 times as wide as the font size.
    let most = width * 5 / (font * 3) - 3;
    let lines = wrapped(&format!("No solution, because {why}."), most);
    let heading = wrapped(what, most);
    let line = font * 13 / 10;
    extent[3] += line * (heading.len() + lines.len()) as i64 + font / 2;
    let mut picture = paper(font, extent, title, description);
    let mut caption = Elements::default();
    for (number, text) in (1..).zip(heading.iter().chain(&lines)) {
        let bold = if number <= heading.len() as i64 { r#" font-weight="bold""# } else { "" };
        let at = (left + font, top + height + line * number - font / 3);
        caption.label(at, text, format_args!("{bold}"));
    }
    picture.content.group(format_args!(r#"g fill="{NUMBER}" font-size="{font}""#), &caption);
    picture
}

/// A text in lines of at most this many characters, where its words allow.
pub fn wrapped(text: &str, most: i64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < most.max(1) as usize => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_moves_a_cursor_or_turns_the_direction() {
        let mut text = Elements::default();
        text.label((0, 0), "a\0b\u{1b}<é\u{202e}\u{ffff}", format_args!(""));
        let text = format!("{text:?}").replace("\\\\", "\\");
        assert!(text.contains("a\\u{0}b\\u{1b}&lt;é\\u{202e}\\u{ffff}"), "{text}");
        let title = "t\u{1}\u{2066}";
        let text = paper(16, [0, 0, 9, 9], title, title).to_string();
        assert!(roxmltree::Document::parse(&text).is_ok(), "{text}");
        assert!(!text.contains(['\u{1}', '\u{2066}']), "{text}");
    }
}
