import { logStep } from '../log/log.ts';
import { keepKnownWords } from './known-words.service.ts';
import type { KnownWordsPorts } from './ports.ts';

/** The minute tick. */
export async function onKnownWordsTick(ports: KnownWordsPorts): Promise<void> {
  const { notes, channels } = await keepKnownWords(ports);
  if (notes + channels > 0) logStep('search.words', { notes, channels });
}
