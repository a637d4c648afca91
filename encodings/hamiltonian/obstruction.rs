//! Why a graph has no Hamiltonian path or cycle: short reasons found before any search.

use super::Hamiltonian;
use crate::{graph::Graph, lattice::Lattice};

/// A reason why there is no witness, with the vertices that show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstruction {
    /// Vertices that need two edges and have fewer.
    LowDegree(Vec<u32>),
    /// A set of vertices that no edge leaves.
    Disconnected(Vec<u32>),
    /// A vertex without which the graph falls into more pieces than a path or cycle does.
    Articulation(u32),
    /// More than half of the vertices with no edge among them: on a path they take every
    /// other place, so they are too many, or these ends are not among them as they must be.
    Colours {
        /// The larger of the two colour classes (either, where they are equal).
        class: Vec<u32>,
        /// The chosen ends that have the wrong colour.
        ends: Vec<u32>,
    },
    /// Given edges that cannot all be used: three at these vertices, or a closed round.
    Given(Vec<u32>),
}

/// Looks for an obstruction: given edges, degree, connectivity, colours, articulation.
///
/// O(n + m) time and O(g log g) for g given edges. `None` proves nothing.
///
/// On a large lattice without blocked cells and with single steps the graph is not built:
/// see [`needs_graph`].
#[must_use]
pub fn find(model: &Hamiltonian) -> Option<Obstruction> {
    if !needs_graph(model)
        && let Some(lattice) = model.lattice()
    {
        return given(model).or_else(|| chessboard(model, lattice));
    }
    let graph = model.graph();
    given(model)
        .or_else(|| low_degree(model, graph))
        .or_else(|| disconnected(graph))
        .or_else(|| colours(model, graph))
        .or_else(|| articulation(model, graph))
}

/// Whether [`find`] looks at the graph itself.
///
/// It need not where the graph is that of a free lattice, every step is a single one, and
/// a part of the lattice as wide as a few steps is connected, of sufficient degree and
/// without articulation: the whole is covered by such parts that overlap in more than one
/// vertex, so it is so too. What remains are the colours of the chessboard, by arithmetic.
#[must_use]
pub fn needs_graph(model: &Hamiltonian) -> bool {
    let Some(lattice) = model.lattice() else { return true };
    let free = lattice.vertices() == lattice.rows() * lattice.columns();
    if !free || lattice.vertices() <= SMALL || lattice.steps().iter().any(|step| step.repeats) {
        return true;
    }
    let longest = lattice.steps().iter().map(|step| step.rows.unsigned_abs()).max().unwrap_or(0);
    let side = longest.saturating_mul(4).max(4);
    let (rows, columns) = (lattice.rows().min(side), lattice.columns().min(side));
    // As large as the whole: nothing would be saved.
    if u64::from(rows) * u64::from(columns) > u64::from(lattice.vertices()) / 4 {
        return true;
    }
    let part = Lattice::new(rows, columns, None, lattice.steps().to_vec());
    let part = Hamiltonian::on_lattice(part, true);
    let graph = part.graph();
    low_degree(&part, graph)
        .or_else(|| disconnected(graph))
        .or_else(|| articulation(&part, graph))
        .is_some()
}

/// Up to so many vertices the graph is simply built.
const SMALL: u32 = 4096;

/// The colours of a free lattice whose steps all change the colour of the chessboard.
fn chessboard(model: &Hamiltonian, lattice: &Lattice) -> Option<Obstruction> {
    if lattice.steps().iter().any(|step| (step.rows + step.columns) % 2 == 0) {
        return None;
    }
    let is_odd = |vertex: u32| {
        let (row, column) = lattice.position(vertex);
        (row + column) % 2 == 1
    };
    // Of a free rectangle half of the cells are odd, the even top left one left over.
    colours_of(model, lattice.vertices(), lattice.vertices() / 2, is_odd)
}

/// How many ends of a path are fixed at a vertex.
fn ends_at(model: &Hamiltonian, vertex: u32) -> usize {
    if model.closed {
        return 0;
    }
    usize::from(model.start == Some(vertex)) + usize::from(model.end == Some(vertex))
}

