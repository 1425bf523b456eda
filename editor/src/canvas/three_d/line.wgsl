// Lines of a width in pixels: each is a rectangle on the screen.

struct Shot {
    clip_from_world: mat4x4<f32>,
    size_in_pixels: vec2<f32>,
    grid: f32,
};

@group(0) @binding(0) var<uniform> shot: Shot;

struct Line {
    @location(0) from_in_world: vec3<f32>,
    @location(1) to_in_world: vec3<f32>,
    @location(2) colour: vec4<f32>,
    @location(3) width_in_pixels: f32,
};

struct Seen {
    @builtin(position) at: vec4<f32>,
    @location(0) colour: vec4<f32>,
};

// As far before the ground as a share of the distance, so that they are not half in it.
const NEARER: f32 = 1.003;

// What lies behind the eye is cut off here.
const NEAR: f32 = 1.0;

@vertex
fn place(@builtin(vertex_index) corner: u32, line: Line) -> Seen {
    var seen: Seen;
    seen.colour = line.colour;
    var start = shot.clip_from_world * vec4<f32>(line.from_in_world, 1.0);
    var end = shot.clip_from_world * vec4<f32>(line.to_in_world, 1.0);
    if (start.w < NEAR && end.w < NEAR) {
        seen.at = vec4<f32>(0.0, 0.0, 2.0, 1.0);
        return seen;
    }
    if (start.w < NEAR) {
        start = mix(start, end, (NEAR - start.w) / (end.w - start.w));
    } else if (end.w < NEAR) {
        end = mix(end, start, (NEAR - end.w) / (start.w - end.w));
    }
    let half_size = shot.size_in_pixels * 0.5;
    let way = (end.xy / end.w - start.xy / start.w) * half_size;
    let len = length(way);
    let along = select(vec2<f32>(1.0, 0.0), way / max(len, 0.0001), len > 0.0001);
    let across = vec2<f32>(-along.y, along.x);
    let half_width = line.width_in_pixels * 0.5;
    let which = f32(corner & 1u);
    let side = f32(corner >> 1u) * 2.0 - 1.0;
    // A little longer at both ends, so that bends have no notch.
    let offset = (across * side + along * (which * 2.0 - 1.0) * 0.5) * half_width / half_size;
    var at = select(start, end, which > 0.5);
    at = vec4<f32>(at.xy + offset * at.w, at.z * NEARER, at.w);
    seen.at = at;
    return seen;
}

@fragment
fn colour(seen: Seen) -> @location(0) vec4<f32> {
    return seen.colour;
}
