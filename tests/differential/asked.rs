//! Questions to methods, and what they reply: through the library, or through a program.

use std::{
    fmt::Write as _,
    io::Write as _,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use satranj::{
    Limits, Statement,
    answer::{Answer, Outcome, Question as Asked, Wanted, answer, count, method::performs},
    encodings::at_most_one::AtMostOne,
    methods::{Context, Counting, Method, MethodOption, MethodOptions, Registry},
    puzzles::{StatedPuzzle, Task},
    solvers::{BUILT_IN, SolverChoice},
};
use satranj_oracles::dice::Dice;
use serde_json::Value;

use crate::drawn::one_of;

/// The longest that a question takes. Nodes and conflicts are limited, so that only a search that hangs takes so long,
/// also on a slow machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// What is asked of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ask {
    /// One solution, or the best.
    One,
    /// All solutions.
    All,
    /// All solutions up to symmetry.
    Classes,
    /// How many there are.
    Count,
    /// How many there are up to symmetry.
    CountClasses,
}

impl Ask {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::One, Self::All, Self::Classes, Self::Count, Self::CountClasses];

    fn counting(self) -> Counting {
        Counting { by_size: false, classes: self.is_up_to_symmetry() }
    }

    /// Whether symmetric solutions are one.
    pub fn is_up_to_symmetry(self) -> bool {
        matches!(self, Self::Classes | Self::CountClasses)
    }

    fn wanted(self) -> Wanted {
        if self == Self::One { Wanted::First } else { Wanted::All }
    }

    fn words(self) -> &'static str {
        match self {
            Self::One => "solve --from -",
            Self::All => "solve --from - --all",
            Self::Classes => "solve --from - --all --up-to-symmetry",
            Self::Count => "count --from -",
            Self::CountClasses => "count --from - --up-to-symmetry",
        }
    }

    /// Whether a method answers it.
    pub fn is_for(self, method: &Method, puzzle: &dyn StatedPuzzle) -> bool {
        let task = match self {
            Self::One => Task::First,
            Self::All | Self::Classes => Task::All,
            Self::Count | Self::CountClasses => Task::Count(self.counting()),
        };
        performs(method, &puzzle.model(), task)
    }
}

/// A method with its options, and what it is asked.
#[derive(Clone, Copy)]
pub struct Question {
    /// The method.
    pub method: Method,
    /// What it is asked.
    pub ask: Ask,
    precheck: bool,
    at_most_one: AtMostOne,
    /// Which of the four reductions are made, as bits.
    reductions: u32,
    solver: usize,
    seed: u64,
    /// The most nodes, after which a method may leave the question open.
    pub nodes: Option<u64>,
}

impl Question {
    /// A method with random options among those that it reads.
    pub fn random(dice: &mut Dice, method: Method, ask: Ask) -> Self {
        Self {
            method,
            ask,
            precheck: dice.one_in(2),
            at_most_one: *one_of(dice, &AtMostOne::ALL),
            reductions: if dice.one_in(2) { 15 } else { dice.below(16) },
            solver: dice.below(BUILT_IN.len() as u32) as usize,
            seed: u64::from(1 + dice.below(1000)),
            nodes: None,
        }
    }

    fn reads(&self, option: MethodOption) -> bool {
        self.method.description.reads(option)
    }

    fn reductions(&self) -> String {
        let names = ["parity", "windows", "forced", "direction"].into_iter().enumerate();
        let made = names.filter(|(bit, _)| self.reductions >> bit & 1 == 1).map(|(_, name)| name);
        let made = made.collect::<Vec<_>>().join(",");
        if made.is_empty() { "none".into() } else { made }
    }

    fn options(&self) -> MethodOptions {
        let mut options = MethodOptions { restarts: Some(40), ..MethodOptions::default() };
        if self.reads(MethodOption::AtMostOne) {
            options.encoding.at_most_one = self.at_most_one;
        }
        if self.reads(MethodOption::Reductions) {
            options.encoding.reductions = self.reductions().parse().expect("their names");
        }
        if self.reads(MethodOption::Solver) {
            options.solver = SolverChoice::BuiltIn(BUILT_IN[self.solver]);
        }
        options
    }

    /// The arguments that ask the same of the program.
    pub fn words(&self) -> String {
        let precheck = if self.precheck { "on" } else { "off" };
        let mut words = format!(
            "{} --method {} --precheck {precheck} --seed {} --json",
            self.ask.words(),
            self.method.name(),
            self.seed
        );
        for (option, value) in [
            (MethodOption::AtMostOne, self.at_most_one.name()),
            (MethodOption::Reductions, &self.reductions()),
            (MethodOption::Solver, BUILT_IN[self.solver].name),
            (MethodOption::Restarts, "40"),
        ] {
            if self.reads(option) {
                let _ = write!(words, " --{} {value}", option.name());
            }
        }
        if let Some(nodes) = self.nodes {
            let _ = write!(words, " --node-limit {nodes}");
        }
        words
    }

    /// A line for a shell that asks the same.
    pub fn line(&self, statement: &Value) -> String {
        format!("echo '{statement}' | satranj {}", self.words())
    }
}

/// What a method says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// `satisfied`, `optimal` and so on, as in documents.
    pub status: String,
    /// Why there is no answer.
    pub reason: Option<String>,
    /// The best value.
    pub objective: Option<u64>,
    /// The solutions, as in documents.
    pub solutions: Vec<Value>,
    /// Up to symmetry: the size of the class of each.
    pub orbit_sizes: Vec<u64>,
    /// The number of solutions.
    pub count: Option<u64>,
    /// The number of classes.
    pub classes: Option<u64>,
}

