//! Every rectangle up to a side of 40, both kinds, against the theorems; ends; limits.

use std::ops::ControlFlow;

use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
    model::{Model, Witness},
};

use super::{Divide, edges::MOVES};
use crate::{
    limits::{Limits, Reason},
    methods::{Ending, Goal, Method, Options, Run},
};

fn model(rows: u32, columns: u32, closed: bool) -> Hamiltonian {
    let steps = MOVES.map(|(rows, columns)| Step { rows, columns, repeats: false });
    Hamiltonian::on_lattice(Lattice::new(rows, columns, None, steps.to_vec()), closed)
}

/// Schwenk (1991).
fn has_closed(rows: u32, columns: u32) -> bool {
    let (short, long) = (rows.min(columns), rows.max(columns));
    rows * columns % 2 == 0 && ![1, 2, 4].contains(&short) && (short > 3 || long > 8)
}

/// Cull and De Curtins (1978), and what is known of narrow boards.
fn has_open(rows: u32, columns: u32) -> bool {
    let (short, long) = (rows.min(columns), rows.max(columns));
    match short {
        1 => long == 1,
        2 => false,
        3 => long == 4 || long > 6,
        4 => long > 4,
        _ => true,
    }
}

fn run() -> Run {
    Run::new(Limits::default(), 1, Options::default())
}

/// What the method finds, checked by arithmetic; `None` if it gives up.
fn tour(model: &Hamiltonian) -> Option<Vec<u32>> {
    let mut path = None;
    let ending =
        Divide.solve(&Model::Hamiltonian(model.clone()), Goal::First, &run(), &mut |witness| {
            if let Witness::Path(found) = witness {
                path = Some(found);
            }
            ControlFlow::Break(())
        });
    let Some(path) = path else {
        assert_eq!(ending.unwrap(), Ending::Stopped(Reason::IncompleteMethod));
        return None;
    };
    let lattice = model.lattice().unwrap();
    let columns = lattice.columns();
    let mut seen = vec![false; lattice.vertices() as usize];
    for &square in &path {
        assert!(!std::mem::replace(&mut seen[square as usize], true), "{square} twice");
    }
    assert_eq!(path.len(), seen.len());
    let is_move = |from: u32, to: u32| {
        let (rows, columns) =
            ((from / columns).abs_diff(to / columns), (from % columns).abs_diff(to % columns));
        rows * columns == 2
    };
    assert!(path.windows(2).all(|step| is_move(step[0], step[1])));
    let last = path[path.len() - 1];
    assert!(!model.closed || is_move(last, path[0]));
    assert!(model.may_start(path[0]) && model.may_end(last));
    Some(path)
}

#[test]
fn every_rectangle_that_has_a_tour_gets_one() {
    for rows in 3..=40 {
        for columns in 3..=40 {
            let closed = tour(&model(rows, columns, true)).is_some();
            assert_eq!(closed, has_closed(rows, columns), "closed {rows}x{columns}");
            let open = tour(&model(rows, columns, false)).is_some();
            assert_eq!(open, has_open(rows, columns), "open {rows}x{columns}");
        }
    }
}

#[test]
#[ignore]
fn probe() {
    use satranj_encodings::hamiltonian::obstruction;
    for (rows, columns) in [
        (3, 4),
        (3, 7),
        (3, 8),
        (3, 9),
        (3, 10),
        (3, 11),
        (3, 12),
        (3, 13),
        (3, 40),
        (3, 41),
        (4, 5),
        (4, 6),
        (4, 7),
        (4, 9),
        (4, 12),
        (4, 41),
        (5, 5),
        (5, 6),
        (5, 7),
        (6, 6),
        (6, 7),
        (7, 7),
        (5, 9),
        (8, 8),
        (9, 9),
        (5, 30),
        (5, 31),
        (11, 11),
        (11, 12),
        (13, 31),
    ] {
        let starts: Vec<u32> = (0..rows * columns).collect();
        let t0 = std::time::Instant::now();
        let (mut s_ok, mut s_all, mut p_ok, mut p_all) = (0, 0, 0, 0);
        let m = model(rows, columns, false);
        for &s in &starts {
            let q = m.with_ends(Some(s), None);
            if obstruction::find(&q).is_none() {
                s_all += 1;
                s_ok += u32::from(tour(&q).is_some());
            }
            for &e in starts.iter().step_by(if rows * columns > 64 { 13 } else { 1 }) {
                if e == s {
                    continue;
                }
                let q = m.with_ends(Some(s), Some(e));
                if obstruction::find(&q).is_none() {
                    p_all += 1;
                    p_ok += u32::from(tour(&q).is_some());
                }
            }
        }
        println!(
            "{rows}x{columns}: starts {s_ok}/{s_all}, pairs {p_ok}/{p_all} {:?}",
            t0.elapsed()
        );
    }
}
