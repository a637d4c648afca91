//! A line per method over a parameter; times and steps on a log axis, and sizes on one too.

use super::{
    Colours, Quantity,
    canvas::{
        Area, Drawn, INK, PlotAudience, PlotError, TickedAxis, WIDTH, cross, decades, draw,
        legend_dashes, legend_line, legend_words, mark, shortened, styled, whisker,
    },
    colours::MarkShape,
    dots::dots,
    fit::{PowerFit, is_size, powers},
    quantity::LOG_SCALE,
};
use crate::{
    documents::{
        comparison::Standing,
        results::{ExperimentResults, Point},
        suite::Parameter,
        text::methods,
    },
    sample::Interval,
};
use plotters::{
    coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter},
    prelude::*,
};

const HEIGHT: u32 = 420;
/// The legend's part of the width.
const LEGEND: u32 = 230;
/// The height of a line of the legend.
const LINE: i32 = 24;

/// The largest absolute value of a parameter that a plot shows.
const GREATEST_VALUE: f64 = 1e12;

/// A method's value at a point.
#[derive(Debug, Clone, Copy)]
struct SeenPoint {
    /// The value of the parameter, and the method's value there; without an answer the limit.
    at: (f64, f64),
    interval: Option<Interval>,
    standing: Standing,
}

/// The line of a method.
struct MethodLine<'e> {
    method: &'e str,
    seen: Vec<SeenPoint>,
}

/// The position of a point in a plot.
fn plotted_value(point: &Point) -> Option<f64> {
    point.value.filter(|value| value.abs() <= GREATEST_VALUE)
}

/// The lines of a plot of an experiment: each method's values at the points that have a parameter value.
fn lines(experiment: &ExperimentResults, quantity: Quantity) -> Vec<MethodLine<'_>> {
    let limit = Some(experiment.time_limit_seconds);
    let line = |method| {
        let seen = experiment.points.iter().filter_map(|point| {
            let value = plotted_value(point)?;
            let runs = point.runs_of(method)?;
            let (seen, standing) = quantity.seen(runs, limit)?;
            Some(SeenPoint { at: (value, seen), interval: quantity.interval(runs), standing })
        });
        MethodLine { method, seen: seen.collect() }
    };
    methods(experiment).into_iter().map(line).collect()
}

/// Whether a run at some point has several cases.
fn has_cases(experiment: &ExperimentResults) -> bool {
    experiment.points.iter().any(|point| point.cases > 1)
}

/// A plot with a line per method. `None` if there is nothing to draw.
///
/// # Errors
/// [`PlotError`].
fn line_plot(
    experiment: &ExperimentResults,
    quantity: Quantity,
    colours: &Colours,
    place: PlotAudience,
) -> Result<Option<String>, PlotError> {
    let lines = lines(experiment, quantity);
    let seen = lines.iter().flat_map(|line| &line.seen);
    let ends = seen.clone().filter_map(|seen| seen.interval).flat_map(|own| [own.low, own.high]);
    let ends = ends.chain(seen.map(|seen| seen.at.1)).map(|end| end.max(f64::MIN_POSITIVE));
    let ends: Vec<f64> = match quantity {
        Quantity::SolvedShare => vec![1.0],
        Quantity::Time | Quantity::Steps => ends.collect(),
    };
    let Some(heights) = decades(ends.into_iter()).filter(|_| lines.iter().any(MethodLine::is_seen))
    else {
        return Ok(None);
    };
    let title = format!("{}: {}", experiment.title, quantity.label(has_cases(experiment)));
    let fits = if quantity == Quantity::Time { powers(experiment) } else { Vec::new() };
    let by_size = quantity == Quantity::Time && is_size(experiment);
    let chart = Chart { experiment, lines, fits, quantity, by_size, heights, colours };
    let height = HEIGHT.max(chart.legend_height());
    let drawn = if quantity == Quantity::SolvedShare {
        // Marks at the ends must not be cut off.
        draw(height, &title, place, |root| chart.draw(root, -0.02..1.02))
    } else {
        draw(height, &title, place, |root| chart.draw(root, (heights.0..heights.1).log_scale()))
    };
    drawn.map(Some)
}

