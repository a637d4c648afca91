//! A line a method over a parameter; times and steps on a log axis.

use plotters::{
    coord::ranged1d::{AsRangedCoord, ValueFormatter},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    Colours, Quantity,
    canvas::{Area, Drawn, INK, PlotAudience, PlotError, WIDTH, decades, draw, text_style},
    colours::MarkShape,
};
use crate::documents::{
    comparison::Standing,
    results::{ExperimentResults, Point},
    text::methods,
};

const HEIGHT: u32 = 420;
/// The legend's part of the width.
const LEGEND: u32 = 210;
/// The height of a line of the legend.
const LINE: i32 = 24;

/// The greatest value of a parameter, either way, that a plot shows.
const GREATEST_VALUE: f64 = 1e12;

/// What is seen of a method at a point.
#[derive(Debug, Clone, Copy)]
struct SeenPoint {
    /// The value of the parameter, and what is seen there; of no answer the limit.
    at: (f64, f64),
    standing: Standing,
}

/// The line of a method.
struct MethodLine<'e> {
    method: &'e str,
    seen: Vec<SeenPoint>,
}

/// Where a point stands in a plot.
fn plotted_value(point: &Point) -> Option<f64> {
    point.value.filter(|value| value.abs() <= GREATEST_VALUE)
}

/// The lines of a plot of an experiment: for each method what is seen at the points with a value.
fn lines(experiment: &ExperimentResults, quantity: Quantity) -> Vec<MethodLine<'_>> {
    let limit = Some(experiment.time_limit_seconds);
    let line = |method| {
        let seen = experiment.points.iter().filter_map(|point| {
            let value = plotted_value(point)?;
            let (seen, standing) = quantity.seen(point.runs_of(method)?, limit)?;
            Some(SeenPoint { at: (value, seen), standing })
        });
        MethodLine { method, seen: seen.collect() }
    };
    methods(experiment).into_iter().map(line).collect()
}

/// A plot with a line a method. `None` where there is nothing to be drawn.
///
/// # Errors
/// [`PlotError`].
pub fn line_plot(
    experiment: &ExperimentResults,
    quantity: Quantity,
    colours: &Colours,
    place: PlotAudience,
) -> Result<Option<String>, PlotError> {
    let lines = lines(experiment, quantity);
    let seen = lines.iter().flat_map(|line| &line.seen);
    let Some(heights) = decades(seen.map(|seen| seen.at.1.max(f64::MIN_POSITIVE))) else {
        return Ok(None);
    };
    let title = format!("{}: {}", experiment.title, quantity.label());
    let chart = Chart { experiment, lines, quantity, colours };
    let height = HEIGHT.max(chart.legend_height());
    let drawn = if quantity == Quantity::SolvedShare {
        // Marks at the ends are seen as a whole.
        draw(height, &title, place, |root| chart.draw(root, -0.02..1.02))
    } else {
        draw(height, &title, place, |root| chart.draw(root, (heights.0..heights.1).log_scale()))
    };
    drawn.map(Some)
}

/// What is drawn.
struct Chart<'e> {
    experiment: &'e ExperimentResults,
    lines: Vec<MethodLine<'e>>,
    quantity: Quantity,
    colours: &'e Colours,
}

