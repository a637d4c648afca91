//! The tables of a report: methods, winners, growth, and all rows.

use super::{
    fit::{PowerFit, powers},
    study::{Row, Study},
    summary::{Summary, Winner, summary},
    table::{Column, ReportTable, RowLook, TableCell, TableRow},
};
use crate::{
    documents::{
        comparison::Standing,
        results::{ExperimentResults, PublishedBeside},
        scores::MethodScore,
        suite::{ParameterValue, PublishedQuantity},
        text::{comparison_row, grouped, seconds, times},
    },
    sample::Interval,
};

/// Whether a study has several experiments; each row then names its own.
fn has_experiments(study: &Study) -> bool {
    study.experiments.len() > 1
}

/// The columns of the experiment and of the instance, if there are several.
fn place_columns(study: &Study) -> Vec<Column> {
    let mut columns = Vec::new();
    columns.extend(has_experiments(study).then(|| Column::of("experiment")));
    columns.extend((study.instances.len() > 1).then(|| Column::of("instance")));
    columns
}

/// The cells of these columns.
fn place_cells(study: &Study, place: usize) -> Vec<TableCell> {
    let instance = &study.instances[place];
    let mut cells = Vec::new();
    if has_experiments(study) {
        cells.push(TableCell::Words(study.experiment(instance).name.clone()));
    }
    if study.instances.len() > 1 {
        // Sorted by the value of the parameter, if there is one.
        let name = instance.name.clone();
        cells.push(
            instance.key.map_or(TableCell::Words(name.clone()), |key| TableCell::Number(name, key)),
        );
    }
    cells
}

/// How each method did on all instances; `None` for one instance, whose rows show everything.
#[must_use]
pub fn methods_table(study: &Study) -> Option<ReportTable> {
    let Summary { methods, virtual_best, winners } = summary(study);
    if winners.len() < 2 {
        return None;
    }
    let has_unproved = methods.iter().any(|(_, unproved)| *unproved > 0);
    let mut columns = ["method", "#solved"].map(Column::of).to_vec();
    columns.extend(has_unproved.then(|| Column::of("#found, not proved")));
    columns.extend(["#fastest on", "#PAR-2"].map(Column::of));
    let row = |(own, unproved): (&MethodScore, usize), look: RowLook| {
        let count = |count: usize| TableCell::Number(grouped(count as u64), count as f64);
        let solved = format!("{} of {}", grouped(own.solved as u64), grouped(own.instances as u64));
        let is_method = look == RowLook::Plain;
        let name = if is_method { TableCell::Method } else { TableCell::Words };
        let name = name(own.method.clone());
        let mut cells = vec![name, TableCell::Number(solved, own.solved as f64)];
        cells.extend(has_unproved.then(|| count(unproved)));
        cells.push(if is_method { count(own.wins) } else { TableCell::Nothing });
        cells.push(TableCell::number(own.par2_seconds, seconds));
        TableRow { cells, look }
    };
    let mut notes = vec![
        "Solved: decided in every run. PAR-2: the mean of the median times over all instances, where \
         an unsolved instance counts twice the time limit. Virtual best: the fastest method on \
         each instance."
            .into(),
    ];
    if methods.iter().any(|(own, _)| own.instances != methods[0].0.instances) {
        notes.push(
            "Not all methods ran on the same instances; each method's numbers and PAR-2 cover \
                 the instances on which it ran."
                .into(),
        );
    }
    let of_methods = methods.iter().map(|(own, unproved)| row((own, *unproved), RowLook::Plain));
    let rows = of_methods.chain([row((&virtual_best, 0), RowLook::Apart)]).collect();
    Some(ReportTable { id: "methods", title: "Methods", columns, rows, notes })
}

/// An interval, for a person.
fn interval_cell(interval: Option<Interval>, shown: fn(f64) -> String) -> TableCell {
    interval.map_or(TableCell::Nothing, |Interval { low, high }| {
        TableCell::Number(format!("{} … {}", shown(low), shown(high)), high - low)
    })
}

