import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, fillIn, it, logIn, logOut } from '#test/support/browser/journey.ts';
import { codeMailedTo } from '#test/support/site/mails.ts';
import { PASSWORD } from '#test/support/site/people.ts';

it('a new user signs up, confirms the e-mail address and logs in', async ({ site, visitor }) => {
  const email = 'breeze@example.com';
  const page = await visitor();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await fillIn(page, {
    Username: 'BreezeFan',
    Email: email,
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  });
  await expectAccessible(page);
  await button(page, 'Sign Up').click();
  await expectToast(page, 'Account created!');

  await page.goto('/settings');
  const mail = page.getByRole('region', { name: 'Email' });
  await mail.getByText('Not confirmed', { exact: true }).waitFor();
  await fillIn(page, { 'Code from the email': await codeMailedTo(site.dataDir, email) });
  await button(page, 'Confirm').click();
  await mail.getByText('Confirmed', { exact: true }).waitFor();

  await logOut(page);
  await logIn(page, 'BreezeFan', PASSWORD);
  await expectToast(page, 'Welcome back!');
  await button(page, 'Account menu: BreezeFan').waitFor();
});
