//! A graph from a file, or a list of graphs, for any puzzle about a graph.

use std::{
    io::{Chain, Cursor, Read},
    path::PathBuf,
    sync::Arc,
};

use clap::{Args, ValueEnum};

use super::stated::StatedCases;
use crate::{
    cli::{CliError, input::read_text_of},
    file_name::{name_of, shown},
    graphs::{
        self, GraphError, GraphFileFormat, GraphReading, GraphWord, GraphWordError, NamedGraph,
        lines::{GraphLine, GraphLines, LinesError},
    },
    nearest::unknown,
    puzzles::{Statement, StatementError, fields::Field, hamilton},
    run::Run,
    sources::{self, Source},
};

/// A graph in a file, or a named graph.
#[derive(Debug, Clone, Default, Args)]
pub struct GraphArguments {
    /// A graph file (see `satranj list inputs`), - for standard input, or the name of a graph:
    /// petersen, grid:8x8, gnp:100,0.5 (see `satranj list families`)
    ///
    /// A file of that name comes first. For a list in graph6, sparse6 or digraph6, `solve` and
    /// `count` print a line for each graph
    pub graph: PathBuf,
    /// Set the format of the graph if it is not recognised
    #[arg(long, value_name = "FORMAT")]
    pub input_format: Option<String>,
    /// Read edges from these columns of a csv or tsv file (both ends, and the weight if needed), by
    /// name or by number from 1
    #[arg(long = "columns", value_name = "SOURCE,TARGET[,WEIGHT]", value_delimiter = ',')]
    pub edge_columns: Vec<String>,
    /// Read every edge as undirected or as directed, whatever the file says
    #[arg(hide_short_help = true, long = "as", value_enum, value_name = "DIRECTIONS")]
    pub directions: Option<ReadDirections>,
}

/// The directions of all edges of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReadDirections {
    /// No edge has a direction.
    Undirected,
    /// Every edge leads from its first to its second vertex.
    Directed,
}

/// A question about a graph: the puzzle, or what the graph contradicts.
pub type GraphQuestion = dyn Fn(&mut NamedGraph) -> Result<Statement, StatementError> + Send + Sync;

/// The lists of graphs to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphLists {
    /// No lists: a file must hold one graph.
    Refused,
    /// Lists of more than one graph.
    Several,
    /// Any file in a format that has lists.
    Any,
}

/// The stated input.
pub enum StatedInput {
    /// Puzzles.
    Cases(StatedCases),
    /// A list of graphs; the first graphs are already read.
    List(Box<GraphList>),
}

impl From<StatedCases> for StatedInput {
    fn from(cases: StatedCases) -> Self {
        Self::Cases(cases)
    }
}

/// A list of graphs with one question.
pub struct GraphList {
    /// The name of the file, for messages.
    pub name: String,
    /// The question.
    pub question: Arc<GraphQuestion>,
    /// The first graphs.
    pub first: Vec<GraphLine>,
    /// The others, not yet read.
    pub rest: GraphLines<FileInput>,
    /// The directions of the edges, if they are not those of the file.
    pub directed: Option<bool>,
}

/// The bytes read to recognise the format, then the rest of the file.
pub type FileInput = Chain<Cursor<Vec<u8>>, Source>;

/// The puzzle of a graph in a file, and a note on what it ignores.
pub type NotedStatement = (Statement, Option<String>);

fn noted((statement, note): NotedStatement) -> Result<StatedInput, CliError> {
    Ok(StatedCases { note, ..StatedCases::one(statement)? }.into())
}

/// An open file and its format.
struct OpenedGraph {
    name: String,
    format: &'static GraphFileFormat,
    input: FileInput,
    length: Option<u64>,
}

/// The most bytes read to recognise the format.
const BEGINNING: u64 = 1 << 16;

