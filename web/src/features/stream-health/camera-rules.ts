/** The rules for broadcasts from the camera, the most severe for viewers first. Pure. */
import { RECORDING_BITS_PER_SECOND } from '../../../../shared/limits.ts';
import type { Pieces } from '../../../../shared/live/stream-health.ts';
import { bad, mild, rateText, type RecorderFacts, type Rule } from './rule.ts';
import { t } from '../../lib/i18n/messages.ts';

/** The server's data, and the recorder's if it runs on this page. */
interface CameraFacts {
  readonly pieces: Pieces | null;
  readonly recorder: RecorderFacts | null;
}

/** Usually one or two are being sent. */
const MANY_WAITING = 4;
/** Share of the recent pieces. */
const MANY_LATE = 0.1;

const RELIEVE_DEVICE = t('streamHealth.relieveDevice');

export const CAMERA_RULES: readonly Rule<CameraFacts>[] = [
  ({ recorder }) =>
    recorder &&
    recorder.lostChunks > 0 &&
    bad(
      'lost',
      t('streamHealth.piecesLost', { count: recorder.lostChunks }),
      t('streamHealth.piecesLostFix'),
    ),
  ({ recorder }) =>
    recorder &&
    (recorder.isWaiting || recorder.waitingChunks >= MANY_WAITING) &&
    bad(
      'no-network',
      recorder.isWaiting
        ? t('streamHealth.noNetwork')
        : t('streamHealth.piecesWaiting', { waitingChunks: recorder.waitingChunks }),
      recorder.quality?.isDeviceSlow
        ? t('streamHealth.busyNothingLost', { advice: RELIEVE_DEVICE })
        : t('streamHealth.noNetworkFix'),
    ),
  // A slow device sends pieces late and may lose some, even on a good network.
  ({ pieces, recorder }) => {
    if (!pieces) return null;
    const isDeviceSlow = recorder?.quality?.isDeviceSlow === true;
    const { stored, missing, late } = pieces;
    if (missing > 0)
      return bad(
        'gaps',
        t('streamHealth.piecesMissing', { missing, stored: stored + missing }),
        isDeviceSlow
          ? t('streamHealth.busyLateInReplay', { advice: RELIEVE_DEVICE })
          : t('streamHealth.piecesMissingFix'),
      );
    if (late <= stored * MANY_LATE) return null;
    return mild(
      'late',
      t('streamHealth.piecesLate', { late, stored }),
      isDeviceSlow ? `${RELIEVE_DEVICE}.` : t('streamHealth.piecesLateFix'),
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
          t('streamHealth.slowDeviceFix', { advice: RELIEVE_DEVICE }),
        )
      : mild(
          'slow-uplink',
          t('streamHealth.pictureReduced', {
            bitsPerSecond: rateText(quality.bitsPerSecond),
            wanted: rateText(RECORDING_BITS_PER_SECOND),
          }),
          t('streamHealth.pictureReducedFix'),
        );
  },
];
