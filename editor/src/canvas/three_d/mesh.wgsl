// Triangles with a texture and a tint.

struct Shot {
    clip_from_world: mat4x4<f32>,
    size_in_pixels: vec2<f32>,
    // 1 where the borders of texels are drawn, else 0.
    grid: f32,
    // How much of what is laid over something else is seen.
    cover: f32,
};

@group(0) @binding(0) var<uniform> shot: Shot;
@group(1) @binding(0) var colours: texture_2d<f32>;
@group(1) @binding(1) var colours_sampler: sampler;

struct Corner {
    @location(0) at_in_world: vec3<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) tint: vec4<f32>,
};

struct Seen {
    @builtin(position) at: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) tint: vec4<f32>,
};

// What is laid over something else is as far before it as a share of the distance.
const NEARER: f32 = 1.004;

fn placed(corner: Corner) -> Seen {
    var seen: Seen;
    seen.at = shot.clip_from_world * vec4<f32>(corner.at_in_world, 1.0);
    seen.uv = corner.uv;
    seen.tint = corner.tint;
    return seen;
}

@vertex
fn place(corner: Corner) -> Seen {
    return placed(corner);
}

@vertex
fn place_laid(corner: Corner) -> Seen {
    var seen = placed(corner);
    seen.at.z *= NEARER;
    return seen;
}

fn coloured(seen: Seen) -> vec4<f32> {
    let colour = textureSample(colours, colours_sampler, seen.uv) * seen.tint;
    if (shot.grid == 0.0) {
        return colour;
    }
    let texel = seen.uv * vec2<f32>(textureDimensions(colours, 0));
    let change = fwidth(texel);
    let texels_per_pixel = max(change, vec2<f32>(0.000001));
    let from_border = (0.5 - abs(fract(texel) - 0.5)) / texels_per_pixel;
    let pixels = 1.0 / max(texels_per_pixel.x, texels_per_pixel.y);
    // Where all of a triangle has one texel, there is no border.
    let has_texels = step(0.00001, max(change.x, change.y));
    let strength = clamp((pixels - 6.0) / 8.0, 0.0, 1.0) * 0.35 * has_texels;
    let line = 1.0 - clamp(min(from_border.x, from_border.y), 0.0, 1.0);
    return vec4<f32>(colour.rgb * (1.0 - strength * line), colour.a);
}

@fragment
fn colour(seen: Seen) -> @location(0) vec4<f32> {
    return coloured(seen);
}

@fragment
fn colour_laid(seen: Seen) -> @location(0) vec4<f32> {
    let own = coloured(seen);
    return vec4<f32>(own.rgb, own.a * shot.cover);
}
