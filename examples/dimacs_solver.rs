//! A SAT solver process: reads DIMACS CNF, answers as solvers do in the SAT competition.
//!
//! ```text
//! satranj export tour 6x6 --closed -o tour.cnf
//! cargo run --release --example dimacs_solver tour.cnf > answer.txt
//! satranj decode tour.cnf.map.json answer.txt
//! ```
//!
//! It replaces any foreign solver in tests: it knows DIMACS and nothing of Satranj. Without a file
//! it reads standard input. It prints `s SATISFIABLE` and the model in `v` lines, ended by
//! `0`, and exits with 10; or `s UNSATISFIABLE`, and exits with 20; 1 means an error.

use std::{
    env,
    error::Error,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    process::ExitCode,
};

use varisat::Solver;

/// Literals on one `v` line: the competition asks for lines of less than 4096 characters.
const LITERALS_A_LINE: usize = 20;

fn main() -> ExitCode {
    match solve() {
        Ok(true) => ExitCode::from(10),
        Ok(false) => ExitCode::from(20),
        Err(error) => {
            eprintln!("dimacs_solver: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads, decides and prints; whether the formula is satisfiable.
fn solve() -> Result<bool, Box<dyn Error>> {
    let input: Box<dyn Read> = match env::args_os().nth(1) {
        Some(path) => Box::new(File::open(path)?),
        None => Box::new(io::stdin().lock()),
    };
    let mut solver = Solver::new();
    // The parser checks the `p cnf` line against the clauses that follow.
    solver.add_dimacs_cnf(BufReader::new(input))?;
    let satisfiable = solver.solve()?;
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "c varisat behind the format of the SAT competition")?;
    writeln!(out, "s {}", if satisfiable { "SATISFIABLE" } else { "UNSATISFIABLE" })?;
    if let Some(model) = solver.model() {
        for literals in model.chunks(LITERALS_A_LINE) {
            write!(out, "v")?;
            for literal in literals {
                write!(out, " {}", literal.to_dimacs())?;
            }
            writeln!(out)?;
        }
        writeln!(out, "v 0")?;
    }
    out.flush()?;
    Ok(satisfiable)
}
