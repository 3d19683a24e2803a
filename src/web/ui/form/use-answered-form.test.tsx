import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { ApiError } from '#web/api/api-error.ts';
import type { RobotCheckControl } from '#web/robot-check/robot-check.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import { ErrorSummary, SubmitButton } from './answered-form.tsx';
import { useAnsweredForm } from './use-answered-form.ts';

const Login = z.object({ email: z.email(), password: z.string().min(1) });
type Login = z.infer<typeof Login>;

interface Sent {
  readonly send?: (values: Login, captcha: string | undefined) => Promise<void>;
  readonly robot?: RobotCheckControl | null;
  readonly onError?: (error: ApiError) => boolean;
}

function LoginForm({ send = () => Promise.resolve(), robot = null, onError = () => false }: Sent) {
  const { values, setValue, field, submit, isBusy, captchaError, summary } = useAnsweredForm({
    schema: () => Promise.resolve(Login),
    defaultValues: { email: '', password: '' },
    robot,
    send,
    onError,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary {...summary} />
      <EmailField {...field('email')} typed={values.email} onCorrect={(meant) => setValue('email', meant)} />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" />
      <p>{captchaError}</p>
      <SubmitButton isBusy={isBusy}>Sign in</SubmitButton>
    </form>
  );
}

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const press = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign in' }));
const fails = (
  code: 'validation_failed' | 'invalid_credentials' | 'captcha_failed',
  message: string,
  details?: unknown,
) => vi.fn(() => Promise.reject(new ApiError({ code, message, details })));

async function fill(user: UserEvent): Promise<void> {
  await user.type(email(), 'trader@kurs.example');
  await user.type(password(), 'Kurs-demo-1');
}

test('sends the values of a valid form once, however often it is submitted', async () => {
  const answered = Promise.withResolvers<void>();
  const send = vi.fn(() => answered.promise);
  const user = renderPage(<LoginForm send={send} />);
  await fill(user);
  await press(user);
  await press(user);
  expect(send).toHaveBeenCalledExactlyOnceWith({ email: 'trader@kurs.example', password: 'Kurs-demo-1' }, undefined);
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBe('true');
  answered.resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBe('false'));
});

test('an empty form is not sent: each error is stated once, and the first field takes the focus', async () => {
  const send = vi.fn(() => Promise.resolve());
  const user = renderPage(<LoginForm send={send} />);
  await press(user);
  await waitFor(() => expect(document.activeElement).toBe(email()));
  expect(screen.getAllByText('Enter your email address')).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(send).not.toHaveBeenCalled();
});

test('an empty field that loses the focus is not reported', async () => {
  const user = renderPage(<LoginForm />);
  await user.click(email());
  await user.tab();
  expect(email().getAttribute('aria-invalid')).toBe('false');
});

test('an error that names a field is shown at the field until it is edited', async () => {
  const details = [{ field: 'email', message: 'This address bounces.' }];
  const user = renderPage(<LoginForm send={fails('validation_failed', 'Wrong.', details)} />);
  await fill(user);
  await press(user);
  await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById('email-message')?.textContent).toBe('This address bounces.');
  await user.type(password(), '2');
  expect(document.getElementById('email-message')?.textContent).toBe('This address bounces.');
  await user.type(email(), 'x');
  await waitFor(() => expect(document.getElementById('email-message')?.textContent).toBe(''));
});

test('any other error is shown above the form, which takes the focus', async () => {
  const user = renderPage(<LoginForm send={fails('invalid_credentials', 'Wrong address or password.')} />);
  await fill(user);
  await press(user);
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toBe('Wrong address or password.');
  await waitFor(() => expect(document.activeElement).toBe(summary));
});

const aRobot = (take: () => Promise<string | null>): RobotCheckControl => ({
  state: 'solved',
  round: 0,
  start: vi.fn(),
  take,
  renew: vi.fn(),
  getKind: () => Promise.resolve({ kind: 'altcha' as const, siteKey: null }),
  onToken: vi.fn(),
});

test('sends the proof of the robot check, and makes a new one after an error', async () => {
  const robot = aRobot(() => Promise.resolve('a-proof'));
  const send = fails('invalid_credentials', 'Wrong.');
  const user = renderPage(<LoginForm robot={robot} send={send} />);
  await fill(user);
  await press(user);
  await screen.findByRole('alert');
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'a-proof');
  expect(robot.renew).toHaveBeenCalledTimes(1);
});

test('without a proof nothing is sent, and the check states the error', async () => {
  const send = vi.fn(() => Promise.resolve());
  const user = renderPage(<LoginForm robot={aRobot(() => Promise.resolve(null))} send={send} />);
  await fill(user);
  await press(user);
  expect(await screen.findByText('Please verify that you are not a robot')).toBeDefined();
  expect(send).not.toHaveBeenCalled();
});
