//! A portfolio: several methods in turns, each within a budget that grows from round to round.

mod side_by_side;

use std::sync::{Arc, Mutex, PoisonError};

use satranj_encodings::model::Model;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Context, Ending, Found, Goal, Method, MethodError};
use crate::limits::Reason;

/// The growth of the budget from round to round.
const FACTOR: u64 = 4;

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    /// With the answer.
    Answered,
    /// Its budget was used up; it gets another turn with a greater one.
    GaveUp,
    /// It gets no further turn: it found nothing within its budget, or lacks memory.
    Left,
    /// A limit or a signal ended the run.
    Stopped,
}

impl TurnEnd {
    /// In words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::GaveUp => "gave up",
            Self::Left => "cannot answer",
            Self::Stopped => "was stopped",
        }
    }
}

/// A turn of a method in a portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PortfolioTurn {
    /// `family:name`.
    pub method: &'static str,
    /// The budget of work; a unit is about a microsecond.
    pub share: u64,
    /// How it ended.
    pub ended: TurnEnd,
    /// Whether a SAT solver decides the method's formulas.
    #[serde(skip)]
    pub asks_solver: bool,
}

/// The turns of a run so far, in their order.
#[derive(Debug, Clone, Default)]
pub struct PortfolioTurns(Arc<Mutex<Vec<PortfolioTurn>>>);

impl PortfolioTurns {
    /// Notes a turn.
    pub(super) fn push(&self, turn: PortfolioTurn) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(turn);
    }

    /// The turns so far.
    #[must_use]
    pub fn read(&self) -> Vec<PortfolioTurn> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The result of a turn.
pub(super) enum Turned {
    /// The answer.
    Answered(Ending),
    /// Its budget was used up: it gets another turn.
    GaveUp,
    /// It failed for this reason: it gets no further turn.
    Left(Reason),
}

impl Turned {
    /// The result of a method with this ending. Without an answer it gets another turn only if its
    /// budget was used up: a larger unused budget would not help.
    pub fn of(ending: Ending, is_share_used_up: bool) -> Self {
        match ending {
            Ending::Stopped(Reason::IncompleteMethod) if is_share_used_up => Self::GaveUp,
            Ending::Stopped(reason @ (Reason::IncompleteMethod | Reason::MemoryLimit)) => {
                Self::Left(reason)
            }
            ending => Self::Answered(ending),
        }
    }
}

/// The work of a member's turn, given its budget, the run, and a receiver of witnesses.
type MemberWork<'m> =
    dyn FnMut(u64, &Context, &mut Found<'_>) -> Result<Turned, MethodError> + Send + 'm;

/// A method that takes turns.
pub(super) struct Member<'m> {
    method: &'static Method,
    work: Box<MemberWork<'m>>,
    most: u64,
}

