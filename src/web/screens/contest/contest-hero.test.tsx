import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { aContest, anEntry } from '#tests/support/browser/fake-contest.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { anError, stubServer } from '#tests/support/network/stub-server.ts';
import type { Session } from '#web/session/session-store.ts';
import { HeroAction } from './contest-hero.tsx';

const out: Session = { kind: 'out' };
const inside: Session = { kind: 'in', user: aUser(), secondFactor: 'off' };
const join = () => screen.getByRole('button', { name: 'Join' });

async function show(over: Partial<Contest>, session: Session) {
  const change = vi.fn();
  const contest = aContest(over);
  const user = renderPage(<HeroAction contest={contest} session={session} onChange={change} />);
  return { user, change };
}

test('a visitor signs in first, and returns here', async () => {
  await show({}, out);
  const link = screen.getByRole('link', { name: /sign in/i });
  expect(link.getAttribute('href')).toContain(encodeURIComponent('/en/contest'));
});

test('an administrator does not take part', async () => {
  await show({}, { kind: 'in', user: aUser({ roles: ['user', 'admin'] }), secondFactor: 'off' });
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

test('an address that is not confirmed is confirmed first', async () => {
  await show({}, { kind: 'in', user: aUser({ isActivated: false }), secondFactor: 'off' });
  expect(screen.getByRole('link', { name: /confirm/i }).getAttribute('href')).toContain('/en/');
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

test.each(['announced', 'closed'] as const)('a contest that is %s cannot be joined', async (state) => {
  await show({ state }, inside);
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
});

test('joining is one request, and the page is told', async () => {
  const joined = Promise.withResolvers<Response>();
  const requests = stubServer({ [`POST ${contestPaths.join}`]: () => joined.promise });
  const { user, change } = await show({}, inside);
  await user.dblClick(join());
  joined.resolve(Response.json({}));
  await waitFor(() => expect(change).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([`POST ${contestPaths.join} {}`]);
});

test('an error of joining is shown, and the button works again', async () => {
  stubServer({ [`POST ${contestPaths.join}`]: anError(409, 'contest_closed', 'The contest is over.') });
  const { user, change } = await show({}, inside);
  await user.click(join());
  expect((await screen.findByRole('alert')).textContent).toBe('The contest is over.');
  expect(join()).toHaveProperty('disabled', false);
  expect(change).not.toHaveBeenCalled();
});

test('a participant leaves after a confirmation', async () => {
  const requests = stubServer({ [`POST ${contestPaths.leave}`]: null });
  const { user, change } = await show({ me: anEntry() }, inside);
  await user.click(screen.getByRole('button', { name: 'Leave the challenge' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(change).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([`POST ${contestPaths.leave}`]);
  expect(screen.queryByRole('dialog')).toBeNull();
});
