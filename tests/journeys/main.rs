//! The journeys of users through the built program, the agreement of all methods, published results.

mod endless;
mod harness;
mod support;

mod agreement;
mod bench;
mod broken_methods;
#[cfg(target_os = "linux")]
mod children;
mod compare;
mod compare_cases;
mod compressed_files;
mod deaf_methods;
mod documents;
mod errors;
mod exchange;
mod exchange_agreement;
mod export;
mod export_placement;
mod export_planning;
mod external_solver;
mod generate;
mod generate_placement;
mod graph_files;
mod graphml;
mod hamilton;
mod limits;
mod meet;
mod meeting_agreement;
mod method_limits;
#[cfg(feature = "real-solvers")]
mod optimising_solvers;
mod other_solvers;
mod output_files;
mod picture;
mod pipes_and_devices;
mod placement;
mod placement_agreement;
mod placement_errors;
mod placement_optima;
mod program;
mod proofs;
mod published;
mod reading_limits;
mod readme;
mod report;
mod robustness;
mod route_agreement;
mod sequences;
mod several;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
mod theorems;
mod too_many;
mod verify;
mod verify_agreement;
mod verify_proofs;
mod verify_search;