impl Chart<'_> {
    /// Draws all; `heights`: the axis upward.
    fn draw<H>(&self, root: &Area<'_>, heights: H) -> Drawn
    where
        H: AsRangedCoord<Value = f64>,
        H::CoordDescType: ValueFormatter<f64>,
    {
        let values = self.experiment.points.iter().filter_map(plotted_value);
        let (least, greatest) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |range, value| {
            (range.0.min(value), range.1.max(value))
        });
        let width = greatest - least;
        // Of one value alone the axis has some width too.
        let margin =
            if width > least.abs() * 1e-9 { width * 0.03 } else { 1.0f64.max(least.abs()) };
        let parameter = self.experiment.parameter.as_ref();
        let (left, right) = root.split_horizontally(WIDTH - LEGEND);
        let mut chart = ChartBuilder::on(&left)
            .margin(12)
            .x_label_area_size(48)
            .y_label_area_size(76)
            .build_cartesian_2d(least - margin..greatest + margin, heights)?;
        chart
            .configure_mesh()
            .x_labels(10)
            .y_labels(8)
            .x_label_formatter(&|value| {
                parameter.map_or_else(|| value.to_string(), |parameter| parameter.show(*value))
            })
            .y_label_formatter(&|value| self.quantity.tick(*value))
            .x_desc(parameter.map_or("", |parameter| parameter.label.as_str()))
            .y_desc(self.quantity.label())
            .axis_style(INK)
            .bold_line_style(INK.mix(0.2))
            .light_line_style(INK.mix(0.06))
            .label_style(text_style(14))
            .axis_desc_style(text_style(14))
            .draw()?;
        let corner = left.get_base_pixel();
        for (index, line) in self.lines.iter().enumerate() {
            let colour = self.colours.colour(line.method);
            // No line leads to where there is no answer.
            for part in line.seen.split(|seen| seen.standing == Standing::Unanswered) {
                let part = part.iter().map(|seen| seen.at);
                chart.draw_series(LineSeries::new(part, colour.stroke_width(2)))?;
            }
            // The marks of several methods without an answer stand side by side.
            let aside = 9 * (i32::try_from(index).unwrap_or(0) - self.lines.len() as i32 / 2);
            for seen in &line.seen {
                let (x, y) = chart.backend_coord(&seen.at);
                let aside = if seen.standing == Standing::Unanswered { aside } else { 0 };
                self.mark(&left, (x - corner.0 + aside, y - corner.1), line.method, seen.standing)?;
            }
        }
        self.legend(&right)
    }

    /// A mark of a method at a pixel: filled for an answer, hollow for one that is not proved, a
    /// cross for none.
    fn mark(&self, area: &Area<'_>, at: (i32, i32), method: &str, standing: Standing) -> Drawn {
        let colour = self.colours.colour(method);
        if standing == Standing::Unanswered {
            return area.draw(&Cross::new(at, 4, colour.stroke_width(2)));
        }
        mark(area, at, self.colours.shape(method), colour, standing == Standing::Answered)
    }

    fn has(&self, standing: Standing) -> bool {
        self.lines.iter().flat_map(|line| &line.seen).any(|seen| seen.standing == standing)
    }

    /// The height of the legend with all its lines.
    fn legend_height(&self) -> u32 {
        LINE as u32 * (self.lines.len() as u32 + 3)
    }

    /// The methods with their colours and marks, one below the other, then what marks mean.
    fn legend(&self, area: &Area<'_>) -> Drawn {
        let style = text_style(14).pos(Pos::new(HPos::Left, VPos::Center));
        let mut y = LINE;
        for MethodLine { method, .. } in &self.lines {
            let stroke = self.colours.colour(method).stroke_width(2);
            area.draw(&PathElement::new([(0, y), (28, y)], stroke))?;
            self.mark(area, (14, y), method, Standing::Answered)?;
            area.draw(&Text::new((*method).to_string(), (36, y), style.clone()))?;
            y += LINE;
        }
        if self.has(Standing::Unproved) {
            mark(area, (14, y), MarkShape::Circle, INK, false)?;
            area.draw(&Text::new(self.quantity.hollow(), (36, y), style.clone()))?;
            y += LINE;
        }
        if self.has(Standing::Unanswered) {
            area.draw(&Cross::new((14, y), 4, INK.stroke_width(2)))?;
            area.draw(&Text::new("no answer (at the limit)", (36, y), style))?;
        }
        Ok(())
    }
}

/// A mark at a pixel, filled or hollow.
fn mark(
    area: &Area<'_>,
    at: (i32, i32),
    shape: MarkShape,
    colour: RGBColor,
    is_filled: bool,
) -> Drawn {
    let style = if is_filled { colour.filled() } else { colour.stroke_width(2) };
    let (x, y) = at;
    let corners = match shape {
        MarkShape::Circle => return area.draw(&Circle::new(at, 4, style)),
        MarkShape::Square => {
            [(x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)].to_vec()
        }
        MarkShape::Triangle => [(x, y - 6), (x + 5, y + 3), (x - 5, y + 3)].to_vec(),
        MarkShape::Diamond => [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)].to_vec(),
    };
    if is_filled {
        return area.draw(&Polygon::new(corners, style));
    }
    let outline: Vec<(i32, i32)> = corners.iter().chain(&corners[..1]).copied().collect();
    area.draw(&PathElement::new(outline, style))
}
