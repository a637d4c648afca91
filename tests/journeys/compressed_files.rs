//! A user names files that end in .gz or .xz: they are compressed, and read back wherever a file is read.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
};

use crate::harness::{Ran, dimacs::Formula, dimacs_solver, folder, satranj, write};
use flate2::{read::MultiGzDecoder, write::GzEncoder};
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use serde_json::Value;
use tempfile::TempDir;

const ENDS: [&str; 2] = ["gz", "xz"];

/// The text of a file, compressed as its name says; checks its first bytes.
fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    if path.extension().is_some_and(|end| end == "gz") {
        // No name, no time, no system.
        assert_eq!(bytes[..8], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0], "{}", path.display());
        MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("gzip data");
    } else {
        assert_eq!(bytes[..6], *b"\xfd7zXZ\0", "{}", path.display());
        XzReader::new(&bytes[..], true).read_to_string(&mut text).expect("xz data");
    }
    text
}

/// A text compressed.
fn compressed(end: &str, text: impl AsRef<[u8]>) -> Vec<u8> {
    if end == "gz" {
        let mut out = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text.as_ref()).unwrap();
        out.finish().unwrap()
    } else {
        let mut out = XzWriter::new(Vec::new(), XzOptions::with_preset(0)).unwrap();
        out.write_all(text.as_ref()).unwrap();
        out.finish().unwrap()
    }
}

struct Work {
    folder: TempDir,
}

