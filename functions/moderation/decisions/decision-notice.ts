import type { ModerationEvent } from '#shared/plain/moderation/moderation-events.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { moderated, noticeWrite } from '#functions/news/index.ts';
import type { PlannedDecision } from './decision.ts';

/** Notifies the person whom a decision concerns, if it changed something for them. */
export function noticeOf(table: Table, planned: PlannedDecision, seq: number, nowMs: number): Write[] {
  const event = eventOf(planned);
  const { concerned: personId, evidence } = planned.one;
  if (!event) return [];
  const title = event === 'content_removed' ? (evidence.title ?? evidence.text) : undefined;
  return [noticeWrite(table, moderated({ channelId: personId, personId, event, title }, String(seq), nowMs))];
}

function eventOf({ act, one, decision }: PlannedDecision): ModerationEvent | null {
  switch (act === 'undo' ? `undo ${decision.act}` : act) {
    case 'remove':
      return 'content_removed';
    case 'suspend':
      return 'suspended';
    case 'lift':
    case 'undo suspend':
      return 'suspension_lifted';
    case 'dismiss':
      return one.kind === 'appeal' ? 'appeal_rejected' : null;
    default:
      return null;
  }
}
