//! The monsters of an open zone on a clock.

use landwright_core::world::zone::Zone;
use landwright_core::world::zone::preview::{Plan, Preview, Rule};

use super::document::ZoneDocument;
use super::message::PreviewMessage;

/// As people mostly want to see it.
pub const PLAN: Plan = Plan { seed: 1, rule: Rule::Progress, life_s: Some(120.0) };

/// More of the game never goes by between two frames.
const MOST_S_AT_ONCE: f64 = 3600.0;

#[derive(Debug, Clone)]
pub struct Clock {
    pub preview: Preview,
    pub plan: Plan,
    /// Seconds of the game for each second of the person.
    pub speed: f64,
    pub is_running: bool,
}

impl Clock {
    fn start(zone: &Zone, plan: Plan) -> Clock {
        Clock { preview: Preview::new(zone, plan), plan, speed: 10.0, is_running: true }
    }
}

impl ZoneDocument {
    pub(super) fn preview(&mut self, message: PreviewMessage) {
        if let PreviewMessage::Start(plan) = message {
            let speed = self.clock.as_ref().map(|clock| clock.speed);
            let mut clock = Clock::start(self.zone(), plan);
            clock.speed = speed.unwrap_or(clock.speed);
            self.clock = Some(clock);
            return;
        }
        let Some(clock) = &mut self.clock else { return };
        match message {
            PreviewMessage::Start(_) => {}
            PreviewMessage::Advance(seconds) => {
                clock.preview.advance(seconds.min(MOST_S_AT_ONCE));
            }
            PreviewMessage::SetSpeed(speed) => clock.speed = speed.clamp(0.1, 1000.0),
            PreviewMessage::Run => clock.is_running = true,
            PreviewMessage::Pause => clock.is_running = false,
            PreviewMessage::Drop => self.clock = None,
        }
    }
}
