//! Meshes and colours on their way to the graphics card.

use eframe::wgpu;

use super::pipelines::{COLOUR, Layouts};
use super::scene::{Mesh, Texels};

pub(super) struct Texture {
    texture: wgpu::Texture,
    pub(super) group: wgpu::BindGroup,
}

pub(super) fn buffer(
    device: &wgpu::Device,
    label: &str,
    size: usize,
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: size.max(4) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// A buffer with some bytes: the one that was there, where they fit.
pub(super) fn filled(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    label: &str,
    bytes: &[u8],
    usage: wgpu::BufferUsages,
    before: Option<wgpu::Buffer>,
) -> wgpu::Buffer {
    let before = before.filter(|buffer| buffer.size() >= bytes.len() as u64);
    let buffer = before.unwrap_or_else(|| buffer(device, label, bytes.len(), usage));
    if !bytes.is_empty() {
        queue.write_buffer(&buffer, 0, bytes);
    }
    buffer
}

pub(super) fn put_mesh(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    mesh: &Mesh,
    before: Option<(wgpu::Buffer, wgpu::Buffer)>,
) -> (wgpu::Buffer, wgpu::Buffer, u32) {
    let (old_vertices, old_indices) = before.unzip();
    let vertices = bytemuck::cast_slice(&mesh.vertices);
    let indices = bytemuck::cast_slice(&mesh.indices);
    let limit = device.limits().max_buffer_size;
    if vertices.len() as u64 > limit || indices.len() as u64 > limit {
        // Who makes such a mesh should have divided it; nothing is drawn of it.
        return put_mesh(device, queue, &Mesh::default(), None);
    }
    let filled = |label, bytes, usage, before| filled(device, queue, label, bytes, usage, before);
    (
        filled("vertices", vertices, wgpu::BufferUsages::VERTEX, old_vertices),
        filled("indices", indices, wgpu::BufferUsages::INDEX, old_indices),
        mesh.indices.len() as u32,
    )
}

pub(super) fn put_texels(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layouts: &Layouts,
    sampler: &wgpu::Sampler,
    texels: Texels,
    before: Option<Texture>,
) -> Texture {
    let size = (texels.width, texels.height);
    match before.filter(|old| (old.texture.width(), old.texture.height()) == size) {
        Some(old) => {
            write_texels(queue, &old.texture, texels);
            old
        }
        None => texture(device, queue, layouts, sampler, texels),
    }
}

pub(super) fn texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layouts: &Layouts,
    sampler: &wgpu::Sampler,
    texels: Texels,
) -> Texture {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("colours"),
        size: wgpu::Extent3d {
            width: texels.width.max(1),
            height: texels.height.max(1),
            depth_or_array_layers: 1,
        },
        mip_level_count: texels.n_levels(),
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: COLOUR,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("colours"),
        layout: &layouts.texture,
        entries: &[
            entry(0, wgpu::BindingResource::TextureView(&view)),
            entry(1, wgpu::BindingResource::Sampler(sampler)),
        ],
    });
    write_texels(queue, &texture, texels);
    Texture { texture, group }
}

/// Writes a texture and its smaller copies.
fn write_texels(queue: &wgpu::Queue, texture: &wgpu::Texture, mut texels: Texels) {
    for mip_level in 0..texture.mip_level_count() {
        if mip_level > 0 {
            texels = texels.halved();
        }
        let (width, height) = (texels.width, texels.height);
        if texels.pixels.len() != width as usize * height as usize || texels.pixels.is_empty() {
            return;
        }
        queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                texture,
                mip_level,
                origin: wgpu::Origin3d::ZERO,
                aspect: wgpu::TextureAspect::All,
            },
            bytemuck::cast_slice(&texels.pixels),
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * 4),
                rows_per_image: None,
            },
            wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        );
    }
}
