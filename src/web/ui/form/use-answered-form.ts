import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { passwordLength } from '#domain/accounts/password.ts';
import { isObject } from '#domain/objects.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { RobotCheckControl } from '#web/robot-check/robot-check.tsx';

/** Every field of the account screens. */
type FieldName = 'email' | 'password' | 'newPassword' | 'repeat' | 'acceptedTerms';

type Values = Partial<Record<FieldName, string | boolean>>;

interface FormOptions<Shape extends Values> {
  /** Lazy: readers of the page do not load the validator. */
  readonly schema: () => Promise<z.ZodType<Shape, Shape>>;
  readonly defaultValues: Shape;
  /** Null: not required. */
  readonly robot: RobotCheckControl | null;
  /** The call; an error it throws is shown. */
  readonly send: (values: Shape, captcha: string | undefined) => Promise<void>;
  /** Returns true for an error that the screen shows in its own way. */
  readonly onError?: (error: ApiError) => boolean;
}

type FieldOf<Shape extends Values> = keyof Shape & FieldName;

/** The server's message; null: it follows from the value. */
type Errors<Shape extends Values> = ReadonlyMap<FieldOf<Shape>, string | null>;

/**
 * A form and the server's answer. Errors appear when a filled field loses focus or the form is
 * sent; from then on it is validated on every input. A server error is shown at the field it names,
 * any other above the form. A failed attempt moves the focus to the first error.
 */
export function useAnsweredForm<Shape extends Values>(options: FormOptions<Shape>) {
  const { schema, defaultValues, robot, send, onError } = options;
  const { t } = usePhrases();
  const errorText = useErrorText();
  const { values, follow, setValue, getInput } = useFormValues(defaultValues);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form has no other fields
  const names = Object.keys(defaultValues) as FieldOf<Shape>[];
  const [errors, setErrors] = useState<Errors<Shape>>(new Map());
  const [formError, setFormError] = useState<string>();
  const [captchaError, setCaptchaError] = useState<string | null>(null);
  const [isSent, setIsSent] = useState(false);
  const [failures, setFailures] = useState(0);
  const summary = useRef<HTMLDivElement>(null);
  const focusError = useEffectEvent(() => {
    const first = names.find((name) => errors.has(name));
    const field = first ?? (captchaError === null ? null : 'captcha');
    (field === null ? summary.current : document.getElementById(field))?.focus();
  });
  useEffect(() => {
    if (failures > 0) focusError();
  }, [failures]);

  /** Validates this field and those with errors; a server error stays until an edit. */
  const judge = async (name: FieldOf<Shape>): Promise<void> => {
    const { invalidFields } = await judgeBy(schema, follow());
    setErrors((before) => {
      const isShown = (each: FieldOf<Shape>): boolean => each !== name && typeof before.get(each) === 'string';
      const judged = [...new Set([name, ...before.keys()])].filter((each) => isShown(each) || invalidFields.has(each));
      return new Map(judged.map((each) => [each, isShown(each) ? (before.get(each) ?? null) : null]));
    });
  };

  const answer = (error: unknown): void => {
    robot?.renew();
    if (error instanceof ApiError && onError?.(error)) return;
    if (error instanceof ApiError && isAboutRobots(error)) return setCaptchaError(error.message);
    const named = serverErrors(error).filter((entry): entry is [FieldOf<Shape>, string] => entry[0] in values);
    setErrors(new Map(named));
    if (named.length === 0) setFormError(errorText(error));
  };

  /** Whether the server accepted it. */
  const sendOnce = async (): Promise<boolean> => {
    const { invalidFields, read } = await judgeBy(schema, follow());
    setErrors(new Map([...invalidFields].map((name) => [name, null])));
    if (invalidFields.size > 0) return false;
    try {
      const captcha = robot ? await robot.take() : undefined;
      if (captcha === null) throw new ApiError({ code: 'captcha_required', message: t('auth.robot.missing') });
      await send(read, captcha);
      return true;
    } catch (error) {
      answer(error);
      return false;
    }
  };

  const { run: submit, isBusy } = useAction(async () => {
    setCaptchaError(null);
    setFormError(undefined);
    const isTaken = await sendOnce();
    setIsSent(true);
    if (!isTaken) setFailures((before) => before + 1);
  });

  const toError = (name: FieldOf<Shape>): string | undefined =>
    errors.has(name) ? (errors.get(name) ?? t(errorPhrase(name, values[name]))) : undefined;

  const field = (name: FieldOf<Shape>) => {
    const error = toError(name);
    return {
      error,
      input: {
        ...getInput(name),
        onFocus: () => void schema().catch(() => undefined),
        onChange: () => void (isSent || errors.has(name) ? judge(name) : follow()),
        onBlur: () => void (values[name] && typeof errors.get(name) !== 'string' && judge(name)),
        'aria-invalid': error !== undefined,
        'aria-describedby': `${name}-message`,
      },
    };
  };

  return {
    values,
    setValue,
    field,
    submit,
    isBusy,
    captchaError,
    summary: { ref: summary, formError },
  };
}

