//! Boards with both sides from 5: blocks of 6x6 and a narrow first row and column, joined.

use super::{
    Construction,
    blocks::TourBlock,
    edges::{RowAndColumn, TourEdges},
};
use crate::{limits::Reason, run::Run};

/// The side of all blocks but those of the first row and column.
const SIDE: u32 = 6;

/// The shortest side of a block.
const SHORTEST: u32 = 5;

/// The edge, next to its upper left corner, that a block gives up for the one on its left.
const LEFT: [RowAndColumn; 2] = [(1, 1), (3, 0)];

/// The edge that a block gives up for the one above it.
const ABOVE: [RowAndColumn; 2] = [(1, 1), (0, 3)];

/// The edge in its upper right corner that a block gives up for the one on its right. A corner
/// has two moves, so every closed tour has them.
fn right(columns: u32) -> [RowAndColumn; 2] {
    [(0, columns - 1), (2, columns - 2)]
}

/// The edge in its lower left corner that a block gives up for the one below it.
fn below(rows: u32) -> [RowAndColumn; 2] {
    [(rows - 1, 0), (rows - 2, 2)]
}

/// The side of the first block along a side of the board: 5 to 10, such that blocks of
/// [`SIDE`] fill the rest. It is odd where the side is.
fn first(side: u32) -> u32 {
    SHORTEST + (side - SHORTEST) % SIDE
}

/// A tour of a board with both sides from 5: closed, unless both are odd.
///
/// Every block has a closed tour, but the first block an open one where both sides are odd.
/// Each is joined with its left neighbour, or in the first column with the one above: of two
/// parallel edges near the common border, one of each block, the ends are joined crosswise,
/// which makes one tour of two (Parberry 1997). The edges of the left and the upper block are
/// in a corner, where any tour has them; those of the right and the lower one are asked of the
/// search for its tour. So four small tours are all that is searched for.
///
/// O(rows · columns) time, one byte a square.
pub fn construct(rows: u32, columns: u32, run: &Run) -> Result<Construction, Reason> {
    let closed = rows.is_multiple_of(2) || columns.is_multiple_of(2);
    let (tall, wide) = (first(rows), first(columns));
    let mut root = TourBlock { rows: tall, columns: wide, closed, ..TourBlock::default() };
    if !closed {
        // An open tour may end in a corner; not with the edge that is given up.
        root.start = Some((0, 0));
        root.given = vec![right(wide), below(tall)];
    }
    let root = root.edges(run)?;
    let tour_of = |rows, columns, given| {
        TourBlock { rows, columns, closed: true, given: vec![given], ..TourBlock::default() }
            .edges(run)
    };
    let beside = (columns > wide).then(|| tour_of(tall, SIDE, LEFT)).transpose()?;
    let under = (rows > tall).then(|| tour_of(SIDE, wide, ABOVE)).transpose()?;
    let inner = (rows > tall && columns > wide).then(|| tour_of(SIDE, SIDE, LEFT)).transpose()?;
    let mut edges = TourEdges::new(rows, columns);
    let (mut top, mut height) = (0, tall);
    while top < rows {
        run.poll()?;
        let (leftmost, others) =
            if top == 0 { (Some(&root), &beside) } else { (under.as_ref(), &inner) };
        if let Some(block) = leftmost {
            edges.paste(block, (top, 0));
        }
        if top > 0 {
            let height_above = if top == tall { tall } else { SIDE };
            join(&mut edges, (top - height_above, 0), below(height_above), (top, 0), ABOVE);
        }
        let (mut left, mut width) = (wide, wide);
        while let Some(block) = others.as_ref().filter(|_| left < columns) {
            edges.paste(block, (top, left));
            join(&mut edges, (top, left - width), right(width), (top, left), LEFT);
            width = SIDE;
            left += width;
        }
        top += height;
        height = SIDE;
    }
    Ok(Construction { edges, end: (!closed).then_some((0, 0)) })
}

/// Joins the tours of two blocks, whose upper left squares these are, by exchanging two edges.
fn join(
    edges: &mut TourEdges,
    one: RowAndColumn,
    given_up: [RowAndColumn; 2],
    other: RowAndColumn,
    by: [RowAndColumn; 2],
) {
    let at =
        |corner: RowAndColumn, square: RowAndColumn| (corner.0 + square.0, corner.1 + square.1);
    let ([a, b], [c, d]) =
        (given_up.map(|square| at(one, square)), by.map(|square| at(other, square)));
    edges.unlink(a, b);
    edges.unlink(c, d);
    edges.link(a, c);
    edges.link(b, d);
}
