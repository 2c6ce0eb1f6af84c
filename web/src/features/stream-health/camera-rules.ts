/** The rules for broadcasts from the camera, the most severe for viewers first. Pure. */
import { RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';
import type { Pieces } from '#shared/live/stream-health.ts';
import { bad, mild, type RecorderFacts, type Rule } from './rule.ts';
import { formatPercent } from '#web/lib/i18n/numbers.ts';
import { formatBitrate } from '#web/lib/i18n/units.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The server's data, and the recorder's if it runs on this page. */
interface CameraFacts {
  readonly pieces: Pieces | null;
  readonly recorder: RecorderFacts | null;
}

/** Usually one or two are being sent. */
const MANY_WAITING = 4;
/** Share of the recent pieces. */
const MANY_LATE = 0.1;

export const CAMERA_RULES: readonly Rule<CameraFacts>[] = [
  ({ recorder }) =>
    recorder &&
    recorder.lostChunks > 0 &&
    bad('lost', t('streamHealth.recordingLost'), t('streamHealth.piecesLostFix')),
  ({ recorder }) =>
    recorder &&
    (recorder.isWaiting || recorder.waitingChunks >= MANY_WAITING) &&
    bad(
      'no-network',
      recorder.isWaiting ? t('streamHealth.noNetwork') : t('streamHealth.pictureWaiting'),
      recorder.quality?.isDeviceSlow ? t('streamHealth.busyNothingLost') : t('streamHealth.noNetworkFix'),
    ),
  // A slow device sends pieces late and may lose some, even on a good network.
  ({ pieces, recorder }) => {
    if (!pieces) return null;
    const isDeviceSlow = recorder?.quality?.isDeviceSlow === true;
    const { stored, missing, late } = pieces;
    if (missing > 0)
      return bad(
        'gaps',
        t('streamHealth.pictureMissing', { share: formatPercent(missing / (stored + missing)) }),
        isDeviceSlow ? t('streamHealth.busyLateInReplay') : t('streamHealth.piecesMissingFix'),
      );
    if (late <= stored * MANY_LATE) return null;
    return mild(
      'late',
      t('streamHealth.pictureLate', { share: formatPercent(late / stored) }),
      isDeviceSlow ? t('streamHealth.relieveDevice') : t('streamHealth.piecesLateFix'),
    );
  },
  ({ recorder }) => {
    const quality = recorder?.quality;
    if (!quality?.isReduced) return null;
    return quality.isDeviceSlow
      ? mild(
          'slow-device',
          t('streamHealth.slowDevice', {
            framesPerSecond: quality.framesPerSecond,
            heightPx: quality.heightPx,
          }),
          t('streamHealth.slowDeviceFix'),
        )
      : mild(
          'slow-uplink',
          t('streamHealth.pictureReduced', {
            bitsPerSecond: formatBitrate(quality.bitsPerSecond),
            wanted: formatBitrate(RECORDING_BITS_PER_SECOND),
          }),
          t('streamHealth.pictureReducedFix'),
        );
  },
];
