//! Commands that end on no machine: for each method, work that keeps it busy until it is stopped.
//!
//! Each task is inherently hard, so that no cleverness ends it: counting more than anyone can list,
//! proving what takes exponentially many steps, or waiting for a solver that never answers.

use crate::harness::{Line, Running, satranj};

/// A method at work without an end: its puzzle, its name, and a command for it.
pub type Endless = (&'static str, &'static str, &'static str);

/// More closed tours than can be found one by one; 8x8 has 13,267,364,410,532.
const TOURS: &str = "count tour 12x12 --closed";

/// One colour has one square more: a pigeonhole principle, exponential for resolution.
const ODD: &str = "solve tour 11x11 --closed --precheck off";

/// The number of solutions of 30 queens is unknown; for 27 it took a year of 2,000 chips.
const QUEENS: &str = "count queens 30";

/// The most queens for which half boards are listed: hours.
const QUADRANTS: &str = "count queens 23";

/// A local search that never finds what does not exist.
const NONE: &str = "solve queens 3 --restarts 1000000000000000";

const KNIGHTS: &str = "count place 12x12 --piece knight --count 30";

/// Peaceable armies of queens are known up to about 15x15.
const ARMIES: &str = "solve place 20x20 --army white:queen,black:queen";

const DOMINATIONS: &str = "count dominate 20x20 --piece queen --count 60";

/// All sets of this many vertices of a graph of 200.
const SETS: &str = "count independent-set tests/graphs/random-200.col --count 9";

const COLOURINGS: &str = "count colouring tests/graphs/random-200.col --colours 6";

/// The fewest colours of a random graph, which no method proves.
const COLOURED: &str = "solve colouring tests/graphs/dense-100.col";

const COLOURED_BY_CHANCE: &str =
    "solve colouring tests/graphs/dense-100.col --colours 10 --restarts 1000000000000000";

const COVERS: &str = "count vertex-cover tests/graphs/random-200.col --count 191";

/// There are more routes through every rider's squares than can be listed.
const ROUTES: &str = "count route 30x30 --from a1 --to 0,29 --at-most 40";

/// A solver that never answers.
const WAITING: &str = "tail -f /dev/null";

/// 10 kings and 10 kings in a corridor that cannot pass one another; a plain search must visit all
/// 60!/(40!10!10!) arrangements to show it.
const CORRIDOR: &str = "solve exchange tests/maps/corridor-1x60.txt";

/// The same with three pieces of each of four kinds, which makes 40!/(28!12!) arrangements.
const SHORT_CORRIDOR: &str = "solve exchange tests/maps/corridor-1x40.txt";

/// Agents on every vertex of a cycle, which can only go round together, but two of them must exchange
/// their places.
const WRONG_ORDER: &str = "solve mapf cycle:20 --agents 1:2,2:1,3:3,4:4,5:5,6:6,7:7,8:8,9:9,10:10,\
    11:11,12:12,13:13,14:14,15:15,16:16,17:17,18:18,19:19,20:20";

/// 34 agents on 6x6, each of which goes to the opposite square.
const FULL_BOARD: &str = "solve mapf 6x6 --agents \
                          a1:f6,b1:e6,c1:d6,d1:c6,e1:b6,f1:a6,a2:f5,b2:e5,c2:d5,d2:c5,e2:b5,f2:a5,\
                          a3:f4,b3:e4,d3:c4,e3:b4,f3:a4,a4:f3,b4:e3,c4:d3,e4:b3,f4:a3,a5:f2,b5:e2,\
                          c5:d2,d5:c2,e5:b2,f5:a2,a6:f1,b6:e1,c6:d1,d6:c1,e6:b1,f6:a1";

/// The commands for every method that can be kept busy, without `--method`.
pub const ENDLESS: &[Endless] = &[
    ("tour", "sat:auto", TOURS),
    ("tour", "sat:cuts", TOURS),
    ("tour", "sat:cuts-only", TOURS),
    ("tour", "sat:cuts-only", ODD),
    ("tour", "sat:warm-cuts", TOURS),
    ("tour", "sat:alternating-cuts", TOURS),
    ("tour", "sat:position", TOURS),
    ("tour", "sat:unary-order", TOURS),
    ("tour", "sat:binary-order", TOURS),
    ("tour", "sat:vertex-elimination", TOURS),
    ("tour", "sat:vertex-elimination", ODD),
    ("tour", "sat:lfsr", TOURS),
    ("tour", "sat:chinese-remainder", TOURS),
    ("tour", "sat:skipping", "count tour 12x12 --longest --at-least 100"),
    ("tour", "graph:search", TOURS),
    (
        "tour",
        "graph:two-factor",
        "solve tour 4x16 --closed --precheck off --restarts 1000000000000000",
    ),
    ("tour", "native:warnsdorff", TOURS),
    ("tour", "native:dfs", TOURS),
    (
        "tour",
        "native:rotations",
        "solve tour 4x16 --closed --precheck off --restarts 1000000000000",
    ),
    // Its dynamic program has a state for every way in which paths may cross a row.
    ("tour", "native:frontier", "solve tour 10x10 --closed"),
    ("tour", "native:halves", "count tour 8x8 --closed"),
    ("queens", "sat:lines", QUEENS),
    ("queens", "sat:edges", QUEENS),
    ("queens", "graph:search", QUEENS),
    ("queens", "native:bitmask", QUEENS),
    ("queens", "native:quadrants", QUADRANTS),
    ("queens", "native:dfs", QUEENS),
    ("queens", "native:min-conflicts", NONE),
    ("queens", "native:hill-climbing", NONE),
    ("place", "sat:lines", ARMIES),
    ("place", "sat:edges", KNIGHTS),
    ("place", "graph:search", ARMIES),
    // Its dynamic program has a state for every two rows.
    ("place", "native:rows", "count place 28x28 --piece knight"),
    ("place", "native:components", "count place 20x20 --piece queen --counts-by-k"),
    ("place", "native:halves", "count place 17x17 --piece knight"),
    ("place", "native:row-masks", "count place 20x20 --piece queen"),
    ("place", "native:dfs", ARMIES),
    ("independent-set", "sat:lines", SETS),
    ("independent-set", "sat:edges", SETS),
    ("independent-set", "graph:search", SETS),
    ("independent-set", "native:cliques", SETS),
    (
        "independent-set",
        "native:branch-and-reduce",
        "solve independent-set tests/graphs/random-300.g6",
    ),
    ("independent-set", "native:linear", "solve independent-set tests/graphs/random-300.g6"),
    ("independent-set", "native:components", "count independent-set tests/graphs/random-200.col"),
    ("independent-set", "native:dfs", SETS),
    ("vertex-cover", "sat:ends", COVERS),
    ("colouring", "sat:direct", COLOURINGS),
    ("colouring", "sat:full-cliques", COLOURINGS),
    ("colouring", "sat:order", COLOURINGS),
    ("colouring", "auto", COLOURED),
    ("colouring", "native:classes", COLOURED),
    ("colouring", "native:tabu", COLOURED_BY_CHANCE),
    ("colouring", "native:dsatur", COLOURINGS),
    ("dominate", "sat:cover", DOMINATIONS),
    ("dominate", "sat:line-cover", DOMINATIONS),
    ("dominate", "native:forward-checking", "solve dominate 12x12 --piece queen --most"),
    ("dominate", "native:dfs", DOMINATIONS),
    ("dominate", "native:frontier", "count dominate 60x14 --piece king --count 150"),
    ("meet", "sat:assignment", "solve meet tests/maps/meeting-50x50.txt"),
    ("meet", "sat:planning", "solve meet tests/maps/meeting-50x50.txt"),
    ("route", "sat:planning", ROUTES),
    ("route", "graph:bfs", ROUTES),
    ("route", "graph:dijkstra", ROUTES),
    ("route", "native:formula", ROUTES),
    ("exchange", "sat:planning", CORRIDOR),
    ("exchange", "graph:astar", CORRIDOR),
    ("exchange", "native:bfs", CORRIDOR),
    ("exchange", "native:bidirectional", SHORT_CORRIDOR),
    ("exchange", "auto", SHORT_CORRIDOR),
    ("mapf", "sat:mdd", WRONG_ORDER),
    ("mapf", "sat:lazy", WRONG_ORDER),
    ("mapf", "auto", FULL_BOARD),
    ("mapf", "native:astar", FULL_BOARD),
    ("mapf", "native:cbs", FULL_BOARD),
];

/// Whether a method waits for a program: a solver would end some day.
fn waits(&(puzzle, method, _): &Endless) -> bool {
    puzzle == "meet" && method.starts_with("sat:")
}

/// The command for a method, not run yet.
pub fn line(endless: &Endless) -> Line {
    let line = satranj(endless.2).arguments("--json --method").argument(endless.1);
    if waits(endless) { line.argument(format!("--solver=cmd:{WAITING}")) } else { line }
}

/// Waits until the method is well within its work.
pub fn until_at_work(program: &mut Running, endless: &Endless) {
    if waits(endless) {
        program.until_there_is(WAITING);
    } else {
        program.until_at_work(endless.1);
    }
}
