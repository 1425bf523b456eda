//! Pictures on their way to the graphics card, with smaller copies of themselves.

use eframe::wgpu;
use landwright_core::format::picture::Picture;

use super::pipelines::COLOUR;

/// No picture on a model is longer along a side.
const MAX_SIDE: u32 = 1_024;
/// What all pictures on models may take up, in pixels with their smaller copies: 256 MB.
const BUDGET: u64 = 64 << 20;

/// How pictures are read: beyond their edges they go on, or stay as they end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    Repeats,
    Stays,
}

pub(super) fn sampler(
    device: &wgpu::Device,
    beyond: Beyond,
    between_levels: wgpu::MipmapFilterMode,
) -> wgpu::Sampler {
    let mode = match beyond {
        Beyond::Repeats => wgpu::AddressMode::Repeat,
        Beyond::Stays => wgpu::AddressMode::ClampToEdge,
    };
    device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("pictures"),
        address_mode_u: mode,
        address_mode_v: mode,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: between_levels,
        ..wgpu::SamplerDescriptor::default()
    })
}

fn texture(
    device: &wgpu::Device,
    [width, height]: [u32; 2],
    n_layers: u32,
    n_levels: u32,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("pictures"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: n_layers },
        mip_level_count: n_levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOUR,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

fn write(queue: &wgpu::Queue, texture: &wgpu::Texture, layer: u32, level: u32, picture: &Picture) {
    let Picture { width, height, pixels } = picture;
    if pixels.len() != *width as usize * *height as usize || pixels.is_empty() {
        return;
    }
    queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: level,
            origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
            aspect: wgpu::TextureAspect::All,
        },
        bytemuck::cast_slice(pixels),
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(width * 4),
            rows_per_image: None,
        },
        wgpu::Extent3d { width: *width, height: *height, depth_or_array_layers: 1 },
    );
}

fn write_levels(
    queue: &wgpu::Queue,
    texture: &wgpu::Texture,
    layer: u32,
    n_levels: u32,
    picture: &Picture,
) {
    write(queue, texture, layer, 0, picture);
    let mut smaller = None;
    for level in 1..n_levels {
        let next = smaller.as_ref().unwrap_or(picture).halved();
        write(queue, texture, layer, level, &next);
        smaller = Some(next);
    }
}

/// How often pictures have to be halved until all of them fit.
pub(super) fn halvings(pictures: &[&Picture]) -> u32 {
    let n_pixels: u64 =
        pictures.iter().map(|one| u64::from(one.width) * u64::from(one.height) * 4 / 3).sum();
    (0..6).find(|halvings| n_pixels >> (2 * halvings) <= BUDGET).unwrap_or(6)
}

/// A picture with all its smaller copies.
pub(super) fn one(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    picture: &Picture,
    halvings: u32,
) -> wgpu::TextureView {
    let mut smaller: Option<Picture> = None;
    for _ in 0..halvings {
        smaller = Some(smaller.as_ref().unwrap_or(picture).halved());
    }
    loop {
        let now = smaller.as_ref().unwrap_or(picture);
        if now.width.max(now.height) <= MAX_SIDE {
            break;
        }
        smaller = Some(now.halved());
    }
    let picture = smaller.as_ref().unwrap_or(picture);
    let size = [picture.width.max(1), picture.height.max(1)];
    let n_levels = size.into_iter().max().unwrap_or(1).ilog2() + 1;
    let texture = texture(device, size, 1, n_levels);
    write_levels(queue, &texture, 0, n_levels, picture);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// A list of pictures, each stretched to the same square, that are written one by one.
pub(super) struct List {
    texture: wgpu::Texture,
    side: u32,
    n_levels: u32,
}

impl List {
    /// For so many pictures, of which the longest side is known.
    pub(super) fn new(
        device: &wgpu::Device,
        n_pictures: usize,
        largest: u32,
        max_side: u32,
        n_levels: u32,
    ) -> List {
        let side = largest.clamp(1, max_side).next_power_of_two();
        let n_levels = n_levels.min(side.ilog2() + 1);
        // A list of one is no list for some drivers.
        let n_layers = (n_pictures as u32).max(2);
        List { texture: texture(device, [side, side], n_layers, n_levels), side, n_levels }
    }

    pub(super) fn write(&self, queue: &wgpu::Queue, layer: u32, picture: &Picture) {
        let is_fitting = (picture.width, picture.height) == (self.side, self.side);
        let squared = (!is_fitting).then(|| picture.squared(self.side));
        let picture = squared.as_ref().unwrap_or(picture);
        write_levels(queue, &self.texture, layer, self.n_levels, picture);
    }

    pub(super) fn view(&self) -> wgpu::TextureView {
        self.texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2Array),
            ..wgpu::TextureViewDescriptor::default()
        })
    }
}
