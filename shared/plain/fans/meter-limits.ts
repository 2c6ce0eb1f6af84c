/** Upper bound of a fan's blades. */
export const MAX_BLADES = 12;

/** Longer broadcasts have fewer points a minute. */
export const MAX_CURVE_POINTS = 1000;