impl<'m> Member<'m> {
    /// A member with this work in its turns.
    pub fn new(
        method: &'static Method,
        work: impl FnMut(u64, &Context, &mut Found<'_>) -> Result<Turned, MethodError> + Send + 'm,
    ) -> Self {
        Self { method, work: Box::new(work), most: u64::MAX }
    }

    /// A member that restarts its search in each turn; `rate` units of work are about a
    /// microsecond.
    pub fn searching(method: &'static Method, rate: u64, model: &'m Model) -> Self {
        Self::new(method, move |share, context, found| {
            search(method, model, &context.within(share.saturating_mul(rate)), found)
        })
    }

    /// Limits the budget of its turns; beyond it, it gets no turn.
    pub fn up_to(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Lets it take its turn.
    fn turn(
        &mut self,
        share: u64,
        context: &Context,
        found: &mut Found<'_>,
    ) -> Result<Turned, MethodError> {
        (self.work)(share, context, found)
            .or_else(|error| Ok(Turned::of(error.ending(context)?, false)))
    }
}

/// One search of a method for a first witness.
pub(super) fn search(
    method: &Method,
    model: &Model,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Turned, MethodError> {
    let Some(finder) = method.finder(model, Goal::First) else {
        return Ok(Turned::Left(Reason::IncompleteMethod));
    };
    Ok(Turned::of(finder.find(context, found)?, context.is_share_used_up()))
}

/// Lets the members take turns until one has the answer, or no member is left.
///
/// In the first round each has a budget of `share` units of work, in each further round four times
/// as much: the whole costs at most a few times the work of the best member, times their number.
/// With [`Context::threads_for_one`] the turns of a round run in parallel; the answer, the turns
/// and the counters are those of one thread.
pub(super) fn by_turns(
    mut members: Vec<Member<'_>>,
    mut share: u64,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let mut reason = Reason::IncompleteMethod;
    loop {
        members.retain(|member| share <= member.most);
        if members.is_empty() {
            return Ok(reason.into());
        }
        let mut taken = None;
        if context.threads_for_one() > 1 && members.len() > 1 {
            context.poll()?;
            match side_by_side::round(&mut members, share, context) {
                Ok(turns) => taken = Some(turns.into_iter()),
                Err(reason) => return Ok(reason.into()),
            }
        }
        let mut stays = Vec::with_capacity(members.len());
        for member in &mut members {
            let turned = match &mut taken {
                Some(turns) => match turns.next() {
                    Some(turn) => turn.reported(context, found)?,
                    None => break,
                },
                None => {
                    context.poll()?;
                    member.turn(share, context, found)?
                }
            };
            let ended = match &turned {
                Turned::Answered(Ending::Stopped(_)) => TurnEnd::Stopped,
                Turned::Answered(_) => TurnEnd::Answered,
                Turned::GaveUp => TurnEnd::GaveUp,
                Turned::Left(_) => TurnEnd::Left,
            };
            let (method, asks_solver) =
                (member.method.name(), member.method.description.asks_solver);
            context.turns.push(PortfolioTurn { method, share, ended, asks_solver });
            // With parallel turns, a later one may still have the answer.
            let is_last = taken.as_ref().is_none_or(|turns| turns.len() == 0);
            stays.push(match turned {
                Turned::Answered(Ending::Stopped(_)) if !is_last => true,
                Turned::Answered(ending) => return Ok(ending),
                Turned::GaveUp => true,
                Turned::Left(why) => {
                    // One of those may have the answer with more memory.
                    if why == Reason::MemoryLimit {
                        reason = why;
                    }
                    false
                }
            });
        }
        let mut stays = stays.into_iter();
        members.retain(|_| stays.next() == Some(true));
        share = share.saturating_mul(FACTOR);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, model::Witness};

    use super::*;
    use crate::{
        limits::Limits,
        methods::{MethodOptions, graph, meter::Meter, sat},
    };

    /// A member that answers once its budget reaches `enough`, and leaves at `most`.
    fn member(method: &'static Method, enough: u64, most: u64) -> Member<'static> {
        Member::new(method, move |share, _, found| {
            Ok(if share > most {
                Turned::Left(Reason::IncompleteMethod)
            } else if share < enough {
                Turned::GaveUp
            } else {
                Turned::Answered(Ending::of_only(Witness::Path(vec![0]), found))
            })
        })
    }

    /// Two methods for paths.
    const A: &Method = &sat::encoded::WARM_CUTS;
    const B: &Method = &graph::two_factor::TWO_FACTOR;

    fn turns(members: Vec<Member<'_>>) -> (Ending, Vec<(&'static str, u64, TurnEnd)>) {
        let context = Context::new(Limits::default(), 1, MethodOptions::default());
        let ending = by_turns(members, 10, &context, &mut |_| ControlFlow::Break(())).unwrap();
        let turns = context.turns.read();
        (ending, turns.iter().map(|turn| (turn.method, turn.share, turn.ended)).collect())
    }

    #[test]
    fn shares_grow_from_round_to_round() {
        let members = vec![member(A, u64::MAX, 40), member(B, 100, u64::MAX)];
        let expected = [
            (A.name(), 10, TurnEnd::GaveUp),
            (B.name(), 10, TurnEnd::GaveUp),
            (A.name(), 40, TurnEnd::GaveUp),
            (B.name(), 40, TurnEnd::GaveUp),
            (A.name(), 160, TurnEnd::Left),
            (B.name(), 160, TurnEnd::Answered),
        ];
        assert_eq!(turns(members), (Ending::Enough, expected.to_vec()));
    }

    #[test]
    fn a_member_may_have_a_greatest_share() {
        let members = vec![member(A, u64::MAX, u64::MAX).up_to(10), member(B, 100, u64::MAX)];
        let (ending, turns) = turns(members);
        assert_eq!(ending, Ending::Enough);
        let names = turns.iter().map(|turn| turn.0).collect::<Vec<_>>();
        assert_eq!(names, [A.name(), B.name(), B.name(), B.name()]);
        let (ending, turns) = self::turns(vec![member(A, 100, u64::MAX).up_to(40)]);
        assert_eq!(ending, Ending::Stopped(Reason::IncompleteMethod));
        assert_eq!(turns.len(), 2);
    }

    #[test]
    fn where_all_left_nothing_is_known() {
        let (ending, turns) = turns(vec![member(A, 1, 5)]);
        assert_eq!(ending, Ending::Stopped(Reason::IncompleteMethod));
        assert_eq!(turns, [(A.name(), 10, TurnEnd::Left)]);
    }

    #[test]
    fn a_share_ends_a_search() {
        let context = Context::new(Limits::default(), 1, MethodOptions::default()).within(100_000);
        let mut meter = Meter::new(&context).unwrap();
        let counted = (0..1_000_000).take_while(|_| meter.node().is_ok()).count();
        assert!((100_000..120_000).contains(&counted), "{counted}");
        assert_eq!(meter.work(100_000), Err(Reason::IncompleteMethod));
        assert_eq!(context.poll(), Ok(()));
        assert!(context.is_share_used_up());
    }

    #[test]
    fn a_search_that_gave_up_by_itself_is_not_asked_again() {
        // Two triangles and an edge between them: two cycles that nothing joins.
        let edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3)];
        let model = Hamiltonian::on_graph(Graph::from_edges(6, &edges), true);
        let model = Model::Hamiltonian(model);
        let (ending, turns) = turns(vec![Member::searching(B, 1 << 40, &model)]);
        assert_eq!(ending, Ending::Stopped(Reason::IncompleteMethod));
        assert_eq!(turns, [(B.name(), 10, TurnEnd::Left)]);
    }
}
