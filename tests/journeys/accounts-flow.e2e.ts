import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import {
  aLinkedRegistration,
  aMail,
  aNewcomer,
  anActivation,
  aUser,
  fakeAccounts,
  type FakeAccounts,
} from '#tests/support/browser/fake-accounts.ts';
import { aSite, type FakeApi, fakeApi, noon, rejection } from '#tests/support/browser/fake-api.ts';
import { untilHydrated } from '#tests/support/browser/until-hydrated.ts';

const aPassword = 'Long-enough-1';

async function start(
  page: Page,
  path: string,
  over: Partial<FakeAccounts> = {},
  { isSignedIn = false } = {},
): Promise<FakeApi> {
  await page.clock.setFixedTime(noon);
  const api = await fakeApi(page, { isSignedIn, accounts: fakeAccounts(over) });
  await page.goto(path);
  await untilHydrated(page);
  return api;
}

const signedIn = { isSignedIn: true };
const error = (page: Page, field: string) => page.locator(`#${field}-message`);
const summary = (page: Page) => page.locator('.err-sum');
const send = (page: Page) => page.locator('form [type=submit]').click();

async function register(page: Page, over: Record<string, string> = {}): Promise<void> {
  const values = { email: 'olena@example.com', newPassword: aPassword, repeat: aPassword, ...over };
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
  await page.locator('#acceptedTerms').check({ force: true });
  await send(page);
}

const bodiesTo = (api: FakeApi, path: string) =>
  api.accounts.sent.filter((call) => call.path === path).map(({ body }) => body as Record<string, string>);

test.describe('registration', () => {
  test('a campaign from any page is saved, and everything is sent to the server once', async ({ page }) => {
    const api = await start(page, '/en/?campaign=spring-26', { user: aNewcomer() });
    await page.goto('/en/register');
    await untilHydrated(page);
    api.isSignedIn = true;
    await register(page);
    await expect(page).toHaveURL('/en/confirm-email');
    expect(bodiesTo(api, '/api/registration')).toEqual([
      {
        email: 'olena@example.com',
        password: aPassword,
        lang: 'en',
        campaign: 'spring-26',
        acceptedTerms: true,
        captcha: expect.stringMatching(/^[\w+/=]{100,}$/),
      },
    ]);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('a-token');
  });

  test('an invalid campaign is not saved', async ({ page }) => {
    await start(page, '/uk/?campaign=%3Cscript%3E');
    expect(await page.evaluate(() => localStorage.getItem('campaign'))).toBeNull();
  });

  test('a server error is shown at the field it names, and no input is lost, nor by a language switch', async ({
    page,
  }) => {
    const details = [{ field: 'email', message: 'A server knows better.' }];
    const refused = { '/api/registration': rejection('validation_failed', 'Check', details) };
    const api = await start(page, '/en/register', { refused });
    await register(page);
    await expect(error(page, 'email')).toHaveText('A server knows better.');
    await expect(page.locator('#email')).toBeFocused();
    await expect(summary(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Language: EN, English' }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await expect(page.getByRole('heading', { name: 'Создайте аккаунт' })).toBeVisible();
    await expect(page.locator('#email')).toHaveValue('olena@example.com');
    await expect(page.locator('#repeat')).toHaveValue(aPassword);
    await expect(page.locator('#acceptedTerms')).toBeChecked();
    // A robot check is valid once: the next attempt needs another.
    await page.locator('#email').fill('olena.k@example.com');
    await send(page);
    await expect.poll(() => bodiesTo(api, '/api/registration').length).toBe(2);
    const [first, second] = bodiesTo(api, '/api/registration');
    expect(first?.['captcha']).not.toBe(second?.['captcha']);
  });

  test('an address that has an account is passed on to the sign-in or the reset', async ({ page }) => {
    const refused = { '/api/registration': rejection('email_taken', 'Ця пошта вже зареєстрована.') };
    await start(page, '/uk/register', { refused });
    await register(page);
    await expect(summary(page)).toBeFocused();
    await summary(page).getByRole('link', { name: 'Відновити пароль' }).click();
    await expect(page).toHaveURL(/\/uk\/forgot-password$/);
    await expect(page.locator('#email')).toHaveValue('olena@example.com');
    await page.goBack();
    // The page before stays until this one is loaded, and has a field for the address as well.
    await expect(page.locator('#newPassword')).toBeVisible();
    await expect(page).toHaveURL(/\/uk\/register$/);
    await register(page);
    await summary(page).getByRole('link', { name: 'Увійти' }).click();
    await expect(page).toHaveURL(/\/uk\/login$/);
    await expect(page.locator('#email')).toHaveValue('olena@example.com');
  });
});

test.describe('with a third-party robot check', () => {
  // The operator who enables it extends the content security policy; the site of this test does not
  // allow other origins.
  test.use({ bypassCSP: true });

  test('its script is loaded, its proof sent, and the widget rendered again after an error', async ({ page }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `let drawn = 0;
          window.turnstile = {
            render(box, options) { drawn += 1; options.callback(options.sitekey + options.language + drawn); return 'id'; },
            remove() {},
          };`,
      }),
    );
    const refused = { '/api/registration': rejection('captcha_failed', 'Please verify that you are not a robot') };
    const captcha = { kind: 'turnstile', siteKey: 'site-' } as const;
    const api = await start(page, '/en/register', { captcha, refused });
    await register(page);
    await expect(error(page, 'captcha')).toHaveText('Please verify that you are not a robot');
    await send(page);
    await expect
      .poll(() => bodiesTo(api, '/api/registration').map(({ captcha: proof }) => proof))
      .toEqual(['site-en1', 'site-en2']);
  });
});

