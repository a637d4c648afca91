//! Instances that are made or read for a suite: graphs of families, graphs in files, random tours.

use std::{fs, path::Path};

use super::instances::NamedStatement;
use crate::{
    board::Board,
    cli::{
        CliError,
        measure::pattern_matches,
        named_file::NamedFiles,
        puzzle::{HamiltonArguments, graph},
    },
    documents::suite::{FamilyInstances, GraphFiles, RandomTours},
    file_name::shown,
    graphs::families::{self, FAMILIES, FamilyMember},
    limits::Limits,
    puzzles::{
        Statement,
        chance::Amount,
        hamilton::{GraphStatement, HamiltonStatement},
        tour::random::TourDistribution,
    },
    random::generator,
    run::Run,
};

/// The graphs of a family, a problem for each of the sizes.
///
/// # Errors
/// What is wrong with the family or a size.
pub fn family(of: &FamilyInstances, seed: u64) -> Result<Vec<NamedStatement>, String> {
    let family = families::by_name(&of.family).ok_or_else(|| {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        format!("family: there is no `{}`; there are {}", of.family, names.join(", "))
    })?;
    let mut generator = generator(seed);
    let mut statements = Vec::new();
    for size in &of.sizes {
        let member = FamilyMember::new(family, size.clone(), of.extra_edges, of.shuffle)?;
        // As files of graphs count them.
        let vertices = (1..=member.vertices()).map(|vertex| vertex.to_string()).collect();
        let edges = member.draw(&mut generator).into_iter().map(|(a, b)| [a, b]).collect();
        let graph = GraphStatement::new(false, vertices, edges);
        let statement = HamiltonStatement::new(graph, !of.path);
        statements.push((Some(member.title()), Statement::Hamilton(statement)));
    }
    Ok(statements)
}

/// The graphs in the files of a pattern, in the order of their names.
///
/// # Errors
/// [`CliError`] that names a file; that there is none.
pub fn graphs(of: &GraphFiles, files: &NamedFiles) -> Result<Vec<NamedStatement>, CliError> {
    let (folder, pattern) = of.files.rsplit_once('/').unwrap_or((".", &of.files));
    if folder.contains('*') {
        let problem = "`*` stands for letters of a file's name, not of a folder's";
        return Err(CliError::Input(format!("graphs: {}: {problem}", of.files)));
    }
    let folder_found = files.find_folder(folder).map_err(CliError::Input)?;
    let listed = fs::read_dir(&folder_found);
    let entries = listed.map_err(|error| CliError::file(&folder_found, &error))?;
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| CliError::file(&folder_found, &error))?.file_name();
        names.extend(name.into_string().ok().filter(|name| pattern_matches(pattern, name)));
    }
    names.sort();
    if names.is_empty() {
        return Err(CliError::Input(format!("graphs: no file is called {}", of.files)));
    }
    let mut statements = Vec::new();
    for name in names {
        let path = files.find(&format!("{folder}/{name}")).map_err(CliError::Input)?;
        statements.push((Some(name), graph(&path, of.path)?));
    }
    Ok(statements)
}

fn graph(path: &Path, is_path: bool) -> Result<Statement, CliError> {
    let cycle = HamiltonArguments::cycle_of(path.into());
    let question = HamiltonArguments { cycle: !is_path, path: is_path, ..cycle };
    // Of what stands in it no more is told: the file may be any.
    let wrong = |_| CliError::Input(format!("{}: it is no graph that can be read", shown(path)));
    graph::only(&question, &Run::new(Limits::default(), 0)).map_err(wrong)
}

/// Random tours.
///
/// # Errors
/// What is wrong with a value, or that no board was found.
pub fn tours(of: &RandomTours, seed: u64) -> Result<Vec<Statement>, String> {
    let share = |name: &str, share: f64| -> Result<Amount, String> {
        if !(0.0..1.0).contains(&share) {
            return Err(format!("{name}: {share} is no share from 0 to less than 1"));
        }
        Ok(if share == 0.0 { Amount::Number(0) } else { Amount::Percent(share * 100.0) })
    };
    let distribution = TourDistribution {
        board: Board::new(of.rows, of.columns).map_err(|error| error.to_string())?,
        piece: of.piece.parse().map_err(|error| format!("piece: {error}"))?,
        closed: of.closed,
        blocked: share("blocked", of.blocked)?,
        given: share("given", of.given)?,
    };
    let mut generator = generator(seed);
    let drawn = (0..of.cases).map(|_| distribution.draw(&mut generator).map(Statement::Tour));
    drawn.collect::<Result<_, _>>().map_err(|error| error.to_string())
}
