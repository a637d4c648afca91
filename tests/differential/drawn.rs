//! Random statements about boards.

use satranj_oracles::{
    betza::direction_words,
    boards::{PlainBoard, PlainSurface},
    dice::Dice,
    pieces::{OF_HEXAGONS, PIECES, is_one_way, stated_steps},
};
use serde_json::{Value, json};

use crate::{drawn_graphs, truth::image_by};

/// How large the statements are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Brute force answers them.
    Small,
    /// Only the methods answer them, and are compared with one another.
    Large,
}

/// A statement of any puzzle; it may contradict what is allowed.
pub fn statement(dice: &mut Dice, size: Size) -> Value {
    match dice.below(16) {
        0 | 1 => tour(dice, size),
        2 => queens(dice, size),
        3 | 4 => placement(dice, size),
        5 => domination(dice, size),
        6 => route(dice, size),
        7 => meeting(dice, size),
        8 => exchange(dice),
        9 | 10 => drawn_graphs::tour(dice, size),
        11 => drawn_graphs::colouring(dice, size),
        12 => drawn_graphs::path(dice, size),
        13 => agents(dice, size),
        14 => drawn_graphs::agents(dice, size),
        _ => drawn_graphs::set(dice, size),
    }
}

/// One of some values.
pub fn one_of<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    &list[dice.below(list.len() as u32) as usize]
}

/// A piece that may move on a board.
fn piece_on(dice: &mut Dice, board: &PlainBoard) -> String {
    match board.surface.hexagonal {
        true if dice.one_in(3) => betza(dice),
        true => one_of(dice, &OF_HEXAGONS).name.into(),
        false => piece(dice),
    }
}

fn piece(dice: &mut Dice) -> String {
    let leap = |dice: &mut Dice| loop {
        let (a, b) = (dice.below(4), dice.below(4));
        if a + b > 0 {
            return format!("{a},{b}");
        }
    };
    match dice.below(14) {
        10..=12 => betza(dice),
        13 => format!("{}+{}", betza(dice), one_of(dice, &["wazir", "knight", "bishop"])),
        0..=2 => "knight".into(),
        3..=5 => one_of(dice, &PIECES).name.into(),
        6 => format!("leaper:{}", leap(dice)),
        7 => format!("rider:{}", leap(dice)),
        8 => format!("{}+leaper:{}", one_of(dice, &PIECES).name, leap(dice)),
        _ => format!(
            "{}+{}",
            one_of(dice, &["wazir", "ferz", "king", "bishop"]),
            one_of(dice, &PIECES).name
        ),
    }
}

/// A piece in Betza notation.
fn betza(dice: &mut Dice) -> String {
    const PIECES: [(char, i32, i32); 14] = [
        ('W', 0, 1),
        ('F', 1, 1),
        ('W', 0, 1),
        ('F', 1, 1),
        ('N', 1, 2),
        ('N', 1, 2),
        ('D', 0, 2),
        ('A', 2, 2),
        ('C', 1, 3),
        ('Z', 2, 3),
        ('K', 0, 1),
        ('R', 0, 1),
        ('B', 1, 1),
        ('Q', 0, 1),
    ];
    let mut text = String::from("betza:");
    for _ in 0..=dice.below(3) {
        let &(letter, short, long) = one_of(dice, &PIECES);
        if dice.one_in(2) {
            text += *one_of(dice, &direction_words(short, long));
        }
        text.push(letter);
        match dice.below(4) {
            0 => text += &(1 + dice.below(3)).to_string(),
            1 if !"RBQ".contains(letter) => text.push(letter),
            _ => {}
        }
    }
    text
}

/// A board of at most this many free squares.
fn board(dice: &mut Dice, side: u32, most: usize) -> PlainBoard {
    let blocked = *one_of(dice, &[None, Some(12), Some(6)]);
    let mut board = loop {
        let board = PlainBoard::random(dice, side, blocked);
        if !board.free().is_empty() {
            break board;
        }
    };
    if dice.one_in(3) {
        board.surface = one_of(dice, &PlainSurface::NAMED[1..]).1;
    }
    // No symmetry of hexagons is known here but half-turns and diagonal reflections.
    if board.surface.hexagonal && board.rows == board.columns && board.rows % 2 == 1 {
        board.surface = PlainSurface::default();
    }
    let surplus = board.free().len().saturating_sub(most);
    board.blocked.extend(board.free().into_iter().rev().take(surplus));
    board
}