/**
 * The values of a form's fields. The inputs are uncontrolled, so that text typed before hydration
 * or filled in by a password manager is neither lost nor overwritten; this hook follows them.
 */
function useFormValues<Shape extends Values>(given: Shape) {
  const [initial] = useState(given);
  const [values, setValues] = useState(initial);
  const inputs = useRef(new Map<FieldOf<Shape>, HTMLInputElement>());

  const follow = (): Shape => {
    const read = toValues(inputs.current, initial);
    setValues(read);
    return read;
  };
  useEffect(() => setValues(toValues(inputs.current, initial)), [initial]);

  const setValue = (name: FieldOf<Shape>, value: string): void => {
    const input = inputs.current.get(name);
    if (input) input.value = value;
    follow();
  };

  /** Props for an `<input>`; a boolean value makes it a checkbox. */
  const getInput = (name: FieldOf<Shape>): ComponentProps<'input'> & { readonly id: string } => {
    const value: string | boolean | undefined = initial[name];
    return {
      id: name,
      name,
      ...(typeof value === 'boolean' ? { defaultChecked: value } : { defaultValue: value ?? '' }),
      ref: (input) => {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
    };
  };
  return { values, follow, setValue, getInput };
}

function toValues<Shape extends Values>(inputs: ReadonlyMap<FieldOf<Shape>, HTMLInputElement>, initial: Shape): Shape {
  const read = [...inputs].map(([name, input]) => [name, input.type === 'checkbox' ? input.checked : input.value]);
  return { ...initial, ...Object.fromEntries(read) };
}

/** If the schema cannot be loaded, the server validates. */
async function judgeBy<Shape extends Values>(schema: FormOptions<Shape>['schema'], values: Shape) {
  const shape = await schema().catch(() => null);
  const parsed = shape?.safeParse(values);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has no other fields than the form
  const invalidFields = new Set(parsed?.error?.issues.map(({ path }) => path[0] as FieldOf<Shape>));
  return { invalidFields, read: parsed?.data ?? values };
}

const isAboutRobots = ({ code }: ApiError): boolean => code === 'captcha_failed' || code === 'captcha_required';

const noFields: Readonly<Record<string, unknown>> = {};

/** The fields that an error names, with their messages; empty if it names none. */
function serverErrors(error: unknown): readonly (readonly [field: string, message: string])[] {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !Array.isArray(error.details)) return [];
  return error.details.flatMap((failure: unknown) => {
    const { field, message } = isObject(failure) ? failure : noFields;
    return typeof field === 'string' && typeof message === 'string' ? [[field, message] as const] : [];
  });
}

type ErrorWord =
  | 'emailMissing'
  | 'emailWrong'
  | 'termsMissing'
  | 'repeatMissing'
  | 'repeatDiffers'
  | 'passwordMissing'
  | 'passwordTooLong'
  | 'passwordWeak';

/** The message for a value that the contract's schema rejects. */
function errorPhrase(field: FieldName, value: unknown): `auth.form.${ErrorWord}` {
  const text = typeof value === 'string' ? value.trim() : '';
  const isTooLong = Array.from(text).length > passwordLength.max;
  if (field === 'email') return text ? 'auth.form.emailWrong' : 'auth.form.emailMissing';
  if (field === 'acceptedTerms') return 'auth.form.termsMissing';
  if (field === 'repeat') return text ? 'auth.form.repeatDiffers' : 'auth.form.repeatMissing';
  if (isTooLong) return 'auth.form.passwordTooLong';
  return field === 'newPassword' && text ? 'auth.form.passwordWeak' : 'auth.form.passwordMissing';
}
