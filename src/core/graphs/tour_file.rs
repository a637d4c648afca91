//! TSPLIB `TOUR` files: the order in which vertices are visited.

use std::io::{self, Write};

use super::{
    GraphError,
    hcp::{dimension, keyword},
    scanner::{Scanner, brief},
};

/// Writes a path or cycle of the vertices `0..n`; the file counts them from 1.
///
/// # Errors
/// The writer's error.
pub fn write(name: &str, path: &[u32], out: &mut dyn Write) -> io::Result<()> {
    // Programs that read such files expect one word.
    let name: String =
        name.chars().map(|letter| if letter.is_ascii_graphic() { letter } else { '-' }).collect();
    writeln!(out, "NAME : {name}")?;
    writeln!(out, "TYPE : TOUR")?;
    writeln!(out, "DIMENSION : {}", path.len())?;
    writeln!(out, "TOUR_SECTION")?;
    for &vertex in path {
        writeln!(out, "{}", u64::from(vertex) + 1)?;
    }
    writeln!(out, "-1")?;
    writeln!(out, "EOF")
}

/// Whether a text is a tour, valid or not: a line begins a tour section.
#[must_use]
pub fn is_one(text: &str) -> bool {
    text.split(['\n', '\r'])
        .any(|line| line.trim().trim_end_matches(':').trim_end() == "TOUR_SECTION")
}

/// Reads a tour: the vertices `0..DIMENSION`, each once, in order. A file has one tour; a
/// byte-order mark is ignored.
///
/// # Errors
/// The first [`GraphError`].
pub fn read(text: &str) -> Result<Vec<u32>, GraphError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scanner = Scanner::new(text);
    let mut vertices = None;
    let mut tour = None;
    while scanner.peek().is_some() {
        let keyword = keyword(&mut scanner);
        match (keyword.name, vertices) {
            ("EOF", _) => break,
            ("TYPE", _) if keyword.value != "TOUR" => {
                let problem =
                    format!("`{}` cannot be read; TYPE must be TOUR", brief(keyword.value));
                return Err(scanner.error_at(keyword.value_place, problem));
            }
            ("NAME" | "COMMENT" | "TYPE", _) => {}
            ("DIMENSION", _) => vertices = Some(dimension(&scanner, &keyword, vertices)?),
            ("TOUR_SECTION", None) => {
                let problem = "DIMENSION must come before TOUR_SECTION";
                return Err(scanner.error_at(keyword.place, problem));
            }
            ("TOUR_SECTION", Some(_)) if tour.is_some() => {
                return Err(scanner.error_at(keyword.place, "a second tour; a file has one"));
            }
            ("TOUR_SECTION", Some(vertices)) => tour = Some(section(&mut scanner, vertices)?),
            (name, _) => {
                let problem = format!(
                    "`{}` is not a keyword of a tour; the keywords are NAME, COMMENT, TYPE, \
                     DIMENSION, \
                     TOUR_SECTION, EOF",
                    brief(name)
                );
                return Err(scanner.error_at(keyword.place, problem));
            }
        }
    }
    tour.ok_or_else(|| scanner.error_at(text.len(), "TOUR_SECTION is missing"))
}

/// The vertices up to `-1`.
fn section(scanner: &mut Scanner<'_>, vertices: u32) -> Result<Vec<u32>, GraphError> {
    let mut tour = Vec::new();
    let mut seen = fixedbitset::FixedBitSet::with_capacity(vertices as usize);
    while let Some((place, next)) = scanner.vertex_or_end(vertices)? {
        if seen.put(next as usize) {
            let problem = format!("the tour visits vertex {} twice", next + 1);
            return Err(scanner.error_at(place, problem));
        }
        tour.push(next);
    }
    if tour.len() < vertices as usize {
        let problem = format!("the tour ends after {} of {vertices} vertices", tour.len());
        return Err(scanner.error_at(scanner.place() - "-1".len(), problem));
    }
    // TSPLIB ends a list of tours with one more -1.
    let mut after = scanner.clone();
    if after.word(true).1 == "-1" {
        *scanner = after;
    }
    Ok(tour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for path in [vec![], vec![0], vec![2, 0, 3, 1]] {
            let mut text = Vec::new();
            write("a closed tour", &path, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert_eq!(read(&text).unwrap(), path);
            assert!(text.starts_with("NAME : a-closed-tour\nTYPE : TOUR\nDIMENSION : "));
            assert!(text.ends_with("\n-1\nEOF\n"));
        }
    }

    #[test]
    fn tours_of_other_programs() {
        let text = "NAME: a.tour\r\nCOMMENT: LKH\r\nTYPE: TOUR\r\nDIMENSION: \
                    3\r\nTOUR_SECTION\r\n3 1\r\n2\r\n-1\r\n-1\r\nEOF\r\n";
        assert_eq!(read(text).unwrap(), [2, 0, 1]);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let head = "TYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n";
        for (tail, expected) in [
            ("1\n4\n", "5:1: `4` is not a vertex; write 1 to 3, or -1 at the end"),
            ("1 2 x\n", "4:5: `x` is not a vertex; write 1 to 3, or -1 at the end"),
            ("1\n2\n1\n-1\n", "6:1: the tour visits vertex 1 twice"),
            ("1\n2\n-1\n", "6:1: the tour ends after 2 of 3 vertices"),
            ("1\n2\n3\n", "7:1: the section ends without -1"),
            ("1 2 3 -1\nTOUR_SECTION\n", "5:1: a second tour; a file has one"),
        ] {
            assert_eq!(
                read(&format!("{head}{tail}")).unwrap_err().to_string(),
                expected,
                "{tail:?}"
            );
        }
        for (text, expected) in [
            ("", "1:1: TOUR_SECTION is missing"),
            ("TYPE : HCP\n", "1:8: `HCP` cannot be read; TYPE must be TOUR"),
            ("TOUR_SECTION\n", "1:1: DIMENSION must come before TOUR_SECTION"),
            ("DIMENSION : 99999999\n", "1:13: 99999999 vertices; at most 10000000 are possible"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), expected, "{text:?}");
        }
        assert!(
            read("PATH\n").unwrap_err().to_string().starts_with("1:1: `PATH` is not a keyword")
        );
    }
}
