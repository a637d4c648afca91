//! Boards of hexagons against brute force in cube coordinates, and their theorems.

use std::collections::BTreeSet;

use satranj_oracles::{
    dice::Dice,
    sets::{DominationRule, independent_sets, least_domination},
};
use serde_json::json;

use crate::harness::{complaint, document, folder, satranj};

/// A cell by three coordinates whose sum is 0.
type Cube = [i32; 3];

/// The directions of pieces, of which the others are turns, and whether they ride.
const PIECES: [(&str, &[Cube], bool); 6] = [
    ("hex-wazir", &[[1, -1, 0]], false),
    ("hex-king", &[[1, -1, 0], [1, 1, -2]], false),
    ("hex-knight", &[[1, 2, -3], [2, 1, -3]], false),
    ("hex-rook", &[[1, -1, 0]], true),
    ("hex-bishop", &[[1, 1, -2]], true),
    ("hex-queen", &[[1, -1, 0], [1, 1, -2]], true),
];

/// Turned by a sixth.
fn turned([x, y, z]: Cube) -> Cube {
    [-y, -z, -x]
}

/// All twelve images of a cell.
fn images(cell: Cube) -> Vec<Cube> {
    let mirrored = |[x, y, z]: Cube| [x, z, y];
    let turns = |cell| std::iter::successors(Some(cell), |&cell| Some(turned(cell))).take(6);
    turns(cell).chain(turns(mirrored(cell))).collect()
}

/// The cells of a hexagon, in the order of their names: the top row first.
fn hexagon(side: i32) -> Vec<Cube> {
    let within = |at: i32| (1 - side..side).contains(&at);
    let rows = (1 - side..side).rev();
    let of_row = |rank: i32| (1 - side..side).map(move |column| [column, rank - column, -rank]);
    rows.flat_map(of_row).filter(|&[_, diagonal, _]| within(diagonal)).collect()
}

/// The name of a cell: its column is x, its rank -z.
fn name(side: i32, [x, _, z]: Cube) -> String {
    let column = char::from(b'a' + (x + side - 1) as u8);
    format!("{column}{}", side - z)
}

/// The numbers of the cells a move away from each cell, in rising order.
fn graph(cells: &[Cube], (leaps, rides): (&[Cube], bool)) -> Vec<Vec<u32>> {
    let add = |[a, b, c]: Cube, [x, y, z]: Cube| [a + x, b + y, c + z];
    let number = |cell: Cube| cells.iter().position(|&other| other == cell);
    let directions: BTreeSet<Cube> =
        leaps.iter().flat_map(|&leap| images(leap).into_iter().take(6)).collect();
    let moves = |&from: &Cube| {
        let ray = |&by: &Cube| {
            let ray =
                std::iter::successors(number(add(from, by)), move |&at| number(add(cells[at], by)));
            ray.take(if rides { usize::MAX } else { 1 })
        };
        let moves: BTreeSet<u32> = directions.iter().flat_map(ray).map(|at| at as u32).collect();
        moves.into_iter().collect()
    };
    cells.iter().map(moves).collect()
}

/// How many sets remain if those that a symmetry of the cells exchanges count once.
fn classes(cells: &[Cube], sets: &[Vec<u32>]) -> usize {
    let number = |cell: &Cube| cells.iter().position(|other| other == cell).map(|at| at as u32);
    let image = |at: usize| -> Option<Vec<u32>> {
        cells.iter().map(|&cell| number(&images(cell)[at])).collect()
    };
    let symmetries: Vec<Vec<u32>> = (0..12).filter_map(image).collect();
    let least = |set: &Vec<u32>| {
        let image = |symmetry: &Vec<u32>| {
            let image: BTreeSet<u32> = set.iter().map(|&at| symmetry[at as usize]).collect();
            image
        };
        symmetries.iter().map(image).min()
    };
    sets.iter().map(least).collect::<BTreeSet<_>>().len()
}

#[test]
fn sets_are_those_of_brute_force() {
    let mut dice = Dice(36);
    for (at, &(piece, leaps, rides)) in PIECES.iter().cycle().take(24).enumerate() {
        let side = if at < 6 { 2 } else { 3 };
        let holes = if at < 12 { 0 } else { dice.below(4) as usize };
        let mut cells = hexagon(side);
        let mut blocked = Vec::new();
        for _ in 0..holes {
            let cell = cells.remove(dice.below(cells.len() as u32) as usize);
            blocked.push(name(side, cell));
        }
        let near = graph(&cells, (leaps, rides));
        let block =
            if holes == 0 { String::new() } else { format!("--block {}", blocked.join(",")) };
        let board = format!("hex:{side} --piece {piece} {block} --json");
        let sets = independent_sets(&near, &[]);
        let most = sets.iter().map(Vec::len).max().unwrap();
        assert_eq!(document(&format!("solve place {board}"))["objective"], json!(most), "{board}");
        let best: Vec<Vec<u32>> = sets.into_iter().filter(|set| set.len() == most).collect();
        let asked = format!("count place {board} --count {most} --up-to-symmetry");
        let counted = document(&asked);
        assert_eq!(counted["count"], best.len().to_string(), "{asked}");
        assert_eq!(counted["up_to_symmetry"], classes(&cells, &best).to_string(), "{asked}");
        let least = least_domination(&near, DominationRule::default());
        let asked = format!("solve dominate {board}");
        assert_eq!(document(&asked)["objective"], json!(least), "{asked}");
    }
}

