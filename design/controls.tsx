import { Bell, Copy } from 'lucide-react';
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { LanguageSelect } from '#web/ui/language-select.tsx';
import { Link, NavLink } from '#web/ui/links/link.tsx';
import { TimedText } from '#web/ui/links/timed-text.tsx';
import { LinkedText } from '#web/ui/links/linked-text.tsx';
import { BrandLink, TextLink } from '#web/ui/links/links.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { doNothing, type Specimens } from './specimens.ts';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'outline', 'off'] as const;
const ICON_VARIANTS = ['ghost', 'secondary', 'outline', 'off'] as const;
const ROW = 'flex flex-wrap items-center gap-3';

const buttons = VARIANTS.map((variant) => (
  <div key={variant} className={ROW}>
    <Button variant={variant} size="sm">
      Small
    </Button>
    <Button variant={variant}>Medium</Button>
    <Button variant={variant} size="field">
      As a field
    </Button>
    <Button variant={variant} size="lg">
      Large
    </Button>
    <Button variant={variant} shape="pill">
      Pill
    </Button>
    <Button variant={variant} disabled>
      Disabled
    </Button>
    <Button variant={variant} busy>
      Busy
    </Button>
  </div>
));

const iconButtons = ICON_VARIANTS.map((variant) => (
  <div key={variant} className={ROW}>
    {(['sm', 'md', 'field'] as const).map((size) => (
      <IconButton key={size} label="Copy" variant={variant} size={size}>
        <Copy className="size-4" />
      </IconButton>
    ))}
    <IconButton label="Copy" variant={variant} disabled>
      <Copy className="size-4" />
    </IconButton>
    <IconButton label="Notify" variant={variant} aria-pressed>
      <Bell className="size-5" />
    </IconButton>
  </div>
));

const tabs = (['one', 'two'] as const).map((key) => ({ key, label: `Tab ${key}`, panel: `Panel ${key}` }));

export const CONTROLS: Specimens = {
  Button: buttons,
  ButtonLink: (
    <ButtonLink to="/design" variant="secondary">
      A link
    </ButtonLink>
  ),
  IconButton: iconButtons,
  ConfirmedButton: <ConfirmedButton label="Delete" confirmation="Delete now" onConfirm={doNothing} />,
  Tabs: <Tabs label="Tabs" tabs={tabs} open="one" onOpen={doNothing} />,
  links: (
    <div className={ROW}>
      <Link to="/elsewhere">A link without a style</Link>
      <NavLink to="/design/" className="aria-[current=page]:text-accent">
        The current page
      </NavLink>
      <TextLink to="/elsewhere">A link in a text</TextLink>
      <LinkedText text="See https://fans.example/ for more" />
      <TimedText text="It squeaks at 3:15" page="/channel/GaleForce/video/1" durationS={600} />
    </div>
  ),
  BrandLink: (
    <div className="flex gap-6">
      <BrandLink />
      <BrandLink whole />
    </div>
  ),
  LanguageSelect: <LanguageSelect />,
};
