//! A graph as text: the matrix of its edges.

use std::{collections::HashSet, fmt::Write as _};

use super::GraphPicture;

/// The most vertices of a matrix.
const MOST_ROWS: usize = 100;

/// A graph as the matrix of its edges, the vertices in the order of the path: `#` is an edge of the
/// path or a marked pair, `+` another edge; on the diagonal, `x` is a marked vertex, a number its
/// colour, from 1. `None` if it does not fit into the columns, or has more than 100 rows.
#[must_use]
pub fn text(picture: &GraphPicture<'_>, width: usize) -> Option<String> {
    let count = picture.names.len();
    let longest = picture.names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
    let cell = longest.max(1) + 1;
    if count > MOST_ROWS || (count + 1) * cell > width {
        return None;
    }
    let in_path: HashSet<u32> = picture.path.iter().copied().collect();
    let others = (0..count as u32).filter(|vertex| !in_path.contains(vertex));
    let visited = picture.path.iter().copied().filter(|&vertex| (vertex as usize) < count);
    let order: Vec<u32> = visited.chain(others).collect();
    let used = picture.used();
    let mut edges: HashSet<(u32, u32)> = picture.edges.iter().copied().collect();
    if !picture.directed {
        edges.extend(picture.edges.iter().map(|&(a, b)| (b, a)));
    }
    let pairs: HashSet<(u32, u32)> =
        picture.pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let are_numbered = picture.class_noun.is_some();
    let content = |from: u32, to: u32| match picture.class(from) {
        Some(class) if from == to && are_numbered => (class + 1).to_string(),
        Some(_) if from == to => "x".into(),
        None if from == to => String::new(),
        _ if used.contains(&(from, to)) || pairs.contains(&(from, to)) => "#".into(),
        _ if edges.contains(&(from, to)) => "+".into(),
        _ => ".".into(),
    };
    let mut lines = String::new();
    for &from in &order {
        let mut line = format!("{:>longest$}", picture.names[from as usize]);
        for &to in &order {
            let _ = write!(line, "{:>cell$}", content(from, to));
        }
        lines += line.trim_end();
        lines.push('\n');
    }
    let _ = write!(lines, "{:longest$}", "");
    for &vertex in &order {
        let _ = write!(lines, "{:>cell$}", picture.names[vertex as usize]);
    }
    lines.push('\n');
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_in_the_order_of_the_path() {
        let names: Vec<String> = ["1", "2", "3", "4"].map(String::from).to_vec();
        let edges = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)];
        let picture = GraphPicture::of(&names, &edges, false).unwrap();
        let cycle = picture.clone().with_path(vec![0, 1, 3, 2], true);
        let expected = "1   # . #\n2 #   # +\n4 . #   #\n3 # + #\n  1 2 4 3\n";
        assert_eq!(text(&cycle, 80).unwrap(), expected);
        let set = text(&picture.clone().with_set([0, 3]), 80).unwrap();
        assert_eq!(set, "1 x + + .\n2 +   + +\n3 + +   +\n4 . + + x\n  1 2 3 4\n");
        let colours =
            text(&picture.clone().with_colours([vec![0, 3], vec![1], vec![2]]), 80).unwrap();
        assert!(colours.starts_with("1 1 + + .\n2 + 2 + +\n3 + + 3 +\n4 . + + 1\n"));
        assert_eq!(text(&picture, 9), None);
    }
}
