/** Fans are told of with no more blades. */
export const MOST_BLADES = 12;

/** Of what a meter has heard of a broadcast: longer ones have fewer a minute. */
export const MAX_CURVE_POINTS = 1000;
