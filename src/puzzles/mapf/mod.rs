//! Multi-agent path finding: agents walk over a board or through a graph to their goals at the same
//! time and never collide.

mod arrangements;
mod ground;
mod joint;
pub mod random;
#[cfg(feature = "cli")]
pub mod scenario;
mod statement;
#[cfg(test)]
mod tests;
mod verify;

use std::fmt::Write as _;

use satranj_encodings::{
    agent_paths::{AgentObstruction, AgentPaths, PlanCost},
    model::{Model, Obstruction, Witness},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    certificate::certificates,
    fields::Field,
    kinds::{PuzzleKind, Stated},
    places::{ModelPlaces, PuzzlePlaces},
    solution::PathsAnswer,
    squares_blocked,
};
use crate::{
    board::{Board, symmetry::Symmetry},
    pictures::Drawing,
};
use ground::AgentGround;
pub use statement::{AgentStatement, MapfStatement, PlanObjective};
pub use verify::arrival;

/// The piece by whose moves agents walk over a board, unless another one is given.
const WAZIR: &str = "wazir";

/// The most squares or vertices: the graph of the model is built at once.
pub const MOST_PLACES: usize = 1 << 20;

/// The most agents.
pub const MOST_AGENTS: usize = 10_000;

certificates!(
    /// Proves that agents have no plan.
    AgentCertificate {
        /// Nothing leads out of these places, but the agent starts on one of them and has its goal
        /// elsewhere; if any agent may go to any goal, the numbers of starts and goals on them
        /// differ.
        Separated("separated") {
            /// The number of the agent, from 1; not given if any agent may go to any goal.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            agent: Option<u32>,
            /// The places.
            places: Vec<String>,
        }
        /// These places form a path that nothing leads out of, and the agents must pass each other
        /// on it.
        Passing("passing") {
            /// The numbers of two agents, from 1.
            agents: [u32; 2],
            /// The places from one end of the path to the other.
            places: Vec<String>,
        }
        /// All places but one are occupied, one agent moves at a time, every move goes from one of two
        /// classes of places to the other, and an odd number of moves would have to be even, or the
        /// reverse.
        Parity("parity") {}
        /// The agents reach other arrangements than that of their goals.
        Arrangements("arrangements") {
            /// The number of arrangements that they reach, the first one included.
            reached: u64,
        }
        /// No plan costs less than what the agents need if each is alone.
        Distances("distances") {}
        /// Within this number of steps all agents must pass through one of these places, each at one
        /// time, but there are fewer of them than agents.
        Cut("cut") {
            /// The number of steps.
            steps: u64,
            /// The places, none twice at one time.
            places: Vec<String>,
            /// The time of each place.
            times: Vec<u64>,
        }
    }
);

impl AgentCertificate {
    /// The places that show it.
    #[must_use]
    pub fn places(&self) -> &[String] {
        match self {
            Self::Separated { places, .. }
            | Self::Passing { places, .. }
            | Self::Cut { places, .. } => places,
            Self::Parity {} | Self::Arrangements { .. } | Self::Distances {} => &[],
        }
    }
}

impl Stated for MapfStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "mapf",
        noun: "a plan for agents",
        summary: "let agents walk to their goals without collisions (multi-agent path finding)",
        examples: &[
            r#"{"kind":"mapf","board":{"rows":2,"columns":3},
            "agents":[{"from":"a1","to":"c1"},{"from":"c1","to":"a1"}]}"#,
            r#"{"kind":"mapf","graph":{"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[1,3]]},
            "agents":[{"from":"a","to":"c"},{"from":"c","to":"a"}]}"#,
            r#"{"kind":"mapf","board":{"rows":2,"columns":3},"anonymous":true,
            "objective":"makespan",
            "agents":[{"from":"a1","to":"c1"},{"from":"c1","to":"a2"}]}"#,
        ],
    };

    type Puzzle = MapfPuzzle;
    type Answer = PathsAnswer;
    type Proof = AgentCertificate;

    fn check_graph(&self) -> Result<(), StatementError> {
        self.graph.as_ref().map_or(Ok(()), |graph| graph.check(false))
    }
}

/// A stated plan for agents.
pub struct MapfPuzzle {
    ground: AgentGround,
    agents: Vec<AgentStatement>,
    model: AgentPaths,
}

impl TryFrom<MapfStatement> for MapfPuzzle {
    type Error = StatementError;

