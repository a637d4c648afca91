//! Plots as SVG: a line a method over a parameter, or a bar a method; times and steps on a log
//! axis.

use plotters::{
    coord::{
        Shift,
        ranged1d::{AsRangedCoord, ValueFormatter},
    },
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use thiserror::Error;

use super::{Quantity, lines, plotted_value};
use crate::documents::{comparison::MethodRuns, results::ExperimentResults};

/// Why a plot could not be drawn.
#[derive(Debug, Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

type Area<'b> = DrawingArea<SVGBackend<'b>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// For whom a plot is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A file of its own, on white.
    File,
    /// A page, whose text has the colour of the plot's text, on whatever is behind it.
    Page,
}

const WIDTH: u32 = 900;
const HEIGHT: u32 = 420;
/// The legend's part of the width.
const LEGEND: u32 = 210;
const BAR_HEIGHT: u32 = 30;
/// Room beside bars for the names of the methods, and below for the axis.
const NAMES: i32 = 190;
const AXIS: u32 = 60;

/// The colour of text, axes and grid; in a page it stands for the colour of the page's text.
const INK: RGBColor = RGBColor(1, 2, 3);
const INK_IN_SVG: &str = "#010203";

/// Colours that people with any colour vision tell apart (Okabe and Ito, 2008), those that can
/// be seen on white and on black.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(128, 128, 128),
    RGBColor(150, 90, 60),
];

/// A plot of an experiment: lines where a parameter varies, otherwise bars of the times. `None`
/// where there is nothing to be drawn.
///
/// # Errors
/// [`PlotError`].
pub fn experiment_plot(
    experiment: &ExperimentResults,
    quantity: Quantity,
    place: Place,
) -> Result<Option<String>, PlotError> {
    let lines = lines(experiment, quantity);
    let most = lines.iter().map(|(_, points)| points.len()).max().unwrap_or(0);
    match &experiment.points[..] {
        [one] if most < 2 && quantity == Quantity::Time => {
            bars(&one.runs, &experiment.title, place)
        }
        _ if most == 0 => Ok(None),
        _ => line_plot(experiment, &lines, quantity, place).map(Some),
    }
}

/// A bar a method. `None` where nothing was measured.
///
/// # Errors
/// [`PlotError`].
pub fn bars(runs: &[MethodRuns], title: &str, place: Place) -> Result<Option<String>, PlotError> {
    let bars =
        runs.iter().filter_map(|runs| Some((runs.method.as_str(), Quantity::Time.value(runs)?)));
    let bars: Vec<(&str, f64)> = bars.collect();
    let Some(range) = decades(bars.iter().map(|bar| bar.1)) else { return Ok(None) };
    let count = u32::try_from(bars.len()).unwrap_or(u32::MAX).min(1000);
    let height = AXIS + BAR_HEIGHT * count;
    draw(height, title, place, |root| draw_bars(root, &bars, range)).map(Some)
}

/// What tells that a plot in a file is one of ours, behind the opening of the picture.
pub const MADE_BY: &str = "<metadata>satranj</metadata>";

/// Draws into an SVG document.
fn draw(
    height: u32,
    title: &str,
    place: Place,
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let drawn = || {
            if place == Place::File {
                root.fill(&WHITE)?;
            }
            draw(&root)?;
            root.present()
        };
        drawn().map_err(|error| PlotError(error.to_string()))?;
    }
    let label = maud::html! { svg role="img" aria-label=(title) {} }.into_string();
    let opening = label.strip_suffix("></svg>").unwrap_or("<svg");
    let svg = svg.replacen("<svg", opening, 1);
    Ok(match place {
        Place::Page => svg.replace(INK_IN_SVG, "currentColor"),
        Place::File => svg.replacen('>', &format!(">{MADE_BY}"), 1).replace(INK_IN_SVG, "#222222"),
    })
}

/// From a power of ten to another, and a little beyond so that both have ticks: the range of a log axis for these values.
fn decades(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (mut least, mut greatest) = (f64::INFINITY, 0.0f64);
    for value in values {
        least = least.min(value);
        greatest = greatest.max(value);
    }
    if !(least > 0.0 && greatest < f64::INFINITY && least <= greatest) {
        return None;
    }
    let (low, high) = (least.log10().floor(), greatest.log10().ceil());
    Some((0.95 * 10f64.powf(low), 1.05 * 10f64.powf(high.max(low + 1.0))))
}

