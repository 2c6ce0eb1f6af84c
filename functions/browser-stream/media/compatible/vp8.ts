/** Width and height in px from a VP8 keyframe (RFC 6386 §9.1): a turned phone changes them amidst a recording. */
export function keyframeSize(
  frame: Uint8Array,
): { readonly widthPx: number; readonly heightPx: number } | undefined {
  const isKeyframe = ((frame[0] ?? 1) & 1) === 0;
  const hasStartCode = frame[3] === 0x9d && frame[4] === 0x01 && frame[5] === 0x2a;
  if (!isKeyframe || !hasStartCode || frame.length < 10) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset);
  // The upper two bits ask the player to scale.
  return { widthPx: view.getUint16(6, true) & 0x3fff, heightPx: view.getUint16(8, true) & 0x3fff };
}
