import { describe, expect, it } from 'vitest';
import { sealer } from '#functions/base/sealer.ts';

const TEXT = 'a secret of Ada’s';
const sealerOf = (keys: string) => sealer(keys, { purpose: 'test' });
const { seal, open } = sealerOf('new,old');

describe('a sealed secret', () => {
  it('opens for its owner, and is different each time', () => {
    const sealed = seal(TEXT, 'ada');
    expect(open(sealed, 'ada')).toBe(TEXT);
    expect(seal(TEXT, 'ada')).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('secret');
  });

  it('does not open for another account', () => {
    expect(() => open(seal(TEXT, 'ada'), 'bea')).toThrow('authenticate');
  });

  it('opens with an older key of the ring, and with no other key', () => {
    const sealed = sealerOf('old').seal(TEXT, 'ada');
    expect(open(sealed, 'ada')).toBe(TEXT);
    expect(() => sealerOf('new,older').open(sealed, 'ada')).toThrow('authenticate');
    expect(sealerOf('new').open(seal(TEXT, 'ada'), 'ada')).toBe(TEXT);
  });

  it('does not open when a bit was changed or it was cut', () => {
    const bytes = Buffer.from(seal(TEXT, 'ada'), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() => open(changed.toString('base64url'), 'ada')).toThrow('authenticate');
      expect(() => open(bytes.subarray(0, at).toString('base64url'), 'ada')).toThrow(
        /authenticat|initialization/,
      );
    }
  });
});
