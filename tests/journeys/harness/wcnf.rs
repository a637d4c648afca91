//! WCNF files, optimised by brute force over the soft literals.

/// The best model of a file's hard clauses.
pub struct Best {
    /// Number of soft clauses.
    pub soft: usize,
    /// How many of them the model satisfies.
    pub satisfied: usize,
    /// Its literals, as a solver prints them.
    pub model: String,
}

/// The best model of satisfiable hard clauses and at most twelve soft literals.
pub fn best(wcnf: &str) -> Best {
    best_if_any(wcnf).expect("the hard clauses are satisfiable")
}

/// As [`best`]; `None` if the hard clauses have no model.
pub fn best_if_any(wcnf: &str) -> Option<Best> {
    let mut solver = varisat::Solver::new();
    let mut soft = Vec::new();
    for line in wcnf.lines().filter(|line| !line.starts_with("c ")) {
        let (weight, literals) = line.split_once(' ').expect(line);
        let words = literals.strip_suffix('0').expect(line).split_whitespace();
        let literals: Vec<varisat::Lit> =
            words.map(|word| varisat::Lit::from_dimacs(word.parse().expect(line))).collect();
        match (weight, &literals[..]) {
            ("h", _) => varisat::ExtendFormula::add_clause(&mut solver, &literals),
            ("1", [literal]) => soft.push(*literal),
            _ => panic!("`{line}` is neither hard nor a soft literal"),
        }
    }
    assert!(soft.len() <= 12, "too many for brute force");
    let mut choices: Vec<u32> = (0..1 << soft.len()).collect();
    choices.sort_by_key(|choice| choice.count_zeros());
    for choice in choices {
        let chosen = soft.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
        let chosen: Vec<varisat::Lit> = chosen.map(|(_, &literal)| literal).collect();
        solver.assume(&chosen);
        if solver.solve().expect("varisat decides") {
            let model = solver.model().expect("a model");
            let values: Vec<String> =
                model.iter().map(|literal| literal.to_dimacs().to_string()).collect();
            let (soft, satisfied) = (soft.len(), choice.count_ones() as usize);
            return Some(Best { soft, satisfied, model: values.join(" ") });
        }
    }
    None
}
