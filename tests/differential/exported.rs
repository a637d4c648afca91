//! Exported formulas, solved by varisat and decoded by their maps.

use std::panic::{AssertUnwindSafe, catch_unwind};

use satranj::{
    Limits, decode,
    encodings::{encoding::Encoding, registry},
    exports::{self, Export},
    methods::{Context, MethodOptions},
    puzzles::StatedPuzzle,
};
use satranj_oracles::dice::Dice;
use serde_json::Value;

use crate::{asked::puzzle, drawn::one_of, keys::key, truth::Truth};

/// A formula of the statement in one of the encodings that state it.
#[derive(Clone, Copy)]
pub struct Formula {
    /// The encoding.
    pub encoding: &'static Encoding,
    options: satranj::encodings::encoding::Options,
}

impl Formula {
    /// A random one, unless the best is asked for, which no formula states.
    pub fn random(dice: &mut Dice, puzzle: &dyn StatedPuzzle) -> Option<Self> {
        let model = puzzle.model();
        if model.sense().is_some() {
            return None;
        }
        let encodings = registry::encodings().iter().filter(|encoding| encoding.supports(&model));
        let encodings: Vec<&&Encoding> = encodings.collect();
        let encoding = encodings.get(dice.below(encodings.len().max(1) as u32) as usize)?;
        let mut options = MethodOptions::default().encoding;
        options.at_most_one = *one_of(dice, &satranj::encodings::at_most_one::AtMostOne::ALL);
        if dice.one_in(2) {
            options.reductions = satranj::encodings::hamiltonian::reductions::Reductions::NONE;
        }
        Some(Self { encoding, options })
    }

    /// The arguments that export it.
    pub fn words(&self) -> String {
        let options = &self.options;
        format!(
            "export --from - --format dimacs --encoding {} --amo {} --reductions {}",
            self.encoding.name(),
            options.at_most_one.name(),
            options.reductions
        )
    }

    /// Says what is wrong with the formula.
    pub fn judged(&self, statement: &Value, truth: &Truth) -> Result<(), String> {
        catch_unwind(AssertUnwindSafe(|| self.solved(statement, truth)))
            .unwrap_or_else(|_| Err("it panics".into()))
    }

    fn solved(&self, statement: &Value, truth: &Truth) -> Result<(), String> {
        let puzzle = puzzle(statement).ok_or("the statement is refused")?;
        let context = Context::new(Limits::default(), 1, MethodOptions::default());
        let model = puzzle.model();
        let export = Export {
            puzzle: &*puzzle,
            model: &model,
            encoding: Some(self.encoding),
            is_encoding_named: true,
            is_projected: false,
            cubes: None,
            best: None,
            options: self.options,
            command: "a test".into(),
            seed: 1,
            run: &context,
        };
        let mut formula = Vec::new();
        let format = exports::by_name("dimacs").expect("it is listed");
        let map = format.write(&export, &mut formula).map_err(|error| error.to_string())?;
        let map = map.ok_or("a formula without a map")?;
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(formula.as_slice()).map_err(|error| error.to_string())?;
        let is_satisfied = solver.solve().map_err(|error| error.to_string())?;
        if !self.encoding.complete() {
            // Its models may be several cycles.
            let is_right = is_satisfied || !truth.exists;
            return is_right
                .then_some(())
                .ok_or_else(|| "unsatisfiable, and there is a solution".into());
        }
        if is_satisfied != truth.exists {
            return Err(format!("satisfiable: {is_satisfied}, right is {}", truth.exists));
        }
        if !is_satisfied {
            return Ok(());
        }
        let literals = solver.model().unwrap_or_default();
        let literals: Vec<String> =
            literals.iter().map(|literal| literal.to_dimacs().to_string()).collect();
        let printed = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
        let decoded = decode(&map, &printed).map_err(|error| format!("not decoded: {error}"))?;
        let document =
            serde_json::to_value(&decoded.document).map_err(|error| error.to_string())?;
        let found = key(statement, &document["solution"]);
        match &truth.keys {
            // As in replies: a plan may make detours.
            Some(keys) if !keys.contains(&found) && statement["kind"] != "exchange" => {
                Err(format!("decoded to what is no solution: {found}"))
            }
            _ => Ok(()),
        }
    }
}
