//! A bar a method: its median time, hatched where it has no answer.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    Colours, Quantity,
    canvas::{Area, Drawn, PlotAudience, PlotError, decades, draw, styled, text_style, whisker},
    marks::short,
};
use crate::{
    documents::{
        comparison::{MethodRuns, Standing, ranked},
        text::{seconds, why_unanswered},
    },
    sample::Interval,
};

/// Room beside bars for the names of the methods, and for what is said of them.
const NAMES: i32 = 200;
const WORDS: i32 = 220;
/// About the width of a letter.
const LETTER: usize = 8;
/// Room below for the axis.
const AXIS: u32 = 60;
/// Between two lines of a hatched bar.
const HATCH: i32 = 8;

/// A bar.
struct Bar<'r> {
    method: &'r str,
    /// Where it ends; without an answer at the limit.
    seconds: f64,
    /// Where its end lies with a confidence of 95 %, where that is known.
    interval: Option<Interval>,
    standing: Standing,
    /// What stands beside it.
    words: String,
}

/// Where a bar and its words stand in the room that it has.
#[derive(Clone, Copy)]
struct Slot {
    height: u32,
    /// The upper and lower edge of the bar, and the middle of the line of words, as shares.
    edges: (f64, f64),
    words: f64,
}

impl Slot {
    /// Words beside the bars; where it is narrow above them, and below where they would not fit.
    fn of(bars: &[Bar<'_>], place: PlotAudience) -> Self {
        let fits = |bar: &Bar<'_>| {
            let letters = short(bar.method).chars().count() + bar.words.chars().count();
            letters * LETTER < place.width() as usize - 40
        };
        if !place.is_narrow() {
            Self { height: 30, edges: (0.2, 0.8), words: 0.5 }
        } else if bars.iter().all(fits) {
            Self { height: 44, edges: (0.5, 0.88), words: 0.25 }
        } else {
            Self { height: 60, edges: (0.36, 0.64), words: 0.82 }
        }
    }
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
    let ends = bars.iter().filter_map(|bar| bar.interval).flat_map(|own| [own.low, own.high]);
    let ends = ends.chain(bars.iter().map(|bar| bar.seconds));
    let Some(range) = decades(ends) else { return Ok(None) };
    let count = u32::try_from(bars.len()).unwrap_or(u32::MAX).min(1000);
    let slot = Slot::of(&bars, place);
    let height = AXIS + slot.height * count;
    draw(height, title, place, |root| draw_bars(root, &bars, colours, range, slot)).map(Some)
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
    let interval = Quantity::Time.interval(runs);
    Some(Bar { method: &runs.method, seconds: end, interval, standing, words })
}

fn draw_bars(
    root: &Area<'_>,
    bars: &[Bar<'_>],
    colours: &Colours,
    range: (f64, f64),
    slot: Slot,
) -> Drawn {
    let count = bars.len() as f64;
    let narrow = slot.height > 30;
    // From the top downward, as in the table.
    let mut chart = ChartBuilder::on(root)
        .margin(10)
        .margin_left(if narrow { 18 } else { 10 })
        .margin_right(if narrow { 26 } else { WORDS })
        .x_label_area_size(44)
        .y_label_area_size(if narrow { 0 } else { NAMES })
        .build_cartesian_2d((range.0..range.1).log_scale(), count..0.0)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh()
        .y_labels(0)
        .x_labels(if narrow { 5 } else { 8 })
        .x_label_formatter(&|seconds| Quantity::Time.tick(*seconds))
        .x_desc(Quantity::Time.label());
    styled(&mut mesh).draw()?;
    for (index, bar) in bars.iter().enumerate() {
        let place = |share| index as f64 + share;
        let (left, top) = chart.backend_coord(&(range.0, place(slot.edges.0)));
        let (right, bottom) = chart.backend_coord(&(bar.seconds, place(slot.edges.1)));
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
        let mut end = right;
        if let Some(Interval { low, high }) = bar.interval {
            let at = |seconds| (chart.backend_coord(&(seconds, place(0.5))).0, y);
            whisker(root, at(low), at(high))?;
            end = end.max(at(high).0);
        }
        let line = chart.backend_coord(&(range.0, place(slot.words))).1;
        let (name, words) = if narrow {
            let above = chart.backend_coord(&(range.0, place(slot.edges.0 / 2.0))).1;
            let side = if line == above { HPos::Right } else { HPos::Left };
            let at = if line == above { root.dim_in_pixel().0 as i32 - 26 } else { left };
            (((left, above), HPos::Left), ((at, line), side))
        } else {
            (((left - 10, y), HPos::Right), ((end + 8, y), HPos::Left))
        };
        let style = |size, side| text_style(size).pos(Pos::new(side, VPos::Center));
        root.draw(&Text::new(short(bar.method), name.0, style(16, name.1)))?;
        root.draw(&Text::new(bar.words.clone(), words.0, style(15, words.1)))?;
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
