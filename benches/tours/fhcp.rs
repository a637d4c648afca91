//! The graphs that `auto` decides in families of the FHCP challenge set, made with the sizes of the set.

use std::{collections::BTreeMap, fs};

use crate::programs::{Ran, file, median, satranj_if_it_does, write};

/// The family here and its size for a family of the set and a number of vertices; nothing for graphs
/// that are not made here.
fn member(family: &str, vertices: u32) -> Option<(&'static str, u32)> {
    let of = |name, size, is_one: bool| is_one.then_some((name, size));
    match family {
        "generalized_petersen" => of("fhcp-petersen", vertices / 2, vertices.is_multiple_of(2)),
        "flower_snarks" => of("fhcp-snark", vertices / 4, vertices.is_multiple_of(4)),
        "sheehan" => of("sheehan", vertices, true),
        "uniquely_at" => {
            let ladders = vertices.checked_sub(16)?;
            of("aldred-thomassen", ladders / 4, ladders.is_multiple_of(4))
        }
        "uniquely_fleischner" if vertices == 170 => of("fleischner", 1, true),
        "uniquely_fleischner" => of("fleischner", vertices / 169, vertices.is_multiple_of(169)),
        _ => None,
    }
}

/// Prints for each family how many graphs were decided within the limit, and in which processor
/// seconds; of each family every `each`th graph, the largest among them. The file has a line
/// `family,vertices,…` for each graph of the set.
pub fn print(sizes: &str, each: u32, limit: u32) {
    let Ok(text) = fs::read_to_string(sizes) else {
        println!("\n`fhcp` needs a file with the sizes of the set's graphs, `sizes=FILE`");
        return;
    };
    let mut families: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for line in text.lines() {
        let mut fields = line.split([',', '\r']).filter(|field| !field.is_empty());
        let vertices = |field: &str| field.parse().ok();
        let (Some(family), Some(vertices)) = (fields.next(), fields.next().and_then(vertices))
        else {
            continue;
        };
        if let Some((family, size)) = member(family, vertices) {
            families.entry(family).or_default().push(size);
        }
    }
    println!("\nFHCP: decided of tried within {limit} s, of all; median, most processor seconds");
    for (family, mut sizes) in families {
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        let (of, seconds) = (sizes.len(), format!("{limit}s"));
        let tried: Vec<u32> = sizes.into_iter().step_by(each.max(1) as usize).collect();
        let path = file("fhcp.hcp");
        let decided = tried.iter().filter_map(|size| {
            let (size, seed) = (size.to_string(), size.to_string());
            let words = ["generate", "hamilton", "--shuffle", "--family", family, "--size", &size];
            write(&[&words[..], &["--seed", &seed]].concat(), &path);
            let name = path.display().to_string();
            let words = ["solve", "hamilton", &name, "--cycle", "--time-limit", &seconds];
            let ran = satranj_if_it_does(&words).filter(Ran::is_decided);
            if ran.is_none() {
                println!("{family} {size}: undecided");
            }
            ran.map(|ran| ran.seconds)
        });
        let decided: Vec<f64> = decided.collect();
        let (count, most) = (decided.len(), decided.iter().copied().fold(0.0, f64::max));
        let middle = if decided.is_empty() { 0.0 } else { median(decided) };
        println!("{family:>20}: {count} of {} of {of}; {middle:.2}, {most:.2}", tried.len());
    }
}
