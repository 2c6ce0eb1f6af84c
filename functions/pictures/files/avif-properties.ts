/** Of a handler, before its name. */
export const HANDLER_BYTES = 24;

/** Properties of size, colours, transparency and orientation. */
export const PROPERTIES = new Set(
  'ispe pixi av1C colr auxC irot imir pasp clap clli mdcv cclv a1op a1lx lsel'.split(' '),
);