test.describe('sign-in', () => {
  const fill = async (page: Page, password: string): Promise<void> => {
    await page.locator('#email').fill('olena@example.com');
    await page.locator('#password').fill(password);
    await send(page);
  };

  test('without a chosen language the page continues in the account’s language; a chosen one stays', async ({
    page,
  }) => {
    const api = await start(page, '/login?next=%2Fuk%2Faccount', { user: aUser({ lang: 'ru' }) });
    const given = new URL(page.url()).pathname.slice(1, 3);
    expect(given).not.toBe('ru');
    api.isSignedIn = true;
    await fill(page, 'Kurs-demo-1');
    await expect(page).toHaveURL('/ru/account');
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.removeItem('token'));
    api.isSignedIn = false;
    await page.goto(`/${given}/login`);
    await page.getByRole('button', { name: 'Мова: UA' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page).toHaveURL('/en/login');
    api.isSignedIn = true;
    await fill(page, 'Kurs-demo-1');
    await expect(page).toHaveURL('/en/signal');
  });

  for (const code of ['captcha_required', 'rate_limited'] as const)
    test(`the robot check appears upon ${code}, and is sent with the next attempt`, async ({ page }) => {
      const refused = { '/api/login': rejection(code, 'Confirm that you are not a robot') };
      const api = await start(page, '/en/login', { refused });
      await fill(page, 'Kurs-demo-1');
      await expect(page.locator('.err-sum, #captcha-message')).toContainText(['Confirm that you are not a robot']);
      await expect(page.getByText('Verified: you’re not a robot')).toBeVisible();
      api.accounts.refused = {};
      await send(page);
      await expect(page).toHaveURL('/en/signal');
      expect(bodiesTo(api, '/api/login').map(({ captcha }) => Boolean(captcha))).toEqual([false, true]);
    });

  test('the demo account is offered where the server has one, and entered with one press', async ({ page }) => {
    const site = aSite();
    const api = await start(page, '/en/login');
    api.site = site;
    const answered = page.waitForResponse('**/api/site');
    await page.reload();
    await answered;
    await expect(page.getByRole('button', { name: /demo account/ })).toHaveCount(0);
    api.site = { ...site, demoAccount: { email: 'demo@kurs.example', password: 'Kurs-demo-1' } };
    await page.reload();
    await page.getByRole('button', { name: /demo account/ }).click();
    await expect(page).toHaveURL('/en/signal');
  });

  test('a user with an unconfirmed address is led to the page that resends the mail', async ({ page }) => {
    await start(page, '/uk/login?next=%2Fuk%2Faccount', { user: aNewcomer() });
    await fill(page, 'Kurs-demo-1');
    await expect(page).toHaveURL('/uk/confirm-email?next=%2Fuk%2Faccount');
    await expect(page.getByText('Надіслати ще раз через 0:4')).toBeVisible();
  });
});

