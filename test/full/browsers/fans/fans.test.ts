/** A collection, between its owner, who measures in inches, and a visitor with a phone and metric units. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import type { Fan } from '#shared/channels/fans.ts';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { closeToast, expectToast } from '#test/support/browser/browser.ts';
import { chooseInMenu, expectFocused, tabTo } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { aFanBody } from '#test/support/api/fan-bodies.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import type { Person } from '#test/support/site/people.ts';
import { published } from '#test/support/site/video-uploads.ts';

const PICTURE = fileURLToPath(new URL('../../../../web/public/icon-512.png', import.meta.url));

const world = useWorld();
const makeFilm = useFilms();
let gale: Person;
let owner: Page;
let visitor: Page;
let videoId: string;
const complaints: (readonly string[])[] = [];
/** Fans of other people. */
const others: Fan[] = [];

beforeAll(async () => {
  const [first, calm] = (await Promise.all(['GaleForce', 'CalmAir'].map(world.person))) as [Person, Person];
  gale = first;
  for (const [model, noise_dba] of [
    ['Loud', 70],
    ['Quiet', 24],
  ] as const)
    others.push(
      (await calm.call('PUT', `/fans/${ulid()}`, aFanBody({ model, noise_dba, year: 1990 }))) as Fan,
    );
  const film = await makeFilm(FILMS.find(({ name }) => name === 'blink.mp4') as Film);
  ({ id: videoId } = await published(world.site, gale, film, 'The walnut blades'));
  const open = async (person: Person | undefined, locale: string, width: number) => {
    const opened = await world.visitor(person, {
      locale,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    complaints.push(opened.complaints);
    return opened.page;
  };
  owner = await open(gale, 'en-US', 1440);
  visitor = await open(undefined, 'en-GB', 390);
});

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
const expectWellMade = async (page: Page) => {
  expect(await violations(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
};

describe('a fan’s owner', () => {
  const form = () => owner.getByRole('dialog', { name: 'Add a fan' });

  it('adds it by keyboard with a picture, in inches, and confirms an unusual value', async () => {
    await owner.goto('/channel/GaleForce/fans');
    await owner.getByRole('heading', { name: 'Which fans do you have?' }).waitFor();
    await expectWellMade(owner);
    await tabTo(owner, 'button', 'Add a fan');
    await owner.keyboard.press('Enter');
    await form().waitFor();
    for (const [role, name, text] of [
      ['textbox', 'Maker', 'Nörthwind'],
      ['textbox', 'Model', 'Desk King'],
      ['combobox', 'Kind', 'Table Fans'],
      ['textbox', 'Year', '1962'],
      ['textbox', 'Diameter, in', '12'],
      ['textbox', 'Air flow, CFM', '1,000'],
      ['textbox', 'Noise, dB(A)', '2000'],
    ] as const) {
      await tabTo(owner, role, name);
      await owner.keyboard.type(text);
    }
    await form().getByLabel('Picture of the fan').setInputFiles(PICTURE);
    await form().getByRole('img', { name: 'Picture 1' }).waitFor();
    await owner.keyboard.press('Enter');
    await form()
      .getByText('Noise must be from 5 to 130 dB(A): even a rocket close up has only about 180.')
      .waitFor();
    await expectFocused(owner, 'textbox', 'Noise, dB(A)');
    await owner.keyboard.press('ControlOrMeta+a');
    await owner.keyboard.type('92');
    await owner.keyboard.press('Enter');
    await form().getByText("92 dB(A)? That's louder than heavy traffic. Is that right?").waitFor();
    await owner.keyboard.press('ControlOrMeta+a');
    await owner.keyboard.type('42');
    await form().getByRole('button', { name: 'Add repair' }).click();
    await form().getByLabel('What was done in repair 1').fill('New bearings');
    await expectWellMade(owner);
    await owner.keyboard.press('Enter');
    await expectToast(owner, 'Fan added');
    await closeToast(owner);
    await card(owner, 'Desk King').getByText('12 in').waitFor();
    await expectWellMade(owner);
  });

  it('names it in a video and a stream', async () => {
    const status = async () => ((await gale.call('GET', `/videos/${videoId}`)) as Video).status;
    await expect.poll(status).toBe('ready');
    await owner.goto(`/channel/GaleForce/video/${videoId}`);
    await owner.getByRole('button', { name: 'More options for The walnut blades' }).focus();
    await owner.keyboard.press('Enter');
    await chooseInMenu(owner, 'Edit details');
    const edit = owner.getByRole('dialog', { name: 'Edit details' });
    await edit.getByRole('checkbox', { name: 'Nörthwind Desk King' }).waitFor();
    await tabTo(owner, 'checkbox', 'Nörthwind Desk King');
    await owner.keyboard.press('Space');
    await edit.getByText('Saved').waitFor();
    expect(await violations(owner)).toEqual([]);
    await owner.keyboard.press('Escape');
    await owner.goto('/go-live');
    await owner.getByRole('button', { name: 'Fans in your stream' }).click();
    await owner.getByRole('checkbox', { name: 'Nörthwind Desk King' }).check();
    await owner.getByText('Saved').waitFor();
    await owner.keyboard.press('Escape');
  });
});

describe('a visitor', () => {
  it('sees it below video and channel, in local units', async () => {
    for (const path of [`/channel/GaleForce/video/${videoId}`, '/channel/GaleForce']) {
      await visitor.goto(path);
      const fans = visitor.getByRole('region', { name: /^Fans in this/ });
      // They are the last ones on a phone, and load when they become visible.
      await expect
        .poll(async () => {
          await visitor.keyboard.press('End');
          return fans.count();
        })
        .toBe(1);
      await fans.getByRole('link', { name: 'Nörthwind Desk King 1962 · 1,699 m³/h · 42 dB(A)' }).waitFor();
      await expectWellMade(visitor);
    }
  });

  it('finds it by words and ranges, which the address keeps', async () => {
    await visitor.goto('/browse');
    await visitor.getByRole('link', { name: 'Find fans', exact: true }).click();
    await card(visitor, 'Loud').waitFor();
    await expectWellMade(visitor);
    await visitor.getByLabel('Keywords').fill('northwind');
    await visitor.getByRole('button', { name: 'Filters' }).click();
    await visitor.getByLabel('Noise, dB(A), to').fill('45');
    await visitor.getByLabel('Year, to').fill('1970');
    await visitor.keyboard.press('Enter');
    await visitor.getByText('1 fan', { exact: true }).waitFor();
    const address = new URL(visitor.url());
    expect(address.pathname + address.search).toBe('/fans?q=northwind&year=..1970&noise_dba=..45');
    await visitor.reload();
    await card(visitor, 'Desk King').getByText('30.5 cm').waitFor();
    expect(await visitor.getByRole('article').count()).toBe(1);
    await visitor.getByRole('button', { name: 'in, CFM' }).click();
    await card(visitor, 'Desk King').getByText('12 in').waitFor();
    await visitor.getByRole('button', { name: 'cm, m³/h' }).click();
    await expectWellMade(visitor);
  });

  it('finds all fans of its model', async () => {
    await card(visitor, 'Desk King').getByRole('link', { name: 'Nörthwind Desk King' }).click();
    await visitor.getByRole('heading', { level: 1, name: 'Nörthwind Desk King' }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe('/fans/northwind/desk-king');
    const videos = visitor.getByRole('region', { name: 'Videos showing this fan' });
    await videos.getByRole('link', { name: /The walnut blades/ }).waitFor();
    const streams = visitor.getByRole('region', { name: 'Channels showing this fan' });
    await streams.getByRole('link', { name: /GaleForce/ }).waitFor();
    await visitor.getByText('One repair').click();
    await visitor.getByText('New bearings').waitFor();
    await expectWellMade(visitor);
  });

  it('compares three at an address that everyone can open', async () => {
    await visitor.getByRole('button', { name: 'Compare Nörthwind Desk King' }).click();
    await visitor.goto('/fans?q=northwind&year=1990..');
    for (const { model } of others)
      await visitor.getByRole('button', { name: `Compare Northwind ${model}` }).click();
    await visitor.getByRole('link', { name: 'Compare', exact: true }).click();
    const row = (name: string) =>
      visitor
        .getByRole('row')
        .filter({ has: visitor.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell');
    await expect
      .poll(() => row('Noise').allTextContents())
      .toEqual(['42 dB(A)', '70 dB(A)', '24 dB(A) quietest']);
    expect(await row('Diameter').allTextContents()).toEqual(['30.5 cm', '30 cm', '30 cm']);
    const chart = visitor.getByRole('img', { name: /^Air flow vs. noise/ });
    expect(await chart.getAttribute('aria-label')).toContain(
      'A, Nörthwind Desk King: 42 dB(A), 1,699 m³/h. B, Northwind Loud: 70 dB(A), 1,450 m³/h.',
    );
    await expectWellMade(visitor);
    await visitor.setViewportSize({ width: 1440, height: 900 });
    await expectWellMade(visitor);
    await owner.goto(visitor.url().slice(new URL(visitor.url()).origin.length));
    await owner.getByRole('cell', { name: '12 in', exact: true }).waitFor();
    await tabTo(owner, 'button', 'Remove Northwind Loud');
    await owner.keyboard.press('Enter');
    await expect.poll(() => owner.getByRole('columnheader').count()).toBe(3);
    expect(owner.url()).toContain(others[1]!.id);
    expect(owner.url()).not.toContain(others[0]!.id);
  });
});

describe('the owner, later', () => {
  it('deletes it everywhere', async () => {
    await owner.goto('/channel/GaleForce/fans');
    await owner.getByRole('button', { name: 'More options for Nörthwind Desk King' }).focus();
    await owner.keyboard.press('Enter');
    await chooseInMenu(owner, 'Delete');
    await owner.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(owner, 'Fan deleted');
    await owner.getByRole('heading', { name: 'Which fans do you have?' }).waitFor();
    await expect
      .poll(async () => {
        await visitor.goto('/fans/northwind/desk-king');
        return visitor.getByRole('heading', { level: 1 }).textContent();
      })
      .toBe('No one has this fan');
  });

  it('the pages caused no error', () => {
    expect(complaints.flat()).toEqual([]);
  });
});
