//! Rook polynomials of Ferrers boards: those whose rows can be sorted so that the columns of each are
//! among those of the next.

use num_bigint::BigUint;

use super::incidence::Incidence;
use crate::{limits::Reason, run::Run};

/// The lengths of the rows of some squares each of which is in two lines, those of one direction
/// numbered before those of the other, if they make a Ferrers board.
pub fn of_lines(squares: &[u32], incidence: &Incidence) -> Option<Vec<u32>> {
    let lines = squares.iter().map(|&vertex| match incidence.of(vertex) {
        &[row, column] => Some((row, column)),
        _ => None,
    });
    ferrers_rows(lines.collect::<Option<Vec<_>>>()?)
}

/// The lengths of the rows of a board in rising order, if the columns of each row are among
/// those of the next.
fn ferrers_rows(mut squares: Vec<(u32, u32)>) -> Option<Vec<u32>> {
    squares.sort_unstable();
    let mut rows: Vec<&[(u32, u32)]> = squares.chunk_by(|a, b| a.0 == b.0).collect();
    rows.sort_by_key(|row| row.len());
    let within = |small: &[(u32, u32)], large: &[(u32, u32)]| {
        let has = |column| large.binary_search_by_key(column, |&(_, column)| column).is_ok();
        small.iter().all(|(_, column)| has(column))
    };
    let is_ferrers = rows.windows(2).all(|pair| within(pair[0], pair[1]));
    is_ferrers.then(|| rows.iter().map(|row| row.len() as u32).collect())
}

/// The rook polynomial of a Ferrers board: k rooks on the rows so far stand in k columns of
/// every later row. O(n²) multiplications by small numbers.
///
/// # Errors
/// The reason to stop.
pub fn ferrers_polynomial(
    rows: &[u32],
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    let mut sizes = vec![BigUint::from(1u32)];
    for &row in rows {
        run.poll()?;
        if greatest.is_none_or(|greatest| sizes.len() <= greatest as usize) {
            sizes.push(BigUint::default());
        }
        for k in (1..sizes.len()).rev() {
            let more = &sizes[k - 1] * row.saturating_sub(k as u32 - 1);
            sizes[k] += more;
        }
    }
    Ok(sizes)
}
