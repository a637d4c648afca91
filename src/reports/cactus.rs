//! A cactus plot: how many instances each method solves within how much time.

use plotters::prelude::*;

use super::{
    Colours, Quantity,
    canvas::{
        Area, Drawn, INK, PlotAudience, PlotError, TickedAxis, WIDTH, decades, draw, legend_dashes,
        legend_line, mark, styled,
    },
    quantity::LOG_SCALE,
    study::Study,
    summary::{Summary, summary},
};
use crate::documents::scores::MethodScore;

const HEIGHT: u32 = 420;
const LEGEND: u32 = 230;
/// The height of a line of the legend.
const LINE: i32 = 24;
/// The most marks on a line.
const MOST_MARKS: usize = 24;

/// A line per method, and one for the virtual best. `None` for fewer than two instances or methods,
/// or if nothing was solved.
///
/// # Errors
/// [`PlotError`].
pub fn cactus(
    study: &Study,
    colours: &Colours,
    place: PlotAudience,
) -> Result<Option<String>, PlotError> {
    let instances = study.timed_instances().len();
    let Summary { methods, virtual_best: best, .. } = summary(study);
    let methods: Vec<MethodScore> = methods.into_iter().map(|(score, _)| score).collect();
    if instances < 2 || methods.len() < 2 {
        return Ok(None);
    }
    let times = methods.iter().flat_map(|own| own.times.iter().copied());
    let Some(heights) = decades(times) else { return Ok(None) };
    let legend = LINE as u32 * (methods.len() as u32 + 2);
    let title = "Instances solved within a time";
    draw(HEIGHT.max(legend), title, place, |root| {
        draw_cactus(root, (&methods, &best), colours, (instances, heights))
    })
    .map(Some)
}

fn draw_cactus(
    root: &Area<'_>,
    (methods, best): (&[MethodScore], &MethodScore),
    colours: &Colours,
    (instances, heights): (usize, (f64, f64)),
) -> Drawn {
    let (plot, legend) = root.split_horizontally(WIDTH - LEGEND);
    let mut chart = ChartBuilder::on(&plot)
        .margin(12)
        .x_label_area_size(48)
        .y_label_area_size(80)
        .build_cartesian_2d(
            TickedAxis::new(0.0..instances as f64 * 1.02, Some(ticks(instances))),
            (heights.0..heights.1).log_scale(),
        )?;
    let mut mesh = chart.configure_mesh();
    mesh.y_labels(8)
        .x_label_formatter(&|count| count.to_string())
        .y_label_formatter(&|seconds| Quantity::Time.tick(*seconds))
        .x_desc("instances solved")
        .y_desc(format!("each within ({LOG_SCALE})"));
    styled(&mut mesh).draw()?;
    let points = |own: &MethodScore| -> Vec<(f64, f64)> {
        own.times.iter().enumerate().map(|(index, &time)| ((index + 1) as f64, time)).collect()
    };
    chart.draw_series(DashedLineSeries::new(points(best), 6, 5, INK.stroke_width(1)))?;
    let corner = plot.get_base_pixel();
    let mut y = LINE;
    for own in methods {
        let method = own.method.as_str();
        let (colour, shape) = (colours.colour(method), colours.shape(method));
        let points = points(own);
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        let every = points.len().div_ceil(MOST_MARKS).max(1);
        // The last mark shows the number of instances.
        for point in points.iter().rev().step_by(every) {
            let (x, y) = chart.backend_coord(point);
            mark(&plot, (x - corner.0, y - corner.1), shape, colour, true)?;
        }
        legend_line(&legend, (0, y), method, colours)?;
        y += LINE;
    }
    legend_dashes(&legend, y, "virtual best")
}

/// Whole numbers from 0, about ten.
fn ticks(instances: usize) -> Vec<f64> {
    let mut steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.pow(power)));
    let step = steps.find(|step| instances / step <= 10).unwrap_or(instances);
    (0..=instances).step_by(step).map(|count| count as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(ticks(3), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(ticks(40), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]);
        assert!((2..=11).all(|power| ticks(7usize.pow(power.min(8))).len() <= 12));
    }
}
