import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { Header } from './header.tsx';

afterEach(() => localStorage.clear());

const links = () =>
  screen
    .queryAllByRole('link', { name: /^(Account|Register|sign in)$/i })
    .map(({ textContent }) => textContent?.toLowerCase());

test('a member sees the account before the server has confirmed the session', () => {
  localStorage.setItem('token', 'stored-token');
  renderPage(<Header />);
  expect(links()).toEqual(['account']);
});

test('a visitor sees the ways to register and to sign in', () => {
  renderPage(<Header />);
  expect(links()).toEqual(['register', 'sign in']);
});
