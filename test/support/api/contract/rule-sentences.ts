import * as z from 'zod/mini';
import { sentences } from '#functions/base/error-sentences.ts';
import { faultsOf } from '#functions/http/issues.ts';

/** What the API says about an object with an invalid value, one sentence for each rule. */
export const ruleSentences = (schema: z.ZodMiniType, value: unknown): string[] =>
  faultsOf(schema.safeParse(value, { reportInput: true }).error?.issues ?? []).map((fault) =>
    sentences([fault]),
  );

/** As `ruleSentences`, about the field `title`. */
export const fieldSentences = (schema: z.ZodMiniType, value: unknown): string[] =>
  ruleSentences(z.object({ title: schema }), { title: value });
