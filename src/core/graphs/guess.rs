//! The formats that a text without a name and a telling first line may be in.

use super::{GraphFileFormat, NamedGraph, Places, read, registry};

/// The formats in which a text is a graph with an edge, without those that give the same graph as one before.
/// A text that goes on is cut at its last line end.
#[must_use]
pub fn guessed(text: &str, goes_on: bool) -> Vec<&'static GraphFileFormat> {
    let end = if goes_on { text.rfind('\n').unwrap_or(0) } else { text.len() };
    let mut found: Vec<(&'static GraphFileFormat, NamedGraph)> = Vec::new();
    // As networkx writes the weights of an edge list.
    let has_data = text.lines().next().is_some_and(|line| line.contains(" {"));
    let formats = registry().iter().filter(|format| !has_data || format.name != "adjacency-list");
    for &format in formats {
        let Ok(graph) = read(format, &text[..end]) else { continue };
        let graph = NamedGraph { places: Places::default(), ..graph };
        if !graph.edges.is_empty() && found.iter().all(|(_, other)| *other != graph) {
            found.push((format, graph));
        }
    }
    found.into_iter().map(|(format, _)| format).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_texts_are_guessed_by_what_reads_them() {
        for (text, names) in [
            ("a b\nb c\n", &["edge-list"][..]),
            ("a,b\nb,c\n", &["csv"]),
            ("a\tb\t2\nb\tc\t3\n", &["edge-list", "adjacency-list"]),
            ("a b c\nb c\n", &["adjacency-list"]),
            ("a b {'weight': 4}\nb c {}\n", &["edge-list"]),
            ("a: b c\nb: c\nc: d\n", &["adjacency-list"]),
            ("1 2 5\n2 3 7\n", &["edge-list", "adjacency-list"]),
            ("0,1\n1,0\n", &["csv", "matrix"]),
            ("", &[]),
            ("{", &[]),
        ] {
            let found: Vec<&str> = guessed(text, false).iter().map(|format| format.name).collect();
            assert_eq!(found, names, "{text:?}");
        }
        // Only whole lines count of a text that goes on.
        assert_eq!(guessed("a b\nb c d", true)[0].name, "edge-list");
        assert!(guessed("a b", true).is_empty());
    }
}
