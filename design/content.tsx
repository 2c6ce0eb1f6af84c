import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Badge, LiveBadge, LiveDot, TagList } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChannelAddress } from '#web/ui/channel-address.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { OwnViewerCount } from '#web/ui/own-viewers.tsx';
import { PageText } from '#web/ui/page-text.tsx';
import { Poster } from '#web/ui/pictures/poster.tsx';
import { BroadcastFigures, ReceiptFrame } from '#web/ui/receipt-frame.tsx';
import { Section } from '#web/ui/section.tsx';
import { ToolPanel } from '#web/ui/tool-panel.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { doNothing, type Specimens } from './specimens.ts';

const GRID = 'grid grid-cols-3 items-start gap-4';
const PICTURE = '/design/favicon.svg';

export const CONTENT: Specimens = {
  Card: (
    <div className={GRID}>
      <Card title="Plain" description="With a description">
        Text
      </Card>
      <Card title="Compact" isCompact>
        Text
      </Card>
      <Card title="Accent" tone="accent">
        Text
      </Card>
      <Card>Without a title</Card>
    </div>
  ),
  Section: (
    <Section title="A section" beside="Beside the title">
      Text
    </Section>
  ),
  ToolPanel: (
    <ToolPanel title="A tool" closeLabel="Close" onClose={doNothing}>
      Text
    </ToolPanel>
  ),
  badges: (
    <div className="flex items-center gap-4">
      <Badge>quiet</Badge>
      <TagList tags={['quiet', 'large']} className="" />
      <LiveBadge />
      <LiveDot />
    </div>
  ),
  OwnViewerCount: (
    <div className="flex flex-wrap items-center gap-4">
      <OwnViewerCount viewers={{ count: 4711, isHidden: false }} />
      <OwnViewerCount viewers={{ count: 4711, isHidden: true }} />
      <OwnViewerCount viewers={{ count: 4711, isHidden: true }} isShort />
      <OwnViewerCount viewers={{ count: undefined, isHidden: true }} />
    </div>
  ),
  Avatar: (
    <div className="flex items-center gap-4">
      <Avatar name="GaleForce" />
      <Avatar name="BreezyBea" className="size-16 text-2xl" />
      <Avatar name="GaleForce" src={PICTURE} />
    </div>
  ),
  Poster: (
    <div className={GRID}>
      <div className="aspect-video">
        <Poster url={null} name="Box fan" />
      </div>
      <div className="aspect-video">
        <Poster url={PICTURE} name="Box fan" />
      </div>
    </div>
  ),
  FanMark: (
    <div className="flex gap-4 text-accent">
      <FanMark />
      <FanMark className="size-12" />
    </div>
  ),
  ChannelAddress: <ChannelAddress channelPath="/channel/GaleForce" />,
  ReceiptFrame: (
    <div className="space-y-3">
      <ReceiptFrame title="With a replay" state="done" isDone hasReplay onDismiss={doNothing}>
        <BroadcastFigures streamId="none" />
      </ReceiptFrame>
      <ReceiptFrame title="In work" state="open" isDone={false} hasReplay={false} onDismiss={doNothing}>
        Text
      </ReceiptFrame>
    </div>
  ),
  PageText: (
    <PageText title="A page of text">
      <p>
        A paragraph with <code>code</code>.
      </p>
      <h2>A heading</h2>
      <ul>
        <li>An item</li>
      </ul>
    </PageText>
  ),
  WhenNear: <WhenNear isNeeded>Near the window</WhenNear>,
};
