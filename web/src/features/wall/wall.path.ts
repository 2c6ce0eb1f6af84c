/** The wall that this browser had last, or an empty one; apart from how walls are written, which few screens need. */
export const WALL_PATH = '/wall';
