//! The plot of an experiment: of lines or of dots.

use super::{
    Colours, Quantity,
    canvas::{PlotAudience, PlotError},
    dots::dots,
    lines::line_plot,
};
use crate::documents::results::ExperimentResults;

/// A plot of an experiment: lines where a parameter varies, otherwise dots at the times. `None`
/// where there is nothing to be drawn.
///
/// # Errors
/// [`PlotError`].
pub fn experiment_plot(
    experiment: &ExperimentResults,
    quantity: Quantity,
    colours: &Colours,
    place: PlotAudience,
) -> Result<Option<String>, PlotError> {
    match &experiment.points[..] {
        [one] if quantity == Quantity::Time => {
            let limit = Some(experiment.time_limit_seconds);
            dots(&one.runs, limit, &experiment.title, colours, place)
        }
        _ => line_plot(experiment, quantity, colours, place),
    }
}
