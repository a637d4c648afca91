//! The boxes of names beside vertices, where they cover the least.

/// The most characters of a name beside a vertex.
pub const LONGEST_NAME: usize = 12;

/// The directions from a vertex to its name, the best first: right, left, below, above, then the diagonals.
const DIRECTIONS: [(i64, i64); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (1, 1), (-1, -1), (-1, 1)];

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, Default)]
pub struct NameBox {
    pub left: i64,
    pub top: i64,
    pub right: i64,
    pub bottom: i64,
    /// Where the text starts: 1 at the left, 0 in the middle, -1 at the right.
    pub anchor: i64,
}

impl NameBox {
    /// The rectangle beside a vertex.
    fn of(
        (x, y): (i64, i64),
        radius: i64,
        (right, down): (i64, i64),
        [width, height]: [i64; 2],
    ) -> Self {
        // On a diagonal, the name touches the disc where it is nearest.
        let away = if right != 0 && down != 0 { radius * 7 / 10 } else { radius } + 4;
        let left = x + right * away + (right - 1) * width / 2;
        let top = y + down * away + (down - 1) * height / 2;
        Self { left, top, right: left + width, bottom: top + height, anchor: right }
    }

    /// Whether a square of this half side around a point reaches into the rectangle.
    fn covers(&self, (x, y): (i64, i64), half: i64) -> bool {
        (self.left - half < x && x < self.right + half)
            && (self.top - half < y && y < self.bottom + half)
    }

    fn overlaps(&self, other: &Self) -> bool {
        (self.left < other.right && other.left < self.right)
            && (self.top < other.bottom && other.top < self.bottom)
    }
}

/// The box of each name, of its width and height, beside its vertex: in the direction in which it
/// covers the fewest vertices, earlier names and ends of edges. O(n² + n · edges).
pub fn boxes_beside(
    centres: &[(i64, i64)],
    edges: &[[(i64, i64); 2]],
    radius: i64,
    sizes: impl Iterator<Item = [i64; 2]>,
) -> Vec<NameBox> {
    let mut boxes: Vec<NameBox> = Vec::new();
    for (&centre, size) in centres.iter().zip(sizes) {
        // The part of each edge next to the vertex.
        let near = |&(x, y): &(i64, i64)| {
            let (right, down) = (x - centre.0, y - centre.1);
            let far = (right * right + down * down).isqrt().max(1);
            let away = radius + size[1];
            (centre.0 + right * away / far, centre.1 + down * away / far)
        };
        let ends = edges.iter().flat_map(|[from, to]| [(from, to), (to, from)]);
        let near: Vec<_> =
            ends.filter(|(from, _)| **from == centre).map(|(_, to)| near(to)).collect();
        let cost = |name: &NameBox| {
            let discs = centres.iter().filter(|&&at| name.covers(at, radius)).count();
            let names = boxes.iter().filter(|other| name.overlaps(other)).count();
            8 * discs + 6 * names + near.iter().filter(|&&at| name.covers(at, 2)).count()
        };
        let choices = DIRECTIONS.map(|direction| NameBox::of(centre, radius, direction, size));
        boxes.extend(choices.into_iter().min_by_key(cost));
    }
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_goes_where_nothing_is() {
        // A vertex with another at its right, and an edge to the left.
        let centres = [(0, 0), (40, 0), (-200, 0)];
        let edges = [[centres[0], centres[2]]];
        let boxes = boxes_beside(&centres, &edges, 10, [[60, 12]; 3].into_iter());
        assert_eq!(boxes.iter().map(|name| name.anchor).collect::<Vec<_>>(), [0, 1, -1]);
        assert!(boxes[0].top > 10 && boxes[1].left == 54 && boxes[2].right == -214);
        for (number, name) in boxes.iter().enumerate() {
            assert!(centres.iter().all(|&centre| !name.covers(centre, 10)));
            assert!(boxes[..number].iter().all(|other| !name.overlaps(other)));
        }
    }
}
