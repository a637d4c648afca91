//! `native:bishop-colours`: placements of bishops, the two colours of squares apart.

use num_bigint::BigUint;
use satranj_encodings::independent_set::{IndependentSet, Kind};

use super::{frontier::Plan, incidence::Incidence, polynomial};
use crate::{
    limits::Reason,
    methods::{Description, Method, Tallies, Tally},
    run::Run,
};

/// Counts placements of bishops: no bishop attacks a square of the other colour, so the
/// numbers of both colours are multiplied as polynomials.
///
/// In one colour a bishop is a rook whose rows are the diagonals of one direction and whose
/// columns those of the other. Where the diagonals can be sorted so that the columns of each
/// are among those of the next (as on square boards), the board is a Ferrers board and
/// O(n²) additions suffice (Arshon 1936; Riordan 1958, chapter 8; OEIS A274105). Elsewhere
/// the diagonals are taken one after another, with the diagonals of the other direction in
/// use as profile: fewer than 2^(w + 3) profiles with w the shorter side.
pub const BISHOP_COLOURS: Method = Method::counting(
    Description {
        scope: Some("only counts, bishops"),
        ..Description::native(
            "native:bishop-colours",
            "counts placements of bishops, those of each colour of squares apart",
        )
    },
    Tallies::IndependentSet(|set, counting| {
        let kind = bishop(set)?;
        (!counting.classes).then(|| {
            Tally::new(move |context| {
                let greatest = polynomial::greatest(kind.count, counting.by_size);
                let by_size = by_size(set, kind, greatest, context)?;
                Ok(polynomial::counted(by_size, kind.count, counting.by_size))
            })
        })
    }),
);

/// The longest shorter side of a board whose profiles have room.
const MOST_WIDTH: u32 = 61;

/// The kind, if it is a bishop on a board that is square or not too wide.
fn bishop(set: &IndependentSet) -> Option<&Kind> {
    let kind = set.single()?;
    let lattice = &kind.lattice;
    let is_bishop = lattice.steps().len() == 4
        && lattice
            .steps()
            .iter()
            .all(|step| step.repeats && step.rows.abs() == 1 && step.columns.abs() == 1);
    let (rows, columns) = (lattice.rows(), lattice.columns());
    let is_free_square = rows == columns && lattice.is_free();
    (is_bishop && (is_free_square || rows.min(columns) <= MOST_WIDTH)).then_some(kind)
}

/// The number of sets of each size, up to the greatest that matters.
fn by_size(
    set: &IndependentSet,
    kind: &Kind,
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    run.poll()?;
    run.reserve(set.conflicts_bytes())?;
    run.encoding(|| {
        let _ = set.conflicts();
    });
    run.poll()?;
    if set.given_conflict().is_some() {
        return Ok(Vec::new());
    }
    let conflicts = set.conflicts();
    run.reserve(Plan::bytes(set).saturating_add(16 * u64::from(set.vertices())))?;
    let incidence = Incidence::new(&conflicts.cliques, set.vertices());
    let given = set.distinct_given();
    let mut attacked = vec![false; conflicts.cliques.len()];
    for &line in given.iter().flat_map(|&vertex| incidence.of(vertex)) {
        attacked[line as usize] = true;
    }
    let greatest = greatest.map(|greatest| greatest.checked_sub(given.len() as u32));
    let greatest = match greatest {
        Some(None) => return Ok(Vec::new()),
        Some(greatest) => greatest,
        None => None,
    };
    let mut colours = Vec::new();
    for colour in 0..2 {
        let diagonal = |&vertex: &u32| {
            let (row, column) = kind.lattice.position(vertex);
            (row + column, row)
        };
        let is_free = |&vertex: &u32| {
            diagonal(&vertex).0 % 2 == colour
                && !incidence.of(vertex).iter().any(|&line| attacked[line as usize])
        };
        let mut squares: Vec<u32> = (0..set.vertices()).filter(is_free).collect();
        squares.sort_unstable_by_key(diagonal);
        let ferrers = ferrers_rows(squares.iter().filter_map(|&vertex| {
            let &[row, column] = incidence.of(vertex) else { return None };
            Some((row, column))
        }));
        colours.push(if let Some(rows) = ferrers {
            ferrers_polynomial(&rows, greatest, run)?
        } else {
            Plan::new(set, &squares).ok_or(Reason::IncompleteMethod)?.count(greatest, run)?
        });
    }
    let product = polynomial::product(&colours[0], &colours[1], greatest, run)?;
    let given = std::iter::repeat_n(BigUint::default(), given.len());
    Ok(given.chain(product).collect())
}

/// The lengths of the rows of a board in rising order, if the columns of each row are among
/// those of the next.
fn ferrers_rows(squares: impl Iterator<Item = (u32, u32)>) -> Option<Vec<u32>> {
    let mut squares: Vec<(u32, u32)> = squares.collect();
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
/// every later row.
fn ferrers_polynomial(
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
