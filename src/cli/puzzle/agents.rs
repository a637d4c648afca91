//! The arguments of plans for agents, on a board or in any graph.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{Args, ValueEnum};
use satranj_encodings::lattice::Surface;

use super::{
    boards::{BLOCK_FOR_ONE, BoardArguments},
    graph::GraphArguments,
    question::{OtherQuestion, PuzzleQuestion},
    size_range::SizeWord,
    stated::StatedCases,
};
use crate::{
    board::{
        Board, BoardError,
        piece::Piece,
        square::{Square, split_list},
    },
    cli::CliError,
    graphs::NamedGraph,
    puzzles::{
        BoardStatement, Statement, StatementError,
        board_statement::surface_words,
        fields::Field,
        mapf::{AgentStatement, MapfStatement, PlanObjective, scenario},
        no_vertex,
    },
};

/// Plans for agents.
#[derive(Debug, Clone, Args)]
#[command(
    mut_arg("graph", |graph| graph.value_name("BOARD|GRAPH").help(
        "ROWSxCOLUMNS, @FILE or FILE.map with a board; or a graph: a file, - for standard input, or a \
         name such as grid:8x8"
    ).long_help(None)),
    mut_arg("input_format", |format| format.hide_short_help(true)),
)]
pub struct MapfArguments {
    #[command(flatten)]
    pub file: GraphArguments,
    #[command(flatten)]
    pub asked: AskedOfAgents,
}

/// The agents, and the rules of their plan.
#[derive(Debug, Clone, Args)]
pub struct AskedOfAgents {
    /// Set the agents: a1:c3,b1:a2 or a1:c3;b1:a2; with --scenario, their number
    #[arg(
        long,
        value_name = "FROM:TO,…|N",
        allow_hyphen_values = true,
        required_unless_present = "scenario"
    )]
    pub agents: Vec<String>,
    /// Read the agents from this file of a path finding benchmark (.scen)
    #[arg(long, value_name = "FILE")]
    pub scenario: Option<PathBuf>,
    /// Minimise this
    #[arg(long, value_enum, default_value_t)]
    pub objective: PlanObjective,
    /// Let all agents move in each step, or at most one
    #[arg(long, value_enum, default_value_t)]
    pub moves: AgentMoves,
    /// Forbid these conflicts: two agents in one place (vertex), two that exchange places (swap),
    /// one that enters a place in the step in which another leaves it (following)
    #[arg(
        hide_short_help = true,
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "vertex,swap"
    )]
    pub conflicts: Vec<AgentConflict>,
    /// Let any agent go to any goal
    #[arg(long)]
    pub anonymous: bool,
    /// Ask for any plan of at most this cost, instead of the least
    #[arg(long, value_name = "COST")]
    pub at_most: Option<u64>,
    /// On boards: set the leaper by whose moves agents walk, instead of a wazir
    #[arg(long, value_parser = Piece::lower_case)]
    pub piece: Option<String>,
    #[arg(
        hide_short_help = true,
        long,
        value_name = "SQUARES",
        allow_hyphen_values = true,
        help = BLOCK_FOR_ONE
    )]
    pub block: Vec<String>,
    /// On boards: join borders
    #[arg(
        hide_short_help = true,
        long,
        value_name = "SURFACE",
        default_value = "plane",
        value_parser = surface_words()
    )]
    pub surface: Surface,
}

/// Which agents may move in one step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum AgentMoves {
    /// All of them.
    #[default]
    Parallel,
    /// At most one.
    One,
}

/// What two agents must not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AgentConflict {
    /// Be in one place.
    Vertex,
    /// Exchange their places in one step.
    Swap,
    /// Enter a place in the step in which another one leaves it.
    Following,
}

impl MapfArguments {
    /// The question that the arguments ask.
    pub fn question(&self) -> PuzzleQuestion<'_> {
        if self.is_on_board() {
            return PuzzleQuestion::Other(self);
        }
        let asked = self.asked.clone();
        PuzzleQuestion::OfGraph(&self.file, Arc::new(move |graph| asked.of_graph(graph)))
    }

    /// None: agents name squares of a board of one size.
    #[expect(clippy::unused_self, reason = "as for other puzzles")]
    pub fn size(&mut self) -> Option<(&mut std::ffi::OsString, SizeWord)> {
        None
    }

    /// Whether the word is a board, and not a graph.
    fn is_on_board(&self) -> bool {
        let word = self.file.graph.as_os_str();
        Board::file(word).is_some()
            || self.is_map()
            || !matches!(Board::parse(word), Err(BoardError::Form(_)))
    }

    /// Whether the word is a map of the benchmarks of path finding.
    fn is_map(&self) -> bool {
        self.file.graph.extension().is_some_and(|extension| extension == "map")
    }

    /// The board of the word.
    fn board(&self) -> Result<Board, StatementError> {
        let mut board = self.file.graph.clone().into_os_string();
        if self.is_map() && Board::file(&board).is_none() {
            board = ["@".into(), board].into_iter().collect();
        }
        let (block, surface) = (self.asked.block.clone(), self.asked.surface);
        BoardArguments { board, block, surface }.board()
    }
}

