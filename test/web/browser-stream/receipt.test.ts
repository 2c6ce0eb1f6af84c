import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserStream } from '#shared/live/browser-stream.ts';
import {
  costLine,
  forgetReceipt,
  receiptOf,
  rememberReceipt,
  replayLine,
  savedLine,
} from '#web/features/browser-stream/receipt/receipt.ts';
import { memoryStorage } from '../support/browser.ts';

const broadcast: BrowserStream = {
  stream_id: '01M7WDCSHG0DNGS99HZA0DHKGQ',
  title: 'Evening breeze',
  status: 'ended',
  ended_by: 'streamer',
  started_at: '2026-11-20T10:00:00Z',
  ended_at: '2026-11-20T10:04:10Z',
  chunks: { recorded: 123, stored: 123, lost: 0 },
  missing: [],
  duration_s: 250,
  keep_replay: true,
  video_id: '01M7WDCSHG0DNGS99HZA0DHKGR',
};

describe('the receipt’s text', () => {
  it('says how much was saved, lost and may still arrive', () => {
    expect(savedLine(broadcast)).toBe('4 min 10 sec saved, nothing lost');
    const holed = { ...broadcast, chunks: { recorded: 123, stored: 120, lost: 3 } };
    expect(savedLine(holed)).toBe('4 min 10 sec saved, about 6 sec lost');
    expect(savedLine({ ...holed, missing: [7, 8, 9] })).toBe('4 min 10 sec saved, about 6 sec still missing');
    const changed = { ...holed, missing_chunks: [0] };
    expect(savedLine(changed)).toBe('4 min 10 sec saved, about 6 sec still missing');
    const empty = { ...broadcast, chunks: { recorded: 1, stored: 0, lost: 1 }, duration_s: 0 };
    expect(savedLine(empty)).toBe('Nothing was saved');
  });

  it('says what the broadcast cost when the site shows costs', () => {
    expect(costLine(broadcast)).toBe(null);
    expect(costLine({ cost_dollars: 0.4231 })).toBe('Cost to Fanfare: about $0.42');
    expect(costLine({ cost_dollars: 0.0049 })).toBe('Cost to Fanfare: less than $0.01');
  });

  it('says that the replay is being made until it is complete', () => {
    expect(replayLine({ ...broadcast, status: 'live', video_id: null })).toBe('Your broadcast is ending…');
    expect(replayLine({ ...broadcast, status: 'finishing' })).toBe('Your replay is being created…');
    expect(replayLine(broadcast)).toBeNull();
  });

  it('says that replays are off', () => {
    const unkept = { ...broadcast, keep_replay: false, video_id: null };
    expect(savedLine(unkept)).toBe('Live for 4 min 10 sec');
    expect(replayLine({ ...unkept, status: 'finishing' })).toBe('You chose not to keep a replay.');
    expect(replayLine(unkept)).toBe('You chose not to keep a replay.');
  });

  it('says that there is no replay when nothing was stored', () => {
    const empty = { ...broadcast, video_id: null, chunks: { recorded: 0, stored: 0, lost: 0 } };
    expect(replayLine(empty)).toBe('Nothing was saved, so there is no replay.');
  });
});

describe('the stored receipt', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));
  afterEach(() => vi.unstubAllGlobals());

  it('belongs to one user until it is deleted', () => {
    rememberReceipt('gale', 'a-stream');
    expect(receiptOf('gale')).toBe('a-stream');
    expect(receiptOf('somebody else')).toBeNull();
    forgetReceipt();
    expect(receiptOf('gale')).toBeNull();
  });

  it('is ignored when it is invalid', () => {
    for (const text of ['', 'null', '{', '[]', '{"userId":"gale","streamId":3}']) {
      sessionStorage.setItem('broadcastReceipt', text);
      expect(receiptOf('gale')).toBeNull();
    }
  });
});