fn document(board: &PlainBoard) -> Value {
    let blocked: Vec<String> = board.blocked.iter().map(|&cell| board.name(cell)).collect();
    let mut document = json!({"rows": board.rows, "columns": board.columns, "blocked": blocked});
    if board.surface != PlainSurface::default() {
        document["surface"] = board.surface.name().into();
    }
    document
}

fn square(dice: &mut Dice, board: &PlainBoard) -> String {
    let free = board.free();
    board.name(*one_of(dice, &free))
}

fn squares(dice: &mut Dice, board: &PlainBoard) -> Vec<String> {
    let number = if dice.one_in(3) { 1 + dice.below(2) } else { 0 };
    (0..number).map(|_| square(dice, board)).collect()
}

/// The most vertices whose walks can all be tried, by the mean number of neighbours.
pub fn most_walked(next: &[Vec<u32>], size: Size) -> usize {
    let mean = next.iter().map(Vec::len).sum::<usize>() / next.len().max(1);
    match (size, mean) {
        (Size::Large, 0..=3) => 30,
        (_, 0..=1) => 18,
        (Size::Large, 4) => 14,
        (_, 2) => 16,
        // A frontier through a board on which everything is near everything is as wide as the board.
        (Size::Large, _) | (_, 3) => 12,
        (_, 4) => 9,
        _ => 7,
    }
}

fn tour(dice: &mut Dice, size: Size) -> Value {
    let side = if size == Size::Large { 6 } else { 5 };
    let mut board = board(dice, side, 30);
    let piece = piece_on(dice, &board);
    let steps = stated_steps(&piece);
    let is_plane = board.surface == PlainSurface::default();
    let longest = dice.one_in(3).then(|| longest(dice, is_plane));
    let most = if longest.is_some() && size == Size::Small { 9 } else { 30 };
    // No method counts directed tours without finding each.
    let fewer = if is_one_way(&steps, board.surface.is_mirrored()) { 2 } else { 0 };
    while board.free().len() > most_walked(&board.graph(&steps), size).min(most) - fewer {
        board.blocked.extend(board.free().last().copied());
    }
    let closed = dice.one_in(2);
    let symmetry = (longest.is_none() && dice.one_in(3))
        .then(|| *one_of(dice, &["half-turn", "mirror", "flip", "quarter-turn"]));
    let symmetry = symmetry.filter(|&name| {
        board.surface == PlainSurface::default()
            && (name != "quarter-turn" || closed && board.rows == board.columns)
    });
    if let Some(symmetry) = symmetry {
        // The images of blocked squares are blocked too.
        for _ in 0..3 {
            let images = board.blocked.iter().map(|&cell| image_by(symmetry, &board, cell));
            let images: Vec<u32> = images.collect();
            board.blocked.extend(images);
        }
        if board.free().is_empty() {
            return tour(dice, size);
        }
    }
    let mut statement =
        json!({"kind": "tour", "board": document(&board), "piece": piece, "closed": closed});
    if let Some(symmetry) = symmetry {
        statement["symmetry"] = symmetry.into();
    }
    let is_longest = longest.is_some();
    if let Some(longest) = longest {
        statement["longest"] = longest;
    }
    if dice.one_in(3) {
        statement["start"] = square(dice, &board).into();
    }
    if !closed && dice.one_in(3) {
        statement["end"] = square(dice, &board).into();
    }
    let moves = board.moves(&steps);
    let pairs = (0..).zip(&moves).flat_map(|(from, next)| next.iter().map(move |&to| (from, to)));
    let pairs: Vec<(u32, u32)> = pairs.collect();
    if dice.one_in(3) && !pairs.is_empty() {
        let given = (0..=dice.below(2)).map(|_| {
            let &(from, to) = one_of(dice, &pairs);
            [board.name(from), board.name(to)]
        });
        statement["given"] = json!(given.collect::<Vec<_>>());
    }
    if symmetry.is_none() && !is_longest && dice.one_in(3) {
        let (free, graph) = (board.free(), board.graph(&steps));
        let start = statement["start"].as_str().map(|square| board.cell(square));
        let start = start.and_then(|cell| free.binary_search(&cell).ok());
        statement["times"] = times(dice, &graph, start, |at| board.name(free[at]));
    }
    statement
}

/// What is asked of a longest path.
pub fn longest(dice: &mut Dice, is_plane: bool) -> Value {
    let mut longest = json!({});
    if is_plane && dice.one_in(2) {
        longest["uncrossed"] = true.into();
    }
    if dice.one_in(3) {
        longest["induced"] = true.into();
    }
    if dice.one_in(4) {
        longest["at_least"] = dice.below(8).into();
    }
    longest
}

