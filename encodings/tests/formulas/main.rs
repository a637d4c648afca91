//! Formulas against brute force, stated sizes and golden files; graphs, bounds and obstructions.

mod support;

mod agent_arrangements;
mod agent_plans;
mod agreement;
mod alternating;
mod any_graph;
mod constraints;
mod golden;
mod golden_plans;
mod golden_sets;
mod graphs;
mod independent_bounds;
mod obstructions;
mod placements;
mod planning;
mod relaxations;
mod sizes;
mod sizes_modular;
mod sizes_order;
