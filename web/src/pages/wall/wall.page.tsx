import { useQueries } from '@tanstack/react-query';
import { LayoutGrid, LayoutPanelLeft, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import { prepareToPlay } from '#web/features/player/engine/playback.ts';
import { useAfterFirstPlayer } from '#web/features/player/player-frame.tsx';
import { channelQuery } from '#web/features/channels/channels.queries.ts';
import { videoQuery } from '#web/features/videos/videos.queries.ts';
import { keepWall, lastWall, wallPath, withoutTile, withTile } from '#web/features/wall/wall-address.ts';
import { WallGrid } from '#web/features/wall/wall-grid.tsx';
import { type Mix, useMix, WallMixer } from '#web/features/wall/wall-mixer.tsx';
import { keyOf, readWall, type Tile, type Wall } from '#web/features/wall/wall-tiles.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { KEEPS_PLACE } from '#web/lib/navigation/keeps-place.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { share } from '#web/ui/overlays/copy-and-share.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { RoomChat } from '../chat/room-chat.tsx';
import { ChannelTile, VideoTile } from './tiles.tsx';
import { WallSearch } from './wall-search.tsx';
import { t } from '#web/lib/i18n/messages.ts';

// The tiles need it as soon as their channels and videos are known.
prepareToPlay();

/** /wall?of=…: up to four channels and videos. Without an address: the last one. */
export function WallPage() {
  useDocumentTitle(t('wall.title'));
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const wall = readWall(search);
  const path = wallPath(wall);
  const isEmpty = wall.tiles.length === 0;
  useEffect(() => {
    if (!isEmpty) keepWall(readWall(new URL(path, location.href).searchParams));
  }, [path, isEmpty]);
  const show = (next: Wall) => {
    // Stores an empty wall too, otherwise the last one returns.
    keepWall(next);
    void navigate(wallPath(next), { replace: true, state: KEEPS_PLACE });
  };
  if (isEmpty && lastWall().tiles.length > 0) return <Navigate to={wallPath(lastWall())} replace />;
  return (
    <>
      <header className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="me-auto text-2xl font-bold">{t('wall.title')}</h1>
        {wall.big !== null && (
          <Button variant="secondary" onClick={() => show({ ...wall, big: null })}>
            <LayoutGrid className="size-4" />
            {t('wall.equalSize')}
          </Button>
        )}
        {!isEmpty && (
          <Button
            variant="secondary"
            onClick={() => void share({ title: t('wall.title'), url: new URL(path, location.href).href })}
          >
            <Share2 className="size-4" />
            {t('common.share')}
          </Button>
        )}
      </header>
      {isEmpty ? (
        <EmptyState icon={<LayoutPanelLeft className="rtl:-scale-x-100 size-6" />} title={t('wall.empty')}>
          {t('wall.emptyHint')}
        </EmptyState>
      ) : (
        <WallView wall={wall} onShow={show} />
      )}
      <div className="mt-6 max-w-2xl">
        <WallSearch onAdd={(tile) => show(withTile(wall, tile))} offersLive={isEmpty} />
      </div>
    </>
  );
}

interface WallViewProps {
  readonly wall: Wall;
  readonly onShow: (wall: Wall) => void;
}

function WallView({ wall, onShow }: WallViewProps) {
  const mix = useMix();
  const { names, live, isPending } = useKnown(wall.tiles);
  useAfterFirstPlayer(!isPending);
  const tiles = wall.tiles.map((tile) => {
    const key = keyOf(tile);
    const name = names.get(key) ?? (tile.kind === 'channel' ? tile.username : t('wall.video'));
    return {
      key,
      name,
      player: <Hanging tile={tile} isBig={key === wall.big || wall.tiles.length === 1} mix={mix} />,
    };
  });
  return (
    <div className="grid gap-4 beside:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_var(--wall-chat)]">
      <div className="min-w-0 space-y-4">
        <WallGrid tiles={tiles} big={wall.big} onBig={(big) => onShow({ ...wall, big })} />
        <WallMixer tiles={tiles} mix={mix} onRemove={(key) => onShow(withoutTile(wall, key))} />
      </div>
      {live.length > 0 && <OneChat channels={live} />}
    </div>
  );
}

function useKnown(tiles: readonly Tile[]) {
  const ofChannels = useQueries({
    queries: tiles.flatMap((tile) => (tile.kind === 'channel' ? [channelQuery(tile.username)] : [])),
  });
  const ofVideos = useQueries({
    queries: tiles.flatMap((tile) => (tile.kind === 'video' ? [videoQuery(tile.id)] : [])),
  });
  const channels = ofChannels.flatMap(({ data }) => (data ? [data] : []));
  const names = new Map([
    ...channels.map(
      ({ username, display_name }) => [keyOf({ kind: 'channel', username }), display_name] as const,
    ),
    ...ofVideos.flatMap(({ data }) =>
      data ? [[keyOf({ kind: 'video', id: data.id }), data.title] as const] : [],
    ),
  ]);
  const isPending = [...ofChannels, ...ofVideos].some((query) => query.isPending);
  return { names, live: channels.filter(({ is_live }) => is_live), isPending };
}

interface HangingProps {
  readonly tile: Tile;
  readonly isBig: boolean;
  readonly mix: Mix;
}

function Hanging({ tile, isBig, mix }: HangingProps) {
  const key = keyOf(tile);
  const control = {
    isBig,
    sound: mix.soundOf(key),
    onSound: (change: Parameters<Mix['change']>[1]) => mix.change([key], change),
  };
  return tile.kind === 'video' ? (
    <VideoTile id={tile.id} control={control} />
  ) : (
    <ChannelTile username={tile.username} control={control} />
  );
}

/** One chat of the live channels at a time. */
function OneChat({ channels }: { readonly channels: readonly Channel[] }) {
  const [chosen, setChosen] = useState('');
  const visible = channels.find(({ id }) => id === chosen) ?? channels[0];
  if (!visible) return null;
  const names = channels.map(({ id, display_name }) => ({ value: id, text: display_name }));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {channels.length > 1 && (
        <SelectField
          label={t('wall.chatOf')}
          options={names}
          value={visible.id}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <RoomChat
        key={visible.id}
        channelId={visible.id}
        streamer={visible.username}
        className="h-[max(20rem,calc(100dvh-16rem-var(--keyboard,0px)))]"
      />
    </div>
  );
}
