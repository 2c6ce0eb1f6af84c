import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, framingOf, securityHeaders } from '../../../infra/agreed/security-headers.ts';

/** The sources of each directive. */
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

  test('lets scripts come from the site alone, and none inline; WebAssembly too', () => {
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect([...policy.values()].flat()).not.toContain("'unsafe-inline'");
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  test('lets the page talk to the hosts given, and to no other', () => {
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://*.live-video.net', 'wss://chat.example']);
  });

  test('lets hls.js feed the player through blobs, and Safari play by itself', () => {
    expect(policy.get('media-src')).toEqual(["'self'", 'blob:', 'https://m.example']);
    expect(policy.get('worker-src')).toEqual(["'self'", 'blob:']);
  });

  test('frames YouTube, and lets nobody frame the site', () => {
    expect(policy.get('frame-src')).toEqual(['https://www.youtube.com', 'https://www.youtube-nocookie.com']);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  });

  test('leaves no way round by plugins, base addresses or forms', () => {
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
  });
});

describe('a page that anybody may frame', () => {
  test('is the player alone, and nothing beside it', () => {
    for (const path of ['/embed/ada_1', '/embed/video/1', '/embed/']) expect(framingOf(path)).toBe('framed');
    for (const path of ['/', '/embed', '/embedded', '/channel/ada_1', '/channel/embed/', '/settings/embed/x'])
      expect(framingOf(path)).toBe('unframed');
  });

  test('differs from the others in nothing else, but that it has no camera and no microphone', () => {
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

test('the camera and the microphone are the site’s own', () => {
  const permissions = securityHeaders({})['permissions-policy'];
  expect(permissions).toContain('camera=(self)');
  expect(permissions).toContain('microphone=(self)');
});
