//! The entrants of a measurement: the chosen methods, each with every requested set of options.

use satranj_encodings::at_most_one::AtMostOne;

use super::plan::{MeasurePlan, NumberedCase};
use crate::{
    cli::{
        CliError,
        arguments::RunArguments,
        selection::{Named, method, performs, reads},
    },
    documents::{choices::Choices, comparison::PROGRAM},
    methods::{Method, MethodOption, Registry, native::order::MoveOrder},
    nearest::unknown,
    rivals::RivalProgram,
    solvers::SolverChoice,
};

/// A method with its options.
pub struct Entrant<'r> {
    /// Its label: the name of the method, followed by the options in which it differs from others
    /// of this name.
    pub label: String,
    /// The method; if options were given, also the methods of the same name for other cases. Empty
    /// for a program.
    pub named: Named<'r>,
    /// An external program in place of a method.
    pub program: Option<RivalProgram>,
    /// The options that distinguish it.
    pub options: Choices,
    /// The options and limits of its runs.
    pub run: RunArguments,
}

impl Entrant<'_> {
    /// The name of the method.
    pub fn name(&self) -> &str {
        self.named.first().map_or(self.label.as_str(), |method| method.name())
    }

    /// Its solver with the version; for a program its command.
    pub fn solver(&self) -> Option<String> {
        match &self.program {
            Some(program) => Some(program.solver()),
            None => self.named.first()?.solver(&self.run.options()),
        }
    }

    /// Whether a name, a pattern or `all` matches it.
    pub fn is_of(&self, pattern: &str) -> bool {
        pattern == ALL || matches(pattern, self.name())
    }
}

/// Whether a name or a pattern is for programs.
fn is_of_program(name: &str) -> bool {
    name.trim().starts_with(PROGRAM)
}

/// Whether names or patterns of methods match a program.
pub fn names_program(names: &[String], program: &RivalProgram) -> bool {
    let mut names = names.iter().map(|name| name.trim()).filter(|name| is_of_program(name));
    names.any(|name| matches(name, &program.method()))
}

/// The programs that are named as methods but have no command.
pub fn programs_missing<'n>(names: &'n [String], programs: &[RivalProgram]) -> Vec<&'n str> {
    let named = names.iter().map(|name| name.trim()).filter(|name| is_of_program(name));
    let is_given = |name: &&str| programs.iter().any(|program| matches(name, &program.method()));
    named.filter(|name| !is_given(name) && !is_pattern(name)).collect()
}

/// Refuses two programs with one name.
///
/// # Errors
/// [`CliError::Usage`] with the name.
pub fn check_programs(programs: &[RivalProgram]) -> Result<(), CliError> {
    let names: Vec<String> = programs.iter().map(RivalProgram::method).collect();
    let twice = (1..names.len()).find(|&place| names[..place].contains(&names[place]));
    twice.map_or(Ok(()), |place| {
        usage!("--program: two programs have the name `{}`", names[place]);
    })
}

/// Options with several values.
#[derive(Debug, Clone, Default)]
pub struct Matrix {
    /// Values of `--solver`.
    pub solvers: Vec<SolverChoice>,
    /// Values of `--amo`.
    pub amo: Vec<AtMostOne>,
    /// Values of `--order`.
    pub orders: Vec<MoveOrder>,
}

impl Matrix {
    /// The options with values here.
    fn given(&self) -> impl Iterator<Item = MethodOption> {
        [
            (MethodOption::Solver, self.solvers.is_empty()),
            (MethodOption::AtMostOne, self.amo.is_empty()),
            (MethodOption::Order, self.orders.is_empty()),
        ]
        .into_iter()
        .filter(|(_, is_empty)| !is_empty)
        .map(|(option, _)| option)
    }
}

/// The word for all methods that apply.
const ALL: &str = "all";

/// Whether a name is a pattern.
fn is_pattern(name: &str) -> bool {
    name == ALL || name.contains('*')
}

/// Whether a name matches a pattern, in which `*` matches any letters.
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether a name, a pattern or `all` matches a method.
fn is_of(pattern: &str, method: &Method) -> bool {
    pattern == ALL || matches(pattern, method.name())
}

