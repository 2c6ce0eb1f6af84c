import type { RaisedEvent } from '#infra/agreed/event.ts';
import { LOCAL_ACCOUNT } from '../../aws/credentials.ts';
import type { S3Request } from '../protocol/s3-request.ts';
import type { StoredObject } from './objects-index.ts';

export type CreationReason = 'PutObject' | 'CompleteMultipartUpload' | 'CopyObject' | 'POST Object';
export type DeletionReason = 'DeleteObject' | 'DeleteObjects';

/** Raises S3's events in EventBridge's format. Called when the change is on disk. */
export class ObjectEvents {
  readonly #raise: (event: RaisedEvent) => void;
  readonly #silent: ReadonlySet<string>;
  #lastSequence = 0;

  /** Objects of the `silent` buckets raise no events. */
  constructor(raise: (event: RaisedEvent) => void, silent: readonly string[] = []) {
    this.#raise = raise;
    this.#silent = new Set(silent);
  }

  created(request: S3Request, { bucket, key, sizeBytes, etag }: StoredObject, reason: CreationReason): void {
    const object = { key, size: sizeBytes, etag, sequencer: this.#sequencer() };
    this.#publish('Object Created', bucket, request, { object, reason });
  }

  deleted(request: S3Request, { bucket, key }: StoredObject, reason: DeletionReason): void {
    const object = { key, sequencer: this.#sequencer() };
    this.#publish('Object Deleted', bucket, request, {
      object,
      reason,
      'deletion-type': 'Permanently Deleted',
    });
  }

  #publish(detailType: string, bucket: string, { id, sourceIp }: S3Request, detail: object): void {
    if (this.#silent.has(bucket)) return;
    this.#raise({
      source: 'aws.s3',
      'detail-type': detailType,
      resources: [`arn:aws:s3:::${bucket}`],
      detail: {
        version: '0',
        bucket: { name: bucket },
        'request-id': id,
        requester: LOCAL_ACCOUNT,
        'source-ip-address': sourceIp,
        ...detail,
      },
    });
  }

  /**
   * Of two events for a key, the later has the greater sequencer. Based on the clock in µs, so it also increases across
   * restarts.
   */
  #sequencer(): string {
    this.#lastSequence = Math.max(this.#lastSequence + 1, Date.now() * 1000);
    return this.#lastSequence.toString(16).toUpperCase().padStart(18, '0');
  }
}
