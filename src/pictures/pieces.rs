//! Pieces on a board as SVG, with what they attack.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::{
    Attack, PlacedPiece,
    frame::{BoardFrame, PAPER, a_size, decimal},
    letters::{LetteredKind, kinds},
    markup::{Elements, SvgDocument},
    shapes::{UNIT, add_shape, identifier},
};
use crate::board::{Board, square::Square};

/// The longest side of a board whose pieces have shapes; on larger ones they are dots.
pub(super) const SHAPED: u32 = 60;

/// The longest side of a board whose pieces are pale with a dark outline; on larger boards they are
/// pale on dark discs, so that they are visible.
const OUTLINED: u32 = 24;

/// The colours of a side.
struct SideColours {
    fill: &'static str,
    stroke: &'static str,
    /// The colour of the squares it attacks.
    tint: &'static str,
    /// The colour of the lines of attack.
    ray: &'static str,
    /// The colour of its dots.
    dot: &'static str,
}

const WHITE: SideColours = SideColours {
    fill: "#fff",
    stroke: "#37323a",
    tint: "#5aa0ff",
    ray: "#2f6fd0",
    dot: "#1f4fa8",
};
const BLACK: SideColours =
    SideColours { fill: "#37323a", stroke: PAPER, tint: "#ff7a5c", ray: "#c8412a", dot: "#8f2a18" };

impl SideColours {
    fn of(black: bool) -> &'static Self {
        if black { &BLACK } else { &WHITE }
    }
}

