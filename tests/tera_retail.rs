//! The files of TERA's own servers, on the made-up area.

use landwright_core::format::tera::retail::{read_paths, read_zone, write_paths, write_zone};
use landwright_core::sample::tera;

#[test]
fn a_zone_comes_back_from_the_files_that_it_is_written_to() {
    let zgd = &tera::area(1).unwrap().zones[0].1;
    let (idx, geo) = write_zone(zgd);
    assert_eq!((idx.len(), geo.len()), (14_400 * 132, zgd.volumes().len() * 4));
    assert!(read_zone(&idx, &geo).unwrap() == *zgd);
}

#[test]
fn an_area_comes_back_from_the_files_that_it_is_written_to() {
    let apd = tera::area(1).unwrap().paths;
    let (gdi, nod) = write_paths(&apd).unwrap();
    assert_eq!((gdi.len(), nod.len()), (20 + 2 * 14_400 * 6, apd.n_nodes() * 76));
    assert!(read_paths(&gdi, &nod).unwrap() == apd);
}
