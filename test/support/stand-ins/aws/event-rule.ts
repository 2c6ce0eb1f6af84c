import { EventBridgeClient, TestEventPatternCommand } from '@aws-sdk/client-eventbridge';
import { matches, type EventPattern } from '#infra/agreed/event-pattern.ts';
import type { BusEvent } from '#infra/agreed/event.ts';
import { isOnAws } from './target.ts';
import { triedRegion } from './on-aws.ts';

/** Returns whether a rule with this pattern matches the event, by the stand-in or by EventBridge's TestEventPattern. */
export async function matchesRule(pattern: EventPattern, event: BusEvent): Promise<boolean> {
  if (!isOnAws) return matches(pattern, event);
  const [EventPattern, Event] = [JSON.stringify(pattern), JSON.stringify(event)];
  const client = new EventBridgeClient({ region: triedRegion() });
  const { Result } = await client.send(new TestEventPatternCommand({ EventPattern, Event }));
  return Result === true;
}
