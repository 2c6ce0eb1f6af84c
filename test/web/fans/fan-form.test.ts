import { describe, expect, it } from 'vitest';
import type { Fan } from '#shared/channels/fans.ts';
import { bodyOf, formOf, inUnits, problemsOf, warningsOf } from '#web/features/fans/editor/fan-form.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';

const body = aFanBody({ repairs: [{ on: '2026-01-02', text: 'Oiled' }] });
const fan: Fan = {
  ...body,
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  channel_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  model_path: 'northwind/desk-king',
  added_at: '2026-11-20T10:00:00.000Z',
};
const form = formOf(fan, 'metric');
const measured = (measures: object) => ({ ...form, measures: { ...form.measures, ...measures } });

describe('the fan form', () => {
  it('shows the fan and saves it unchanged', () => {
    expect(problemsOf(form)).toEqual({});
    expect(warningsOf(form)).toEqual([]);
    expect(bodyOf(form, [])).toEqual(body);
  });

  it('keeps the input when the units change', () => {
    const us = inUnits(measured({ diameter_cm: '30.5', watts: 'some' }), 'us');
    expect(us.measures).toMatchObject({ diameter_cm: '12', watts: 'some', noise_dba: '44' });
    expect(inUnits(us, 'metric').measures.diameter_cm).toBe('30.5');
  });

  it('requires fields and refuses impossible values', () => {
    expect(Object.keys(problemsOf(formOf(null, 'us')))).toEqual(['maker', 'model', 'kind']);
    expect(problemsOf(measured({ noise_dba: '2000', year: '62', watts: 'some' }))).toEqual({
      noise_dba: 'Noise must be from 5 to 130 dB(A): even a rocket close up has only about 180.',
      year: expect.stringMatching(/^Year must be from 1830/) as string,
      watts: 'Watts must be a number.',
    });
    expect(problemsOf({ ...form, speeds: '0' })).toHaveProperty('speeds');
    expect(problemsOf({ ...form, repairs: [{ key: 7, on: '', text: 'x' }] })).toHaveProperty('repair 7');
  });

  it('asks to confirm unusual values in the entered units', () => {
    expect(warningsOf(inUnits(measured({ diameter_cm: '300' }), 'us'))).toEqual([
      "118.1 in? That's wider than most ceiling fans.",
    ]);
  });
});
