//! Given times of visits: reading them, checking them, and writing a cycle from time 1.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use satranj_encodings::hamiltonian::Hamiltonian;
use serde::{Deserialize, Deserializer, de};

use super::{VisitParts, VisitedPlaces};
use crate::puzzles::{
    StatementError,
    fields::{Field, words},
    places::{PlaceName, PuzzlePlaces},
};

/// Reads times; a place that comes twice is an error.
///
/// # Errors
/// Of the format.
pub fn read<'de, N, D>(deserializer: D) -> Result<BTreeMap<N, u32>, D::Error>
where
    N: PlaceName + Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct TimesReader<N>(PhantomData<N>);

    impl<'de, N: PlaceName + Deserialize<'de>> de::Visitor<'de> for TimesReader<N> {
        type Value = BTreeMap<N, u32>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "an object from {} to times", N::WORDS.nouns)
        }

        fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut times = BTreeMap::new();
            while let Some((name, time)) = map.next_entry::<N, u32>()? {
                let shown = name.in_line();
                if times.insert(name, time).is_some() {
                    return Err(de::Error::custom(format!("`{shown}` has two times")));
                }
            }
            Ok(times)
        }
    }

    deserializer.deserialize_map(TimesReader(PhantomData))
}

impl<N: PlaceName> VisitParts<N> {
    /// The times, that of the start of a cycle among them.
    pub fn all_times(&self) -> impl Iterator<Item = (&N, usize)> + Clone {
        let is_counted = self.closed && !self.times.is_empty();
        let start = self.start.iter().filter(move |_| is_counted).map(|start| (start, 1));
        start.chain(self.times.iter().map(|(name, &time)| (name, time as usize)))
    }

    /// The ends, stated or by their times, of a visit of this many places.
    pub fn ends(&self, count: usize) -> [Option<&N>; 2] {
        let at = |wanted| self.times.iter().find(|&(_, &time)| time as usize == wanted);
        let at = |wanted| at(wanted).map(|(name, _)| name).filter(|_| !self.closed);
        let last = at(count).filter(|_| count > 1);
        [self.start.as_ref().or_else(|| at(1)), self.end.as_ref().or(last)]
    }

    /// The model with the times.
    ///
    /// # Errors
    /// [`StatementError`] with what contradicts itself or the places.
    pub fn timed<P: VisitedPlaces<Name = N>>(
        &self,
        places: &P,
        model: Hamiltonian,
    ) -> Result<Hamiltonian, StatementError> {
        let (count, nouns) = (places.count(), N::WORDS.nouns);
        let mut visited: BTreeMap<u32, &N> = BTreeMap::new();
        let mut times = Vec::new();
        for (name, &time) in &self.times {
            let vertex = places.stated(Field::Times, name)?;
            let wrong = |problem| {
                Err(StatementError::of(
                    Field::Times,
                    &format_args!("{}={time}", name.in_line()),
                    problem,
                ))
            };
            if time == 0 || time as usize > count {
                return wrong(format!("the {count} {nouns} are visited at times 1 to {count}"));
            }
            if let Some(other) = visited.insert(time, name) {
                return wrong(format!("{} is visited at this time", other.in_line()));
            }
            times.push((vertex, time - 1));
        }
        let ends = [(Field::Start, &self.start, 1), (Field::End, &self.end, count)];
        for (field, end, time) in ends {
            let Some(end) = end else { continue };
            let is_own = self.times.get(end).is_none_or(|&its| its as usize == time);
            let is_alone = visited.get(&(time as u32)).is_none_or(|&other| other == end);
            if !is_own || !is_alone {
                let place = format!(" {} is visited at time {time}, but ", end.in_line());
                let problem = words![field, place, Field::Times, " says otherwise"];
                return Err(StatementError::whole(problem)
                    .blaming(Field::Times)
                    .with_value(&end.in_line()));
            }
        }
        Ok(if times.is_empty() { model } else { model.with_times(&times) })
    }

    /// The forms of a cycle in which its first place with a time has this time, in both directions.
    fn forms(&self, path: Vec<N>) -> [Vec<N>; 2] {
        let mut reversed = path.clone();
        reversed.reverse();
        [path, reversed].map(|mut path| {
            if let Some((name, time)) = self.all_times().next()
                && let Some(at) = path.iter().position(|place| place == name)
            {
                let length = path.len();
                path.rotate_left((at + length - (time - 1) % length) % length);
            }
            path
        })
    }

    fn keeps_times(&self, path: &[N]) -> bool {
        self.all_times().all(|(name, time)| path.get(time - 1) == Some(name))
    }

    /// A cycle from time 1.
    pub fn beginning_at_time_1(&self, path: Vec<N>) -> Vec<N> {
        let [path, reversed] = self.forms(path);
        if !self.keeps_times(&path) && self.keeps_times(&reversed) { reversed } else { path }
    }

    /// A cycle from time 1, in one direction if the times leave both.
    pub fn canonical_at_time_1<P>(&self, places: &P, path: Vec<N>) -> Vec<N>
    where
        P: PuzzlePlaces<Name = N>,
    {
        if places.is_directed() {
            return self.beginning_at_time_1(path);
        }
        let order = |path: &Vec<N>| path.iter().map(|name| places.order(name)).collect::<Vec<_>>();
        let forms = self.forms(path).into_iter();
        let form = |path: Vec<N>| (!self.keeps_times(&path), order(&path), path);
        forms.map(form).min().map_or_else(Vec::new, |(.., path)| path)
    }
}
