//! `native:tabu`: colourings by local search.

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::methods::constraints;
use rand::{RngExt, seq::SliceRandom};
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
/// and moves one vertex of a monochromatic edge at a time. After 300,000 moves it starts again. Every
/// third start has vertices without a colour instead: a move colours one, and its neighbours lose
/// that colour (`PartialCol`: Blöchliger and Zufferey, "A graph coloring heuristic using partial solutions
/// and a reactive tabu scheme", Computers & OR 35, 2008). To find the fewest colours, it repeats with
/// one colour fewer. It restarts at most `--restarts` times per number of colours (by default 20, and
/// without a limit in a turn of `auto`). Given colours stay. A node is a move, an attempt a start. 8
/// bytes per vertex and colour; it is incomplete.
pub const TABU: Method = Method::finding(
    Description {
        scope: Some("one colouring, or better and better ones"),
        complete: false,
        draws: true,
        options: &[MethodOption::Seed, MethodOption::Restarts],
        ..Description::native("native:tabu", "tabu search (TabuCol and PartialCol)")
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
const MOVES: i32 = 300_000;

/// A move that is never made.
const NEVER: i32 = i32::MAX;

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
        let lacks = [Lack::Clashes, Lack::Clashes, Lack::Colours].into_iter().cycle();
        for (_, lack) in (0..=restarts).zip(lacks) {
            context.counters.attempts.add(1);
            search.begin(&colours, lack, &mut generator);
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

/// What a colouring may lack while the search goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lack {
    /// Every vertex has a colour, and edges may be monochromatic (`TabuCol`).
    Clashes,
    /// No edge is monochromatic, and vertices may have no colour (`PartialCol`).
    Colours,
}

/// A vertex and a colour.
#[derive(Clone, Copy, Default)]
struct ColourChoice {
    /// How many neighbours of the vertex have the colour.
    beside: i32,
    /// The move until which the vertex must not get the colour back.
    until: i32,
}

/// An incomplete colouring, and its tabu list. A vertex without a colour has the number after the
/// last colour.
struct TabuSearch<'c> {
    graph: &'c Graph,
    given: &'c [(u32, u32)],
    palette: u32,
    lack: Lack,
    colours: Vec<u32>,
    /// A row for each vertex: the colours and "no colour".
    choices: Vec<ColourChoice>,
    /// The vertices with a neighbour of their colour, or those without a colour.
    lacking: IndexedList,
    /// Monochromatic edges, or vertices without a colour.
    cost: i64,
}

impl Lack {
    /// The bound of the random part of the tabu tenure. Measured: for random graphs of 125 vertices
    /// with all colours, 5 is three times faster than 10; for Leighton's graphs of 450 vertices in 15
    /// colours without, 40 is fifteen times faster than 10.
    fn tenure(self) -> i32 {
        match self {
            Self::Clashes => 5,
            Self::Colours => 40,
        }
    }
}

impl<'c> TabuSearch<'c> {
    fn new(colouring: &'c Colouring, palette: u32) -> Self {
        let n = colouring.vertices() as usize;
        Self {
            graph: colouring.graph(),
            given: colouring.given(),
            palette,
            lack: Lack::Clashes,
            colours: Vec::new(),
            choices: vec![ColourChoice::default(); n * (palette as usize + 1)],
            lacking: IndexedList::new(n),
            cost: 0,
        }
    }

    fn bytes(graph: &Graph, palette: u32) -> u64 {
        u64::from(graph.vertices()).saturating_mul(u64::from(palette).saturating_mul(8) + 28)
    }

    fn row(&self, vertex: u32) -> Range<usize> {
        let length = self.palette as usize + 1;
        vertex as usize * length..(vertex as usize + 1) * length
    }

    fn cell(&self, vertex: u32, colour: u32) -> usize {
        vertex as usize * (self.palette as usize + 1) + colour as usize
    }

    fn beside(&self, vertex: u32, colour: u32) -> i32 {
        self.choices[self.cell(vertex, colour)].beside
    }

    /// Begins with these colours, and draws those out of range; or colours the vertices in random
    /// order, each with the first colour that its neighbours have not.
    fn begin(&mut self, colours: &[u32], lack: Lack, generator: &mut Generator) {
        let palette = self.palette;
        self.lack = lack;
        self.colours.clear();
        if lack == Lack::Clashes {
            self.colours.extend(colours.iter().map(|&colour| {
                if colour < palette { colour } else { generator.random_range(0..palette) }
            }));
        } else {
            self.colours.resize(colours.len(), palette);
            for &(vertex, colour) in self.given {
                self.colours[vertex as usize] = colour;
            }
            let mut order: Vec<u32> = (0..self.graph.vertices()).collect();
            order.shuffle(generator);
            let mut last_seen = vec![u32::MAX; palette as usize + 1];
            for vertex in order {
                for &other in self.graph.neighbours(vertex) {
                    last_seen[self.colours[other as usize] as usize] = vertex;
                }
                if self.colours[vertex as usize] == palette {
                    let free = (0..palette).find(|&colour| last_seen[colour as usize] != vertex);
                    self.colours[vertex as usize] = free.unwrap_or(palette);
                }
            }
        }
        self.choices.fill(ColourChoice::default());
        self.lacking.clear();
        for vertex in 0..self.graph.vertices() {
            let row = self.row(vertex);
            let row = &mut self.choices[row];
            for &other in self.graph.neighbours(vertex) {
                row[self.colours[other as usize] as usize].beside += 1;
            }
            row[palette as usize].until = NEVER;
            row[self.colours[vertex as usize] as usize].until = NEVER;
        }
        for &(vertex, colour) in self.given {
            let row = self.row(vertex);
            self.choices[row].iter_mut().for_each(|choice| choice.until = NEVER);
            for &other in self.graph.neighbours(vertex) {
                let cell = self.cell(other, colour);
                self.choices[cell].until = NEVER;
            }
        }
        let mut clashes = 0;
        for vertex in 0..self.graph.vertices() {
            self.update(vertex);
            clashes += i64::from(self.beside(vertex, self.colours[vertex as usize]));
        }
        self.cost = match lack {
            Lack::Clashes => clashes / 2,
            Lack::Colours => self.lacking.as_slice().len() as i64,
        };
    }

    /// Lists a vertex among those that lack something, or takes it off the list.
    fn update(&mut self, vertex: u32) {
        let colour = self.colours[vertex as usize];
        let lacks = match self.lack {
            Lack::Clashes => self.beside(vertex, colour) > 0,
            Lack::Colours => colour == self.palette,
        };
        self.lacking.set(vertex, lacks);
    }

    /// Gives a vertex another colour, or none.
    fn paint(&mut self, vertex: u32, colour: u32) {
        let before = std::mem::replace(&mut self.colours[vertex as usize], colour);
        for &other in self.graph.neighbours(vertex) {
            let row = self.row(other);
            let row = &mut self.choices[row];
            row[before as usize].beside -= 1;
            row[colour as usize].beside += 1;
            let own = self.colours[other as usize];
            if own == before || own == colour {
                self.update(other);
            }
        }
        self.update(vertex);
    }

    /// Moves until nothing is lacking (`true`), or no more moves are allowed.
    fn run(&mut self, generator: &mut Generator, meter: &mut Meter<'_>) -> Result<bool, Reason> {
        let mut least = self.cost;
        let (mut best, mut cleared) = (Vec::new(), Vec::new());
        for now in 1..=MOVES {
            if self.cost == 0 {
                return Ok(true);
            }
            let looks = self.lacking.as_slice().len() as u64 * u64::from(self.palette);
            meter.work(looks / LOOKS_A_STEP)?;
            self.cost += self.choose(now, least, &mut best);
            if best.is_empty() {
                meter.work(1)?;
                continue;
            }
            meter.node()?;
            let (vertex, colour) = best[generator.random_range(0..best.len())];
            let before = self.colours[vertex as usize];
            self.paint(vertex, colour);
            least = least.min(self.cost);
            let (own, left) = (self.cell(vertex, colour), self.cell(vertex, before));
            if self.lack == Lack::Clashes {
                self.choices[own].until = NEVER;
                cleared.push(left);
            } else if self.choices[own].beside > 0 {
                for &other in self.graph.neighbours(vertex) {
                    if self.colours[other as usize] == colour {
                        self.paint(other, self.palette);
                        cleared.push(self.cell(other, colour));
                    }
                }
            }
            let wait = 6 * self.lacking.as_slice().len() / 10;
            let wait = wait as i32 + generator.random_range(0..self.lack.tenure());
            for cell in cleared.drain(..) {
                self.choices[cell].until = now + 1 + wait;
            }
        }
        Ok(self.cost == 0)
    }

    /// The best moves, and the change of the cost by each. A tabu move is allowed only if it leads to
    /// a lower cost than ever before.
    fn choose(&self, now: i32, least: i64, best: &mut Vec<(u32, u32)>) -> i64 {
        best.clear();
        let mut best_change = NEVER;
        for &vertex in self.lacking.as_slice() {
            let gain = match self.lack {
                Lack::Clashes => self.beside(vertex, self.colours[vertex as usize]),
                Lack::Colours => 1,
            };
            let row = &self.choices[self.row(vertex)];
            // Without branches: the compiler makes vectors of it.
            let mut fewest = NEVER;
            for choice in row {
                let count = if choice.until > now { NEVER } else { choice.beside };
                fewest = if count < fewest { count } else { fewest };
            }
            let may_be_least = self.cost - i64::from(gain) < least;
            if !may_be_least && (fewest == NEVER || fewest - gain > best_change) {
                continue;
            }
            for (colour, choice) in row.iter().enumerate() {
                let change = choice.beside - gain;
                let is_least = || choice.until < NEVER && self.cost + i64::from(change) < least;
                if change <= best_change && (choice.until <= now || is_least()) {
                    if change < best_change {
                        best_change = change;
                        best.clear();
                    }
                    best.push((vertex, colour as u32));
                }
            }
        }
        if best.is_empty() { 0 } else { best_change.into() }
    }
}
