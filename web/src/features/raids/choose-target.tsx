import { type FormEvent, type ReactNode, useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import type { Raid } from '#shared/live/raids.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { Dialog, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { useStartRaid } from './raids.queries.ts';

export type Target = Pick<Channel, 'username' | 'display_name' | 'avatar'> & Partial<Pick<Channel, 'title'>>;

export interface TargetGroup {
  readonly title: string;
  readonly targets: readonly Target[];
}

interface ChooseTargetProps {
  /** The text of the search. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly groups: readonly TargetGroup[];
  /** In place of groups without channels. */
  readonly empty: ReactNode;
  readonly onRaided: (raid: Raid, endsAfter: boolean) => void;
  readonly onClose: () => void;
}

/** The dialog in which a streamer chooses the channel to raid. */
export function ChooseTarget({ text, onText, groups, empty, onRaided, onClose }: ChooseTargetProps) {
  const [username, setUsername] = useState('');
  const [endsAfter, setEndsAfter] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [key] = useState(uniqueKey);
  const starting = useStartRaid();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isChosen = groups.some(({ targets }) => targets.some((target) => target.username === username));
    setProblem(isChosen ? null : t('raids.choose'));
    if (!isChosen) return;
    starting.mutate(
      { username, key },
      {
        onSuccess: (raid) => onRaided(raid, endsAfter),
        onError: (error) => setProblem(detailOr(error, t('common.pleaseTryAgain'))),
      },
    );
  };
  const filled = groups.filter(({ targets }) => targets.length > 0);
  return (
    <Dialog
      title={t('raids.title')}
      description={t('raids.hint')}
      onClose={() => starting.isPending || onClose()}
    >
      <DialogForm onSubmit={submit} failure={problem} isBusy={starting.isPending} submit={t('raids.raid')}>
        <div className="space-y-5">
          <TextField
            type="search"
            label={t('raids.search')}
            autoComplete="off"
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
          <div role="status">{filled.length === 0 && <p className="text-sm text-soft">{empty}</p>}</div>
          {filled.map((group) => (
            <Group key={group.title} group={group} chosen={username} onChoose={setUsername} />
          ))}
          <Checkbox checked={endsAfter} onChange={setEndsAfter}>
            {t('raids.endAfter')}
          </Checkbox>
        </div>
      </DialogForm>
    </Dialog>
  );
}

interface GroupProps {
  readonly group: TargetGroup;
  readonly chosen: string;
  readonly onChoose: (username: string) => void;
}

const Group = ({ group: { title, targets }, chosen, onChoose }: GroupProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 text-sm font-medium">{title}</legend>
    {targets.map(({ username, display_name, avatar, title: streamTitle }) => (
      <label
        key={username}
        className="flex min-h-control-md cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-raised has-checked:bg-accent-dim"
      >
        <input
          type="radio"
          name="target"
          value={username}
          checked={chosen === username}
          onChange={() => onChoose(username)}
          className="size-5 shrink-0 accent-accent"
        />
        <Avatar name={username} src={avatar} className="size-9 text-sm" />
        <span className="min-w-0">
          <span dir="auto" className="block truncate font-medium">
            {display_name}
          </span>
          {streamTitle && (
            <span dir="auto" className="block truncate text-sm text-soft">
              {streamTitle}
            </span>
          )}
        </span>
      </label>
    ))}
  </fieldset>
);
