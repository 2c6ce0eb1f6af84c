import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { AwsError } from '../../aws/aws-error.ts';
import type { RestOperation } from '../../aws/aws-rest-server.ts';
import { probeSource } from '../ffmpeg/source-probe.ts';
import type { TranscoderContext } from '../jobs/transcoder-context.ts';
import { JobError, jobErrors } from '../request/job-error.ts';
import { parseInput } from '../request/job-schema.ts';
import { notFound, unprocessable } from '../request/refusals.ts';
import { parseS3Url } from '../request/s3-places.ts';
import { toProbeResult } from './probe-wire.ts';

const PROBE_LIMIT_MS = 60_000;

const s3Url = z
  .string()
  .refine((value) => parseS3Url(value) !== undefined, 'only s3://bucket/key is read here');
const probeInput = z.strictObject({ inputFiles: z.array(z.strictObject({ fileUrl: s3Url })).length(1) });

/** Magic bytes of Probe's formats in hex, by which damaged videos are recognised: Matroska, then the others. */
const KNOWN_STARTS = ['1a45dfa3', ...['RIFF', 'OggS', 'fLaC', 'ID3'].map(hex)];
/** MP4 and related formats begin with the length of one of these boxes. */
const MP4_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].map(hex));

/**
 * MediaConvert's `Probe`, which describes a file before a job is created. The container of an unknown format is blank; a
 * damaged file of a known format causes an `UnprocessableEntityException`.
 */
export function probeOperation({ storage, workDirectory }: TranscoderContext): RestOperation {
  return {
    name: 'Probe',
    method: 'POST',
    path: '/2017-08-29/probe',
    run: async ({ body }) => {
      const { inputFiles } = parseInput(probeInput, body);
      const { fileUrl } = inputFiles[0]!;
      const directory = join(workDirectory, `probe-${randomUUID()}`);
      await mkdir(directory, { recursive: true });
      try {
        return { probeResults: [await probe(fileUrl, join(directory, 'input'))] };
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };

  async function probe(fileUrl: string, path: string): Promise<object> {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    const fetched = await storage.download(parseS3Url(fileUrl)!, path, signal).catch((error: unknown) => {
      throw toAwsError(error);
    });
    const source = await probeSource(path, fileUrl).catch(async (error: unknown) => {
      if (!(error instanceof JobError)) throw error;
      if (await hasMediaSignature(path)) throw unprocessable(error.message);
      return undefined;
    });
    return toProbeResult(fetched, source);
  }
}

function toAwsError(error: unknown): unknown {
  if (!(error instanceof JobError)) return error;
  return error.code === jobErrors.accessDenied.code
    ? new AwsError('ForbiddenException', error.message, 403)
    : notFound(error.message);
}

async function hasMediaSignature(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const start = buffer.toString('hex', 0, bytesRead);
    return KNOWN_STARTS.some((known) => start.startsWith(known)) || MP4_BOXES.has(start.slice(8));
  } finally {
    await file.close();
  }
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}