/// 2n - 1 rooks, one in each row, column and diagonal: OEIS A002047 (Bennett and Potts 1967), and up to
/// symmetry A309260. As many queens: A309746.
#[test]
fn rooks_and_queens_of_a_hexagon() {
    for (side, count) in (1..).zip([1, 0, 0, 2, 0, 0, 0, 6]) {
        let queens = 2 * side - 1;
        let asked = format!("count place hex:{side} --piece hex-queen --count {queens} --json");
        assert_eq!(document(&asked)["count"], count.to_string());
    }
    for (side, count, classes) in [(1, 1, 1), (2, 2, 1), (3, 6, 1), (4, 28, 5), (5, 244, 29)] {
        let rooks = 2 * side - 1;
        let asked = format!(
            "count place hex:{side} --piece hex-rook --count {rooks} --up-to-symmetry --json"
        );
        let counted = document(&asked);
        assert_eq!(counted["count"], count.to_string());
        assert_eq!(counted["up_to_symmetry"], classes.to_string());
    }
}

/// Around the middle of seven cells: no cycle but that around, with two of its edges over the middle.
#[test]
fn tours_of_hexagons() {
    let counted = document("count tour hex:2 --piece hex-wazir --closed --up-to-symmetry --json");
    assert_eq!((&counted["count"], &counted["up_to_symmetry"]), (&json!("6"), &json!("1")));
    let said = document("solve tour hex:5 --closed --json");
    assert_eq!((&said["status"], &said["verified"]), (&json!("satisfied"), &json!(true)));
    assert_eq!(said["puzzle"]["piece"], "hex-knight");
    // The only ways of four moves lead over the diagonal, so one of the two makes a fifth.
    let said = document("solve mapf hex:3 --agents a1:e5,e5:a1 --json");
    assert_eq!((&said["objective"], &said["verified"]), (&json!(9), &json!(true)));
    let said = document("solve tour hex:3 --piece hex-wazir --symmetry half-turn --json");
    assert_eq!(said["status"], "satisfied");
    assert_eq!(said["puzzle"]["board"]["surface"], "hexagonal");
}

#[test]
fn pieces_and_boards_go_together() {
    for (asked, problem) in [
        ("solve tour hex:4 --piece camel", "`camel` moves on squares"),
        ("solve queens 5 --surface hexagonal", "place hex:SIDE --piece queen"),
        ("solve mapf hex:3 --agents a1:c1 --piece ferz", "`ferz` moves on squares"),
        (
            "generate place --rows 3 --columns 3 --piece zebra --surface hexagonal",
            "`zebra` moves on squares",
        ),
        ("solve tour 4x4 --piece hex-king", "`hex-king` moves on hexagons"),
        (
            "solve tour hex:4 --piece hex-king --surface torus",
            "borders cannot be joined to a torus",
        ),
        ("solve tour hex:0 --piece hex-king", "board `hex:0` has no side of 1 to 5000 cells"),
        ("solve tour hex:3 --piece hex-king --longest --uncrossed", "boards of squares"),
    ] {
        let said = complaint(asked, 2);
        assert!(said.contains(problem), "{asked}: {said}");
    }
}

/// Every free cell is drawn as a hexagon, none where the board is blocked, and each row of the text
/// has its cells half a cell to the left of the one above it.
#[test]
fn pictures_have_hexagons() {
    let folder = folder();
    let file = folder.path().join("h.svg");
    let asked = format!("solve place hex:3 --piece hex-rook --block c3 --svg {}", file.display());
    satranj(&asked).call().exits(0);
    let picture = std::fs::read_to_string(file).unwrap();
    let cells = picture.lines().flat_map(|line| line.split("<path ")).filter(|path| {
        ["#f3ede1", "#e2d8c6", "#ebe3d4"]
            .iter()
            .any(|fill| path.contains(&format!("fill=\"{fill}\"")))
    });
    assert_eq!(cells.map(|path| path.matches('z').count()).sum::<usize>(), 18);
    let said = satranj("solve tour hex:2 --piece hex-wazir --closed --format text").call().exits(0);
    let text = String::from_utf8(said.stdout).unwrap();
    let rows: Vec<usize> = text.lines().skip(2).take(3).map(str::len).collect();
    assert_eq!(rows.len(), 3);
    assert!(rows[1] > rows[0] && rows[1] > rows[2], "{text}");
}