fn given(model: &Hamiltonian) -> Option<Obstruction> {
    let mut edges: Vec<(u32, u32)> =
        model.given.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut partners = std::collections::BTreeMap::<u32, Vec<u32>>::new();
    for &(a, b) in &edges {
        partners.entry(a).or_default().push(b);
        partners.entry(b).or_default().push(a);
    }
    for (&vertex, others) in &partners {
        if others.len() + ends_at(model, vertex) > 2 {
            let mut shown = vec![vertex];
            shown.extend(others);
            return Some(Obstruction::Given(shown));
        }
    }
    // Every vertex has at most two now: walk each round and see whether it closes too soon.
    let mut seen = std::collections::BTreeSet::new();
    for &root in partners.keys() {
        let mut round = vec![root];
        let (mut before, mut vertex) = (root, root);
        if !seen.insert(root) {
            continue;
        }
        while let Some(&next) = partners[&vertex].iter().find(|&&next| next != before) {
            if next == root {
                if round.len() < model.vertices() as usize || !model.closed {
                    return Some(Obstruction::Given(round));
                }
                break;
            }
            if !seen.insert(next) {
                break;
            }
            round.push(next);
            (before, vertex) = (vertex, next);
        }
    }
    None
}

fn low_degree(model: &Hamiltonian, graph: &Graph) -> Option<Obstruction> {
    let n = graph.vertices();
    if n == 1 && !model.closed {
        return None;
    }
    let fixed = usize::from(model.start.is_some()) + usize::from(model.end.is_some());
    let free_ends = if model.closed { 0 } else { 2 - fixed };
    let mut short = Vec::new();
    for vertex in 0..n {
        let degree = graph.neighbours(vertex).len();
        if degree == 0 {
            return Some(Obstruction::LowDegree(vec![vertex]));
        }
        if degree == 1 && ends_at(model, vertex) == 0 {
            short.push(vertex);
            if short.len() > free_ends {
                return Some(Obstruction::LowDegree(short));
            }
        }
    }
    None
}

fn disconnected(graph: &Graph) -> Option<Obstruction> {
    let n = graph.vertices();
    if n == 0 {
        return None;
    }
    let distances = graph.distances(0);
    let unreached: Vec<u32> =
        (0..n).filter(|&vertex| distances[vertex as usize] == u32::MAX).collect();
    if unreached.is_empty() {
        return None;
    }
    // Show the smaller side: the component of the first unreached vertex, or that of 0.
    let from_unreached = graph.distances(unreached[0]);
    let component: Vec<u32> =
        (0..n).filter(|&vertex| from_unreached[vertex as usize] != u32::MAX).collect();
    if component.len() + unreached.len() <= n as usize {
        return Some(Obstruction::Disconnected(component));
    }
    let of_zero: Vec<u32> =
        (0..n).filter(|&vertex| distances[vertex as usize] != u32::MAX).collect();
    Some(Obstruction::Disconnected(if of_zero.len() < component.len() {
        of_zero
    } else {
        component
    }))
}

fn colours(model: &Hamiltonian, graph: &Graph) -> Option<Obstruction> {
    let colours = graph.two_colouring()?;
    let dark = colours.iter().filter(|&&colour| colour).count() as u32;
    colours_of(model, graph.vertices(), dark, |vertex| colours[vertex as usize])
}

/// The obstruction in a proper two-colouring of n vertices, so many of which are dark, if there
/// is one.
fn colours_of(
    model: &Hamiltonian,
    n: u32,
    dark: u32,
    is_dark: impl Fn(u32) -> bool,
) -> Option<Obstruction> {
    let class =
        |colour: bool| -> Vec<u32> { (0..n).filter(|&vertex| is_dark(vertex) == colour).collect() };
    let larger = dark * 2 > n;
    let difference = dark.abs_diff(n - dark);
    if difference > u32::from(!model.closed) {
        return Some(Obstruction::Colours { class: class(larger), ends: Vec::new() });
    }
    if model.closed || n == 1 {
        return None;
    }
    let colour = |vertex: &u32| is_dark(*vertex);
    let chosen: Vec<u32> = model.start.iter().chain(&model.end).copied().collect();
    if difference == 1 {
        let wrong: Vec<u32> = chosen.into_iter().filter(|end| colour(end) != larger).collect();
        if !wrong.is_empty() {
            return Some(Obstruction::Colours { class: class(larger), ends: wrong });
        }
    } else if chosen.len() == 2 && colour(&chosen[0]) == colour(&chosen[1]) {
        // Half the places, and neither end: the class has too few places by one.
        return Some(Obstruction::Colours { class: class(!colour(&chosen[0])), ends: chosen });
    }
    None
}

