// The ground: two pictures of a list over each other, and the light on them.

struct Frame {
    clip_from_world: mat4x4<f32>,
    eye: vec4<f32>,
    light_on_painted: vec4<f32>,
    ambient: vec4<f32>,
    diffuse: vec4<f32>,
    towards_sun: vec4<f32>,
    fog: vec4<f32>,
    fog_density: vec4<f32>,
};

override PAINTED: bool = false;

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(0) var pictures: texture_2d_array<f32>;
@group(1) @binding(1) var picture_sampler: sampler;
@group(2) @binding(0) var light: texture_2d<f32>;
@group(2) @binding(1) var light_sampler: sampler;

struct Corner {
    @location(0) at: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv_below: vec2<f32>,
    @location(3) uv_above: vec2<f32>,
    @location(4) uv_of_light: vec2<f32>,
    @location(5) pictures: vec4<u32>,
};

struct Seen {
    @builtin(position) at: vec4<f32>,
    @location(0) uv_below: vec2<f32>,
    @location(1) uv_above: vec2<f32>,
    @location(2) uv_of_light: vec2<f32>,
    @location(3) @interpolate(flat) pictures: vec2<i32>,
    @location(4) light: vec3<f32>,
    @location(5) fog: f32,
};

@vertex
fn place(corner: Corner) -> Seen {
    var seen: Seen;
    seen.at = frame.clip_from_world * vec4<f32>(corner.at, 1.0);
    seen.uv_below = corner.uv_below;
    seen.uv_above = corner.uv_above;
    seen.uv_of_light = corner.uv_of_light;
    // What is not there is the last.
    let last = i32(textureNumLayers(pictures)) - 1;
    seen.pictures = min(vec2<i32>(corner.pictures.xy), vec2<i32>(last));
    if (PAINTED) {
        seen.light = frame.light_on_painted.rgb * 2.0;
    } else {
        let sun = max(dot(corner.normal.xyz, frame.towards_sun.xyz), 0.0);
        seen.light = frame.ambient.rgb + frame.diffuse.rgb * sun;
    }
    let thick = frame.fog_density.x * distance(corner.at, frame.eye.xyz);
    seen.fog = min(1.0 - exp(-thick * thick), frame.fog.w);
    return seen;
}

@fragment
fn colour(seen: Seen) -> @location(0) vec4<f32> {
    let below = textureSample(pictures, picture_sampler, seen.uv_below, seen.pictures.x);
    let above = textureSample(pictures, picture_sampler, seen.uv_above, seen.pictures.y);
    var light_here = seen.light;
    if (PAINTED) {
        light_here *= textureSample(light, light_sampler, seen.uv_of_light).rgb;
    }
    let lit = mix(below.rgb, above.rgb, above.a) * light_here;
    return vec4<f32>(mix(lit, frame.fog.rgb, seen.fog), 1.0);
}
