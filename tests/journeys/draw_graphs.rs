//! A user draws sets of vertices and colourings, certificates against them, graphs with positions
//! in their files, and comparisons; and asks for ASCII only.

use std::{fs, path::Path};

use crate::harness::{folder, read, satranj, write};
use roxmltree::Document;
use tempfile::TempDir;

/// Petersen's graph, in a format without vertex positions.
const PETERSEN: &str = "p edge 10 15\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 1 6\ne 2 7\ne 3 8\ne 4 9\n\
                        e 5 10\ne 6 8\ne 8 10\ne 10 7\ne 7 9\ne 9 6\n";

fn with_graph() -> TempDir {
    let folder = folder();
    fs::write(folder.path().join("p.col"), PETERSEN).expect("a graph");
    folder
}

fn run(folder: &Path, line: &str) -> String {
    let ran = satranj(line).within(folder).run().exits(0);
    assert_eq!(ran.stderr, "", "{line}");
    ran.text().to_string()
}

/// The description of a picture, which has a title too.
fn described(picture: &str) -> String {
    let document = Document::parse(picture).expect("XML");
    let all: Vec<_> = document.descendants().collect();
    let text = |tag: &str| {
        all.iter().find(|node| node.tag_name().name() == tag).and_then(roxmltree::Node::text)
    };
    assert!(text("title").is_some_and(|title| !title.is_empty()));
    text("desc").expect("a description").to_string()
}

#[test]
fn sets_and_colourings_are_drawn_as_they_were_found() {
    let folder = with_graph();
    for (line, said) in [
        ("independent-set p.col", "; 4 of the vertices are marked: "),
        ("clique p.col", "; 2 of the vertices are marked: "),
        ("vertex-cover p.col", "; 6 of the vertices are marked: "),
        ("dominating-set p.col", "; 3 of the vertices are marked: "),
        ("colouring p.col", "; the vertices have 3 colours; colour 1: "),
    ] {
        run(folder.path(), &format!("solve {line} --svg a.svg --json -o d.json"));
        let picture = read(&folder.path().join("a.svg"));
        let description = described(&picture);
        assert!(description.starts_with("A graph with 10 vertices and 15 edges"), "{description}");
        assert!(description.contains(said), "{description}");
        // The same from the document, and every name in it.
        run(folder.path(), "draw d.json -o b.svg");
        assert_eq!(read(&folder.path().join("b.svg")), picture);
        for name in 1..=10 {
            assert!(picture.contains(&format!(">{name}</text>")), "{line}: {name}");
        }
        run(folder.path(), "draw d.json -o b.html");
        assert!(read(&folder.path().join("b.html")).contains("\"fills\":"));
        if line.starts_with("colouring") {
            run(folder.path(), "verify d.json --png b.png -q");
            assert!(fs::read(folder.path().join("b.png")).unwrap().starts_with(b"\x89PNG"));
        }
        let text = run(folder.path(), "draw d.json");
        assert_eq!(text.lines().count(), 2 + 10 + 1, "{text}");
    }
}

#[test]
fn the_number_of_its_colour_is_in_each_vertex() {
    let folder = with_graph();
    run(folder.path(), "solve colouring p.col --svg c.svg --json -o c.json");
    let picture = read(&folder.path().join("c.svg"));
    let document = Document::parse(&picture).unwrap();
    let texts: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        .collect();
    // A number, a name and its border for each vertex.
    assert_eq!(texts.len(), 30);
    let bare = texts.iter().filter(|text| text.attribute("stroke") == Some("none"));
    let mut numbers: Vec<&str> = bare.filter_map(roxmltree::Node::text).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers, ["1", "2", "3"]);
}