fn text_style(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

fn line_plot(
    experiment: &ExperimentResults,
    lines: &[(&str, Vec<(f64, f64)>)],
    quantity: Quantity,
    place: Place,
) -> Result<String, PlotError> {
    let title = format!("{}: {}", experiment.title, quantity.label());
    if quantity == Quantity::SolvedShare {
        // Marks at the ends are seen as a whole.
        let shares = -0.02..1.02;
        return draw(HEIGHT, &title, place, |root| {
            draw_lines(root, experiment, lines, quantity, shares)
        });
    }
    let values = lines.iter().flat_map(|(_, points)| points.iter().map(|point| point.1));
    let Some(values) = decades(values) else {
        return Err(PlotError("no value is a number above 0".into()));
    };
    draw(HEIGHT, &title, place, |root| {
        draw_lines(root, experiment, lines, quantity, (values.0..values.1).log_scale())
    })
}

/// A line a method; `heights`: the axis upward.
fn draw_lines<H>(
    root: &Area<'_>,
    experiment: &ExperimentResults,
    lines: &[(&str, Vec<(f64, f64)>)],
    quantity: Quantity,
    heights: H,
) -> Drawn
where
    H: AsRangedCoord<Value = f64>,
    H::CoordDescType: ValueFormatter<f64>,
{
    let values = experiment.points.iter().filter_map(plotted_value);
    let (least, greatest) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |range, value| {
        (range.0.min(value), range.1.max(value))
    });
    let width = greatest - least;
    // Of one value alone the axis has some width too.
    let margin = if width > least.abs() * 1e-9 { width * 0.03 } else { 1.0f64.max(least.abs()) };
    let parameter = experiment.parameter.as_ref();
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
        .y_label_formatter(&|value| quantity.tick(*value))
        .x_desc(parameter.map_or("", |parameter| parameter.label.as_str()))
        .y_desc(quantity.label())
        .axis_style(INK)
        .bold_line_style(INK.mix(0.2))
        .light_line_style(INK.mix(0.06))
        .label_style(text_style(14))
        .axis_desc_style(text_style(14))
        .draw()?;
    for (index, (_, points)) in lines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        for point in points {
            let at = chart.backend_coord(point);
            let (x, y) = left.get_base_pixel();
            mark(&left, (at.0 - x, at.1 - y), index)?;
        }
    }
    legend(&right, lines)
}

/// A mark of a method at a pixel: its colour, and beyond that its shape, tells it from others.
fn mark(area: &Area<'_>, at: (i32, i32), index: usize) -> Drawn {
    let style = COLOURS[index % COLOURS.len()].filled();
    let (x, y) = at;
    match index % 4 {
        0 => area.draw(&Circle::new(at, 4, style)),
        1 => area.draw(&TriangleMarker::new(at, 6, style)),
        2 => area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], style)),
        _ => area.draw(&Polygon::new([(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], style)),
    }
}

/// The methods with their colours and marks, one below the other.
fn legend(area: &Area<'_>, lines: &[(&str, Vec<(f64, f64)>)]) -> Drawn {
    let style = text_style(14).pos(Pos::new(HPos::Left, VPos::Center));
    for (index, (method, _)) in lines.iter().enumerate() {
        let y = 24 + 24 * i32::try_from(index).unwrap_or(i32::MAX / 48);
        let stroke = COLOURS[index % COLOURS.len()].stroke_width(2);
        area.draw(&PathElement::new([(0, y), (28, y)], stroke))?;
        mark(area, (14, y), index)?;
        area.draw(&Text::new((*method).to_string(), (36, y), style.clone()))?;
    }
    Ok(())
}

fn draw_bars(root: &Area<'_>, bars: &[(&str, f64)], range: (f64, f64)) -> Drawn {
    let count = bars.len() as f64;
    // From the top downward, as in the table.
    let mut chart = ChartBuilder::on(root)
        .margin(10)
        .margin_right(90)
        .x_label_area_size(44)
        .y_label_area_size(NAMES)
        .build_cartesian_2d((range.0..range.1).log_scale(), count..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(8)
        .x_label_formatter(&|seconds| Quantity::Time.tick(*seconds))
        .x_desc(Quantity::Time.label())
        .axis_style(INK)
        .bold_line_style(INK.mix(0.2))
        .light_line_style(INK.mix(0.06))
        .label_style(text_style(14))
        .axis_desc_style(text_style(14))
        .draw()?;
    let bar = |index: usize, seconds: f64| {
        let (top, bottom) = (index as f64 + 0.2, index as f64 + 0.8);
        Rectangle::new([(range.0, top), (seconds, bottom)], COLOURS[index % COLOURS.len()].filled())
    };
    chart.draw_series(bars.iter().enumerate().map(|(index, (_, seconds))| bar(index, *seconds)))?;
    for (index, (method, seconds)) in bars.iter().enumerate() {
        let middle = index as f64 + 0.5;
        let (left, y) = chart.backend_coord(&(range.0, middle));
        let (right, _) = chart.backend_coord(&(*seconds, middle));
        let name = text_style(14).pos(Pos::new(HPos::Right, VPos::Center));
        root.draw(&Text::new((*method).to_string(), (left - 10, y), name))?;
        let shown = crate::documents::text::seconds(*seconds);
        let value = text_style(13).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&Text::new(shown, (right + 8, y), value))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_log_axes_are_decades() {
        let close = |range: Option<(f64, f64)>, low: f64, high: f64| {
            let (least, greatest) = range.unwrap();
            assert!((0.9..1.0).contains(&(least / low)), "{least}");
            assert!((1.0..1.1).contains(&(greatest / high)), "{greatest}");
        };
        close(decades([0.002, 0.5].into_iter()), 1e-3, 1.0);
        close(decades([0.002].into_iter()), 1e-3, 1e-2);
        close(decades([0.001].into_iter()), 1e-3, 1e-2);
        for values in [vec![], vec![0.0], vec![f64::NAN], vec![1.0, f64::INFINITY], vec![-1.0]] {
            assert_eq!(decades(values.iter().copied()), None, "{values:?}");
        }
    }
}
