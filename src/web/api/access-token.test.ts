import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessToken, onSessionEnded, refreshSession, renewEndingToken, storeToken } from './access-token.ts';

const minuteMs = 60_000;
const toJwt = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const tenMinutes = (name: string): string => toJwt({ sub: name, iat: 1_000, exp: 1_600 });

let refreshes: string[];
beforeEach(() => {
  refreshes = [];
  vi.stubGlobal('fetch', async (path: string) => {
    refreshes.push(path);
    return Response.json({ accessToken: tenMinutes(`renewed ${refreshes.length}`), user: {} });
  });
});
afterEach(() => {
  storeToken(null);
  vi.unstubAllGlobals();
});

test('a token is renewed once in its last minute, counted from when it was first seen', async () => {
  storeToken(tenMinutes('first'));
  const start = 5_000_000;
  await renewEndingToken(start);
  await renewEndingToken(start + 9 * minuteMs - 1);
  expect(refreshes).toEqual([]);
  await renewEndingToken(start + 9 * minuteMs);
  await renewEndingToken(start + 9 * minuteMs + 1);
  expect(refreshes).toEqual(['/api/refresh']);
  expect(accessToken()).toBe(tenMinutes('renewed 1'));
});

test('a token that states no end is left to the answer of the server', async () => {
  storeToken('a-token');
  await renewEndingToken(0);
  await renewEndingToken(1e12);
  expect(refreshes).toEqual([]);
});

test('without a token nothing is renewed', async () => {
  await renewEndingToken(0);
  expect(refreshes).toEqual([]);
});

test.each([
  ['signed out', null, 200],
  ['signed in again', tenMinutes('second'), 200],
  ['signed in again, and is refused for the earlier session,', tenMinutes('second'), 401],
])('a refresh that ends after the user has %s changes nothing', async (_, token, status) => {
  let answer = (): void => undefined;
  const body = { accessToken: tenMinutes('late'), user: {} };
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = () => resolve(Response.json(body, { status })))));
  const onEnded = vi.fn<() => void>();
  onSessionEnded(onEnded);
  storeToken(tenMinutes('first'));
  const refreshed = refreshSession();
  storeToken(token);
  answer();
  await expect(refreshed).rejects.toMatchObject({ code: 'offline' });
  expect([accessToken(), onEnded.mock.calls]).toEqual([token, []]);
});

test.each([
  [401, true],
  [403, false],
  [429, false],
  [500, false],
  [503, false],
])('of failed refreshes, %i ends the login session: %s', async (status, isEnded) => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status }));
  const onEnded = vi.fn<() => void>();
  onSessionEnded(onEnded);
  storeToken(tenMinutes('first'));
  const refreshed = await refreshSession().catch(() => 'unchanged');
  expect([refreshed, onEnded.mock.calls.length]).toEqual(isEnded ? [null, 1] : ['unchanged', 0]);
});
