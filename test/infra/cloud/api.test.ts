import { describe, expect, test } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import { routeKeys } from '#infra/cloud/api.ts';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();

interface RouteProperties {
  readonly RouteKey: string;
  readonly Target: { readonly 'Fn::Join': readonly [string, readonly [string, { readonly Ref: string }]] };
}
interface IntegrationProperties {
  readonly IntegrationUri: { readonly 'Fn::GetAtt': readonly [string, string] };
}

const integrations = resources<IntegrationProperties>(site, 'AWS::ApiGatewayV2::Integration');

/** The logical id of each route's Lambda. */
const routes = new Map(
  Object.values(resources<RouteProperties>(site, 'AWS::ApiGatewayV2::Route')).map(({ Properties }) => {
    const [, { Ref: integration }] = Properties.Target['Fn::Join'][1];
    return [Properties.RouteKey, integrations[integration]?.Properties.IntegrationUri['Fn::GetAtt'][0]];
  }),
);

const functionId = (name: LambdaName) => logicalId(site.stack, `Functions/${name}`);
const routed = ['api', 'playlists', 'community', 'accounts', 'publishing', 'pages'] as const;

describe('the API’s routes', () => {
  test.each(routed)('send each feature of %s, with all paths below it, to that Lambda', (name) => {
    for (const feature of lambdas[name].features.filter((claim) => !claim.includes(' '))) {
      expect(routes.get(`ANY /api/${feature}`)).toBe(functionId(name));
      expect(routes.get(`ANY /api/${feature}/{proxy+}`)).toBe(functionId(name));
    }
  });

  test('send the one route of another feature that needs IVS to publishing', () => {
    expect(routes.get('PATCH /api/streamers/status')).toBe(functionId('publishing'));
    expect(routes.get('ANY /api/streamers/{proxy+}')).toBe(functionId('api'));
  });

  test('send a broadcast’s playlist to playlists, and its other routes to publishing', () => {
    expect(routes.get('GET /api/browser-stream/{stream_id}/live.m3u8')).toBe(functionId('playlists'));
    expect(routes.get('ANY /api/browser-stream/{proxy+}')).toBe(functionId('publishing'));
    expect(routes.get('ANY /api/browser-stream')).toBe(functionId('publishing'));
  });

  test('send everything else below /api to api, which answers 404 in the common form', () => {
    expect(routes.get('ANY /api/{proxy+}')).toBe(functionId('api'));
  });

  test('are exactly those', () => {
    expect([...routes.keys()].toSorted()).toEqual(routed.flatMap(routeKeys).toSorted());
    expect(lambdas.events.features).toEqual([]);
  });

  test('may call the Lambdas that serve them and no other', () => {
    type Permission = { FunctionName: { 'Fn::GetAtt': [string, string] }; Principal: string };
    const callable = Object.values(resources<Permission>(site, 'AWS::Lambda::Permission'))
      .filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
      .map(({ Properties }) => Properties.FunctionName['Fn::GetAtt'][0]);
    expect(callable.toSorted()).toEqual(routed.map(functionId).toSorted());
  });
});

describe('the API’s stage', () => {
  const stage = site.template.toJSON().Resources[logicalId(site.stack, 'Api/Stage')].Properties;

  test('throttles reads of live broadcasts separately for each route', () => {
    const routes = Object.values(resources<{ RouteKey: string }>(site, 'AWS::ApiGatewayV2::Route'));
    const live = routes.map(({ Properties }) => Properties.RouteKey).filter((key) => /live|rewind/.test(key));
    expect(live.length).toBeGreaterThan(5);
    expect(Object.keys(stage.RouteSettings).toSorted()).toEqual(live.toSorted());
    for (const settings of Object.values(stage.RouteSettings))
      expect(settings).toEqual({ ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 1000 });
  });

  test('logs every request without headers, path, query and body', () => {
    const { site, ...format }: Record<string, string> = JSON.parse(stage.AccessLogSettings.Format);
    expect(site).toBe('dev');
    expect(Object.values(format)).toContain('$context.requestId');
    for (const field of Object.values(format)) expect(field).toMatch(/^\$context\.[\w.]+$/);
    expect(JSON.stringify(format)).not.toMatch(/authori[sz]|header|query|body|\.path/i);
  });

  test('allows no other origin', () => {
    const [api] = Object.values(resources<object>(site, 'AWS::ApiGatewayV2::Api'));
    expect(api?.Properties).not.toHaveProperty('CorsConfiguration');
  });
});
