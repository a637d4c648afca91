//! What pairs of agents need more than both alone, and the layered graphs of their paths.

use std::{collections::HashMap, rc::Rc};

use satranj_encodings::agent_paths::{AgentPaths, PlanCost};

use super::{
    layers::{LayersBuilder, PathLayers},
    pairs::{LayersCache, PairTest},
    restriction::LonePlan,
};
use crate::{limits::Reason, methods::meter::Meter};

/// The greatest weight of a pair.
const MOST_WEIGHT: u32 = 3;

/// The known weights are forgotten when they are this many.
const MOST_KNOWN: usize = 1 << 21;

/// The weights of pairs of agents.
pub struct PairCosts {
    test: PairTest,
    cache: LayersCache,
    known: HashMap<(u32, u32, u32), u32>,
    is_sum: bool,
}

impl PairCosts {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(model: &AgentPaths) -> Self {
        Self {
            test: PairTest::new(model.graph().vertices(), model.no_following),
            cache: LayersCache::default(),
            known: HashMap::new(),
            is_sum: model.cost == PlanCost::SumOfCosts,
        }
    }

    /// The cost of an agent in a node of this bound: for the makespan it may use all of it.
    #[must_use]
    pub fn horizon(&self, cost: u32, bound: u64) -> u32 {
        if self.is_sum { cost } else { cost.max(bound as u32) }
    }

    /// Keeps the layers of a plan.
    pub fn keep(&mut self, id: u32, cost: u32, layers: Rc<PathLayers>) {
        self.cache.keep(id, cost, Some(layers));
    }

    /// The layers of an agent with a cost; `None` if it has no path of this cost.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn layers(
        &mut self,
        agent: u32,
        plan: &LonePlan,
        cost: u32,
        builder: &mut LayersBuilder<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Rc<PathLayers>>, Reason> {
        if let Some(known) = self.cache.get(plan.id, cost) {
            return Ok(known.clone());
        }
        let layers = builder.layers(agent, &plan.restrictions, cost, meter)?.map(Rc::new);
        self.cache.keep(plan.id, cost, layers.clone());
        Ok(layers)
    }

    /// How much more than their costs two agents need together, up to a bound.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn weight(
        &mut self,
        plans: &[(u32, Rc<LonePlan>); 2],
        costs: [u32; 2],
        builder: &mut LayersBuilder<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Reason> {
        let [one, two] = plans;
        // The costs of plans for the sum follow from their numbers.
        let key = (one.1.id, two.1.id, if self.is_sum { 0 } else { costs[0] });
        if let Some(&weight) = self.known.get(&key) {
            return Ok(weight);
        }
        let mut weight = 0;
        'weights: while weight < MOST_WEIGHT {
            // For the makespan both agents get all of it.
            let splits = if self.is_sum { 0..=weight } else { weight..=weight };
            for more in splits {
                let other = if self.is_sum { weight - more } else { weight };
                let first = self.layers(one.0, &one.1, costs[0] + more, builder, meter)?;
                let Some(first) = first else { continue };
                let second = self.layers(two.0, &two.1, costs[1] + other, builder, meter)?;
                let Some(second) = second else { continue };
                if self.test.is_compatible(&first, &second, meter)? {
                    break 'weights;
                }
            }
            weight += 1;
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, weight);
        Ok(weight)
    }
}
