import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, framingOf, securityHeaders } from '#infra/agreed/security-headers.ts';

/** Returns the sources of each directive. */
function parse(policy: string): Map<string, string[]> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the content security policy', () => {
  const policy = parse(
    contentSecurityPolicy(
      { connect: ['https://*.live-video.net', 'wss://chat.example'], media: ['https://m.example'] },
      'unframed',
    ),
  );

  test('allows scripts of the site only, none inline, and WebAssembly', () => {
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect([...policy.values()].flat()).not.toContain("'unsafe-inline'");
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  test('allows connections to the given hosts only', () => {
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://*.live-video.net', 'wss://chat.example']);
  });

  test('allows blobs for hls.js and native playback in Safari', () => {
    expect(policy.get('media-src')).toEqual(["'self'", 'blob:', 'https://m.example']);
    expect(policy.get('worker-src')).toEqual(["'self'", 'blob:']);
  });

  test('allows frames of YouTube, and no site to frame this one', () => {
    expect(policy.get('frame-src')).toEqual(['https://www.youtube.com', 'https://www.youtube-nocookie.com']);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  });

  test('forbids plugins, other base addresses and other form targets', () => {
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
  });
});

describe('an embeddable page', () => {
  test('is the player only', () => {
    for (const path of ['/embed/ada_1', '/embed/video/1', '/embed/']) expect(framingOf(path)).toBe('framed');
    for (const path of ['/', '/embed', '/embedded', '/channel/ada_1', '/channel/embed/', '/settings/embed/x'])
      expect(framingOf(path)).toBe('unframed');
  });

  test('differs otherwise only in having no camera and microphone', () => {
    const [framed, unframed] = [securityHeaders({}, 'framed'), securityHeaders({})];
    const policy = 'content-security-policy';
    expect(framed[policy]).toBe(unframed[policy]?.replace("frame-ancestors 'none'", 'frame-ancestors *'));
    expect(framed['permissions-policy']).toMatch(/^camera=\(\), microphone=\(\), /);
    expect({ ...framed, [policy]: '', 'permissions-policy': '' }).toEqual({
      ...unframed,
      [policy]: '',
      'permissions-policy': '',
    });
  });
});

test('camera and microphone are allowed for the site itself only', () => {
  const permissions = securityHeaders({})['permissions-policy'];
  expect(permissions).toContain('camera=(self)');
  expect(permissions).toContain('microphone=(self)');
});
