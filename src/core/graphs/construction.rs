//! How a graph is made, at random or as a member of a family, and the words for it: `petersen`,
//! `grid:8x8`, `gnp:100,0.5`.

use super::{
    GraphTexts, NamedGraph,
    families::{self, FAMILIES, FamilyMember, GraphFamily},
    random::{GraphDistribution, RANDOM_FAMILIES},
};
use crate::{
    limits::{Permit, Reason},
    nearest::nearest,
    printable::one_line,
    random::{Generator, generator},
};

/// How a graph is made.
#[derive(Debug)]
pub enum GraphConstruction {
    /// At random.
    Random(GraphDistribution),
    /// As a member of a family.
    Member(FamilyMember),
}

impl GraphConstruction {
    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        match self {
            Self::Random(distribution) => distribution.vertices(),
            Self::Member(member) => member.vertices(),
        }
    }

    /// Whether its edges are arcs.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        matches!(self, Self::Member(member) if member.is_directed())
    }

    /// Whether chance decides its edges.
    fn is_random(&self) -> bool {
        match self {
            Self::Random(_) => true,
            Self::Member(member) => member.is_random(),
        }
    }

    /// The edges, as [`GraphDistribution::draw`] and [`FamilyMember::draw`] draw them.
    ///
    /// # Errors
    /// A message if there is no such graph.
    pub fn draw(&self, generator: &mut Generator) -> Result<Vec<(u32, u32)>, String> {
        match self {
            Self::Random(distribution) => distribution.draw(generator),
            Self::Member(member) => Ok(member.draw(generator)),
        }
    }

    /// What is known about its Hamiltonian cycles, appended to the title.
    fn known(&self) -> &'static str {
        let Self::Member(member) = self else { return "" };
        match member.is_hamiltonian() {
            Some(true) => ", Hamiltonian",
            Some(false) => ", not Hamiltonian",
            None => "",
        }
    }

    /// The number of edges to expect.
    fn expected_edges(&self) -> u64 {
        match self {
            Self::Random(distribution) => distribution.check().unwrap_or(0),
            Self::Member(member) => member.edges(),
        }
    }
}

impl GraphTexts for GraphConstruction {
    fn title(&self) -> String {
        match self {
            Self::Random(GraphDistribution::Regular { vertices, degree }) => {
                format!("random {degree}-regular graph of {vertices} vertices")
            }
            Self::Random(GraphDistribution::Uniform { vertices, edges }) => {
                format!("random graph of {vertices} vertices and {edges} edges")
            }
            Self::Random(GraphDistribution::Binomial { vertices, numerator, denominator }) => {
                let percent = f64::from(*numerator) * 100.0 / f64::from(*denominator);
                format!("random graph of {vertices} vertices with a density of {percent}%")
            }
            Self::Member(member) => member.title(),
        }
    }

    fn comments(&self) -> Vec<String> {
        let version = env!("CARGO_PKG_VERSION");
        vec![format!("satranj {version} {}{}", self.title(), self.known())]
    }
}

/// A named graph: `NAME`, `NAME:SIZES`, `NAME:SIZES@SEED`.
#[derive(Debug)]
pub struct GraphWord {
    made: GraphConstruction,
    /// The word without its seed.
    word: String,
    /// The seed in the word.
    seed: Option<u64>,
}

/// Why a word gives no graph.
#[derive(Debug)]
pub enum GraphWordError {
    /// The word is wrong.
    Wrong(String),
    /// There is not enough memory.
    Stopped(Reason),
}

