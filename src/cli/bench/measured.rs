//! Measures the points of a plan one after the other until all are measured or a signal comes.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{
    claims,
    plan::{BenchPlan, Planned, PlannedExperiment, PlannedPoint},
};
use crate::{
    cli::{
        CliError,
        measure::{Journal, Making, Measured, Progress},
        stderr::{self, say},
    },
    documents::{
        instance_of_several,
        results::{ExperimentResults, Point, ResultsDocument},
        suite::{Parameter, ParameterValue, Variation},
    },
    puzzles::Statement,
};

impl BenchPlan<'_> {
    /// Runs all experiments until they are done or a signal comes.
    ///
    /// # Errors
    /// [`CliError`] if a process cannot be started or a run cannot be stored.
    pub fn measure(
        &self,
        planned: &Planned<'_>,
        journal: &Journal,
        signal: &AtomicUsize,
        document: &mut ResultsDocument,
        wrong: &mut Option<String>,
    ) -> Result<(), CliError> {
        let mut progress = self.progress(planned);
        let count = planned.experiments.len();
        for (index, experiment) in planned.experiments.iter().enumerate() {
            let heading = format!("{} ({} of {count})", experiment.experiment.name, index + 1);
            let making = (journal, &mut progress, signal);
            let points = self.points(experiment, &heading, making, wrong)?;
            if !points.is_empty() || self.arguments.shard.is_none() {
                document.experiments.push(experiment.results(points));
            }
            if signal.load(Ordering::Relaxed) != 0 {
                document.complete = false;
                break;
            }
        }
        progress.finish();
        Ok(())
    }

    /// Measures the points of an experiment.
    fn points(
        &self,
        planned: &PlannedExperiment<'_>,
        heading: &str,
        (journal, progress, signal): (&Journal, &mut Progress, &AtomicUsize),
        wrong: &mut Option<String>,
    ) -> Result<Vec<Point>, CliError> {
        let PlannedExperiment { experiment, measure, matrix, points } = planned;
        let methods = planned.methods();
        let show = |points: &[Point], progress: &Progress| {
            let show = self.show.map(|show| progress.suspend(|| show(points, &methods)));
            show.unwrap_or(Ok(()))
        };
        let mut measured = Vec::new();
        show(&measured, progress)?;
        for (number, point) in (1..).zip(points) {
            let batches = self.batches(point);
            if batches.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            if signal.load(Ordering::Relaxed) != 0 {
                break;
            }
            let of = points.len();
            let place = match (self.show, point.values.first(), &experiment.parameter) {
                (Some(_), Some(value), Some(Variation { parameter, .. })) => {
                    format!("{} {} ({number} of {of})", parameter.label, parameter.shown(value))
                }
                _ => format!("{heading}, point {number} of {of}"),
            };
            let output = &self.arguments.output;
            // On a terminal the progress line shows more, and shown points need no other line.
            if self.show.is_none() && !output.quiet && !stderr::is_terminal() && output.verbose == 0
            {
                say(&place);
            }
            progress.set_heading(format!("{place}: "));
            let prepared = self.prepared(experiment, point)?;
            let entrants = self.entrants(experiment, measure, matrix, &prepared)?;
            let making = Making {
                place: (&experiment.name, number),
                batches: batches.as_deref(),
                journal,
                progress,
                signal,
            };
            let mut outcome = measure.measure(&entrants, &prepared.cases, &making)?;
            *wrong = wrong.take().or(outcome.wrong.take());
            let own = |batch: &usize| prepared.statements.get(*batch).cloned();
            let statements = match batches {
                Some(batches) if measure.separate => batches.iter().filter_map(own).collect(),
                _ => prepared.statements.clone(),
            };
            measured.push(planned.point(number, point, &statements, outcome));
            show(&measured, progress)?;
        }
        Ok(measured)
    }
}

impl PlannedExperiment<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        let variations = super::instances::variations(self.experiment);
        variations.into_iter().map(|variation| variation.parameter.clone()).collect()
    }

    /// The labels of the methods of all points.
    fn methods(&self) -> Vec<String> {
        let mut methods = Vec::new();
        for method in self.points.iter().flat_map(|point| &point.methods) {
            if !methods.contains(method) {
                methods.push(method.clone());
            }
        }
        methods
    }

    /// The results of an experiment from its points.
    pub fn results(&self, points: Vec<Point>) -> ExperimentResults {
        let experiment = self.experiment;
        let parameters = self.parameters();
        let parameter = parameters.first();
        let claims = experiment.claims.iter();
        let claims = claims.map(|claim| claims::seen(claim, &points, parameter)).collect();
        ExperimentResults {
            name: experiment.name.clone(),
            title: experiment.title.clone(),
            parameter: parameter.cloned(),
            parameters,
            time_limit_seconds: self.measure.time_limit.as_secs_f64(),
            seeds: self.measure.seeds.map(|seeds| seeds.to_string()),
            options: experiment.options.clone(),
            points,
            claims,
        }
    }

    /// The measurements at a point.
    pub fn point(
        &self,
        number: usize,
        planned: &PlannedPoint,
        statements: &[Statement],
        measured: Measured,
    ) -> Point {
        let shown: Vec<String> = self
            .parameters()
            .iter()
            .zip(&planned.values)
            .map(|(parameter, value)| format!(", {} {}", parameter.name, parameter.shown(value)))
            .collect();
        let place = format!("experiment {}{}", self.experiment.name, shown.concat());
        Point {
            value: planned.values.first().and_then(ParameterValue::number),
            point: number,
            values: planned.values.clone(),
            cases: statements.len(),
            instance: instance_of_several(statements),
            agreement: measured.agreement,
            fastest: measured.fastest,
            disagreement: measured.disagreement.map(|problem| format!("{place}: {problem}")),
            runs: measured.runs,
            instances: measured.instances,
            rows: measured.rows,
            answer: measured.answer,
        }
    }
}
