import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { playbackPublicKey } from '#functions/streaming/playback-address.ts';

/**
 * Answers CloudFormation with the public key that follows from the secret, as the attribute `PublicKey`. Source: AWS
 * CloudFormation User Guide, "Custom resource response objects".
 */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const answer = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: 'playback-key', ...outcome() };
  const { ok, status } = await fetch(event.ResponseURL, { method: 'PUT', body: JSON.stringify(answer) });
  if (!ok) throw new Error(`CloudFormation answered ${status}`);
}

/** Without an answer CloudFormation would wait for an hour. */
function outcome() {
  try {
    const PublicKey = playbackPublicKey(process.env['PLAYBACK_SECRET'] ?? '');
    return { Status: 'SUCCESS', Data: { PublicKey } } as const;
  } catch (error) {
    return { Status: 'FAILED', Reason: String(error) } as const;
  }
}