/// Pieces on a board; `attacks` are drawn under them: the attacked squares are tinted, and a line
/// leads from the piece to the last square it attacks in each direction.
///
/// On boards of at most 60 rows and columns a king, queen, rook, bishop or knight has its shape,
/// under any of its names, and another piece is a disc with a letter, which the description
/// explains; on larger boards all are dots. The size is linear in the pieces, the attacks, and the
/// rows of squares attacked.
#[must_use]
pub fn pieces(
    board: &Board,
    pieces: &[PlacedPiece<'_>],
    attacks: &[Attack],
    title: &str,
) -> SvgDocument {
    let frame = BoardFrame::new(board);
    let kinds = kinds(pieces);
    let mut document = frame.document(board, title, &description(board, pieces, &kinds));
    let black_squares: BTreeSet<Square> =
        pieces.iter().filter(|piece| piece.black).map(|piece| piece.square).collect();
    for black in [false, true] {
        let own = attacks.iter().filter(|attack| black_squares.contains(&attack.from) == black);
        let own: Vec<&Attack> = own.collect();
        if !own.is_empty() {
            frame.add_attacks(&mut document.content, &own, SideColours::of(black));
        }
    }
    if frame.longest <= SHAPED {
        add_shapes(&mut document.content, &kinds);
    }
    frame.add_pieces(&mut document.content, pieces, &kinds);
    document
}

/// Adds the shapes of the pieces, which [`BoardFrame::add_pieces`] refers to.
pub(super) fn add_shapes(picture: &mut Elements, kinds: &BTreeMap<&str, LetteredKind>) {
    let shapes: BTreeMap<String, &LetteredKind> =
        kinds.values().map(|kind| (identifier(kind), kind)).collect();
    if !shapes.is_empty() {
        let mut definitions = Elements::default();
        for kind in shapes.values() {
            add_shape(&mut definitions, kind);
        }
        picture.group("defs", &definitions);
    }
}

/// The number of each kind of pieces.
fn description(
    board: &Board,
    pieces: &[PlacedPiece<'_>],
    kinds: &BTreeMap<&str, LetteredKind>,
) -> String {
    let mut counts: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for piece in pieces {
        *counts.entry((piece.piece, piece.black)).or_default() += 1;
    }
    let sides = pieces.iter().any(|piece| piece.black);
    let mut text = format!("{} board; pieces on it: {}", a_size(board), pieces.len());
    for (index, ((name, black), count)) in counts.into_iter().enumerate() {
        let side = match (sides, black) {
            (false, _) => "",
            (true, false) => "white ",
            (true, true) => "black ",
        };
        let _ = write!(text, "{}{count} × {side}{name}", if index == 0 { " (" } else { ", " });
        if let Some(kind) = kinds.get(name).filter(|kind| !kind.is_chess()) {
            let _ = write!(text, " [{}]", kind.letter);
        }
    }
    if !pieces.is_empty() {
        text.push(')');
    }
    text.push('.');
    text
}

/// A group of shapes with these colours of text, area and outline.
fn outlined([color, fill, stroke]: [&str; 3]) -> String {
    format!(
        r#"g color="{color}" fill="{fill}" stroke="{stroke}" stroke-linecap="round" stroke-linejoin="round" stroke-width="2""#
    )
}

/// One piece of a kind as SVG, around the origin, in a square of side [`UNIT`].
pub(super) fn single(kind: &LetteredKind, black: bool) -> String {
    let SideColours { fill, stroke, .. } = SideColours::of(black);
    let (mut shape, mut group) = (Elements::default(), Elements::default());
    add_shape(&mut shape, kind);
    group.group(outlined([stroke, fill, stroke]), &shape);
    // There may be several, so they have no names.
    group.to_string().replacen(&format!(r#" id="{}""#, identifier(kind)), "", 1)
}

impl BoardFrame {
    /// Adds pieces: on boards that are not too large as shapes, otherwise as dots.
    pub(super) fn add_pieces(
        &self,
        picture: &mut Elements,
        pieces: &[PlacedPiece<'_>],
        kinds: &BTreeMap<&str, LetteredKind>,
    ) {
        for black in [false, true] {
            let side = SideColours::of(black);
            let own: Vec<&PlacedPiece<'_>> =
                pieces.iter().filter(|piece| piece.black == black).collect();
            if own.is_empty() {
                continue;
            }
            let (is_shaped, is_small) = (self.longest <= SHAPED, self.longest > OUTLINED);
            if is_small {
                let squares: Vec<Square> = own.iter().map(|piece| piece.square).collect();
                let is_sparse = pieces.len() as u64 <= 2 * u64::from(self.longest);
                let width = if is_shaped {
                    self.tenths(if is_sparse { 12 } else { 9 })
                } else {
                    self.dot(is_sparse)
                };
                let (dots, dot) = (self.dots(&squares), side.dot);
                let look = format_args!(
                    r#" stroke="{dot}" stroke-linecap="round" stroke-width="{width}""#
                );
                picture.path(&dots, look);
            }
            if !is_shaped {
                continue;
            }
            let mut uses = Elements::default();
            for piece in own {
                let (x, y) = self.centre_in_units(piece.square);
                let name = identifier(&kinds[piece.piece]);
                uses.add(format_args!(r##"<use href="#{name}" x="{x}" y="{y}"/>"##));
            }
            let (color, fill, stroke) = if is_small {
                (side.dot, PAPER, PAPER)
            } else {
                (side.stroke, side.fill, side.stroke)
            };
            let scale = self.cell as f64 / UNIT as f64;
            let look = outlined([color, fill, stroke]);
            picture.group(format_args!(r#"{look} transform="scale({scale})""#), &uses);
        }
    }

    /// The centre of a square if squares have the side [`UNIT`].
    fn centre_in_units(&self, square: Square) -> (i64, i64) {
        let (x, y) = self.centre(square);
        (x * UNIT / self.cell, y * UNIT / self.cell)
    }

    /// The diameter of a piece drawn as a dot: a few pieces are larger than their squares, to be visible.
    fn dot(&self, is_sparse: bool) -> String {
        let hundredths = self.cell * 80;
        let large = self.cell * i64::from(self.longest) * 100 / 300;
        decimal(if is_sparse { hundredths.max(large) } else { hundredths })
    }

    /// The attacked squares tinted, and lines that end in dots.
    fn add_attacks(&self, picture: &mut Elements, attacks: &[&Attack], side: &SideColours) {
        let attacked = attacks.iter().flat_map(|attack| &attack.squares);
        let attacked: BTreeSet<(u32, u32)> =
            attacked.map(|square| (square.rank, square.column)).collect();
        let tint = self.cells(attacked.iter().map(|&(rank, column)| Square { column, rank }));
        let mut rays = String::new();
        let mut ends = Vec::new();
        for attack in attacks {
            if let Some(&last) = attack.squares.last() {
                let ((x, y), (to_x, to_y)) = (self.centre(attack.from), self.centre(last));
                let (right, down) = (to_x - x, to_y - y);
                let _ = match (right, down) {
                    (_, 0) => write!(rays, "M{x} {y}h{right}"),
                    (0, _) => write!(rays, "M{x} {y}v{down}"),
                    _ if down < 0 => write!(rays, "M{x} {y}l{right}{down}"),
                    _ => write!(rays, "M{x} {y}l{right} {down}"),
                };
                ends.push(last);
            }
        }
        // One dot is enough where several lines end.
        ends.sort_unstable();
        ends.dedup();
        let mut content = Elements::default();
        content.path(&tint, format_args!(r#" fill="{}" fill-opacity=".28""#, side.tint));
        let mut lines = Elements::default();
        for (width, d) in [(5, rays), (20, self.dots(&ends))] {
            lines.path(&d, format_args!(r#" stroke-width="{}""#, decimal(self.cell * width)));
        }
        let look = format_args!(
            r#"g fill="none" opacity=".55" stroke="{}" stroke-linecap="round""#,
            side.ray
        );
        content.group(look, &lines);
        picture.group("g", &content);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(column: u32, rank: u32) -> Square {
        Square { column, rank }
    }

    fn placed<'a>(names: &[(&'a str, bool)]) -> Vec<PlacedPiece<'a>> {
        let place = |(column, &(piece, black)): (usize, &(&'a str, bool))| PlacedPiece {
            square: square(column as u32, 0),
            piece,
            black,
        };
        names.iter().enumerate().map(place).collect()
    }

    fn count(document: &str, tag: &str) -> usize {
        let document = roxmltree::Document::parse(document).unwrap();
        document.descendants().filter(|node| node.tag_name().name() == tag).count()
    }

    fn identifiers(document: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(document).unwrap();
        let mut found: Vec<String> = document
            .descendants()
            .filter_map(|node| node.attribute("id"))
            .map(ToString::to_string)
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn every_piece_is_used_and_every_shape_defined_once() {
        let board = Board::parse("8x8").unwrap();
        let army = placed(&[
            ("queen", false),
            ("queen", true),
            ("rider:0,1+rider:1,1", true),
            ("knight", false),
            ("king", false),
            ("rook", true),
            ("bishop", false),
            ("camel", true),
        ]);
        let document = pieces(&board, &army, &[], "an army").to_string();
        assert_eq!(document, pieces(&board, &army, &[], "an army").to_string());
        assert_eq!(count(&document, "use"), 8);
        let shapes = ["bishop", "king", "knight", "piece-C", "queen", "rook"];
        assert_eq!(identifiers(&document), shapes);
        let tree = roxmltree::Document::parse(&document).unwrap();
        let used = tree.descendants().filter_map(|node| node.attribute("href"));
        assert!(used.map(|href| &href[1..]).all(|id| shapes.contains(&id)));
        assert!(document.contains("1 × black camel [C]"), "{document}");
        assert!(document.len() < 5_000, "{}", document.len());
    }

    #[test]
    fn shapes_are_the_same_on_boards_of_all_sizes() {
        let shape_of = |size: &str| {
            let board = Board::parse(size).unwrap();
            let document = pieces(&board, &placed(&[("king", false)]), &[], "").to_string();
            let begin = document.find("<defs>").unwrap();
            document[begin..document.find("</defs>").unwrap()].to_string()
        };
        assert_eq!(shape_of("8x8"), shape_of("60x33"));
    }

    #[test]
    fn attacks_are_lines_to_the_last_square() {
        let board = Board::parse("3x3").unwrap();
        let army = placed(&[("rook", false), ("king", true)]);
        let attack = |from, squares: &[Square]| Attack { from, squares: squares.to_vec() };
        let attacks = [
            attack(square(0, 0), &[square(0, 1), square(0, 2)]),
            attack(square(1, 0), &[square(0, 1)]),
        ];
        let document = pieces(&board, &army, &attacks, "").to_string();
        assert!(document.contains("\"M32 160v-128\""), "{document}");
        assert!(document.contains("\"M96 160l-64-64\""), "{document}");
        for side in [&WHITE, &BLACK] {
            assert!(document.contains(side.tint) && document.contains(side.ray));
        }
        let without = pieces(&board, &army, &[], "").to_string();
        assert!(!without.contains(WHITE.tint) && !without.contains(BLACK.tint));
    }

    #[test]
    fn titles_and_names_are_escaped() {
        let board = Board::parse("2x2").unwrap();
        let title = "a <b> & \"c\"";
        let document = pieces(&board, &placed(&[("<&>", false)]), &[], title).to_string();
        let document = roxmltree::Document::parse(&document).unwrap();
        assert!(document.descendants().any(|node| node.text() == Some(title)));
    }

    #[test]
    fn large_boards_take_few_bytes_a_piece() {
        for (size, most) in [(60, 40), (61, 20), (1000, 16)] {
            let board = Board::parse(&format!("{size}x{size}")).unwrap();
            let army: Vec<PlacedPiece<'_>> = (0..size)
                .flat_map(|column| [0, 2].map(|rank| square(column, rank)))
                .map(|square| PlacedPiece { square, piece: "king", black: square.rank == 0 })
                .collect();
            let document = pieces(&board, &army, &[], "").to_string();
            assert!(document.len() < most * army.len() + 6_000, "{size}: {}", document.len());
            assert_eq!(count(&document, "use") > 0, size <= 60);
        }
    }

    #[test]
    fn pieces_outside_the_board_do_no_harm() {
        let board = Board::parse("1x1").unwrap();
        let army = [PlacedPiece { square: square(u32::MAX - 1, 9), piece: "rook", black: false }];
        count(&pieces(&board, &army, &[], "").to_string(), "use");
        assert_eq!(count(&pieces(&board, &[], &[], "").to_string(), "use"), 0);
    }
}