/// Who is asked.
#[derive(Debug, Clone)]
pub enum Respondent {
    /// The library, in this process.
    Library,
    /// A program, which may be of another version.
    Program(PathBuf),
    /// The library with a bug: this method counts one solution too few where there are more than two.
    Miscounting(&'static str),
}

/// The puzzle of a statement, unless the statement is refused.
pub fn puzzle(statement: &Value) -> Option<Box<dyn StatedPuzzle>> {
    let stated: Statement = serde_json::from_value(statement.clone()).ok()?;
    stated.into_puzzle().ok()
}

/// The methods that answer some question about a puzzle.
pub fn methods(puzzle: &dyn StatedPuzzle) -> Vec<Method> {
    let registry = Registry::standard();
    let model = puzzle.model();
    registry.iter().filter(|method| method.applies(&model)).copied().collect()
}

impl Respondent {
    /// What is replied to a question; a failure is a text.
    pub fn reply(&self, statement: &Value, question: &Question) -> Result<Reply, String> {
        match self {
            Self::Library => {
                catch_unwind(AssertUnwindSafe(|| in_this_process(statement, question)))
                    .unwrap_or_else(|_| Err("it panics".into()))
            }
            Self::Program(program) => by_program(program, statement, question),
            Self::Miscounting(method) => {
                let mut reply = in_this_process(statement, question)?;
                let is_wrong = |count: &u64| *count > 2 && question.method.name() == *method;
                reply.count = reply.count.map(|count| count - u64::from(is_wrong(&count)));
                Ok(reply)
            }
        }
    }
}

fn in_this_process(statement: &Value, question: &Question) -> Result<Reply, String> {
    let puzzle = puzzle(statement).ok_or("the statement is refused")?;
    let limits = Limits { time: Some(PATIENCE), nodes: question.nodes, ..Limits::default() };
    let context = Context::new(limits, question.seed, question.options());
    let mut reply = Reply::default();
    let (method, ask, precheck) = (&question.method, question.ask, question.precheck);
    let mut found = |finding: satranj::answer::Finding| {
        if ask == Ask::One {
            // Each is better than the one before.
            reply.solutions.clear();
        }
        reply.solutions.push(serde_json::to_value(&finding.solution).expect("a document"));
        reply.orbit_sizes.extend(finding.orbit_size.map(u64::from));
        ControlFlow::Continue(())
    };
    let answer = match ask {
        Ask::Count | Ask::CountClasses => {
            count(&*puzzle, method, ask.counting(), precheck, &context, &mut found)
        }
        _ => {
            let up_to_symmetry = ask.is_up_to_symmetry();
            let asked = Asked { wanted: ask.wanted(), precheck, up_to_symmetry };
            answer(&*puzzle, method, asked, &context, &mut found)
        }
    };
    let Answer { outcome, objective, counted, .. } =
        answer.map_err(|failure| failure.to_string())?;
    if let Some(certificate) = outcome.certificate() {
        // Of the best the certificate was checked with its value.
        let best = if let Outcome::Optimal(_) = outcome { objective } else { None };
        let ruling = puzzle.verify_certificate(certificate, best);
        ruling.map_err(|violation| format!("a wrong certificate: {violation}"))?;
    }
    let small = |number: &num_bigint::BigUint| u64::try_from(number).expect("a small number");
    reply.objective = objective;
    if matches!(ask, Ask::Count | Ask::CountClasses) {
        reply.count = counted.as_ref().map(|counted| small(&counted.count));
        reply.classes = counted.and_then(|counted| counted.classes.as_ref().map(small));
        reply.solutions.clear();
        reply.orbit_sizes.clear();
    }
    let status = match &outcome {
        Outcome::Satisfied => "satisfied",
        Outcome::Optimal(_) => "optimal",
        Outcome::AllSolutions => "all_solutions",
        Outcome::Unsatisfiable(_) => "unsatisfiable",
        Outcome::Unknown(_) => "unknown",
    };
    reply.status = status.into();
    if let Outcome::Unknown(reason) = outcome {
        reply.reason =
            serde_json::to_value(reason).ok().as_ref().and_then(Value::as_str).map(String::from);
    }
    Ok(reply)
}

fn by_program(program: &PathBuf, statement: &Value, question: &Question) -> Result<Reply, String> {
    let mut child = Command::new(program)
        .args(question.words().split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let mut input = child.stdin.take().expect("a pipe");
    // A program that ends early says why.
    let _ = input.write_all(statement.to_string().as_bytes());
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !matches!(output.status.code(), Some(0 | 3)) {
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    let document: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let several = document["solutions"].as_array().cloned();
    let one = || Some(document["solution"].clone()).filter(|one| !one.is_null());
    let number = |field: &str| document[field].as_str().and_then(|digits| digits.parse().ok());
    let sizes = document["orbit_sizes"].as_array().into_iter().flatten();
    Ok(Reply {
        status: document["status"].as_str().unwrap_or_default().into(),
        reason: document["reason"].as_str().map(String::from),
        objective: document["objective"].as_u64(),
        solutions: several.unwrap_or_else(|| one().into_iter().collect()),
        orbit_sizes: sizes.filter_map(Value::as_u64).collect(),
        count: number("count"),
        classes: number("up_to_symmetry"),
    })
}
