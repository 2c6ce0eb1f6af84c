import { GripVertical } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { formatNumber } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { CopyField } from '#web/ui/overlays/copy-field.tsx';
import { OverlayPreview } from './overlay-preview.tsx';
import { type OverlayKind, OVERLAYS, searchOf, type Setting, settingsIn } from './overlay-settings.ts';
import { LABELS, NOTES } from './setting-words.ts';

interface OverlayEditorProps {
  readonly kind: OverlayKind;
  readonly channel: Channel;
}

/** The settings of an overlay, a preview, and the address that has them. */
export function OverlayEditor({ kind, channel }: OverlayEditorProps) {
  /** As typed; what is not valid has no effect. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const settings = settingsIn(kind, new URLSearchParams(typed).toString());
  const address = location.origin + paths.overlay(channel.username, kind) + searchOf(kind, settings);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="space-y-6">
        <Card>
          <div className="space-y-4">
            <CopyField
              label={t('overlays.address')}
              what="overlay"
              value={address}
              note={t('overlays.addressHint', {
                width: settings['layer-width'],
                height: settings['layer-height'],
              })}
            />
            <a
              href={`${address}&layer-name=${encodeURIComponent(t('overlays.layer', { kind }))}`}
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <GripVertical className="size-4" />
              {t('overlays.drag')}
            </a>
          </div>
        </Card>
        <Card title={t('overlays.settings')}>
          <div className="space-y-4">
            <Fields kind={kind} typed={typed} onType={(name, text) => setTyped({ ...typed, [name]: text })} />
          </div>
        </Card>
      </div>
      <Card title={t('overlays.preview')} className="max-lg:order-first">
        <OverlayPreview kind={kind} channel={channel} settings={settings} />
      </Card>
    </div>
  );
}

interface FieldsProps {
  readonly kind: OverlayKind;
  readonly typed: Readonly<Record<string, string>>;
  readonly onType: (name: string, text: string) => void;
}

function Fields({ kind, typed, onType }: FieldsProps) {
  const fields = Object.entries<Setting>(OVERLAYS[kind]) as [keyof typeof LABELS, Setting][];
  return fields.map(([name, setting]) => {
    const text = typed[name] ?? String(Number(setting.usual));
    const label = LABELS[name];
    return setting.kind === 'switch' ? (
      <Switch
        key={name}
        label={label}
        {...(NOTES[name] && { note: NOTES[name] })}
        checked={text === '1'}
        onChange={(isOn) => onType(name, String(Number(isOn)))}
      />
    ) : (
      <TextField
        key={name}
        label={label}
        hint={[NOTES[name], boundsText(setting)].filter(Boolean).join(' ')}
        type="number"
        min={setting.least}
        max={setting.most}
        value={text}
        onChange={({ target }) => onType(name, target.value)}
        autoComplete="off"
      />
    );
  });
}

const boundsText = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  t('overlays.bounds', { least: formatNumber(least), most: formatNumber(most) });
