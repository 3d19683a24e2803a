import { z } from 'zod';

type Check = RegExp | ((value: string) => boolean);

export function text(allowed: string, check: Check) {
  const passes = check instanceof RegExp ? (value: string) => check.test(value) : check;
  return z.string({ error: allowed }).refine(passes, { error: allowed });
}

export function amount(allowed: string, check: (value: number) => boolean) {
  return text(allowed, /^\d+(\.\d+)?$/)
    .transform(Number)
    .refine(check, { error: allowed });
}

export function integer(from: number, to: number, allowed: string) {
  return amount(allowed, (value) => isWhole(value, from, to));
}

export const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isSafeInteger(value) && value >= from && value <= to;

export function oneOf<const T extends readonly [string, ...string[]]>(values: T, allowed = values.join(', ')) {
  return z.enum(values, { error: allowed });
}

export function toggle() {
  return oneOf(['on', 'off']).transform((value) => value === 'on');
}

export function list(allowed: string, check: (item: string) => boolean) {
  return z
    .string()
    .transform(splitList)
    .refine((items) => items.length > 0 && items.every(check), { error: allowed });
}

export function origin() {
  return text('an http:// or https:// address without a path', isOrigin).transform((url) => url.replace(/\/$/, ''));
}

export function instant() {
  return z.iso
    .datetime({ offset: true, error: 'an instant such as 2027-01-10T00:00:00Z' })
    .transform((time) => Date.parse(time));
}

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

export function isOrigin(value: string): boolean {
  if (!isAddress('http:', 'https:')(value)) return false;
  const url = new URL(value);
  return url.origin === value.replace(/\/$/, '').toLowerCase();
}

export function isAddress(...protocols: string[]) {
  return (value: string): boolean => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}
