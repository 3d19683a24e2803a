import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { Language } from '#domain/language.ts';
import { type FakeState, fakeApi } from '#tests/support/browser/fake-api.ts';
import {
  aContest,
  aDrawnContest,
  anEntry,
  type FakeContest,
  serveContest,
} from '#tests/support/browser/fake-contest.ts';

test.use({ timezoneId: 'Europe/Kyiv' });

const today = (page: Page) => page.locator('[aria-current="step"]');

interface Opening extends Partial<FakeState> {
  readonly lang?: Language;
}

async function open(page: Page, state: FakeContest, { lang = 'uk', ...over }: Opening = {}): Promise<void> {
  await page.clock.setFixedTime('2026-12-20T12:40:00.000Z');
  await fakeApi(page, { isSignedIn: true, ...over });
  await serveContest(page, state);
  await page.goto(`/${lang}/contest`);
  await expect(today(page)).toBeVisible();
}

test('joining takes one press, and the page continues with the user’s entry', async ({ page }) => {
  const state: FakeContest = {
    contest: aContest({ me: anEntry({ joined: false, signals: 0 }) }),
    sent: [],
    onSent: (now) => {
      now.contest = aContest({ me: anEntry({ signals: 0 }) });
    },
  };
  await open(page, state);
  await page.getByRole('button', { name: 'Долучитися' }).click();
  await expect(page.getByText('Ви берете участь')).toBeVisible();
  await expect(page.getByText('залишилося 10 сигналів')).toBeVisible();
  expect(state.sent.map(({ call }) => call)).toEqual(['POST /api/user/joinContest']);
});

test('a winner sends a screenshot, and sees how many arrived', async ({ page }) => {
  const sendUntil = '2027-01-18T09:00:00.000Z';
  const winner = (screenshots: number) =>
    aDrawnContest({ me: anEntry({ signals: 10, prize: { status: 'awaiting', sendUntil, screenshots } }) });
  const state: FakeContest = {
    contest: winner(0),
    sent: [],
    onSent: (now) => {
      now.contest = winner(1);
    },
  };
  await open(page, state);
  await expect(page.getByText('Надішліть знімки екрана десяти угод до 18')).toBeVisible();
  const picture = { name: 'trade.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') };
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByText('Надіслано 1 знімок.')).toBeVisible();
  expect(state.sent.map(({ call }) => call)).toEqual(['POST /api/user/contest/screenshots']);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' });
  test('the days are those of Kyiv, with the local times beside them', async ({ page }) => {
    await open(page, { contest: aContest(), sent: [] }, { isSignedIn: false });
    await expect(page.locator('ol').filter({ has: today(page) })).toContainText('10 січня, включно');
    await expect(page.getByText('За вашим часом конкурс починається 30 листопада, 17:00')).toBeVisible();
  });
});
