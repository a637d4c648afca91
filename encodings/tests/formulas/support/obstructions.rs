//! Obstructions checked against their definitions, by other means than finding them.

use super::on_edges;
use satranj_encodings::hamiltonian::{
    Hamiltonian,
    obstruction::{HamiltonianObstruction, find},
};

/// The pieces into which the graph falls without some vertices.
pub fn pieces_without(model: &Hamiltonian, removed: &[u32]) -> Vec<Vec<u32>> {
    let mut pieces: Vec<Vec<u32>> = Vec::new();
    for vertex in (0..model.vertices()).filter(|vertex| !removed.contains(vertex)) {
        // Join the new vertex and all pieces that touch it.
        let touches = |piece: &Vec<u32>| {
            piece.iter().any(|&other| model.graph().edge_between(vertex, other).is_some())
        };
        let (joined, mut apart): (Vec<_>, Vec<_>) = pieces.into_iter().partition(touches);
        let mut piece = joined.concat();
        piece.push(vertex);
        apart.push(piece);
        pieces = apart;
    }
    pieces
}

/// Whether no path or cycle passes this vertex because of the pieces it leaves.
pub fn separates(model: &Hamiltonian, vertex: u32) -> bool {
    let pieces = pieces_without(model, &[vertex]);
    if model.closed {
        return pieces.len() > 1;
    }
    // Each piece is one stretch of the path: those before and those behind the vertex.
    let ends = [model.start, model.end];
    let behind = ends.into_iter().filter(|&end| end != Some(vertex)).count();
    if pieces.len() > behind.max(1) {
        return true;
    }
    let piece_of =
        |end: Option<u32>| end.and_then(|end| pieces.iter().position(|piece| piece.contains(&end)));
    let (first, last) = (piece_of(model.start), piece_of(model.end));
    pieces.len() == 2 && first.is_some() && first == last
}

/// Whether a path or cycle cannot join the pieces that are left without these.
pub fn falls_apart(model: &Hamiltonian, removed: &[u32]) -> bool {
    let fixed = [model.start, model.end].into_iter().flatten();
    let fixed = fixed.filter(|end| removed.contains(end)).count();
    let joined = if model.closed { removed.len() } else { removed.len() + 1 - fixed };
    pieces_without(model, removed).len() > joined
}

fn distinct(vertices: &[u32]) -> bool {
    (0..vertices.len()).all(|index| !vertices[..index].contains(&vertices[index]))
}

/// Whether the vertices around these have too few places for the edges that they need: every
/// edge of a path or cycle counts once for each of its vertices in the set.
pub fn lacks_places(model: &Hamiltonian, set: &[u32]) -> bool {
    assert!(distinct(set) && model.vertices() > 1);
    let (inside, outside): (Vec<u32>, Vec<u32>) =
        (0..model.vertices()).partition(|vertex| set.contains(vertex));
    let given = |a: u32, b: u32| model.given.contains(&(a, b)) || model.given.contains(&(b, a));
    let fixed_at = |vertex: u32| {
        let ends = [model.start, model.end].into_iter().flatten();
        ends.filter(|&end| !model.closed && end == vertex).count()
    };
    let mut places = 0;
    for vertex in 0..model.vertices() {
        let others = inside.iter().filter(|&&s| model.graph().edge_between(s, vertex).is_some());
        let taken = outside.iter().filter(|&&other| given(vertex, other)).count();
        places += others.count().min(2 - fixed_at(vertex) - taken);
    }
    let free = match (model.closed, model.start, model.end) {
        (true, ..) => 0,
        (false, start, end) => [start, end].iter().filter(|end| end.is_none()).count(),
    };
    let fixed: usize = inside.iter().map(|&vertex| fixed_at(vertex)).sum();
    places + free + fixed < 2 * set.len()
}

