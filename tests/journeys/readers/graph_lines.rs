//! Lists of graphs, a line each: every line is read on its own.

use satranj::{
    Reason,
    graphs::{GraphReading, lines::GraphLines},
};

/// The bytes are the file.
pub fn check(bytes: &[u8]) {
    let permit = |bytes| if bytes > 16 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) };
    let mut lines = GraphLines::new(bytes);
    let mut last = 0;
    while let Ok(Some(line)) = lines.next(&permit) {
        assert!(line.number > last && !line.text.is_empty());
        last = line.number;
        match line.read(GraphReading::within(&permit)) {
            Ok(graph) => assert!(graph.edges.iter().all(|&(a, b)| a.max(b) < graph.vertices())),
            Err(error) => assert_eq!(error.line, line.number),
        }
    }
}