/// Reads the graph or graphs of a puzzle.
///
/// # Errors
/// [`CliError`], with the place in the file.
pub fn read(
    file: &GraphArguments,
    question: Arc<GraphQuestion>,
    run: &Run,
    lists: GraphLists,
) -> Result<StatedInput, CliError> {
    if let Some(word) = file.word()? {
        if lists == GraphLists::Any {
            usage!("--only applies to lists of graphs in graph6, but {} is one graph", word.text);
        }
        return Ok(StatedCases::one(word.statement(&*question, run)?)?.into());
    }
    let opened = file.open()?;
    let (format, has_lists) = (opened.format, opened.format.has_lists);
    if lists == GraphLists::Any && !has_lists {
        let (file, format) = (shown(&file.graph), format.name);
        usage!("--only applies to lists of graphs in graph6, but {file} is one graph ({format})");
    }
    if lists == GraphLists::Refused || !has_lists {
        return noted(opened.only(file, &*question, run)?);
    }
    let OpenedGraph { name, input, .. } = opened;
    let mut rest = GraphLines::new(input);
    let mut first = Vec::new();
    while first.len() < 2
        && let Some(line) =
            rest.next(&|bytes| run.reserve(bytes)).map_err(|error| unread(&name, &error))?
    {
        first.push(line);
    }
    if first.len() > 1 || lists == GraphLists::Any {
        let directed = file.directions();
        return Ok(StatedInput::List(Box::new(GraphList {
            name,
            question,
            first,
            rest,
            directed,
        })));
    }
    // The place in the file.
    let text = match first.pop() {
        Some(GraphLine { number, text, .. }) => "\n".repeat(number - 1) + &text,
        None => String::new(),
    };
    noted(whole(file, &*question, (&name, format), &text, run)?)
}

/// The puzzle of the only graph of a file, and a note on what it ignores.
///
/// # Errors
/// [`CliError`], with the place in the file.
pub fn only(
    file: &GraphArguments,
    question: &GraphQuestion,
    run: &Run,
) -> Result<NotedStatement, CliError> {
    match file.word()? {
        Some(word) => Ok((word.statement(question, run)?, None)),
        None => file.open()?.only(file, question, run),
    }
}

/// A named graph, and its name.
struct NamedByWord<'a> {
    text: &'a str,
    word: GraphWord,
}

impl NamedByWord<'_> {
    fn graph(&self, run: &Run) -> Result<NamedGraph, CliError> {
        let graph = self.word.graph(run.seed, &|bytes| run.reserve(bytes));
        graph.map_err(|error| match error {
            GraphWordError::Wrong(problem) => CliError::Usage(problem),
            GraphWordError::Stopped(reason) => {
                CliError::Undecided(format!("{}: {}", self.text, reason.describe()))
            }
        })
    }

    /// The puzzle of the graph, which the seed of the run draws if it is random.
    fn statement(&self, question: &GraphQuestion, run: &Run) -> Result<Statement, CliError> {
        let mut graph = self.graph(run)?;
        statement(question, self.text, &mut graph, run, &|_, problem| {
            CliError::Usage(format!("{}: {problem}", self.text))
        })
    }
}

impl OpenedGraph {
    fn only(
        self,
        file: &GraphArguments,
        question: &GraphQuestion,
        run: &Run,
    ) -> Result<NotedStatement, CliError> {
        let text = read_text_of(&self.name, self.input, self.length, run)?;
        whole(file, question, (&self.name, self.format), &text, run)
    }
}

/// The puzzle of a graph that is a whole text.
fn whole(
    file: &GraphArguments,
    question: &GraphQuestion,
    (name, format): (&str, &GraphFileFormat),
    text: &str,
    run: &Run,
) -> Result<NotedStatement, CliError> {
    let mut graph = graph_of(file, (name, format), text, run)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let statement = statement(question, name, &mut graph, run, &|place, problem| match place {
        Some(place) => failed(name, &GraphError::at(text, place, problem)),
        None => CliError::Input(format!("{name}: {problem}")),
    })?;
    // Programs that draw graphs, yEd for example, write every edge with a direction.
    let is_drawn = file.directions.is_none() && ["graphml", "gml"].contains(&format.name);
    let directed = (is_drawn && statement.graph().is_some_and(|graph| graph.directed))
        .then(|| "the edges have directions; --as undirected ignores them".into());
    let notes = [directed, ignored_weights(&graph, &statement)].into_iter().flatten();
    let notes: Vec<String> = notes.map(|note: String| format!("{name}: {note}")).collect();
    Ok((statement, (!notes.is_empty()).then(|| notes.join("; "))))
}

