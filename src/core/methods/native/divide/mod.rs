//! `native:divide`: knight's tours of very large boards from tours of small ones.

mod blocks;
mod edges;
mod ends;
mod joins;
mod strips;
#[cfg(test)]
mod tests;

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
    model::Witness,
};

use self::{
    blocks::TourBlock,
    edges::{MOVES, RowAndColumn, TourEdges},
};
use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Finds, Goal, Method, MethodOption},
    run::Run,
};

/// The fewest rows and columns.
const SHORTEST_SIDE: u32 = 3;

/// The most squares of a board whose ends are searched for, if rotations do not find them.
const SMALL: u32 = 64;

/// Nodes of that search.
const SMALL_NODES: u64 = 20_000;

/// Bytes a square: the path, and the squares or another path.
const BYTES: u64 = 12;

/// Divide and conquer: tours of small blocks, found by `graph:search`, are joined to one.
///
/// Sides from 5: blocks as in `joins.rs`, after Parberry (Discrete Applied Mathematics 73,
/// 1997) and Conrad, Hindrichs, Morsy and Wegener (ibid. 50, 1994). A side of 3 or 4:
/// `strips.rs`, after Schwenk (Mathematics Magazine 64, 1991). Together they make a tour of
/// every rectangle with sides from 3 that has one, by the theorems of Schwenk and of Cull and
/// De Curtins (1978): O(n) time, one byte a square for the construction and four for the
/// path.
///
/// Where the board has a closed tour, an open one starts at any square. Other ends are found
/// by rotations (`ends.rs`), with four bytes a square more; that may fail, and the method is
/// incomplete: it never says that there is no tour.
pub const DIVIDE: Method = Method::finding(
    Description {
        scope: Some(
            "one knight's tour of a board without blocked squares or given moves, sides from 3",
        ),
        complete: false,
        options: &[MethodOption::Seed],
        ..Description::native(
            "native:divide",
            "joins tours of small blocks: any rectangle with a knight's tour, in linear time",
        )
    },
    Finds::OnLattice(|model, lattice, goal| {
        let has = |&(rows, columns): &(i32, i32)| {
            lattice.steps().contains(&Step { rows, columns, repeats: false })
        };
        let fits = goal == Goal::First
            && model.given.is_empty()
            && lattice.rows().min(lattice.columns()) >= SHORTEST_SIDE
            && lattice.is_free()
            && lattice.steps().len() == MOVES.len()
            && MOVES.iter().all(has);
        fits.then(|| {
            Finder::new(move |context, found| {
                Ok(Ending::of_only(Witness::Path(tour(model, lattice, context)?), found))
            })
        })
    }),
);

/// A tour of the whole board.
struct Construction {
    edges: TourEdges,
    /// An end of it; `None` if it is closed.
    end: Option<RowAndColumn>,
}

/// A tour as the model asks for it.
fn tour(model: &Hamiltonian, lattice: &Lattice, run: &Run) -> Result<Vec<u32>, Reason> {
    run.poll()?;
    run.reserve(u64::from(model.vertices()) * BYTES)?;
    let (rows, columns) = (lattice.rows(), lattice.columns());
    let Construction { edges, end } = if rows.min(columns) < 5 {
        strips::construct(rows, columns, run)?
    } else {
        joins::construct(rows, columns, run)?
    };
    let number = |(row, column): RowAndColumn| row * columns + column;
    if model.closed {
        if end.is_some() {
            return Err(Reason::IncompleteMethod);
        }
        return edges.walk(model.start.unwrap_or(0), run);
    }
    // A closed tour is cut open at an end that is asked for.
    let begin = end.map_or_else(|| model.start.or(model.end).unwrap_or(0), number);
    let path = edges.walk(begin, run)?;
    drop(edges);
    let ends = [model.start, model.end];
    match ends::arrange(path, end.is_none(), (rows, columns), ends, run)? {
        Some(path) => Ok(path),
        None => small(model, (rows, columns), run),
    }
}

/// A tour of a small board with these ends, by a search of limited length.
fn small(
    model: &Hamiltonian,
    (rows, columns): RowAndColumn,
    run: &Run,
) -> Result<Vec<u32>, Reason> {
    if rows * columns > SMALL {
        return Err(Reason::IncompleteMethod);
    }
    let most = run.counters.nodes.get().saturating_add(SMALL_NODES);
    let mut limited = run.clone();
    let is_limited = limited.limits.nodes.is_some_and(|limit| limit <= most);
    if !is_limited {
        limited.limits.nodes = Some(most);
    }
    let square = |vertex: u32| (vertex / columns, vertex % columns);
    let (start, end) = (model.start.map(square), model.end.map(square));
    let block = TourBlock { rows, columns, start, end, ..TourBlock::default() };
    match block.tour(&limited) {
        Ok(tour) => Ok(tour.into_iter().map(|(row, column)| row * columns + column).collect()),
        Err(Reason::NodeLimit) if !is_limited => Err(Reason::IncompleteMethod),
        Err(reason) => Err(reason),
    }
}