impl MeasurePlan {
    /// The methods for some names or patterns, or all that apply to every case, each with every
    /// combination of the matrix's options that it reads; then the named programs, or all programs
    /// if none is named. With a range of seeds no program is run.
    ///
    /// # Errors
    /// [`CliError::Usage`] that lists the methods if a name is unknown, or names an option that no
    /// method reads.
    pub fn entrants<'r>(
        &self,
        names: &[String],
        (matrix, programs): (&Matrix, &[RivalProgram]),
        registry: &'r Registry,
        cases: &[NumberedCase],
    ) -> Result<Vec<Entrant<'r>>, CliError> {
        let (of_programs, names): (Vec<String>, Vec<String>) =
            names.iter().cloned().partition(|name| is_of_program(name));
        let methods = if names.is_empty() && !of_programs.is_empty() {
            Vec::new()
        } else {
            self.methods(&names, registry, cases)?
        };
        let unread = |option: &MethodOption| !methods.iter().any(|named| reads(named, *option));
        if let Some(option) = matrix.given().find(unread).filter(|_| !methods.is_empty()) {
            usage!("--{} has several values, but none of these methods reads it", option.name());
        }
        let own = methods.into_iter().flat_map(|named| self.variants(&named, matrix));
        let is_named = |program: &&RivalProgram| {
            of_programs.is_empty() || names_program(&of_programs, program)
        };
        let rivals = programs.iter().filter(is_named).filter(|_| self.seeds.is_none());
        Ok(own.chain(rivals.map(|program| self.rival(program))).collect())
    }

    /// A program as an entrant.
    fn rival<'r>(&self, program: &RivalProgram) -> Entrant<'r> {
        Entrant {
            label: program.method(),
            named: Vec::new(),
            program: Some(program.clone()),
            options: Choices::default(),
            run: RunArguments { node_limit: None, ..self.run.read_by(|_| false) },
        }
    }

    /// A method with every combination of options that it reads.
    fn variants<'r>(&self, named: &Named<'r>, matrix: &Matrix) -> Vec<Entrant<'r>> {
        fn values<T: Clone>(values: &[T], is_read: bool) -> Vec<Option<T>> {
            match values {
                [] => vec![None],
                _ if !is_read => vec![None],
                values => values.iter().cloned().map(Some).collect(),
            }
        }
        let name = named[0].name();
        let mut variants = Vec::new();
        for solver in values(&matrix.solvers, reads(named, MethodOption::Solver)) {
            for amo in values(&matrix.amo, reads(named, MethodOption::AtMostOne)) {
                for order in values(&matrix.orders, reads(named, MethodOption::Order)) {
                    let options = Choices {
                        solver: solver.as_ref().map(ToString::to_string),
                        amo: amo.map(|amo| amo.name().into()),
                        order: order.as_ref().map(ToString::to_string),
                        ..Choices::default()
                    };
                    let mut run = self.run.read_by(|option| reads(named, option));
                    run.solver = solver.clone().or(run.solver);
                    run.encoding.amo = amo.or(run.encoding.amo);
                    run.order = order.or(run.order);
                    let words = [name.to_string()].into_iter().chain(options.arguments());
                    let label = words.collect::<Vec<_>>().join(" ");
                    let named = named.clone();
                    variants.push(Entrant { label, named, program: None, options, run });
                }
            }
        }
        variants
    }

    /// The methods for some names or patterns, or all that apply to every case.
    fn methods<'r>(
        &self,
        names: &[String],
        registry: &'r Registry,
        cases: &[NumberedCase],
    ) -> Result<Vec<Named<'r>>, CliError> {
        let Some(first) = cases.first() else { return Ok(Vec::new()) };
        let all = self.applying(registry, cases);
        let mut chosen: Vec<&Method> = Vec::new();
        let mut add = |method: &'r Method| {
            if !chosen.iter().any(|other| other.name() == method.name()) {
                chosen.push(method);
            }
        };
        for name in names.iter().map(|name| name.trim()) {
            if !is_pattern(name) {
                if all.iter().any(|method| method.name().starts_with(&format!("{name}:"))) {
                    usage!("unknown method `{name}`; write {name}:* for all its methods");
                }
                add(method(registry, Some(name), first.puzzle.as_ref(), self.task())?);
                continue;
            }
            let of_pattern = all.iter().filter(|method| is_of(name, method));
            let mut found = false;
            for method in of_pattern {
                found = true;
                add(method);
            }
            if !found {
                let names = all.iter().map(|method| method.name());
                return Err(CliError::Usage(unknown("method", name, names)));
            }
        }
        let chosen = if names.is_empty() { all } else { chosen };
        Ok(chosen.into_iter().map(|method| self.named(method, registry, cases)).collect())
    }

    /// All methods that apply to every case.
    fn applying<'r>(&self, registry: &'r Registry, cases: &[NumberedCase]) -> Vec<&'r Method> {
        let task = self.task();
        let mut models = cases.iter().map(|case| case.puzzle.model());
        let Some(model) = models.next() else { return Vec::new() };
        let mut methods: Vec<&Method> =
            registry.iter().filter(|method| performs(method, &model, task)).collect();
        for model in models {
            // A name may mean a different method for each puzzle.
            methods.retain(|method| {
                registry.get(method.name(), &model).is_some_and(|own| performs(own, &model, task))
            });
        }
        methods
    }

    /// A method of the first case, and the methods of the same name for the other cases; the method
    /// alone if the options are the same.
    fn named<'r>(
        &self,
        method: &'r Method,
        registry: &'r Registry,
        cases: &[NumberedCase],
    ) -> Named<'r> {
        let others = if self.run.given().is_empty() { &[] } else { &cases[1..] };
        let others =
            others.iter().filter_map(|case| registry.get(method.name(), &case.puzzle.model()));
        std::iter::once(method).chain(others).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, is_such) in [
            ("sat:*", "sat:cuts", true),
            ("sat:*", "native:dfs", false),
            ("*:d*s", "native:dfs", true),
            ("*:d*s", "native:divided", false),
            ("sat:cuts", "sat:cuts", true),
            ("sat:cuts", "sat:cuts-only", false),
            ("sat:*cuts*", "sat:warm-cuts", true),
            ("*a*a*", "sat:a", true),
            ("aa*a", "aa", false),
            ("*", "sat:cuts", true),
        ] {
            assert_eq!(matches(pattern, name), is_such, "{pattern} {name}");
        }
    }
}
