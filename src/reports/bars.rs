//! A bar a method: its median time, hatched where it has no answer.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    Colours, Quantity,
    canvas::{Area, Drawn, INK, PlotAudience, PlotError, decades, draw, text_style},
};
use crate::documents::{
    comparison::{MethodRuns, Standing, ranked},
    text::{seconds, why_unanswered},
};

const BAR_HEIGHT: u32 = 30;
/// Room beside bars for the names of the methods, and for what is said of them.
const NAMES: i32 = 190;
const WORDS: i32 = 190;
/// Room below for the axis.
const AXIS: u32 = 60;
/// Between two lines of a hatched bar.
const HATCH: i32 = 8;

/// A bar.
struct Bar<'r> {
    method: &'r str,
    /// Where it ends; without an answer at the limit.
    seconds: f64,
    standing: Standing,
    /// What stands beside it.
    words: String,
}

/// A bar a method, those without an answer last, at the limit. `None` where nothing was measured.
///
/// `limit`: the time limit of a run in seconds, where it is known.
///
/// # Errors
/// [`PlotError`].
pub fn bars(
    runs: &[MethodRuns],
    limit: Option<f64>,
    title: &str,
    colours: &Colours,
    place: PlotAudience,
) -> Result<Option<String>, PlotError> {
    let bars: Vec<Bar<'_>> = ranked(runs).into_iter().filter_map(|runs| bar(runs, limit)).collect();
    let Some(range) = decades(bars.iter().map(|bar| bar.seconds)) else { return Ok(None) };
    let count = u32::try_from(bars.len()).unwrap_or(u32::MAX).min(1000);
    let height = AXIS + BAR_HEIGHT * count;
    draw(height, title, place, |root| draw_bars(root, &bars, colours, range)).map(Some)
}

fn bar(runs: &MethodRuns, limit: Option<f64>) -> Option<Bar<'_>> {
    let (end, standing) = Quantity::Time.seen(runs, limit)?;
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
    Some(Bar { method: &runs.method, seconds: end, standing, words })
}

fn draw_bars(root: &Area<'_>, bars: &[Bar<'_>], colours: &Colours, range: (f64, f64)) -> Drawn {
    let count = bars.len() as f64;
    // From the top downward, as in the table.
    let mut chart = ChartBuilder::on(root)
        .margin(10)
        .margin_right(WORDS)
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
    for (index, bar) in bars.iter().enumerate() {
        let place = |share| index as f64 + share;
        let (left, top) = chart.backend_coord(&(range.0, place(0.2)));
        let (right, bottom) = chart.backend_coord(&(bar.seconds, place(0.8)));
        let colour = colours.colour(bar.method);
        let corners = [(left, top), (right, bottom)];
        match bar.standing {
            Standing::Answered => root.draw(&Rectangle::new(corners, colour.filled()))?,
            Standing::Unproved => {
                root.draw(&Rectangle::new(corners, colour.mix(0.35).filled()))?;
                root.draw(&Rectangle::new(corners, colour.stroke_width(2)))?;
            }
            Standing::Unanswered => hatched(root, corners, colour)?,
        }
        let y = i32::midpoint(top, bottom);
        let name = text_style(14).pos(Pos::new(HPos::Right, VPos::Center));
        root.draw(&Text::new(bar.method.to_string(), (left - 10, y), name))?;
        let words = text_style(13).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&Text::new(bar.words.clone(), (right + 8, y), words))?;
    }
    Ok(())
}

/// A frame with slanted lines in it.
fn hatched(root: &Area<'_>, corners: [(i32, i32); 2], colour: RGBColor) -> Drawn {
    let [(left, top), (right, bottom)] = corners;
    let height = bottom - top;
    let stroke = colour.mix(0.7).stroke_width(1);
    for foot in (left - height..right).step_by(HATCH as usize) {
        // From the foot upward to the right, as far as it is in the frame.
        let (from, to) = (foot.max(left), (foot + height).min(right));
        if from < to {
            let line = [(from, bottom - (from - foot)), (to, bottom - (to - foot))];
            root.draw(&PathElement::new(line, stroke))?;
        }
    }
    root.draw(&Rectangle::new(corners, colour.stroke_width(1)))
}
