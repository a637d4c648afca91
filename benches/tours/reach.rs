//! The largest random instances that each method decides within a time limit: boards with blocked squares, boards
//! with given moves, 3-regular graphs.

use std::fmt::Write as _;

use crate::programs::{file, median, satranj, write};

/// Instances of each size, by seed.
const SEEDS: u32 = 3;

const METHODS: [&str; 8] = [
    "auto",
    "sat:warm-cuts",
    "sat:auto",
    "sat:cuts",
    "sat:cuts-only",
    "native:rotations",
    "graph:search",
    "native:warnsdorff",
];

/// A family of instances: how each of a size is generated, and how it is asked.
struct Family {
    name: &'static str,
    sizes: &'static [u32],
    generated: &'static [&'static str],
    /// The generated file is a graph, a board or a statement.
    asked: Asked,
}

#[derive(Clone, Copy)]
enum Asked {
    Graph,
    Board,
    Statement,
}

const FAMILIES: [Family; 4] = [
    Family {
        name: "closed knight's tours, 5% blocked",
        sizes: &[10, 20, 30, 50, 80, 120],
        generated: &["tour", "{n}x{n}", "--closed", "--blocked", "5%"],
        asked: Asked::Board,
    },
    Family {
        name: "closed knight's tours, 10% blocked",
        sizes: &[10, 20, 30, 50, 80, 120],
        generated: &["tour", "{n}x{n}", "--closed", "--blocked", "10%"],
        asked: Asked::Board,
    },
    Family {
        name: "closed knight's tours, 5% of the moves given",
        sizes: &[10, 20, 30, 50, 80, 120],
        generated: &["tour", "{n}x{n}", "--closed", "--given", "5%"],
        asked: Asked::Statement,
    },
    Family {
        name: "Hamiltonian cycles of random 3-regular graphs",
        sizes: &[1000, 2000, 3000, 5000, 10000],
        generated: &["hamilton", "--vertices", "{n}", "--regular", "3"],
        asked: Asked::Graph,
    },
];

/// Prints a table a family: for each size how many of the instances each method decides in the
/// time, and the median seconds of these.
pub fn print(limit: u32) {
    for family in FAMILIES {
        println!("\n{}; decided of {SEEDS} in {limit} s (median seconds of these)", family.name);
        let mut heading = format!("{:>18}", "n");
        for size in family.sizes {
            let _ = write!(heading, " {size:>12}");
        }
        println!("{heading}");
        for method in METHODS {
            let mut line = format!("{method:>18}");
            for &size in family.sizes {
                let times: Vec<f64> = (1..=SEEDS)
                    .filter_map(|seed| decided(&family, size, seed, method, limit))
                    .collect();
                if times.is_empty() {
                    let _ = write!(line, " {:>12}", "0");
                    break;
                }
                let cell = format!("{} ({:.2})", times.len(), median(times));
                let _ = write!(line, " {cell:>12}");
            }
            println!("{line}");
        }
    }
}

/// Seconds to the answer, if there is one.
fn decided(family: &Family, size: u32, seed: u32, method: &str, limit: u32) -> Option<f64> {
    let extension = match family.asked {
        Asked::Graph => "hcp",
        Asked::Board => "map",
        Asked::Statement => "json",
    };
    let path = file(&format!("reach.{extension}"));
    let (side, seed) = (size.to_string(), seed.to_string());
    let generated: Vec<String> =
        family.generated.iter().map(|word| word.replace("{n}", &side)).collect();
    let mut words = vec!["generate"];
    words.extend(generated.iter().map(String::as_str));
    words.extend(["--seed", &seed]);
    write(&words, &path);
    let (name, limit) = (path.display().to_string(), format!("{limit}s"));
    let board = format!("@{name}");
    let mut asked = match family.asked {
        Asked::Graph => vec!["solve", "hamilton", &name],
        Asked::Board => vec!["solve", "tour", &board, "--closed"],
        Asked::Statement => vec!["solve", "--from", &name],
    };
    asked.extend(["--method", method, "--time-limit", &limit]);
    let ran = satranj(&asked);
    ran.is_decided().then(|| ran.total_seconds())
}
