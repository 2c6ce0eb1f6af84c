import { describe, expect, it } from 'vitest';
import { isFinal, reasonOf, refusalOfHead } from '#functions/videos/refusals.ts';
import { reportOf } from '#functions/videos/transcode/job-report.ts';
import {
  evenPictures,
  MAX_STORYBOARD_PICTURES,
  storyboardVtt,
} from '#functions/videos/transcode/storyboard.ts';
import { partsOf, partSizeBytes, uploadIdOf, uploadPath } from '#functions/videos/upload.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_PART_BYTES } from '#shared/limits.ts';
import { isVideoContainer, whyNoVideo } from '#shared/plain/videos/video-file.ts';

describe('the parts of a file', () => {
  it.each([1, UPLOAD_PART_BYTES - 1, UPLOAD_PART_BYTES, UPLOAD_PART_BYTES + 1, MAX_UPLOAD_BYTES, 5e12])(
    'of %d bytes are at most 10,000, all but the last at least 5 MiB',
    (sizeBytes) => {
      const parts = partsOf(sizeBytes);
      expect(parts.reduce((sum, part) => sum + part.sizeBytes, 0)).toBe(sizeBytes);
      expect(parts.length).toBeLessThanOrEqual(10_000);
      expect(parts.map(({ partNumber }) => partNumber)).toEqual(parts.map((_, index) => index + 1));
      for (const part of parts.slice(0, -1)) expect(part.sizeBytes).toBe(partSizeBytes(sizeBytes));
      expect(partSizeBytes(sizeBytes)).toBeGreaterThanOrEqual(5 * 1024 * 1024);
    },
  );
});

describe('an upload’s address', () => {
  it('parses to its owner and id, and nothing else parses', () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(uploadIdOf(uploadPath(id))).toBe(id);
    for (const other of ['', id, `/uploads/${id}/`, `/uploads/${id}\n`, `x/uploads/${id}`, '/uploads/../x']) {
      expect(uploadIdOf(other), other).toBeUndefined();
    }
  });
});

describe('a file’s type', () => {
  const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.padEnd(600, '\0'), 'latin1'));
  const packets = (size: number, lead: number): Uint8Array => {
    const head = new Uint8Array(600);
    for (let packet = 0; packet < 3; packet++) head[lead + packet * size] = 0x47;
    return head;
  };

  it.each([
    ['MP4', bytes('\0\0\0\x18ftypisom')],
    ['MOV', bytes('\0\0\0\x14ftypqt  ')],
    ['an old MOV', bytes('\0\0\0\x08wide')],
    ['3GP', bytes('\0\0\0\x18ftyp3gp5')],
    ['Matroska or WebM', bytes('\x1a\x45\xdf\xa3')],
    ['AVI', bytes('RIFF\0\0\0\0AVI LIST')],
    ['MPEG-TS', packets(188, 0)],
    ['a camera’s MPEG-TS', packets(192, 4)],
    ['MPEG-TS that begins within a packet', packets(188, 187)],
    ['MXF', bytes('\x06\x0e\x2b\x34\x02\x05\x01\x01')],
    ['Ogg with Theora', bytes(`OggS${'\0'.repeat(24)}\x80theora`)],
    ['MPEG-PS', bytes('\0\0\x01\xba')],
    ['Windows Media', bytes('\x30\x26\xb2\x75\x8e\x66\xcf\x11')],
  ])('is video for %s', (_, head) => {
    expect(isVideoContainer(head)).toBe(true);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['text', bytes('Not a film')],
    ['a zip', bytes('PK\x03\x04')],
    ['a playlist', bytes('#EXTM3U\n')],
    ['ffconcat', bytes('ffconcat version 1.0')],
    ['HTML', bytes('<!doctype html>')],
    ['a JPEG', bytes('\xff\xd8\xff\xe0')],
    ['a PNG', bytes('\x89PNG\r\n')],
    ['a GIF', bytes('GIF89a')],
    ['a photo in HEIC', bytes('\0\0\0\x18ftypheic')],
    ['a picture in AVIF', bytes('\0\0\0\x18ftypavif')],
    ['MP3', bytes('ID3\x04')],
    ['Ogg with Vorbis', bytes(`OggS${'\0'.repeat(24)}\x01vorbis`)],
    ['WAV', bytes('RIFF\0\0\0\0WAVEfmt ')],
    ['a program', bytes('\x7fELF')],
    ['PDF', bytes('%PDF-1.7')],
    ['a single 0x47', packets(188, 0).slice(0, 150)],
    ['a song in M4A', bytes('\0\0\0\x18ftypM4A ')],
  ])('is no video for %s', (_, head) => {
    expect(isVideoContainer(head)).toBe(false);
  });

  it.each([
    ['text', Buffer.from('Not a film, été\r\n')],
    ['m4a', bytes('\0\0\0\x18ftypM4A ')],
    ['other', bytes('\0\0\0\x18blobM4A ')],
    ['mp3', bytes('ID3\x04')],
    ['mp3', bytes('\xff\xfb\x90\x64')],
    ['aac', bytes('\xff\xf1\x50\x80')],
    ['wav', bytes('RIFF\0\0\0\0WAVEfmt ')],
    ['jpeg', bytes('\xff\xd8\xff\xe0')],
    ['picture', bytes('\0\0\0\x18ftypheic')],
    ['zip', bytes('PK\x03\x04')],
    ['pdf', bytes('%PDF-1.7')],
  ])('of %s is named', (kind, head) => {
    expect(whyNoVideo(head)).toBe(kind);
  });

  it('says what it is in the error', () => {
    expect(refusalOfHead(bytes('%PDF-1.7'))?.faults).toEqual([
      { reason: 'not_a_video', params: { kind: 'pdf' } },
    ]);
    expect(refusalOfHead(bytes('\x7fELF'))?.faults).toEqual([
      { reason: 'not_a_video', params: { kind: 'other' } },
    ]);
    expect(refusalOfHead(new Uint8Array())?.message).toBe('empty_file');
    expect(whyNoVideo(bytes('\0\0\0\x18ftypisom'))).toBeNull();
  });
});