impl Work {
    fn new() -> Self {
        Self { folder: folder() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, line: &str) -> Ran {
        satranj(line).within(self.folder.path()).run()
    }

    fn answer(&self, line: &str) -> Ran {
        self.run(line).exits(0)
    }

    /// Writes a text under a name, and under that name with `.gz` and with `.xz`, compressed.
    fn write_all(&self, name: &str, text: &str) {
        write(self.folder.path(), name, text);
        for end in ENDS {
            write(self.folder.path(), &format!("{name}.{end}"), compressed(end, text));
        }
    }

    /// The map of a formula; there is no other.
    fn map(&self) -> String {
        let files = std::fs::read_dir(self.folder.path()).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let maps: Vec<String> = names.filter(|name| name.ends_with(".map.json")).collect();
        assert_eq!(maps.len(), 1, "{maps:?}");
        maps[0].clone()
    }
}

#[test]
fn every_output_is_compressed_as_its_name_says() {
    for end in ENDS {
        let work = Work::new();
        write(work.folder.path(), "suite.json", SUITE);
        write(work.folder.path(), "p.json", r#"{"kind":"queens","n":4}"#);
        let compare = "compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q";
        work.answer(&format!("{compare} -o c.json"));
        for (line, file, first) in [
            ("export tour 4x4 -o", "e.cnf", "c satranj"),
            ("export tour 4x4 -o", "e.dot", "// satranj"),
            ("export tour 4x4 -o", "e", "c satranj"),
            ("solve tour 5x5 -o", "s.json", "{\"schema\""),
            ("solve tour 5x5 -o", "s.txt", "open knight's tour of 5x5"),
            ("solve tour 5x5 -o", "s.svg", "<svg"),
            ("solve tour 5x5 --json-stream -o", "stream.json", "{\"type\":\"solution\""),
            ("solve tour 5x5 -o - --svg", "svg.svg", "<svg"),
            ("solve tour 5x5 -o - --tour", "t.tour", "NAME"),
            ("count tour 3x4 -o", "n.json", "{\"schema\""),
            (&format!("{compare} -o"), "c.txt", "4 queens"),
            (&format!("{compare} -o - --export-csv"), "c.csv", "method,"),
            (&format!("{compare} -o - --export-markdown"), "c.md", "| method"),
            ("bench suite.json -q -o", "b.json", "{\"schema\""),
            ("report c.json -o", "r.html", "<!DOCTYPE html>"),
            ("list schemas -o", "l.json", "{\"satranj."),
            ("generate meet --cases 1 -o", "m.txt", "1\n\n"),
            ("generate hamilton --vertices 6 --regular 3 -o", "h.hcp", "NAME"),
            ("generate queens --n 6 -o", "q.json", "{\"kind\""),
        ] {
            let file = format!("{file}.{end}");
            work.answer(&format!("{line} {file}"));
            let text = text(&work.path(&file));
            assert!(text.starts_with(first), "{line} {file}: {}", &text[..text.len().min(60)]);
            assert!(text.ends_with('\n') || text.ends_with('>'), "{line} {file}: it ends early");
        }
        // Every line of a stream, the last one too.
        let stream = text(&work.path(&format!("stream.json.{end}")));
        let last: Value = serde_json::from_str(stream.lines().last().unwrap()).unwrap();
        assert_eq!(last["type"], "status");
    }
}

const SUITE: &str = r#"{"schema":"satranj.suite/1","name":"s","title":"t","runs":1,"warmup":0,
"methods":["native:dfs"],"experiments":[{"name":"e","title":"t","instances":{"document":"p.json"}}]}"#;

#[test]
fn the_same_puzzle_gives_the_same_bytes() {
    for end in ENDS {
        let bytes = || {
            let work = Work::new();
            work.answer(&format!("export tour 6x6 --closed -o q.cnf.{end}"));
            std::fs::read(work.path(&format!("q.cnf.{end}"))).unwrap()
        };
        assert_eq!(bytes(), bytes());
    }
}

#[test]
fn a_compressed_formula_goes_out_and_its_compressed_model_comes_back() {
    for end in ENDS {
        let work = Work::new();
        work.answer(&format!("export tour 6x6 --closed -o tour.cnf.{end}"));
        let formula = text(&work.path(&format!("tour.cnf.{end}")));
        Formula::parse(&formula);
        let plain = write(work.folder.path(), "plain.cnf", &formula);
        let model = dimacs_solver().argument(plain).run().exits(10).text().to_string();
        work.write_all("model.txt", &model);
        let map = work.map();
        work.write_all("packed.json", &std::fs::read_to_string(work.path(&map)).unwrap());
        for (map, model) in [
            (map.as_str(), "model.txt"),
            (&map, "model.txt.gz"),
            ("packed.json.gz", "model.txt.xz"),
            ("packed.json.xz", "model.txt.xz"),
        ] {
            let document = work.answer(&format!("decode {map} {model}")).json();
            assert_eq!(
                (&document["status"], &document["verified"]),
                (&"satisfied".into(), &true.into())
            );
        }
        // Standard input has no name: its first bytes decide.
        let packed = compressed(end, &model);
        let ran = satranj(&format!("decode {map}")).within(work.folder.path()).input(packed).run();
        assert_eq!(ran.exits(0).json()["status"], "satisfied");
    }
}

/// The fields that differ from run to run, and the digest, which covers all fields.
const DIFFERS: [&str; 5] = ["timing", "document", "environment", "experiments", "digest"];

#[test]
fn compressed_puzzles_and_documents_are_read_wherever_plain_ones_are() {
    let work = Work::new();
    work.write_all("board.txt", "....\n....\n....\n");
    work.write_all("meet.txt", "2\n\n3 3\n1..\n...\n..1\n\n1 2\n1.\n");
    work.write_all("exchange.txt", "N.N\n...\nn.n\n");
    work.write_all("graph.col", "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n");
    work.write_all("weights.txt", "..9\n...\n...\n");
    work.write_all("p.json", r#"{"kind":"queens","n":5}"#);
    work.write_all("suite.json", SUITE);
    work.write_all("packed.json", &SUITE.replace("p.json", "p.json.xz"));
    work.answer("solve queens 5 -o s.json");
    work.write_all("s.json", &std::fs::read_to_string(work.path("s.json")).unwrap());
    let compare = "compare queens 4 --runs 1 --warmup 0 --methods native:dfs -q";
    work.answer(&format!("{compare} -o c.json"));
    work.write_all("c.json", &std::fs::read_to_string(work.path("c.json")).unwrap());
    // The output without fields that differ from run to run.
    let report = |ran: &Ran| match serde_json::from_slice::<Value>(&ran.stdout) {
        Ok(Value::Object(mut fields)) => {
            fields.retain(|key, _| !DIFFERS.contains(&key.as_str()));
            for case in fields.get_mut("cases").and_then(Value::as_array_mut).into_iter().flatten()
            {
                case.as_object_mut().unwrap().remove("timing");
            }
            Value::Object(fields).to_string()
        }
        _ => ran.text().to_string(),
    };
    for (line, file) in [
        ("solve tour @FILE", "board.txt"),
        ("count tour @FILE", "board.txt"),
        ("export place @FILE --piece king -q --format dot", "board.txt"),
        ("generate tour @FILE", "board.txt"),
        ("solve route @FILE --from a1 --to c3 --piece king", "weights.txt"),
        ("solve meet FILE", "meet.txt"),
        ("count meet FILE --case 1", "meet.txt"),
        ("solve exchange FILE", "exchange.txt"),
        ("solve hamilton FILE", "graph.col"),
        ("count hamilton FILE", "graph.col"),
        ("solve hamilton FILE --input-format edge", "graph.col"),
        ("solve --from FILE", "s.json"),
        ("count --from FILE", "p.json"),
        ("verify FILE", "s.json"),
        ("bench FILE -q", "suite.json"),
        ("bench FILE -q", "packed.json"),
        ("report FILE", "c.json"),
    ] {
        let plain = report(&work.answer(&line.replace("FILE", file)));
        for end in ENDS {
            let line = line.replace("FILE", &format!("{file}.{end}"));
            let ran = work.answer(&line);
            let plain = plain.replace(file, &format!("{file}.{end}"));
            let report = report(&ran).replace(file, &format!("{file}.{end}"));
            // The header of an export names the command as it was given.
            let without = |text: &str| text.replace(&format!(".{end}"), "");
            assert_eq!(without(&report), without(&plain), "{line}");
        }
        // From standard input too, and under a name without an extension.
        if line.contains("generate") || line.contains("bench") || line.contains("export") {
            continue;
        }
        for end in ENDS {
            let packed = std::fs::read(work.path(&format!("{file}.{end}"))).unwrap();
            let stdin = line.replace("FILE", "-");
            let named = stdin.contains("--input-format") || !stdin.contains("hamilton");
            let stdin = if named { stdin } else { format!("{stdin} --input-format edge") };
            let ran = satranj(&stdin).within(work.folder.path()).input(packed.clone()).run();
            assert_eq!(report(&ran.exits(0)), plain, "{stdin}");
            let hidden = file.replace('.', ".hidden.");
            write(work.folder.path(), &hidden, packed);
            let ran = work.answer(&line.replace("FILE", &hidden));
            assert_eq!(report(&ran), plain, "{line} of {hidden}");
        }
    }
}

#[test]
fn a_proof_is_compressed_written_and_checked() {
    for end in ENDS {
        let work = Work::new();
        let line = "solve queens 3 --method sat:lines --precheck off --proof-format";
        for format in ["text", "binary"] {
            let ran = work.answer(&format!("{line} {format} --proof q.drat.{end} -o q.json"));
            assert_eq!(ran.stderr, "");
            let document: Value =
                serde_json::from_str(&std::fs::read_to_string(work.path("q.json")).unwrap())
                    .unwrap();
            assert_eq!(document["proof"]["checked"], true);
            assert!(work.answer("verify q.json --format text").text().contains("the proof shows"));
            // The formula may be compressed as well.
            let formula = document["proof"]["formula"].as_str().unwrap();
            let packed = compressed(end, std::fs::read(work.path(formula)).unwrap());
            write(work.folder.path(), &format!("f.cnf.{end}"), packed);
            let mut other = document.clone();
            other["proof"]["formula"] = format!("f.cnf.{end}").into();
            write(work.folder.path(), "other.json", other.to_string());
            assert!(work.answer("verify other.json --format text").text().contains("the proof"));
            // A truncated one is not a proof.
            let proof = work.path(&format!("q.drat.{end}"));
            let bytes = std::fs::read(&proof).unwrap();
            std::fs::write(&proof, &bytes[..bytes.len() / 2]).unwrap();
            let said = work.run("verify q.json").exits(1);
            assert!(said.stderr.contains(&format!("q.drat.{end}: the ")), "{}", said.report());
            assert!(said.stderr.contains("cut off"), "{}", said.report());
        }
    }
}

#[test]
fn what_is_damaged_cut_off_or_too_large_is_an_error_that_names_the_file() {
    let work = Work::new();
    for end in ENDS {
        let name = if end == "gz" { "gzip" } else { "xz" };
        let packed = compressed(end, "....\n....\n....\n");
        let mut damaged = packed.clone();
        let middle = damaged.len() - 12;
        damaged[middle] ^= 0x55;
        write(work.folder.path(), &format!("short.txt.{end}"), &packed[..packed.len() - 5]);
        write(work.folder.path(), &format!("damaged.txt.{end}"), damaged);
        write(work.folder.path(), &format!("plain.txt.{end}"), "....\n");
        write(work.folder.path(), &format!("empty.txt.{end}"), "");
        for line in [
            "solve tour @FILE",
            "solve exchange FILE",
            "verify FILE",
            "solve --from FILE",
            "bench FILE",
            "report FILE",
            "decode FILE",
            "solve hamilton FILE --input-format edge",
        ] {
            for (file, problem) in [
                ("short", format!("the {name} data are cut off: their end is missing")),
                ("damaged", format!("the {name} data are corrupt: ")),
                ("plain", format!("its name ends in .{end}, but the file is not in {name} format")),
                ("empty", format!("its name ends in .{end}, but the file is not in {name} format")),
            ] {
                let file = format!("{file}.txt.{end}");
                let said = work.run(&line.replace("FILE", &file)).complains(1);
                assert!(said.contains(&format!("{file}: {problem}")), "{line}: {said}");
            }
        }
        // Input that is read case by case is reported where it breaks off.
        let packed = compressed(end, "1\n\n3 3\n1..\n...\n..1\n");
        write(work.folder.path(), &format!("meet.{end}"), &packed[..packed.len() - 5]);
        let said = work.run(&format!("solve meet meet.{end}")).complains(1);
        assert_eq!(said, format!("meet.{end}: the {name} data are cut off: their end is missing"));
        // A few kilobytes that expand beyond the largest board map.
        let member = compressed(end, vec![b'.'; 1 << 20]);
        write(work.folder.path(), &format!("bomb.txt.{end}"), member.repeat(100));
        for line in [
            format!("solve tour @bomb.txt.{end}"),
            format!("count route @bomb.txt.{end} --from a1 --to b2"),
        ] {
            let said = work.run(&line).complains(1);
            let problem =
                format!("bomb.txt.{end}:1:1: more than 100020016 bytes, the size of the largest");
            assert!(said.starts_with(&problem), "{line}: {said}");
        }
        // Or beyond the memory limit.
        let file = format!("bomb.json.{end}");
        write(work.folder.path(), &file, compressed(end, vec![b' '; 1 << 20]).repeat(1000));
        for line in
            ["solve --from FILE", "count --from FILE", "solve hamilton FILE --input-format edge"]
        {
            let line = format!("{} --memory-limit 100MiB", line.replace("FILE", &file));
            let said = work.run(&line).complains(3);
            assert!(said.starts_with(&format!("{file}: not read completely: ")), "{line}: {said}");
        }
    }
}
