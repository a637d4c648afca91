//! Pictures of boards and tours: SVG documents and text for a terminal.

mod colour;
mod frame;
pub mod svg;
pub mod text;
