import { createHash } from 'node:crypto';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { s3 } from '#functions/aws/objects/s3.ts';
import { endMarkKey } from '#functions/browser-stream/adapters/compatible/keys.ts';
import type { ChunkFiles } from '#functions/browser-stream/adapters/compatible/files.s3.ts';
import type { BroadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import type { BrowserStream, ChunkUrls, StoredSegment } from '#shared/live/browser-stream.ts';
import { expectSuccess } from './contract-checks.ts';
import type { ApiAnswer, LocalApi, TestUser } from './local-api.ts';
import { owned } from './owned.ts';

export const SETUP = { title: 'My ceiling fan', category: 'Ceiling Fans', tags: ['quiet'] };

type Bytes = Uint8Array<ArrayBuffer>;

/** Calls the routes of broadcasts from the camera, on a site with S3's stand-in, and looks behind them. */
export class CameraCaller {
  readonly site: LocalApi;
  readonly broadcasts: BroadcastsRepository;
  readonly files: ChunkFiles;

  private constructor(site: LocalApi, broadcasts: BroadcastsRepository, files: ChunkFiles) {
    this.site = site;
    this.broadcasts = broadcasts;
    this.files = files;
  }

  /** The adapters are loaded after the environment is set. */
  static async on(site: LocalApi): Promise<CameraCaller> {
    const { broadcastsRepository } = await import('#functions/browser-stream/table/broadcasts.repository.ts');
    const { chunkFiles } = await import('#functions/browser-stream/adapters/compatible/files.s3.ts');
    const bucket = site.storage?.uploadsBucket ?? '';
    return new CameraCaller(site, broadcastsRepository(site.table), chunkFiles({ bucket }));
  }

  start(user: TestUser, change: object = {}): Promise<ApiAnswer> {
    return this.site.api('POST', '/browser-stream/start', {
      token: user.token,
      body: { ...SETUP, ...change },
    });
  }

  /** Starts a broadcast. Returns its id. */
  async live(user: TestUser, change: object = {}): Promise<string> {
    return expectSuccess('POST /browser-stream/start', await this.start(user, change)).stream_id;
  }

  upload(user: TestUser | undefined, id: string, body: unknown): Promise<ApiAnswer> {
    return this.site.api('POST', `/browser-stream/upload/${id}`, { token: user?.token, body });
  }

  async urls(user: TestUser, id: string, body: object): Promise<ChunkUrls> {
    return expectSuccess('POST /browser-stream/upload/{stream_id}', await this.upload(user, id, body));
  }

  stop(user: TestUser | undefined, id: string, body?: object): Promise<ApiAnswer> {
    return this.site.api('POST', `/browser-stream/stop/${id}`, { token: user?.token, body });
  }

  pause(user: TestUser | undefined, id: string, session = 0): Promise<ApiAnswer> {
    return this.site.api('POST', `/browser-stream/${id}/pause`, { token: user?.token, body: { session } });
  }

  /** `recorded`: how many chunks the browser knows. */
  resume(
    user: TestUser | undefined,
    id: string,
    recording_id: string,
    recorded?: number,
  ): Promise<ApiAnswer> {
    const body = { recording_id, ...(recorded !== undefined && { recorded }) };
    return this.site.api('POST', `/browser-stream/${id}/resume`, { token: user?.token, body });
  }

  async stopped(user: TestUser, id: string, chunkCount?: number): Promise<BrowserStream> {
    const body = chunkCount === undefined ? undefined : { chunk_count: chunkCount };
    return expectSuccess('POST /browser-stream/stop/{stream_id}', await this.stop(user, id, body));
  }

  async status(user: TestUser, id: string): Promise<BrowserStream> {
    return expectSuccess('GET /browser-stream/{stream_id}', await this.askStatus(user, id));
  }

  askStatus(user: TestUser | undefined, id: string): Promise<ApiAnswer> {
    return this.site.api('GET', `/browser-stream/${id}`, { token: user?.token });
  }

  /** Sends a segment of a direct broadcast. */
  segment(
    user: TestUser | undefined,
    id: string,
    seq: number,
    body: Bytes,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiAnswer> {
    return this.site.api('PUT', `/browser-stream/${id}/segments/${seq}`, {
      token: user?.token,
      body,
      headers: { 'content-type': 'video/mp4', ...headers },
    });
  }

  async segmentStored(user: TestUser, id: string, seq: number, body: Bytes): Promise<StoredSegment> {
    const answer = await this.segment(user, id, seq, body);
    return expectSuccess('PUT /browser-stream/{stream_id}/segments/{seq}', answer);
  }

  picture(user: TestUser | undefined, id: string, body: Bytes): Promise<ApiAnswer> {
    const headers = { 'content-type': 'image/jpeg' };
    return this.site.api('PUT', `/browser-stream/${id}/picture`, { token: user?.token, body, headers });
  }

  /** Sends what a fan meter has heard. */
  curve(user: TestUser | undefined, id: string, body: object): Promise<ApiAnswer> {
    return this.site.api('PUT', `/browser-stream/${id}/curve`, { token: user?.token, body });
  }

  /** Of one rendition of a direct broadcast. */
  rendition(id: string, rendition: string): Promise<ApiAnswer> {
    return this.site.api('GET', `/browser-stream/${id}/live/${rendition}.m3u8`);
  }

  playlist(id: string): Promise<ApiAnswer> {
    return this.site.api('GET', `/browser-stream/${id}/live.m3u8`);
  }

  /** Has a chunk in storage and in the table, as after its event. */
  async store(user: TestUser, id: string, seq: number, bytes: Bytes): Promise<void> {
    await this.files.put(owned({ id, channelId: user.id }), seq, bytes);
    await this.broadcasts.addChunk(id, { seq, sizeBytes: bytes.length, arrivedAtMs: Date.now() });
  }

  /** Whether somebody was woken to finish the broadcast. */
  async hasEndMark({ id: channelId }: TestUser, id: string): Promise<boolean> {
    const Bucket = this.site.storage?.uploadsBucket ?? '';
    const list = new ListObjectsV2Command({ Bucket, Prefix: endMarkKey({ channelId, id }) });
    return (await s3().send(list)).KeyCount === 1;
  }

  async storedSeqs(user: TestUser, id: string): Promise<number[]> {
    return (await this.files.list({ id, channelId: user.id }, 0)).map(({ seq }) => seq);
  }
}

/** As the recorder announces a chunk. */
export const announced = (seq: number, bytes: Bytes) => ({
  seq,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('base64'),
});

/** A chunk as the specification sends it. */
export function chunkForm(
  bytes: Bytes,
  fields: { readonly seq?: number | string; readonly name?: string },
): FormData {
  const form = new FormData();
  form.set('chunk', new File([bytes], fields.name ?? 'chunk.webm', { type: 'video/webm' }));
  if (fields.seq !== undefined) form.set('seq', String(fields.seq));
  return form;
}
