//! A graphics driver without a window, and the pixels of what it drew.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use eframe::wgpu;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Rgb;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    #[error(
        "there is no graphics driver: Vulkan, Metal, DirectX 12 and OpenGL were tried ({0}). One \
         that needs no graphics card comes with mesa-vulkan-drivers on Debian and Ubuntu"
    )]
    NoDriver(String),
    #[error("the graphics driver draws at most {0} pixels on a side")]
    TooLarge(u32),
    #[error("the graphics driver failed: {0}")]
    Failed(String),
}

/// A graphics driver, where what went wrong on it is noted, for it is told later.
pub(crate) type Device = (wgpu::Device, wgpu::Queue, Arc<Mutex<Option<String>>>);

pub(crate) fn open_device() -> Result<Device, Trouble> {
    let adapter = adapter()?;
    keep_loaded(&adapter);
    // What every driver has is enough, but for the size of pictures.
    let limits = wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.limits());
    let (device, queue) = wait(adapter.request_device(&wgpu::DeviceDescriptor {
        label: Some("Landwright"),
        required_limits: limits,
        ..wgpu::DeviceDescriptor::default()
    }))
    .map_err(|error| Trouble::Failed(error.to_string()))?;
    let trouble = Arc::new(Mutex::new(None));
    let noted = Arc::clone(&trouble);
    device.on_uncaptured_error(Arc::new(move |error| {
        noted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
    }));
    Ok((device, queue, trouble))
}

/// Keeps a driver loaded until the process has ended. With its last user, a driver is unloaded. One of Mesa was
/// still about to unlock a mutex on another thread then, and the process crashed as it ended (2026).
pub(crate) fn keep_loaded(adapter: &wgpu::Adapter) {
    // What is static is never dropped.
    static LOADED: Mutex<Vec<wgpu::Adapter>> = Mutex::new(Vec::new());
    LOADED.lock().unwrap_or_else(PoisonError::into_inner).push(adapter.clone());
}

/// Does what was encoded, and reads a picture back.
pub(crate) fn read_pixels(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    mut encoder: wgpu::CommandEncoder,
    colour: &wgpu::Texture,
) -> Result<Image, Trouble> {
    let size = colour.size();
    let bytes_per_row = (size.width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("pixels"),
        size: u64::from(bytes_per_row) * u64::from(size.height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    encoder.copy_texture_to_buffer(
        colour.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(bytes_per_row),
                rows_per_image: None,
            },
        },
        size,
    );
    queue.submit([encoder.finish()]);
    // Whether it was mapped is asked below.
    buffer.map_async(wgpu::MapMode::Read, .., |_| ());
    let failed = |error: &dyn std::error::Error| Trouble::Failed(error.to_string());
    device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| failed(&error))?;
    let bytes = buffer.get_mapped_range(..).map_err(|error| failed(&error))?;
    let rows = bytes.chunks_exact((bytes_per_row as usize).max(1));
    let pixels = rows.flat_map(|row| {
        let (pixels, _) = row.as_chunks::<4>();
        pixels.iter().take(size.width as usize).map(|[r, g, b, _]| Rgb([*r, *g, *b]))
    });
    Ok(Image { width: size.width, height: size.height, pixels: pixels.collect() })
}

/// What draws. OpenGL is asked last: its drivers print complaints where there is no display.
fn adapter() -> Result<wgpu::Adapter, Trouble> {
    let mut tried = Vec::new();
    let wanted = wgpu::Backends::from_env();
    let in_turn = match wanted {
        Some(wanted) => vec![wanted],
        None => vec![wgpu::Backends::PRIMARY, wgpu::Backends::GL],
    };
    for backends in in_turn {
        let from_env = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor { backends, ..from_env });
        match wait(instance.request_adapter(&wgpu::RequestAdapterOptions::default())) {
            Ok(adapter) => return Ok(adapter),
            Err(error) => tried.push(error.to_string()),
        }
    }
    Err(Trouble::NoDriver(tried.join("; ")))
}

/// Waits for what graphics drivers answer at once.
fn wait<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::yield_now(),
        }
    }
}
