//! sparse6: a list of edges in six-bit characters; read by [`super::graph6`].

use super::{GraphError, arcs::GatheredEdges, six_bits::Code};
use crate::limits::Permit;

/// Reads the edges after the number of vertices.
///
/// A stream of one bit and a number of k bits each, where k bits suffice for the last vertex: the
/// bit advances the current vertex by one; a number greater than the current vertex replaces it,
/// any other is joined to it. The last character is padded with ones.
pub(super) fn read<'p>(
    vertices: u32,
    code: &Code<'_>,
    permit: Permit<'p>,
) -> Result<GatheredEdges<'p>, GraphError> {
    let width = u32::BITS - vertices.saturating_sub(1).leading_zeros();
    let mut arcs = GatheredEdges::new(false, permit);
    // Bits read but not used yet, at the lower end.
    let (mut bits, mut count) = (0u64, 0);
    let mut vertex = 0;
    // The position of the next number, in bits.
    let mut begin = 0;
    for index in 0..code.bytes.len() {
        bits = bits << 6 | u64::from(code.bits(index)?);
        count += 6;
        while count > width {
            count -= width + 1;
            let taken = bits >> count;
            bits &= (1 << count) - 1;
            let number = (taken & ((1 << width) - 1)) as u32;
            vertex += (taken >> width & 1) as u32;
            if vertex >= vertices || number >= vertices {
                // Only the padding of the last character may do so.
                if begin / 6 + 1 < code.bytes.len() {
                    let named = vertex.max(number);
                    let problem =
                        format!("vertex {named} is not one of the {vertices}, counted from 0");
                    return Err(code.error(index, problem));
                }
                return Ok(arcs);
            }
            if number > vertex {
                vertex = number;
            } else {
                let pushed = arcs.push(code.place, (number, vertex), None);
                pushed.map_err(|problem| code.error(index, problem))?;
            }
            begin += width as usize + 1;
        }
    }
    Ok(arcs)
}

#[cfg(test)]
mod tests {
    use crate::graphs::graph6::GRAPH6;

    #[test]
    fn what_networkx_writes() {
        for (text, vertices, edges) in [
            (":An", 2, vec![(0, 1)]),
            (":A", 2, vec![]),
            // Two numbers of vertices for which padding with ones alone would look like an edge.
            (":CoJ", 4, vec![(0, 2), (1, 2)]),
            (":GsW", 8, vec![(0, 6), (1, 5)]),
            (":O{B", 16, vec![(0, 14)]),
            (":DaY_~", 5, vec![(0, 1), (0, 4), (1, 2), (2, 3), (3, 4)]),
            // With an edge twice and a loop.
            (":B_L", 3, vec![(0, 1), (1, 2)]),
        ] {
            let graph = GRAPH6.read(text).unwrap();
            assert_eq!((graph.names.len(), graph.edges), (vertices, edges), "{text}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let error = GRAPH6.read(":B~~~\n").unwrap_err().to_string();
        assert_eq!(error, "1:3: vertex 3 is not one of the 3, counted from 0");
        let error = GRAPH6.read(":Fa@x \u{7f}").unwrap_err().to_string();
        assert_eq!(error, "1:7: a second graph; a file has one");
        let error = GRAPH6.read(":Fa@\u{7f}").unwrap_err().to_string();
        assert_eq!(error, "1:5: `\\u{7f}` is not a character from `?` to `~`");
    }
}
