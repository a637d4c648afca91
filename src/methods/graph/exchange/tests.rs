//! Tests of A* on the graph of arrangements.
