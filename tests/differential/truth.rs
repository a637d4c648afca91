//! The right answer to a statement, by the plain code of the oracles alone.

use std::collections::BTreeSet;

use satranj_oracles::{
    agents::PlainAgents,
    armies::{PlainArmy, PlainTroop},
    boards::PlainBoard,
    exchanges::{PlainExchange, PlainPlan, PlainStanding},
    pieces::{is_one_way, stated_steps},
    queens::PlainQueens,
    routes::{Patience, PlainRoute, turns_to_meet},
    sets::{DominationRule, dominating_sets, independent_sets},
    tours::PlainTour,
};
use serde_json::{Value, json};

use crate::{
    classes,
    graph_truth::{self, better},
    keys::key,
    stated::{StatedGraph, board, number, text, texts, times},
};

/// The most solutions that are listed one by one.
pub const LISTED: usize = 400;

/// The effort for lists of routes.
pub const PATIENCE: Patience = Patience { routes: LISTED, beginnings: 100_000 };

/// The right answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Truth {
    /// Whether there is a solution.
    pub exists: bool,
    /// The value of the best solution; `None` where the best is not asked for, or nothing is a solution.
    pub best: Option<u64>,
    /// How many solutions there are, of the best value where that is asked for; `None` if unknown.
    pub number: Option<u64>,
    /// How many of them up to the symmetries of the statement.
    pub classes: Option<u64>,
    /// Their keys, unless there are too many.
    pub keys: Option<BTreeSet<String>>,
}

/// Solutions as documents hold them, and the value of the best where that is asked for.
pub struct Listed {
    /// The value of the best.
    pub best: Option<u64>,
    /// All of them, of the best value; `None` where there are too many.
    pub solutions: Option<Vec<Value>>,
}

impl Listed {
    /// Solutions whose number or size is stated.
    pub fn every(solutions: impl Iterator<Item = Value>) -> Self {
        Self { best: None, solutions: Some(solutions.collect()) }
    }
}

/// The answer by brute force.
pub fn of(statement: &Value) -> Truth {
    let listed = match text(&statement["kind"]).as_str() {
        "tour" => tours(statement),
        "queens" => queens(statement),
        "place" => placements(statement),
        "dominate" => dominations(statement),
        "route" => routes(statement),
        "meet" => meetings(statement),
        "exchange" => exchanges(statement),
        "mapf" => plans(statement),
        _ => graph_truth::of(statement),
    };
    let Listed { best, solutions } = listed;
    let Some(solutions) = solutions else {
        return Truth { exists: true, best, number: None, classes: None, keys: None };
    };
    let keys: BTreeSet<String> = solutions.iter().map(|one| key(statement, one)).collect();
    assert_eq!(keys.len(), solutions.len(), "a solution twice: {statement}");
    Truth {
        exists: !keys.is_empty(),
        best,
        number: Some(keys.len() as u64),
        classes: classes::of(statement, &solutions),
        keys: (keys.len() <= LISTED).then_some(keys),
    }
}

/// The squares of some cells.
fn named(board: &PlainBoard, cells: impl IntoIterator<Item = u32>) -> Vec<String> {
    cells.into_iter().map(|cell| board.name(cell)).collect()
}

/// The image of a cell under a symmetry of tours.
pub fn image_by(symmetry: &str, board: &PlainBoard, cell: u32) -> u32 {
    let (rows, columns) = (board.rows, board.columns);
    let (row, column) = (cell / columns, cell % columns);
    let (row, column) = match symmetry {
        "half-turn" => (rows - 1 - row, columns - 1 - column),
        "quarter-turn" => (column, rows - 1 - row),
        "mirror" => (row, columns - 1 - column),
        _ => (rows - 1 - row, column),
    };
    row * columns + column
}

