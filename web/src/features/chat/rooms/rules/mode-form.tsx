import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ChatRoom, RoomMode } from '#shared/community/rooms.ts';
import { call } from '#web/lib/api/api.ts';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { clearChat, withOutcomeToast } from '../../acts/room-acts.ts';
import { roomQuery } from '../../rooms.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ModeFormProps {
  readonly channelId: string;
  readonly room: ChatRoom;
}

const PAUSES = [0, 3, 5, 10, 30, 60, 120];

export function ModeForm({ channelId: id, room }: ModeFormProps) {
  const [{ slow_mode_s, followers_only, links_allowed }, change] = useMode(id, room);
  return (
    <section>
      <h3 className="font-semibold">{t('chat.whoCanChat')}</h3>
      <SelectField
        label={t('chat.slowMode')}
        value={String(slow_mode_s)}
        onChange={({ target }) => change({ slow_mode_s: Number(target.value) })}
        options={[...new Set([...PAUSES, slow_mode_s])].map((pause) => ({
          value: String(pause),
          text: pause === 0 ? t('chat.slowModeOff') : t('chat.slowModePause', { count: pause }),
        }))}
      />
      <Switch
        label={t('chat.followersOnly')}
        checked={followers_only}
        onChange={(on) => change({ followers_only: on })}
      />
      <Switch
        label={t('chat.allowLinks')}
        checked={links_allowed}
        onChange={(on) => change({ links_allowed: on })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">{t('chat.clearHint')}</p>
        <ConfirmedButton
          label={t('chat.clear')}
          confirmation={t('chat.clearConfirm')}
          onConfirm={() => void clearChat(id)}
        />
      </div>
    </section>
  );
}

/**
 * The chosen mode and a function that changes parts of it. Saves in sequence, each with the earlier changes; the
 * room's own state returns once all are saved.
 */
function useMode(id: string, room: ChatRoom): [RoomMode, (change: Partial<RoomMode>) => void] {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<RoomMode | null>(null);
  const saving = useRef(Promise.resolve());
  const change = (changed: Partial<RoomMode>) => {
    const { slow_mode_s, followers_only, links_allowed } = chosen ?? room;
    const body = { slow_mode_s, followers_only, links_allowed, ...changed };
    setChosen(body);
    const save = async () => {
      await withOutcomeToast(
        async () => {
          const saved = await call('PUT /rooms/{id}', { params: { id }, body });
          cache.setQueryData(roomQuery(id).queryKey, saved);
        },
        { done: t('chat.rulesSaved'), failed: t('chat.rulesNotSaved') },
      );
      setChosen((latest) => (latest === body ? null : latest));
    };
    saving.current = saving.current.then(save);
  };
  return [chosen ?? room, change];
}
