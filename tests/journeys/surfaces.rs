//! Boards with joined borders: theorems, what is refused, and solutions of one surface on another.

use serde_json::{Value, json};

use satranj_oracles::{
    boards::{PlainBoard, PlainJoin, PlainSurface},
    pieces::PlainPiece,
    sets::{DominationRule, dominating_sets},
};

use crate::harness::{complaint, document, folder, satranj, write};

fn status(command: &str) -> Value {
    document(command)["status"].clone()
}

/// Watkins and Hoenigman (1997): every torus has a closed tour. Watkins (2000): a cylinder of m rows
/// around which n columns go has one unless m is 1 and n more, or m is 2 or 4 and n even. Of two
/// squares there is no cycle here.
#[test]
fn closed_tours_of_toruses_and_cylinders() {
    let sizes = (1..=6).flat_map(|rows| (1..=6).map(move |columns| (rows, columns)));
    for (rows, columns) in sizes.filter(|(rows, columns)| rows * columns > 2) {
        let on = |surface| {
            status(&format!("solve tour {rows}x{columns} --closed --surface {surface} --json"))
        };
        assert_eq!(on("torus"), "satisfied", "torus {rows}x{columns}");
        let fails = rows == 1 || [2, 4].contains(&rows) && columns % 2 == 0;
        let expected = if fails { "unsatisfiable" } else { "satisfied" };
        assert_eq!(on("cylinder"), expected, "cylinder {rows}x{columns}");
    }
}

/// Polya (1918): there are n queens on the torus if and only if 2 and 3 do not divide n. Otherwise
/// n - 2 are the most if 3 or 4 divides n, and n - 1 if not (Monsky 1989). The counts are A007705.
#[test]
fn queens_on_the_torus() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 0), (5, 10), (6, 0), (7, 28), (9, 0), (11, 88)] {
        let counted = document(&format!("count queens {n} --surface torus --json"));
        assert_eq!(counted["count"], count.to_string(), "{n}");
    }
    for n in (4..=10_u64).chain([12, 14]) {
        let most = match n {
            n if n % 2 != 0 && n % 3 != 0 => n,
            n if n % 3 == 0 || n % 4 == 0 => n - 2,
            n => n - 1,
        };
        let said = document(&format!("solve place {n}x{n} --piece queen --surface torus --json"));
        assert_eq!((&said["status"], &said["objective"]), (&json!("optimal"), &json!(most)), "{n}");
    }
}

/// Sums of the numbers of lines show it at once, also where a search would take years.
#[test]
fn sums_of_lines_bound_the_queens_on_the_torus() {
    for (asked, at_most) in [
        ("solve queens 24", 22),
        ("solve queens 14 --given a1 --block c2", 13),
        ("solve place 14x14 --piece queen --count 14", 13),
        ("solve place 12x12 --piece queen --count 11", 10),
    ] {
        let said = document(&format!("{asked} --surface torus --json"));
        assert_eq!((&said["status"], &said["verified"]), (&json!("unsatisfiable"), &json!(true)));
        let sums = json!({"kind": "line_sums", "at_most": at_most});
        assert_eq!(said["certificate"], sums, "{asked}");
    }
    // Blocked squares stop the lines of pieces, but not those of n queens.
    let blocked =
        document("solve place 6x6 --piece queen --block a1 --count 6 --surface torus --json");
    assert_ne!(blocked["certificate"]["kind"], "line_sums");
}

#[test]
fn dominations_of_surfaces_are_those_of_brute_force() {
    for (rows, columns) in [(3, 3), (3, 5), (4, 4)] {
        for (name, surface) in PlainSurface::NAMED[..5].iter().copied() {
            for piece in ["king", "knight", "bishop"] {
                let board = PlainBoard { surface, ..PlainBoard::new(rows, columns) };
                let near = board.graph(&PlainPiece::named(piece).steps());
                let sets = dominating_sets(&near, DominationRule::default(), &[]);
                let least = sets.iter().map(Vec::len).min();
                let asked = format!(
                    "solve dominate {rows}x{columns} --piece {piece} --surface {name} --json"
                );
                assert_eq!(document(&asked)["objective"], json!(least), "{asked}");
            }
        }
    }
}

/// Shifts are symmetries: one rook on a torus is as good as any other.
#[test]
fn symmetries_of_surfaces() {
    for (surface, classes) in
        [("plane", "3"), ("cylinder", "2"), ("torus", "1"), ("moebius", "2"), ("klein", "1")]
    {
        let asked = "count place 4x4 --piece rook --count 1 --up-to-symmetry --json --surface";
        let counted = document(&format!("{asked} {surface}"));
        assert_eq!(counted["up_to_symmetry"], classes, "{surface}");
    }
    let said =
        complaint("count place 60x60 --piece rook --count 1 --up-to-symmetry --surface torus", 2);
    assert!(said.contains("60x60 torus has more than 16,384 symmetries"), "{said}");
}

#[test]
fn a_solution_of_a_torus_is_wrong_on_the_plane() {
    let folder = folder();
    for command in [
        "solve tour 4x4 --closed --surface torus --json",
        "solve route 8x8 a1 h8 --surface torus --json",
        "solve mapf 1x5 --agents a1:e1 --surface cylinder --json",
    ] {
        let mut said = document(command);
        let file = write(folder.path(), "said.json", said.to_string());
        satranj(&format!("verify {}", file.display())).call().exits(0);
        said["puzzle"]["board"].as_object_mut().unwrap().remove("surface");
        said.as_object_mut().unwrap().remove("instance");
        let file = write(folder.path(), "plane.json", said.to_string());
        satranj(&format!("verify {}", file.display())).call().exits(4);
    }
    // Adjacent columns of a torus, and the last and the first one.
    let mut queens = document("solve queens 6 --json");
    queens["puzzle"]["surface"] = json!("torus");
    queens.as_object_mut().unwrap().remove("instance");
    let file = write(folder.path(), "queens.json", queens.to_string());
    satranj(&format!("verify {}", file.display())).call().exits(4);
}

#[test]
fn pictures_mark_joined_borders_and_never_cross_the_board() {
    let folder = folder();
    for (surface, PlainSurface { around, over, .. }) in PlainSurface::NAMED[..5].iter().copied() {
        let heads = [(around, 2), (over, 4)];
        let heads: usize =
            heads.iter().map(|(join, heads)| if *join == PlainJoin::No { 0 } else { *heads }).sum();
        let file = folder.path().join(format!("{surface}.svg"));
        let asked = format!("solve tour 5x6 --surface {surface} --svg {}", file.display());
        satranj(&asked).call().exits(0);
        let picture = std::fs::read_to_string(file).unwrap();
        let marked = picture
            .lines()
            .flat_map(|line| line.split("<path "))
            .filter(|path| path.contains(r##"fill="#7d715e""##) && path.contains("stroke="));
        let heads_drawn: usize = marked.map(|path| path.matches('z').count()).sum();
        assert_eq!(heads_drawn, heads, "{surface}");
    }
}
