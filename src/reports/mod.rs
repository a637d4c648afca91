//! Reports: results and comparisons as a page, and their plots.

mod cactus;
mod canvas;
mod colours;
mod dots;
mod fit;
mod frame;
mod lines;
mod page;
mod pictures;
mod quantity;
#[cfg(feature = "png")]
mod raster;
mod scatter;
mod study;
mod summary;
mod table;
mod tables;

pub use cactus::cactus;
pub use canvas::{MADE_BY, PlotAudience, PlotError};
pub use colours::Colours;
pub use dots::dots;
pub use frame::measurements_of;
pub use lines::experiment_plot;
pub use page::{comparison, results};
pub use quantity::Quantity;
#[cfg(feature = "png")]
pub use raster::png;
pub use scatter::{best_two, scatter};
pub use study::Study;
pub use table::{csv, latex, markdown};
pub use tables::tables;

/// Marks a picture as written by Satranj: a text chunk of PNG.
pub const MADE_BY_IN_PNG: &[u8] = b"Software\0satranj";

/// Reports that this build draws no PNG.
///
/// # Errors
/// [`PlotError`] always.
#[cfg(not(feature = "png"))]
pub fn png(_svg: &str) -> Result<Vec<u8>, PlotError> {
    Err(PlotError("this program was built without PNG; write SVG instead".into()))
}
