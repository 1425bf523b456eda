// Meshes in their places, with skin, light, cut-outs and fog; particles; the sky.

struct Frame {
    clip_from_world: mat4x4<f32>,
    eye: vec4<f32>,
    light_on_painted: vec4<f32>,
    ambient: vec4<f32>,
    diffuse: vec4<f32>,
    towards_sun: vec4<f32>,
    fog: vec4<f32>,
    fog_density: vec4<f32>,
    sky_low: vec4<f32>,
    sky_high: vec4<f32>,
    right: vec4<f32>,
    up: vec4<f32>,
    forward: vec4<f32>,
};

struct Material {
    tint: vec4<f32>,
    least_and_lit: vec4<f32>,
};

override SKINNED: bool = false;
override PAINTED: bool = false;
// The painted light is a shadow, as alpha, and what is added to the lit colour.
override ADDS_LIGHT: bool = false;
override CUT_OUT: bool = false;
override ADDS: bool = false;

// Bones in a row of the texture: three texels each.
const BONES_PER_ROW: u32 = 512u;

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var bones: texture_2d<f32>;
@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var picture_sampler: sampler;
@group(1) @binding(2) var<uniform> material: Material;
@group(2) @binding(0) var lights: texture_2d_array<f32>;
@group(2) @binding(1) var light_sampler: sampler;

struct Corner {
    @location(0) at: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) uv_of_light: vec2<f32>,
    @location(4) colour: vec4<f32>,
    @location(5) joints: vec4<u32>,
    @location(6) weights: vec4<f32>,
    @location(7) row0: vec4<f32>,
    @location(8) row1: vec4<f32>,
    @location(9) row2: vec4<f32>,
    @location(10) light: vec4<f32>,
    @location(11) first_bone: u32,
    // 0 as it is, 1 selected.
    @location(12) look: u32,
};

struct Seen {
    @builtin(position) at: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) light: vec3<f32>,
    @location(2) uv_of_light: vec2<f32>,
    @location(3) @interpolate(flat) layer: i32,
    // How much of the fog is before it.
    @location(4) fog: f32,
    // A colour over it, and how much of that there is.
    @location(5) @interpolate(flat) over: vec4<f32>,
};

const SELECTED = vec4<f32>(1.0, 0.24, 0.59, 0.30);

fn bone_row(bone: u32, row: u32) -> vec4<f32> {
    let at = vec2<u32>((bone % BONES_PER_ROW) * 3u + row, bone / BONES_PER_ROW);
    return textureLoad(bones, at, 0);
}

fn moved(first: u32, joints: vec4<u32>, weights: vec4<f32>, at: vec4<f32>) -> vec3<f32> {
    let sum = max(weights.x + weights.y + weights.z + weights.w, 0.0001);
    var result = vec3<f32>(0.0);
    for (var n = 0u; n < 4u; n++) {
        let weight = weights[n] / sum;
        if (weight > 0.0) {
            let bone = first + joints[n];
            let part = vec3<f32>(
                dot(bone_row(bone, 0u), at), dot(bone_row(bone, 1u), at), dot(bone_row(bone, 2u), at));
            result += part * weight;
        }
    }
    return result;
}

fn fog_before(away: f32) -> f32 {
    let thick = frame.fog_density.x * away;
    return min(1.0 - exp(-thick * thick), frame.fog.w);
}

@vertex
fn place(corner: Corner) -> Seen {
    var at = corner.at;
    var normal = corner.normal.xyz;
    if (SKINNED) {
        at = moved(corner.first_bone, corner.joints, corner.weights, vec4<f32>(corner.at, 1.0));
        normal = moved(corner.first_bone, corner.joints, corner.weights, vec4<f32>(normal, 0.0));
    }
    let mesh = vec4<f32>(at, 1.0);
    let world = vec3<f32>(dot(corner.row0, mesh), dot(corner.row1, mesh), dot(corner.row2, mesh));
    var seen: Seen;
    seen.at = frame.clip_from_world * vec4<f32>(world, 1.0);
    seen.uv = corner.uv;
    seen.layer = i32(corner.light.w);
    seen.uv_of_light = corner.uv_of_light * corner.light.x + corner.light.yz;
    if (PAINTED) {
        seen.light = frame.light_on_painted.rgb * 2.0 * corner.colour.rgb;
    } else if (material.least_and_lit.y > 0.0) {
        let facing = vec3<f32>(
            dot(corner.row0.xyz, normal), dot(corner.row1.xyz, normal), dot(corner.row2.xyz, normal));
        let sun = max(dot(normalize(facing + vec3<f32>(0.0, 0.0, 0.00001)), frame.towards_sun.xyz), 0.0);
        let light = frame.ambient.rgb + frame.diffuse.rgb * sun;
        // The most that there is of it.
        seen.light = min(light, vec3<f32>(frame.ambient.w)) * corner.colour.rgb;
    } else {
        seen.light = corner.colour.rgb;
    }
    seen.fog = fog_before(distance(world, frame.eye.xyz));
    seen.over = vec4<f32>(0.0);
    if (corner.look == 1u) {
        seen.over = SELECTED;
        seen.fog *= 0.3;
    }
    return seen;
}