impl GraphWord {
    /// The graph that a word names; `None` if it does not begin with the name of a family or a
    /// graph.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Result<Self, String>> {
        let (word, seed) = match text.rsplit_once('@') {
            Some((word, seed)) => (word, Some(seed)),
            None => (text, None),
        };
        let (name, sizes) = match word.split_once(':') {
            Some((name, sizes)) => (name, Some(sizes)),
            None => (word, None),
        };
        let made = made(name, sizes)?;
        Some(made.and_then(|made| {
            let seed = seed.map(|seed| {
                if !made.is_random() {
                    return Err(format!("`{text}`: {word} is not random, so it takes no seed"));
                }
                seed.parse().map_err(|_| format!("`{text}`: the seed `{seed}` is not a number"))
            });
            Ok(Self { made, word: word.into(), seed: seed.transpose()? })
        }))
    }

    /// The graph that a word names.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    pub fn named(text: &str) -> Result<Self, String> {
        Self::parse(text).unwrap_or_else(|| {
            let meant = Self::meant(text).map_or_else(
                || "see `satranj list families`".to_string(),
                |meant| format!("did you mean {meant}?"),
            );
            Err(format!("`{}` names no graph ({meant})", one_line(text)))
        })
    }

    /// How its graph is made.
    ///
    /// # Errors
    /// A message if the word has a seed, which belongs to this option.
    pub fn unseeded(self, option: &str) -> Result<GraphConstruction, String> {
        match self.seed {
            Some(seed) => {
                let word = self.word;
                Err(format!("`{word}@{seed}`: write {word} and the seed as {option} {seed}"))
            }
            None => Ok(self.made),
        }
    }

    /// The name of a family or a graph that was probably meant.
    #[must_use]
    pub fn meant(text: &str) -> Option<&'static str> {
        let name = text.split([':', '@']).next().unwrap_or(text);
        let of_graphs = FAMILIES.iter().flat_map(|family| family.named).map(|&(name, _)| name);
        let of_families = FAMILIES.iter().map(|family| family.name);
        let random = RANDOM_FAMILIES.iter().map(|family| family.name);
        nearest(name, of_graphs.chain(of_families).chain(random))
    }

    /// The graph, with vertices numbered from 1 as in graph files; a random one by the seed in the
    /// word, otherwise by this one. Its source is the word, for a random graph with the seed.
    ///
    /// # Errors
    /// [`GraphWordError`].
    pub fn graph(&self, seed: u64, permit: Permit<'_>) -> Result<NamedGraph, GraphWordError> {
        let vertices = self.made.vertices();
        // A name takes its text and its place in the list; edges are drawn, and sorted.
        let bytes = 64 * u64::from(vertices) + 32 * self.made.expected_edges();
        permit(bytes).map_err(GraphWordError::Stopped)?;
        let seed = self.seed.unwrap_or(seed);
        let edges = self.made.draw(&mut generator(seed)).map_err(GraphWordError::Wrong)?;
        let source =
            if self.made.is_random() { format!("{}@{seed}", self.word) } else { self.word.clone() };
        let names = (1..=vertices).map(|number| number.to_string()).collect();
        Ok(NamedGraph { names, edges, source: Some(source), ..NamedGraph::default() })
    }

    /// Vertices and expected edges together.
    #[must_use]
    pub fn size(&self) -> u64 {
        u64::from(self.made.vertices()) + self.made.expected_edges()
    }
}

/// The graph of a name and sizes; `None` if the name is unknown.
fn made(name: &str, sizes: Option<&str>) -> Option<Result<GraphConstruction, String>> {
    if let Some((family, size)) = families::named(name) {
        return Some(match sizes {
            None => member(family, size.to_vec()),
            Some(sizes) => {
                Err(format!("`{name}` is one graph and takes no sizes, but has {sizes}"))
            }
        });
    }
    let listed = sizes.map_or_else(Vec::new, |sizes| sizes.split([',', 'x']).collect());
    if let Some(random) = RANDOM_FAMILIES.iter().find(|family| family.name == name) {
        return Some(random.distribution(&listed).map(GraphConstruction::Random));
    }
    let family = families::by_name(name)?;
    let number = |text: &&str| {
        let names = family.sizes();
        text.parse().map_err(|_| format!("`{text}` is not a size of {name}:{names}: write numbers"))
    };
    Some(listed.iter().map(number).collect::<Result<Vec<u32>, _>>().and_then(|mut sizes| {
        if let (Some(next), Some(&last)) = (family.parameters.get(sizes.len()), sizes.last())
            && next.repeats
        {
            sizes.push(last);
        }
        member(family, sizes)
    }))
}

