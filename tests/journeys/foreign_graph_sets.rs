//! clingo and `MiniZinc` find sets and colourings of graphs as good as Satranj's, with the exported
//! programs. `.ci/run solvers` installs them; their tests fail without.

use std::path::Path;

use crate::{
    foreign_programs::{ours, python},
    harness::{Line, folder, graphs::weighted, read, satranj, write},
};

/// Questions about a graph of a dozen vertices besides tours, best and exact.
const OF_GRAPHS: [&str; 10] = [
    "independent-set dozen.col",
    "independent-set dozen.col --given 3 --block 1,2",
    "clique dozen.col",
    "vertex-cover dozen.col --block 4",
    "dominating-set dozen.col",
    "dominating-set dozen.col --independent --given 2",
    "dominating-set dozen.col --total --block 5",
    "independent-set dozen.col --count 3",
    "colouring dozen.col",
    "colouring dozen.col --colours 6 --given 1=2,5=2",
];

/// The same of vertices with weights.
const OF_WEIGHTS: [&str; 5] = [
    "independent-set dozen.wclq --weighted --block 2",
    "clique dozen.wclq --weighted",
    "vertex-cover dozen.wclq --weighted",
    "dominating-set dozen.wclq --weighted --given 1",
    "dominating-set dozen.wclq --weighted --total",
];

/// The weight of a vertex of that graph, by its name there.
fn weight(vertex: u64) -> u64 {
    1 + vertex * vertex * 11 % 30
}

/// The graph of a dozen vertices, with weights and without.
fn dozen(folder: &Path) {
    ours(folder, "generate clique --vertices 12 --random 26 --seed 5 -o dozen.col");
    write(folder, "dozen.wclq", weighted(&read(&folder.join("dozen.col")), weight));
}

/// The total weight of the vertices that a program printed.
fn weight_of<'l>(names: impl Iterator<Item = &'l str>) -> u64 {
    names.map(|name| weight(name.parse().unwrap_or_else(|_| panic!("a vertex: {name}")))).sum()
}

/// Satranj's answer to a puzzle: the best value, or that there is a solution.
fn best_of(folder: &Path, puzzle: &str) -> (String, u64) {
    let document = satranj(&format!("solve {puzzle} --json")).within(folder).run().exits(0).json();
    let status = document["status"].as_str().expect("a status").to_string();
    (status, document["objective"].as_u64().unwrap_or(0))
}

/// Prints the number of vertices of the best set, or the number of the largest colour, and the
/// names of these vertices.
const CLINGO_BEST: &str = "
import clingo
control = clingo.Control(['--warn=none'])
control.load('a.lp')
control.load('a.encoding.lp')
control.ground([('base', [])])
best = None
with control.solve(yield_=True) as handle:
    for model in handle:
        best = model.symbols(shown=True)
colours = [atom.arguments[1].number for atom in best if atom.name == 'has']
print(max(colours) if colours else len(best))
named = [atom.symbol.arguments for atom in control.symbolic_atoms.by_signature('name', 2)]
name = {number: text.string for number, text in named}
print(*[name[atom.arguments[0]] for atom in best if atom.name == 'chosen'])
";

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn clingo_finds_sets_and_colourings_as_good() {
    let folder = folder();
    dozen(folder.path());
    for puzzle in OF_GRAPHS {
        ours(folder.path(), &format!("export {puzzle} -o a.lp"));
        let printed = python(folder.path(), CLINGO_BEST);
        let said = printed.lines().next().and_then(|line| line.parse::<u64>().ok());
        let said = said.unwrap_or_else(|| panic!("{puzzle}: {printed}"));
        match best_of(folder.path(), puzzle) {
            (status, best) if status == "optimal" => assert_eq!(said, best, "{puzzle}"),
            (status, _) => assert_eq!(status, "satisfied", "{puzzle}"),
        }
    }
    for puzzle in OF_WEIGHTS {
        ours(folder.path(), &format!("export {puzzle} -o a.lp"));
        let printed = python(folder.path(), CLINGO_BEST);
        let chosen = printed.lines().nth(1).unwrap_or_default().split_whitespace();
        let (status, best) = best_of(folder.path(), puzzle);
        assert_eq!((status.as_str(), weight_of(chosen)), ("optimal", best), "{puzzle}");
    }
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn minizinc_finds_sets_and_colourings_as_good() {
    let folder = folder();
    dozen(folder.path());
    for puzzle in OF_GRAPHS {
        ours(folder.path(), &format!("export {puzzle} -o a.dzn"));
        let arguments = "a.mzn a.dzn";
        let ran = Line::of("minizinc").arguments(arguments).within(folder.path()).run().exits(0);
        let lines = ran.text().lines().filter(|line| !line.starts_with(['-', '=']));
        let values =
            lines.map(|line| line.split_once('=').map(|(_, colour)| colour.parse::<u64>()));
        let values: Vec<_> = values.collect();
        let greatest = values.iter().flatten().map(|colour| *colour.as_ref().expect("a number"));
        let said = greatest.max().unwrap_or(values.len() as u64);
        match best_of(folder.path(), puzzle) {
            (status, best) if status == "optimal" => assert_eq!(said, best, "{puzzle}"),
            (status, _) => assert_eq!(status, "satisfied", "{puzzle}"),
        }
    }
    for puzzle in OF_WEIGHTS {
        ours(folder.path(), &format!("export {puzzle} -o a.dzn"));
        let ran =
            Line::of("minizinc").arguments("a.mzn a.dzn").within(folder.path()).run().exits(0);
        let text = ran.text().to_string();
        let chosen = text.lines().filter(|line| !line.starts_with(['-', '=']));
        let (status, best) = best_of(folder.path(), puzzle);
        assert_eq!((status.as_str(), weight_of(chosen)), ("optimal", best), "{puzzle}");
    }
}