/// Some times of a long walk that visits no place twice; half of them are off by a little.
pub fn times(
    dice: &mut Dice,
    next: &[Vec<u32>],
    start: Option<usize>,
    name: impl Fn(usize) -> String,
) -> Value {
    let mut longest = Vec::new();
    for _ in 0..12 {
        let mut walk = vec![start.unwrap_or_else(|| dice.below(next.len() as u32) as usize)];
        loop {
            let on = next[walk[walk.len() - 1]].iter().map(|&place| place as usize);
            let on: Vec<usize> = on.filter(|place| !walk.contains(place)).collect();
            if on.is_empty() {
                break;
            }
            walk.push(*one_of(dice, &on));
        }
        if walk.len() > longest.len() {
            longest = walk;
        }
    }
    let mut times = serde_json::Map::new();
    for _ in 0..=dice.below(4) {
        let time = dice.below(longest.len() as u32) as usize;
        times.insert(name(longest[time]), (time + 1).into());
    }
    if dice.one_in(2) {
        let off = dice.below(3);
        let at = dice.below(times.len() as u32) as usize;
        if let Some(time) = times.values_mut().nth(at) {
            *time = (time.as_u64().unwrap_or(1) as u32 + off).saturating_sub(1).into();
        }
    }
    times.into()
}

fn queens(dice: &mut Dice, size: Size) -> Value {
    let n = if size == Size::Large { 7 + dice.below(3) } else { 1 + dice.below(7) };
    let mut board = PlainBoard::new(n, n);
    if n < 6 && dice.one_in(3) {
        board.surface = *one_of(dice, &PlainSurface::joined());
    }
    let blocked = if dice.one_in(2) { squares(dice, &board) } else { Vec::new() };
    let given = squares(dice, &board);
    let mut statement = json!({"kind": "queens", "n": n, "given": given, "blocked": blocked});
    if board.surface != PlainSurface::default() {
        statement["surface"] = board.surface.name().into();
    }
    statement
}

fn placement(dice: &mut Dice, size: Size) -> Value {
    let has_army = dice.one_in(3);
    let (side, most) = match (size, has_army) {
        (Size::Large, _) => (6, 30),
        (_, true) => (4, 6),
        _ => (5, 14),
    };
    let board = board(dice, side, most);
    let mut statement = json!({"kind": "place", "board": document(&board)});
    let count = 1 + dice.below(if has_army { 3 } else { 5 });
    if dice.one_in(2) {
        statement["count"] = count.into();
    }
    let given = squares(dice, &board);
    if !has_army {
        statement["piece"] = piece_on(dice, &board).into();
        statement["given"] = json!(given);
        return statement;
    }
    let sides = *one_of(dice, &[[None, None], [Some("white"), Some("black")], [Some("white"); 2]]);
    let kinds = sides.map(|side| {
        let mut kind = json!({"piece": piece_on(dice, &board)});
        if let Some(side) = side {
            kind["side"] = side.into();
        }
        if dice.one_in(4) {
            kind["count"] = (1 + dice.below(2)).into();
        }
        kind
    });
    let name = |kind: &Value| {
        let piece = kind["piece"].as_str().expect("a piece");
        kind["side"].as_str().map_or_else(|| piece.into(), |side| format!("{side}:{piece}"))
    };
    if name(&kinds[0]) == name(&kinds[1]) {
        return placement(dice, size);
    }
    let given = given.into_iter().take(1).map(|square| format!("{}@{square}", name(&kinds[0])));
    statement["given"] = given.collect();
    statement["army"] = json!(kinds);
    statement
}

/// States conditions on a dominating set.
pub fn domination_rules(dice: &mut Dice, statement: &mut Value) {
    let rule = *one_of(dice, &["independent", "total", "perfect", "max"]);
    if rule == "max" {
        statement["count"] = "max".into();
        statement.as_object_mut().expect("fields").remove("weights");
    } else {
        statement[rule] = true.into();
    }
    if dice.one_in(3) {
        let other = if rule == "total" { "perfect" } else { "independent" };
        statement[other] = true.into();
    }
}

fn domination(dice: &mut Dice, size: Size) -> Value {
    let (side, most) = if size == Size::Large { (5, 20) } else { (4, 12) };
    let board = board(dice, side, most);
    let mut statement =
        json!({"kind": "dominate", "board": document(&board), "piece": piece_on(dice, &board)});
    if dice.one_in(2) {
        statement["count"] = (1 + dice.below(5)).into();
    }
    if dice.one_in(2) {
        domination_rules(dice, &mut statement);
    }
    statement["given"] = squares(dice, &board).into();
    statement
}

