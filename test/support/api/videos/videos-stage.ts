import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { openUploads } from '../../stand-ins/storage/open-uploads.ts';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import type { UploadedVideo, Video, VideoUpload } from '#shared/videos/videos.ts';
import type { ApiAnswer, LocalApi, TestUser } from '../local-api.ts';

/** What tests of videos do again and again, on a site with S3's stand-in. */
export class VideosStage {
  readonly site: LocalApi;
  readonly s3: S3Client;

  constructor(site: LocalApi) {
    this.site = site;
    this.s3 = new S3Client({
      endpoint: site.storage?.endpoint ?? '',
      region: LOCAL_REGION,
      credentials: site.pool.credentials,
      forcePathStyle: true,
      maxAttempts: 1,
    });
    site.defer(() => this.s3.destroy());
  }

  announce(user: TestUser, size: number, filename = 'fan.mp4'): Promise<ApiAnswer> {
    const body = { filename, size, content_type: 'video/mp4' };
    return this.site.api('POST', '/videos/upload', { token: user.token, body });
  }

  async begin(user: TestUser, size: number): Promise<VideoUpload> {
    const answer = await this.announce(user, size);
    expectStatus(answer, 201);
    return answer.body as VideoUpload;
  }

  /** Sends the parts of a file. Returns what `complete` takes. */
  async sendParts(upload: Pick<VideoUpload, 'parts' | 'part_size'>, bytes: Uint8Array<ArrayBuffer>) {
    const sent: { part_number: number; etag: string }[] = [];
    for (const { part_number, url } of upload.parts) {
      const from = (part_number - 1) * upload.part_size;
      const body = bytes.subarray(from, from + upload.part_size);
      const response = await fetch(url, { method: 'PUT', body });
      expectStatus({ status: response.status, body: await response.text() }, 200);
      sent.push({ part_number, etag: response.headers.get('etag') ?? '' });
    }
    return sent;
  }

  complete(user: TestUser, uploadId: string, parts: readonly object[]): Promise<ApiAnswer> {
    const path = `/videos/upload/${uploadId}/complete`;
    return this.site.api('POST', path, { token: user.token, body: { parts } });
  }

  /** Uploads a file in parts. Returns its `video_url`. */
  async upload(user: TestUser, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const upload = await this.begin(user, bytes.length);
    const answer = await this.complete(user, upload.upload_id, await this.sendParts(upload, bytes));
    expectStatus(answer, 200);
    return (answer.body as UploadedVideo).video_url;
  }

  publish(user: TestUser, videoUrl: string, details: object = {}): Promise<ApiAnswer> {
    const body = { video_url: videoUrl, title: 'A fan', category: 'Box Fans', ...details };
    return this.site.api('POST', '/videos/publish', { token: user.token, body });
  }

  /** Uploads and publishes a file. */
  async video(user: TestUser, bytes: Uint8Array<ArrayBuffer>, details: object = {}): Promise<Video> {
    const answer = await this.publish(user, await this.upload(user, bytes), details);
    expectStatus(answer, 201);
    return answer.body as Video;
  }

  async find(id: string, user?: TestUser): Promise<Video> {
    return (await this.site.api('GET', `/videos/${id}`, { token: user?.token })).body as Video;
  }

  /** Waits until a video is no longer processing. */
  async ended(id: string, user: TestUser): Promise<Video> {
    const status = async (): Promise<string> => (await this.find(id, user)).status;
    await expectEnd(status);
    await this.site.courier.settled();
    return this.find(id, user);
  }

  async keys(bucket: 'uploads' | 'media', prefix = ''): Promise<string[]> {
    const { storage } = this.site;
    const Bucket = (bucket === 'uploads' ? storage?.uploadsBucket : storage?.mediaBucket) ?? '';
    const { Contents = [] } = await this.s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
    return Contents.map(({ Key = '' }) => Key);
  }

  /** Keys of uploads in parts that are neither joined nor given up. */
  openUploads(prefix = ''): string[] {
    const keys = openUploads(this.site.pool.dataDir, this.site.storage?.uploadsBucket ?? '');
    return keys.filter((key) => key.startsWith(prefix));
  }
}

function expectStatus({ status, body }: Pick<ApiAnswer, 'status' | 'body'>, wanted: number): void {
  expect(status, JSON.stringify(body)).toBe(wanted);
}

async function expectEnd(status: () => Promise<string>): Promise<void> {
  await expect.poll(status, { timeout: 80_000, interval: 50 }).not.toBe('processing');
}