impl MethodLine<'_> {
    fn is_seen(&self) -> bool {
        !self.seen.is_empty()
    }
}

/// What is drawn.
struct Chart<'e> {
    experiment: &'e ExperimentResults,
    lines: Vec<MethodLine<'e>>,
    fits: Vec<(&'e str, PowerFit)>,
    quantity: Quantity,
    /// Whether the parameter has a log axis.
    by_size: bool,
    heights: (f64, f64),
    colours: &'e Colours,
}

impl Chart<'_> {
    /// The position of a parameter value on its axis.
    fn place_of(&self, value: f64) -> f64 {
        if self.by_size { value.ln() } else { value }
    }

    /// The ticks of the axis of sizes: the measured values, as many as fit.
    fn ticks(&self, least: f64, greatest: f64) -> Vec<f64> {
        let room = 0.08 * (greatest - least);
        let values = self.experiment.points.iter().filter_map(plotted_value);
        let mut places: Vec<f64> = values.map(|value| self.place_of(value)).collect();
        places.sort_unstable_by(f64::total_cmp);
        let mut ticks: Vec<f64> = Vec::new();
        for place in places {
            if ticks.last().is_none_or(|last| place - last >= room) {
                ticks.push(place);
            }
        }
        ticks
    }

    /// Draws everything; `heights`: the vertical axis.
    fn draw<H>(&self, root: &Area<'_>, heights: H) -> Drawn
    where
        H: AsRangedCoord<Value = f64>,
        H::CoordDescType: ValueFormatter<f64>,
    {
        let values = self.experiment.points.iter().filter_map(plotted_value);
        let values = values.map(|value| self.place_of(value));
        let (least, greatest) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |range, value| {
            (range.0.min(value), range.1.max(value))
        });
        let width = greatest - least;
        // With a single value, the axis still needs some width.
        let margin =
            if width > least.abs() * 1e-9 { width * 0.03 } else { 1.0f64.max(least.abs()) };
        let axis = least - margin..greatest + margin;
        let (plot, legend) = root.split_horizontally(WIDTH - LEGEND);
        let mut builder = ChartBuilder::on(&plot);
        builder.margin(12).x_label_area_size(48).y_label_area_size(80);
        let ticks = self.by_size.then(|| self.ticks(least, greatest));
        let axis = TickedAxis::new(axis, ticks);
        self.series(&plot, builder.build_cartesian_2d(axis, heights)?)?;
        self.legend(&legend)
    }

    /// Draws the axes, the lines, their whiskers and the fitted curves.
    fn series<'b, H>(
        &self,
        area: &Area<'b>,
        mut chart: ChartContext<'_, SVGBackend<'b>, Cartesian2d<TickedAxis, H>>,
    ) -> Drawn
    where
        H: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let parameter = self.experiment.parameter.as_ref();
        let value_of = |place: f64| if self.by_size { place.exp() } else { place };
        let place_label = |place: &f64| {
            let value = value_of(*place);
            parameter.map_or_else(|| value.to_string(), |parameter| parameter.show(value))
        };
        let value_label = |value: &f64| self.quantity.tick(*value);
        let across = |parameter: &Parameter| {
            let label = shortened(&parameter.label, 90);
            if self.by_size { format!("{label} ({LOG_SCALE})") } else { label }
        };
        let mut mesh = chart.configure_mesh();
        mesh.x_labels(10)
            .y_labels(8)
            .x_label_formatter(&place_label)
            .y_label_formatter(&value_label)
            .x_desc(parameter.map_or(String::new(), across))
            .y_desc(self.quantity.axis_label(has_cases(self.experiment)));
        styled(&mut mesh).draw()?;
        let corner = area.get_base_pixel();
        let pixel = |chart: &ChartContext<'_, _, Cartesian2d<TickedAxis, H>>, at: (f64, f64)| {
            let (x, y) = chart.backend_coord(&(self.place_of(at.0), at.1));
            (x - corner.0, y - corner.1)
        };
        for (index, line) in self.lines.iter().enumerate() {
            let colour = self.colours.colour(line.method);
            // No line leads to a point without an answer.
            for part in line.seen.split(|seen| seen.standing == Standing::Unanswered) {
                let part = part.iter().map(|seen| (self.place_of(seen.at.0), seen.at.1));
                chart.draw_series(LineSeries::new(part, colour.stroke_width(2)))?;
            }
            // The marks of several methods without an answer are drawn side by side.
            let aside = 9 * (i32::try_from(index).unwrap_or(0) - self.lines.len() as i32 / 2);
            for seen in &line.seen {
                let (x, y) = pixel(&chart, seen.at);
                let aside = if seen.standing == Standing::Unanswered { aside } else { 0 };
                if let Some(Interval { low, high }) = seen.interval {
                    let end = |height| pixel(&chart, (seen.at.0, height));
                    whisker(area, end(low), end(high))?;
                }
                self.mark(area, (x + aside, y), line.method, seen.standing)?;
            }
        }
        for (method, fit) in &self.fits {
            let values = self.experiment.points.iter().filter_map(plotted_value);
            let (low, high) = self.heights;
            let fitted = values.map(|value| (value, fit.at(value)));
            let fitted = fitted.filter(|(_, time)| (low..high).contains(time));
            let mut fitted: Vec<(f64, f64)> =
                fitted.map(|(value, time)| (self.place_of(value), time)).collect();
            fitted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            let style = self.colours.colour(method).stroke_width(1);
            chart.draw_series(DashedLineSeries::new(fitted, 6, 5, style))?;
        }
        Ok(())
    }

    /// A method's mark at a pixel: filled for a proved answer, hollow for an unproved one, a cross
    /// for no answer.
    fn mark(&self, area: &Area<'_>, at: (i32, i32), method: &str, standing: Standing) -> Drawn {
        let colour = self.colours.colour(method);
        if standing == Standing::Unanswered {
            return cross(area, at, colour);
        }
        mark(area, at, self.colours.shape(method), colour, standing == Standing::Answered)
    }

    fn has(&self, standing: Standing) -> bool {
        self.lines.iter().flat_map(|line| &line.seen).any(|seen| seen.standing == standing)
    }

    /// The height of the legend with all its lines.
    fn legend_height(&self) -> u32 {
        let notes =
            [!self.fits.is_empty(), self.has(Standing::Unproved), self.has(Standing::Unanswered)];
        let notes = notes.iter().filter(|&&is_noted| is_noted).count();
        LINE as u32 * (self.lines.len() + notes + 1) as u32
    }

    /// The methods with their colours and marks, one below the other, then the meaning of the marks.
    fn legend(&self, area: &Area<'_>) -> Drawn {
        let mut y = LINE;
        for MethodLine { method, .. } in &self.lines {
            legend_line(area, (0, y), method, self.colours)?;
            y += LINE;
        }
        if !self.fits.is_empty() {
            legend_dashes(area, y, "fitted power of the size")?;
            y += LINE;
        }
        if self.has(Standing::Unproved) {
            mark(area, (14, y), MarkShape::Circle, INK, false)?;
            legend_words(area, (0, y), self.quantity.hollow())?;
            y += LINE;
        }
        if self.has(Standing::Unanswered) {
            cross(area, (14, y), INK)?;
            legend_words(area, (0, y), "no answer at the time limit")?;
        }
        Ok(())
    }
}

/// A plot of an experiment: lines if a parameter varies, otherwise dots at the times. `None` if
/// there is nothing to draw.
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
