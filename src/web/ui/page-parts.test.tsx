import { act, screen } from '@testing-library/react';
import { RefreshCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from './button.tsx';
import { Announcements, announce } from './feedback/announcer.tsx';
import { Dialog } from './dialog.tsx';
import { focusIfLost, usePreservedFocus } from './focus.ts';
import { HundredDots } from './figures/hundred-dots.tsx';
import { Loader } from './feedback/loader.tsx';
import { Optional } from '../routing/lazy-view.tsx';
import { RowAction, RowMenu } from './row-menu.tsx';
import { saveFile } from './save-file.ts';
import { StateCard } from './feedback/state-card.tsx';
import { SwitchRow } from './switch-row.tsx';
import { showError, Toasts, useToastAction } from './feedback/toast.tsx';
import { useIsWide } from './use-is-wide.ts';

const button = (name: string) => screen.getByRole('button', { name });

test('an error stays until it is closed, and a repeated one is shown once', async () => {
  const user = renderPage(<Toasts />);
  act(() => {
    showError('The file could not be saved.');
    showError('The file could not be saved.');
  });
  expect(screen.getAllByText('The file could not be saved.')).toHaveLength(1);
  await user.click(button('Close'));
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('of many errors the newest three are shown', async () => {
  const user = renderPage(<Toasts />);
  act(() => ['one', 'two', 'three', 'four'].forEach(showError));
  expect(screen.getByRole('alert').textContent).toBe('twothreefour');
  for (const close of screen.getAllByRole('button', { name: 'Close' })) await user.click(close);
});

test('an error of the server is shown with its message', async () => {
  function Failing() {
    const save = useToastAction(() => Promise.reject(new ApiError({ code: 'not_found', message: 'Gone.' })));
    return <Button look="p" action={save} text="Save" />;
  }
  const user = renderPage(
    <>
      <Failing />
      <Toasts />
    </>,
  );
  await user.click(button('Save'));
  expect(screen.getByRole('alert').textContent).toBe('Gone.');
  await user.click(button('Close'));
});

test('a button keeps the focus while its action is busy, and starts it once', async () => {
  const save = vi.fn(() => new Promise(() => {}));
  const Saving = () => <Button look="p" action={useToastAction(save)} text="Save" />;
  const user = renderPage(<Saving />);
  await user.click(button('Save'));
  await user.keyboard('{Enter}');
  expect(button('Save').matches('[aria-busy="true"]:focus:not(:disabled)')).toBe(true);
  expect(save).toHaveBeenCalledOnce();
});

test('a busy button ignores presses, and sends no form', async () => {
  const press = vi.fn();
  const send = vi.fn((event: FormEvent) => event.preventDefault());
  const user = renderPage(
    <form onSubmit={send}>
      <input aria-label="Name" />
      <Button look="p" isBusy onClick={press} text="More" />
      <Button look="p" isBusy type="submit" text="Send" />
    </form>,
  );
  await user.click(button('More'));
  await user.click(button('Send'));
  await user.type(screen.getByRole('textbox'), '{Enter}');
  expect([press.mock.calls, send.mock.calls]).toEqual([[], []]);
});

test('an announcement replaces the previous one', () => {
  renderPage(<Announcements />);
  act(() => announce('The signal is lost.'));
  act(() => announce('The balance is checked.'));
  expect(screen.getByRole('status').textContent).toBe('The balance is checked.');
});

test('a switch is named by its label and described by its note', async () => {
  const toggle = vi.fn();
  const user = renderPage(<SwitchRow label="Sound" note="At the result" isOn onToggle={toggle} />);
  const control = screen.getByRole('switch', { name: 'Sound', checked: true });
  const described = control.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('At the result');
  await user.click(screen.getByText('Sound'));
  expect(toggle).toHaveBeenCalledTimes(1);
});

test('a switch that is not available ignores a press', async () => {
  const toggle = vi.fn();
  const user = renderPage(<SwitchRow label="Vibration" note="" isOn={false} isDisabled onToggle={toggle} />);
  await user.click(screen.getByRole('switch', { name: 'Vibration', checked: false }));
  expect(toggle).not.toHaveBeenCalled();
});

test('the heading of a new state takes the focus, so that it is announced', () => {
  renderPage(
    <StateCard icon={RefreshCw} tone="loss" title="Not found" actions={<button type="button">Again</button>}>
      <p>The broker does not know this ID.</p>
    </StateCard>,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Not found' }));
});

test('an optional part that fails leaves the rest of the page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Broken(): never {
    throw new Error('no such chunk');
  }
  renderPage(
    <>
      <p>The page</p>
      <Optional>
        <Broken />
      </Optional>
    </>,
  );
  expect(screen.getByText('The page')).toBeDefined();
});

test('a hundred outcomes are drawn as circles for wins and squares for losses', () => {
  renderPage(<HundredDots won={57} size={184} label="57 of 100" />);
  const drawing = screen.getByRole('img', { name: '57 of 100' });
  expect(drawing.querySelectorAll('circle')).toHaveLength(57);
  expect(drawing.querySelectorAll('rect')).toHaveLength(43);
});

test('loading is announced by its label', () => {
  renderPage(<Loader label="Loading" />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
});

test('the close button of a dialog closes it', async () => {
  const close = vi.fn();
  const user = renderPage(
    <Dialog title={<h2>About</h2>} onClose={close}>
      <p>Text</p>
    </Dialog>,
  );
  expect(screen.getByRole('dialog', { name: 'About' })).toHaveProperty('open', true);
  await user.click(button('Close'));
  expect(close).toHaveBeenCalledTimes(1);
});

test('an action of a row closes its menu first', async () => {
  const press = vi.fn();
  const user = renderPage(
    <RowMenu label="Actions for Ada">
      <RowAction icon={RefreshCw} onPress={press} text="Check" />
    </RowMenu>,
  );
  const menu = document.querySelector<HTMLElement>('[popover]');
  const hide = vi.fn(() => expect(press).not.toHaveBeenCalled());
  Object.assign(menu ?? {}, { hidePopover: hide });
  expect(button('Actions for Ada').getAttribute('popovertarget')).toBe(menu?.id);
  await user.click(screen.getByText('Check'));
  expect(hide).toHaveBeenCalledTimes(1);
  expect(press).toHaveBeenCalledTimes(1);
});

test('a file is offered under its name, and its address is released', () => {
  const released = vi.spyOn(URL, 'revokeObjectURL');
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  saveFile(new Blob(['a;b']), 'signals.csv');
  expect(names).toEqual(['signals.csv']);
  expect(released).toHaveBeenCalledTimes(1);
});

test('a table becomes cards when the window gets narrow', () => {
  let isWide = true;
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isWide;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  const Rows = () => <p>{useIsWide() ? 'table' : 'cards'}</p>;
  renderPage(<Rows />);
  expect(screen.getByText('table')).toBeDefined();
  isWide = false;
  act(() => listeners.forEach((listener) => listener()));
  expect(screen.getByText('cards')).toBeDefined();
});

function Steps() {
  const [step, setStep] = useState(1);
  usePreservedFocus(String(step));
  return (
    <main tabIndex={-1}>
      {step === 1 && (
        <button type="button" onClick={() => setStep(2)}>
          Go on
        </button>
      )}
      <button type="button">Stays</button>
    </main>
  );
}

test('when a state change removes the focused button, the content takes the focus', async () => {
  const user = renderPage(<Steps />);
  await user.click(button('Go on'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a focused element that stays keeps the focus', async () => {
  const user = renderPage(<Steps />);
  await user.click(button('Stays'));
  focusIfLost(button('Go on'));
  expect(document.activeElement).toBe(button('Stays'));
});