#[test]
fn reasons_are_drawn() {
    let folder = with_graph();
    fs::write(
        folder.path().join("k.col"),
        "p edge 4 6\ne 1 2\ne 1 3\ne 1 4\ne 2 3\ne 2 4\ne 3 4\n",
    )
    .unwrap();
    fs::write(folder.path().join("e.col"), "p edge 4 2\ne 1 2\ne 3 4\n").unwrap();
    for (line, said) in [
        ("colouring p.col --colours 2", "5 of the vertices are marked"),
        ("colouring k.col --colours 3", "4 of the vertices are marked: 1, 2, 3, 4."),
        ("independent-set k.col --count 2", "the vertices have 1 group; group 1: 1, 2, 3, 4."),
        ("independent-set p.col --given 1,2", "2 of the vertices are marked: 1, 2."),
        ("vertex-cover e.col --count 1", "4 of the vertices are marked"),
        ("dominating-set e.col --count 1", "2 of the vertices are marked"),
    ] {
        run(folder.path(), &format!("solve {line} --svg a.svg --json -o n.json"));
        let solved: serde_json::Value =
            serde_json::from_str(&read(&folder.path().join("n.json"))).unwrap();
        assert_eq!(solved["status"], "unsatisfiable", "{line}");
        let picture = read(&folder.path().join("a.svg"));
        assert!(described(&picture).contains(said), "{line}: {}", described(&picture));
        run(folder.path(), "draw n.json -o b.svg");
        assert_eq!(read(&folder.path().join("b.svg")), picture, "{line}");
        run(folder.path(), &format!("solve {line} --html a.html --json -o m.json"));
        assert!(read(&folder.path().join("a.html")).contains("\"pairs\":[["), "{line}");
    }
}

/// The centre of the vertex of this name, whose shapes come in the order of the file.
fn centres(picture: &str) -> Vec<(i64, i64)> {
    let document = Document::parse(picture).unwrap();
    let circles = document.descendants().filter(|node| node.tag_name().name() == "circle");
    let number =
        |node: &roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse().unwrap();
    circles.map(|node| (number(&node, "cx"), number(&node, "cy"))).collect()
}

#[test]
fn vertices_are_where_their_file_places_them() {
    let folder = folder();
    let upward = [(0, 450), (900, 450), (450, 0)];
    let files = [
        (
            "p.dot",
            "graph { a [pos=\"0,0\"]; b [pos=\"20,0!\"]; c [pos=\"10,10\"]; a -- b -- c -- a }",
        ),
        (
            "p.json",
            r#"{"nodes":[{"id":"a","pos":[0,0]},{"id":"b","pos":[2,0]},{"id":"c","pos":[1,1]}],
               "links":[{"source":"a","target":"b"},{"source":"b","target":"c"},{"source":"c","target":"a"}]}"#,
        ),
        (
            "p.gml",
            "graph [ node [ id 0 graphics [ x 0 y 1 ] ] node [ id 1 graphics [ x 2 y 1 ] ] node [ id 2 \
             graphics [ x 1 y 0 ] ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] edge [ source 2 \
             target 0 ] ]",
        ),
        (
            "p.hcp",
            "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n\
             NODE_COORD_SECTION\n1 0 0\n2 2 0\n3 1 1\nEOF\n",
        ),
        ("p.net", "*Vertices 3\n1 a 0 0.5\n2 b 1 0.5\n3 c 0.5 0\n*Edges\n1 2\n2 3\n3 1\n"),
        (
            "p.graphml",
            "<graphml><key id='x' attr.name='x'/><key id='y' attr.name='y'/><graph edgedefault='undirected'>\
             <node id='a'><data key='x'>0</data><data key='y'>0</data></node>\
             <node id='b'><data key='x'>2</data><data key='y'>0</data></node>\
             <node id='c'><data key='x'>1</data><data key='y'>1</data></node>\
             <edge source='a' target='b'/><edge source='b' target='c'/><edge source='c' target='a'/>\
             </graph></graphml>",
        ),
    ];
    let mut instances = Vec::new();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a graph");
        run(folder.path(), &format!("solve hamilton {name} --svg a.svg --json -o d.json"));
        let picture = read(&folder.path().join("a.svg"));
        // Centred in a square.
        let middle: Vec<(i64, i64)> = upward.iter().map(|&(x, y)| (x, y + 225)).collect();
        assert_eq!(centres(&picture), middle, "{name}");
        run(folder.path(), "draw d.json -o b.svg");
        assert_eq!(read(&folder.path().join("b.svg")), picture, "{name}");
        assert_eq!(
            run(folder.path(), "verify d.json --format text"),
            "d.json: the solution is right\n"
        );
        let solved: serde_json::Value =
            serde_json::from_str(&read(&folder.path().join("d.json"))).unwrap();
        if ["a", "b", "c"].iter().all(|name| {
            solved["puzzle"]["graph"]["vertices"].as_array().unwrap().contains(&(*name).into())
        }) {
            instances.push(solved["instance"].clone());
        }
    }
    // Vertex positions in a picture are not part of the instance.
    let plain = satranj("solve hamilton - --input-format dot --json")
        .input("graph { a -- b -- c -- a }")
        .run()
        .exits(0)
        .json();
    instances.dedup();
    assert_eq!(instances, [plain["instance"].clone()]);
}

