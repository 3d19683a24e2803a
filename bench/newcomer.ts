import type { Locator, Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '#domain/language.ts';

/** A person reads a screen before acting on it, and types with two fingers. */
const readingMs = 4_000;
const keyMs = 150;
const timeoutMs = 120_000;
const password = 'Quiet-harbour-7';

export interface Newcomer {
  readonly lang: Language;
  readonly page: Page;
  /** Called after each step. */
  readonly done: (step: string) => void;
}

/** From the home page to the first settled signal, as a person without an account does it. */
export async function firstSignal(newcomer: Newcomer, url: string): Promise<void> {
  const { page, lang } = newcomer;
  page.setDefaultTimeout(timeoutMs);
  await page.goto(`${url}/${lang}/`);
  newcomer.done('home page');
  const email = `newcomer.${lang}@example.com`;
  await register(newcomer, email);
  const own = await openBrokerAccount(newcomer, email);
  await takeTutorial({ ...newcomer, page: own });
  await takeSignal({ ...newcomer, page: own });
}

async function register({ page, done }: Newcomer, email: string): Promise<void> {
  await press(page.locator('.cookie button'));
  await press(page.locator('main a[href$="/register"]').first());
  done('registration form');
  await type(page.locator('#email'), email);
  await type(page.locator('#newPassword'), password);
  await type(page.locator('#repeat'), password);
  await press(page.locator('label.check', { has: page.locator('#acceptedTerms') }).locator('.cb'));
  await press(page.locator('form [type=submit]'));
  await press(page.locator('main a[href$="/mailbox"]'));
  await press(page.locator('.mbx-bar a'));
  const next = page.locator('main a[href*="/enter-id"]');
  await next.waitFor();
  done('email confirmed');
  await press(next);
}

/** The broker opens in a new tab, and its return link continues there. */
async function openBrokerAccount({ page, done }: Newcomer, email: string): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await press(page.locator('a[href*="/join"]').first());
  const broker = await opened;
  broker.setDefaultTimeout(timeoutMs);
  await type(broker.locator('[name=email]'), email);
  for (const agreement of ['adult', 'training']) await broker.locator(`[name=${agreement}]`).check();
  await press(broker.locator('form .pri'));
  await broker.locator('.okb').waitFor();
  done('broker account with a deposit of $50');
  await press(broker.locator('.okb a.pri'));
  await press(broker.locator('form [type=submit]'));
  await broker.locator('.model').first().waitFor();
  done('id confirmed, choice of a model');
  return broker;
}

/** Each step is read; nothing is skipped. */
async function takeTutorial({ page, done }: Newcomer): Promise<void> {
  const card = page.locator('.tut');
  await card.waitFor();
  while (await card.isVisible()) {
    await press(card.locator('.btn-p'));
    await pause(500);
  }
  done('tutorial');
}

/** The preselected model and the shortest duration; where nothing has an edge, what the card offers first. */
async function takeSignal({ page, done }: Newcomer): Promise<void> {
  await press(page.locator('[data-tour=duration] label').first());
  const get = page.locator('[data-tour=get]:visible').first();
  await read(get);
  done(`choice made: ${await page.locator('.model .sees').count()} models see an edge`);
  await get.click();
  const running = page.getByRole('timer').first();
  const offer = page.locator('main .state .btn-p');
  await running.or(offer).first().waitFor();
  while (!(await running.isVisible())) {
    const [answer] = (await page.locator('main .state').first().innerText()).split('\n', 1);
    done(`no edge: ${answer}`);
    await press(offer);
    await offer.waitFor({ state: 'hidden' });
    await running.or(offer).first().waitFor();
  }
  done('signal');
  const result = page.locator('.res .ttl');
  await result.waitFor({ timeout: 2 * timeoutMs });
  done(`settled: ${await result.innerText()}`);
}

async function press(target: Locator): Promise<void> {
  await read(target);
  await target.click();
}

async function read(target: Locator): Promise<void> {
  await target.waitFor();
  await pause(readingMs);
}

async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text, { delay: keyMs });
}