fn articulation(model: &Hamiltonian, graph: &Graph) -> Option<Obstruction> {
    let tree = SearchTree::of(graph)?;
    let pieces = tree.pieces();
    let towards = [model.start, model.end].map(|end| {
        let end = end.filter(|_| !model.closed)?;
        Some((end, tree.towards(end)))
    });
    (0..graph.vertices()).find_map(|vertex| {
        let pieces = pieces[vertex as usize];
        let allowed = if model.closed { 1 } else { 2 - ends_at(model, vertex).min(1) };
        let same_piece = match &towards {
            [Some((start, to_start)), Some((end, to_end))] => {
                *start != vertex
                    && *end != vertex
                    && to_start[vertex as usize] == to_end[vertex as usize]
            }
            _ => false,
        };
        let separates = pieces > allowed || (pieces == 2 && same_piece);
        separates.then_some(Obstruction::Articulation(vertex))
    })
}

/// A depth-first search from vertex 0 of a connected graph (Hopcroft and Tarjan 1973).
struct SearchTree {
    parent: Vec<u32>,
    /// When the search came to each vertex.
    entered: Vec<u32>,
    /// The earliest vertex, by its time, next to the subtree of each vertex.
    low: Vec<u32>,
}

/// No vertex, or no time.
const NONE: u32 = u32::MAX;

impl SearchTree {
    /// `None` for a graph without vertices. O(n + m).
    fn of(graph: &Graph) -> Option<Self> {
        let n = graph.vertices() as usize;
        let mut parent = vec![NONE; n];
        let mut entered = vec![NONE; n];
        let mut low = vec![NONE; n];
        let mut visited = vec![0; n];
        *entered.first_mut()? = 0;
        *low.first_mut()? = 0;
        let mut clock = 1;
        let mut vertex = 0;
        loop {
            let own = vertex as usize;
            if let Some(&other) = graph.neighbours(vertex).get(visited[own]) {
                visited[own] += 1;
                if entered[other as usize] == NONE {
                    parent[other as usize] = vertex;
                    entered[other as usize] = clock;
                    low[other as usize] = clock;
                    clock += 1;
                    vertex = other;
                } else if other != parent[own] {
                    low[own] = low[own].min(entered[other as usize]);
                }
            } else if parent[own] == NONE {
                return Some(Self { parent, entered, low });
            } else {
                vertex = parent[own];
                low[vertex as usize] = low[vertex as usize].min(low[own]);
            }
        }
    }

    /// The parent of a vertex whose subtree is a piece of its own without that parent.
    fn cut_off_by(&self, vertex: u32) -> Option<u32> {
        let parent = self.parent[vertex as usize];
        (parent != NONE && self.low[vertex as usize] >= self.entered[parent as usize])
            .then_some(parent)
    }

    /// Into how many pieces the graph falls without each vertex.
    fn pieces(&self) -> Vec<usize> {
        // Subtrees that are cut off, and the rest around the root.
        let mut pieces: Vec<usize> =
            self.parent.iter().map(|&parent| usize::from(parent != NONE)).collect();
        for vertex in 0..self.parent.len() as u32 {
            if let Some(parent) = self.cut_off_by(vertex) {
                pieces[parent as usize] += 1;
            }
        }
        pieces
    }

    /// For each vertex the piece without it in which `end` is, by the root of its subtree;
    /// [`NONE`] for the rest around the root.
    fn towards(&self, end: u32) -> Vec<u32> {
        let mut towards = vec![NONE; self.parent.len()];
        let mut vertex = end;
        while self.parent[vertex as usize] != NONE {
            if let Some(parent) = self.cut_off_by(vertex) {
                towards[parent as usize] = vertex;
            }
            vertex = self.parent[vertex as usize];
        }
        towards
    }
}