describe('the thumbnail track of the seek bar', () => {
  const size = { widthPx: 160, heightPx: 90 };

  it('has a continuous cue for each picture', () => {
    const pictures = evenPictures(['a.jpg', 'b.jpg', 'c.jpg'], 2);
    expect(storyboardVtt({ size, pictures, durationS: 5.25 })).toBe(
      [
        'WEBVTT\n',
        '00:00:00.000 --> 00:00:02.000\na.jpg#xywh=0,0,160,90\n',
        '00:00:02.000 --> 00:00:04.000\nb.jpg#xywh=0,0,160,90\n',
        '00:00:04.000 --> 00:00:05.250\nc.jpg#xywh=0,0,160,90\n',
      ].join('\n'),
    );
  });

  it('counts hours, and omits pictures beyond the end', () => {
    const names = Array.from({ length: 4 }, (_, index) => `${index}.jpg`);
    const vtt = storyboardVtt({ size, pictures: evenPictures(names, 1800), durationS: 4000 });
    expect(vtt.match(/-->/g)).toHaveLength(3);
    expect(vtt).toContain('00:30:00.000 --> 01:00:00.000\n1.jpg');
  });

  it('accepts pictures at any times and of unknown size', () => {
    const pictures = [
      { name: 'a.jpg', atS: 0.04 },
      { name: 'b.jpg', atS: 9.5 },
    ];
    expect(storyboardVtt({ pictures, durationS: 12 })).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:09.500\na.jpg\n\n00:00:09.500 --> 00:00:12.000\nb.jpg\n',
    );
  });

  it.each([120, 121, 300, 2880])('has at most 120 of %d', (count) => {
    const names = Array.from({ length: count }, (_, index) => `${index}.jpg`);
    const vtt = storyboardVtt({ pictures: evenPictures(names, 10), durationS: count * 10 });
    const starts = Array.from(vtt.matchAll(/^(\d+):(\d+):(\d+).* --> /gm), ([, hours, minutes, seconds]) =>
      [hours, minutes, seconds].reduce((sum, part) => sum * 60 + Number(part), 0),
    );
    expect(starts.length).toBeLessThanOrEqual(MAX_STORYBOARD_PICTURES);
    expect(starts.length).toBeGreaterThan(MAX_STORYBOARD_PICTURES / 2);
    const steps = starts.slice(1).map((startS, index) => startS - starts[index]!);
    expect(new Set(steps).size).toBe(1);
  });

  it('is empty without pictures', () => {
    expect(storyboardVtt({ pictures: [], durationS: 10 })).toBe('WEBVTT\n');
  });
});

describe('a MediaConvert event', () => {
  const ours = { jobId: 'j', userMetadata: { video_id: 'V', channel_id: 'C', storyboard_interval_s: '2' } };

  it('is parsed into state and video', () => {
    const outputGroupDetails = [
      { outputDetails: [{ durationInMs: 1500 }] },
      {},
      { outputDetails: [{ videoDetails: { widthInPx: 90, heightInPx: 160 } }] },
    ];
    expect(reportOf({ ...ours, status: 'COMPLETE', outputGroupDetails })).toEqual({
      jobId: 'j',
      videoId: 'V',
      channelId: 'C',
      status: 'complete',
      durationS: 1.5,
      storyboard: { widthPx: 90, heightPx: 160, intervalS: 2 },
    });
    const progress = { ...ours, status: 'STATUS_UPDATE', jobProgress: { jobPercentComplete: 40 } };
    expect(reportOf(progress)).toMatchObject({ status: 'running', percent: 40 });
    expect(reportOf({ ...ours, status: 'ERROR', errorCode: 1010 })).toMatchObject({
      status: 'failed',
      errorCode: 1010,
    });
  });

  it.each([
    ['of a job that is none of ours', { jobId: 'j', status: 'COMPLETE', userMetadata: { stream_id: 'x' } }],
    ['of a job without metadata', { jobId: 'j', status: 'COMPLETE' }],
    ['of another kind', { ...ours, status: 'INPUT_INFORMATION' }],
    ['without anything', {}],
  ])('%s is ignored', (_, detail) => {
    expect(reportOf(detail)).toBeUndefined();
  });
});

describe('a failed job’s error', () => {
  it.each([
    [1010, 'video_unreadable'],
    [1030, 'video_codec'],
    [1040, 'video_form'],
    [1076, 'video_damaged'],
    [1404, 'video_file_gone'],
    [1060, 'video_unreadable'],
  ])('%d is the file’s fault: %s', (code, reason) => {
    expect(isFinal(code)).toBe(true);
    expect(reasonOf(code)).toBe(reason);
  });

  it.each([1401, 1434, 1999, undefined])('%s is the service’s fault, and the job is retried', (code) => {
    expect([isFinal(code), reasonOf(code)]).toEqual([false, 'video_failed']);
  });
});
