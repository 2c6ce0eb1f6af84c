import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { LOCAL_UPLOADS } from '#infra/local/storage/site-buckets.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_PART_BYTES } from '#shared/limits.ts';
import type { VideoUploadStatus } from '#shared/videos/videos.ts';
import { sha256Of, writeBigFile } from '#test/support/media/big-file.ts';
import { expectToast, startBrowser, visit } from '#test/support/browser/browser.ts';
import { memoryOf, watchMemory, type MemoryWatch } from '#test/support/browser/memory-use.ts';
import { aPerson, enterAs, type Person } from '#test/support/site/people.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';

const PARTS = Math.ceil(MAX_UPLOAD_BYTES / UPLOAD_PART_BYTES);
const OFFLINE_MS = 3000;
const REPORTED_WITHIN_MS = 1000;
const MB = 1_000_000;
const WAIT = { timeout: 60_000, interval: 20 };

const folder = siteFolder();
const path = join(folder.path, 'concert.mp4');
let site: RunningSite;
let browser: Browser;
let person: Person;
let page: Page;
let complaints: readonly string[];
let sha256: string;

beforeAll(async () => {
  sha256 = writeBigFile(path, MAX_UPLOAD_BYTES);
  [site, browser] = await Promise.all([runSite(join(folder.path, 'site')), startBrowser()]);
  person = await aPerson(site.url, 'PhoenixFan');
  ({ page, complaints } = await visit(browser, site.url));
  await enterAs(page, person);
  await page.goto('/upload');
});

afterAll(async () => {
  await browser?.close();
  await site?.end('SIGTERM');
  folder.remove();
});

describe('an upload of exactly 500 MB', () => {
  let parts: StoredParts;
  let memory: MemoryWatch;
  const siteGrewBytes: (() => number)[] = [];

  beforeAll(async () => {
    parts = countParts(page);
    memory = await watchMemory(page);
    siteGrewBytes.push(growthOf(site.pid));
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: 'Upload Video' }).click();
    await parts.reach(8);
  });

  it('waits while the network is cut and continues by itself', async () => {
    await page.context().setOffline(true);
    await page.locator('[data-upload=waiting]').waitFor();
    // Parts that were stored before the cut may be reported after it.
    await page.waitForTimeout(REPORTED_WITHIN_MS);
    const atCut = parts.stored();
    await page.waitForTimeout(OFFLINE_MS);
    expect(parts.stored()).toBe(atCut);
    await page.context().setOffline(false);
    await parts.reach(atCut + 6);
  });

  it('continues after the site was killed and restarted', async () => {
    const ports = portsOf(site);
    const before = parts.numbers();
    // The site's peak memory use is lost with it.
    const grewBytes = siteGrewBytes[0]!();
    siteGrewBytes[0] = () => grewBytes;
    await site.end('SIGKILL');
    await page.locator('[data-upload=waiting]').waitFor();
    site = await runSite(join(folder.path, 'site'), ports);
    siteGrewBytes.push(growthOf(site.pid));
    await parts.reach(before.length + 6);
    const { stored } = await statusOf(await uploadIdIn(page));
    // Parts that S3 had confirmed are still there.
    expect(stored.map(({ part_number }) => part_number)).toEqual(expect.arrayContaining(before));
  });

  it('asks for the file after a reload and sends missing parts only', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Continue uploading concert.mp4?').waitFor();
    // Reads the response to the page itself: a part that was in flight at the reload may still be stored.
    const asked = page.waitForResponse(`**/api/videos/upload/${await uploadIdIn(page)}`);
    parts = countParts(page);
    await page.locator('input[type=file]').setInputFiles(path);
    const { stored, parts: missing } = (await (await asked).json()) as VideoUploadStatus;
    expect(stored.length).toBeGreaterThan(20);
    expect(missing.length).toBe(PARTS - stored.length);
    await expectUploaded(page);
    expect(parts.numbers()).toEqual(missing.map(({ part_number }) => part_number));
  });

  it('is stored byte for byte', async () => {
    const uploadId = await uploadIdIn(page);
    expect(await statusOf(uploadId)).toMatchObject({ completed: true, size: MAX_UPLOAD_BYTES });
    await expect(storedSha256(uploadId)).resolves.toBe(sha256);
  });

  it('needs little memory in page, browser and site', async () => {
    await memory.end();
    const { heap, browser } = memory.grownBytes();
    expect(heap).toBeLessThan(40 * MB);
    expect(browser).toBeLessThan(250 * MB);
    for (const grewBytes of siteGrewBytes) expect(grewBytes()).toBeLessThan(200 * MB);
    expect(complaints).toEqual([]);
  });
});

interface StoredParts {
  readonly stored: () => number;
  /** Part numbers, sorted; one that was stored twice is listed twice. */
  readonly numbers: () => number[];
  /** Waits until this many have been stored. */
  reach(count: number): Promise<void>;
}

/** Counts the parts that the page has stored from now on. */
function countParts(page: Page): StoredParts {
  const numbers: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'PUT' || response.status() !== 200) return;
    numbers.push(Number(new URL(response.url()).searchParams.get('partNumber')));
  });
  return {
    stored: () => numbers.length,
    numbers: () => numbers.toSorted((a, b) => a - b),
    reach: async (count) => {
      await vi.waitFor(() => expect(numbers.length).toBeGreaterThanOrEqual(count), WAIT);
    },
  };
}

async function expectUploaded(page: Page): Promise<void> {
  await page.locator('[data-upload=uploaded]').waitFor({ timeout: 120_000 });
  await expectToast(page, 'Upload successful!');
}

/** Returns the maximum growth of a process's memory from now on. */
function growthOf(pid: number): () => number {
  const { nowBytes } = memoryOf(pid);
  return () => memoryOf(pid).peakBytes - nowBytes;
}

async function uploadIdIn(page: Page): Promise<string> {
  const kept = await page.evaluate((key) => localStorage.getItem(key), `upload.${person.user.id}`);
  return (JSON.parse(kept ?? '') as { upload_id: string }).upload_id;
}

const statusOf = async (uploadId: string): Promise<VideoUploadStatus> =>
  (await person.call('GET', `/videos/upload/${uploadId}`)) as VideoUploadStatus;

async function storedSha256(uploadId: string): Promise<string> {
  const s3 = new S3Client({
    endpoint: site.endpoints.s3,
    region: LOCAL_REGION,
    credentials: localCredentials(join(folder.path, 'site')),
    forcePathStyle: true,
  });
  try {
    const Key = `videos/${person.id}/${uploadId}`;
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: LOCAL_UPLOADS, Key }));
    return await sha256Of(Body as Readable);
  } finally {
    s3.destroy();
  }
}