test.describe('a forgotten password', () => {
  test('shows the same text for any address, a timer, a resend, and the server’s error', async ({ page }) => {
    const path = '/api/forgot-password';
    const soon = { [path]: { status: 202, body: { retryAfter: 0 } } };
    const api = await start(page, '/en/forgot-password', { refused: soon });
    await page.locator('#email').fill('nobody@example.com');
    await send(page);
    await expect(page.getByRole('heading', { name: 'Email sent' })).toBeFocused();
    await expect(page.getByText('If nobody@example.com is registered')).toBeVisible();
    await expect(page.getByText('10 minutes')).toBeVisible();
    api.accounts.refused = {
      [path]: rejection('rate_limited', 'Too many requests. Try again in 90 s.', undefined, 90),
    };
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Too many requests.')).toBeVisible();
    await expect(page.getByRole('button', { name: /Send again in 1:(30|2\d)/ })).toBeDisabled();
    const [first, second] = bodiesTo(api, path);
    expect(first?.['captcha']).not.toBe(second?.['captcha']);
  });

  test('A40: the link is removed from the address at once, no third party is requested, and a new password ends every login session', async ({
    page,
    site,
  }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(site.address)) foreign.push(request.url());
      expect(request.url() + JSON.stringify(request.headers())).not.toContain('a-secret');
    });
    const api = await start(page, '/uk/reset-password#link=a-secret', {}, signedIn);
    await expect(page).toHaveURL('/uk/reset-password');
    expect(await page.evaluate(() => JSON.stringify(history.state) + document.cookie)).not.toContain('a-secret');
    page.removeAllListeners('request');
    await page.locator('#newPassword').fill(aPassword);
    await page.locator('#repeat').fill(aPassword);
    await send(page);
    await expect(page).toHaveURL('/uk/login');
    await expect(page.getByText('Новий пароль збережено')).toBeVisible();
    await expect(page.locator('#email')).toHaveValue('trader@kurs.example');
    expect(bodiesTo(api, '/api/reset-password/a-secret')).toEqual([{ newPassword: aPassword }]);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(foreign).toEqual([]);
  });

  test('an expired link leads to a new one', async ({ page }) => {
    const refused = { '/api/reset-password/old': rejection('link_invalid', 'Посилання вже не діє.') };
    await start(page, '/uk/reset-password#link=old', { refused });
    await page.locator('#newPassword').fill(aPassword);
    await page.locator('#repeat').fill(aPassword);
    await send(page);
    await expect(page.getByRole('heading', { name: 'Посилання не діє' })).toBeFocused();
    await page.getByRole('link', { name: 'Надіслати нове посилання' }).click();
    await expect(page).toHaveURL(/forgot-password/);
  });
});

