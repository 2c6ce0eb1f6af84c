/** Estimated costs by use; averages where a value is not measured. Pure. */
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { CHUNK_INTERVAL_MS, RECORDING_BITS_PER_SECOND, SEGMENT_MS } from '#shared/limits.ts';
import { type Amounts, dollarsOf } from './prices.ts';

export type Use = CameraUse | SoftwareUsage;

interface CameraUse {
  readonly kind: 'camera';
  readonly storedSegments: number;
  readonly storedChunks: number;
  /** Of the windows in which its chunks are transcoded. */
  readonly windowMs: number;
  readonly keepsReplay: boolean;
}

export interface SoftwareUsage {
  readonly kind: 'software';
  /** How long IVS has received it. */
  readonly receivedMs: number;
  readonly keepsReplay: boolean;
}

/** MediaConvert bills each output by the second, with this minimum. */
const MIN_BILLED_MS = 10_000;
/** Viewers receive the bit rate that /go-live records. */
const GB_AN_HOUR = (RECORDING_BITS_PER_SECOND * 3600) / 8 / 1_000_000_000;

/** Average with the minute tick and the streamer's page, from `npm run bench -- cost`, which a test compares. */
const OF_A_SEGMENT: Amounts = {
  apiRequest: 1.3,
  lambdaRequest: 1.3,
  logGb: 1.6e-6,
  lambdaGbSecond: 0.06,
  tableWriteUnit: 5.5,
  tableReadUnit: 4.1,
  storageWrite: 2,
  cdnRequest: 1.3,
  cdnUploadGb: GB_AN_HOUR / 3600,
};
const OF_A_CHUNK: Amounts = {
  apiRequest: 1.5,
  lambdaRequest: 3.8,
  logGb: 4.6e-6,
  lambdaGbSecond: 0.35,
  event: 2.3,
  tableWriteUnit: 17,
  tableReadUnit: 13,
  storageWrite: 3,
  storageRead: 3,
  // Chunks go to S3.
  cdnRequest: 1.5,
};
const OF_AN_HOUR_RECEIVED: Amounts = {
  liveInputHour: 1,
  apiRequest: 1900,
  cdnRequest: 1900,
  lambdaRequest: 2000,
  logGb: 0.0024,
  lambdaGbSecond: 100,
  tableReadUnit: 5400,
};
/** Per viewer hour: the page and the stream. */
const OF_A_VIEWER_HOUR: Amounts = {
  apiRequest: 120,
  lambdaRequest: 120,
  logGb: 0.000_14,
  lambdaGbSecond: 10,
  tableWriteUnit: 480,
  tableReadUnit: 300,
  realtimeOperation: 360,
  realtimeMinute: 60,
};
const FROM_CAMERA: Amounts = { cdnRequest: 7400, cdnGb: GB_AN_HOUR };
const FROM_SOFTWARE: Amounts = { cdnRequest: 120, liveOutputHour: 1 };
/** Per minute of a replay in 720p: one rendition is HD. */
const OF_A_LADDER_MINUTE: Amounts = { transcodedHdMinute: 1, transcodedSdMinute: 2 };
/** Per month, in three sizes. */
const OF_A_KEPT_HOUR: Amounts = { storageGbMonth: 1.7 * GB_AN_HOUR };

/** In dollars. Two viewers for half an hour are one viewer hour. */
export const dollarsOfUse = (use: Use, viewerHours: number): number =>
  toMicros(use.kind === 'camera' ? ofCamera(use, viewerHours) : ofSoftware(use, viewerHours));

function ofCamera(use: CameraUse, viewerHours: number): number {
  const { storedSegments, storedChunks, windowMs, keepsReplay } = use;
  const segmentsMs = storedSegments * SEGMENT_MS;
  const chunksMs = storedChunks * CHUNK_INTERVAL_MS;
  const windows = chunksMs / windowMs;
  const billedMinutes = (windows * Math.max(MIN_BILLED_MS, windowMs)) / MINUTE_MS;
  const replay = keepsReplay
    ? dollarsOf(OF_A_LADDER_MINUTE) * (segmentsMs / MINUTE_MS) +
      dollarsOf(OF_A_KEPT_HOUR) * ((segmentsMs + chunksMs) / HOUR_MS)
    : 0;
  return (
    dollarsOf(OF_A_SEGMENT) * storedSegments +
    dollarsOf(OF_A_CHUNK) * storedChunks +
    dollarsOf({ transcodedHdMinute: billedMinutes }) +
    replay +
    (dollarsOf(OF_A_VIEWER_HOUR) + dollarsOf(FROM_CAMERA)) * viewerHours
  );
}

function ofSoftware({ receivedMs, keepsReplay }: SoftwareUsage, viewerHours: number): number {
  const hours = receivedMs / HOUR_MS;
  return (
    dollarsOf(OF_AN_HOUR_RECEIVED) * hours +
    (keepsReplay ? dollarsOf(OF_A_KEPT_HOUR) * hours : 0) +
    (dollarsOf(OF_A_VIEWER_HOUR) + dollarsOf(FROM_SOFTWARE)) * (receivedMs > 0 ? viewerHours : 0)
  );
}

const toMicros = (dollars: number): number => Math.round(dollars * 1_000_000) / 1_000_000;