/// Checks an obstruction against its definition.
pub fn check(model: &Hamiltonian, obstruction: &HamiltonianObstruction) {
    let graph = model.graph();
    let n = model.vertices() as usize;
    let adjacent = |a: u32, b: u32| graph.edge_between(a, b).is_some();
    let is_end = |v: u32| !model.closed && (model.start == Some(v) || model.end == Some(v));
    match obstruction {
        HamiltonianObstruction::LowDegree(vertices) => {
            let degree = |v: u32| graph.neighbours(v).len();
            match vertices[..] {
                [vertex] if degree(vertex) == 0 => assert!(n > 1 || model.closed),
                _ => {
                    let fixed = [model.start, model.end].iter().flatten().count();
                    let free = if model.closed { 0 } else { 2 - fixed };
                    assert!(vertices.len() > free);
                    assert!(vertices.iter().all(|&v| degree(v) == 1 && !is_end(v)));
                }
            }
        }
        HamiltonianObstruction::Disconnected(side) => {
            assert!(!side.is_empty() && side.len() * 2 <= n);
            let outside = || (0..n as u32).filter(|v| !side.contains(v));
            assert!(side.iter().all(|&a| outside().all(|b| !adjacent(a, b))));
        }
        HamiltonianObstruction::Articulation(vertex) => assert!(separates(model, *vertex)),
        HamiltonianObstruction::Colours { class, ends } => {
            assert!(class.iter().all(|&a| class.iter().all(|&b| !adjacent(a, b))));
            let free = n - class.len();
            if ends.is_empty() {
                assert!(class.len() > free + usize::from(!model.closed));
            } else {
                assert!(ends.iter().all(|&end| is_end(end) && !class.contains(&end)));
                // Between and around the others there is room for as many as there are
                // others, plus one, less one for each end that is one of the others.
                assert!(class.len() + ends.len() > free + 1);
            }
        }
        HamiltonianObstruction::NoTwoFactor(set) => assert!(lacks_places(model, set)),
        HamiltonianObstruction::NoCycleCover { vertices, successors } => {
            assert!(model.is_directed() && distinct(vertices) && distinct(successors));
            let start = model.start.filter(|_| !model.closed);
            for &tail in vertices {
                for (head, _) in model.successors(tail) {
                    let given = |&(a, b): &(u32, u32)| (a == tail) != (b == head);
                    let is_left_out = Some(head) == start || model.given.iter().any(given);
                    assert!(is_left_out || successors.contains(&head));
                }
            }
            let last = !model.closed && model.end.is_none_or(|end| vertices.contains(&end));
            assert!(successors.len() + usize::from(last) < vertices.len());
        }
        HamiltonianObstruction::Carving { .. } => panic!("no look finds one"),
        HamiltonianObstruction::Symmetry(_) => panic!("no symmetry is stated here"),
        HamiltonianObstruction::CycleCovers { .. } => assert!(model.is_directed() && model.closed),
        HamiltonianObstruction::GivenTimes(pair) => {
            let fixed = model.fixed_times();
            let time = |v: u32| fixed.iter().find(|&&(at, _)| at == v).expect("a time").1 as usize;
            let steps = (time(pair[1]) + n - time(pair[0])) % n;
            // The vertices that walks of each length reach.
            let mut reached = vec![pair[0]];
            for step in 1..=steps {
                let is_passed = |v: u32| step == steps || fixed.iter().all(|&(at, _)| at != v);
                let next = |&v: &u32| model.successors(v).map(|(to, _)| to).collect::<Vec<_>>();
                let mut all: Vec<u32> = reached.iter().flat_map(next).collect();
                all.retain(|&v| is_passed(v));
                all.sort_unstable();
                all.dedup();
                reached = all;
            }
            assert!(!reached.contains(&pair[1]));
        }
        HamiltonianObstruction::Toughness(set) => {
            let trivial = !model.closed && model.start.is_some() && model.start == model.end;
            assert!(distinct(set) && (set.len() > 1 || trivial));
            assert!(falls_apart(model, set));
        }
        HamiltonianObstruction::Forced { vertices, cuts } => {
            assert!(model.closed && distinct(vertices) && (vertices.len(), cuts.len()) == (4, 3));
            for (&to, &[a, b]) in vertices[1..].iter().zip(cuts) {
                let cut = [(vertices[0], to), (a, b)];
                assert!(cut.iter().all(|&(a, b)| adjacent(a, b)));
                let left = graph
                    .edge_list()
                    .filter(|&(a, b)| cut.iter().all(|&cut| cut != (a, b) && cut != (b, a)));
                let left: Vec<(u32, u32)> = left.collect();
                assert!(pieces_without(&on_edges(n as u32, &left, true), &[]).len() > 1);
            }
        }
        HamiltonianObstruction::Given(vertices) => {
            let given =
                |a: u32, b: u32| model.given.contains(&(a, b)) || model.given.contains(&(b, a));
            let (first, others) = vertices.split_first().expect("it shows vertices");
            let star = others.iter().all(|&other| given(*first, other));
            let ends = usize::from(!model.closed && model.start == Some(*first))
                + usize::from(!model.closed && model.end == Some(*first));
            let round = vertices.windows(2).all(|step| given(step[0], step[1]))
                && given(vertices[0], vertices[vertices.len() - 1]);
            let whole = model.closed && vertices.len() == n;
            assert!(star && others.len() + ends > 2 || round && vertices.len() > 2 && !whole);
        }
    }
}

/// Checks what is found; returns whether something is.
pub fn found(model: &Hamiltonian) -> bool {
    let obstruction = find(model);
    if let Some(obstruction) = &obstruction {
        check(model, obstruction);
    }
    obstruction.is_some()
}