/// The winner of each instance; `None` unless two methods were compared on several instances.
#[must_use]
pub fn winners_table(study: &Study) -> Option<ReportTable> {
    let Summary { winners, .. } = summary(study);
    if winners.len() < 2 || study.methods().len() < 2 {
        return None;
    }
    let mut columns = place_columns(study);
    columns.extend(["fastest", "#median", "next", "#times slower", "#95 %"].map(Column::of));
    let row = |winner: &Winner<'_>| {
        let method = |row: Option<&Row>, other: &str| {
            row.map_or(TableCell::Words(other.into()), |row| {
                TableCell::Method(row.runs.method.clone())
            })
        };
        let mut cells = place_cells(study, winner.instance);
        cells.push(method(winner.fastest, "not solved"));
        cells.push(TableCell::number(winner.fastest.and_then(Row::solved_seconds), seconds));
        cells.push(method(winner.next, "-"));
        cells.push(TableCell::number(winner.ratio, times));
        cells.push(interval_cell(winner.interval, times));
        let look = if winner.fastest.is_some() { RowLook::Plain } else { RowLook::Unanswered };
        TableRow { cells, look }
    };
    let rows = winners.iter().map(row).collect();
    let note = "Times slower: the next method's median divided by the fastest one's, with its 95 % \
                confidence interval from resampling the times. If it contains 1, there is no \
                clear difference.";
    Some(ReportTable { id: "winners", title: "Winners", columns, rows, notes: vec![note.into()] })
}

/// How the times of each method grow with the size; `None` if nothing is fitted.
#[must_use]
pub fn growth_table(experiments: &[ExperimentResults]) -> Option<ReportTable> {
    let row = |(experiment, method, fit): (&str, &str, PowerFit)| {
        let exponential = fit.exponential.map_or_else(String::new, |factor| {
            format!("exponential growth fits better: × {factor:.2} per step of the size")
        });
        TableRow {
            cells: vec![
                TableCell::Words(experiment.into()),
                TableCell::Method(method.into()),
                TableCell::Number(fit.points.to_string(), fit.points as f64),
                TableCell::Number(format!("{:.2}", fit.exponent), fit.exponent),
                TableCell::Number(format!("± {:.2}", fit.uncertainty), fit.uncertainty),
                TableCell::Number(format!("{:.3}", fit.explained), fit.explained),
                TableCell::Words(exponential),
            ],
            look: RowLook::Plain,
        }
    };
    let fitted = experiments.iter().flat_map(|experiment| {
        let name = experiment.name.as_str();
        powers(experiment).into_iter().map(move |(method, fit)| (name, method, fit))
    });
    let rows: Vec<TableRow> = fitted.map(row).collect();
    let columns = ["experiment", "method", "#points", "#exponent", "#95 %", "#R²", "remark"]
        .map(Column::of)
        .to_vec();
    let note = "A power of the size, fitted to the median times by least squares of the logarithms, \
                for methods with at least 4 answered points. The uncertainty follows Student's \
                distribution and assumes random residuals; it does not extend to sizes that were \
                not measured. Points without an answer are left out, which favours a method that \
                reaches the time limit.";
    let table =
        ReportTable { id: "growth", title: "Growth", columns, rows, notes: vec![note.into()] };
    (!table.rows.is_empty()).then_some(table)
}

/// A published value, or the measured one.
fn published_value(value: &ParameterValue, quantity: Option<PublishedQuantity>) -> TableCell {
    match (value, quantity) {
        (ParameterValue::Number(number), None) => TableCell::Number(seconds(*number), *number),
        (ParameterValue::Number(number), Some(_)) if (0.0..1e15).contains(number) => {
            TableCell::Number(grouped(*number as u64), *number)
        }
        (ParameterValue::Number(number), _) => TableCell::Number(number.to_string(), *number),
        (ParameterValue::Flag(flag), _) => TableCell::Words(flag.to_string()),
        (ParameterValue::Text(text), _) => TableCell::Words(text.clone()),
    }
}

