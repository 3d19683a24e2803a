import type { ComponentType } from 'react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mailboxEndpoints, Outbox } from '#contract/admin/outbox.ts';
import { iso, noon } from '#tests/support/browser/fake-api.ts';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import AdminOutbox from './admin-outbox/admin-outbox.tsx';
import Mailbox from './mailbox/mailbox.tsx';

const mail = {
  id: '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c10',
  kind: 'activation',
  to: 'ada@kurs.example',
  lang: 'en',
  queuedAt: iso(noon),
} as const;
const noAttempt = { status: 'kept', attempts: 0, nextAttemptAt: null, sentAt: null, lastFault: null };
const counts = { queued: 0, sent: 0, kept: 1, refused: 0, given_up: 0 };

test.each<[string, ComponentType, object, RegExp]>([
  [
    'GET /api/mailbox',
    Mailbox,
    mailboxEndpoints['GET /api/mailbox'].answer.parse({ items: [{ ...mail, subject: 'Activate your account' }] }),
    /Activate your account/,
  ],
  [
    'GET /api/admin/outbox',
    AdminOutbox,
    Outbox.parse({ items: [{ ...mail, ...noAttempt }], nextCursor: null, total: 1, counts, oldestQueuedAt: null }),
    /No mail server is set/,
  ],
])('the list of %s stays where it is when its entries come', async (call, Screen, answer, shown) => {
  const come = Promise.withResolvers<void>();
  stubServer({ [call]: () => come.promise.then(() => HttpResponse.json(answer)) });
  await renderPage(<Screen />);
  const top = (): number | undefined => document.querySelector('section.card')?.getBoundingClientRect().top;
  const before = top();
  come.resolve();
  await expect.element(page.getByText(shown).first()).toBeVisible();
  expect(before).toBeGreaterThan(0);
  expect(top()).toBe(before);
});
