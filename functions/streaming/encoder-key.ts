/**
 * Between two keyframes, in seconds, at most: what IVS cuts segments by for players other than its own, which are then
 * about 10 s behind instead of much more. The least that it takes; the encoder's own distance must not be longer.
 * Source: Amazon IVS User Guide, "Reducing Latency in Third-Party Players".
 */
const KEYFRAME_INTERVAL_S = 2;

/** What a person gives their encoder as its key: IVS reads what stands behind the `?` as settings of the stream. */
export const encoderKey = (streamKey: string): string =>
  `${streamKey}?keyframeInterval=${KEYFRAME_INTERVAL_S}`;
