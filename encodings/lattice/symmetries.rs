//! The symmetries of a grid: eight for a square, four otherwise.

use super::{Lattice, LatticeSymmetry};

/// The names, by whether rows and columns are swapped, then rows, then columns reversed.
const NAMES: &str = "identity left_right up_down half_turn diagonal quarter_turn quarter_turn_back \
                     antidiagonal";

impl Lattice {
    /// The rotations and reflections of the grid that keep its blocked cells, the identity first,
    /// even if one moves no vertex. O(cells).
    #[must_use]
    pub fn symmetries(&self) -> Vec<LatticeSymmetry> {
        let [left_right, top_bottom] = self.surface.joins();
        let turns_over = left_right == top_bottom && self.rows == self.columns;
        let names = NAMES.split(' ').take(if turns_over { 8 } else { 4 });
        let kept = (0..).zip(names).filter_map(|(bits, name): (u32, _)| {
            let [transposes, turns_rows, turns_columns] = [4, 2, 1].map(|bit| bits & bit != 0);
            let image = |vertex: u32| {
                let (row, column) = self.position(vertex);
                let (row, column) = if transposes { (column, row) } else { (row, column) };
                let row = if turns_rows { self.rows - 1 - row } else { row };
                self.vertex(row, if turns_columns { self.columns - 1 - column } else { column })
            };
            let images: Option<Vec<u32>> = (0..self.vertices()).map(image).collect();
            Some(LatticeSymmetry { name, images: images? })
        });
        kept.collect()
    }
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::*;

    fn names(rows: u32, columns: u32, blocked: &[usize]) -> Vec<&'static str> {
        let cells: FixedBitSet = blocked.iter().copied().collect();
        let lattice = Lattice::new(rows, columns, Some(&cells), Vec::new());
        lattice.symmetries().into_iter().map(|symmetry| symmetry.name).collect()
    }

    #[test]
    fn blocked_cells_stay_blocked() {
        assert_eq!(names(3, 3, &[]).len(), 8);
        assert_eq!(names(2, 3, &[]), ["identity", "left_right", "up_down", "half_turn"]);
        assert_eq!(names(3, 3, &[0]), ["identity", "diagonal"]);
        assert_eq!(names(3, 3, &[0, 8]), ["identity", "half_turn", "diagonal", "antidiagonal"]);
        assert_eq!(names(2, 2, &[1]), ["identity", "antidiagonal"]);
    }

    #[test]
    fn quarter_turns_turn_back_and_forth() {
        let lattice = Lattice::new(3, 3, None, Vec::new());
        let named = |name| {
            let symmetries = lattice.symmetries();
            symmetries.into_iter().find(|symmetry| symmetry.name == name).unwrap().images
        };
        let [turn, back, half] = ["quarter_turn", "quarter_turn_back", "half_turn"].map(named);
        // Clockwise: the top left corner goes to the top right.
        assert_eq!(turn[0], 2);
        assert!((0..9_usize).all(|vertex| back[turn[vertex] as usize] == vertex as u32));
        assert!((0..9_usize).all(|vertex| turn[turn[vertex] as usize] == half[vertex]));
    }
}