fn tours(statement: &Value) -> Listed {
    let board = board(statement);
    let free = board.free();
    let vertex = |square: &Value| {
        free.binary_search(&board.cell(&text(square))).expect("a free square") as u32
    };
    let end = |end: &Value| (!end.is_null()).then(|| vertex(end));
    let given = statement["given"].as_array().into_iter().flatten();
    let steps = stated_steps(&text(&statement["piece"]));
    let tour = PlainTour {
        next: board.graph(&steps),
        directed: is_one_way(&steps, board.surface.is_mirrored()),
        closed: statement["closed"] == true,
        start: end(&statement["start"]),
        end: end(&statement["end"]),
        given: given.map(|pair| (vertex(&pair[0]), vertex(&pair[1]))).collect(),
        times: times(statement, |name| vertex(&name.into())),
        images: statement["symmetry"].as_str().and_then(|symmetry| {
            let image = |&cell: &u32| free.binary_search(&image_by(symmetry, &board, cell));
            free.iter().map(|cell| image(cell).ok().map(|at| at as u32)).collect()
        }),
    };
    let point = |&cell: &u32| (i64::from(cell / board.columns), i64::from(cell % board.columns));
    let points = free.iter().map(point).collect();
    graph_truth::longest_of(
        statement,
        tour,
        Some(points),
        |path| json!({"path": named(&board, path.iter().map(|&at| free[at as usize]))}),
    )
}

fn queens(statement: &Value) -> Listed {
    let board = board(statement);
    let n = board.rows;
    let place = |cell: u32| (cell / n, cell % n);
    let given = texts(&statement["given"]);
    if statement["surface"].is_string() {
        let free = board.free();
        let vertex =
            |square: &String| free.binary_search(&board.cell(square)).expect("free") as u32;
        let near = board.graph_over_blocked(&stated_steps("queen"));
        let sets = independent_sets(&near, &given.iter().map(vertex).collect::<Vec<_>>());
        let sets = sets.into_iter().filter(|set| set.len() == n as usize);
        let squares = |set: Vec<u32>| set.into_iter().map(|vertex| free[vertex as usize]).collect();
        let squares = sets.map(|set| -> Vec<u32> { squares(set) });
        return Listed::every(squares.map(|cells| json!({"squares": named(&board, cells)})));
    }
    let queens = PlainQueens {
        n,
        given: given.iter().map(|square| place(board.cell(square))).collect(),
        forbidden: board.blocked.iter().map(|&cell| place(cell)).collect(),
    };
    let cells = |columns: Vec<u32>| (0..).zip(columns).map(move |(row, column)| row * n + column);
    let solutions = queens.all().into_iter();
    Listed::every(solutions.map(|columns| json!({"squares": named(&board, cells(columns))})))
}

fn placements(statement: &Value) -> Listed {
    let board = board(statement);
    let free = board.free();
    let stated: Vec<Value> = match &statement["army"] {
        Value::Array(army) if !army.is_empty() => army.clone(),
        _ => vec![json!({"piece": statement["piece"]})],
    };
    let names: Vec<String> = stated.iter().map(troop_name).collect();
    let all = statement["count"].as_u64().map(|count| count as u32);
    let troop = |kind: &Value| PlainTroop {
        steps: stated_steps(&text(&kind["piece"])),
        side: kind["side"].as_str().map(|side| u32::from(side == "white")),
        count: kind["count"].as_u64().map(|count| count as u32).or(all),
    };
    let given = texts(&statement["given"]).into_iter().map(|given| {
        let (name, square) = given.rsplit_once('@').unwrap_or((&names[0], &given));
        let kind = names.iter().position(|known| known == name).expect("a kind of the army");
        let square = free.binary_search(&board.cell(square)).expect("a free square");
        (kind * free.len() + square) as u32
    });
    let army = PlainArmy {
        kinds: stated.iter().map(troop).collect(),
        shielded: true,
        given: given.collect(),
        board: board.clone(),
    };
    let is_best_asked = army.kinds.iter().any(|kind| kind.count.is_none());
    let valued: Vec<(u64, Vec<u32>)> =
        army.sets().into_iter().filter_map(|set| Some((army.value(&set)?.into(), set))).collect();
    better(&valued, is_best_asked.then_some(true), |set| {
        let squares = set.iter().map(|&vertex| free[vertex as usize % free.len()]);
        let squares = named(&board, squares);
        if names.len() == 1 {
            return json!({"squares": squares});
        }
        let pieces: Vec<&String> =
            set.iter().map(|&vertex| &names[vertex as usize / free.len()]).collect();
        json!({"squares": squares, "pieces": pieces})
    })
}

