//! The journeys of users through the built program, the agreement of all methods, published results.

#![cfg(feature = "cli")]

mod endless;
mod harness;

mod agreement;
#[cfg(target_os = "linux")]
mod batch_systems;
mod bench;
mod broken_methods;
mod browser;
#[cfg(target_os = "linux")]
mod chance;
mod checkpoints;
mod children;
mod closed_streams;
mod compare;
mod compare_cases;
mod compressed_files;
mod contradictory_given;
mod counted_tours;
mod cubes;
mod deaf_methods;
mod documentation;
mod documented;
mod documents;
mod equal_statements;
mod errors;
mod exchange;
mod exchange_agreement;
mod export;
mod export_placement;
mod export_planning;
mod export_sizes;
mod exported_instances;
mod external_solver;
mod foreign_verdicts;
mod generate;
mod generate_families;
mod generate_placement;
mod graph_files;
mod graphml;
mod hamilton;
mod hostile_names;
mod interrupted_files;
mod limits;
mod measured;
mod meet;
mod meeting_agreement;
mod method_limits;
mod method_options;
mod model_counters;
mod optimising_solvers;
mod other_solvers;
mod output_files;
mod outputs;
#[cfg(target_os = "linux")]
mod parts;
mod picture;
mod pipes_and_devices;
mod placement;
mod placement_agreement;
mod placement_errors;
mod placement_optima;
mod processor_time;
mod program;
mod proofs;
mod published;
mod published_tours;
mod reading_limits;
mod report;
mod result_rows;
mod robustness;
mod rooms;
mod route_agreement;
mod samples;
mod scripted_solvers;
mod sequences;
mod several;
mod side_by_side;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
mod stated_again;
mod stopped_counts;
mod theorems;
mod too_many;
mod trust;
mod verify;
mod verify_agreement;
mod verify_batch;
mod verify_claims;
mod verify_contradictions;
mod verify_limits;
mod verify_proofs;
mod verify_search;