/// Published values beside measured ones; `None` if nothing was published.
#[must_use]
pub fn published_table(experiments: &[ExperimentResults]) -> Option<ReportTable> {
    let mut rows = Vec::new();
    for experiment in experiments {
        let claims = experiment.claims.iter();
        for PublishedBeside { point, case, method, quantity, published, measured, ratio } in
            claims.flat_map(|claim| &claim.beside)
        {
            let place = experiment.points.iter().find(|other| other.point == *point);
            let shown = place.map_or_else(String::new, |place| experiment.shown(place));
            let what = match quantity {
                None => "time",
                Some(PublishedQuantity::Outcome) => "outcome",
                Some(PublishedQuantity::Count) => "solutions",
                Some(PublishedQuantity::Optimum) => "optimum",
                Some(PublishedQuantity::Nodes) => "nodes",
                Some(PublishedQuantity::Backtracks) => "backtracks",
            };
            let value = |value: &ParameterValue| published_value(value, *quantity);
            let cells = vec![
                TableCell::Words(experiment.name.clone()),
                TableCell::Words(shown),
                TableCell::Number(case.to_string(), *case as f64),
                TableCell::Method(method.clone()),
                TableCell::Words(what.into()),
                value(published),
                measured.as_ref().map_or(TableCell::Nothing, value),
                TableCell::number(*ratio, times),
            ];
            let look = if measured.is_some() { RowLook::Plain } else { RowLook::Unanswered };
            rows.push(TableRow { cells, look });
        }
    }
    let columns =
        ["experiment", "point", "#case", "method", "what", "#published", "#measured", "#ratio"]
            .map(Column::of)
            .to_vec();
    let note = "Ratio: published seconds, on another machine, divided by the measured seconds.";
    let notes = vec![note.into()];
    let table = ReportTable {
        id: "published",
        title: "Published and measured values",
        columns,
        rows,
        notes,
    };
    (!table.rows.is_empty()).then_some(table)
}

/// All rows: one per instance and method.
#[must_use]
pub fn rows_table(study: &Study) -> ReportTable {
    let mut columns = place_columns(study);
    columns.extend(["method", "answer"].map(Column::of));
    let has_values = study.rows.iter().any(|row| row.value().is_some());
    columns.extend(has_values.then(|| Column::of("#value")));
    columns.extend(
        ["#median", "#95 %", "#min … max", "#cpu", "#memory", "#nodes", "#runs", "!again"]
            .map(Column::of),
    );
    let row = |row: &Row| {
        let runs = &row.runs;
        let answered = runs.standing() != Standing::Unanswered;
        // The cells of the table of a comparison.
        let [method, answer, median, range, ..] = &comparison_row(runs)[..] else {
            unreachable!("a row has all columns")
        };
        let mut cells = place_cells(study, row.instance);
        cells.extend([TableCell::Method(method.clone()), TableCell::Answer(answer.clone())]);
        let value = row.value().map_or(TableCell::Nothing, |value| {
            let digits: String = value.chars().filter(char::is_ascii_digit).collect();
            let key = digits.parse().ok();
            key.map_or(TableCell::Words(value.clone()), |key| TableCell::Number(value, key))
        });
        cells.extend(has_values.then_some(value));
        let times = runs.times_seconds.iter().copied().filter(|_| answered);
        let least = times.fold(f64::INFINITY, f64::min);
        let shown = |shown: &String, key: Option<f64>| match key {
            Some(key) if shown != "-" => TableCell::Number(shown.clone(), key),
            _ => TableCell::Words(shown.clone()),
        };
        let memory = |bytes: f64| format!("{:.1} MiB", bytes / f64::from(1 << 20));
        let count = |count: u64| TableCell::Number(grouped(count), count as f64);
        cells.extend([
            shown(median, runs.median_seconds),
            interval_cell(runs.median_interval_seconds.filter(|_| answered), seconds),
            shown(range, least.is_finite().then_some(least)),
            TableCell::number(runs.median_cpu_seconds, seconds),
            TableCell::number(runs.peak_memory_bytes.map(|bytes| bytes as f64), memory),
            count(runs.statistics.nodes),
            count(runs.times_seconds.len() as u64),
            TableCell::Command(row.again.clone()),
        ]);
        TableRow { cells, look: if answered { RowLook::Plain } else { RowLook::Unanswered } }
    };
    let mut notes = vec![
        "95 %: the confidence interval of the median, from resampling; a single run has none. \
         cpu: the processor time of the whole process, with its start."
            .to_string(),
    ];
    if study.experiments.iter().any(|experiment| experiment.over_seeds) {
        notes.push("For a range of seeds, times cover all seeds together.".into());
    }
    let rows = study.rows.iter().map(row).collect();
    ReportTable { id: "rows", title: "All rows", columns, rows, notes }
}

/// The tables of a report.
#[must_use]
pub fn tables(study: &Study, experiments: &[ExperimentResults]) -> Vec<ReportTable> {
    let tables = [
        methods_table(study),
        winners_table(study),
        published_table(experiments),
        growth_table(experiments),
    ];
    tables.into_iter().flatten().chain([rows_table(study)]).collect()
}
