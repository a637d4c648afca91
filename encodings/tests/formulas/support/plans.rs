//! Meetings, routes and plans by trying all, from nothing but boards and steps.

use std::collections::{BTreeSet, VecDeque};

use satranj_encodings::{
    exchange::{Arrangement, Exchange, Move},
    gathering::Gathering,
    lattice::{Lattice, Step},
    model::{Model, Witness},
    route::Route,
};

/// The jumps from one cell to every other, `None` where no way leads.
fn jumps(lattice: &Lattice, from: u32) -> Vec<Option<u64>> {
    let mut known = vec![None; lattice.vertices() as usize];
    known[from as usize] = Some(0);
    let mut waiting = VecDeque::from([from]);
    let mut list = Vec::new();
    while let Some(at) = waiting.pop_front() {
        list.clear();
        lattice.neighbours(at, &mut list);
        for &to in &list {
            if known[to as usize].is_none() {
                known[to as usize] = known[at as usize].map(|jumps| jumps + 1);
                waiting.push_back(to);
            }
        }
    }
    known
}

/// The turns of all riders to each vertex.
pub fn turns(model: &Gathering) -> Vec<Option<u64>> {
    let mut sums = vec![Some(0); model.lattice().vertices() as usize];
    for rider in model.riders.iter() {
        for (sum, jumps) in sums.iter_mut().zip(jumps(model.lattice(), rider.vertex)) {
            let own = jumps.map(|jumps| jumps.div_ceil(rider.jumps.into()));
            *sum = sum.zip(own).map(|(sum, own)| sum + own);
        }
    }
    if model.riders.is_empty() { Vec::new() } else { sums }
}

/// All paths without repetition of at most so many steps.
fn extend(model: &Route, most: u64, path: &mut Vec<u32>, found: &mut BTreeSet<Comparable>) {
    let at = path[path.len() - 1];
    if at == model.to {
        found.insert(vec![path.iter().map(|&at| (at, at)).collect()]);
        return;
    }
    if path.len() as u64 > most {
        return;
    }
    let mut list = Vec::new();
    model.lattice().neighbours(at, &mut list);
    for next in list {
        if !path.contains(&next) {
            path.push(next);
            extend(model, most, path, found);
            path.pop();
        }
    }
}

/// A witness that can be compared: a plan with sorted steps, or a path or a vertex as one step.
pub type Comparable = Vec<Vec<Move>>;

pub fn comparable(witness: &Witness) -> Comparable {
    match witness {
        Witness::Plan(steps) => {
            let mut steps = steps.clone();
            for step in &mut steps {
                step.sort_unstable();
            }
            steps
        }
        Witness::Meeting { vertex, .. } => vec![vec![(*vertex, *vertex)]],
        other => vec![other.numbers().iter().map(|&vertex| (vertex, vertex)).collect()],
    }
}

/// A move with the vertices that it slides over.
pub type Way = (u32, u32, Vec<u32>);

/// Every move of the piece on a vertex, from steps alone.
fn ways(model: &Exchange, standing: &Arrangement, from: u32) -> Vec<Way> {
    let Some(kind) = standing[from as usize] else { return Vec::new() };
    let lattice = &model.kinds[kind as usize];
    let mut ways: Vec<Way> = Vec::new();
    for Step { rows, columns, repeats } in lattice.steps() {
        let (mut row, mut column) = lattice.position(from);
        let mut way = Vec::new();
        while let Some(to) = row
            .checked_add_signed(*rows)
            .zip(column.checked_add_signed(*columns))
            .and_then(|(row, column)| lattice.vertex(row, column))
            && standing[to as usize].is_none()
        {
            ways.push((from, to, way.clone()));
            way.push(to);
            (row, column) = lattice.position(to);
            if !repeats {
                break;
            }
        }
    }
    ways
}

/// Whether no move of a step is in the way of another.
fn is_step(step: &[Way]) -> bool {
    step.iter().enumerate().all(|(index, (_, to, way))| {
        let others = || step.iter().enumerate().filter(|&(other, _)| other != index);
        others().all(|(_, (_, entered, _))| entered != to && !way.contains(entered))
    })
}

/// Every step of some moves, at most one a piece.
pub fn steps(model: &Exchange, standing: &Arrangement) -> Vec<Vec<Way>> {
    let mut all: Vec<Vec<Way>> = vec![Vec::new()];
    for from in 0..model.vertices() {
        let ways = ways(model, standing, from);
        for index in 0..all.len() {
            for way in &ways {
                let mut step = all[index].clone();
                step.push(way.clone());
                if is_step(&step) && (model.parallel || step.len() == 1) {
                    all.push(step);
                }
            }
        }
    }
    all.retain(|step| !step.is_empty());
    all
}

/// All plans of at most so many steps.
fn plans(
    model: &Exchange,
    most: u64,
    standing: &Arrangement,
    plan: &mut Comparable,
    found: &mut BTreeSet<Comparable>,
) {
    if *standing == model.goal {
        found.insert(plan.clone());
    }
    if plan.len() as u64 == most {
        return;
    }
    for step in steps(model, standing) {
        let mut next = standing.clone();
        let lifted: Vec<_> = step.iter().map(|(from, ..)| next[*from as usize].take()).collect();
        for (kind, (_, to, _)) in lifted.into_iter().zip(&step) {
            next[*to as usize] = kind;
        }
        let mut moves: Vec<Move> = step.iter().map(|&(from, to, _)| (from, to)).collect();
        moves.sort_unstable();
        plan.push(moves);
        plans(model, most, &next, plan, found);
        plan.pop();
    }
}

/// All witnesses of a model with a horizon.
pub fn brute_force(model: &Model) -> BTreeSet<Comparable> {
    let mut found = BTreeSet::new();
    match model {
        Model::Gathering(model) => {
            let most = model.at_most.unwrap();
            let reached = (0..).zip(turns(model));
            let reached = reached.filter(|(_, turns)| turns.is_some_and(|turns| turns <= most));
            found.extend(reached.map(|(vertex, _)| vec![vec![(vertex, vertex)]]));
        }
        Model::Route(model) => {
            extend(model, model.at_most.unwrap(), &mut vec![model.from], &mut found);
        }
        Model::Exchange(model) => {
            let most = model.at_most.unwrap();
            plans(model, most, &model.start, &mut Vec::new(), &mut found);
        }
        _ => panic!("no planning"),
    }
    found
}