fn troop_name(kind: &Value) -> String {
    let piece = text(&kind["piece"]);
    kind["side"].as_str().map_or_else(|| piece.clone(), |side| format!("{side}:{piece}"))
}

/// The conditions on a dominating set.
pub fn domination_rule(statement: &Value) -> DominationRule {
    let [independent, total, perfect] =
        ["independent", "total", "perfect"].map(|rule| statement[rule] == true);
    let minimal = statement["count"] == "max";
    DominationRule { independent, total, perfect, minimal }
}

fn dominations(statement: &Value) -> Listed {
    let board = board(statement);
    let free = board.free();
    let vertex = |square: &String| free.binary_search(&board.cell(square)).expect("free") as u32;
    let given: Vec<u32> = texts(&statement["given"]).iter().map(vertex).collect();
    let rule = domination_rule(statement);
    let near = board.graph(&stated_steps(&text(&statement["piece"])));
    let count = statement["count"].as_u64();
    let sets = dominating_sets(&near, rule, &given).into_iter();
    let sets = sets.map(|set| (set.len() as u64, set));
    let sets = sets.filter(|(size, _)| count.is_none_or(|count| count == *size));
    let sets: Vec<(u64, Vec<u32>)> = sets.collect();
    better(
        &sets,
        count.is_none().then_some(rule.minimal),
        |set| json!({"squares": named(&board, set.iter().map(|&vertex| free[vertex as usize]))}),
    )
}

fn routes(statement: &Value) -> Listed {
    let board = board(statement);
    let digits = texts(&statement["weights"]).concat().into_bytes();
    let costs = match digits.as_slice() {
        [] => vec![1; board.cells() as usize],
        digits => digits.iter().map(|digit| u64::from(digit.saturating_sub(b'0'))).collect(),
    };
    let [from, to] = ["from", "to"].map(|end| board.cell(&text(&statement[end])));
    let next = board.moves(&stated_steps(&text(&statement["piece"])));
    let route = PlainRoute { next, from, to, costs };
    limited(statement["at_most"].as_u64(), route.least(), |most| {
        let routes = route.within(most, PATIENCE)?.into_iter();
        Some(routes.map(|path| json!({"path": named(&board, path)})).collect())
    })
}

/// The solutions of at most the stated value, or of the least one.
pub fn limited(
    at_most: Option<u64>,
    least: Option<u64>,
    within: impl Fn(u64) -> Option<Vec<Value>>,
) -> Listed {
    let solutions = match (least, at_most) {
        (Some(least), None) => within(least),
        (Some(least), Some(most)) if least <= most => within(most),
        _ => Some(Vec::new()),
    };
    Listed { best: least.filter(|_| at_most.is_none()), solutions }
}

fn meetings(statement: &Value) -> Listed {
    let board = board(statement);
    let riders = statement["riders"].as_array().into_iter().flatten().map(|rider| {
        let cell = board.cell(&text(&rider["square"]));
        (cell, u64::from(number(&rider["jumps_per_turn"])))
    });
    let riders: Vec<(u32, u64)> = riders.collect();
    let turns = turns_to_meet(&board.moves(&stated_steps(&text(&statement["piece"]))), &riders);
    let least = turns.iter().flatten().min().copied();
    limited(statement["at_most"].as_u64(), least, |most| {
        let squares = (0..).zip(&turns).filter(|(_, turns)| turns.is_some_and(|it| it <= most));
        Some(squares.map(|(cell, _)| json!({"square": board.name(cell)})).collect())
    })
}

