//! Pictures.
pub mod svg;
pub mod text;
