//! An export that fails keeps the earlier file.

use crate::harness::{answer, complaint, folder, read, write};

#[test]
fn a_failed_export_leaves_the_earlier_file() {
    let folder = folder();
    // Its name has no known extension.
    let kept = write(folder.path(), "kept", "precious");
    for line in ["export tour 60x60 --time-limit 1ms", "export tour 100x100 --memory-limit 50MiB"] {
        complaint(&format!("{line} -o {}", kept.display()), 3);
        assert_eq!(read(&kept), "precious", "{line}");
    }
    for format in ["dot", "graphml", "hcp", "node-link"] {
        let line = format!("export tour 1500x1500 --format {format} --time-limit 1ms");
        complaint(&format!("{line} -o {}", kept.display()), 3);
        assert_eq!(read(&kept), "precious", "{format}");
    }
    let files = std::fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(files, 1, "nothing half done is left");
    assert!(answer(&format!("export tour 3x4 -o {}", kept.display())).stdout.is_empty());
    assert!(read(&kept).starts_with("c satranj"));
}
