import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { Button } from './button.tsx';
import { usePreservedFocus } from './focus.ts';
import { SelfHealing } from './feedback/self-healing.tsx';
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

describe('a part that fails', () => {
  let failures = 0;
  function Broken() {
    if (failures-- > 0) throw new Error('broken');
    return <p>The part</p>;
  }
  const renderParts = (times: number, isOptional = false): UserEvent => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // React renders a part that throws once more before it gives up.
    failures = 2 * times;
    return renderPage(
      <>
        <p>The page</p>
        <SelfHealing isOptional={isOptional}>
          <Broken />
        </SelfHealing>
      </>,
    );
  };

  test('is rendered again', () => {
    renderParts(3);
    expect(document.body.textContent).toBe('The pageThe part');
  });

  test('again and again leaves the rest of the page, and can be tried again', async () => {
    const user = renderParts(4);
    expect(document.body.textContent).toMatch(/^The pageSomething went wrong/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.body.textContent).toBe('The pageThe part');
  });

  test('is omitted when it is optional', () => {
    renderParts(4, true);
    expect(document.body.textContent).toBe('The page');
  });
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
