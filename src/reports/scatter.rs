//! Two methods against each other: a point per instance.

use std::collections::BTreeMap;

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use serde::Serialize;

use super::{
    Colours, Quantity,
    canvas::{
        Area, Drawn, INK, PLOTTED, PlotAudience, PlotError, cross, decades, draw, mark, short,
        styled, text_style,
    },
    colours::MarkShape,
    quantity::LOG_SCALE,
    study::{Row, Study},
};

/// The data from which the script of the page draws a scatter plot.
#[derive(Debug, Serialize)]
pub struct ScatterData {
    methods: Vec<ScatterMethod>,
    /// The names of the instances.
    instances: Vec<String>,
    /// The methods that are shown first.
    shown: [usize; 2],
}

#[derive(Debug, Serialize)]
struct ScatterMethod {
    name: String,
    colour: String,
    shape: &'static str,
    /// The seconds for each instance: negative if it was not solved within them, null if it was not
    /// run.
    seconds: Vec<Option<f64>>,
}

/// A method's seconds by instance, for instances with times; negative if it did not solve the
/// instance within them.
fn outcomes(study: &Study, method: &str) -> BTreeMap<usize, f64> {
    let outcome = |row: &Row| {
        let limit = || study.limit(row).or(row.runs.median_seconds);
        let (seconds, sign) = row
            .solved_seconds()
            .map(|seconds| (seconds, 1.0))
            .or_else(|| Some((limit()?, -1.0)))?;
        PLOTTED.contains(&seconds).then_some((row.instance, sign * seconds))
    };
    study.timed().filter(|row| row.runs.method == method).filter_map(outcome).collect()
}

/// The indices of the two methods that solved most instances; `None` with fewer than two methods or
/// two instances.
#[must_use]
pub fn best_two(study: &Study) -> Option<[usize; 2]> {
    let methods = study.methods();
    if methods.len() < 2 || study.timed_instances().len() < 2 {
        return None;
    }
    let solved = |method: &str| {
        let own = study.timed().filter(|row| row.runs.method == method);
        own.filter(|row| row.solved_seconds().is_some()).count()
    };
    let mut places: Vec<usize> = (0..methods.len()).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(solved(methods[place])));
    Some([places[0], places[1]])
}

/// The script's data; `None` if there is nothing to compare.
#[must_use]
pub fn scatter_data(study: &Study, colours: &Colours) -> Option<ScatterData> {
    let shown = best_two(study)?;
    let instances = study.timed_instances();
    let method = |name: &str| {
        let outcomes = outcomes(study, name);
        let seconds = instances.iter().map(|instance| outcomes.get(instance).copied());
        ScatterMethod {
            name: name.into(),
            colour: colours.hex(name),
            shape: match colours.shape(name) {
                MarkShape::Circle => "circle",
                MarkShape::Triangle => "triangle",
                MarkShape::Square => "square",
                MarkShape::Diamond => "diamond",
                MarkShape::Down => "down",
            },
            seconds: seconds.collect(),
        }
    };
    let names = instances.iter().map(|&place| {
        let instance = &study.instances[place];
        match study.experiment(instance).name.as_str() {
            "" => instance.name.clone(),
            experiment => format!("{experiment}: {}", instance.name),
        }
    });
    let methods = study.methods().into_iter().map(method).collect();
    Some(ScatterData { methods, instances: names.collect(), shown })
}

/// The plot of two methods: the seconds of the first to the right, those of the second upward.
/// `None` if no instance has both.
///
/// # Errors
/// [`PlotError`].
pub fn scatter(
    study: &Study,
    [first, second]: [&str; 2],
    colours: &Colours,
    place: PlotAudience,
) -> Result<Option<String>, PlotError> {
    let (across, up) = (outcomes(study, first), outcomes(study, second));
    let both = across.iter().filter_map(|(instance, x)| Some([*x, *up.get(instance)?]));
    let both: Vec<[f64; 2]> = both.collect();
    let Some(range) = decades(both.iter().flatten().map(|seconds| seconds.abs())) else {
        return Ok(None);
    };
    let title = format!("{first} against {second}");
    draw(620, &title, place, |root| draw_scatter(root, &both, [first, second], colours, range))
        .map(Some)
}

fn draw_scatter(
    root: &Area<'_>,
    both: &[[f64; 2]],
    names: [&str; 2],
    colours: &Colours,
    range: (f64, f64),
) -> Drawn {
    let mut chart = ChartBuilder::on(root)
        .margin(16)
        .margin_left(140)
        .margin_right(148)
        .x_label_area_size(52)
        .y_label_area_size(72)
        .build_cartesian_2d((range.0..range.1).log_scale(), (range.0..range.1).log_scale())?;
    let mut mesh = chart.configure_mesh();
    mesh.x_labels(8)
        .y_labels(8)
        .x_label_formatter(&|seconds| Quantity::Time.tick(*seconds))
        .y_label_formatter(&|seconds| Quantity::Time.tick(*seconds))
        .x_desc(format!("{} ({LOG_SCALE})", short(names[0])))
        .y_desc(format!("{} ({LOG_SCALE})", short(names[1])));
    styled(&mut mesh).draw()?;
    let diagonal = [(range.0, range.0), (range.1, range.1)];
    chart.draw_series(LineSeries::new(diagonal, INK.mix(0.6)))?;
    for &[x, y] in both {
        let at = chart.backend_coord(&(x.abs(), y.abs()));
        // A point has the colour of the faster method, a cross that of the one that did not answer.
        match (x > 0.0, y > 0.0) {
            (true, true) => {
                let faster = names[usize::from(y < x)];
                mark(root, at, colours.shape(faster), colours.colour(faster), true)?;
            }
            (false, false) => cross(root, at, INK)?,
            (first, _) => cross(root, at, colours.colour(names[usize::from(first)]))?,
        }
    }
    // Labels the sides of the diagonal.
    let middle = (range.0 * range.1).sqrt();
    let words = |name: &str| format!("{} faster", short(name));
    let says = |corner, down, name, side| {
        let (x, y) = chart.backend_coord(&corner);
        let style = text_style(14).pos(Pos::new(side, VPos::Center));
        root.draw(&Text::new(words(name), (x, y + down), style))
    };
    says((middle, range.1), 14, names[0], HPos::Right)?;
    says((middle, range.0), -14, names[1], HPos::Left)
}
