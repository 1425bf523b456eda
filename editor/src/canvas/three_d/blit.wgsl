// The picture that was drawn, put into the window as it is.

@group(0) @binding(0) var picture: texture_2d<f32>;

struct Seen {
    @builtin(position) at: vec4<f32>,
    @location(0) uv: vec2<f32>,
};

@vertex
fn place(@builtin(vertex_index) corner: u32) -> Seen {
    let uv = vec2<f32>(f32(corner & 1u), f32(corner >> 1u));
    var seen: Seen;
    seen.at = vec4<f32>(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0);
    seen.uv = uv;
    return seen;
}

fn pixel(uv: vec2<f32>) -> vec4<f32> {
    let size = vec2<i32>(textureDimensions(picture, 0));
    let at = clamp(vec2<i32>(uv * vec2<f32>(size)), vec2<i32>(0), size - 1);
    return vec4<f32>(textureLoad(picture, at, 0).rgb, 1.0);
}

@fragment
fn colour(seen: Seen) -> @location(0) vec4<f32> {
    return pixel(seen.uv);
}

// For windows whose pixels are linear: what is written is made darker, and lighter again by them.
@fragment
fn colour_linear(seen: Seen) -> @location(0) vec4<f32> {
    let gamma = pixel(seen.uv);
    let low = gamma.rgb / 12.92;
    let high = pow((gamma.rgb + 0.055) / 1.055, vec3<f32>(2.4));
    return vec4<f32>(select(high, low, gamma.rgb < vec3<f32>(0.04045)), 1.0);
}
