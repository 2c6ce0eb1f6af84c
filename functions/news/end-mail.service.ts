import type { EndedNews } from '../../shared/people/news.ts';
import { notFound } from '../base/errors.ts';
import type { NewsKeys } from './news-keys.ts';
import type { ReachRepository } from './ports.ts';

interface EndPorts {
  readonly keys: NewsKeys;
  readonly reach: ReachRepository;
}

/** What the link of a mail ends, and whether that has ended. Throws `not_found` of any other text. */
export async function endedNews({ keys, reach }: EndPorts, token: string): Promise<EndedNews> {
  const { personId, kind } = linkOf(keys, token);
  const { mail } = await reach.find(personId);
  return { kind, is_ended: !mail[kind] };
}

/** Turns mail of the link's kind off, or on again. Throws `not_found`. */
export async function setMail({ keys, reach }: EndPorts, token: string, isOn: boolean): Promise<EndedNews> {
  const { personId, kind } = linkOf(keys, token);
  await reach.change(personId, (known) =>
    known.mail[kind] === isOn ? null : { ...known, mail: { ...known.mail, [kind]: isOn } },
  );
  return { kind, is_ended: !isOn };
}

function linkOf(keys: NewsKeys, token: string) {
  const link = keys.endOf(token);
  if (!link) throw notFound('Link');
  return link;
}
