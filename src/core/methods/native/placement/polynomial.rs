//! Independence polynomials: the number of sets of each size, from 0; those of Ferrers boards.

use num_bigint::BigUint;
use satranj_encodings::model::Count;

use super::masks::Incidence;
use crate::{limits::Reason, methods::Counted, run::Run};

/// The result for given numbers of sets of each size, up to the greatest that is requested.
pub fn counted(mut by_size: Vec<BigUint>, asked: Count, tell_sizes: bool) -> Counted {
    let zero = BigUint::default();
    while by_size.last() == Some(&zero) {
        by_size.pop();
    }
    let count = match asked {
        Count::Exactly(count) => by_size.get(count as usize),
        Count::Optimum => by_size.last(),
    };
    let count = count.cloned().unwrap_or_default();
    let most = (by_size.len() as u32).checked_sub(1);
    let objective = most.filter(|_| asked == Count::Optimum).map(u64::from);
    let by_size = if tell_sizes { by_size } else { Vec::new() };
    Counted { count, objective, by_size, ..Counted::default() }
}

/// The greatest size that matters; `None` if all do.
pub fn greatest(asked: Count, tell_sizes: bool) -> Option<u32> {
    match asked {
        Count::Exactly(count) if !tell_sizes => Some(count),
        _ => None,
    }
}

/// The product of two polynomials, up to the greatest size that matters; the polynomial without terms is 0.
///
/// # Errors
/// The reason to stop.
pub fn product(
    left: &[BigUint],
    right: &[BigUint],
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    let [left_degree, right_degree] = [left, right].map(|factor| factor.len().checked_sub(1));
    let Some((one, other)) = left_degree.zip(right_degree) else { return Ok(Vec::new()) };
    let most = greatest.map_or(usize::MAX, |greatest| greatest as usize);
    let mut product = vec![BigUint::default(); (one + other).min(most) + 1];
    for (size, sum) in product.iter_mut().enumerate() {
        for (of_left, number) in left.iter().enumerate().take(size + 1) {
            if let Some(other) = right.get(size - of_left) {
                *sum += number * other;
            }
        }
        run.poll()?;
    }
    Ok(product)
}

/// A polynomial to some power, up to the greatest size that matters.
///
/// # Errors
/// The reason to stop.
pub fn power(
    mut base: Vec<BigUint>,
    mut exponent: u32,
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    let mut power = vec![BigUint::from(1u32)];
    loop {
        if exponent & 1 == 1 {
            power = product(&power, &base, greatest, run)?;
        }
        exponent >>= 1;
        if exponent == 0 {
            return Ok(power);
        }
        base = product(&base, &base, greatest, run)?;
    }
}

/// The lengths of the rows of squares that are each in two lines, those of one direction numbered
/// before those of the other, if they form a Ferrers board.
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

/// The rook polynomial of a Ferrers board: k rooks on the rows so far block k columns of every
/// later row. O(n²) multiplications by small numbers.
///
/// # Errors
/// The reason to stop.
pub fn of_ferrers_board(
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