fn route(dice: &mut Dice, size: Size) -> Value {
    let side = if size == Size::Large || dice.one_in(3) { 9 } else { 3 };
    let board = board(dice, side, 81);
    let mut statement = json!({"kind": "route", "board": document(&board), "piece": piece_on(dice, &board),
        "from": square(dice, &board), "to": square(dice, &board)});
    if dice.one_in(3) {
        let row = |_| (0..board.columns).map(|_| char::from(b'1' + dice.below(9) as u8)).collect();
        let rows: Vec<String> = (0..board.rows).map(row).collect();
        statement["weights"] = rows.into();
    }
    if dice.one_in(3) {
        statement["at_most"] = (1 + dice.below(5)).into();
    }
    statement
}

fn meeting(dice: &mut Dice, size: Size) -> Value {
    let side = if size == Size::Large || dice.one_in(3) { 9 } else { 3 };
    let board = board(dice, side, 81);
    let riders = (0..=dice.below(4))
        .map(|_| json!({"square": square(dice, &board), "jumps_per_turn": 1 + dice.below(9)}));
    let riders: Vec<Value> = riders.collect();
    let mut statement = json!({"kind": "meet", "board": document(&board), "piece": piece_on(dice, &board),
        "riders": riders});
    if dice.one_in(3) {
        statement["at_most"] = dice.below(6).into();
    }
    statement
}

fn exchange(dice: &mut Dice) -> Value {
    let (rows, columns) = (1 + dice.below(3), 2 + dice.below(2));
    let mut cells: Vec<u32> = (0..rows * columns).collect();
    shuffle(dice, &mut cells);
    let is_blocked = cells.len() > 3 && dice.one_in(2);
    let blocked = is_blocked.then(|| cells.pop()).flatten();
    let pieces = 1 + dice.below(3.min(cells.len() as u32));
    let letters: Vec<u8> = (0..pieces).map(|_| *one_of(dice, b"NnNnKkQqRrBb")).collect();
    let mut map = || {
        let mut map = vec![b'.'; (rows * columns) as usize];
        shuffle(dice, &mut cells);
        for (&cell, &letter) in cells.iter().zip(&letters) {
            map[cell as usize] = letter;
        }
        if let Some(cell) = blocked {
            map[cell as usize] = b'#';
        }
        let rows = map.chunks(columns as usize);
        rows.map(|row| String::from_utf8_lossy(row).into_owned()).collect::<Vec<String>>()
    };
    let (start, goal) = (map(), map());
    let mut statement = json!({"kind": "exchange", "start": start, "goal": goal});
    if dice.one_in(3) {
        statement["parallel"] = true.into();
    }
    if dice.one_in(3) {
        statement["at_most"] = (1 + dice.below(5)).into();
    }
    statement
}

/// Agents on a board.
fn agents(dice: &mut Dice, size: Size) -> Value {
    let board = if size == Size::Large { board(dice, 5, 20) } else { board(dice, 3, 7) };
    let of_squares = &["wazir", "wazir", "king", "knight", "ferz", "leaper:0,2", "betza:sWvN"][..];
    let of_hexagons = &["hex-wazir", "hex-wazir", "hex-king", "hex-knight", "betza:sWvN"][..];
    let piece = *one_of(dice, if board.surface.hexagonal { of_hexagons } else { of_squares });
    let names = board.free().into_iter().map(|cell| board.name(cell)).collect();
    let mut statement = plan(dice, size, names);
    statement["board"] = document(&board);
    statement["piece"] = piece.into();
    statement
}

/// A plan for a few agents between some of these places.
pub fn plan(dice: &mut Dice, size: Size, mut places: Vec<String>) -> Value {
    let most = if size == Size::Large { 5 } else { 3 };
    let agents = (1 + dice.below(most)).min(places.len() as u32) as usize;
    shuffle(dice, &mut places);
    let starts = places[..agents].to_vec();
    shuffle(dice, &mut places);
    let ends = starts.iter().zip(&places);
    let ends: Vec<Value> = ends.map(|(from, to)| json!({"from": from, "to": to})).collect();
    let mut statement = json!({"kind": "mapf", "agents": ends});
    for rule in ["anonymous", "one_at_a_time", "no_following"] {
        if dice.one_in(4) {
            statement[rule] = true.into();
        }
    }
    if dice.one_in(3) {
        statement["objective"] = "makespan".into();
    }
    if dice.one_in(3) {
        statement["at_most"] = dice.below(7).into();
    }
    statement
}

/// Puts a list into a random order.
pub fn shuffle<T>(dice: &mut Dice, list: &mut [T]) {
    for at in (1..list.len()).rev() {
        list.swap(at, dice.below(at as u32 + 1) as usize);
    }
}
