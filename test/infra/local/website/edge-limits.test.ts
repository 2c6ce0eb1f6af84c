import { describe, expect, it } from 'vitest';
import { refusedStatus } from '#infra/local/website/edge-limits.ts';
import { codeBehaviorOf } from '#test/support/stand-ins/edge.ts';

const SITE = 'https://fans.example';
const statusOf = (method: string, path: string, headers: Record<string, string> = {}) =>
  refusedStatus(new Request(SITE + path, { method, headers }), codeBehaviorOf(path).allowsChanges);
const longPath = (bytes: number): string => `/${'a'.repeat(bytes - SITE.length - 1)}`;

describe('CloudFront refuses', () => {
  it('addresses of more than 8,192 bytes', () => {
    expect(statusOf('GET', longPath(8192))).toBeUndefined();
    expect(statusOf('GET', longPath(8193))).toBe(413);
  });

  it('requests of more than 20,480 bytes without their body', () => {
    expect(statusOf('GET', '/', { 'x-long': 'a'.repeat(20_000) })).toBeUndefined();
    expect(statusOf('GET', '/', { 'x-long': 'a'.repeat(20_480) })).toBe(413);
    expect(statusOf('POST', '/api/videos', { 'content-length': '9000000' })).toBeUndefined();
  });

  it('a GET with a body', () => {
    expect(statusOf('GET', '/api/videos', { 'content-length': '1' })).toBe(403);
    expect(statusOf('GET', '/', { 'transfer-encoding': 'chunked' })).toBe(403);
    expect(statusOf('GET', '/', { 'content-length': '0' })).toBeUndefined();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s where only GET and HEAD are let through',
    (method) => {
      for (const path of [
        '/',
        '/channel/ada',
        '/channel/ada/feed.xml',
        '/oembed',
        '/media/a.mp4',
        '/assets/a.js',
        '/api/browser-stream/1/live.m3u8',
        '/api/browser-stream/1/rewind/2',
      ])
        expect(statusOf(method, path), path).toBe(403);
      for (const path of ['/api/auth/login', '/api/videos']) expect(statusOf(method, path)).toBeUndefined();
    },
  );

  it('unknown methods', () => {
    expect(statusOf('PROPFIND', '/api/videos')).toBe(403);
  });
});
