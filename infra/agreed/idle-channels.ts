/** An IVS channel is deleted after this many days without a Create Stream, so weekly streamers keep theirs. */
export const IDLE_CHANNEL_DAYS = 60;
