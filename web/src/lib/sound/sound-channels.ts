/** Sound is tapped so: of one channel, both are the same. */
export const SOUND_CHANNELS = 2;