fn member(family: &'static GraphFamily, size: Vec<u32>) -> Result<GraphConstruction, String> {
    FamilyMember::new(family, size, 0, false).map(GraphConstruction::Member)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(text: &str) -> NamedGraph {
        GraphWord::parse(text).unwrap().unwrap().graph(7, &|_| Ok(())).unwrap()
    }

    fn size(text: &str) -> (usize, usize) {
        let graph = graph(text);
        (graph.names.len(), graph.edges.len())
    }

    #[test]
    fn a_title_says_how_dense_a_graph_is() {
        let word = GraphWord::named("gnp:9,0.3").unwrap();
        let title = word.unseeded("--seed").unwrap().title();
        assert_eq!(title, "random graph of 9 vertices with a density of 30%");
    }

    #[test]
    fn words_name_graphs() {
        for (word, vertices, edges) in [
            ("petersen", 10, 15),
            ("generalised-petersen:5,2", 10, 15),
            ("groetzsch", 11, 20),
            ("cube", 8, 12),
            ("grid:8x8", 64, 112),
            ("grid:8", 64, 112),
            ("grid:2,3", 6, 7),
            ("queens:8", 64, 728),
            ("kneser:7,3", 35, 70),
            ("cycle:12", 12, 12),
            ("complete:9", 9, 36),
            ("hypercube:5", 32, 80),
            ("gnm:20,30", 20, 30),
            ("regular:10,3", 10, 15),
            ("gnp:9,1", 9, 36),
            ("gnp:9,0", 9, 0),
        ] {
            assert_eq!(size(word), (vertices, edges), "{word}");
        }
        for family in FAMILIES {
            for (name, sizes) in family.named {
                assert!(GraphWord::parse(name).is_some_and(|graph| graph.is_ok()), "{sizes:?}");
                assert!(families::by_name(name).is_none(), "{name} means one thing");
            }
        }
    }

    #[test]
    fn a_random_word_is_drawn_by_its_seed() {
        assert_eq!(graph("gnp:20,0.5"), graph("gnp:20,0.5@7"));
        assert_eq!(graph("gnp:20,0.5@7").source.as_deref(), Some("gnp:20,0.5@7"));
        assert_ne!(graph("gnp:20,0.5@8").edges, graph("gnp:20,0.5").edges);
        // The same graph, however the probability is written.
        for same in ["gnp:20,.5", "gnp:20,0.500", "gnp:20,50%"] {
            assert_eq!(graph(same).edges, graph("gnp:20,0.5").edges, "{same}");
        }
        assert_eq!(graph("sat-reduction:4,9").source.as_deref(), Some("sat-reduction:4,9@7"));
        assert_ne!(graph("sat-reduction:4,9@8").edges, graph("sat-reduction:4,9").edges);
        assert_eq!(graph("petersen").source.as_deref(), Some("petersen"));
    }

    #[test]
    fn wrong_words_say_what_is_right() {
        for (word, expected) in [
            ("petersen:3", "`petersen` is one graph and takes no sizes, but has 3"),
            ("petersen@3", "petersen is not random, so it takes no seed"),
            ("gnp:9,0.5@x", "the seed `x` is not a number"),
            ("gnp:9", "`gnp:9`: expected the sizes gnp:N,P"),
            ("gnp:9,2", "a density of 200%; 0% to 100% are possible"),
            ("gnp:9,x", "`gnp:9,,`: expected the sizes gnp:N,P"),
            ("gnp:9,half", "`half` is not a size of gnp:N,P, such as gnp:20,3"),
            ("gnp:9,-1", "`-1` is not a size"),
            ("gnp:9,0.123456789", "`0.123456789` is not a size"),
            ("regular:5,3", "one of the two must be even"),
            ("kneser:7", "`kneser:7`: expected the sizes kneser:N,K"),
            ("kneser", "`kneser:`: expected the sizes kneser:N,K"),
            ("kneser:7,q", "`q` is not a size of kneser:N,K: write numbers"),
            ("complete:100000", "3 to 10000 are possible"),
            ("complete:9000", "40495500 edges; at most 10000000 are possible"),
        ] {
            let error = GraphWord::parse(word).unwrap().unwrap_err();
            assert!(error.contains(expected), "{word}: {error}");
        }
        assert!(GraphWord::parse("graph.hcp").is_none());
        assert_eq!(GraphWord::meant("petersn"), Some("petersen"));
        let refused = GraphWord::parse("petersen").unwrap().unwrap();
        let refused = refused.graph(1, &|_| Err(Reason::MemoryLimit));
        assert!(matches!(refused, Err(GraphWordError::Stopped(Reason::MemoryLimit))));
    }
}
