//! `native:tabu`: colourings by local search.

use crate::methods::constraints;
use rand::RngExt;
use satranj_encodings::{
    colouring::Colouring,
    graph::Graph,
    model::{Count, Model, Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Found, Goal, Method, MethodOption, meter::Meter,
        native::indexed_list::IndexedList,
    },
    random::{self, Generator},
};

/// Local search with a fixed number of colours; each move is the best that is not tabu (Hertz and
/// de Werra, "Using tabu search techniques for graph coloring", Computing 39, 1987; the tabu tenure
/// as in Galinier and Hao, "Hybrid evolutionary algorithms for graph coloring", 1999).
///
/// It begins with the greedy colouring, then recolours the vertices of the last colour at random,
/// and moves one vertex of a monochromatic edge at a time. To find the fewest colours, it repeats
/// with one colour fewer. It restarts after 50,000 moves, at most `--restarts` times per number of
/// colours (by default 20, and without a limit in a turn of `auto`). Given colours stay. A node is a move, an attempt a start. 12 bytes per
/// vertex and colour; it is incomplete.
pub const TABU: Method = Method::finding(
    Description {
        scope: Some("one colouring, or better and better ones"),
        complete: false,
        draws: true,
        options: &[MethodOption::Seed, MethodOption::Restarts],
        ..Description::native("native:tabu", "tabu search (TabuCol)")
            .minding(constraints::COLOURINGS)
    },
    Model::is_colouring,
    |model, goal| {
        let colouring = model.as_colouring()?;

        (goal == Goal::First)
            .then(|| Finder::new(move |context, found| search(colouring, context, found)))
    },
);

/// Moves per start.
const MOVES: u64 = 50_000;

/// Restarts by default, unless the run has a budget of work.
const RESTARTS: u64 = 20;

/// The most memory: on larger graphs there is time for few moves only.
const MOST_BYTES: u64 = 1 << 30;

/// Vertex-colour pairs examined per unit of work.
const LOOKS_A_STEP: u64 = 64;

fn search(
    colouring: &Colouring,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    context.poll()?;
    let Some(greedy) = colouring.greedy() else {
        let clash = colouring.given_conflict();
        return Ok(clash.map_or(Ending::Exhausted, |(one, other)| {
            Ending::Proved(Obstruction::SameColour(one, other))
        }));
    };
    let mut colours = greedy.to_vec();
    let is_optimum = colouring.colours == Count::Optimum;
    let needed = colouring.given().iter().map(|&(_, colour)| colour + 1).max().unwrap_or(0);
    let needed = needed.max(colouring.clique().len() as u32);
    let mut generator = random::generator(context.seed);
    let mut meter = Meter::new(context)?;
    let restarts = if context.share().is_some() { u64::MAX } else { RESTARTS };
    let restarts = context.options.restarts.unwrap_or(restarts);
    loop {
        let value = Colouring::value(&colours);
        if is_optimum {
            meter.node()?;
            meter.publish();
            if found(Witness::Colours(colours.clone())).is_break() {
                return Ok(Ending::Enough);
            }
        }
        let wanted = match colouring.colours {
            Count::Exactly(wanted) if value <= wanted => {
                meter.node()?;
                return Ok(Ending::of_only(Witness::Colours(colours), found));
            }
            Count::Exactly(wanted) => wanted,
            Count::Optimum if value <= needed => return Ok(Ending::Exhausted),
            Count::Optimum => value - 1,
        };
        if wanted < needed || wanted == 0 {
            return Ok(Reason::IncompleteMethod.into());
        }
        if TabuSearch::bytes(colouring.graph(), wanted) > MOST_BYTES {
            return Ok(Reason::IncompleteMethod.into());
        }
        context.reserve(TabuSearch::bytes(colouring.graph(), wanted))?;
        let mut search = TabuSearch::new(colouring, wanted);
        let mut is_found = false;
        for _ in 0..=restarts {
            context.counters.attempts.add(1);
            search.begin(&colours, &mut generator);
            if search.run(&mut generator, &mut meter)? {
                is_found = true;
                break;
            }
        }
        if !is_found {
            return Ok(Reason::IncompleteMethod.into());
        }
        colours = search.colours;
    }
}

/// A colouring with monochromatic edges, and its tabu list.
struct TabuSearch<'c> {
    graph: &'c Graph,
    palette: u32,
    colours: Vec<u32>,
    is_given: Vec<bool>,
    /// How many neighbours of each vertex have each colour.
    beside: Vec<u32>,
    /// The move until which a vertex must not get a colour back.
    forbidden: Vec<u64>,
    /// The vertices with a neighbour of their colour.
    clashing: IndexedList,
    /// Monochromatic edges.
    clashes: u64,
}