impl OtherQuestion for MapfArguments {
    fn file(&self) -> Option<&Path> {
        let word = self.file.graph.as_os_str();
        Board::file(word).or_else(|| Some(self.file.graph.as_path()).filter(|_| self.is_map()))
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let GraphArguments { input_format, edge_columns, directions, .. } = &self.file;
        for (option, is_given) in [
            ("--input-format", input_format.is_some()),
            ("--columns", !edge_columns.is_empty()),
            ("--as", directions.is_some()),
        ] {
            if is_given {
                usage!("{option} applies to graphs, but the agents walk over a board");
            }
        }
        let board = self.board()?;
        let agents = match &self.asked.scenario {
            Some(file) => {
                let read = scenario::read(file, self.asked.number_of_agents()?, &board);
                let agents = read.map_err(CliError::Input)?.into_iter();
                let named = agents.map(|ends| ends.map(|square| square.to_string()));
                named.map(|[from, to]| AgentStatement { from, to }).collect()
            }
            None => {
                let is_square = |text: &str| Square::parse(text, &board);
                self.asked.listed(&|from, to| {
                    for text in [from, to] {
                        is_square(text)
                            .map_err(|error| StatementError::at(Field::Agents, error))?;
                    }
                    Ok(())
                })?
            }
        };
        let piece = self.asked.piece.clone();
        let board = Some(BoardStatement::from(&board));
        StatedCases::one(MapfStatement { board, piece, ..self.asked.rules(agents)? })
    }
}

impl AskedOfAgents {
    fn of_graph(&self, graph: &mut NamedGraph) -> Result<Statement, StatementError> {
        if self.scenario.is_some() {
            let problem = "--scenario names squares of a board, but this is a graph: use --agents";
            return Err(StatementError::whole(problem));
        }
        if self.surface != Surface::Plane {
            let problem = "--surface applies to boards, but this is a graph";
            return Err(StatementError::whole(problem));
        }
        if !self.block.is_empty() {
            let problem = "--block applies to boards, but this is a graph";
            return Err(StatementError::whole(problem));
        }
        let agents = {
            let known: HashSet<&str> = graph.names.iter().map(String::as_str).collect();
            self.listed(&|from, to| {
                for name in [from, to] {
                    if !known.contains(name) {
                        let problem = no_vertex(name, graph.names.iter());
                        return Err(StatementError::at(Field::Agents, problem).with_value(&name));
                    }
                }
                Ok(())
            })?
        };
        let (graph, piece) = (Some(graph.into()), self.piece.clone());
        Ok(MapfStatement { piece, graph, ..self.rules(agents)? }.into())
    }

    /// How many agents of a scenario are requested, if not all.
    fn number_of_agents(&self) -> Result<Option<usize>, StatementError> {
        let [text] = self.agents.as_slice() else {
            let Some(second) = self.agents.get(1) else { return Ok(None) };
            let problem = "with --scenario, give one number of agents";
            return Err(StatementError::of(Field::Agents, second, problem));
        };
        let wrong = |_| {
            let problem = "with --scenario, give the number of its agents";
            StatementError::of(Field::Agents, text, problem)
        };
        text.parse().map(Some).map_err(wrong)
    }

    /// The agents of the option; `check` refuses the names of two places.
    fn listed(
        &self,
        check: &dyn Fn(&str, &str) -> Result<(), StatementError>,
    ) -> Result<Vec<AgentStatement>, StatementError> {
        let agent = |text: &str| {
            let (mut first, mut agents) = (None, Vec::new());
            // A name may contain a colon too.
            for (at, _) in text.match_indices(':') {
                let (from, to) = (text[..at].trim(), text[at + 1..].trim());
                match check(from, to) {
                    Ok(()) => agents.push(AgentStatement { from: from.into(), to: to.into() }),
                    Err(error) => _ = first.get_or_insert(error),
                }
            }
            match (agents.len(), first) {
                (1, _) => Ok(agents.swap_remove(0)),
                (0, Some(error)) => Err(error),
                (0, None) => {
                    let problem = "write an agent as FROM:TO";
                    Err(StatementError::of(Field::Agents, &text, problem))
                }
                _ => {
                    let problem = "this can mean several pairs, because names contain a colon";
                    Err(StatementError::of(Field::Agents, &text, problem))
                }
            }
        };
        let mut agents = Vec::new();
        for list in &self.agents {
            // The names of a single pair may contain commas.
            match agent(list) {
                Ok(one) => agents.push(one),
                Err(_) => {
                    for text in split_list(list) {
                        agents.push(agent(text)?);
                    }
                }
            }
        }
        Ok(agents)
    }

    /// The statement without its ground.
    fn rules(&self, agents: Vec<AgentStatement>) -> Result<MapfStatement, StatementError> {
        for needed in [AgentConflict::Vertex, AgentConflict::Swap] {
            if !self.conflicts.contains(&needed) {
                let problem =
                    "--conflicts must contain `vertex` and `swap`; `following` may be added";
                return Err(StatementError::whole(problem));
            }
        }
        let mut statement = MapfStatement::new(agents);
        statement.objective = self.objective;
        statement.anonymous = self.anonymous;
        statement.one_at_a_time = self.moves == AgentMoves::One;
        statement.no_following = self.conflicts.contains(&AgentConflict::Following);
        statement.at_most = self.at_most;
        Ok(statement)
    }
}