test.describe('confirming the address', () => {
  const pollMs = 5_000;
  const onwardMs = 4_000;
  const waiting = { user: aNewcomer() };

  test('the timer is the server’s, after a reload too, and the close button signs out', async ({ page }) => {
    const api = await start(page, '/uk/confirm-email', waiting, signedIn);
    await expect(page.getByRole('button', { name: /через 0:4/ })).toBeDisabled();
    api.accounts.activation = anActivation({ retryAfter: 30 });
    await page.reload();
    await expect(page.getByRole('button', { name: /через 0:(30|2\d)/ })).toBeDisabled();
    await page.getByRole('button', { name: 'Вийти з акаунта' }).click();
    await expect(page).toHaveURL('/uk/');
    await expect.poll(() => bodiesTo(api, '/api/logout')).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('a mistyped address is corrected, and a new mail follows', async ({ page }) => {
    const api = await start(page, '/en/confirm-email', waiting, signedIn);
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('Correct address').fill('olena.k@example.com');
    await send(page);
    await expect(page.getByText('olena.k@example.com')).toBeVisible();
    expect(bodiesTo(api, '/api/change-email')[0]).toMatchObject({ email: 'olena.k@example.com', lang: 'en' });
  });

  test('activated in another tab of this browser, both pages say so and continue', async ({ page, context }) => {
    await page.clock.install({ time: noon });
    const api = await start(page, '/uk/confirm-email', waiting, signedIn);
    await expect(page.getByRole('heading', { name: 'Підтвердьте пошту' })).toBeVisible();
    const other = await context.newPage();
    const second = await start(other, '/uk/activated-email?link=a-link', { user: aNewcomer() }, signedIn);
    await expect(other.getByRole('heading', { name: 'Пошту підтверджено' })).toBeFocused();
    expect(bodiesTo(second, '/api/auth/activate/a-link')).toEqual([{ mine: true }]);
    api.accounts.activation = anActivation({ isActivated: true });
    api.accounts.user = aUser();
    await page.clock.runFor(pollMs);
    await expect(page.getByRole('heading', { name: 'Пошту підтверджено' })).toBeFocused();
    await page.clock.runFor(onwardMs);
    await expect(page).toHaveURL('/uk/signal');
    await expect(other).toHaveURL('/uk/enter-id');
  });

  test('on another device the reader is asked, nobody is signed in, and the waiting page continues', async ({
    page,
    browser,
  }) => {
    await page.clock.install({ time: noon });
    const waits = await start(page, '/en/confirm-email', waiting, signedIn);
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    const phone = await (await browser.newContext({ timezoneId: 'Europe/Kyiv' })).newPage();
    const api = await start(phone, '/en/activated-email?link=a-link');
    await expect(phone.getByRole('heading', { name: 'Was it you?' })).toBeFocused();
    await expect(phone.getByRole('main')).toContainText(
      /trader@kurs\.example was registered on 18\sNovember at 13:58 in Chrome, Windows\./,
    );
    expect(bodiesTo(api, '/api/auth/activate/a-link')).toEqual([]);
    await phone.getByRole('button', { name: 'Yes, it was me' }).click();
    await expect(phone.getByRole('heading', { name: 'Email confirmed' })).toBeFocused();
    await expect(phone.getByText('The page where you registered goes on by itself.')).toBeVisible();
    expect(bodiesTo(api, '/api/auth/activate/a-link')).toEqual([{ mine: true }]);
    expect(await phone.evaluate(() => localStorage.getItem('token'))).toBeNull();
    waits.accounts.activation = anActivation({ isActivated: true });
    waits.accounts.user = aNewcomer({ isActivated: true });
    await page.clock.runFor(pollMs);
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeFocused();
    await page.clock.runFor(onwardMs);
    await expect(page).toHaveURL('/en/enter-id');
    await phone.context().close();
  });

  test('the answer that it was somebody else ends the registration, and the waiting page says why', async ({
    page,
    browser,
  }) => {
    await page.clock.install({ time: noon });
    const waits = await start(page, '/en/confirm-email', waiting, signedIn);
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    const owner = await (await browser.newContext()).newPage();
    const api = await start(owner, '/en/activated-email?link=a-link');
    await owner.getByRole('button', { name: 'No, it wasn’t me' }).click();
    await expect(owner.getByRole('heading', { name: 'The registration has been undone' })).toBeFocused();
    expect(bodiesTo(api, '/api/auth/activate/a-link')).toEqual([{ mine: false }]);
    waits.accounts.refused = { '/api/resend-activation': rejection('unauthenticated', '') };
    waits.isSignedIn = false;
    await page.clock.runFor(pollMs);
    await expect(page).toHaveURL('/en/login?next=%2Fen%2Fconfirm-email');
    await expect(page.getByText('If the answer to the email was that you hadn’t registered')).toBeVisible();
    await owner.context().close();
  });

  test('an invalid link is reported, in the page title too', async ({ page }) => {
    const refused = { '/api/auth/activate/old/registration': rejection('link_invalid', 'This link no longer works.') };
    await start(page, '/en/activated-email?link=old', { refused });
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused();
    await expect(page).toHaveTitle('Email confirmation · Kurs');
  });

  test('a used link says so, and leads to the sign-in', async ({ page }) => {
    const registration = aLinkedRegistration({ isActivated: true });
    await start(page, '/en/activated-email?link=a-link', { registration });
    await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeFocused();
    await page.getByRole('link', { name: 'Sign in here' }).click();
    await expect(page).toHaveURL('/en/login');
  });
});

test.describe('another address', () => {
  test('is asked for with the password, and confirmed by the link of a mail', async ({ page }) => {
    const api = await start(page, '/en/account', {}, signedIn);
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill('olena.new@example.com');
    await page.locator('dialog input[type=password]').fill(aPassword);
    await page.getByRole('button', { name: 'Send the email' }).click();
    await expect(page.getByText('We’ve sent an email to olena.new@example.com')).toBeVisible();
    expect(bodiesTo(api, '/api/user/email')).toEqual([
      { email: 'olena.new@example.com', password: aPassword, lang: 'en' },
    ]);
    await page.goto('/en/email-change?link=a-link');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: 'To your account' }).click();
    await expect(page).toHaveURL('/en/account');
  });

  test('is confirmed from the new mailbox after a sign-in', async ({ page }) => {
    const refused = { '/api/user/email/confirm/a-link': rejection('unauthenticated', '') };
    await start(page, '/en/email-change?link=a-link', { refused });
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/en/login?next=%2Fen%2Femail-change%3Flink%3Da-link');
  });
});