#[test]
fn comparisons_are_drawn() {
    let folder = folder();
    run(folder.path(), "compare queens 6 --methods native:dfs,sat:lines --json -o c.json -q");
    run(folder.path(), "draw c.json -o c.svg");
    let picture = read(&folder.path().join("c.svg"));
    Document::parse(&picture).unwrap();
    assert!(picture.contains("native:dfs") && picture.contains("6 queens on 6x6"), "{picture}");
    run(folder.path(), "draw c.json -o c.png");
    run(folder.path(), "draw c.json -o c.html");
    assert!(read(&folder.path().join("c.html")).contains("<table"));
    let text = run(folder.path(), "draw c.json --ascii");
    assert!(text.starts_with("6 queens on 6x6\n\nmethod ") && text.contains("min - max"), "{text}");
    assert!(text.is_ascii());
}

#[test]
fn text_is_ascii_where_that_is_asked_for() {
    let folder = folder();
    fs::write(folder.path().join("e.dot"), "graph { é -- b -- c -- é }").unwrap();
    for line in [
        "solve queens 4 --ascii",
        "solve hamilton e.dot --ascii",
        "compare queens 4 --methods native:dfs,sat:lines --ascii -q",
        "list methods --ascii",
        "count queens 5 --ascii",
    ] {
        let text = run(folder.path(), line);
        assert!(text.is_ascii() && !text.starts_with('{'), "{line}: {text}");
    }
    let named = run(folder.path(), "solve hamilton e.dot --ascii");
    assert!(named.contains("\\u{e9}"), "{named}");
}

/// The sentence counts the parts that the picture numbers, and names the dark vertices.
#[test]
fn the_parts_of_a_no_are_numbered_in_its_picture() {
    let folder = folder();
    write(
        folder.path(),
        "cut.dot",
        "graph { a -- b -- c -- a; c -- d -- e -- c; c -- f -- g -- c }",
    );
    let run = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    run("solve hamilton cut.dot -o cut.svg");
    let svg = read(&folder.path().join("cut.svg"));
    let text = svg.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("because without c the graph falls into 3 parts, more than a cycle"),
        "{svg}"
    );
    assert!(text.contains("part 1: a, b; part 2: d, e; part 3: f, g"), "{svg}");
    for number in 1..=3 {
        assert_eq!(svg.matches(&format!(">{number}</text>")).count(), 2, "{number}: {svg}");
    }
    assert_eq!(svg.matches(r##"<circle cx="450" cy="420" fill="#37323a""##).count(), 1, "{svg}");
}

/// A "no" that only a proof shows has a picture too: of the graph, with the sentence.
#[test]
fn a_no_without_a_certificate_has_a_picture() {
    let folder = folder();
    for (line, edges) in [
        ("hamilton petersen", 15),
        ("colouring groetzsch --colours 3", 20),
        ("clique petersen --count 3", 15),
    ] {
        let ran = satranj(&format!("solve {line} -o no.svg")).within(folder.path()).run().exits(0);
        assert_eq!(ran.stderr, "", "{line}");
        let svg = read(&folder.path().join("no.svg"));
        assert!(svg.contains("has no model: a proof of "), "{line}: {svg}");
        assert!(svg.contains(&format!("and {edges} edges.")), "{line}: {svg}");
    }
}
