//! The graphs and boards of families that each method decides: the default beside its members.

use std::{fmt::Write as _, path::Path};

use crate::{
    programs::{RIVALS, Ran, file, rival, satranj_if_it_does, write},
    rivals::python,
};

const METHODS: [&str; 7] = [
    "auto",
    "sat:auto",
    "sat:warm-cuts",
    "sat:alternating-cuts",
    "native:frontier",
    "native:rotations",
    "graph:two-factor",
];

/// Graphs: what is generated, the labels shuffled.
const GRAPHS: &[&str] = &[
    "generalised-petersen --size 500,20",
    "generalised-petersen --size 1001,7",
    "generalised-petersen --size 1001,3",
    "generalised-petersen --size 1503,2 --extra-edges 1",
    "flower-snark --size 751 --extra-edges 2",
    "generalised-petersen --size 101,2",
    "generalised-petersen --size 503,2",
    "flower-snark --size 25",
    "flower-snark --size 51",
    "flower-snark --size 501",
    "petersen-product --size 51",
    "hexagonal-torus --size 51,51",
    "hypercube --size 12",
    "middle-levels --size 6",
    "kneser --size 12,4",
    "sheehan --size 64",
    "aldred-thomassen --size 100",
    "queens-reduction --size 6",
];

/// Boards of which a closed tour is asked, or a path between ends.
const BOARDS: &[&str] = &[
    "100x100 --closed --blocked 5%",
    "150x150 --closed --blocked 5%",
    "100x100 --closed --blocked 20%",
    "300x300 --closed --blocked 10%",
    "100x100 --closed --given 40%",
];

/// Prints what the columns are; whether there are rivals.
fn heading(python: Option<&Path>, limit: u32) {
    println!("\nprocessor seconds, `-`: undecided within {limit} s; (n): no, without a cycle");
    let mut heading = format!("{:>52}", "");
    for method in METHODS {
        let _ = write!(heading, " {:>10.10}", method.split(':').next_back().unwrap_or(method));
    }
    for name in RIVALS.iter().filter(|_| python.is_some()) {
        let _ = write!(heading, " {name:>10}");
    }
    println!("{heading}");
}

/// Prints processor seconds for graphs, ours of the whole process, of rivals without their imports;
/// `-` for what is not decided within the limit, and for methods that do not take the instance.
pub fn print(limit: u32) {
    let python = python();
    let python = python.as_deref();
    heading(python, limit);
    for words in GRAPHS {
        let path = file("family.hcp");
        let mut generated = vec!["generate", "hamilton", "--shuffle", "--seed", "7", "--family"];
        generated.extend(words.split(' '));
        write(&generated, &path);
        let name = path.display().to_string();
        row(words, &["hamilton", &name, "--cycle"], python.map(|python| (python, &*path)), limit);
    }
}

/// Prints the same for boards.
pub fn print_boards(limit: u32) {
    let python = python();
    let python = python.as_deref();
    heading(python, limit);
    for words in BOARDS {
        let path = file("family.json");
        let name = path.display().to_string();
        let mut generated = vec!["generate", "tour"];
        generated.extend(words.split(' '));
        generated.extend(["--seed", "7"]);
        write(&generated, &path);
        board(words, &["--from", &name], python.filter(|_| !words.contains("given")), limit);
    }
    // The rivals are asked for cycles only.
    let ends = ["tour", "100x100", "--start", "a1", "--end", "cv1"];
    board("100x100 from a1 to the end of its row", &ends, None, limit);
    for piece in ["zebra", "giraffe", "antelope"] {
        board(piece, &["tour", "100x100", "--closed", "--piece", piece], python, limit);
    }
}

/// A line of a board, of which rivals get the graph.
fn board(name: &str, asked: &[&str], python: Option<&Path>, limit: u32) {
    let path = file("family-of-board.hcp");
    if python.is_some() {
        write(&[&["export"], asked, &["--format", "hcp"]].concat(), &path);
    }
    row(name, asked, python.map(|python| (python, &*path)), limit);
}

/// A line of the table.
fn row(name: &str, asked: &[&str], rivals: Option<(&Path, &Path)>, limit: u32) {
    let seconds = format!("{limit}s");
    let mut line = format!("{name:>52}");
    for method in METHODS {
        let words = [&["solve"], asked, &["--method", method, "--time-limit", &seconds]].concat();
        let ran = satranj_if_it_does(&words).filter(Ran::is_decided);
        let cell = ran.map_or("-".into(), |ran| match ran.status() {
            "unsatisfiable" => format!("{:.2} (n)", ran.seconds),
            _ => format!("{:.2}", ran.seconds),
        });
        let _ = write!(line, " {cell:>10}");
    }
    for name in RIVALS.iter().filter(|_| rivals.is_some()) {
        let (python, graph) = rivals.expect("there are some");
        let graph = graph.display().to_string();
        let answer = rival(python, name, &graph, limit);
        let cell = answer.map_or("-".into(), |(seconds, word)| {
            format!("{seconds:.2}{}", if word == "none" { " (n)" } else { "" })
        });
        let _ = write!(line, " {cell:>10}");
    }
    println!("{line}");
}
