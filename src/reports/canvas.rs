//! The canvas of a plot as SVG, and the marks of methods: what all plots share.

use std::ops::Range;

use plotters::{
    chart::MeshStyle,
    coord::{
        Shift,
        ranged1d::{DefaultFormatting, KeyPointHint, Ranged},
        types::RangedCoordf64,
    },
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use thiserror::Error;

use super::colours::{Colours, MarkShape};

/// Why a plot could not be drawn.
#[derive(Debug, Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(pub(super) String);

pub(super) type Area<'b> = DrawingArea<SVGBackend<'b>, Shift>;
pub(super) type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Where a plot is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlotAudience {
    /// In its own file, on white.
    File,
    /// In a page, whose text colour the plot uses, on any background.
    Page,
}

/// The width of a plot in pixels.
pub(super) const WIDTH: u32 = 900;

/// The colour of text, axes and grid; a page replaces it by its own text colour.
pub(super) const INK: RGBColor = RGBColor(1, 2, 3);
const INK_IN_SVG: &str = "#010203";

/// Marks a plot in a file as written by Satranj; it follows the opening of the picture.
pub const MADE_BY: &str = "<metadata>satranj</metadata>";

/// Draws into an SVG document.
pub(super) fn draw(
    height: u32,
    title: &str,
    place: PlotAudience,
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let drawn = || {
            if place == PlotAudience::File {
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
        PlotAudience::Page => svg.replace(INK_IN_SVG, "currentColor"),
        PlotAudience::File => {
            svg.replacen('>', &format!(">{MADE_BY}"), 1).replace(INK_IN_SVG, "#222222")
        }
    })
}

/// The seconds and steps that a plot shows.
pub(super) const PLOTTED: Range<f64> = 1e-12..1e12;

/// The range of a log axis for these values: from one power of ten to another, and a little further
/// so that both have ticks.
pub(super) fn decades(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (mut least, mut greatest) = (f64::INFINITY, 0.0f64);
    for value in values {
        least = least.min(value);
        greatest = greatest.max(value);
    }
    // An axis of more decades would have too many ticks.
    if !(least >= PLOTTED.start && greatest <= PLOTTED.end && least <= greatest) {
        return None;
    }
    let (low, high) = (least.log10().floor(), greatest.log10().ceil());
    Some((0.95 * 10f64.powf(low), 1.05 * 10f64.powf(high.max(low + 1.0))))
}

/// The lines and labels of a grid, alike in all plots.
pub(super) fn styled<'m, 'a, 'b, X: Ranged, Y: Ranged, B: DrawingBackend>(
    mesh: &'m mut MeshStyle<'a, 'b, X, Y, B>,
) -> &'m mut MeshStyle<'a, 'b, X, Y, B> {
    mesh.axis_style(INK)
        .bold_line_style(INK.mix(0.2))
        .light_line_style(INK.mix(0.06))
        .label_style(text_style(16))
        .axis_desc_style(text_style(16))
}

/// An axis with ticks at chosen places, or where they fit.
pub(super) struct TickedAxis {
    axis: RangedCoordf64,
    ticks: Option<Vec<f64>>,
}

impl TickedAxis {
    pub(super) fn new(range: Range<f64>, ticks: Option<Vec<f64>>) -> Self {
        Self { axis: range.into(), ticks }
    }
}

impl Ranged for TickedAxis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.axis.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.ticks.clone().unwrap_or_else(|| self.axis.key_points(hint))
    }

    fn range(&self) -> Range<f64> {
        self.axis.range()
    }
}

/// A whisker from one end to the other, with a short line across each.
pub(super) fn whisker(area: &Area<'_>, from: (i32, i32), to: (i32, i32)) -> Drawn {
    let style = INK.mix(0.75).stroke_width(1);
    let (across, along) = if from.1 == to.1 { (0, 4) } else { (4, 0) };
    area.draw(&PathElement::new([from, to], style))?;
    for (x, y) in [from, to] {
        let ends = [(x - across, y - along), (x + across, y + along)];
        area.draw(&PathElement::new(ends, style))?;
    }
    Ok(())
}

pub(super) fn text_style(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// The number of letters of a name that fit beside a plot.
const ROOM: usize = 26;

/// A name shortened to fit beside a plot; the tables have the full name.
pub(super) fn short(name: &str) -> String {
    shortened(name, ROOM)
}

/// The first letters of words that are too long for the room.
pub(super) fn shortened(words: &str, room: usize) -> String {
    if words.chars().count() <= room {
        return words.into();
    }
    words.chars().take(room - 1).chain(['…']).collect()
}

/// A mark at a pixel, filled or hollow.
pub(super) fn mark(
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
        MarkShape::Down => [(x, y + 6), (x + 5, y - 3), (x - 5, y - 3)].to_vec(),
    };
    if is_filled {
        return area.draw(&Polygon::new(corners, style));
    }
    let outline: Vec<(i32, i32)> = corners.iter().chain(&corners[..1]).copied().collect();
    area.draw(&PathElement::new(outline, style))
}

/// A cross at a pixel: no answer.
pub(super) fn cross(area: &Area<'_>, at: (i32, i32), colour: RGBColor) -> Drawn {
    area.draw(&Cross::new(at, 4, colour.stroke_width(2)))
}

/// A line of a legend: the colour and mark of a method, and its name.
pub(super) fn legend_line(
    area: &Area<'_>,
    (left, y): (i32, i32),
    method: &str,
    colours: &Colours,
) -> Drawn {
    let colour = colours.colour(method);
    area.draw(&PathElement::new([(left, y), (left + 28, y)], colour.stroke_width(2)))?;
    mark(area, (left + 14, y), colours.shape(method), colour, true)?;
    legend_words(area, (left, y), &short(method))
}

/// A line of a legend that belongs to no method: dashes and words.
pub(super) fn legend_dashes(area: &Area<'_>, y: i32, words: &str) -> Drawn {
    for x in [0, 11, 22] {
        area.draw(&PathElement::new([(x, y), (x + 6, y)], INK.stroke_width(1)))?;
    }
    legend_words(area, (0, y), words)
}

/// The words of a line of a legend.
pub(super) fn legend_words(area: &Area<'_>, (left, y): (i32, i32), words: &str) -> Drawn {
    let style = text_style(16).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(words.to_string(), (left + 36, y), style))
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

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("sat:cuts"), "sat:cuts");
        assert_eq!(short(&"é".repeat(27)), "é".repeat(25) + "…");
        assert_eq!(short(&"é".repeat(26)), "é".repeat(26));
    }
}
