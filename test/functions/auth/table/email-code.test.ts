import { describe, expect, it } from 'vitest';
import {
  CODES_WINDOW_MS,
  entered,
  isCode,
  isPending,
  newCode,
  type EmailCode,
} from '#functions/auth/table/email-code.ts';

const EMAIL = 'ada@fans.example';
const NOW = Date.parse('2026-11-20T10:00:00Z');

/** So many, one each minute from now on. */
function sent(times: number): EmailCode | null {
  let code: EmailCode | null = null;
  for (let n = 0; n < times; n++) code = newCode(code, EMAIL, NOW + n * 60_000)?.code ?? null;
  return code;
}

describe('a code', () => {
  it('has six digits, which its stored form does not reveal', () => {
    const { code, digits } = newCode(null, EMAIL, NOW)!;
    expect(digits).toMatch(/^\d{6}$/);
    expect(JSON.stringify(code)).not.toContain(digits);
    expect(isCode(code, digits)).toBe(true);
    expect(isCode(code, digits === '000000' ? '000001' : '000000')).toBe(false);
  });

  it('expires after ten minutes', () => {
    expect(sent(1)?.expiresMs).toBe(NOW + 10 * 60_000);
  });

  it('is limited to five an hour', () => {
    const five = sent(5)!;
    expect(newCode(five, EMAIL, NOW + CODES_WINDOW_MS - 1)).toBeNull();
    expect(newCode(five, 'another@fans.example', NOW + 5 * 60_000)).toBeNull();
    const sixth = newCode(five, EMAIL, NOW + CODES_WINDOW_MS)!.code;
    expect(newCode(sixth, EMAIL, NOW + CODES_WINDOW_MS)).toBeNull();
  });

  it('keeps its address pending for an hour, or until it is entered', () => {
    const code = sent(1)!;
    expect(isPending(code, NOW + CODES_WINDOW_MS - 1)).toBe(true);
    expect(isPending(code, NOW + CODES_WINDOW_MS)).toBe(false);
    expect(isPending(entered(code, { isTold: false }), NOW)).toBe(false);
  });
});
