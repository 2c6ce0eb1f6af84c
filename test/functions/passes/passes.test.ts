import { describe, expect, it } from 'vitest';
import { passSigner, type Claims } from '#functions/passes/pass-signer.ts';
import { issuePass, viewerOf } from '#functions/passes/passes.service.ts';

const KEY = 'a key of some length, as the stack makes them';
const CHANNEL = { kind: 'channel', id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } as const;
const OTHER = { kind: 'channel', id: '01ARZ3NDEKTSV4RRFFQ69G5FAW' } as const;
const VIDEO = { ...CHANNEL, kind: 'video' } as const;
const NOON_MS = Date.parse('2026-11-20T12:00:00Z');
const HOUR_MS = 60 * 60_000;

interface Setting {
  readonly keys?: string;
  readonly slot?: number;
  readonly nowMs?: number;
}
const portsOf = ({ keys = KEY, slot = 0, nowMs = NOON_MS }: Setting = {}) => ({
  signer: passSigner(keys),
  pickAnonymousSlot: () => slot,
  clock: () => nowMs,
});

const somebody = { callerId: undefined, network: '192.0.2.7' };
const passOf = (
  asker = somebody as Parameters<typeof issuePass>[1],
  thing: Parameters<typeof issuePass>[2] = CHANNEL,
  setting: Setting = {},
) => issuePass(portsOf(setting), asker, thing).pass;
const viewer = (...input: Parameters<typeof passOf>) =>
  viewerOf(portsOf(input[2]), input[1] ?? CHANNEL, passOf(...input));

describe('a pass', () => {
  it('identifies a viewer to one subject for an hour', () => {
    const pass = passOf();
    expect(viewerOf(portsOf(), CHANNEL, pass)).toMatch(/^[\w-]{8}$/);
    expect(viewerOf(portsOf({ nowMs: NOON_MS + HOUR_MS - 1 }), CHANNEL, pass)).toBe(viewer());
    expect(() => viewerOf(portsOf({ nowMs: NOON_MS + HOUR_MS }), CHANNEL, pass)).toThrow('pass_not_valid');
    expect(issuePass(portsOf(), somebody, CHANNEL).renew_after_ms).toBeLessThan(HOUR_MS);
  });

  it.each([
    ['another channel', OTHER],
    ['a video of the same id', VIDEO],
  ])('is invalid for %s', (_, thing) => {
    expect(() => viewerOf(portsOf(), thing, passOf())).toThrow('pass_not_valid');
  });

  it('that the site did not sign is invalid, whatever it claims', () => {
    const said = passOf().split('.');
    const changed = said.map((_, at) =>
      said.map((part, other) => (other === at ? `${part.slice(0, -1)}!` : part)),
    );
    const foreign = passOf(somebody, CHANNEL, { keys: 'another key' });
    const later = said.map((part, at) => (at === 3 ? String(Number(part) + 1) : part));
    const texts = [...changed, later, said.slice(0, 4), [...said, 'x'], ['', ...said], ['']].map((parts) =>
      parts.join('.'),
    );
    for (const text of [foreign, ...texts])
      expect(() => viewerOf(portsOf(), CHANNEL, text)).toThrow('pass_not_valid');
  });

  it('stays valid after one change of the signing key', () => {
    const pass = passOf(somebody, CHANNEL, { keys: 'old' });
    expect(viewerOf(portsOf({ keys: 'new,old' }), CHANNEL, pass)).toMatch(/^[\w-]{8}$/);
    expect(() => viewerOf(portsOf({ keys: 'newer,new' }), CHANNEL, pass)).toThrow('pass_not_valid');
    expect(() => passSigner('')).toThrow('no key');
  });

  it('reveals neither network nor user', () => {
    const text = passOf() + passOf({ callerId: OTHER.id, network: '192.0.2.7' });
    expect(text).not.toContain('192.0.2.7');
    expect(text).not.toContain(OTHER.id);
  });
});

describe('a viewer', () => {
  it('is one viewer when signed in, from any place and at any time', () => {
    const ada = (network: string, setting?: Setting) =>
      viewer({ callerId: OTHER.id, network }, CHANNEL, setting);
    const pseudonyms = [
      ada('192.0.2.7'),
      ada('198.51.100.1'),
      ada('192.0.2.7', { slot: 3, nowMs: NOON_MS + 24 * HOUR_MS }),
    ];
    expect(new Set(pseudonyms).size).toBe(1);
  });

  it('gets one of the limited slots of a network per day when signed out', () => {
    const slots = Array.from({ length: 16 }, (_, slot) => viewer(somebody, CHANNEL, { slot }));
    expect(new Set(slots).size).toBe(16);
    expect(viewer(somebody, CHANNEL, { slot: 3, nowMs: NOON_MS + HOUR_MS })).toBe(slots[3]);
    const others = [
      viewer({ ...somebody, network: '192.0.2.8' }),
      viewer(somebody, CHANNEL, { nowMs: NOON_MS + 12 * HOUR_MS }),
      viewer(somebody, OTHER),
      viewer(somebody, VIDEO),
      viewer({ ...somebody, callerId: OTHER.id }),
    ];
    expect(others.filter((other) => slots.includes(other))).toEqual([]);
    expect(new Set(others).size).toBe(others.length);
  });
});

describe('an owner of passes', () => {
  const owner = (...input: Parameters<typeof passOf>) =>
    passSigner(KEY).read(passOf(...input), NOON_MS)?.owner;
  const ada = { callerId: OTHER.id, network: '192.0.2.7' };

  it('is the person, or the network of who is signed out, for all subjects', () => {
    expect(owner(ada)).toMatch(/^p[\w-]{8}$/);
    expect(owner({ ...ada, network: '198.51.100.1' }, OTHER)).toBe(owner(ada));
    expect(owner(somebody)).toMatch(/^n[\w-]{8}$/);
    expect(owner(somebody, VIDEO, { slot: 3 })).toBe(owner(somebody));
    expect(owner({ ...somebody, network: '192.0.2.8' })).not.toBe(owner(somebody));
  });
});

it('the claims are those that were signed', () => {
  const signer = passSigner(KEY);
  const claims: Claims = { ...CHANNEL, viewer: 'abcdefgh', expiresS: NOON_MS / 1000 + 1, owner: 'pabcdefgh' };
  expect(signer.read(signer.sign(claims), NOON_MS)).toEqual(claims);
  expect(signer.read(signer.sign(claims), NOON_MS + 1000)).toBeNull();
});