fn exchanges(statement: &Value) -> Listed {
    let board = board(statement);
    let free = board.free();
    let letters = |map: &Value| -> Vec<char> {
        let rows = texts(map).concat();
        rows.chars().filter(|&letter| letter != '#').collect()
    };
    let (start, goal) = (letters(&statement["start"]), letters(&statement["goal"]));
    let kinds: BTreeSet<char> = start.iter().copied().filter(|&letter| letter != '.').collect();
    let kinds: Vec<char> = kinds.into_iter().collect();
    let steps = |&letter: &char| {
        stated_steps(match letter.to_ascii_uppercase() {
            'K' => "king",
            'N' => "knight",
            'R' => "rook",
            'B' => "bishop",
            _ => "queen",
        })
    };
    let standing = |letters: &[char]| -> PlainStanding {
        let kind = |letter: &char| kinds.iter().position(|known| known == letter);
        letters.iter().map(|letter| kind(letter).map(|kind| kind as u8)).collect()
    };
    let plain = PlainExchange {
        rays: kinds.iter().map(|letter| board.rays(&steps(letter))).collect(),
        start: standing(&start),
        goal: standing(&goal),
        parallel: statement["parallel"] == true,
    };
    let least = plain.distances(&plain.goal).get(&plain.start).copied();
    limited(statement["at_most"].as_u64(), least, |most| {
        let plans = plain.plans_without_detours(most, LISTED);
        let square = |vertex: u32| board.name(free[vertex as usize]);
        let document = |plan: &PlainPlan| {
            let moves = plan.iter().flatten();
            let moves: Vec<[String; 2]> =
                moves.map(|&(from, to)| [square(from), square(to)]).collect();
            let steps: Vec<usize> = plan.iter().map(Vec::len).collect();
            json!({"moves": moves, "steps": steps})
        };
        (plans.len() <= LISTED).then(|| plans.iter().map(document).collect())
    })
}

/// The most sequences of joint positions that are tried for a list of plans.
const TRIED: u64 = 100_000;

fn plans(statement: &Value) -> Listed {
    let (graph, names) = if statement["graph"].is_object() {
        let graph = StatedGraph::of(statement);
        (graph.next(), graph.names)
    } else {
        let board = board(statement);
        let names = board.free().into_iter().map(|cell| board.name(cell)).collect();
        (board.graph(&stated_steps(&text(&statement["piece"]))), names)
    };
    let vertex = |name: &Value| {
        let name = text(name);
        names.iter().position(|known| *known == name).expect("a place") as u32
    };
    let ends = |end: &str| {
        statement["agents"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|agent| vertex(&agent[end]))
            .collect()
    };
    let plain = PlainAgents {
        starts: ends("from"),
        goals: ends("to"),
        anonymous: statement["anonymous"] == true,
        makespan: statement["objective"] == "makespan",
        no_following: statement["no_following"] == true,
        one_at_a_time: statement["one_at_a_time"] == true,
        graph,
    };
    let choices = 1 + plain.graph.iter().map(Vec::len).max().unwrap_or(0) as u64;
    limited(statement["at_most"].as_u64(), plain.least_cost(), |most| {
        let moves = u32::try_from(most).ok()?.checked_mul(plain.starts.len() as u32)?;
        choices.checked_pow(moves).filter(|&tried| tried <= TRIED)?;
        let path = |path: &Vec<u32>| -> Vec<&String> {
            path.iter().map(|&at| &names[at as usize]).collect()
        };
        let plans = plain.plans(most);
        let document =
            |plan: &Vec<Vec<u32>>| json!({"paths": plan.iter().map(path).collect::<Vec<_>>()});
        Some(plans.iter().map(document).collect())
    })
}
