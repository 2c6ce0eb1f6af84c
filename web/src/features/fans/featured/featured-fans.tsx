import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/ui/links/link.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { fanName, FanPicture } from '../fan-picture.tsx';
import { paths } from '#web/lib/paths.ts';
import { type FeaturingItem, featuredFansQuery } from '../fans.queries.ts';
import { knownMeasures, useUnits } from '../units/units.tsx';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface FeaturedFansProps {
  readonly showing: FeaturingItem;
  /** The owner, for a link to the collection. @default no link */
  readonly username?: string;
  readonly title: string;
}

export function FeaturedFans({ showing, username, title }: FeaturedFansProps) {
  const { data: fans = [] } = useQuery(featuredFansQuery(showing));
  const [units] = useUnits();
  if (fans.length === 0) return null;
  return (
    <Section
      isPart
      title={title}
      {...(username !== undefined && {
        beside: <TextLink to={paths.fanCollection(username)}>{t('fans.channelCollection')}</TextLink>,
      })}
    >
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {fans.map((fan) => (
          <li key={fan.id} className="min-w-0">
            <Link
              to={paths.fanModel(fan.model_path)}
              className="group flex items-center gap-3 card p-2 hover:border-accent"
            >
              <span className="w-24 shrink-0">
                <FanPicture name={fanName(fan)} url={fan.picture_urls[0]} />
              </span>
              <span className="min-w-0">
                <span className="line-clamp-2 font-semibold wrap-anywhere group-hover:text-accent">
                  {fanName(fan)}
                </span>
                <span className="block truncate text-sm text-soft">
                  {knownMeasures(fan, ['year', 'air_flow_m3h', 'noise_dba'], units).join(' · ') ||
                    categoryName(fan.kind)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
