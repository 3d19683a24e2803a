import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type Path, type Resolver, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldFault } from '#contract/problem.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { useProblemText } from '../../language/use-problem-text.ts';
import type { RobotCheckControl } from '../../robot-check/use-robot-check.ts';
import { type FieldName, faultPhrase } from './fault-phrase.ts';

type Values = Partial<Record<FieldName, string | boolean>>;

interface FormOptions<Shape extends Values> {
  /** Comes with the first touch: whoever only reads the page carries no validator. */
  readonly schema: () => Promise<z.ZodType<Shape, Shape>>;
  readonly defaultValues: DefaultValues<Shape>;
  /** Null: none is asked for. */
  readonly robot: RobotCheckControl | null;
  /** The call; what it throws is shown. */
  readonly send: (values: Shape, captcha: string | undefined) => Promise<void>;
  /** A refusal that the screen shows in its own way: true. */
  readonly onRefused?: (problem: ApiProblem) => boolean;
}

export interface Fault {
  readonly field: FieldName | 'captcha';
  readonly text: string;
}

/**
 * A form and the answer of the server to it. Nothing is red before a filled field is left or the form is sent; then it
 * is judged with every key. A refusal lands on the field it names, anything else above the form.
 */
export function useAnsweredForm<Shape extends Values>({
  schema,
  defaultValues,
  robot,
  send,
  onRefused,
}: FormOptions<Shape>) {
  const { t } = usePhrases();
  const problemText = useProblemText();
  const form = useForm<Shape, unknown, Shape>({
    resolver: judgedBy(schema),
    defaultValues,
    shouldFocusError: false,
  });
  const [captchaFault, setCaptchaFault] = useState<string | null>(null);
  const [failures, setFailures] = useState(0);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failures > 0) summary.current?.focus();
  }, [failures]);
  const isSending = useRef(false);
  const { formState } = form;

  const faultOf = (field: Path<Shape> & FieldName): string | undefined => {
    const { error } = form.getFieldState(field, formState);
    if (!error) return undefined;
    return error.type === 'server' ? error.message : t(faultPhrase(field, form.getValues(field)));
  };

  const answer = (error: unknown): void => {
    robot?.renew();
    if (error instanceof ApiProblem && onRefused?.(error)) return;
    if (error instanceof ApiProblem && isAboutRobots(error)) return setCaptchaFault(error.message);
    const faults = faultsOf(error).filter(({ field }) => field in form.getValues());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filtered by the form's own names in the line before
    for (const { field, message } of faults) form.setError(field as Path<Shape>, { type: 'server', message });
    if (faults.length === 0) form.setError('root', { message: problemText(error) });
  };

  /** Whether the server took it. */
  const sendOnce = async (values: Shape): Promise<boolean> => {
    setCaptchaFault(null);
    try {
      const captcha = robot ? await robot.take() : undefined;
      if (captcha === null) throw new ApiProblem({ code: 'captcha_required', message: t('auth.robot.missing') });
      await send(values, captcha);
      return true;
    } catch (error) {
      answer(error);
      return false;
    }
  };

  const submit = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    let isTaken = false;
    await form.handleSubmit(async (values) => {
      isTaken = await sendOnce(values);
    })();
    isSending.current = false;
    if (!isTaken) setFailures((before) => before + 1);
  };

  const field = (name: Path<Shape> & FieldName) => {
    const text = faultOf(name);
    return {
      fault: text,
      input: {
        ...form.register(name, { onBlur: () => form.getValues(name) && void form.trigger(name) }),
        onFocus: () => void fetchJudge(schema).catch(() => undefined),
        id: name,
        'aria-invalid': text !== undefined,
        'aria-describedby': `${name}-message`,
      },
    };
  };

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form has no other fields
  const names = Object.keys(defaultValues) as (Path<Shape> & FieldName)[];
  const faults: Fault[] = names.flatMap((name) => {
    const text = faultOf(name);
    return text ? [{ field: name, text }] : [];
  });
  return {
    form,
    field,
    submit,
    isBusy: formState.isSubmitting,
    captchaFault,
    summary: {
      ref: summary,
      faults: formState.isSubmitted
        ? [...faults, ...(captchaFault ? [{ field: 'captcha' as const, text: captchaFault }] : [])]
        : [],
      problem: formState.errors.root?.message,
    },
  };
}

const fetchJudge = <Shape extends Values>(schema: FormOptions<Shape>['schema']) =>
  Promise.all([import('@hookform/resolvers/zod'), schema()]);

/** Where the judge does not come, the server judges. */
const judgedBy =
  <Shape extends Values>(schema: FormOptions<Shape>['schema']): Resolver<Shape, unknown, Shape> =>
  async (values, context, options) => {
    const judge = await fetchJudge(schema).catch(() => null);
    return judge ? judge[0].zodResolver(judge[1])(values, context, options) : { values, errors: {} };
  };

const isAboutRobots = ({ code }: ApiProblem): boolean => code === 'captcha_failed' || code === 'captcha_required';

function faultsOf(error: unknown): FieldFault[] {
  if (!(error instanceof ApiProblem) || error.code !== 'validation_failed') return [];
  return Array.isArray(error.details) ? error.details.filter(isFieldFault) : [];
}

const isFieldFault = (fault: unknown): fault is FieldFault =>
  typeof fault === 'object' &&
  fault !== null &&
  'field' in fault &&
  'message' in fault &&
  typeof fault.field === 'string' &&
  typeof fault.message === 'string';