    fn try_from(statement: MapfStatement) -> Result<Self, StatementError> {
        let ground = AgentGround::of(&statement)?;
        if ground.count() > MOST_PLACES {
            let (count, [_, places]) = (ground.count(), ground.nouns());
            let problem = format!("there are {count} {places}; at most {MOST_PLACES} are possible");
            let error = StatementError::whole(problem).with_value(&count);
            let field = if statement.board.is_some() { Field::Board } else { Field::GraphVertices };
            return Err(error.blaming(field));
        }
        if statement.agents.len() > MOST_AGENTS {
            let count = statement.agents.len();
            let problem = format!("there are {count} agents; at most {MOST_AGENTS} are possible");
            let error = StatementError::whole(problem).with_value(&count);
            return Err(error.blaming(Field::Agents));
        }
        let ends = |end: fn(&AgentStatement) -> &String, what: &str| {
            let mut taken = std::collections::HashMap::new();
            let mut vertices = Vec::with_capacity(statement.agents.len());
            for (agent, name) in (1..).zip(statement.agents.iter().map(end)) {
                let vertex = ground.stated(Field::Agents, name)?;
                if let Some(other) = taken.insert(vertex, agent) {
                    let problem = format!("agents {other} and {agent} both {what} {name}");
                    return Err(StatementError::at(Field::Agents, problem).with_value(name));
                }
                vertices.push(vertex);
            }
            Ok(vertices)
        };
        let starts = ends(|agent| &agent.from, "start at")?;
        let goals = ends(|agent| &agent.to, "have the goal")?;
        let named = |(&from, &to): (&u32, &u32)| AgentStatement {
            from: ground.name_of(from),
            to: ground.name_of(to),
        };
        let agents = starts.iter().zip(&goals).map(named).collect();
        let graph = match &ground {
            AgentGround::Board(places) => places.lattice.graph(),
            AgentGround::Graph(graph) => graph.graph(),
        };
        let mut model = AgentPaths::new(graph, starts, goals);
        model.anonymous = statement.anonymous;
        model.cost = match statement.objective {
            PlanObjective::SumOfCosts => PlanCost::SumOfCosts,
            PlanObjective::Makespan => PlanCost::Makespan,
        };
        model.no_following = statement.no_following;
        model.one_at_a_time = statement.one_at_a_time;
        model.at_most = statement.at_most;
        Ok(Self { ground, agents, model })
    }
}

impl StatedPuzzle for MapfPuzzle {
    fn statement(&self) -> Statement {
        let mut statement = MapfStatement {
            objective: match self.model.cost {
                PlanCost::SumOfCosts => PlanObjective::SumOfCosts,
                PlanCost::Makespan => PlanObjective::Makespan,
            },
            anonymous: self.model.anonymous,
            one_at_a_time: self.model.one_at_a_time,
            no_following: self.model.no_following,
            at_most: self.model.at_most,
            ..MapfStatement::new(self.agents.clone())
        };
        self.ground.state(&mut statement);
        Statement::Mapf(statement)
    }
}

impl Puzzle for MapfPuzzle {
    fn title(&self) -> String {
        let count = self.agents.len();
        let anonymous = if self.model.anonymous { "anonymous " } else { "" };
        let plural = if count == 1 { "" } else { "s" };
        let mut title = format!("plan for {count} {anonymous}agent{plural}");
        if let Some(piece) = self.ground.walkers() {
            let _ = write!(title, " that move as a {piece}");
        }
        let _ = write!(title, " on {}", self.ground.described());
        if self.model.one_at_a_time {
            title += ", one move a step";
        }
        if self.model.no_following {
            title += ", no following";
        }
        let cost = match self.model.cost {
            PlanCost::SumOfCosts => "sum of costs",
            PlanCost::Makespan => "makespan",
        };
        let _ = match self.model.at_most {
            Some(most) => write!(title, ", {cost} at most {most}"),
            None => write!(title, ", least {cost}"),
        };
        let blocked = self.board().map_or(0, Board::holes);
        title + &squares_blocked(blocked)
    }

    fn model(&self) -> Model {
        Model::AgentPaths(self.model.clone())
    }