impl<'c> TabuSearch<'c> {
    fn new(colouring: &'c Colouring, palette: u32) -> Self {
        let n = colouring.vertices() as usize;
        let mut is_given = vec![false; n];
        for &(vertex, _) in colouring.given() {
            is_given[vertex as usize] = true;
        }
        let cells = n * palette as usize;
        Self {
            graph: colouring.graph(),
            palette,
            colours: Vec::new(),
            is_given,
            beside: vec![0; cells],
            forbidden: vec![0; cells],
            clashing: IndexedList::new(n),
            clashes: 0,
        }
    }

    fn bytes(graph: &Graph, palette: u32) -> u64 {
        u64::from(graph.vertices()).saturating_mul(u64::from(palette).saturating_mul(12) + 20)
    }

    fn cell(&self, vertex: u32, colour: u32) -> usize {
        vertex as usize * self.palette as usize + colour as usize
    }

    /// Begins with these colours; those out of range are drawn anew.
    fn begin(&mut self, colours: &[u32], generator: &mut Generator) {
        self.colours.clear();
        let palette = self.palette;
        self.colours.extend(colours.iter().map(|&colour| {
            if colour < palette { colour } else { generator.random_range(0..palette) }
        }));
        self.beside.fill(0);
        self.forbidden.fill(0);
        self.clashing.clear();
        self.clashes = 0;
        for (a, b) in self.graph.edge_list() {
            let (of_a, of_b) = (self.colours[a as usize], self.colours[b as usize]);
            let (cell_a, cell_b) = (self.cell(a, of_b), self.cell(b, of_a));
            self.beside[cell_a] += 1;
            self.beside[cell_b] += 1;
            self.clashes += u64::from(of_a == of_b);
        }
        for vertex in 0..self.graph.vertices() {
            self.update(vertex);
        }
    }

    /// Lists a vertex among those that clash, or takes it off the list.
    fn update(&mut self, vertex: u32) {
        let clashes = self.beside[self.cell(vertex, self.colours[vertex as usize])] > 0;
        self.clashing.set(vertex, clashes);
    }

    /// Gives a vertex another colour.
    fn paint(&mut self, vertex: u32, colour: u32) {
        let before = std::mem::replace(&mut self.colours[vertex as usize], colour);
        self.clashes -= u64::from(self.beside[self.cell(vertex, before)]);
        self.clashes += u64::from(self.beside[self.cell(vertex, colour)]);
        let graph = self.graph;
        for &other in graph.neighbours(vertex) {
            let (old, new) = (self.cell(other, before), self.cell(other, colour));
            self.beside[old] -= 1;
            self.beside[new] += 1;
            self.update(other);
        }
        self.update(vertex);
    }

    /// Moves until no edge is monochromatic (`true`), or no more moves are allowed.
    fn run(&mut self, generator: &mut Generator, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mut least = self.clashes;
        for now in 1..=MOVES {
            if self.clashes == 0 {
                return Ok(true);
            }
            let looks = self.clashing.as_slice().len() as u64 * u64::from(self.palette);
            meter.work(looks / LOOKS_A_STEP)?;
            let Some((vertex, colour)) = self.choose(now, least, generator) else { continue };
            meter.node()?;
            let before = self.colours[vertex as usize];
            self.paint(vertex, colour);
            least = least.min(self.clashes);
            let wait =
                6 * self.clashing.as_slice().len() as u64 / 10 + generator.random_range(0..10);
            let cell = self.cell(vertex, before);
            self.forbidden[cell] = now + 1 + wait;
        }
        Ok(self.clashes == 0)
    }

    /// The best move, with random ties. A tabu move is allowed only if it leads to fewer
    /// monochromatic edges than ever before.
    fn choose(&self, now: u64, least: u64, generator: &mut Generator) -> Option<(u32, u32)> {
        let mut best: Option<(u32, u32)> = None;
        let (mut best_change, mut ties) = (i64::MAX, 0_u32);
        for &vertex in
            self.clashing.as_slice().iter().filter(|&&vertex| !self.is_given[vertex as usize])
        {
            let own = self.colours[vertex as usize];
            let row = self.cell(vertex, 0)..self.cell(vertex, 0) + self.palette as usize;
            let (counts, forbidden) = (&self.beside[row.clone()], &self.forbidden[row]);
            let now_beside = i64::from(counts[own as usize]);
            for (colour, (&count, &until)) in (0..).zip(counts.iter().zip(forbidden)) {
                let change = i64::from(count) - now_beside;
                if colour == own || change > best_change {
                    continue;
                }
                let is_record = self.clashes as i64 + change < least as i64;
                if until > now && !is_record {
                    continue;
                }
                if change < best_change {
                    (best_change, ties) = (change, 0);
                }
                ties += 1;
                if ties == 1 || generator.random_range(0..ties) == 0 {
                    best = Some((vertex, colour));
                }
            }
        }
        best
    }
}
