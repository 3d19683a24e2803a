import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { renderPage } from '#tests/support/components/render-page.tsx';
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

const email = () => page.getByLabelText('Email');
const password = () => page.getByLabelText('Password');
const press = () => page.getByRole('button', { name: 'Sign in' }).click();
const fails = (
  code: 'validation_failed' | 'invalid_credentials' | 'captcha_failed',
  message: string,
  details?: unknown,
) => vi.fn(() => Promise.reject(new ApiError({ code, message, details })));

async function fill(): Promise<void> {
  await userEvent.type(email(), 'trader@kurs.example');
  await userEvent.type(password(), 'Kurs-demo-1');
}

test('sends the values of a valid form once, however often it is submitted', async () => {
  const answered = Promise.withResolvers<void>();
  const send = vi.fn(() => answered.promise);
  await renderPage(<LoginForm send={send} />);
  await fill();
  await page.getByRole('button', { name: 'Sign in' }).dblClick();
  expect(send).toHaveBeenCalledExactlyOnceWith({ email: 'trader@kurs.example', password: 'Kurs-demo-1' }, undefined);
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true');
  answered.resolve();
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'false');
});

test('an empty form is not sent: each error is stated once, and the first field takes the focus', async () => {
  const send = vi.fn(() => Promise.resolve());
  await renderPage(<LoginForm send={send} />);
  await press();
  await expect.element(email()).toHaveFocus();
  await expect.element(page.getByText('Enter your email address')).toHaveLength(1);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(email()).toHaveAttribute('aria-invalid', 'true');
  expect(send).not.toHaveBeenCalled();
});

test('an empty field that loses the focus is not reported', async () => {
  await renderPage(<LoginForm />);
  await email().click();
  await userEvent.tab();
  await expect.element(email()).toHaveAttribute('aria-invalid', 'false');
});

test('an error that names a field is shown at the field until it is edited', async () => {
  const details = [{ field: 'email', message: 'This address bounces.' }];
  await renderPage(<LoginForm send={fails('validation_failed', 'Wrong.', details)} />);
  await fill();
  await press();
  await expect.element(email()).toHaveAttribute('aria-invalid', 'true');
  expect(document.getElementById('email-message')?.textContent).toBe('This address bounces.');
  await userEvent.type(password(), '2');
  expect(document.getElementById('email-message')?.textContent).toBe('This address bounces.');
  await userEvent.type(email(), 'x');
  await expect.poll(() => document.getElementById('email-message')?.textContent).toBe('');
});

test('any other error is shown above the form, which takes the focus', async () => {
  await renderPage(<LoginForm send={fails('invalid_credentials', 'Wrong address or password.')} />);
  await fill();
  await press();
  const summary = page.getByRole('alert');
  await expect.element(summary).toHaveTextContent('Wrong address or password.');
  await expect.element(summary).toHaveFocus();
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
  await renderPage(<LoginForm robot={robot} send={send} />);
  await fill();
  await press();
  await expect.element(page.getByRole('alert')).toBeInTheDocument();
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'a-proof');
  expect(robot.renew).toHaveBeenCalledTimes(1);
});

test('without a proof nothing is sent, and the check states the error', async () => {
  const send = vi.fn(() => Promise.resolve());
  await renderPage(<LoginForm robot={aRobot(() => Promise.resolve(null))} send={send} />);
  await fill();
  await press();
  await expect.element(page.getByText('Please verify that you are not a robot')).toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();
});
