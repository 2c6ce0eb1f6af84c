/** Mono sound is duplicated. */
export const SOUND_CHANNELS = 2;
