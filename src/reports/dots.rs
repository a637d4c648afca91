//! A row per method: a dot at its median time with an interval, or a cross where it stopped without
//! an answer.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    Colours, Quantity,
    canvas::{
        Area, Drawn, INK, PlotAudience, PlotError, cross, decades, draw, mark, short, styled,
        text_style, whisker,
    },
};
use crate::{
    documents::{
        comparison::{MethodRuns, Standing, ranked},
        text::{seconds, why_unanswered},
    },
    limits::Reason,
    sample::Interval,
};

/// The width for the names of the methods, and for the results.
const NAMES: i32 = 200;
const WORDS: i32 = 220;
/// The height for the axis.
const AXIS: u32 = 60;
/// The height of a row.
const ROW: u32 = 30;
/// The length of the arrow after a cross: the answer takes longer than the time limit.
const ARROW: i32 = 22;

/// A method with its time.
struct DotRow<'r> {
    method: &'r str,
    /// The median; without an answer the time at which the method stopped.
    seconds: f64,
    /// The 95 % interval of the median, if known.
    interval: Option<Interval>,
    standing: Standing,
    /// Whether the time limit stopped the method.
    is_cut_off: bool,
    /// Whether a run has several cases.
    has_cases: bool,
    /// The words beside the dot.
    words: String,
}

/// A row per method, those without an answer last. `None` if nothing was measured.
///
/// `limit`: the time limit of a run in seconds, if known.
///
/// # Errors
/// [`PlotError`].
pub fn dots(
    runs: &[MethodRuns],
    limit: Option<f64>,
    title: &str,
    colours: &Colours,
    place: PlotAudience,
) -> Result<Option<String>, PlotError> {
    let rows: Vec<DotRow<'_>> =
        ranked(runs).into_iter().filter_map(|runs| row(runs, limit)).collect();
    let ends = rows.iter().filter_map(|row| row.interval).flat_map(|own| [own.low, own.high]);
    let ends = ends.chain(rows.iter().map(|row| row.seconds));
    let Some(range) = decades(ends) else { return Ok(None) };
    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX).min(1000);
    let height = AXIS + ROW * count;
    draw(height, title, place, |root| draw_rows(root, &rows, colours, range)).map(Some)
}

fn row(runs: &MethodRuns, limit: Option<f64>) -> Option<DotRow<'_>> {
    let is_cut_off = runs.reason == Some(Reason::TimeLimit);
    // A method that gave up early did not use up the limit.
    let (end, standing) = Quantity::Time.seen(runs, limit.filter(|_| is_cut_off))?;
    let (answered, all) = runs.answered_runs();
    let words = match standing {
        Standing::Answered => seconds(end),
        Standing::Unproved if runs.cases.found < runs.cases.total => {
            format!("{}, {} of {} cases", seconds(end), runs.cases.found, runs.cases.total)
        }
        Standing::Unproved => format!("{}, not proved", seconds(end)),
        Standing::Unanswered if answered > 0 => {
            format!("{}, {answered} of {all} runs answered", why_unanswered(runs))
        }
        Standing::Unanswered => format!("no answer: {}", why_unanswered(runs)),
    };
    let interval = Quantity::Time.interval(runs);
    let has_cases = runs.cases.total > 1;
    Some(DotRow {
        method: &runs.method,
        seconds: end,
        interval,
        standing,
        is_cut_off,
        has_cases,
        words,
    })
}

fn draw_rows(root: &Area<'_>, rows: &[DotRow<'_>], colours: &Colours, range: (f64, f64)) -> Drawn {
    let count = rows.len() as f64;
    // From the top downward, as in the table.
    let mut chart = ChartBuilder::on(root)
        .margin(10)
        .margin_right(WORDS)
        .x_label_area_size(44)
        .y_label_area_size(NAMES)
        .build_cartesian_2d((range.0..range.1).log_scale(), count..0.0)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh()
        .y_labels(0)
        .x_labels(8)
        .x_label_formatter(&|seconds| Quantity::Time.tick(*seconds))
        .x_desc(Quantity::Time.axis_label(rows.iter().any(|row| row.has_cases)));
    styled(&mut mesh).draw()?;
    for (index, row) in rows.iter().enumerate() {
        let at = |seconds| chart.backend_coord(&(seconds, index as f64 + 0.5));
        let (left, y) = at(range.0);
        let right = at(range.1).0;
        // A faint line leads from the name to the dot.
        let line = INK.mix(0.12).stroke_width(1);
        root.draw(&PathElement::new([(left, y), (right, y)], line))?;
        let x = at(row.seconds).0;
        let mut end = x + 6;
        if let Some(Interval { low, high }) = row.interval {
            let (low, high) = (at(low), at(high));
            whisker(root, low, high)?;
            end = end.max(high.0);
        }
        let colour = colours.colour(row.method);
        match row.standing {
            Standing::Unanswered => {
                cross(root, (x, y), colour)?;
                if row.is_cut_off {
                    arrow(root, (x + 6, y), colour)?;
                    end = end.max(x + 6 + ARROW);
                }
            }
            standing => {
                let is_filled = standing == Standing::Answered;
                mark(root, (x, y), colours.shape(row.method), colour, is_filled)?;
            }
        }
        let style = |size, side| text_style(size).pos(Pos::new(side, VPos::Center));
        root.draw(&Text::new(short(row.method), (left - 10, y), style(16, HPos::Right)))?;
        root.draw(&Text::new(row.words.clone(), (end + 8, y), style(15, HPos::Left)))?;
    }
    Ok(())
}

/// An arrow to the right.
fn arrow(root: &Area<'_>, (x, y): (i32, i32), colour: RGBColor) -> Drawn {
    let style = colour.stroke_width(2);
    let tip = (x + ARROW, y);
    root.draw(&PathElement::new([(x, y), tip], style))?;
    root.draw(&PathElement::new([(tip.0 - 5, y - 4), tip, (tip.0 - 5, y + 4)], style))
}