/// The weights of a graph that no question uses.
fn ignored_weights(left: &NamedGraph, statement: &Statement) -> Option<String> {
    use Statement::{Clique, DominatingSet, IndependentSet, VertexCover};
    let what = match (left.weights.is_empty(), left.vertex_weights.is_empty()) {
        (true, true) => return None,
        (false, true) => "edges",
        (true, false) => "vertices",
        (false, false) => "edges and of the vertices",
    };
    let has_option =
        matches!(statement, IndependentSet(_) | Clique(_) | VertexCover(_) | DominatingSet(_));
    let option = if has_option && what != "edges" { " without --weighted" } else { "" };
    Some(format!("{}{option} ignores the weights of the {what}", statement.kind()))
}

/// A graph that is a whole text.
fn graph_of(
    file: &GraphArguments,
    (name, format): (&str, &GraphFileFormat),
    text: &str,
    run: &Run,
) -> Result<NamedGraph, CliError> {
    let permit = |bytes| run.reserve(bytes);
    let reading = GraphReading { permit: &permit, directed: file.directions() };
    let graph = graphs::read_within(format, text, &file.edge_columns, reading);
    graph.map_err(|error| failed(name, &error))
}

fn failed(name: &str, error: &GraphError) -> CliError {
    match error.stopped {
        None => CliError::Input(format!("{name}:{error}")),
        Some(_) => CliError::Undecided(format!("{name}:{error}")),
    }
}

/// The only graph of a file, or the named graph; its name, and the format of the file.
///
/// # Errors
/// [`CliError`], with the place in the file.
pub fn named(
    file: &GraphArguments,
    run: &Run,
) -> Result<(String, Option<&'static str>, NamedGraph), CliError> {
    if let Some(word) = file.word()? {
        return Ok((word.text.into(), None, word.graph(run)?));
    }
    let OpenedGraph { name, format, input, length } = file.open()?;
    let text = read_text_of(&name, input, length, run)?;
    let graph = graph_of(file, (&name, format), &text, run)?;
    Ok((name, Some(format.name), graph))
}

/// The puzzle of a graph from the file of this name; `at` adds the place to an error in the file.
///
/// # Errors
/// [`CliError`].
pub fn statement(
    question: &GraphQuestion,
    name: &str,
    graph: &mut NamedGraph,
    run: &Run,
    at: &dyn Fn(Option<usize>, String) -> CliError,
) -> Result<Statement, CliError> {
    let (vertices, edges) = (graph.names.len(), graph.edges.len());
    run.reserve(hamilton::bytes(vertices, edges)).map_err(|reason| {
        let graph = format!("a graph of {vertices} vertices and {edges} edges");
        CliError::Undecided(format!("{name}: {graph}: {}", reason.describe()))
    })?;
    if vertices == 0 {
        wrong_input!("{name}: the graph has no vertex");
    }
    let places = graph.places;
    let checked = question(graph).and_then(|statement| {
        statement.check_graph()?;
        Ok(statement)
    });
    checked.map_err(|error| {
        let place = match error.field() {
            Some(Field::Graph) => {
                let message = error.message(&Field::on_command_line);
                return at(
                    places.directed,
                    format!("{message}; --as undirected ignores the directions"),
                );
            }
            Some(Field::GraphEdges) => places.looped,
            Some(Field::GraphVertices) => places.vertex_weight,
            Some(Field::Weights) => places.weight,
            // An error in a graph file is not an error of the command line.
            _ => return CliError::Usage(error.message(&Field::on_command_line)),
        };
        at(place, error.message(&Field::on_command_line))
    })
}

/// The error for a file that was not read completely.
pub fn unread(name: &str, error: &LinesError) -> CliError {
    match error {
        LinesError::Stopped { .. } => CliError::Undecided(format!("{name}: {error}")),
        LinesError::System(_) | LinesError::TooLong(_) => {
            CliError::Input(format!("{name}: {error}"))
        }
    }
}

