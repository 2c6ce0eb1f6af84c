/** How the sound of a direct broadcast is made: always so, as its header may not change. */
export const SOUND_BITS_PER_SECOND = 128_000;
