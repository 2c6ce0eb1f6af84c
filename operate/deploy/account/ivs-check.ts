import { aws } from '../../aws-cli.ts';
import { error, ok, warning, type AccountCheck } from './finding.ts';

/** At the time of writing. Source: AWS General Reference, "Amazon Interactive Video Service endpoints and quotas". */
const KNOWN_REGIONS = [
  'us-east-1',
  'us-west-2',
  'eu-west-1',
  'eu-central-1',
  'ap-south-1',
  'ap-northeast-1',
  'ap-northeast-2',
];
const REGIONS = '/aws/service/global-infrastructure/services/ivs/regions';

interface Parameters {
  readonly Parameters: readonly { readonly Value: string }[];
}

export const checkIvs: AccountCheck = async ({ region }) => {
  if (KNOWN_REGIONS.includes(region)) return ok(`IVS is in ${region}.`);
  const list = ['ssm', 'get-parameters-by-path', '--path', REGIONS, '--region', 'us-east-1'];
  const regions = (await aws<Parameters>(...list))?.Parameters.map(({ Value }) => Value) ?? [];
  if (regions.includes(region)) return ok(`IVS is in ${region}.`);
  const advice = `Set AWS_REGION to one of ${[...new Set([...KNOWN_REGIONS, ...regions])].join(', ')}.`;
  return regions.length === 0
    ? warning(`Cannot determine whether IVS is available in ${region}.`, advice)
    : error(`IVS is not available in ${region}.`, advice);
};