impl GraphArguments {
    /// The graph that the argument names: a file of that name comes first, and options
    /// about files mean one.
    fn word(&self) -> Result<Option<NamedByWord<'_>>, CliError> {
        let is_file = self.input_format.is_some()
            || !self.edge_columns.is_empty()
            || self.directions().is_some();
        let Some(text) = self.graph.to_str().filter(|text| !is_file && *text != "-") else {
            return Ok(None);
        };
        if self.graph.symlink_metadata().is_ok() {
            return Ok(None);
        }
        if let Some(word) = GraphWord::parse(text) {
            let word = word.map_err(CliError::Usage)?;
            return Ok(Some(NamedByWord { text, word }));
        }
        match GraphWord::meant(text) {
            Some(meant) if !text.contains(['/', '.']) => {
                let none = "no file and no named graph";
                Err(CliError::Usage(format!("{text}: {none} (did you mean {meant}?)")))
            }
            _ => Ok(None),
        }
    }

    fn open(&self) -> Result<OpenedGraph, CliError> {
        let known = self.known_format()?;
        let name = name_of(&self.graph);
        let failed = |error| CliError::Input(format!("{name}: {error}"));
        let mut source = sources::open(&self.graph).map_err(failed)?;
        let length = source.length;
        let mut begins = match known {
            Some(_) => Vec::new(),
            None => beginning(&mut source).map_err(failed)?,
        };
        let format = known.or_else(|| graphs::recognised(&String::from_utf8_lossy(&begins)));
        let format = match format {
            Some(format) => format,
            None => self.guessed(&mut source, &mut begins).map_err(failed)??,
        };
        if !self.edge_columns.is_empty() && !format.has_columns {
            let (file, format) = (shown(&self.graph), format.name);
            usage!("--columns applies to csv and tsv, but {file} is in the format {format}");
        }
        let input = Cursor::new(begins).chain(source);
        Ok(OpenedGraph { name, format, input, length })
    }

    /// The directions of the edges, if they are not those of the file.
    fn directions(&self) -> Option<bool> {
        self.directions.map(|directions| directions == ReadDirections::Directed)
    }

    /// The format from the option or the extension.
    fn known_format(&self) -> Result<Option<&'static GraphFileFormat>, CliError> {
        let Some(name) = &self.input_format else { return Ok(graphs::by_extension(&self.graph)) };
        let known = graphs::by_name(name).map(Some);
        known.ok_or_else(|| {
            CliError::Usage(format!("--input-format: {}", unknown("format", name, names())))
        })
    }

    /// The only format in which the beginning of a file is a graph.
    fn guessed(
        &self,
        source: &mut Source,
        begins: &mut Vec<u8>,
    ) -> std::io::Result<Result<&'static GraphFileFormat, CliError>> {
        let more = BEGINNING.saturating_sub(begins.len() as u64);
        source.take(more).read_to_end(begins)?;
        let goes_on = begins.len() as u64 >= BEGINNING;
        let found = graphs::guessed(&String::from_utf8_lossy(begins), goes_on);
        Ok(match found[..] {
            [only] => Ok(only),
            [] => Err(self.unknown()),
            _ => {
                let names: Vec<&str> = found.iter().map(|format| format.name).collect();
                let (file, names) = (shown(&self.graph), names.join(" or "));
                let problem = "the format is ambiguous; name it with --input-format";
                Err(CliError::Usage(format!("{file}: {problem}: {names}")))
            }
        })
    }

    /// The error for an unrecognised format.
    fn unknown(&self) -> CliError {
        let (file, names) = (shown(&self.graph), names().collect::<Vec<_>>().join(", "));
        CliError::Usage(format!("{file}: unknown format; name it with --input-format ({names})"))
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    graphs::registry().iter().map(|format| format.name)
}

/// The beginning of a file, to the end of the first line that shows its format.
fn beginning(source: &mut Source) -> std::io::Result<Vec<u8>> {
    let mut beginning = Vec::new();
    let mut piece = [0; 1 << 12];
    loop {
        let whole = beginning.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(0);
        let line = graphs::first_line(&String::from_utf8_lossy(&beginning[..whole])).is_some();
        if line || beginning.len() as u64 >= BEGINNING {
            return Ok(beginning);
        }
        match source.read(&mut piece) {
            Ok(0) => return Ok(beginning),
            Ok(read) => beginning.extend_from_slice(&piece[..read]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
