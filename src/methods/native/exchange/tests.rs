//! Tests of the breadth-first search and its parts.
