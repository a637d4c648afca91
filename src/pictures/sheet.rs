//! Several pictures on one sheet.

use super::markup::SvgDocument;

/// The gap between the pictures, in hundredths of the width of the first.
const GAP: i64 = 4;

/// The pictures side by side, in about as many rows as columns; a single picture unchanged. All are
/// as large as the first.
#[must_use]
pub fn sheet(mut pictures: Vec<SvgDocument>) -> SvgDocument {
    if pictures.len() < 2 {
        return pictures.pop().unwrap_or_default();
    }
    let [_, _, width, height] = pictures[0].extent;
    let columns = pictures.len().isqrt() as i64;
    let columns = columns + i64::from((columns * columns) < pictures.len() as i64);
    let rows = (pictures.len() as i64 + columns - 1) / columns;
    let gap = width * GAP / 100;
    let (across, down) = (width + gap, height + gap);
    let extent = [0, 0, columns * across + gap, rows * down + gap];
    let mut sheet = SvgDocument::sheet(extent, &format!("{} pictures", pictures.len()));
    for (place, picture) in (0..).zip(pictures) {
        let (x, y) = (gap + place % columns * across, gap + place / columns * down);
        sheet.hold(picture, [x, y, width, height]);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Board, pictures::svg::tour};

    #[test]
    fn pictures_stand_in_rows() {
        let board = Board::new(5, 5).unwrap();
        let path: Vec<_> = board.squares().collect();
        let picture = || tour(&board, &path, false, "a path");
        assert_eq!(sheet(vec![picture()]).to_string(), picture().to_string());
        let text = sheet(vec![picture(), picture(), picture()]).to_string();
        let document = roxmltree::Document::parse(&text).unwrap();
        let inner: Vec<_> = document
            .root_element()
            .children()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg")))
            .collect();
        assert_eq!(inner.len(), 3);
        let at = |index: usize, name| inner[index].attribute(name).unwrap().parse::<i64>().unwrap();
        assert_eq!((at(0, "y"), at(0, "x")), (at(1, "y"), at(2, "x")));
        assert!(at(2, "y") >= at(0, "y") + at(0, "height"));
        assert!(at(1, "x") >= at(0, "x") + at(0, "width"));
    }
}
