import { PermissionsBoundary, type App } from 'aws-cdk-lib';
import { resourceTags } from '#functions/aws/resource-tags.ts';
import { cameraLimits } from './functions/camera-limits.ts';
import { CDN_REGION } from './alarms/cdn-metric.ts';
import { CdnAlarmStack } from './guard/cdn-alarm-stack.ts';
import { GuardStack } from './guard/guard-stack.ts';
import { SiteStack } from './site-stack.ts';
import { addressRates } from './stage/address-limits.ts';
import { settingsIn } from './stage/context.ts';
import { boundaryName } from './stage/permissions-boundary.ts';
import { settingsOf } from './stage/settings.ts';

/** The only region in which CloudFront accepts web ACLs and certificates. */
const GUARD_REGION = 'us-east-1';
const MONTHLY_BUDGET_DOLLARS = 100;

/** Where a site is deployed, and from which files. */
export interface Place {
  /** @default the account of the operator's credentials */
  readonly account?: string | undefined;
  readonly region: string;
  /** Folder of the built web app. @default none: the stack can be synthesised, but not deployed */
  readonly webDist?: string | undefined;
}

/**
 * Creates the stacks of the site that the app's context describes, each named after its stage. Names of stacks in
 * us-east-1 also contain the site's region, because all sites of an account have theirs there. Throws a `SettingError`
 * for an invalid context.
 */
export function createStacks(app: App, { account, region, webDist }: Place) {
  const contextOf = settingsIn(app.node.getAllContext() as Record<string, unknown>);
  const {
    monthlyBudgetDollars,
    costMonitorArn,
    bootstrapQualifier,
    permissionsBoundary,
    addressLimits,
    cdnPlan,
    ...settings
  } = settingsOf(contextOf, { account, region });
  if (bootstrapQualifier) app.node.setContext('@aws-cdk/core:bootstrapQualifier', bootstrapQualifier);
  const name = `Fanfare-${settings.stage.name}`;
  const common = {
    crossRegionReferences: true,
    tags: resourceTags(settings.stage.name),
    terminationProtection: settings.stage.refusesDeletion,
    ...(permissionsBoundary && {
      permissionsBoundary: PermissionsBoundary.fromName(boundaryName(settings.stage.name)),
    }),
  };
  const guard = new GuardStack(app, `${name}-guard-${region}`, {
    ...common,
    env: { ...(account && { account }), region: GUARD_REGION },
    alarmEmail: settings.alarmEmail,
    addressLimits,
    costs: { monthlyDollars: monthlyBudgetDollars ?? MONTHLY_BUDGET_DOLLARS, monitorArn: costMonitorArn },
  });
  const site = new SiteStack(app, name, {
    ...common,
    ...settings,
    env: { ...(account && { account }), region },
    addressRates: addressRates(addressLimits),
    webAclArn: guard.webAclArn,
    webDist,
    camera: cameraLimits(contextOf),
  });
  const cdnAlarm = new CdnAlarmStack(app, `${name}-cdn-${region}`, {
    ...common,
    env: { ...(account && { account }), region: CDN_REGION },
    distributionId: site.distributionId,
    webAclArn: guard.webAclArn,
    plan: cdnPlan,
    topic: guard.topic,
  });
  return { guard, site, cdnAlarm };
}