test.describe('the account', () => {
  test('the broker id is masked; one login session and then all others are ended', async ({ page }) => {
    const api = await start(page, '/en/account', {}, signedIn);
    await expect(page.getByText('12345678')).toHaveCount(0);
    await expect(page.getByText('•••• 678')).toBeVisible();
    await expect(page.locator('.sessions li')).toHaveCount(3);
    await page.getByRole('button', { name: 'Sign out Safari, iOS' }).click();
    await expect(page.locator('.sessions li')).toHaveCount(2);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await expect(page.locator('.sessions li')).toHaveCount(1);
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    const ended = api.accounts.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(ended).toEqual(['/api/sessions/5b0d3a52-6a55-4b39-8d5f-9f4f6e1c0002', '/api/sessions']);
  });

  test('the password is changed only through a mail to the account’s address', async ({ page }) => {
    const api = await start(page, '/uk/account', {}, signedIn);
    await expect(page.locator('input[type=password]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Надіслати лист' }).click();
    await expect(page.getByText('Лист надіслано на trader@kurs.example')).toBeVisible();
    await expect(page.getByRole('button', { name: /Ще раз через (1:00|0:5\d)/ })).toBeDisabled();
    expect(bodiesTo(api, '/api/forgot-password')[0]).toMatchObject({ email: 'trader@kurs.example', lang: 'uk' });
  });

  test('signing out leads to the home page and removes all data of the user', async ({ page }) => {
    await start(page, '/ru/account', {}, signedIn);
    const left = ['token', 'person', 'traderBalance', 'balanceCheckDate', 'tutorial-completed', 'signal', 'prevSignal'];
    const keys = () => page.evaluate(() => Object.keys(localStorage));
    await page.evaluate(() => {
      localStorage.setItem('signal', '{}');
      localStorage.setItem('prevSignal', '{}');
    });
    await expect.poll(keys).toEqual(expect.arrayContaining(left));
    await page.getByRole('button', { name: 'Выйти' }).click();
    await expect(page).toHaveURL('/ru/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Регистрация' })).toBeVisible();
    expect((await keys()).filter((key) => left.includes(key))).toEqual([]);
    expect(await keys()).toEqual(expect.arrayContaining(['app-theme', 'cookie-notice']));
  });
});

test.describe('the demo mailbox', () => {
  const other = aMail({
    id: '9d1b3a52-6a55-4b39-8d5f-9f4f6e1c0002',
    to: 'b@kurs.example',
    subject: 'Новий пароль',
    text: 'http://localhost/uk/reset-password#link=b',
  });

  test('mails are filtered by address, read as text, and their link opens in the same tab', async ({ page }) => {
    await start(page, '/uk/mailbox', { mails: [aMail(), other], user: aNewcomer() });
    await page.getByLabel('Адреса отримувача').selectOption('b@kurs.example');
    await expect(page.locator('.ml li')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Відкрити посилання' })).toHaveAttribute(
      'href',
      '/uk/reset-password#link=b',
    );
    await page.getByText('Текст', { exact: true }).click();
    await expect(page.locator('.mbx-text')).toContainText('localhost');
    await page.getByLabel('Адреса отримувача').selectOption('');
    await page.getByRole('link', { name: /Підтвердьте пошту/ }).click();
    await page.getByText('HTML', { exact: true }).click();
    await page.route('**/api/auth/activate/a-link', (route) => route.fulfill({ body: 'opened' }));
    await page.frameLocator('iframe').getByRole('link', { name: 'Підтвердити пошту' }).click();
    await expect(page).toHaveURL('/api/auth/activate/a-link');
  });

  test('outside the demo the page does not exist', async ({ page }) => {
    await start(page, '/en/mailbox', { mails: null });
    await expect(page.getByRole('heading', { name: /off course/i })).toBeVisible();
  });
});
