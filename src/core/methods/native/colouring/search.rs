//! The branch and bound over colourings.

use std::ops::ControlFlow;

use satranj_encodings::graph::Graph;

use crate::{limits::Reason, methods::meter::Meter};

/// Marks a vertex without a colour.
const NONE: u32 = u32::MAX;

/// Neighbours that are looked at in a unit of work.
const LOOKS_A_STEP: u64 = 32;

/// Which vertices have which colours, and which colours are beside each.
pub struct PaintedBoard<'g> {
    graph: &'g Graph,
    palette: u32,
    colours: Vec<u32>,
    /// How many neighbours of each vertex have each colour.
    beside: Vec<u32>,
    /// How many colours are beside each vertex.
    saturation: Vec<u32>,
}

impl<'g> PaintedBoard<'g> {
    /// A graph no vertex of which has a colour yet.
    pub fn new(graph: &'g Graph, palette: u32) -> Self {
        let n = graph.vertices() as usize;
        Self {
            graph,
            palette,
            colours: vec![NONE; n],
            beside: vec![0; n * palette as usize],
            saturation: vec![0; n],
        }
    }

    /// Bytes that it takes for so many colours.
    pub fn bytes(graph: &Graph, palette: u32) -> u64 {
        u64::from(graph.vertices()).saturating_mul(u64::from(palette).saturating_mul(4) + 16)
    }

    fn fits(&self, vertex: u32, colour: u32) -> bool {
        self.beside[vertex as usize * self.palette as usize + colour as usize] == 0
    }

    fn paint(&mut self, vertex: u32, colour: u32) {
        self.colours[vertex as usize] = colour;
        for &other in self.graph.neighbours(vertex) {
            let count = &mut self.beside[other as usize * self.palette as usize + colour as usize];
            self.saturation[other as usize] += u32::from(*count == 0);
            *count += 1;
        }
    }

    fn clear(&mut self, vertex: u32) {
        let colour = std::mem::replace(&mut self.colours[vertex as usize], NONE);
        for &other in self.graph.neighbours(vertex) {
            let count = &mut self.beside[other as usize * self.palette as usize + colour as usize];
            *count -= 1;
            self.saturation[other as usize] -= u32::from(*count == 0);
        }
    }

    /// The vertex without a colour beside which most colours are, of several one with most
    /// neighbours.
    fn choose(&self) -> Option<u32> {
        let vertices = 0..self.colours.len() as u32;
        let plain = vertices.filter(|&vertex| self.colours[vertex as usize] == NONE);
        plain.max_by_key(|&vertex| {
            let degree = self.graph.neighbours(vertex).len();
            (self.saturation[vertex as usize], degree, u32::MAX - vertex)
        })
    }
}

/// A vertex that has or had a colour, and how many colours were opened before.
struct ColourFrame {
    vertex: u32,
    next: u32,
    opened: u32,
}

/// Takes a colouring and how many colours are open; says whether to go on, and with what number of
/// colours that must not be reached again.
pub type Painted<'a> = dyn FnMut(&[u32], u32) -> ControlFlow<(), Option<u32>> + 'a;

/// A search.
pub struct ColourSearch<'a> {
    board: PaintedBoard<'a>,
    /// How many colours there may be.
    limit: u32,
    /// Whether colours that no vertex has are told apart.
    is_free: bool,
    /// Colours below this are told apart, and one more may be opened.
    opened: u32,
    meter: Meter<'a>,
    frames: Vec<ColourFrame>,
}

impl<'a> ColourSearch<'a> {
    /// A search from so many colours.
    pub fn new(board: PaintedBoard<'a>, limit: u32, is_free: bool, meter: Meter<'a>) -> Self {
        Self { board, limit, is_free, opened: 0, meter, frames: Vec::new() }
    }

    /// Gives vertices their colours, which are told apart from now on with all before them; `false`
    /// if that cannot be.
    pub fn begin(&mut self, fixed: &[(u32, u32)]) -> bool {
        for &(vertex, colour) in fixed {
            if colour >= self.limit {
                return false;
            }
            if self.board.colours[vertex as usize] == colour {
                continue;
            }
            if self.board.colours[vertex as usize] != NONE || !self.board.fits(vertex, colour) {
                return false;
            }
            self.board.paint(vertex, colour);
            self.opened = self.opened.max(colour + 1);
        }
        true
    }

    /// Finds colourings, each once.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn run(&mut self, painted: &mut Painted<'_>) -> Result<(), Reason> {
        let mut chosen = self.board.choose();
        loop {
            match chosen {
                Some(vertex) => {
                    let opened = self.opened;
                    self.frames.push(ColourFrame { vertex, next: 0, opened });
                }
                None if self.opened <= self.limit => {
                    self.meter.publish();
                    match painted(&self.board.colours, self.opened) {
                        ControlFlow::Break(()) => return Ok(()),
                        // So many colours are not of interest any more.
                        ControlFlow::Continue(Some(value)) => self.limit = value - 1,
                        ControlFlow::Continue(None) => {}
                    }
                }
                None => {}
            }
            let work = self.board.colours.len() as u64 / LOOKS_A_STEP;
            self.meter.work(1 + work)?;
            if !self.advance()? {
                return Ok(());
            }
            chosen = self.board.choose();
        }
    }

    /// Gives the last vertex its next colour, or goes back to one before; `false` if there is none.
    fn advance(&mut self) -> Result<bool, Reason> {
        while let Some(frame) = self.frames.last_mut() {
            let vertex = frame.vertex;
            if self.board.colours[vertex as usize] != NONE {
                self.board.clear(vertex);
                self.meter.take_back(1);
            }
            self.opened = frame.opened;
            let most = if self.is_free { self.limit } else { self.limit.min(frame.opened + 1) };
            // Where fewer colours are wanted by now, what was given before may have too many.
            let most = if frame.opened > self.limit { 0 } else { most };
            let colour = (frame.next..most).find(|&colour| self.board.fits(vertex, colour));
            let Some(colour) = colour else {
                self.frames.pop();
                continue;
            };
            frame.next = colour + 1;
            self.opened = frame.opened.max(colour + 1);
            self.meter.node()?;
            self.board.paint(vertex, colour);
            return Ok(true);
        }
        Ok(false)
    }
}
