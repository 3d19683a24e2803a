import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { Button } from './button.tsx';
import { usePreservedFocus } from './focus.ts';
import { Optional } from '../routing/lazy-view.tsx';
import { showError, Toasts, useToastAction } from './feedback/toast.tsx';

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

test('a button keeps the focus while its action is busy, and starts it once', async () => {
  const save = vi.fn(() => new Promise(() => {}));
  const Saving = () => <Button look="p" action={useToastAction(save)} text="Save" />;
  const user = renderPage(<Saving />);
  await user.click(button('Save'));
  await user.keyboard('{Enter}');
  expect(button('Save').matches('[aria-busy="true"]:focus:not(:disabled)')).toBe(true);
  expect(save).toHaveBeenCalledOnce();
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
