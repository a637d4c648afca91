//! The examples that the help of each command begins with.

mod puzzles;

use clap::Command;

use puzzles::{OF_COUNTS, OF_EXPORTS, OF_PUZZLES};

/// An example and what it asks for.
type Example = (&'static str, &'static str);

/// Three for each of several words.
type Examples = &'static [(&'static str, [Example; 3])];

/// Three things to begin with.
const FIRST: [Example; 3] = [
    ("solve tour 8x8 --closed", "a closed knight's tour, drawn"),
    ("count queens 12", "in how many ways twelve queens can stand"),
    ("compare queens 12", "SAT, graph algorithms and native search side by side"),
];

/// Examples of commands.
const OF_COMMANDS: Examples = &[
    (
        "solve",
        [
            ("tour 8x8 --closed", "a closed knight's tour, drawn"),
            ("queens 8 --all --up-to-symmetry", "twelve are left"),
            ("place 8x8 --piece knight --json", "the most, as JSON"),
        ],
    ),
    (
        "count",
        [
            ("queens 12", "of twelve queens"),
            ("tour 6x6 --closed --up-to-symmetry", "tours, and their classes"),
            ("place 8x8 --piece king --counts-by-k", "for each number of kings"),
        ],
    ),
    (
        "compare",
        [
            ("queens 12", "queens by all methods"),
            ("tour 8x8 --methods sat:cuts,native:dfs", "two methods"),
            ("route 8x8 a1 h8 --json", "for `satranj report`"),
        ],
    ),
    (
        "bench",
        [
            ("suite.json -o results.json", "the experiments of a suite"),
            ("suite.json --runs 5 -o results.json", "each five times"),
            ("suite.json --time-limit 10s", "ten seconds for each"),
        ],
    ),
    (
        "report",
        [
            ("results.json -o report.html", "a page of results"),
            ("comparison.json -o report.html", "of a comparison"),
            ("results.json --plots plots", "the plots alone, as SVG"),
        ],
    ),
    (
        "export",
        [
            ("tour 6x6 --closed -o tour.cnf", "a formula and its map"),
            ("queens 8 --sizes", "sizes of encodings"),
            ("tour 6x6 --closed -o tour.hcp", "the graph"),
        ],
    ),
    (
        "decode",
        [
            ("tour.cnf.map.json model.txt", "a model as a tour"),
            ("tour.cnf.map.json < model.txt", "from standard input"),
            ("tour.cnf.map.json model.txt --json", "as JSON"),
        ],
    ),
    (
        "draw",
        [
            ("tour.json", "as text"),
            ("tour.json -o tour.svg", "a picture"),
            ("tour.json -o tour.html", "a page on which it moves"),
        ],
    ),
    (
        "generate",
        [
            ("tour 8x8 --blocked 4 -o board.txt", "a board"),
            ("hamilton --family sheehan --size 20 -o g.hcp", "a graph"),
            ("meet --cases 3 -o k.txt", "knights"),
        ],
    ),
    (
        "shard",
        [
            ("count queens 12 --parts 10 -o job.json", "a count in ten parts"),
            ("solve queens 40 --parts 4 -o job.json", "a search in four"),
            ("count queens 19 --method native:quadrants", "by this method"),
        ],
    ),
    (
        "part",
        [
            ("job.json 0 -o parts", "the first part of a job"),
            ("job.json -o parts", "the one Slurm names"),
            ("job.json 0 -o parts --time-limit 10min", "or what is left"),
        ],
    ),
    (
        "merge",
        [
            ("job.json parts", "the total, or what is missing"),
            ("job.json parts -o total.json", "as a document in a file"),
            ("job.json parts --json", "on standard output"),
        ],
    ),
    (
        "verify",
        [
            ("tour.json", "whether a document holds"),
            ("- < tour.json", "from standard input"),
            ("tour.json --time-limit 1min", "with a minute for its certificate"),
        ],
    ),
    (
        "list",
        [
            ("puzzles", "what can be stated"),
            ("methods", "what solves and counts, puzzle by puzzle"),
            ("pieces --json", "as JSON"),
        ],
    ),
    (
        "completions",
        [
            ("bash > satranj.bash", "of bash"),
            ("zsh > _satranj", "of zsh"),
            ("fish > satranj.fish", "of fish"),
        ],
    ),
    (
        "man",
        [
            ("| man -l -", "read it"),
            ("-o pages", "a page a command"),
            ("-o pages --force", "replace pages of an earlier version"),
        ],
    ),
];

/// The examples of a command for each puzzle that it takes.
fn of_puzzles(command: &str) -> impl Iterator<Item = &'static (&'static str, [Example; 3])> {
    let (own, shared): (Examples, Examples) = match command {
        "solve" | "compare" => (&[], OF_PUZZLES),
        "count" => (OF_COUNTS, OF_PUZZLES),
        "export" => (OF_EXPORTS, &[]),
        _ => (&[], &[]),
    };
    let is_other = |name: &str| own.iter().all(|(known, _)| *known != name);
    own.iter().chain(shared.iter().filter(move |(name, _)| is_other(name)))
}

/// What the program says where it is given nothing to do.
pub fn welcome() -> String {
    format!(
        "Satranj solves chessboard and graph puzzles, and checks every answer. Try\n{}\n\n\
         `satranj --help` names all commands; `satranj solve tour -h` tells of one.",
        lines("", &FIRST)
    )
}

/// The command with examples before its help, and that of each command and each of its puzzles.
pub fn with_examples(command: Command) -> Command {
    let command = command.before_help(text("", &FIRST));
    OF_COMMANDS.iter().fold(command, |command, (name, examples)| {
        command.mut_subcommand(name, |command| {
            let command = command.before_help(text(&format!("{name} "), examples));
            of_puzzles(name).fold(command, |command, (puzzle, examples)| {
                let words = format!("{name} {puzzle} ");
                command.mut_subcommand(puzzle, |puzzle| puzzle.before_help(text(&words, examples)))
            })
        })
    })
}

/// The examples with their heading.
fn text(words: &str, examples: &[Example; 3]) -> String {
    format!("Examples:{}", lines(words, examples))
}

/// The examples as lines, behind these words, with what they ask for in a column of its own.
fn lines(words: &str, examples: &[Example; 3]) -> String {
    let lines = examples.map(|(arguments, what)| (format!("satranj {words}{arguments}"), what));
    let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    lines.map(|(line, what)| format!("\n  {line:width$}   {what}")).concat()
}
