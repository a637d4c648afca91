//! The ends of the used path segments, sorted by how few choices they have left.

/// Ends with this many remaining edges or more are not told apart.
const LEVELS: usize = 32;

/// Marks a vertex that is in no list, and the end of a list.
const NONE: u32 = u32::MAX;

/// A set of vertices in lists by level; the vertex that came last is first in its list.
///
/// Every operation is O(1). The last comes first so that the search stays where it is:
/// what it has just touched is where a mistake shows.
#[derive(Debug)]
pub struct SegmentEnds {
    first: [u32; LEVELS],
    next: Vec<u32>,
    previous: Vec<u32>,
    level: Vec<u8>,
}

impl SegmentEnds {
    /// The empty set; 9 bytes a vertex.
    pub fn new(vertices: usize) -> Self {
        Self {
            first: [NONE; LEVELS],
            next: vec![NONE; vertices],
            previous: vec![NONE; vertices],
            level: vec![u8::MAX; vertices],
        }
    }

    /// Puts a vertex at a level, from wherever it is.
    pub fn put(&mut self, vertex: u32, remaining: u32) {
        self.take(vertex);
        let level = (remaining as usize).min(LEVELS - 1);
        let behind = self.first[level];
        self.next[vertex as usize] = behind;
        self.previous[vertex as usize] = NONE;
        if behind != NONE {
            self.previous[behind as usize] = vertex;
        }
        self.first[level] = vertex;
        self.level[vertex as usize] = level as u8;
    }

    /// Takes a vertex out, if it is in.
    pub fn take(&mut self, vertex: u32) {
        let level = self.level[vertex as usize];
        if level == u8::MAX {
            return;
        }
        let (before, behind) = (self.previous[vertex as usize], self.next[vertex as usize]);
        if before == NONE {
            self.first[level as usize] = behind;
        } else {
            self.next[before as usize] = behind;
        }
        if behind != NONE {
            self.previous[behind as usize] = before;
        }
        self.level[vertex as usize] = u8::MAX;
    }

    /// The vertex of the lowest level that came last.
    pub fn lowest(&self) -> Option<u32> {
        self.first.iter().copied().find(|&vertex| vertex != NONE)
    }
}
