//! Several pictures on one sheet.

use super::{
    markup::SvgDocument,
    paper::{NUMBER, PAPER, wrapped},
};

/// The gap between the pictures, in hundredths of the width of the first.
const GAP: i64 = 4;

/// The pictures side by side, in about as many rows as columns; a single picture unchanged. All are
/// as large as the first.
#[must_use]
pub fn sheet(pictures: Vec<SvgDocument>) -> SvgDocument {
    fitted(pictures, [1, 1])
}

/// The same on a sheet whose sides are about in this ratio if the pictures are squares.
fn fitted(mut pictures: Vec<SvgDocument>, [wide, high]: [i64; 2]) -> SvgDocument {
    if pictures.len() < 2 {
        return pictures.pop().unwrap_or_default();
    }
    let [_, _, width, height] = pictures[0].extent;
    let square = (pictures.len() as i64 * wide + high - 1) / high;
    let columns = square.isqrt() + i64::from(square.isqrt().pow(2) < square);
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

/// The width and height of a poster in millimetres: A3.
const A3: [i64; 2] = [297, 420];
/// Its margin, and the size of its title, in tenths of a millimetre.
const MARGIN: i64 = 220;
const TITLE: i64 = 130;
/// The most characters in a line of the title, each about 0.6 times as wide as its size.
const MOST_LETTERS: i64 = (10 * A3[0] - 2 * MARGIN) * 5 / (3 * TITLE);

/// The pictures on a sheet of A3 below their title.
#[must_use]
pub fn poster(pictures: Vec<SvgDocument>, title: &str) -> SvgDocument {
    let description = format!("A poster of A3 with {}.", super::counted(pictures.len(), "picture"));
    let mut poster = SvgDocument::on_paper(A3, title, &description);
    let [width, height] = A3.map(|side| 10 * side);
    let content = &mut poster.content;
    content.add(format_args!(r#"<rect fill="{PAPER}" height="{height}" width="{width}"/>"#));
    let mut top = MARGIN;
    for line in wrapped(title, MOST_LETTERS) {
        top += TITLE * 13 / 10;
        let look = format_args!(
            r#" fill="{NUMBER}" font-size="{TITLE}" font-weight="bold" text-anchor="middle""#
        );
        content.label((width / 2, top - TITLE / 2), &line, look);
    }
    let place = [MARGIN, top, width - 2 * MARGIN, height - MARGIN - top];
    poster.hold(fitted(pictures, A3), place);
    poster
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
