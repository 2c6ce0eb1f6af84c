import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { countWhenDue, type DueCount } from '#functions/chat/polls/counting.service.ts';
import { pollsRepository } from '#functions/chat/polls/polls.repository.ts';
import { type PollsDeps, startPoll, vote } from '#functions/chat/polls/polls.service.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { announceToChannel } from '#functions/realtime/announce.service.ts';
import { MAX_PUBLISH_INTERVAL_MS } from '#functions/realtime/publish-interval.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { seedChannels } from '../api/table/seed-channels.ts';
import { after, API_EXECUTIONS, INVOKE_MS, simulate, spread, type SimulatedSite } from './simulated-site.ts';

interface PollCrowd {
  readonly people: number;
  readonly overMs: number;
  readonly viewers: number;
}

interface SimulatedPoll {
  readonly site: SimulatedSite;
  /** The votes that pages have got at last. */
  readonly counted: number;
  /** How often the votes were counted. */
  readonly claims: number;
  /** Events about the poll that pages have got. */
  readonly publications: number;
}

/** Many people vote in one poll, each once. */
export async function simulatePoll({ people, overMs, viewers }: PollCrowd): Promise<SimulatedPoll> {
  let topic = '';
  let claims = 0;
  const site = await simulate(async (prepared) => {
    const table = prepared.openTable();
    const [channel, ...voters] = await seedChannels(table, people + 1);
    const channelId = channel!.id;
    topic = channelTopic(channelId);
    const event = { type: 'viewers', viewers, followers: 0 } as const;
    await announceToChannel(prepared.announcing(table), channelId, event);
    const answers = ['Ceiling', 'Desk', 'Tower', 'Box', 'Neck'];
    const request = { channelId, question: 'Which fan next?', answers, duration_s: 60, key: undefined };
    const poll = await startPoll(pollDeps(prepared, table), channelId, request);
    const onCount = () => void (claims += 1);
    const api = prepared.lambda(API_EXECUTIONS, (own) => pollDeps(prepared, own, onCount));
    return async () => {
      await spread(people, overMs, (index) =>
        prepared.measure('votes', () =>
          api.invoke((deps) =>
            vote(deps, voters[index]!.id, { channelId, poll_id: poll.id, answer: index % answers.length }),
          ),
        ),
      );
      await after(2 * MAX_PUBLISH_INTERVAL_MS);
    };
  });
  const polls = (site.published.get(topic) ?? []).flatMap(({ event }) =>
    event.type === 'poll' ? [event.poll] : [],
  );
  const counted = polls.at(-1)?.answers.reduce((sum, { votes }) => sum + votes, 0) ?? 0;
  return { site, counted, claims, publications: polls.length };
}

function pollDeps(site: SimulatedSite, table: Table, onCount = () => {}): PollsDeps {
  const ports = site.announcing(table);
  const polls = pollsRepository(table);
  const deps: PollsDeps = {
    polls: {
      ...polls,
      count: (...input) => {
        onCount();
        return polls.count(...input);
      },
    },
    rooms: roomReads(table),
    channels: channelsRepository(table),
    publish: (channelId, event) => announceToChannel(ports, channelId, event),
    handOver: async (due: DueCount) => {
      await after(INVOKE_MS);
      void countWhenDue(deps, due);
    },
    clock: () => Date.now(),
    sleep: after,
  };
  return deps;
}
