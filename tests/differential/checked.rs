//! One instance: every method that takes it runs, and all replies are compared with the truth.

use std::{collections::BTreeMap, fmt::Write as _};

use satranj::{Settings, Wanted, solve, verify};
use satranj_oracles::dice::Dice;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    asked::{Ask, Question, Reply, Respondent, methods, puzzle},
    classes::Turn,
    drawn::{self, Size, one_of},
    drawn_graphs,
    exported::Formula,
    judged::{is_asked, judged},
    keys::key,
    shrunk::shrunk,
    stated::{StatedGraph, board, text},
    truth::{self, Truth},
};

/// The most nodes of a search without brute force beside it: plain ones would take hours.
const MOST_NODES: u64 = 1_000_000;

/// The most conflicts of a SAT solver without brute force beside it: a conflict takes a hundred times as long as a node.
const MOST_CONFLICTS: u64 = 10_000;

/// How often each method of each puzzle, each encoding, and so on, was asked.
pub type Tally = BTreeMap<(String, String), u64>;

/// What one instance came to.
pub struct Checked {
    /// How often what was asked.
    pub tally: Tally,
    /// A digest of all replies.
    pub digest: [u8; 32],
    /// What is wrong, with a line for a shell that shows it.
    pub failures: Vec<String>,
}

/// A statement of this seed and number, of this puzzle if it is given; the same in every version.
fn drawn(seed: u64, index: u64, size: Size, kind: Option<&str>) -> (Dice, Value) {
    let mut dice = Dice(mixed(seed, index));
    loop {
        let statement = drawn::statement(&mut dice, size);
        let is_asked_for = kind.is_none_or(|kind| statement["kind"] == kind);
        if is_asked_for && puzzle(&statement).is_some() {
            return (dice, statement);
        }
    }
}

/// A number that differs in about half of its bits for other numbers (Steele, Lea and Flood 2014).
fn mixed(seed: u64, index: u64) -> u64 {
    let mut mixed = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31).max(1)
}

/// A statement with the same answer: turned, or with other names.
fn transformed(dice: &mut Dice, statement: &Value) -> Value {
    if statement["graph"].is_object() {
        return drawn_graphs::renamed(dice, statement);
    }
    let turns: Vec<Turn> = Turn::of(statement);
    one_of(dice, &turns).statement(statement)
}

/// The number of squares or vertices.
fn cells(statement: &Value) -> usize {
    if statement["graph"].is_object() {
        return StatedGraph::of(statement).names.len();
    }
    board(statement).free().len()
}

/// Asks everything about one instance.
pub struct Checker<'a> {
    /// Who is asked.
    pub respondent: &'a Respondent,
    /// The kind of puzzle, if not all are asked about.
    pub puzzle: Option<&'a str>,
}

impl Checker<'_> {
    /// Draws the instance and checks all replies.
    pub fn check(&self, seed: u64, index: u64) -> Checked {
        let size = if index % 8 == 7 { Size::Large } else { Size::Small };
        let (mut dice, statement) = drawn(seed, index, size, self.puzzle);
        let other = transformed(&mut dice, &statement);
        let mut state = State::new(&statement);
        let stated = puzzle(&statement).expect("it was accepted");
        if puzzle(&other).is_none() {
            state.failures.push(format!("refused after a turn: {other}, of {statement}"));
            return state.done();
        }
        let mut known = (size == Size::Small).then(|| truth::of(&statement));
        // What is right of the one is right of the other, but for the names in solutions.
        let keys = known.is_some().then(|| truth::of(&other)).and_then(|turned| {
            let both = [known.as_ref(), Some(&turned)];
            let both =
                both.map(|truth| truth.map(|it| (it.exists, it.best, it.number, it.classes)));
            if both[0] != both[1] {
                state.failures.push(format!("brute force: {both:?} of {statement} and {other}"));
            }
            turned.keys
        });
        for method in methods(&*stated) {
            for ask in Ask::ALL {
                let is_sat = method.name().starts_with("sat:");
                let most = if is_sat { MOST_CONFLICTS } else { MOST_NODES };
                let nodes = (size == Size::Large).then_some(most);
                let mut question = Question::random(&mut dice, method, ask);
                question.nodes = nodes;
                let is_turned = dice.one_in(4);
                let is_drawn = ask == Ask::One || dice.one_in(2);
                if is_drawn && ask.is_for(&method, &*stated) {
                    let of_turned = |truth: &Truth| Truth { keys: keys.clone(), ..truth.clone() };
                    let (asked, truth) = if is_turned {
                        (&other, known.as_ref().map(of_turned))
                    } else {
                        (&statement, known.clone())
                    };
                    if let Some(first) = self.put(asked, &question, truth.as_ref(), &mut state) {
                        known = Some(first);
                    }
                }
            }
        }
        if let (Respondent::Library, Some(truth)) = (self.respondent, &known) {
            let formula = Formula::random(&mut dice, &*stated);
            if let Some(formula) = formula {
                check_formula(&statement, truth, formula, &mut state);
            }
            if dice.one_in(4) {
                check_document(&statement, truth, &mut state);
            }
        }
        state.done()
    }

    /// Puts a question. Without brute force the first certain reply is returned: the truth for all others.
    fn put(
        &self,
        statement: &Value,
        question: &Question,
        known: Option<&Truth>,
        state: &mut State,
    ) -> Option<Truth> {
        let truth = known.cloned().unwrap_or_default();
        if !is_asked(statement, &truth, question, cells(statement)) {
            return None;
        }
        state.count(question.method.name());
        let reply = self.respondent.reply(statement, question);
        state.record(statement, question, &reply);
        if let (None, Ok(reply)) = (known, &reply) {
            let exists = reply.status != "unsatisfiable";
            let first = Truth { exists, best: reply.objective, ..truth };
            return (reply.status != "unknown").then_some(first);
        }
        let problem = reply.and_then(|reply| judged(statement, &truth, question, &reply)).err()?;
        let fails = |smaller: &Value| self.problem(smaller, question).is_some();
        let least = if fails(statement) { shrunk(statement, &fails) } else { statement.clone() };
        let problem = self.problem(&least, question).unwrap_or(problem);
        state.failures.push(format!(
            "{}: {problem}\n  {}",
            question.method.name(),
            question.line(&least)
        ));
        None
    }

    /// What is wrong with the reply about a statement small enough for brute force.
    fn problem(&self, statement: &Value, question: &Question) -> Option<String> {
        let stated = puzzle(statement)?;
        if cells(statement) > 16 || !question.ask.is_for(&question.method, &*stated) {
            return None;
        }
        let truth = truth::of(statement);
        if !is_asked(statement, &truth, question, cells(statement)) {
            return None;
        }
        let reply = self.respondent.reply(statement, question);
        reply.and_then(|reply| judged(statement, &truth, question, &reply)).err()
    }
}

