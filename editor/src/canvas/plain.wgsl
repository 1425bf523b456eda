// Shapes of one colour or with a picture, and nothing else.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var picture_sampler: sampler;

struct Seen {
    @builtin(position) at: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) colour: vec4<f32>,
};

@vertex
fn place(
    @location(0) at: vec2<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) colour: vec4<f32>,
) -> Seen {
    var seen: Seen;
    seen.at = vec4<f32>(at, 0.0, 1.0);
    seen.uv = uv;
    seen.colour = colour;
    return seen;
}

@fragment
fn fill(seen: Seen) -> @location(0) vec4<f32> {
    return seen.colour;
}

@fragment
fn show(seen: Seen) -> @location(0) vec4<f32> {
    return textureSample(picture, picture_sampler, seen.uv);
}

@fragment
fn tint(seen: Seen) -> @location(0) vec4<f32> {
    return seen.colour * textureSample(picture, picture_sampler, seen.uv);
}

// For what stands on whole pixels: its texels are those of the picture, and none lies between two.
fn texel(seen: Seen) -> vec4<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    return seen.colour * textureLoad(picture, vec2<i32>(seen.uv * size), 0);
}

@fragment
fn stamp(seen: Seen) -> @location(0) vec4<f32> {
    return texel(seen);
}

// For windows whose pixels are linear: what is written is made darker, and lighter again by them.
fn linear(gamma: vec4<f32>) -> vec4<f32> {
    let low = gamma.rgb / 12.92;
    let high = pow((gamma.rgb + 0.055) / 1.055, vec3<f32>(2.4));
    return vec4<f32>(select(high, low, gamma.rgb < vec3<f32>(0.04045)), gamma.a);
}

@fragment
fn fill_linear(seen: Seen) -> @location(0) vec4<f32> {
    return linear(seen.colour);
}

@fragment
fn show_linear(seen: Seen) -> @location(0) vec4<f32> {
    return linear(textureSample(picture, picture_sampler, seen.uv));
}

@fragment
fn tint_linear(seen: Seen) -> @location(0) vec4<f32> {
    return linear(seen.colour * textureSample(picture, picture_sampler, seen.uv));
}

@fragment
fn stamp_linear(seen: Seen) -> @location(0) vec4<f32> {
    return linear(texel(seen));
}
