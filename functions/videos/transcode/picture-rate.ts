/** The highest frame rate of a film whose rate varies: screens are recorded faster while something moves. */
import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';

const USUAL_RATES = [24, 25, 30, 50, 60];
/** A second of a constant rate may have a picture more, as clocks are rounded. */
const TOLERANCE = 1.06;
/** Above this ratio of the highest rate to the mean, the rate varies. */
const VARIES_ABOVE = 1.2;

/** `undefined` for a rate that hardly varies. Counts packets until `signal` aborts. */
export async function varyingRate(track: InputVideoTrack, signal: AbortSignal): Promise<number | undefined> {
  const inSecond = new Map<number, number>();
  let [count, firstS, lastS] = [0, Infinity, -Infinity];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const { timestamp } of packets) {
    if (signal.aborted) break;
    count += 1;
    firstS = Math.min(firstS, timestamp);
    lastS = Math.max(lastS, timestamp);
    inSecond.set(Math.floor(timestamp), (inSecond.get(Math.floor(timestamp)) ?? 0) + 1);
  }
  const peak = Math.max(0, ...inSecond.values());
  const mean = lastS > firstS ? (count - 1) / (lastS - firstS) : peak;
  return peak > mean * VARIES_ABOVE && peak - mean > 2 ? usualRate(peak) : undefined;
}

/** Returns the nearest rate if it is close, otherwise the next higher one, so that no picture is lost. */
function usualRate(rate: number): number {
  const ratioTo = (usual: number): number => Math.max(usual / rate, rate / usual);
  const nearest = USUAL_RATES.toSorted((a, b) => ratioTo(a) - ratioTo(b))[0]!;
  const above = USUAL_RATES.find((usual) => usual >= rate) ?? USUAL_RATES.at(-1)!;
  return ratioTo(nearest) <= TOLERANCE ? nearest : above;
}