@fragment
fn colour(seen: Seen) -> @location(0) vec4<f32> {
    let base = textureSample(picture, picture_sampler, seen.uv) * material.tint;
    var light = seen.light;
    if (PAINTED) {
        light *= textureSample(lights, light_sampler, seen.uv_of_light, seen.layer).rgb;
    }
    if (CUT_OUT) {
        if (base.a < material.least_and_lit.x) {
            discard;
        }
    }
    var lit = base.rgb * light;
    if (ADDS_LIGHT) {
        let here = textureSample(lights, light_sampler, seen.uv_of_light, seen.layer);
        lit = lit * here.a + here.rgb;
    }
    lit = mix(lit, seen.over.rgb, seen.over.a);
    if (ADDS) {
        return vec4<f32>(lit * (1.0 - seen.fog), base.a);
    }
    return vec4<f32>(mix(lit, frame.fog.rgb, seen.fog), base.a);
}

// Particles: squares without light, each in its colour.

struct Quad {
    // With how far it is turned clockwise.
    @location(0) at_and_turn: vec4<f32>,
    @location(1) half: vec2<f32>,
    // The corner in the picture, and the size there.
    @location(2) uv: vec4<f32>,
    @location(3) colour: vec4<f32>,
    // 0 the eye, 1 west, 2 the eye upright.
    @location(4) faces: u32,
};

struct SeenQuad {
    @builtin(position) at: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) colour: vec4<f32>,
    @location(2) fog: f32,
};

@vertex
fn place_quad(quad: Quad, @builtin(vertex_index) index: u32) -> SeenQuad {
    // Two triangles: 0 1 2 and 2 1 3.
    let corner = select(index - 2u, 5u - index, index == 3u || index == 4u);
    let number = select(corner, index, index < 3u);
    let side = vec2<f32>(f32(number & 1u), f32(number >> 1u)) * 2.0 - 1.0;
    let turn = quad.at_and_turn.w;
    let turned = vec2<f32>(
        side.x * cos(turn) + side.y * sin(turn), side.y * cos(turn) - side.x * sin(turn));
    var right = normalize(frame.right.xyz);
    var up = normalize(frame.up.xyz);
    if (quad.faces != 0u) {
        up = vec3<f32>(0.0, 0.0, 1.0);
    }
    if (quad.faces == 1u) {
        right = vec3<f32>(0.0, -1.0, 0.0);
    }
    let world = quad.at_and_turn.xyz + right * turned.x * quad.half.x + up * turned.y * quad.half.y;
    var seen: SeenQuad;
    seen.at = frame.clip_from_world * vec4<f32>(world, 1.0);
    seen.uv = quad.uv.xy + quad.uv.zw * (vec2<f32>(side.x, -side.y) * 0.5 + 0.5);
    seen.colour = quad.colour;
    seen.fog = fog_before(distance(world, frame.eye.xyz));
    return seen;
}

@fragment
fn colour_quad(seen: SeenQuad) -> @location(0) vec4<f32> {
    let base = textureSample(picture, picture_sampler, seen.uv) * material.tint * seen.colour;
    if (ADDS) {
        return vec4<f32>(base.rgb * (1.0 - seen.fog), base.a);
    }
    return vec4<f32>(mix(base.rgb, frame.fog.rgb, seen.fog), base.a);
}

// The sky: behind everything.

struct Sky {
    @builtin(position) at: vec4<f32>,
    @location(0) direction: vec3<f32>,
};

@vertex
fn place_sky(@builtin(vertex_index) index: u32) -> Sky {
    let at = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
    var sky: Sky;
    sky.at = vec4<f32>(at, 0.0, 1.0);
    sky.direction = frame.forward.xyz + frame.right.xyz * at.x + frame.up.xyz * at.y;
    return sky;
}

@fragment
fn colour_sky(sky: Sky) -> @location(0) vec4<f32> {
    let up = normalize(sky.direction).z;
    let share = 1.0 - exp(-3.0 * max(up, 0.0));
    let below = mix(frame.sky_low.rgb, frame.sky_low.rgb * 0.82, clamp(-up * 4.0, 0.0, 1.0));
    return vec4<f32>(mix(below, frame.sky_high.rgb, share), 1.0);
}