    fn label(&self, vertex: u32) -> String {
        self.ground.name_of(vertex)
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Paths(paths) = witness else { return Err(Violation::of_witness()) };
        let count = self.ground.count();
        let is_place = |&vertex: &u32| (vertex as usize) < count;
        if paths.len() != self.agents.len()
            || paths.iter().any(|path| path.is_empty() || !path.iter().all(is_place))
        {
            return Err(Violation::of_witness());
        }
        let paths = paths.iter().map(|path| self.ground.names(path)).collect();
        Ok(self.canonical(&Solution::Paths { paths }))
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let Obstruction::Agents(obstruction) = obstruction else { return None };
        let certificate = match obstruction {
            AgentObstruction::Separated { agent, vertices } => AgentCertificate::Separated {
                agent: agent.map(|agent| agent + 1),
                places: self.ground.names(vertices),
            },
            AgentObstruction::Passing { agents, vertices } => AgentCertificate::Passing {
                agents: agents.map(|agent| agent + 1),
                places: self.ground.names(vertices),
            },
            AgentObstruction::Parity => AgentCertificate::Parity {},
            AgentObstruction::Arrangements(reached) => {
                AgentCertificate::Arrangements { reached: *reached }
            }
            AgentObstruction::Distances => AgentCertificate::Distances {},
            AgentObstruction::Cut { steps, vertices } => AgentCertificate::Cut {
                steps: *steps,
                places: vertices.iter().map(|&(vertex, _)| self.ground.name_of(vertex)).collect(),
                times: vertices.iter().map(|&(_, time)| time).collect(),
            },
        };
        Some(certificate.into())
    }

    /// All paths have the length of the longest without the last waiting.
    fn canonical(&self, solution: &Solution) -> Solution {
        let Solution::Paths { paths } = solution else { return solution.clone() };
        let steps = paths.iter().map(|path| arrival(path)).max().unwrap_or(0);
        let of_length = |path: &Vec<String>| {
            let mut path = path.clone();
            if let Some(last) = path.last().cloned() {
                path.resize(steps + 1, last);
            }
            path
        };
        Solution::Paths { paths: paths.iter().map(of_length).collect() }
    }

    fn unit(&self) -> Option<&'static str> {
        Some(match self.model.cost {
            PlanCost::SumOfCosts => "in sum of costs",
            PlanCost::Makespan => "steps",
        })
    }

    fn because(&self, certificate: &Certificate) -> String {
        let Certificate::Agents(certificate) = certificate else {
            return format!("because of {}", certificate.kind());
        };
        let [place_word, places_word] = self.ground.nouns();
        let named = |names: &[String]| super::first_of(names.iter().cloned(), places_word);
        match certificate {
            AgentCertificate::Separated { agent: Some(agent), places } => {
                format!("because agent {agent} cannot leave {}", named(places))
            }
            AgentCertificate::Separated { agent: None, places } => format!(
                "because the numbers of starts and goals differ on {}, which no agent can leave",
                named(places)
            ),
            AgentCertificate::Passing { agents: [first, second], places } => format!(
                "because agents {first} and {second} cannot pass each other on {}",
                named(places)
            ),
            AgentCertificate::Parity {} => {
                let [moves, exchanges] = match self.parities() {
                    Ok([true, _]) => ["an odd", "an even"],
                    _ => ["an even", "an odd"],
                };
                format!(
                    "because the free {place_word} comes to its end by {moves} number of moves, but \
                     the goals need {exchanges} number of exchanges with it"
                )
            }
            AgentCertificate::Arrangements { reached } => {
                let plural = if *reached == 1 { "" } else { "s" };
                format!(
                    "because the agents reach {reached} arrangement{plural} only, and that of their \
                     goals is not among them"
                )
            }
            AgentCertificate::Distances {} => {
                let what = match self.model.cost {
                    PlanCost::Makespan if !self.model.one_at_a_time => "greatest",
                    _ => "sum",
                };
                format!("because no plan costs less than the {what} of the agents' distances")
            }
            AgentCertificate::Cut { steps, places, times } => {
                let at = |(place, time): (&String, &u64)| format!("{place} at time {time}");
                let plural = if *steps == 1 { "" } else { "s" };
                if places.is_empty() {
                    return format!("because no agent reaches a goal within {steps} step{plural}");
                }
                let at = super::first_of(places.iter().zip(times).map(at), places_word);
                format!(
                    "because within {steps} step{plural} each of the {} agents must pass through \
                     one of: {at}",
                    self.agents.len()
                )
            }
        }
    }

    /// None: paths are lists of names.
    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }

    fn board(&self) -> Option<&Board> {
        ModelPlaces::board(&self.ground)
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        let Solution::Paths { paths } = solution else { return None };
        let picture = self.ground.picture(paths)?;
        Some(Drawing::Agents(match self.collision(paths) {
            Some((time, agents)) => picture.with_collision(time, agents),
            None => picture,
        }))
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        let mut places = match certificate {
            Certificate::Agents(certificate) => certificate.places().to_vec(),
            _ => Vec::new(),
        };
        // What excludes all plans is where the agents are that have to move.
        if places.is_empty() {
            let away = self.agents.iter().filter(|agent| agent.from != agent.to);
            places = away.map(|agent| agent.from.clone()).collect();
        }
        self.ground.marked(&places, Vec::new())
    }

    fn preferred(&self, _task: Task) -> &'static [&'static str] {
        &["auto", "sat:lazy"]
    }
}