fn check_formula(statement: &Value, truth: &Truth, formula: Formula, state: &mut State) {
    let name = format!("export {}", formula.encoding.name());
    state.count(&name);
    if formula.judged(statement, truth).is_ok() {
        return;
    }
    let problem = |smaller: &Value| -> Option<String> {
        let model = puzzle(smaller)?.model();
        formula.encoding.supports(&model).then_some(())?;
        formula.judged(smaller, &truth::of(smaller)).err()
    };
    let least = shrunk(statement, &|smaller| problem(smaller).is_some());
    let problem = problem(&least).unwrap_or_default();
    state
        .failures
        .push(format!("{name}: {problem}\n  echo '{least}' | satranj {}", formula.words()));
}

/// The document of all solutions by the default method passes the check of documents.
fn check_document(statement: &Value, truth: &Truth, state: &mut State) {
    if truth.keys.is_none() || statement["kind"] == "exchange" {
        return;
    }
    state.count("verify");
    let stated = puzzle(statement).expect("it was accepted");
    let wanted = Wanted::All;
    let problem = match solve(&*stated, &Settings { wanted, ..Settings::default() }) {
        Err(failure) => Some(failure.to_string()),
        Ok(solved) => {
            let keys = solved
                .solutions
                .iter()
                .map(|one| key(statement, &serde_json::to_value(one).expect("a document")));
            let is_known = keys.map(Some).all(|key| {
                truth.keys.as_ref().zip(key).is_some_and(|(keys, key)| keys.contains(&key))
            });
            let document = serde_json::to_string(&solved.document(&*stated)).expect("a document");
            let shown = verify(&document);
            match shown {
                Err(error) => Some(format!("its document is refused: {error}")),
                Ok(shown) if !shown.is_all() || !is_known => {
                    Some(format!("its document: {shown:?}"))
                }
                Ok(_) => None,
            }
        }
    };
    if let Some(problem) = problem {
        let line =
            format!("echo '{statement}' | satranj solve --from - --all --json | satranj verify -");
        state.failures.push(format!("verify: {problem}\n  {line}"));
    }
}

/// What is gathered about one instance.
struct State {
    kind: String,
    tally: Tally,
    hash: Sha256,
    failures: Vec<String>,
}

impl State {
    fn new(statement: &Value) -> Self {
        let kind = text(&statement["kind"]);
        let tally = Tally::from([((kind.clone(), String::new()), 1)]);
        let mut hash = Sha256::new();
        hash.update(statement.to_string());
        Self { kind, tally, hash, failures: Vec::new() }
    }

    fn count(&mut self, what: &str) {
        *self.tally.entry((self.kind.clone(), what.into())).or_default() += 1;
    }

    /// Adds what has to be the same in every version; which solution is found first may differ.
    fn record(&mut self, statement: &Value, question: &Question, reply: &Result<Reply, String>) {
        let mut line = question.words();
        match reply {
            Err(_) => line.push_str(" failed"),
            Ok(reply) => {
                let mut keys: Vec<String> = match question.ask {
                    Ask::All => reply.solutions.iter().map(|one| key(statement, one)).collect(),
                    _ => Vec::new(),
                };
                keys.sort_unstable();
                let Reply { status, objective, count, classes, .. } = reply;
                let _ = write!(line, " {status} {objective:?} {count:?} {classes:?} {keys:?}");
            }
        }
        self.hash.update(line);
    }

    fn done(self) -> Checked {
        Checked { tally: self.tally, digest: self.hash.finalize().into(), failures: self.failures }
    }
}
